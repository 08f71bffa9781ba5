"""The toy book is known here."""

from tests.engine.toys import known

__all__ = ["known"]
