"""A cache in compiled records: a list worked out from one of their fields.

Interpreted, nothing is kept and the decorator is only a note. In the compiled build the list is worked out anew when the field
holds another dict or one of another length (native/transformers/cached_lists.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

M = TypeVar("M", bound=Callable[..., object])


def kept_with(field: str) -> Callable[[M], M]:
    """For a method without arguments of a record, which gives a list made of what that dict holds."""

    def unchanged(method: M) -> M:
        return method

    return unchanged
