"""The headline of an act as it reads at the seat of the one it is about."""

from __future__ import annotations

import re

import pytest

from starfray.fight import Fight
from starfray.grammar import YOU
from starfray.room.acts import readers
from starfray.second_person import addressed, second, verbs_of
from starfray.summary import ActSummary, summary
from tests.stage.demos import NAMES, played
from tests.stage.test_summaries import FAULTS, shot

VERBS = verbs_of(["{who} shoots at {whom}", "{who:hits|hit} {whom} and moves on", "~ and misses", "{who} keeps {number}"])
WRONG = {
    "a verb of somebody else": re.compile(
        r"\b[Yy]ou (?!miss\b|pass\b|press\b|cross\b|dress\b|guess\b)\w+s\b|\b[Yy]ou (?:is|has|was)\b"
    ),
    "a verb of somebody else after and": re.compile(
        r"^You \w+(?: at)? (?:\w+ )*and (?:misses|hits|loses|is|has|takes|falls)\b"
    ),
    "a name's ending": re.compile(r"\b[Yy]ou['’]s\b"),
    "an article before you": re.compile(r"\b[Tt]he you\b"),
    "a mark left over": re.compile(YOU),
    "a small letter at the start": re.compile(r"^you\b|[.!?] you\b"),
    "a large letter inside": re.compile(r"[a-z,;] You\b"),
}


def told(fight: Fight, side: str) -> list[ActSummary]:
    entries, viewer = fight.journal.entries, f"side:{side}"
    found = []
    for at, entry in enumerate(entries):
        after = entries[at + 1].before if at + 1 < len(entries) else fight.state
        if entry.events and entry.before is not None and after is not None:
            act = (fight.book, entry.before, after, entry.events, viewer)
            own = readers(fight.state, viewer)
            found.append(summary(*act, kind=entry.kind, action=entry.action, tape=entry.tape, own=own))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_demo_speaks_to_those_it_is_about(name: str) -> None:
    fight = played(name)
    roster = fight.state.roster
    spoken = 0
    for side in sorted({actor.side for actor in roster.values()}):
        for act in told(fight, side):
            for who, words in act.you.items():
                spoken += 1
                assert roster[who].side == side, "a headline for somebody of another side"
                assert re.search(r"\b[Yy]ou", words), words
                for fault, pattern in {**FAULTS, **WRONG}.items():
                    assert not pattern.search(words), (fault, words, act.headline)
            if (
                act.who
                and roster[act.who].side == side
                and act.kind == "action"
                and re.search(rf"\b{re.escape(act.name)}\b(?! \d)", act.headline)
            ):
                assert act.who in act.you, act.headline
    assert spoken > 0


@pytest.mark.parametrize(
    ("third", "you"),
    [
        (f"{YOU} shoots at Jarl and misses.", "You shoot at Jarl and miss."),
        (f"Jarl shoots at {YOU} and misses. {YOU} is prone.", "Jarl shoots at you and misses. You are prone."),
        (f"{YOU}'s armour keeps 3 off.", "Your armour keeps 3 off."),
        (f"Gil shoots and hits the hull of {YOU}.", "Gil shoots and hits your hull."),
        (f"A critical success of {YOU}.", "Your critical success."),
        (f"Jarl hits {YOU} across the back.", "Jarl hits you across the back."),
        (f"Dag strikes; {YOU} keeps away.", "Dag strikes; you keep away."),
        (f"{YOU} and its crew act.", "You and your crew act."),
        (f"{YOU} and Jarl hit Mira.", "You and Jarl hit Mira."),
        (f"{YOU} hits {YOU}.", "You hit yourself."),
        (f"Iri starts the {YOU}.", "Iri starts you."),
    ],
)
def test_sentences(third: str, you: str) -> None:
    assert addressed(third, VERBS) == you


@pytest.mark.parametrize(
    ("verb", "you"),
    [
        ("hits", "hit"),
        ("misses", "miss"),
        ("parries", "parry"),
        ("flies", "fly"),
        ("is", "are"),
        ("goes", "go"),
        ("dies", "die"),
    ],
)
def test_verbs(verb: str, you: str) -> None:
    assert second(verb) == you


def test_a_shot_reads_differently_at_both_ends() -> None:
    fight = shot([6, 1, 1, 1, 1, 1, 1, 1])
    assert told(fight, "crew")[-1].you == {
        "mira": "You shoot at the Bruiser with the Vulcan carbine and hit. The Bruiser loses 3 HP."
    }
    assert told(fight, "syndicate")[-1].you == {
        "bruiser": "Mira shoots at you with the Vulcan carbine and hits. You lose 3 HP."
    }


def test_the_gm_and_spectators_are_nobody() -> None:
    fight = shot([1] * 8)
    assert readers(fight.state, "gm") == []
    assert readers(fight.state, "spectator") == []
