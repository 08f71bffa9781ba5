"""A sensible crew: guns into position, power where it is needed, away when it must, across when it can."""

from __future__ import annotations

from typing import Any

from starfray.engine.rules import Action, ActionKind, Ask, Deciding, Generator, Rulebook, first_answer
from starfray.rulebooks.icar.common.actions import StandBy, TakeRole
from starfray.rulebooks.icar.common.check import ability, chance
from starfray.rulebooks.icar.common.injury import shield_up
from starfray.rulebooks.icar.common.person import able, down, people, skill_of
from starfray.rulebooks.icar.common.records import DODGE, ESCAPE, ESCAPED, FIRING_POSITION, GUNNER, PILOT, RAM, Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import car, vehicle_shield_up
from starfray.rulebooks.icar.ground.escape import Escape
from starfray.rulebooks.icar.ground.medic_policy import is_medic, treatment
from starfray.rulebooks.icar.ground.plain_actions import ChangeMagazine, ChangeWeapon
from starfray.rulebooks.icar.ground.policy import Brawler, best_combo
from starfray.rulebooks.icar.ground.shields import ShieldOn, no_shield
from starfray.rulebooks.icar.ground.single_hit import Hit
from starfray.rulebooks.icar.vehicle.boarding import Jump, Wait, landings, leap_need, touching
from starfray.rulebooks.icar.vehicle.crew import (
    BOARD,
    DECLARE,
    at_role,
    crew,
    enemies,
    flying,
    foes_aboard,
    foes_on,
    in_chase,
    open_roles,
    phase_of,
)
from starfray.rulebooks.icar.vehicle.danglers import Climb, KickOff, PullUp, hanging
from starfray.rulebooks.icar.vehicle.gunnery import GUN, VEHICLE, Gun, exposed, shot_need, weapons_of
from starfray.rulebooks.icar.vehicle.helpers import (
    ENGINE_POWER,
    HACK_AUTOPILOT,
    HACK_ENEMY,
    MEND_SHIELD,
    PLATES_POWER,
    SHORT_CUT,
    TRAFFIC,
    HackEnemy,
)
from starfray.rulebooks.icar.vehicle.piloting import Autopilot, Declare, Fly, flight_need, why_no_escape
from starfray.rulebooks.icar.vehicle.role_options import FLYING, OPTIONS
from starfray.rulebooks.icar.vehicle.turn import refusal

#: asked in the middle of a fight hand to hand, and answered as on foot
IN_A_DUEL = (
    "icar.ruling.duel-sides", "icar.close.attribute-swap", "icar.close.combo.describe-first", "icar.close.swap.grant",
    "icar.close.duel.choose-order", "icar.ruling.gunfu-roll",
)  # fmt: skip
TALE = "It goes better than anybody dared to hope."


