"""Python looks for garbage that points back to itself whenever much has been made. Positions, pictures and chances never do:
where thousands of them are made in one go, looking is put off until they stand.
"""

from __future__ import annotations

import gc


def put_off() -> bool:
    """Look for no garbage from here on; True if that has to be taken back (`again`)."""
    looks = gc.isenabled()
    if looks:
        gc.disable()
    return looks


def again(looked: bool) -> None:
    if looked:
        gc.enable()
