"""The default policy: strikes whom it can bring down soonest, wards off what it can, gets up when nobody is about to strike."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.dice import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Ask
from starfray.rulebooks.hybrid.actions import Blow, Close, Release, Rise, Wait
from starfray.rulebooks.hybrid.choices import crowded, holds_off
from starfray.rulebooks.hybrid.legal import closable, strikers, targets
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Weapon

WORTH_A_WARD = 25  # percent
PATIENCE = 10  # counts
ENOUGH = 12  # fatigue to spare for a fend


class Steady(Policy):
    name = "steady"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Hybrid = view
        one = state.roster[who]
        if any(each.defender == who for each in state.binds):
            return self._say(Release(who), "the weapon must come free")
        foes = targets(state, one)
        if one.prone and not any(each.target == who for each in state.under_way):
            return self._say(Rise(who), "on the ground half the defence is gone")
        if not foes and strikers(state, one) and closable(state, one) and not one.prone:
            near = min(closable(state, one), key=lambda each: each.pft + each.pbd)
            return self._say(Close(who, near.id), f"{near.id} must be reached first")
        if not foes:
            return self._say(Wait(who, state.count + PATIENCE), "nobody is within reach of a weapon that is free")
        foe = min(foes, key=lambda each: (not each.able, each.pft + each.pbd))
        weapon = self._best(state, one, foe)
        club = crowded(state, one, foe, weapon)
        return self._say(Blow(who, foe.id, weapon.key, club=club), f"{foe.id} is the nearest to falling")

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    @staticmethod
    def _best(state: Hybrid, one: Fighter, foe: Fighter) -> Weapon:
        usable = [each for each in strikers(state, one) if not holds_off(state, one, foe, each)]
        return max(usable, key=lambda each: (not crowded(state, one, foe, each), one.skills.get(each.skill, -5), -each.speed))

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule == "hybrid.ruling.defence-declare":
            best = max(ask.facts, key=lambda key: (ask.facts[key], key.startswith("parry")), default="")
            if best and ask.facts[best] >= WORTH_A_WARD:
                self.why = f"{ask.facts[best]} % to ward it off"
                return best
            if any(option.key == "crouch" for option in ask.options):
                self.why = "low is better than nothing"
                return "crouch"
            self.why = "no time for more than the normal defence"
            return "no"
        if ask.rule == "hybrid.close.fend.allowed":
            best = max(ask.facts, key=lambda key: (key.startswith("fend"), ask.facts[key]))
            self.why = "keep the distance"
            return best if ask.facts[best] >= WORTH_A_WARD else "no"
        if ask.rule == "hybrid.close.fend.ignored":
            self.why = "in, whatever it costs" if ask.facts["pft"] > ENOUGH else "not at that price"
            return "ignore" if ask.facts["pft"] > ENOUGH else "heed"
        self.why = "as the book suggests"
        return first_answer(ask)


def worth(state: Hybrid, side: str) -> float:
    """Body and fatigue standing on our side less those on the others'."""
    value = 0.0
    for one in state.roster.values():
        points = one.pbd + one.pft / 2 + (10 if one.able else 0) if not one.fallen else 0.0
        value += points if one.side == side else -points
    return value