class Chase(Deciding):
    name = "sensible chase"
    steady = True

    def __init__(self) -> None:
        super().__init__()
        self.brawler = Brawler()  # answers for those who fight hand to hand

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        action = self._choose(book, view, who)
        return action is None or self.does(action, self.why) or self.does(StandBy(who), "nothing better is possible")

    def _choose(self, book: Rulebook, view: Any, who: str) -> Action | None:
        state: Icar = view
        actor = state.roster[who]
        phase = phase_of(state)
        if actor.aboard not in state.roster or not phase:
            return None
        own = state.roster[actor.aboard]
        if actor.shields and not actor.dangling and shield_up(actor) is None and no_shield(state, actor) is None:
            return self._say(ShieldOn(who), "a shield costs nothing")
        if down(actor) and not actor.acted:
            return self._say(Escape(who), "up again first")
        if phase == DECLARE:
            goal, target, why = wanted(state, own)
            return self._say(Declare(who, goal, target), why)
        if must_fight(state, actor, own):
            return self._hand_to_hand(book, state, actor)
        first = self._first_of_all(state, actor, own)
        if first is not None:
            return first
        if actor.role == PILOT and car(own).autopilot:
            return self._hands_free(state, actor, own)
        if phase == BOARD:
            return self._board(state, actor, own)
        if phase == GUNNER:
            return self._gun(state, actor, own)
        if phase == PILOT:
            return self._say(Fly(who), f"for the {car(own).goal}")
        return self._help(book, state, actor, own)

    def _first_of_all(self, state: Icar, actor: Actor, own: Actor) -> Action | None:
        """Friends who are dying, and controls nobody is at."""
        patient = treatment(state, actor) if is_medic(actor) and not actor.acted and not actor.dangling else None
        if patient is not None:
            return self._say(*patient)
        if unflown(state, own) and belongs_at_the_controls(state, actor, own):
            return self._say(TakeRole(actor.id, PILOT), "somebody must fly")
        return None

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _hands_free(self, state: Icar, actor: Actor, own: Actor) -> Action:
        if GUNNER in open_roles(state, actor) and weapons_of(state, actor, own):
            return self._say(TakeRole(actor.id, GUNNER), "the autopilot flies")
        if not any(can_hurt(state, own, foe) for foe in enemies(state, own)):
            return self._say(Autopilot(actor.id, on=False), "an autopilot wins no fight")
        return self._say(StandBy(actor.id), "the autopilot flies")

    def _help(self, book: Rulebook, state: Icar, actor: Actor, own: Actor) -> Action:
        """The option that fits what was declared, else the one that hurts the enemy."""
        if wants_across(state, actor, own):
            return self._say(Wait(actor.id), "across to them as soon as they touch")
        if not at_role(state, own, GUNNER) and GUNNER in open_roles(state, actor) and could_shoot(state, actor, own):
            return self._say(TakeRole(actor.id, GUNNER), "somebody must shoot")
        goal = car(own).goal
        for kind in (ENGINE_POWER, PLATES_POWER, TRAFFIC, SHORT_CUT):
            if goal in OPTIONS[kind.name].goals and is_open(book, state, actor, kind):
                return self._say(kind.action(actor.id), f"helps to {goal}")
        for kind in (MEND_SHIELD, HACK_AUTOPILOT):
            if (kind is not HACK_AUTOPILOT or car(own).autopilot) and is_open(book, state, actor, kind):
                return self._say(kind.action(actor.id), "what is broken must be mended")
        flown = [foe for foe in enemies(state, own) if flying(foe) and not car(foe).lost_control]
        if flown and is_open(book, state, actor, HACK_ENEMY):
            return self._say(HackEnemy(actor.id, flown[0].id, "control"), f"{flown[0].id} shall slip")
        return self._say(StandBy(actor.id), "nothing to be done")

    def _hand_to_hand(self, book: Rulebook, state: Icar, actor: Actor) -> Action:
        """Intruders go for whoever flies; the crew for whoever has come aboard."""
        foes = foes_aboard(state, actor)
        awake = [foe for foe in foes if able(foe)]
        if actor.acted:
            return self._say(StandBy(actor.id), "the turn is spent")
        if not awake:
            seats = open_roles(state, actor)
            if PILOT in seats and flying(state.roster[actor.aboard]):
                return self._say(TakeRole(actor.id, PILOT), "the controls are ours")
            return self._say(StandBy(actor.id), "they are beaten")
        target = next((other for other in awake if other.role == PILOT), awake[0])
        guns = weapons_of(state, actor, state.roster[actor.aboard])
        if guns and is_open(book, state, actor, GUN) and skill_of(actor, "shooting") > skill_of(actor, "street-fighting"):
            return self._say(Gun(actor.id, actor.aboard, target.id), f"{target.id} at arm's length")
        fight = best_combo(state, actor, [target])
        if fight is not None:
            return self._say(fight[0], f"worth {fight[1]:.1f}")
        return self._say(Hit(actor.id, target.id), f"{target.id} is within reach")

    def _board(self, state: Icar, actor: Actor, own: Actor) -> Action:
        if actor.dangling:
            return self._say(Climb(actor.id), "up and in")
        outside = hanging(state, actor)
        if outside and (actor.side == own.side or outside[0].side == actor.side):
            return self._with_dangler(actor, outside[0])
        if worth_a_shot(state, actor, own):
            return self._gun(state, actor, own)
        for target in landings(state, actor):
            safer = not flying(own) and flying(target)
            if touching(own, target) and target.side != actor.side and chance(leap_need(actor, 12)) >= 0.4:
                return self._say(Jump(actor.id, target.id), "now, while they touch")
            if safer:
                return self._say(Jump(actor.id, target.id), "better than falling")
        if wants_across(state, actor, own):
            return self._say(StandBy(actor.id), "the next ram will do it")
        if not actor.role and actor.side == own.side and GUNNER in open_roles(state, actor) and weapons_of(state, actor, own):
            return self._say(TakeRole(actor.id, GUNNER), "a gun may help")
        return self._say(StandBy(actor.id), "waits for a chance")

    def _with_dangler(self, actor: Actor, outside: Actor) -> Action:
        if outside.side == actor.side:
            return self._say(PullUp(actor.id, outside.id), "in with you")
        return self._say(KickOff(actor.id, outside.id), f"{outside.id} shall not come aboard")

    def _gun(self, state: Icar, actor: Actor, own: Actor) -> Action:
        if not weapons_of(state, actor, own):
            return self._say(*another_gun(actor))
        hanging = next((foe for foe in foes_on(state, actor) if foe.dangling and able(foe)), None)
        if hanging is not None:
            return self._say(Gun(actor.id, own.id, hanging.id), f"{hanging.id} shall not come aboard")
        shots = [shot for foe in enemies(state, own) if not car(foe).falling for shot in shots_at(state, actor, foe)]
        worthwhile = [shot for shot in shots if shot[0] > 0]
        if not worthwhile:
            return self._say(StandBy(actor.id), "nothing to shoot at")
        _, target, aim = max(worthwhile, key=lambda shot: shot[0])  # the first of equals
        return self._say(Gun(actor.id, target, aim), f"{target} shall fall" if aim == VEHICLE else f"{aim} sits in the open")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule in IN_A_DUEL:
            answer = self.brawler.answer(book, view, ask, generator)
            self.why = self.brawler.why
            return answer
        if ask.kind == "text":
            self.why = "a tale for the table"
            return TALE
        if ask.rule == "icar.pool.draw":
            self.why = "a die may still do it"
            return "yes" if 0 < ask.facts["short"] <= 6 else "no"
        self.why = "as the book suggests"
        return first_answer(ask)


