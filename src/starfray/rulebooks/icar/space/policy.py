"""A sensible crew: each takes the option with the best expected effect, mends what hurts, and runs when it must."""

from __future__ import annotations

from typing import Any

from starfray.engine.rules import Action, ActionKind, Ask, Deciding, Generator, Rulebook, Tally, first_answer
from starfray.rulebooks.icar.common.actions import StandBy, TakeRole
from starfray.rulebooks.icar.common.check import ability, chance
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.medic_policy import is_medic, treatment
from starfray.rulebooks.icar.space.crew import at_role, crew, foes_of, open_craft, open_roles, ship, vessel
from starfray.rulebooks.icar.space.engineering import (
    POWER_TO_ENGINES,
    REROUTE,
    SHUT_DOWN,
    TECHNOBABBLE,
    Repair,
    Travel,
    no_repair,
    no_stn,
)
from starfray.rulebooks.icar.space.gunnery import HULL, Shoot, add_shot, in_range, no_shot, targetable
from starfray.rulebooks.icar.space.hackers import HACKS, HackCraft
from starfray.rulebooks.icar.space.operations import (
    Cajole,
    Decide,
    HelpEngineering,
    Investigate,
    LowerStn,
    SueForPeace,
    no_final_say,
    no_peace,
    no_power,
)
from starfray.rulebooks.icar.space.piloting import (
    AGGRESSIVE,
    IN_EVERY_AXIS,
    RIPPING_BALLS,
    SPINNING_AND_SKIDDING,
    LightJump,
    RunAway,
    no_jump,
    no_manoeuvre,
    no_run,
)
from starfray.rulebooks.icar.space.role_options import OPTIONS, TALKING, helps_of, need_of, refusal, stn_effect
from starfray.rulebooks.icar.space.turn import STAND_BY

SPEECH = "You are outgunned, and we are in a good mood."
TALE = "It goes better than anybody dared to hope."
STN_POWER = (REROUTE, SHUT_DOWN, POWER_TO_ENGINES, TECHNOBABBLE)
MANOEUVRES = (AGGRESSIVE, SPINNING_AND_SKIDDING, IN_EVERY_AXIS, RIPPING_BALLS)
VITAL = ("grav-engine", "generators", "light-jump", "grav-field")  # in the order they are mended
BLIND = ("icar.space.crit.narrative", "icar.space.crit.eng", "icar.space.crit.gunner")  # answered without a look at the fight


