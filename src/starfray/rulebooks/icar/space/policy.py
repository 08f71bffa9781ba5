"""A sensible crew: each takes the option with the best expected effect, mends what hurts, and runs when it must."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.values import Ask, Tally
from starfray.rulebooks.icar.actions import StandBy, TakeRole
from starfray.rulebooks.icar.core import ability, chance
from starfray.rulebooks.icar.space.actions import (
    ACTIONS,
    Cajole,
    Decide,
    HackCraft,
    HelpEngineering,
    Investigate,
    LightJump,
    LowerStn,
    Repair,
    RunAway,
    Shoot,
    SueForPeace,
    Travel,
)
from starfray.rulebooks.icar.space.allowed import why_no_option, why_not
from starfray.rulebooks.icar.space.crew import at_role, foes_of, open_craft, open_roles, ship, vessel
from starfray.rulebooks.icar.space.gunnery import HULL, add_shot, targetable
from starfray.rulebooks.icar.space.hackers import HACKS
from starfray.rulebooks.icar.space.legal import in_range, need_of
from starfray.rulebooks.icar.space.options import OPTIONS, STN_OPTIONS, TALKING, helps_of, stn_effect
from starfray.rulebooks.icar.space.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, Craft
from starfray.rulebooks.icar.state import Actor, Icar

SPEECH = "You are outgunned, and we are in a good mood."
TALE = "It goes better than anybody dared to hope."
MANOEUVRES = ("aggressive", "spinning-and-skidding", "in-every-axis", "ripping-balls")
VITAL = ("grav-engine", "generators", "light-jump", "grav-field")  # in the order they are mended
BLIND = ("icar.space.crit.narrative", "icar.space.crit.eng", "icar.space.crit.gunner")  # answered without a look at the fight


class Crew(Policy):
    name = "sensible crew"
    steady = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Icar = view
        one = state.roster[who]
        craft = ship(vessel(state, one))
        if helpless(craft) and why_not(state, one, "sue-for-peace") is None:
            return self._say(SueForPeace(who, "We cannot fight and we cannot run."), "nothing else is left")
        gunned = craft.fighter and bool(at_role(state, one.aboard, GUNNER))  # icar.space.fighter.one-role
        if gunned and one.role not in (GUNNER, PILOT):
            return self._say(StandBy(who), "one role a turn: the gun") if why_not(state, one, "stand-by") is None else None
        if one.role == OPERATIONS:
            return self._operations(state, one)
        if why_not(state, one, "stand-by") is not None:  # asked out of its phase, to take a vacant role
            roles = open_roles(state, one)
            return self._say(TakeRole(who, roles[0]), "a vacant role") if roles else None
        if one.role == ENGINEER:
            return self._engineer(state, one)
        if one.role == PILOT:
            return self._pilot(state, one)
        if one.role == HACKER:
            return self._hacker(state, one)
        return self._gunner(state, one)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _operations(self, state: Icar, one: Actor) -> Action | None:
        craft = ship(vessel(state, one))
        wanted = "flee" if wants_away(craft) else "attack"
        if craft.stance != wanted and why_not(state, one, "decide") is None:
            worn = "the hull will not take much more" if craft.clusters else "no guns"
            return self._say(Decide(one.id, wanted), worn if wanted == "flee" else "we can win this")
        if why_not(state, one, "stand-by") is not None:
            return None
        doubtful = [each for each in foes_of(state, vessel(state, one)) if each.assumed] if state.turn == 1 else []
        if doubtful:
            return self._say(Investigate(one.id, doubtful[0].id), "know the enemy first")
        if why_no_option(state, one, "stn") is not None:
            return self._help(state, one)
        abilities = [ability(one, skill) for skill in TALKING]
        talk = TALKING[abilities.index(max(abilities))]
        spoken = 2 * chance(need_of(state, one, OPTIONS["cajole"], talk))
        worked = chance(need_of(state, one, OPTIONS["stn"]))
        if spoken > worked:
            return self._say(Cajole(one.id, talk, SPEECH), "words do more than consoles")
        return self._say(LowerStn(one.id), "a little off the STN")

    def _help(self, state: Icar, one: Actor) -> Action:
        """Without main power Operations can still make a repair easier."""
        mending = [
            each
            for each in at_role(state, one.aboard, ENGINEER)
            if each.at_system in ship(vessel(state, one)).inoperable and need_of(state, each, OPTIONS["repair"]) > 2
        ]
        if mending:
            return self._say(HelpEngineering(one.id, mending[0].id), f"{mending[0].id} has something to mend")
        return self._say(StandBy(one.id), "no power")

    def _engineer(self, state: Icar, one: Actor) -> Action:
        craft = ship(vessel(state, one))
        if one.at_system in craft.inoperable and why_no_option(state, one, "repair") is None:
            return self._say(Repair(one.id), f"mend the {one.at_system}")
        covered = [each.at_system for each in at_role(state, one.aboard, ENGINEER) if each is not one]
        broken = [
            key
            for key in VITAL
            if key in craft.inoperable and key not in craft.destroyed and key not in covered and key != one.at_system
        ]
        if broken and one.at_system not in craft.inoperable:
            return self._say(Travel(one.id, broken[0]), f"the {broken[0]} must work again")
        helped = any(kind in STN_OPTIONS for kind in state.space.acted.values())  # icar.space.engineers.one-stn
        best = None if helped or craft.down("generators") else self._best(state, one, STN_OPTIONS)
        return best or self._say(StandBy(one.id), "nothing to be done")

    def _pilot(self, state: Icar, one: Actor) -> Action:
        craft = ship(vessel(state, one))
        leaving = craft.stance == "flee" or (not craft.stance and wants_away(craft))
        if leaving and why_no_option(state, one, "light-jump") is None:
            return self._say(LightJump(one.id), "away from here")
        if leaving and why_no_option(state, one, "run-away") is None:
            return self._say(RunAway(one.id), "out of their range")
        if craft.fighter and at_role(state, one.aboard, GUNNER):
            return self._say(StandBy(one.id), "one role a turn: the gun")
        best = None if craft.down("grav-engine") else self._best(state, one, MANOEUVRES)
        return best or self._say(StandBy(one.id), "the craft does not answer")

    def _best(self, state: Icar, one: Actor, kinds: tuple[str, ...]) -> Action | None:
        """The option that takes most off the STN, weighed by its chance; half a point for each of the pilot's."""
        found, most = "", 0.0
        eased = sum(each.amount for each in helps_of(state, one)) - ability(one, OPTIONS[kinds[0]].skill)
        for kind in kinds:
            option = OPTIONS[kind]
            value = chance(option.tn + eased) * -(stn_effect(state, option) + option.pilot / 4)
            if value > most and why_no_option(state, one, kind) is None:
                found, most = kind, value
        return self._say(ACTIONS[found](one.id), f"worth {most:.1f} off the STN") if found else None

    def _hacker(self, state: Icar, one: Actor) -> Action:
        """The generators of a craft with a crew first: its Operations and engineers are half its strength."""
        for craft in open_craft(state, one):
            for hack in ("generators", "gravity", "life-support", "doors"):
                system = HACKS[hack][0]
                if not system or (system in ship(craft).systems and system not in ship(craft).hack_coming):
                    return self._say(HackCraft(one.id, craft.id, hack), f"the {hack} of {craft.id}")
        return self._say(StandBy(one.id), "no way into their systems")

    def _gunner(self, state: Icar, one: Actor) -> Action:
        craft = ship(vessel(state, one))
        if not craft.clusters and PILOT in open_roles(state, one):
            return self._say(TakeRole(one.id, PILOT), "no guns, and somebody must fly")
        if craft.stance == "flee" and craft.away and can_run(craft):
            return self._say(StandBy(one.id), "firing would bring us back into range")
        foes = in_range(state, one)
        if not foes or why_no_option(state, one, "shoot") is not None:
            return self._say(StandBy(one.id), "nothing to shoot at")
        target = foes[0]
        for each in foes[1:]:
            if nearer_its_end(ship(each), ship(target)):
                target = each
        enemy = ship(target)
        if enemy.running and not enemy.shields and "grav-engine" in targetable(state, enemy):
            tally = Tally(False)
            add_shot(state, tally, one, target, "grav-engine")
            if chance(tally.total) >= 0.5:
                return self._say(Shoot(one.id, target.id, "grav-engine"), "so that it cannot run")
        return self._say(Shoot(one.id, target.id, HULL), f"{target.id} is nearest to its end")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule == "icar.space.crit.narrative":
            self.why = "a bonus wants a tale"
            return TALE
        if ask.rule == "icar.pool.draw":
            self.why = "a die may still do it"
            return "yes" if ask.facts["short"] <= 6 else "no"
        if ask.rule in ("icar.space.crit.eng", "icar.space.crit.gunner"):
            self.why = "what hurts most"
            keys = [option.key for option in ask.options]
            return next((key for key in VITAL if key in keys), keys[0])
        self.why = "as the book suggests"
        return first_answer(ask)