def another_gun(actor: Actor) -> tuple[Action, str]:
    """A gun that is loaded into the hand, or a fresh magazine for one that is not."""
    guns = [weapon for weapon in actor.weapons if weapon.gun and not weapon.apart]
    loaded = next((weapon for weapon in guns if weapon.rounds and weapon.key != actor.hand), None)
    if loaded is not None:
        return ChangeWeapon(actor.id, loaded.key), "a gun that shoots"
    empty = next((weapon for weapon in guns if not weapon.rounds and weapon.spares != 0), None)
    return (ChangeMagazine(actor.id, empty.key), "empty") if empty is not None else (StandBy(actor.id), "no gun")


def is_open(book: Rulebook, state: Icar, actor: Actor, kind: ActionKind) -> bool:
    """May somebody do this now, whatever it is aimed at?"""
    return (refusal(state, actor, kind) or kind.refusal(state, actor, book.content_in_use())) is None


def unflown(state: Icar, own: Actor) -> bool:
    return not at_role(state, own, PILOT) and flying(own) and not car(own).autopilot


def belongs_at_the_controls(state: Icar, actor: Actor, own: Actor) -> bool:
    """Whoever has nothing to shoot with that hurts anybody; of several the best pilot. Who shoots well stays at the gun."""
    if PILOT not in open_roles(state, actor) or (actor.role == GUNNER and useful_gunner(state, actor, own)):
        return False
    if actor.side != own.side:  # icar.vehicle.end: nobody of theirs is left to hold it
        return True
    idle = [member for member in crew(state, own) if member.role != GUNNER or not useful_gunner(state, member, own)]
    return actor is max(idle, key=lambda member: (not member.acted, ability(member, FLYING)))


def useful_gunner(state: Icar, actor: Actor, own: Actor) -> bool:
    foes = [foe for foe in enemies(state, own) if not car(foe).falling]
    return could_shoot(state, actor, own) and any(can_hurt(state, own, foe) for foe in foes)


def could_shoot(state: Icar, actor: Actor, own: Actor) -> bool:
    """With a mounted gun, with the one in the hand, or with one that is drawn or loaded first."""
    if weapons_of(state, actor, own):
        return True
    return any(has_shots(gun) for gun in actor.weapons)


def has_shots(weapon: Weapon) -> bool:
    return weapon.gun and not weapon.apart and (weapon.rounds > 0 or weapon.spares != 0)


def worth_a_shot(state: Icar, actor: Actor, own: Actor) -> bool:
    """From a car that falls, with a gun in the hand and nothing to jump to."""
    if actor.role != GUNNER or flying(own) or not weapons_of(state, actor, own):
        return False
    safe = any(flying(target) for target in landings(state, actor))
    return not safe and not car(own).gone and any(not car(foe).falling for foe in enemies(state, own))


def shots_at(state: Icar, actor: Actor, foe: Actor) -> list[tuple[float, str, str]]:
    """What each shot at a vehicle or at people in it is worth: value, target, aim."""
    friends = any(friend.aboard == foe.id and friend.side == actor.side for friend in people(state))
    found = [(chance(shot_need(state, actor, foe, VEHICLE)) * (0.3 if friends else 1.0), foe.id, VEHICLE)]
    for person in exposed(state, foe) if not vehicle_shield_up(state, foe) else ():
        shield = shield_up(person)
        stopped = shield is not None and shield.taken + most_damage(state, actor) <= shield.hp  # icar.shield.overload
        if person.side != actor.side and able(person) and not stopped:
            value = chance(shot_need(state, actor, foe, person.id)) * (2.0 if person.role == PILOT else 1.2)
            found.append((value, foe.id, person.id))
    return found


