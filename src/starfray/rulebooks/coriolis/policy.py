"""The default policy: takes cover, shoots what it can hurt most, reloads, gets near with a blade, treats its own."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart, covers_at, known_distance
from starfray.engine.values import Ask
from starfray.rulebooks.coriolis import actions as do
from starfray.rulebooks.coriolis.aim import guns_of
from starfray.rulebooks.coriolis.core import NORMAL, SLOW
from starfray.rulebooks.coriolis.gear import usable
from starfray.rulebooks.coriolis.hooks import reload_cost
from starfray.rulebooks.coriolis.legal import patients
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, engaged_with_anyone, within
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, shut_in

BURST = 4  # extra dice a burst goes for before it stops
SHORT: float = LIMITS[1]


def gap_to(state: Coriolis, one: Fighter, other: Fighter) -> float:
    gap = known_distance(state, one, other)
    return 10.0 if gap is None else gap


def foes_of(state: Coriolis, one: Fighter) -> list[Fighter]:
    """Enemies that still count."""
    return [each for each in state.roster.values() if each.side != one.side and each.conscious and each.person]


def nearest(state: Coriolis, one: Fighter, foes: list[Fighter]) -> Fighter:
    """Of those equally near the one with the fewest Hit Points."""
    found, least = foes[0], gap_to(state, one, foes[0])
    for each in foes:
        gap = gap_to(state, one, each)
        if gap < least or (gap == least and each.hp < found.hp):
            found, least = each, gap
    return found


def easiest(state: Coriolis, one: Fighter, foes: list[Fighter]) -> Fighter:
    """The one with the fewest points to get through, the nearest of those."""
    fewest = toughness(foes[0])
    for each in foes:
        fewest = min(fewest, toughness(each))
    return nearest(state, one, [each for each in foes if toughness(each) == fewest])


def better_cover(state: Coriolis, one: Fighter) -> bool:
    """Is there any within reach?"""
    return any(each.rating > one.cover for each in covers_at(state, one.at))


def toughness(foe: Fighter) -> int:
    return foe.hp + foe.armour.rating + foe.cover


class Sensible(Policy):
    name = "sensible"
    steady = True
    blind: tuple[str, ...] = (
        "coriolis.core.pray", "coriolis.action.full-auto.extra-dice", "coriolis.ruling.full-auto.allocate",
        "coriolis.action.defend", "coriolis.action.overwatch-fire", "coriolis.action.opportunity",
        "coriolis.ruling.overwatch.mutual",
    )  # fmt: skip

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Coriolis = view
        one = state.roster[who]
        foes = foes_of(state, one)
        if who in state.free_actions:
            return self._from_the_dark(state, one, foes)
        if not foes or one.ap <= 0 or one.immobile:
            return self._say(do.EndTurn(who), "nothing left to do")
        if one.owes:
            return self._honour_claim(state, one, foes)
        action = self._clinched(one) or self._urgent(state, one) or self._at_the_wheel(state, one, foes)
        if action is not None:
            return action
        if one.prone and not any(injury.paralysed for injury in one.injuries):
            return self._say(do.GetUp(who), "on the ground nobody fights well")
        guns = guns_of(state, one)
        cornered = any(each.melee and not each.dropped for each in one.weapons) and engaged_with_anyone(state, one)
        if guns and not cornered:
            return self._shoot(state, one, guns[0], foes)
        return self._fight_close(state, one, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _from_the_dark(self, state: Coriolis, one: Fighter, foes: list[Fighter]) -> Action:
        """The free action of a sneak attack."""
        foe = nearest(state, one, foes) if foes else None
        gun = next((each for each in one.weapons if each.in_hand and not each.melee), None)
        if foe is not None and gun is not None and can_use(state, one, gun, foe):
            return self._say(do.Shot(one.id, foe.id, gun.key), "the first shot is free")
        if foe is not None and gap_to(state, one, foe) <= CLOSE and not one.prone:
            blade = next((each.key for each in one.weapons if each.in_hand and each.melee), "unarmed")
            return self._say(do.MeleeAttack(one.id, foe.id, blade), "the first blow is free")
        return self._say(do.EndTurn(one.id), "nobody within reach")

    def _honour_claim(self, state: Coriolis, one: Fighter, foes: list[Fighter]) -> Action:
        """The claimed weapon must attack first, or nothing is done at all."""
        weapon = next((each for each in one.weapons if each.key == one.owes and each.in_hand and not each.empty), None)
        free = not one.grappled_by and not one.grapples and one.ap >= NORMAL
        foe = nearest(state, one, foes)
        if weapon is not None and free and can_use(state, one, weapon, foe):
            if weapon.melee:
                return self._say(do.MeleeAttack(one.id, foe.id, weapon.key), "as claimed")
            return self._say(do.Shot(one.id, foe.id, weapon.key), "as claimed")
        return self._say(do.EndTurn(one.id), "the claimed weapon has no target")

    def _clinched(self, one: Fighter) -> Action | None:
        if one.grappled_by:
            if one.ap >= NORMAL:
                return self._say(do.BreakFree(one.id), f"{one.grappled_by} has me")
            return self._say(do.EndTurn(one.id), "pinned")
        if one.grapples:
            if one.prone:
                return self._say(do.Release(one.id), "nobody wrestles lying down")
            if one.ap >= NORMAL:
                return self._say(do.GrappleAttack(one.id), f"{one.grapples} cannot get away")
            return self._say(do.EndTurn(one.id), "hold on")
        return None

    def _urgent(self, state: Coriolis, one: Fighter) -> Action | None:
        """A fire, a comrade on the ground."""
        if one.burning:
            return self._say(do.Douse(one.id), "I am on fire")
        if one.ap < SLOW or not one.skills.get("medicurgy", 0) or engaged_with_anyone(state, one):
            return None
        dying = [each for each in patients(state, one, "surgery") if each.side == one.side]
        if dying and usable(one, "critical"):
            return self._say(do.Surgery(one.id, dying[0].id), f"{dying[0].id} is dying")
        down = [each for each in patients(state, one, "first-aid") if each.side == one.side]
        if down and usable(one, "broken"):
            return self._say(do.FirstAid(one.id, down[0].id), f"{down[0].id} can be got up")
        return None

    def _at_the_wheel(self, state: Coriolis, one: Fighter, foes: list[Fighter]) -> Action | None:
        """A driver starts, rams people within reach, and closes in on the rest."""
        car = state.roster.get(one.aboard) if one.aboard and one.drives else None
        if car is None or car.craft is None:
            return None
        if car.hp <= 0:
            return self._say(do.Leave(one.id), "the vehicle is done for")
        if not car.craft.running:
            return self._say(do.StartVehicle(one.id), "get going")
        on_foot = [each for each in foes if not each.aboard and within(state, car, each, float(car.craft.metres))]
        if on_foot and one.ap >= NORMAL and one.skills.get("pilot", 0):
            victim = nearest(state, one, on_foot)
            return self._say(do.Ram(one.id, victim.id), f"{victim.id} is in the way")
        foe = nearest(state, one, foes)
        if car.at is not None and foe.at is not None and apart(car.at, foe.at) > SHORT:
            step = min(float(car.craft.metres), apart(car.at, foe.at) - SHORT / 2)
            return self._say(do.Drive(one.id, toward(car.at, foe.at, step)), f"closer to {foe.id}")
        return None

    def _shoot(self, state: Coriolis, one: Fighter, gun: Weapon, foes: list[Fighter]) -> Action:
        if gun.empty:
            own = gun in one.weapons
            if own and one.ap >= reload_cost(one) and one.reloads != 0:
                return self._say(do.Reload(one.id, gun.key), "the magazine is empty")
            return self._fight_close(state, one, foes)
        if "mounted" in gun.features and not one.set_up and not one.aboard:
            if one.ap >= NORMAL:
                return self._say(do.SetUp(one.id, gun.key), "the gun must stand first")
            return self._say(do.EndTurn(one.id), "no time to set the gun up")
        if one.ap == SLOW and not one.aboard and better_cover(state, one) and not engaged_with_anyone(state, one):
            return self._say(do.TakeCover(one.id), "shooting is better done from cover")
        reach = LIMITS[BANDS.index(gun.range)]
        near = [each for each in foes if gap_to(state, one, each) <= reach and not shut_in(state, each)]
        if not near:
            return self._approach(state, one, nearest(state, one, foes), reach)
        return self._fire_at(state, one, gun, easiest(state, one, near), len(near))

    def _fire_at(self, state: Coriolis, one: Fighter, gun: Weapon, target: Fighter, targets: int) -> Action:
        if one.ap >= SLOW and "automatic-fire" in gun.features and targets > 1:
            return self._say(do.FullAuto(one.id, target.id, gun.key), "several targets, and a gun for it")
        if one.ap >= NORMAL:
            return self._say(do.Shot(one.id, target.id, gun.key), f"{target.id} is the easiest to bring down")
        if "bulky" not in gun.features and gap_to(state, one, target) <= SHORT and gun.quick_shots < 2:
            return self._say(do.QuickShot(one.id, target.id, gun.key), "one point left for a quick shot")
        return self._say(do.EndTurn(one.id), "nothing worth the last point")

    def _fight_close(self, state: Coriolis, one: Fighter, foes: list[Fighter]) -> Action:
        foe = nearest(state, one, foes)
        if one.aboard:
            return self._say(do.Leave(one.id), "nothing to shoot with in here")
        blade = next((each for each in one.weapons if each.in_hand and each.melee), None)
        if blade is None:
            spare = next((each for each in one.weapons if each.melee and not each.in_hand), None)
            if spare is not None and spare.dropped and one.hands:
                return self._say(do.PickUp(one.id, spare.key), "get the weapon back")
            if spare is not None and not spare.dropped and one.can_hold(spare):
                return self._say(do.Draw(one.id, spare.key), "steel for close quarters")
        if gap_to(state, one, foe) > CLOSE:
            return self._approach(state, one, foe, CLOSE)
        if foe.aboard:
            return self._say(do.EndTurn(one.id), f"{foe.id} sits in a vehicle")
        key = blade.key if blade else "unarmed"
        if one.ap >= NORMAL:
            return self._say(do.MeleeAttack(one.id, foe.id, key), f"{foe.id} is within reach")
        if blade is None or "light" in blade.features:
            return self._say(do.QuickMelee(one.id, foe.id, key), "one point left for a quick blow")
        return self._say(do.EndTurn(one.id), "keep the last point to defend")

    def _approach(self, state: Coriolis, one: Fighter, foe: Fighter, reach: float) -> Action:
        step = movement_of(state, one)
        gap = gap_to(state, one, foe)
        rooted = one.aboard or one.set_up or any(injury.paralysed for injury in one.injuries)
        if step < 1 or rooted or gap <= reach * 0.9:
            return self._say(do.EndTurn(one.id), "no way nearer")
        if one.at is not None and foe.at is not None:
            end = toward(one.at, foe.at, min(step, gap - reach * 0.9 + 0.02))
            return self._say(do.Move(one.id, (end,)), f"closer to {foe.id}")
        return self._say(do.Move(one.id, (), foe.id, max(reach * 0.9, gap - step)), f"closer to {foe.id}")

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
        if ask.rule in (
            "coriolis.action.defend",
            "coriolis.action.overwatch-fire",
            "coriolis.action.opportunity",
            "coriolis.ruling.overwatch.mutual",
        ):
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
        one = state.roster[ask.who]
        foes = foes_of(state, one)
        for option in ask.options[:-1]:
            weapon = next((each for each in one.weapons if each.key == option.key), None)
            if weapon is not None and foes and not one.prone and can_use(state, one, weapon, nearest(state, one, foes)):
                self.why = f"the {weapon.name} will be used anyway"
                return option.key
        self.why = "nobody within reach of it"
        return "no"


def can_use(state: Coriolis, one: Fighter, weapon: Weapon, foe: Fighter) -> bool:
    """Could the weapon attack this foe from here?"""
    if weapon.empty or weapon.thrown or shut_in(state, foe):
        return False
    if weapon.melee:
        return gap_to(state, one, foe) <= CLOSE and not one.prone and not one.aboard and not foe.aboard
    ready = "mounted" not in weapon.features or one.set_up or bool(one.aboard)
    return ready and gap_to(state, one, foe) <= LIMITS[BANDS.index(weapon.range)]


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
