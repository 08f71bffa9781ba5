"""What Hypothesis draws from: texts of any kind, and things that can happen in a toy fight."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

import starfray
from tests.engine.toys import THREE

settings.register_profile(
    "house",
    deadline=None,
    max_examples=int(os.environ.get("EXAMPLES", "100")),
    derandomize=bool(os.environ.get("CI")),
    database=None,
)
settings.load_profile("house")

#: any text a person can type: no half characters, which are refused at the door
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ids = st.sampled_from(["ann", "bob", "cat"])
kinds = st.sampled_from(
    [
        "roll",
        "secret",
        "choose",
        "confirm",
        "allocate",
        "number",
        "text",
        "only",
        "sealed",
        "all",
        "burst",
        "fork",
        "double",
        "rank",
        "pass",
        "near",
        "late",
        "say",
    ]
)
edits = st.one_of(
    st.builds("set {}.score {}".format, ids, st.integers(-9, 9)),
    st.builds("hide {}".format, ids),
    st.builds("reveal {}".format, ids),
    st.builds("modify {} {}".format, ids, st.integers(-3, 3)),
    st.builds("distance ann {} {}".format, st.sampled_from(["bob", "cat"]), st.integers(0, 90)),
    st.just("roll 3d6"),
    st.just("roll d6 secret=yes"),
    st.just("ruling tempo fast"),
    st.builds("remove {}".format, ids),
    st.builds("order {} toy.confirm yes".format, ids),
    st.builds("place {} {},{}".format, ids, st.integers(-5, 5), st.integers(-5, 5)),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("play"), kinds, ids),
        st.tuples(st.just("play"), kinds, ids),
        st.tuples(st.just("gm"), edits, st.just("")),
        st.tuples(st.just("undo"), st.just(""), st.just("")),
        st.tuples(st.just("redo"), st.just(""), st.just("")),
        st.tuples(st.just("answer"), st.integers(0, 5), st.just("")),
    ),
    max_size=14,
)


def begun() -> starfray.Fight:
    return starfray.loads(THREE).begin()


def right_answer(fight: starfray.Fight, number: int) -> None:
    """Answer one of the open questions with something that fits."""
    ask = fight.asks[number % len(fight.asks)]
    if ask.kind == "choose":
        fight.answer(ask, ask.options[number % len(ask.options)].key)
    elif ask.kind == "number":
        fight.answer(ask, ask.low + number % (ask.high - ask.low + 1))
    elif ask.kind == "allocate":
        fight.answer(ask, f"all:{number % (ask.amount + 1)}")
    elif ask.kind == "dice":
        fight.answer(ask, "")
    else:
        fight.answer(ask, "said")


def do(fight: starfray.Fight, step: tuple[Any, ...]) -> bool:
    """Do one step if it can be done; a refusal must leave the position alone."""
    kind, what, who = step
    if kind == "play" and fight.draft is None:
        fight.advance()  # steps that are due happen by themselves, whatever becomes of the act
    before = fight.hash
    try:
        if kind == "play":
            other = {"near": " bob", "late": " cat", "say": " hello"}.get(what, "")
            fight.play(f"{what} {who}{other}")
        elif kind == "gm":
            fight.gm(what)
        elif kind == "answer":
            if not fight.asks:
                return False
            right_answer(fight, what)
        elif kind == "undo":
            fight.undo()
        else:
            fight.redo()
    except starfray.StarfrayError:
        assert fight.hash == before
        return False
    return True


def settle(fight: starfray.Fight) -> None:
    """Answer whatever is still open."""
    while fight.asks:
        right_answer(fight, 1)