def most_damage(state: Icar, actor: Actor) -> int:
    return max((gun.damage for gun in weapons_of(state, actor, state.roster[actor.aboard])), default=0)


def must_fight(state: Icar, actor: Actor, own: Actor) -> bool:
    """Intruders always, the crew while one of them is on their feet; the pilot leaves it to the others."""
    foes = foes_aboard(state, actor)
    if actor.side != own.side:
        return bool(foes)
    if not any(able(foe) for foe in foes):
        return False
    return actor.role != PILOT or not [member for member in crew(state, own) if member is not actor]


def wants_across(state: Icar, actor: Actor, own: Actor) -> bool:
    return car(own).goal == RAM and skill_of(actor, "street-fighting") >= 2 and chance(leap_need(actor, 12)) >= 0.4


def wanted(state: Icar, own: Actor) -> tuple[str, str, str]:
    """What to declare: away if hurt and fast, into position if there are guns, else into them."""
    vehicle = car(own)
    foes = [foe for foe in enemies(state, own) if flying(foe)]
    damaged = vehicle.hp * 2 <= vehicle.max_hp and not vehicle_shield_up(state, own)
    if damaged and why_no_escape(state, own) is None:
        return ESCAPE, "", "fast enough to get away"
    friends = [friend for friend in people(state) if friend.side == own.side and able(friend)]
    if foes and any(idle_aboard(own, friend) for friend in friends) and vehicle.hp > vehicle.max_hp // 5:
        return RAM, foes[0].id, "so that the others can jump"
    rammed = next((foe for foe in foes if ram_is_better(state, own, foe)), None)
    if rammed is not None:
        return RAM, rammed.id, "more than the guns do"
    if not foes or any(can_hurt(state, own, foe) for foe in foes):
        return FIRING_POSITION, "", "the gunners need it" if foes else "they fall already"
    if all(friend.aboard == own.id for friend in friends) and why_no_escape(state, own) is None:
        return ESCAPE, "", "nothing to fight with, and faster"
    return without_guns(state, own, foes)


def without_guns(state: Icar, own: Actor, foes: list[Actor]) -> tuple[str, str, str]:
    softest = min(foes, key=lambda foe: car(foe).hp)
    if car(own).hp >= car(softest).hp or not any(can_hurt(state, foe, own) for foe in foes):
        return RAM, softest.id, "the sounder one wins"
    return DODGE, "", "harder to hit"


def ram_is_better(state: Icar, own: Actor, foe: Actor) -> bool:
    """Does a ram take clearly more than all our guns, from somebody who has less to lose?"""
    if car(own).hp <= car(foe).hp:
        return False
    pilot = at_role(state, own, PILOT)[0]
    rammed = chance(flight_need(state, pilot, RAM)) * (car(own).max_hp // 10)
    if not can_hurt(state, own, foe):
        return rammed > 0
    shot = 0.0
    for gunner in at_role(state, own, GUNNER):
        guns = weapons_of(state, gunner, own)
        if guns:
            shot += chance(shot_need(state, gunner, foe, VEHICLE)) * max(gun.damage for gun in guns)
    return rammed > 2 * shot


def idle_aboard(own: Actor, friend: Actor) -> bool:
    return friend.aboard == own.id and not friend.role


def can_hurt(state: Icar, own: Actor, foe: Actor) -> bool:
    """Could one turn of all our guns, loaded, get through its shield?"""
    guns = [
        [*weapons_of(state, member, own), *(weapon for weapon in member.weapons if has_shots(weapon))]
        for member in at_role(state, own, GUNNER)
    ]
    most = sum(max((gun.damage for gun in having), default=0) for having in guns)
    return most > (car(foe).shield_hp if vehicle_shield_up(state, foe) else 0)


def worth(state: Icar, side: str) -> float:
    """Hit points and people left on our side less those of the others."""
    value = 0.0
    for actor in state.roster.values():
        if actor.vehicle is not None:
            left = 0.5 + actor.vehicle.hp / actor.vehicle.max_hp if in_chase(actor) else 0.0
            left = 1.0 if actor.vehicle.gone == ESCAPED else left
        else:
            left = 0.5 if able(actor) else 0.0
        value += left if actor.side == side else -left
    return value
