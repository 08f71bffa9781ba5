"""Answers given without thinking: the plainest legal one, and how shares are written."""

from __future__ import annotations

from starfray.engine.values import Ask, Option


def write_shares(shares: list[int], slots: list[Option]) -> str:
    return " ".join(f"{slot.key}:{share}" for slot, share in zip(slots, shares, strict=True) if share)


def fitting(shares: list[int], slots: list[Option]) -> list[int]:
    """The shares, each cut to what its slot takes; the rest is not given out."""
    cut = []
    for share, slot in zip(shares, slots, strict=True):
        share = min(share, slot.most) if slot.most >= 0 else share
        cut.append(share if share >= slot.least else 0)
    return cut


def first_answer(ask: Ask) -> str:
    """The plainest legal answer: what is suggested, else the last option (books put the modest one last)."""
    if ask.suggested and not ask.fault(ask.suggested):
        return ask.suggested
    if ask.kind == "choose":
        return ask.options[-1].key
    if ask.kind == "number":
        return str(ask.low)
    if ask.kind == "allocate":
        shares = [ask.amount] + [0] * (len(ask.options) - 1)
        return write_shares(fitting(shares, ask.options), ask.options)
    return ""