class Crew(Deciding):
    name = "sensible crew"
    steady = True

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        action = self._choose(book, view, who)
        return action is None or self.does(action, self.why) or self.does(StandBy(who), "nothing better is possible")

    def _choose(self, book: Rulebook, view: Any, who: str) -> Action | None:
        state: Icar = view
        actor = state.roster[who]
        craft = ship(vessel(state, actor))
        free = not actor.role or refusal(state, actor, STAND_BY) is None
        patient = treatment(state, actor) if free and is_medic(actor) else None
        if patient is not None:
            return self._say(*patient)
        if helpless(state, actor.aboard, craft) and (refusal(state, actor, STAND_BY) or no_peace(state, actor)) is None:
            return self._say(SueForPeace(who, "We cannot fight and we cannot run."), "nothing else is left")
        role = vacancy(state, actor, craft)
        if role:
            return self._say(TakeRole(who, role), "the guns need somebody" if role == GUNNER else "somebody must fly")
        gunned = craft.fighter and bool(at_role(state, actor.aboard, GUNNER))  # icar.space.fighter.one-role
        if gunned and actor.role not in (GUNNER, PILOT):
            return self._say(StandBy(who), "one role a turn: the gun") if refusal(state, actor, STAND_BY) is None else None
        return self._at_station(state, actor)

    def _at_station(self, state: Icar, actor: Actor) -> Action | None:
        if actor.role == OPERATIONS:
            return self._operations(state, actor)
        if not actor.role or refusal(state, actor, STAND_BY) is not None:  # asked out of its phase, to take a vacant role
            roles = open_roles(state, actor)
            return self._say(TakeRole(actor.id, roles[0]), "a vacant role") if roles else None
        if actor.role == ENGINEER:
            return self._engineer(state, actor)
        if actor.role == PILOT:
            return self._pilot(state, actor)
        if actor.role == HACKER:
            return self._hacker(state, actor)
        return self._gunner(state, actor)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _operations(self, state: Icar, actor: Actor) -> Action | None:
        craft = ship(vessel(state, actor))
        wanted = "flee" if wants_away(craft) else "attack"
        if craft.stance != wanted and no_final_say(state, actor) is None:
            worn = "the hull will not take much more" if craft.clusters else "no guns"
            return self._say(Decide(actor.id, wanted), worn if wanted == "flee" else "we can win this")
        if refusal(state, actor, STAND_BY) is not None:
            return None
        doubtful = [foe for foe in foes_of(state, vessel(state, actor)) if foe.assumed] if state.turn == 1 else []
        if doubtful:
            return self._say(Investigate(actor.id, doubtful[0].id), "know the enemy first")
        if no_power(state, actor) is not None:
            return self._help(state, actor)
        abilities = [ability(actor, skill) for skill in TALKING]
        talk = TALKING[abilities.index(max(abilities))]
        spoken = 2 * chance(need_of(state, actor, OPTIONS["cajole"], talk))
        worked = chance(need_of(state, actor, OPTIONS["stn"]))
        if spoken > worked:
            return self._say(Cajole(actor.id, talk, SPEECH), "words do more than consoles")
        return self._say(LowerStn(actor.id), "a little off the STN")

    def _help(self, state: Icar, actor: Actor) -> Action:
        """Without main power Operations can still make a repair easier."""
        mending = [
            member
            for member in at_role(state, actor.aboard, ENGINEER)
            if member.at_system in ship(vessel(state, actor)).inoperable and need_of(state, member, OPTIONS["repair"]) > 2
        ]
        if mending:
            return self._say(HelpEngineering(actor.id, mending[0].id), f"{mending[0].id} has something to mend")
        return self._say(StandBy(actor.id), "no power")

    def _engineer(self, state: Icar, actor: Actor) -> Action:
        craft = ship(vessel(state, actor))
        if actor.at_system in craft.inoperable and no_repair(state, actor) is None:
            return self._say(Repair(actor.id), f"mend the {actor.at_system}")
        covered = [member.at_system for member in at_role(state, actor.aboard, ENGINEER) if member is not actor]
        broken = [
            key
            for key in VITAL
            if key in craft.inoperable and key not in craft.destroyed and key not in covered and key != actor.at_system
        ]
        if broken and actor.at_system not in craft.inoperable:
            return self._say(Travel(actor.id, broken[0]), f"the {broken[0]} must work again")
        best = None if no_stn(state, actor) is not None else self._best(state, actor, STN_POWER)
        return best or self._say(StandBy(actor.id), "nothing to be done")

    def _pilot(self, state: Icar, actor: Actor) -> Action:
        craft = ship(vessel(state, actor))
        leaving = craft.stance == "flee" or (not craft.stance and wants_away(craft))
        if leaving and no_jump(state, actor) is None:
            return self._say(LightJump(actor.id), "away from here")
        if leaving and no_run(state, actor) is None:
            return self._say(RunAway(actor.id), "out of their range")
        if craft.fighter and at_role(state, actor.aboard, GUNNER):
            return self._say(StandBy(actor.id), "one role a turn: the gun")
        best = None if no_manoeuvre(state, actor) is not None else self._best(state, actor, MANOEUVRES)
        return best or self._say(StandBy(actor.id), "the craft does not answer")

    def _best(self, state: Icar, actor: Actor, kinds: tuple[ActionKind, ...]) -> Action | None:
        """The option that takes most off the STN, weighed by its chance; half a point for each of the pilot's."""
        found, most = None, 0.0
        spent = ship(vessel(state, actor)).spent
        eased = sum(help.amount for help in helps_of(state, actor)) - ability(actor, OPTIONS[kinds[0].name].skill)
        for kind in kinds:
            option = OPTIONS[kind.name]
            value = chance(option.tn + eased) * -(stn_effect(state, option) + option.pilot / 4)
            if value > most and not (option.once and kind.name in spent):
                found, most = kind, value
        return self._say(found.action(actor.id), f"worth {most:.1f} off the STN") if found is not None else None

    def _hacker(self, state: Icar, actor: Actor) -> Action:
        """The generators of a craft with a crew first: its Operations and engineers are half its strength."""
        for craft in open_craft(state, actor):
            for hack in ("generators", "gravity", "life-support", "doors"):
                system = HACKS[hack][0]
                if hack == "doors" or (system in ship(craft).systems and system not in ship(craft).hack_coming):
                    return self._say(HackCraft(actor.id, craft.id, hack), f"the {hack} of {craft.id}")
        return self._say(StandBy(actor.id), "no way into their systems")

    def _gunner(self, state: Icar, actor: Actor) -> Action:
        craft = ship(vessel(state, actor))
        if not craft.clusters and PILOT in open_roles(state, actor):
            return self._say(TakeRole(actor.id, PILOT), "no guns, and somebody must fly")
        if craft.stance == "flee" and craft.away and can_run(craft):
            return self._say(StandBy(actor.id), "firing would bring us back into range")
        foes = in_range(state, actor)
        if not foes or no_shot(state, actor) is not None:
            return self._say(StandBy(actor.id), "nothing to shoot at")
        target = foes[0]
        for foe in foes[1:]:
            if nearer_its_end(ship(foe), ship(target)):
                target = foe
        enemy = ship(target)
        if enemy.running and not enemy.shields and "grav-engine" in targetable(state, enemy):
            tally = Tally(False)
            add_shot(state, tally, actor, target, "grav-engine")
            if chance(tally.total) >= 0.5:
                return self._say(Shoot(actor.id, target.id, "grav-engine"), "so that it cannot run")
        return self._say(Shoot(actor.id, target.id, HULL), f"{target.id} is nearest to its end")

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