def wants_away(craft: Craft) -> bool:
    return (losing(craft) or not craft.clusters) and can_run(craft)


def helpless(craft: Craft) -> bool:
    """No guns, and no way to leave or to mend one."""
    return not craft.clusters and (
        "light-jump" not in craft.systems
        or "grav-engine" not in craft.systems
        or any(key in craft.destroyed for key in ("light-jump", "grav-engine"))
    )


def nearer_its_end(craft: Craft, other: Craft) -> bool:
    if craft.shields != other.shields:
        return craft.shields < other.shields
    return craft.hull - craft.hull_damage < other.hull - other.hull_damage


def losing(craft: Craft) -> bool:
    return craft.shields == 0 and craft.hull_damage * 2 >= craft.hull


def can_run(craft: Craft) -> bool:
    """Into a light jump, now or once it is mended."""
    return not craft.down("grav-engine") and "light-jump" in craft.systems and not craft.down("light-jump")


def worth(state: Icar, side: str) -> float:
    """Shields and hull left on our side less those of the others, each craft on a scale of its own."""
    value = 0.0
    for one in state.roster.values():
        if one.craft is not None:
            left = 0.0 if one.out else 1.0 + (one.craft.hull - one.craft.hull_damage) / one.craft.hull
            if not one.out and one.craft.max_shields:
                left += (one.craft.shields - one.craft.shield_hit) / one.craft.max_shields
            value += left if one.side == side else -left
    return value
