"""A whole fight on the pulse count: played out, replayed, saved, taken back, asked for its odds."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import pytest

import starfray
from starfray import Fight
from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.exact import spread
from starfray.engine.values import Ask
from starfray.rulebooks.hybrid import BOOK
from starfray.rulebooks.hybrid.attack_actions import Blow
from starfray.rulebooks.hybrid.manoeuvres import Rise
from tests.hybrid.build import duel

DUEL = Path(__file__).parents[2] / "examples" / "hybrid-duel.toml"
BRAWL = """
[[combatant]]
id = "imra"
archetype = "imra-solane"
side = "guild"
[[combatant]]
id = "dobrin"
archetype = "dobrin-hask"
side = "dock"
[[combatant]]
id = "guard"
archetype = "station-guard"
count = 2
side = "guild"
[[combatant]]
id = "hand"
archetype = "dock-hand"
count = 2
side = "dock"
"""


def in_the_air() -> Fight:
    """Kesh's blow is in the air, Tavi is on the clock."""
    fight = starfray.load(DUEL)
    fight.begin(dice=[64, 3, 2, 50, 4, 5])
    fight.play("blow kesh tavi", dice=[])
    return fight.step(dice=[])


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_by_policy_comes_to_its_end_and_replays(seed: int) -> None:
    text = DUEL.read_text(encoding="utf-8").replace("seed = 11", f"seed = {seed}") + (BRAWL if seed % 2 else "")
    fight = starfray.loads(text)
    fight.auto(acts=2000)
    assert fight.over is not None
    assert fight.over.winners in (["dock"], ["guild"])
    again = starfray.replay(fight.transcript())
    assert (again.ok, again.hash) == (True, fight.hash)


def test_a_position_with_a_blow_in_the_air_reads_back_to_the_same_hash() -> None:
    fight = in_the_air()
    text = fight.to_text()
    assert "under-way" in text
    assert starfray.loads(text).hash == fight.hash
    assert starfray.loads(starfray.loads(text).to_text()).hash == fight.hash


def test_a_save_with_the_defence_still_open_goes_on_where_it_was() -> None:
    fight = in_the_air()
    fight.play("wait tavi 40", dice=[])
    fight.advance()
    assert [ask.who for ask in fight.asks] == ["tavi"]
    other = starfray.restore(fight.to_json())
    for each in (fight, other):
        each.answer(each.asks[0], "no")
    assert fight.hash == other.hash
    assert fight.get("count") == other.get("count")


def test_undo_takes_back_the_landing_then_the_choice_and_redo_brings_them_back_die_for_die() -> None:
    fight = in_the_air()
    before = fight.hash
    fight.play("wait tavi 40", dice=[])
    waiting = fight.hash
    fight.step(dice=[41, 25, 5, 4, 6, 4], answers=["no"])
    after = fight.hash
    fight.undo()
    assert fight.hash == waiting  # the defender decided something in the landing, so it is an act of its own
    fight.undo()
    assert fight.hash == before
    fight.redo().redo()
    assert (fight.hash, fight.get("tavi.pft")) == (after, 25)


@pytest.mark.slow
def test_the_odds_of_a_landing_are_those_of_the_printed_chance() -> None:
    fight = in_the_air()
    fight.play("wait tavi 40", dice=[])
    odds = fight.odds("due")
    assert (odds.action, odds.exact) == ("land gm kesh", True)
    assert sum(each.p for each in odds.outcomes) == pytest.approx(1)
    assert odds.chance_of("tavi.pft", lambda pft: pft < 40) == pytest.approx(0.60)


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    ["", "skills = { short-sword = 8, parry-short-sword = 2 }", "initiative = 110\npft = 3"],
    ids=["block", "parry", "body damage"],
)
def test_merging_inside_a_landing_changes_no_odds(more: str) -> None:
    """The brute-force twin, on a blow that is blocked, parried, or does body damage."""
    stick = '{ key = "stick", dice = 1, sides = 2, speed = 7, reach = 0.7, skill = "short-sword" }'
    fight = duel(a=f"weapons = [{stick}]", b=more)
    fight.play("blow a b at=chest" if "pft" in more else "blow a b", dice=[])  # body damage has dice enough without a place
    step = BOOK.due(fight.state)
    assert step is not None
    found: list[dict[object, float]] = []
    for merge in (True, False):
        result = spread(BOOK, clone(fight.state), step, Policies(BOOK.policy()), budget=200_000, merge=merge)
        assert result.residual == 0
        weights: dict[object, float] = {}
        for leaf in result.leaves:
            weights[BOOK.key(leaf.state)] = weights.get(BOOK.key(leaf.state), 0.0) + leaf.weight
        found.append(weights)
    assert found[0].keys() == found[1].keys()
    for picture, weight in found[0].items():
        assert weight == pytest.approx(found[1][picture])


