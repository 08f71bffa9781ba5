"""A sensible crew: guns into position, power where it is needed, away when it must, across when it can."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Ask
from starfray.rulebooks.icar.actions import StandBy, TakeRole
from starfray.rulebooks.icar.core import chance
from starfray.rulebooks.icar.ground.actions import ChangeMagazine, Escape, Hit
from starfray.rulebooks.icar.ground.people import able, down, people, skill_of
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.actions import ACTIONS, Climb, Declare, Fly, Gun, HackEnemy, Jump, Wait
from starfray.rulebooks.icar.vehicle.boarding import landings, touching
from starfray.rulebooks.icar.vehicle.crew import (
    at_role,
    car,
    crew,
    enemies,
    flying,
    foes_aboard,
    foes_on,
    in_chase,
    open_roles,
    phase_of,
    shield_up,
)
from starfray.rulebooks.icar.vehicle.gunnery import VEHICLE, exposed, weapons_of
from starfray.rulebooks.icar.vehicle.legal import leap_need, shot_need
from starfray.rulebooks.icar.vehicle.options import OPTIONS, why_not
from starfray.rulebooks.icar.vehicle.piloting import why_no_escape
from starfray.rulebooks.icar.vehicle.records import BOARD, DECLARE, DODGE, ESCAPE, ESCAPED, FIRING_POSITION, GUNNER, PILOT, RAM

TALE = "It goes better than anybody dared to hope."


class Chase(Policy):
    name = "sensible chase"
    steady = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Icar = view
        one = state.roster[who]
        phase = phase_of(state)
        if one.aboard not in state.roster or not phase:
            return None
        own = state.roster[one.aboard]
        if down(one) and not one.acted:
            return self._say(Escape(who), "up again first")
        if phase == DECLARE:
            goal, target, why = wanted(state, own)
            return self._say(Declare(who, goal, target), why)
        if must_fight(state, one, own):
            return self._hand_to_hand(state, one)
        if one.role == PILOT and car(own).autopilot:
            return self._hands_free(state, one, own)
        if phase == BOARD:
            return self._board(state, one, own)
        if phase == GUNNER:
            return self._gun(state, one, own)
        if phase == PILOT:
            return self._say(Fly(who), f"for the {car(own).goal}")
        return self._help(state, one, own)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _hands_free(self, state: Icar, one: Actor, own: Actor) -> Action:
        if GUNNER in open_roles(state, one) and weapons_of(state, one, own):
            return self._say(TakeRole(one.id, GUNNER), "the autopilot flies")
        return self._say(StandBy(one.id), "the autopilot flies")

    def _help(self, state: Icar, one: Actor, own: Actor) -> Action:
        """The option that fits what was declared, else the one that hurts the enemy."""
        if wants_across(state, one, own):
            return self._say(Wait(one.id), "across to them as soon as they touch")
        if not at_role(state, own, GUNNER) and GUNNER in open_roles(state, one) and weapons_of(state, one, own):
            return self._say(TakeRole(one.id, GUNNER), "somebody must shoot")
        goal = car(own).goal
        for kind in ("engine-power", "plates-power", "traffic", "short-cut"):
            if goal in OPTIONS[kind].goals and why_not(state, one, kind) is None:
                return self._say(ACTIONS[kind](one.id), f"helps to {goal}")
        for kind in ("mend-shield", "hack-autopilot"):
            if (kind != "hack-autopilot" or car(own).autopilot) and why_not(state, one, kind) is None:
                return self._say(ACTIONS[kind](one.id), "what is broken must be mended")
        flown = [each for each in enemies(state, own) if flying(each) and not car(each).lost_control]
        if flown and why_not(state, one, "hack-enemy") is None:
            return self._say(HackEnemy(one.id, flown[0].id, "control"), f"{flown[0].id} shall slip")
        return self._say(StandBy(one.id), "nothing to be done")

    def _hand_to_hand(self, state: Icar, one: Actor) -> Action:
        """Intruders go for whoever flies; the crew for whoever has come aboard."""
        foes = foes_aboard(state, one)
        awake = [each for each in foes if able(each)]
        if one.acted:
            return self._say(StandBy(one.id), "the turn is spent")
        if not awake:
            seats = open_roles(state, one)
            if PILOT in seats and flying(state.roster[one.aboard]):
                return self._say(TakeRole(one.id, PILOT), "the controls are ours")
            return self._say(StandBy(one.id), "they are beaten")
        target = next((each for each in awake if each.role == PILOT), awake[0])
        guns = weapons_of(state, one, state.roster[one.aboard])
        if guns and why_not(state, one, "gun") is None and skill_of(one, "shooting") > skill_of(one, "street-fighting"):
            return self._say(Gun(one.id, one.aboard, target.id), f"{target.id} at arm's length")
        return self._say(Hit(one.id, target.id), f"{target.id} is within reach")

    def _board(self, state: Icar, one: Actor, own: Actor) -> Action:
        if one.dangling:
            return self._say(Climb(one.id), "up and in")
        unflown = one.side == own.side and not at_role(state, own, PILOT) and flying(own) and not car(own).autopilot
        if unflown and PILOT in open_roles(state, one):
            return self._say(TakeRole(one.id, PILOT), "somebody must fly")
        for target in landings(state, one):
            safer = not flying(own) and flying(target)
            if touching(own, target) and target.side != one.side and chance(leap_need(one, 12)) >= 0.4:
                return self._say(Jump(one.id, target.id), "now, while they touch")
            if safer:
                return self._say(Jump(one.id, target.id), "better than falling")
        if wants_across(state, one, own):
            return self._say(StandBy(one.id), "the next ram will do it")
        if not one.role and one.side == own.side and GUNNER in open_roles(state, one) and weapons_of(state, one, own):
            return self._say(TakeRole(one.id, GUNNER), "a gun may help")
        return self._say(StandBy(one.id), "waits for a chance")

    def _gun(self, state: Icar, one: Actor, own: Actor) -> Action:
        guns = weapons_of(state, one, own)
        foes = enemies(state, own)
        if not guns:
            empty = next((each for each in one.weapons if each.gun and each.spares != 0), None)
            return self._say(ChangeMagazine(one.id, empty.key), "empty") if empty else self._say(StandBy(one.id), "no gun")
        best, most, why = "", 0.0, ""
        hanging = next((each for each in foes_on(state, one) if each.dangling and able(each)), None)
        if hanging is not None:
            return self._say(Gun(one.id, own.id, hanging.id), f"{hanging.id} shall not come aboard")
        for each in foes:
            if car(each).falling:
                continue
            friends = [who for who in people(state) if who.aboard == each.id and who.side == one.side]
            value = chance(shot_need(state, one, each, VEHICLE)) * (0.3 if friends else 1.0)
            if value > most:
                best, most, why = f"{each.id} {VEHICLE}", value, f"{each.id} shall fall"
            for who in exposed(state, each):
                if who.side != one.side and able(who) and not shield_up(state, each):
                    value = chance(shot_need(state, one, each, who.id)) * (2.0 if who.role == PILOT else 1.2)
                    if value > most:
                        best, most, why = f"{each.id} {who.id}", value, f"{who.id} sits in the open"
        if not best:
            return self._say(StandBy(one.id), "nothing to shoot at")
        target, aim = best.split()
        return self._say(Gun(one.id, target, aim), why)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.kind == "text":
            self.why = "a tale for the table"
            return TALE
        if ask.rule == "icar.pool.draw":
            self.why = "a die may still do it"
            return "yes" if 0 < ask.facts["short"] <= 6 else "no"
        self.why = "as the book suggests"
        return first_answer(ask)


def must_fight(state: Icar, one: Actor, own: Actor) -> bool:
    """Intruders always, the crew while one of them is on their feet; the pilot leaves it to the others."""
    foes = foes_aboard(state, one)
    if one.side != own.side:
        return bool(foes)
    if not any(able(each) for each in foes):
        return False
    return one.role != PILOT or not [each for each in crew(state, own) if each is not one]


def wants_across(state: Icar, one: Actor, own: Actor) -> bool:
    return car(own).goal == RAM and skill_of(one, "street-fighting") >= 2 and chance(leap_need(one, 12)) >= 0.4


def wanted(state: Icar, own: Actor) -> tuple[str, str, str]:
    """What to declare: away if hurt and fast, into position if there are guns, else into them."""
    vehicle = car(own)
    foes = [each for each in enemies(state, own) if flying(each)]
    hurt = vehicle.hp * 2 <= vehicle.max_hp and not shield_up(state, own)
    if hurt and why_no_escape(state, own) is None:
        return ESCAPE, "", "fast enough to get away"
    across = [one for one in people(state) if one.aboard == own.id and one.side == own.side and not one.role and able(one)]
    if foes and across and vehicle.hp > vehicle.max_hp // 5:
        return RAM, foes[0].id, "so that the others can jump"
    if not foes or any(can_hurt(state, own, each) for each in foes):
        return FIRING_POSITION, "", "the gunners need it" if foes else "they fall already"
    alone = not any(one.side == own.side and able(one) and one.aboard != own.id for one in people(state))
    if alone and why_no_escape(state, own) is None:
        return ESCAPE, "", "nothing to fight with, and faster"
    softest = min(foes, key=lambda each: car(each).hp)
    if vehicle.hp >= car(softest).hp or not any(can_hurt(state, each, own) for each in foes):
        return RAM, softest.id, "the sounder one wins"
    return DODGE, "", "harder to hit"


def can_hurt(state: Icar, own: Actor, foe: Actor) -> bool:
    """Could one turn of all our guns, loaded, get through its shield?"""
    guns = [
        [*weapons_of(state, one, own), *(each for each in one.weapons if each.gun and not each.apart)]
        for one in at_role(state, own, GUNNER)
    ]
    most = sum(max((gun.damage for gun in having), default=0) for having in guns)
    return most > (car(foe).shield_hp if shield_up(state, foe) else 0)


def worth(state: Icar, side: str) -> float:
    """Hit points and people left on our side less those of the others."""
    value = 0.0
    for one in state.roster.values():
        if one.vehicle is not None:
            left = 0.5 + one.vehicle.hp / one.vehicle.max_hp if in_chase(one) else 0.0
            left = 1.0 if one.vehicle.gone == ESCAPED else left
        else:
            left = 0.5 if able(one) else 0.0
        value += left if one.side == side else -left
    return value
