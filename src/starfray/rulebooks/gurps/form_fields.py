"""Fields that several maneuvers have in common: whom, with what, from where. They only name what might be meant."""

from __future__ import annotations

from dataclasses import replace

from starfray.engine.rules import Field, Option, apart, distance_or, flag, one_of, somebody, something
from starfray.engine.scene import NOT_SAID
from starfray.rulebooks.gurps.core import beyond
from starfray.rulebooks.gurps.locations import CHINK_TYPES, LOCATIONS, may_strike_eye
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon
from starfray.rulebooks.gurps.weapons import bar_to_use, held, own_body, reaches_of, weapon_of

FAR = 1e6  # yards: where no distance is known
MOST_STOPS = 12


def foes_of(state: Gurps, actor: Fighter) -> list[Fighter]:
    """Those of other sides who can still act, the nearest first."""
    return nearest(state, actor, [each for each in state.roster.values() if each.side != actor.side and each.conscious])


def targets_of(state: Gurps, actor: Fighter, weapons: list[Weapon], way: float) -> list[Fighter]:
    """Foes and things to strike: the nearest, and whoever is not hopelessly far away."""
    others = [each for each in state.roster.values() if each.side != actor.side and (each.conscious or each.inanimate)]
    others = nearest(state, actor, others)
    return [each for each in others if each is others[0] or may_reach(state, actor, each, weapons, way)]


def may_reach(state: Gurps, actor: Fighter, other: Fighter, weapons: list[Weapon], way: float) -> bool:
    """Could one of these weapons reach him after such a way? Where no distance is known, it might."""
    gap = distance_or(state, actor, other, NOT_SAID)
    if gap < 0:
        return True
    longest = max((max(reaches_of(each)) if each.melee else each.max_range for each in weapons), default=0)
    return gap <= way + longest + 1


def nearest(state: Gurps, actor: Fighter, others: list[Fighter]) -> list[Fighter]:
    return sorted(others, key=lambda each: distance_or(state, actor, each, FAR))


def weapons_of(actor: Fighter) -> list[Weapon]:
    """What is in hand, what the body has grown, fists and feet."""
    return [*held(actor), *own_body(actor)]


def weapon(actor: Fighter, weapons: list[Weapon]) -> Field:
    """Opens with the first of use, where that is not what the rule would take by itself."""
    field = something("weapon", weapons, required=False)
    first = weapon_of(actor, "")
    if first is None or bar_to_use(actor, first) or all(first.key != each.key for each in weapons):
        field.default = next((each.key for each in weapons if not bar_to_use(actor, each)), "")
    return field


def target(others: list[Fighter]) -> Field:
    return somebody("target", others)


def location(weapons: list[Weapon]) -> Field:
    """Places that one of these weapons may be aimed at, whoever is struck. gurps.ruling.legal-types"""
    barred = [] if any(may_strike_eye(each) for each in weapons) else ["right-eye", "left-eye"]
    if barred and all(each.type != "cr" for each in weapons):
        barred.append("vitals")
    places = ("torso", "random", *(each for each in LOCATIONS[1:] if each not in barred), "weapon")
    return replace(one_of("location", places, required=False), role="body", main=True)


def more(field: Field, label: str = "", *, main: bool = False) -> Field:
    """The field as one of the further options of the book, or shown at once."""
    return replace(field, label=label or field.label, main=main)


def option(name: str, label: str, beside: dict[str, tuple[str, ...]] | None = None) -> Field:
    return replace(more(flag(name), label), beside=beside or {})


def chink(weapons: list[Weapon]) -> list[Field]:
    """Only for those who have a point to put through it. gurps.location.chinks"""
    pointed = any(each.type in CHINK_TYPES for each in weapons)
    return [option("chink", "through a chink in the armour")] if pointed else []


def shots(weapons: list[Weapon]) -> list[Field]:
    """Only for those who have something that fires more than once a second."""
    most = max((each.rof for each in weapons if not each.melee), default=1)
    if most < 2:
        return []
    return [Field("shots", "number", low=1, high=most, required=False, default="1", unit="shots", main=True)]


def step(actor: Fighter, most: float) -> list[Field]:
    """On a map, a way to anywhere."""
    if actor.at is None:
        return []
    return [Field("path", "path", high=most, centre=actor.at, required=False, main=True, label="way", unit="yards")]


def approach(actor: Fighter, others: list[Fighter], weapons: list[Weapon], most: float) -> list[Field]:
    """On a map the way, off it how far from the target it ends; with the places from where the weapons reach."""
    reaches = sorted({float(yards) for each in weapons for yards in (reaches_of(each) if each.melee else [each.max_range])})
    if actor.at is None:
        options = [Option(f"{yards:g}") for yards in reaches]
        label = "yards from the target afterwards"
        return [Field("yards", "number", options, 0, 100, required=False, main=True, label=label, unit="yards")]
    way = step(actor, most)
    for foe in others:
        gap = apart(actor.at, foe.at) if foe.at is not None else 0.0
        for yards in reaches:
            if foe.at is not None and 0 < abs(gap - yards) <= most and len(way[0].options) < MOST_STOPS:
                x, y = beyond(foe.at, actor.at, yards - gap)
                way[0].options.append(Option(f"{x:g},{y:g}"))
    return way