def vacancy(state: Icar, actor: Actor, craft: Craft) -> str:
    """The role that matters most now and that nobody able has: the guns in a fight, the controls in flight."""
    leaving = craft.stance != "attack" and wants_away(craft)
    role = PILOT if leaving or not craft.clusters else GUNNER
    if actor.role == role or at_role(state, actor.aboard, role) or role not in open_roles(state, actor):
        return ""
    team = crew(state, actor.aboard)
    skill = OPTIONS["run-away" if role == PILOT else "shoot"].skill
    return role if actor is max(team, key=lambda member: (bool(open_roles(state, member)), ability(member, skill))) else ""


def wants_away(craft: Craft) -> bool:
    return (losing(craft) or not craft.clusters) and can_run(craft)


def helpless(state: Icar, own: str, craft: Craft) -> bool:
    """No guns, and no way to leave or to mend one."""
    if craft.clusters or can_run(craft):
        return False
    return (
        "light-jump" not in craft.systems
        or "grav-engine" not in craft.systems
        or any(key in craft.destroyed for key in ("light-jump", "grav-engine"))
        or not at_role(state, own, ENGINEER)
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
    for actor in state.roster.values():
        if actor.craft is not None:
            left = 0.0 if actor.out else 1.0 + (actor.craft.hull - actor.craft.hull_damage) / actor.craft.hull
            if not actor.out and actor.craft.max_shields:
                left += (actor.craft.shields - actor.craft.shield_hit) / actor.craft.max_shields
            value += left if actor.side == side else -left
    return value
