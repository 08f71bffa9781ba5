"""The default policy: takes cover, shoots what it can hurt most, reloads, gets near with a blade, treats its own."""

from __future__ import annotations

from typing import Any

from starfray.engine.rules import Action, Ask, Generator, Policy, Rulebook, first_answer
from starfray.engine.scene import Point, apart, covers_at, known_distance
from starfray.rulebooks.coriolis.aim import guns_of
from starfray.rulebooks.coriolis.attack import FullAuto, QuickShot, Reload, SetUp, Shot, TakeCover
from starfray.rulebooks.coriolis.core import NORMAL, SLOW
from starfray.rulebooks.coriolis.gear import usable
from starfray.rulebooks.coriolis.grapple import BreakFree, GrappleAttack, Release
from starfray.rulebooks.coriolis.healing import FirstAid, Surgery
from starfray.rulebooks.coriolis.hooks import reload_cost
from starfray.rulebooks.coriolis.melee import MeleeAttack, QuickMelee
from starfray.rulebooks.coriolis.movement import Draw, GetUp, Move, PickUp, movement_of
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, engaged_with_anyone, within
from starfray.rulebooks.coriolis.remedies import Douse
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, shut_in
from starfray.rulebooks.coriolis.turn import EndTurn
from starfray.rulebooks.coriolis.vehicle import Drive, Leave, Ram, StartVehicle

REACTIONS = (
    "coriolis.action.defend", "coriolis.action.overwatch-fire", "coriolis.action.opportunity",
    "coriolis.ruling.overwatch.mutual",
)  # fmt: skip
BURST = 4  # extra dice a burst goes for before it stops
SHORT: float = LIMITS[1]


def gap_to(state: Coriolis, actor: Fighter, other: Fighter) -> float:
    gap = known_distance(state, actor, other)
    return 10.0 if gap is None else gap


def foes_of(state: Coriolis, actor: Fighter) -> list[Fighter]:
    """Enemies that still count."""
    return [each for each in state.roster.values() if each.side != actor.side and each.conscious and each.person]


