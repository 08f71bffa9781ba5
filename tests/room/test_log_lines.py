"""A log that programs read: one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys

from starfray.room.log_lines import JsonLines


def test_a_line_is_one_object_even_with_a_fault_in_it() -> None:
    try:
        raise OSError("the disk\nis full")
    except OSError:
        fault = sys.exc_info()
    record = logging.LogRecord("starfray.room", logging.ERROR, "", 1, "room %s: “%s”", ("abc", "a\nb"), fault)
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("error", "starfray.room", "room abc: “a\nb”")
    assert "the disk\nis full" in told["fault"]
    assert told["at"].endswith("Z")
