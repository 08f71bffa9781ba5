"""Which rule ids have been heard: every event, tally entry, refusal, option and question says its id here.

Tests listen (see starfray.testing.ledger); outside tests nobody does and the cost is one check of an empty list.
"""

from __future__ import annotations

_listeners: list[set[str]] = []


def hear(rule: str) -> None:
    for listener in _listeners:
        listener.add(rule)


def listen() -> set[str]:
    """Start listening; the returned set fills until `stop` is called with it."""
    heard: set[str] = set()
    _listeners.append(heard)
    return heard


def stop(heard: set[str]) -> None:
    for index, listener in enumerate(_listeners):
        if listener is heard:
            del _listeners[index]
            return
