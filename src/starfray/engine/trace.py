"""Records which rule ids took part. Tests use it (starfray.testing.plugin).

A rule is said by an event, a tally term that is not 0, a refusal, a question, an option or `table.cite`. Advice on a form,
a line of a card, a ring on the map only show it. Where nobody records, a note costs one check.
"""

from __future__ import annotations


class Recording:
    """The ids noted between `record` and `stop`."""

    __slots__ = ("said", "shown")

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.shown: set[str] = set()

    @property
    def all(self) -> set[str]:
        return self.said | self.shown


_recordings: list[Recording] = []


def note_rule(rule: str) -> None:
    """The rule decided something, and the table was told."""
    for recording in _recordings:
        recording.said.add(rule)


def note_shown(rule: str) -> None:
    """The rule stands beside something on a form, a card or the map; nothing was decided by it."""
    for recording in _recordings:
        recording.shown.add(rule)


def record() -> Recording:
    """Start recording; the recording fills until `stop` is called with it."""
    recording = Recording()
    _recordings.append(recording)
    return recording


def stop(recording: Recording) -> None:
    for index, running in enumerate(_recordings):
        if running is recording:
            del _recordings[index]
            return


def active() -> bool:
    """Does anybody record now?"""
    return bool(_recordings)


def suspend() -> list[Recording]:
    """Record nothing from here on: what follows only tries out what would be legal. `resume` takes what this gives."""
    global _recordings
    running, _recordings = _recordings, []
    return running


def resume(running: list[Recording]) -> None:
    global _recordings
    _recordings = running