def test_the_key_knows_time_left_and_not_the_count() -> None:
    early = in_the_air()
    late = clone(early.state)
    late.count += 500
    for one in late.roster.values():
        one.initiative += 500
    for each in late.under_way:
        each.lands += 500
    assert BOOK.key(early.state) == BOOK.key(late)
    late.under_way[0].lands += 1
    assert BOOK.key(early.state) != BOOK.key(late)


def test_the_agenda_is_the_timeline() -> None:
    fight = duel(b="initiative = 108\nwait-until = 0\nbleeding = [105]\nshock = { level = 1, rolls = 106 }")
    fight.play("blow a b", dice=[])
    assert [(each.when, each.who, each.what) for each in fight.agenda] == [
        ("103", "a", "blow at b with short-sword lands, in the air since 100"),
        ("105", "b", "bleeds"),
        ("106", "b", "rolls to recover from shock"),
        ("108", "b", "chooses"),
    ]


def test_the_forms_say_when_a_blow_would_land() -> None:
    fight = duel()
    forms = {form.kind: form for form in fight.legal("a")}
    weapon = next(blank for blank in forms["blow"].fields if blank.name == "weapon")
    assert [(option.key, option.note) for option in weapon.options] == [("short-sword", "lands on count 103")]
    refused = {kind: form.refused.rule for kind, form in forms.items() if form.refused is not None}
    assert refused == {
        "shoot": "hybrid.draw.time", "mind": "hybrid.draw.time", "florentine": "hybrid.ruling.florentine-primary",
        "grapple": "hybrid.close.unarmed-options", "overbear": "hybrid.close.unarmed-options",
        "throw": "hybrid.close.unarmed-options", "improve": "hybrid.hold.start", "let-go": "hybrid.hold.start",
        "break-free": "hybrid.hold.resist", "draw": "hybrid.draw.time", "release": "hybrid.defence.parry.release",
        "rise": "hybrid.defence.prone.rise", "give-up": "hybrid.ruling.preset-in-play", "aid": "hybrid.ruling.bleeding",
        "familiarise": "hybrid.skill.unfamiliar-tool", "carry-on": "hybrid.ruling.accel", "pick-up": "hybrid.ruling.pick-up",
    }  # fmt: skip


def test_figures_given_in_a_file_are_checked() -> None:
    with pytest.raises(starfray.BadInput, match=r"pdf = 16.*expected 15"):
        duel(a="pdf = 16")
    assert duel(a='pdf = 16\noverridden = { pdf = "quick on the feet" }').get("a.pdf") == 16
    with pytest.raises(starfray.BadInput, match=r"no skill 'shortsword'.*short-sword"):
        duel(a="skills = { shortsword = 3 }")
    with pytest.raises(starfray.BadInput, match=r"combatant\.0\.pft"):
        duel(a="pft = 40")


SHEETS = [
    ("kesh-varrow", (29, 41, 69, 14, 13, 4)), ("imra-solane", (22, 40, 64, 14, 17, 5)),
    ("dobrin-hask", (36, 45, 79, 14, 11, 3)),
    ("tavi-orlon", (23, 40, 62, 15, 16, 4)), ("grell", (42, 50, 90, 13, 8, 4)), ("renko-baal", (27, 40, 66, 14, 14, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "figures"), SHEETS)
def test_ready_characters_have_the_figures_their_stats_give(name: str, figures: tuple[int, ...]) -> None:
    fight = starfray.loads(f'rulebook = "hybrid"\n[[combatant]]\nid = "x"\narchetype = "{name}"')
    assert tuple(fight.get(f"x.{each}") for each in ("max-pbd", "max-pft", "max-pex", "pca", "pdf", "speed")) == figures


EQUALS = "".join(
    f"""
[[combatant]]
id = "{one}"
side = "{one}"
stats = {{ pst = 13, pen = 13, dex = 14, pag = 14, paw = 12 }}
skills = {{ short-sword = 8 }}
weapons = ["short-sword"]
"""
    for one in ("red", "blue")
)


class Striker(Policy):
    """Nothing but blows, and no active defence."""

    name = "striker"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action:
        return Rise(who) if view.roster[who].prone else Blow(who, "blue" if who == "red" else "red")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        return ask.options[-1].key


@pytest.mark.slow
def test_two_equals_who_only_strike_need_about_14_blows_and_12_seconds() -> None:
    blows, counts = [], []
    for seed in range(150):
        fight = starfray.loads(f'rulebook = "hybrid"\nseed = {seed}\n{EQUALS}')
        fight.seats.policies = Policies(Striker())
        fight.auto(acts=1000)
        blows.append(sum(1 for entry in fight.journal.entries if entry.action.KIND == "blow"))
        counts.append(fight.state.count)
    assert 13 <= median(blows) <= 15
    assert 110 <= median(counts) <= 128
