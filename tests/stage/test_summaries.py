"""What an act came to, in every book: headlines people can read aloud, and what changed for whom."""

from __future__ import annotations

import re

import pytest

import starfray
from starfray.engine.values import Event
from starfray.fight import Fight
from starfray.grammar import listed
from starfray.summary import WEIGHTS, ActSummary, summary
from tests.stage.demos import NAMES, played

FAULTS = {
    "a raw coordinate": re.compile(r"\d,-?\d"),
    "a zero with a sign": re.compile(r"[+-]0\b"),
    "two spaces": re.compile(r"\s\s|^\s|\s$"),
    "a space before a stop": re.compile(r" [.,;:]"),
    "two stops": re.compile(r"[.,;:]{2}"),
    "a blank not filled in": re.compile(r"[{}|]|\bNone\b"),
    "one of many": re.compile(r"(?<![\w.-])1 (?:shields|sections|blows|times|turns|rounds|shots|hours|others)\b"),
    "many of one": re.compile(r"(?<![\w.-])(?:0|[2-9]|\d\d+) (?:shield|section|blow|time|turn|round|shot|hour|other)\b"),
    "an article twice": re.compile(r"\b[Tt]he [Tt]he\b"),
}


def summaries(fight: Fight, viewer: str = "gm") -> list[ActSummary]:
    entries = fight.journal.entries
    found = []
    for at, entry in enumerate(entries):
        after = entries[at + 1].before if at + 1 < len(entries) else fight.state
        if entry.events and entry.before is not None and after is not None:
            told = (fight.book, entry.before, after, entry.events, viewer)
            found.append(summary(*told, kind=entry.kind, action=entry.action, tape=entry.tape))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_headlines_read_well(name: str) -> None:
    fight = played(name)
    roster = fight.state.roster.values()
    strange = [actor.id for actor in roster if actor.id not in (actor.name or actor.id)]
    ids = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, strange))})(?![\w-])") if strange else None
    for told in summaries(fight):
        assert told.headline[:1].isupper() or not told.headline[:1].isalpha(), told.headline
        assert told.headline.endswith((".", "!", "?")), told.headline
        for fault, pattern in FAULTS.items():
            assert not pattern.search(told.headline), (fault, told.headline)
        assert ids is None or not ids.search(told.headline), ("an id", told.headline)
        assert told.weight in WEIGHTS
        assert len(told.headline) < 500, told.headline


@pytest.mark.parametrize("name", NAMES)
def test_every_fall_and_death_is_told_with_its_weight(name: str) -> None:
    for told in summaries(played(name)):
        for part in told.parts:
            if part.status == "dead":
                assert told.weight == "death"
            elif part.status in ("down", "out"):
                assert told.weight in ("down", "death")
            if part.status and len(told.parts) == 1:
                assert part.name.removeprefix("The ") in told.headline, told.headline


CORIOLIS = """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
"coriolis.core.pray" = "no"
[[combatant]]
id = "mira"
name = "Mira"
archetype = "patrol-sergeant"
side = "crew"
at = [2, 4]
[[combatant]]
id = "bruiser"
name = "The Bruiser"
archetype = "dockside-bruiser"
side = "syndicate"
at = [12, 4]
"""


def shot(dice: list[int], **answers: list[str]) -> Fight:
    fight = starfray.loads(CORIOLIS).begin(dice={"coriolis.initiative.roll": [6, 6, 1]}, answers=[])
    bought = {"coriolis.ranged.bonus.purchase": answers.get("bought", [])}
    return fight.play("shot mira bruiser vulcan-carbine", dice=dice, answers=bought)


def test_a_hit_and_a_miss() -> None:
    miss = summaries(shot([1] * 8))[-1]
    assert miss.headline == "Mira shoots at the Bruiser with the Vulcan carbine and misses."
    assert (miss.weight, miss.who, miss.whom, miss.parts) == ("act", "mira", ["bruiser"], [])
    hit = summaries(shot([6, 1, 1, 1, 1, 1, 1, 1]))[-1]
    assert hit.headline == "Mira shoots at the Bruiser with the Vulcan carbine and hits. The Bruiser loses 3 HP."
    assert (hit.weight, hit.dice[0]["counted"], hit.dice[0]["sides"]) == ("wound", [6], 6)
    assert [(change.before, change.pool.now) for change in hit.parts[0].changes] == [(7, 4)]


def test_dice_thrown_one_by_one_under_one_rule_are_one_throw() -> None:
    fight = starfray.loads(CORIOLIS).begin(dice={"coriolis.initiative.roll": [6, 6, 1]}, answers=[])
    on = {"coriolis.action.full-auto.extra-dice": ["yes", "yes", "yes", "no"]}
    fight.play("full-auto mira bruiser", dice=[2, 3, 4, 5, 2, 3, 4, 6, 5], answers=on)
    assert [thrown["faces"] for thrown in summaries(fight)[-1].dice][:2] == [[2, 3, 4, 5, 2, 3], [4, 6, 5]]


def test_what_the_gm_sets_is_told_once_and_in_words() -> None:
    fight = shot([1] * 8)
    fight.gm("set bruiser.hp 4")
    assert summaries(fight)[-1].headline == "The Bruiser loses 3 HP, 4 left."
    fight.gm("set bruiser.hp 5 medkit")
    assert summaries(fight)[-1].headline == "Medkit. The Bruiser gets 1 HP back, 5 now."
    fight.gm("set bruiser.prone true")
    assert summaries(fight)[-1].headline.startswith("The GM's hand: the Bruiser: prone is now yes")


def test_what_nobody_may_know_is_in_no_summary() -> None:
    fight = shot([6, 1, 1, 1, 1, 1, 1, 1])
    entry = fight.journal.entries[-1]
    secret = Event("gm.note", "gm", "bruiser", 3, "afraid", "gm")
    for viewer, known in (("side:crew", False), ("gm", True)):
        told = summary(fight.book, entry.before, fight.state, [secret], viewer, kind="gm", action=entry.action)
        assert ("afraid" in told.headline) is known


def test_names_are_listed_as_people_do() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