def nearest(state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Fighter:
    """Of those equally near the one with the fewest Hit Points."""
    found, least = foes[0], gap_to(state, actor, foes[0])
    for each in foes:
        gap = gap_to(state, actor, each)
        if gap < least or (gap == least and each.hp < found.hp):
            found, least = each, gap
    return found


def easiest(state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Fighter:
    """The one with the fewest points to get through, the nearest of those."""
    fewest = toughness(foes[0])
    for each in foes:
        fewest = min(fewest, toughness(each))
    return nearest(state, actor, [each for each in foes if toughness(each) == fewest])


def better_cover(state: Coriolis, actor: Fighter) -> bool:
    """Is there any within reach?"""
    return any(each.rating > actor.cover for each in covers_at(state, actor.at))


def toughness(foe: Fighter) -> int:
    return foe.hp + foe.armour.rating + foe.cover


class Sensible(Policy):
    name = "sensible"
    steady = True
    blind: tuple[str, ...] = (
        "coriolis.core.pray", "coriolis.action.full-auto.extra-dice", "coriolis.ruling.full-auto.allocate",
        *REACTIONS,
    )  # fmt: skip

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Coriolis = view
        actor = state.roster[who]
        foes = foes_of(state, actor)
        if who in state.free_actions:
            return self._from_the_dark(state, actor, foes)
        if actor.ap <= 0 or actor.immobile or (not foes and actor.owes):
            return self._say(EndTurn(who), "nothing left to do")
        if not foes:  # the fight goes on for the wounded alone
            return self._clinched(actor) or self._urgent(state, actor) or self._say(EndTurn(who), "nobody left to fight")
        if actor.owes:
            return self._honour_claim(state, actor, foes)
        action = self._clinched(actor) or self._urgent(state, actor) or self._at_the_wheel(state, actor, foes)
        if action is not None:
            return action
        if actor.prone and not actor.paralysed:
            return self._say(GetUp(who), "on the ground nobody fights well")
        guns = guns_of(state, actor)
        cornered = any(each.melee and not each.dropped for each in actor.weapons) and engaged_with_anyone(state, actor)
        if guns and not cornered:
            return self._shoot(state, actor, guns[0], foes)
        return self._fight_close(state, actor, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _from_the_dark(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Action:
        """The free action of a sneak attack."""
        foe = nearest(state, actor, foes) if foes else None
        gun = next((each for each in actor.weapons if each.in_hand and not each.melee), None)
        if foe is not None and gun is not None and can_use(state, actor, gun, foe):
            return self._say(Shot(actor.id, foe.id, gun.key), "the first shot is free")
        if foe is not None and gap_to(state, actor, foe) <= CLOSE and not actor.prone:
            blade = next((each.key for each in actor.weapons if each.in_hand and each.melee), "unarmed")
            return self._say(MeleeAttack(actor.id, foe.id, blade), "the first blow is free")
        return self._say(EndTurn(actor.id), "nobody within reach")

    def _honour_claim(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Action:
        """The claimed weapon must attack first, or nothing is done at all."""
        weapon = next((each for each in actor.weapons if each.key == actor.owes and each.in_hand and not each.empty), None)
        free = not actor.grappled_by and not actor.grapples and actor.ap >= NORMAL
        foe = nearest(state, actor, foes)
        if weapon is not None and free and can_use(state, actor, weapon, foe):
            if weapon.melee:
                return self._say(MeleeAttack(actor.id, foe.id, weapon.key), "as claimed")
            return self._say(Shot(actor.id, foe.id, weapon.key), "as claimed")
        return self._say(EndTurn(actor.id), "the claimed weapon has no target")

    def _clinched(self, actor: Fighter) -> Action | None:
        if actor.grappled_by:
            if actor.ap >= NORMAL:
                return self._say(BreakFree(actor.id), f"{actor.grappled_by} has me")
            return self._say(EndTurn(actor.id), "pinned")
        if actor.grapples:
            if actor.prone:
                return self._say(Release(actor.id), "nobody wrestles lying down")
            if actor.ap >= NORMAL:
                return self._say(GrappleAttack(actor.id), f"{actor.grapples} cannot get away")
            return self._say(EndTurn(actor.id), "hold on")
        return None

    def _urgent(self, state: Coriolis, actor: Fighter) -> Action | None:
        """A fire, a comrade on the ground."""
        if actor.burning:
            return self._say(Douse(actor.id), "I am on fire")
        if actor.ap < SLOW or not actor.skills.get("medicurgy", 0) or engaged_with_anyone(state, actor):
            return None
        near = [each for each in state.roster.values() if each.side == actor.side and each.person and not each.dead]
        near = [each for each in near if each is actor or within(state, actor, each, CLOSE)]
        dying = [each for each in near if each.dying]
        if dying and usable(actor, "critical"):
            return self._say(Surgery(actor.id, dying[0].id), f"{dying[0].id} is dying")
        down = [each for each in near if each.broken or each.unconscious]
        if down:
            gear = "" if usable(actor, "broken") else "improvised"
            return self._say(FirstAid(actor.id, down[0].id, gear), f"{down[0].id} can be got up")
        return None

    def _at_the_wheel(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """A driver starts, rams people within reach, and closes in on the rest."""
        car = state.roster.get(actor.aboard) if actor.aboard and actor.drives else None
        if car is None or car.craft is None:
            return None
        if car.hp <= 0:
            return self._say(Leave(actor.id), "the vehicle is done for")
        if not car.craft.running:
            return self._say(StartVehicle(actor.id), "get going")
        on_foot = [each for each in foes if not each.aboard and within(state, car, each, float(car.craft.metres))]
        if on_foot and actor.ap >= NORMAL and actor.skills.get("pilot", 0):
            victim = nearest(state, actor, on_foot)
            return self._say(Ram(actor.id, victim.id), f"{victim.id} is in the way")
        foe = nearest(state, actor, foes)
        if car.at is not None and foe.at is not None and apart(car.at, foe.at) > SHORT:
            step = min(float(car.craft.metres), apart(car.at, foe.at) - SHORT / 2)
            return self._say(Drive(actor.id, toward(car.at, foe.at, step)), f"closer to {foe.id}")
        return None

    def _shoot(self, state: Coriolis, actor: Fighter, gun: Weapon, foes: list[Fighter]) -> Action:
        if gun.empty:
            own = gun in actor.weapons
            if own and actor.ap >= reload_cost(actor) and actor.reloads != 0:
                return self._say(Reload(actor.id, gun.key), "the magazine is empty")
            return self._fight_close(state, actor, foes)
        if "mounted" in gun.features and not actor.set_up and not actor.aboard:
            if actor.ap >= NORMAL:
                return self._say(SetUp(actor.id, gun.key), "the gun must stand first")
            return self._say(EndTurn(actor.id), "no time to set the gun up")
        if actor.ap == SLOW and not actor.aboard and better_cover(state, actor) and not engaged_with_anyone(state, actor):
            return self._say(TakeCover(actor.id), "shooting is better done from cover")
        reach = LIMITS[BANDS.index(gun.range)]
        near = [each for each in foes if gap_to(state, actor, each) <= reach and not shut_in(state, each)]
        if not near:
            return self._approach(state, actor, nearest(state, actor, foes), reach)
        return self._fire_at(state, actor, gun, easiest(state, actor, near), len(near))

    def _fire_at(self, state: Coriolis, actor: Fighter, gun: Weapon, target: Fighter, targets: int) -> Action:
        if actor.ap >= SLOW and "automatic-fire" in gun.features and targets > 1:
            return self._say(FullAuto(actor.id, target.id, gun.key), "several targets, and a gun for it")
        if actor.ap >= NORMAL:
            return self._say(Shot(actor.id, target.id, gun.key), f"{target.id} is the easiest to bring down")
        if "bulky" not in gun.features and gap_to(state, actor, target) <= SHORT and gun.quick_shots < 2:
            return self._say(QuickShot(actor.id, target.id, gun.key), "one point left for a quick shot")
        return self._say(EndTurn(actor.id), "nothing worth the last point")

    def _fight_close(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> Action:
        foe = nearest(state, actor, foes)
        if actor.aboard:
            return self._say(Leave(actor.id), "nothing to shoot with in here")
        blade = next((each for each in actor.weapons if each.in_hand and each.melee), None)
        if blade is None:
            spare = next((each for each in actor.weapons if each.melee and not each.in_hand), None)
            if spare is not None and spare.dropped and actor.hands:
                return self._say(PickUp(actor.id, spare.key), "get the weapon back")
            if spare is not None and not spare.dropped and actor.can_hold(spare):
                return self._say(Draw(actor.id, spare.key), "steel for close quarters")
        if gap_to(state, actor, foe) > CLOSE:
            return self._approach(state, actor, foe, CLOSE)
        if foe.aboard:
            return self._say(EndTurn(actor.id), f"{foe.id} sits in a vehicle")
        key = blade.key if blade else "unarmed"
        if actor.ap >= NORMAL:
            return self._say(MeleeAttack(actor.id, foe.id, key), f"{foe.id} is within reach")
        if blade is None or "light" in blade.features:
            return self._say(QuickMelee(actor.id, foe.id, key), "one point left for a quick blow")
        return self._say(EndTurn(actor.id), "keep the last point to defend")

    def _approach(self, state: Coriolis, actor: Fighter, foe: Fighter, reach: float) -> Action:
        step = movement_of(state, actor)
        gap = gap_to(state, actor, foe)
        rooted = actor.aboard or actor.set_up or actor.paralysed
        if step < 1 or rooted or gap <= reach * 0.9:
            return self._say(EndTurn(actor.id), "no way nearer")
        if actor.at is not None and foe.at is not None:
            end = toward(actor.at, foe.at, min(step, gap - reach * 0.9 + 0.02))
            return self._say(Move(actor.id, (end,)), f"closer to {foe.id}")
        return self._say(Move(actor.id, (), foe.id, max(reach * 0.9, gap - step)), f"closer to {foe.id}")

    # --- questions ---------------------------------------------------------------------------------------------

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        facts = ask.facts
        if ask.rule == "coriolis.initiative.weapon":
            return self._claims(view, ask)
        if ask.rule == "coriolis.core.pray":
            self.why = "a miss is worth a prayer"
            return "yes" if facts["sixes"] == 0 else "no"
        if ask.rule == "coriolis.action.full-auto.extra-dice":
            self.why = "fire on, but not until the magazine is empty"
            return "yes" if facts["extra"] < BURST else "no"
        if ask.rule == "coriolis.action.full-auto.distribute":
            return self._next_target(view, ask)
        if ask.rule == "coriolis.ruling.full-auto.allocate":
            self.why = "as even as it goes"
            shares = [ask.amount // len(ask.options)] * len(ask.options)
            shares[0] += ask.amount - sum(shares)
            return " ".join(f"{slot.key}:{n}" for slot, n in zip(ask.options, shares, strict=True) if n)
        if ask.rule in REACTIONS:
            self.why = "it pays"
            return ask.options[0].key
        self.why = "as the book suggests"
        return first_answer(ask)

    def _next_target(self, view: Any, ask: Ask) -> str:
        """One six for each enemy, and none for friends."""
        state: Coriolis = view
        side = state.roster[ask.who].side
        foes = [option.key for option in ask.options if option.key in state.roster and state.roster[option.key].side != side]
        self.why = "one six for each"
        return foes[0] if foes and ask.facts["targets"] < ask.facts["sixes"] else "stop"

    def _claims(self, view: Any, ask: Ask) -> str:
        """Claim the bonus if the weapon will be used anyway."""
        state: Coriolis = view
        actor = state.roster[ask.who]
        foes = foes_of(state, actor)
        for option in ask.options[:-1]:
            weapon = next((each for each in actor.weapons if each.key == option.key), None)
            if weapon is not None and foes and not actor.prone and can_use(state, actor, weapon, nearest(state, actor, foes)):
                self.why = f"the {weapon.name} will be used anyway"
                return option.key
        self.why = "nobody within reach of it"
        return "no"


def can_use(state: Coriolis, actor: Fighter, weapon: Weapon, foe: Fighter) -> bool:
    """Could the weapon attack this foe from here?"""
    if weapon.empty or weapon.thrown or shut_in(state, foe):
        return False
    if weapon.melee:
        return gap_to(state, actor, foe) <= CLOSE and not actor.prone and not actor.aboard and not foe.aboard
    ready = "mounted" not in weapon.features or actor.set_up or bool(actor.aboard)
    return ready and gap_to(state, actor, foe) <= LIMITS[BANDS.index(weapon.range)]


def toward(start: Point, end: Point, metres: float) -> Point:
    """The point that many metres from start on the way to end, on a grid of centimetres."""
    whole = apart(start, end)
    share = max(0.0, min(1.0, (metres - 0.02) / whole)) if whole else 0.0
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))


def worth(state: Coriolis, side: str) -> float:
    """Hit Points standing on our side less those on the others', a head that is up counting two more."""
    value = 0.0
    for one in state.roster.values():
        points = one.hp + one.mp / 2 + 2 if one.conscious and one.person else 0.0
        value += points if one.side == side else -points
    return value
