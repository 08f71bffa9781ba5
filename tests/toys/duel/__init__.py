"""The duel: an honest rulebook, as small as one can be that still has everything a fight can have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.kinds import gather
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook, Time
from starfray.engine.values import Ask, Line, Moment
from starfray.engine.view import project
from tests.toys.duel import rules
from tests.toys.duel.state import Duel, Duellist, Feint, Measure, Strike, Wait


def start(state: Duel, content: Content) -> None:
    for index, one in enumerate(state.roster.values()):
        if one.skill < 1:
            raise BadInput(f"skill = {one.skill}", field=f"combatant.{index}.skill", expected="1 or more")


def seen_by(state: Duel, who: str, printed: Any) -> Any:
    return project(state, who, stranger)


def stranger(one: Duellist) -> Duellist:
    """What others take her for: as good as most, unhurt unless she lies on the ground."""
    return Duellist(id=one.id) if one.hp > 0 else Duellist(id=one.id, hp=one.hp)


def agenda(state: Duel) -> list[Moment]:
    return [Moment(f"turn {state.turn}", who, "acts", "done" if who in state.acted else "next") for who in state.order]


def describe(state: Duel, one: Duellist) -> list[Line]:
    return [Line("HP", str(one.hp), "hp", "duel.wound"), Line("breath", str(one.breath), "breath", "duel.breath")]


def worth(state: Duel, side: str) -> float:
    return float(sum(one.hp if one.side == side else -one.hp for one in state.roster.values()))


class Steady(Policy):
    """Takes a measure, then strikes the weakest, parries what hurts."""

    name = "steady"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Duel = view
        one = state.roster[who]
        foes = sorted((each for each in state.roster.values() if each.side != one.side and each.up), key=lambda each: each.hp)
        self.why = "what a steady hand does"
        if not foes or not one.breath:
            return Wait(who)
        if not one.marks and one.breath > 1:
            return Measure(who, foes[0].id)
        return Feint(who, foes[0].id) if one.breath == 3 and not one.hidden else Strike(who, foes[0].id)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule == "duel.parry":
            return "parry" if ask.facts["hits"] > 1 else "endure"
        return first_answer(ask)


BOOK = Rulebook(
    name="duel",
    title="The duel",
    version="1",
    folder=Path(__file__).parent,
    state=Duel,
    combatant=Duellist,
    kinds=gather(rules),
    steps={kind.name: kind for kind in rules.STEPS},
    start=start,
    due=rules.due,
    actors=rules.actors,
    refusal=rules.refusal,
    time=Time("turn", rules.LAST_TURN + 1),
    outcome=rules.over,
    seen_by=seen_by,
    timeline=agenda,
    describe=describe,
    policy=Steady,
    value=worth,
    concealable=("hp", "skill"),
)

TWO = """
rulebook = "duel"
[[combatant]]
id = "ines"
side = "red"
skill = 4
[[combatant]]
id = "boro"
side = "blue"
"""

FOUR = """
rulebook = "duel"
notes = "it rains at dusk"
[[combatant]]
id = "ines"
side = "red"
seat = "ana"
[[combatant]]
id = "kato"
side = "red"
hidden = true
[[combatant]]
id = "boro"
side = "blue"
skill = 4
secret = ["hp"]
[[combatant]]
id = "dunya"
side = "blue"
orders = { "duel.parry" = "endure" }
"""

FIGHTS = [TWO, FOUR]
