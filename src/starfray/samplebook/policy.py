"""Who decides when no person does. A policy sees what its side may see and says what it would do, the best first."""

from __future__ import annotations

from typing import Any

from starfray.engine.rules import Ask, Deciding, Generator, Rulebook, first_answer
from starfray.samplebook.rules import Shoot, TakeCover, Wait, foes
from starfray.samplebook.state import Fighter, Skirmish


class Steady(Deciding):
    """Shoots whom it can bring down soonest, with what does the most damage; dodges what hits."""

    name = "steady"
    steady = True  # it depends on what it sees now and on nothing else

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        state: Skirmish = view
        return self.shoots(state, state.roster[who]) or self.does(Wait(who), "there is nobody to shoot at")

    def shoots(self, state: Skirmish, one: Fighter) -> bool:
        weapons = sorted(one.weapons, key=lambda weapon: -weapon.damage)
        targets = sorted(foes(state, one), key=lambda foe: (foe.hp, foe.covered))
        why = "the weakest first"
        return any(self.does(Shoot(one.id, foe.id, weapon.key), why) for foe in targets for weapon in weapons)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        return "yes" if ask.rule == "samplebook.dodge" else first_answer(ask)


class Careful(Steady):
    """Goes into cover when hurt."""

    name = "careful"

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        one: Fighter = view.roster[who]
        if one.hp * 2 <= one.max_hp and not one.covered and self.does(TakeCover(who), "hurt"):
            return True
        return super().decide(book, view, who)
