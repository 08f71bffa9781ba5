"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from pathlib import Path

from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput, suggest
from starfray.rulebooks.gurps.common.encumbrance import LIMITS, level_of
from starfray.rulebooks.gurps.core import DOWN, POSTURES, basic_lift, damage_roll, striking_strength
from starfray.rulebooks.gurps.injury import HALF_HOUR
from starfray.rulebooks.gurps.locations import LOCATIONS, PIERCING, part
from starfray.rulebooks.gurps.objects import material_dr, object_hp
from starfray.rulebooks.gurps.spells import CLASSES, has_status
from starfray.rulebooks.gurps.state import AFTER_WAIT, ALL_OUT, DERIVED, LOWERS, TRIGGERS, UNSAID, Fighter, Gurps, Weapon
from starfray.rulebooks.gurps.turn import still_held
from starfray.rulebooks.gurps.weapons import (
    NATURAL,
    bodily,
    drop,
    free_hands,
    hand_for,
    hands_of,
    hands_work,
    held,
    leg_works,
    things,
    uses,
)

TYPES = ("cr", "cut", "imp", "burn", "cor", "tox", "fat", "aff", *PIERCING)
HANDS = ("", "right", "left", "both", UNSAID)
MOST_HP = 100_000
PLACES = {part(each) for each in LOCATIONS}


def start(state: Gurps, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, actor in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        number_copies(actor)
        check_sheet(actor, where, content)
        derive(state, actor, content, where)
        check_condition(actor, where)
        check_names(state, actor, content, where)
    for index, actor in enumerate(state.roster.values()):
        check_hold(state, actor, f"combatant.{index}")
    spells = book_content("gurps", Path(__file__).parent).tables["spells"]
    state.spellbook = {key: str(row.get("name", key)) for key, row in content.tables["spells"].items() if key not in spells}
    if state.second == 0 and (state.up or state.acted):
        raise BadInput("the fight has not begun", field="now.second", expected="second = 1 or more")
    if state.second < 0:
        raise BadInput(f"second = {state.second}", field="now.second", expected="0 (not begun) or more")
    for name, named in (("order", state.order), ("acted", state.acted), ("up", [state.up] if state.up else [])):
        for who in named:
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field=f"now.{name}", expected=suggest(who, state.roster))
    if len(set(state.order)) < len(state.order):
        raise BadInput("somebody stands in it twice", field="now.order", expected="everybody once")
    if state.second > 0 and not state.order:  # whoever comes later finds a place by `join`
        state.order = list(state.roster)


def mend_saved(state: Gurps) -> None:
    """In a fight under way it is known where a weapon is; version 1 left out the hand of one that nobody holds."""
    for actor in state.roster.values():
        for weapon in actor.weapons:
            if weapon.hand == UNSAID:
                weapon.hand = ""


def number_copies(actor: Fighter) -> None:
    """The second auto-pistol is auto-pistol-2, a thing of its own."""
    seen: list[str] = []
    for weapon in actor.weapons:
        key, number = weapon.key, 1
        while weapon.key in seen:
            number += 1
            weapon.key = f"{key}-{number}"
        seen.append(weapon.key)


def check_sheet(actor: Fighter, where: str, content: Content) -> None:
    """What the bounds on the fields themselves cannot say."""
    if actor.material:
        check_word(actor.material, content.tables["materials"], f"{where}.material")
    for place, weapon in enumerate(actor.weapons):
        check_weapon(actor, weapon, f"{where}.weapons.{place}", content)
    for place, armour in enumerate(actor.armour):
        for spot in armour.dr:
            check_word(spot, PLACES, f"{where}.armour.{place}.dr")


def check_word(word: str, known: Iterable[str], field: str) -> None:
    """A word of the book, where it may be anything its data files or lists know."""
    if word not in known:
        raise BadInput(f"{word!r}", field=field, expected=suggest(word, known))


def check_weapon(actor: Fighter, weapon: Weapon, field: str, content: Content) -> None:
    check_word(weapon.type, TYPES, f"{field}.type")
    check_word(weapon.hand, HANDS, f"{field}.hand")
    if weapon.damage and damage_roll(content, actor, weapon.damage) is None:
        raise BadInput(f"{weapon.damage!r}", field=f"{field}.damage", expected="dice as thr-1, sw+2 or 2d+2")
    if not weapon.damage and not weapon.afflicts:
        raise BadInput("a weapon that does nothing", field=f"{field}.damage", expected="dice, or afflicts = true")
    if weapon.divisor <= 0 or weapon.affliction_divisor <= 0:
        raise BadInput("a figure is out of bounds", field=field, expected="a divisor above 0")
    if weapon.melee and not weapon.reach:
        raise BadInput("no reach", field=f"{field}.reach", expected="a list of yards, 0 for C")
    if weapon.magazine and weapon.shots > weapon.magazine:
        raise BadInput(f"shots = {weapon.shots}", field=f"{field}.shots", expected=f"at most {weapon.magazine}")
    if weapon.hand not in ("", UNSAID) and not bodily(weapon):
        check_grip(actor, weapon, f"{field}.hand")


def check_grip(actor: Fighter, weapon: Weapon, field: str) -> None:
    """A shield leaves no second hand."""
    shield = actor.shield
    if shield is not None and hand_for(actor, weapon, "") == "both":
        words = f"the {weapon.name or weapon.key} takes two hands, and the {shield.name or shield.key} one"
        raise BadInput(words, field=field, expected="a one-handed weapon beside a shield")


def derive(state: Gurps, actor: Fighter, content: Content, where: str) -> None:
    """gurps.core.pools and the formulas of the sheet."""
    sheet = actor.attributes
    tireless = actor.inanimate or actor.nature != "living"
    points = object_hp(actor.nature, actor.weight) if actor.nature != "living" and actor.weight else sheet.st
    actor.max_hp = given(actor.max_hp, points)
    actor.max_fp = given(actor.max_fp, 0 if tireless else sheet.ht)
    times = state.ruling("stun-points")
    actor.max_sp = given(actor.max_sp, 0 if times == "off" else int(times) * actor.max_hp)  # gurps.stun-points.total
    actor.hp, actor.fp = given(actor.hp, actor.max_hp), given(actor.fp, actor.max_fp)
    actor.sp = given(actor.sp, actor.max_sp)
    actor.will, actor.per = given(actor.will, sheet.iq), given(actor.per, sheet.iq)
    actor.speed = (sheet.dx + sheet.ht) / 4 if actor.speed == DERIVED else actor.speed
    actor.basic_move = given(actor.basic_move, floor(actor.speed))
    if actor.dr == DERIVED:
        actor.dr = material_dr(content, actor.material, actor.inches) if actor.material else 0
    if actor.encumbrance == DERIVED:
        actor.encumbrance = 0 if actor.inanimate else encumbrance_level(actor, content, where)
    wielded = [place for place, weapon in enumerate(actor.weapons) if not bodily(weapon)]
    unsaid = not any(touched(actor.weapons[place]) for place in wielded)
    for weapon in actor.weapons:
        derive_weapon(actor, weapon)
    if wielded and unsaid:
        take_first(actor, wielded[0], where)
    if not actor.inanimate:
        fill_in_condition(actor, where)


def fill_in_condition(actor: Fighter, where: str) -> None:
    """What a figure or a wound in a file means, it means in full."""
    if actor.hp <= -5 * actor.max_hp:  # gurps.hp.death
        actor.dead = True
    if actor.max_fp > 0 and actor.fp <= -actor.max_fp:  # gurps.fp.unconscious
        actor.unconscious = True
    if actor.heart:  # gurps.fp.heart-attack
        actor.incapacitated = True
    if actor.mortal and not actor.mortal_clock:  # gurps.injury.mortal.half-hour
        actor.mortal_clock = HALF_HOUR
    if has_status(actor, "medium") and not actor.stunned:  # gurps.ruling.magic-effects
        actor.stunned = "spell"
    actor.bound = actor.bound or has_status(actor, "major")
    for weapon in held(actor):
        if not hands_work(actor, weapon):  # gurps.location.arm, gurps.location.hand
            drop(weapon, actor)
    if actor.unconscious or actor.mortal or actor.dead:
        lay_down(actor, where)
    elif not (leg_works(actor, "right") and leg_works(actor, "left")):
        if actor.posture == "crouching":
            raise BadInput("crouching on a leg that is lost", field=f"{where}.posture", expected="lying, kneeling or sitting")
        actor.posture = "lying" if actor.posture == "standing" else actor.posture  # gurps.location.leg


def lay_down(actor: Fighter, where: str) -> None:
    """Whoever is out of it in a file is so in every way: on the ground, nothing in hand, nothing in mind. gurps.hp.collapse"""
    if actor.posture not in ("standing", *DOWN):
        raise BadInput(f"{actor.posture} and out of it", field=f"{where}.posture", expected=" or ".join(DOWN))
    actor.posture = actor.posture if actor.posture in DOWN else "lying"
    actor.waiting = actor.thought = actor.aim = actor.study = None
    for weapon in held(actor):
        drop(weapon, actor)


def given(figure: int, derived: int) -> int:
    return derived if figure == DERIVED else figure


def touched(weapon: Weapon) -> bool:
    """Does the file say where it is?"""
    return weapon.hand != UNSAID or weapon.dropped or weapon.broken


def take_first(actor: Fighter, place: int, where: str) -> None:
    """The first weapon is in hand. It must fit there."""
    first, hands = actor.weapons[place], free_hands(actor)
    check_grip(actor, first, f"{where}.weapons.{place}")
    if len(hands) >= (2 if hand_for(actor, first, "") == "both" else 1):
        for use in uses(actor, first):
            use.hand = hand_for(actor, first, hands[0])


def derive_weapon(actor: Fighter, weapon: Weapon) -> None:
    """Full magazine, HP from the weight, ranges by the thrower's ST; what nobody has spoken of is not in hand."""
    if weapon.hand == UNSAID:
        weapon.hand = ""
    if weapon.shots == DERIVED:
        weapon.shots = weapon.magazine
    if weapon.adjusts and weapon.held_for not in weapon.reach:
        weapon.held_for = max(weapon.reach)
    if weapon.hp == DERIVED:
        weapon.hp = object_hp("unliving", weapon.weight)
    if weapon.max_st and not weapon.max_range:
        weapon.max_range = floor(weapon.max_st * actor.attributes.st)
        weapon.half_range = floor(weapon.half_st * actor.attributes.st)


def load_of(actor: Fighter) -> float:
    """Pounds of weapons, armour and shield; a powered suit carries itself and what is on it."""
    carried = sum((each.weight for each in things(actor.weapons)), 0.0)
    if not any(each.carries_itself and each.st for each in actor.armour):
        carried += sum((each.weight for each in actor.armour if not each.carries_itself), 0.0)
    return carried + (actor.shield.weight if actor.shield is not None else 0.0)


def encumbrance_level(actor: Fighter, content: Content, where: str) -> int:
    """What is carried against Basic Lift. gurps.core.encumbrance"""
    carried = load_of(actor)
    lift = basic_lift(content, striking_strength(actor))
    level = level_of(carried, lift)
    if level is None:
        most = LIMITS[-1] * lift
        raise BadInput(f"{carried:g} lb", field=where, expected=f"at most {most:g} lb for ST {actor.attributes.st}")
    return level


def check_condition(actor: Fighter, where: str) -> None:
    """What must fit the figures that were derived."""
    check_word(actor.posture, POSTURES, f"{where}.posture")
    check_word(actor.guard, ("", "parry", "block", "kick"), f"{where}.guard")
    check_word(actor.committed, ("", "right", "left", "both", "kick", "body"), f"{where}.committed")
    check_word(actor.all_out_defense, ("", "dodge", "parry", "block", "double"), f"{where}.all-out-defense")
    for hand in actor.parried:
        check_word(hand, ("right", "left", "both"), f"{where}.parried")
    if actor.group and actor.joining:
        raise BadInput(f"in a group and joining {actor.joining!r}", field=f"{where}.joining", expected="one of the two")
    for spell in actor.spells:
        check_word(spell.strength, CLASSES, f"{where}.spells")
    for feint in actor.feints:
        check_word(feint.lowers, LOWERS, f"{where}.feints")
    if actor.waiting is not None:
        check_word(actor.waiting.trigger, TRIGGERS, f"{where}.waiting.trigger")
        check_word(actor.waiting.maneuver, (*AFTER_WAIT, "group-attack"), f"{where}.waiting.maneuver")
        check_word(actor.waiting.option, ("", *ALL_OUT), f"{where}.waiting.option")
        check_word(actor.waiting.location, ("", "random", "weapon", *LOCATIONS), f"{where}.waiting.location")
        check_word(actor.waiting.lowers, LOWERS, f"{where}.waiting.lowers")
    for spot in [*actor.crippled, *actor.useless]:
        check_word(spot, LOCATIONS, f"{where}.crippled")
    if not 1 <= actor.max_hp <= MOST_HP:
        raise BadInput(f"{actor.max_hp}", field=f"{where}.max-hp", expected=f"1 to {MOST_HP}")
    if not 0 <= actor.sp <= actor.max_sp:
        raise BadInput(f"sp = {actor.sp}", field=f"{where}.sp", expected=f"0 to {actor.max_sp}")
    if actor.hp > actor.max_hp or actor.fp > actor.max_fp:
        raise BadInput("points above their maximum", field=f"{where}.hp", expected=f"at most {actor.max_hp}")
    taken = [hand for weapon in things(held(actor)) for hand in hands_of(weapon)]
    if actor.shield is not None:
        taken.append(actor.shield.hand)
    if len(taken) != len(set(taken)):
        raise BadInput("two things in one hand", field=f"{where}.weapons", expected="a hand for each weapon and the shield")


def check_hold(state: Gurps, actor: Fighter, where: str) -> None:
    """A hold has two ends, beside each other; what the GM has set by hand stands. gurps.ruling.grab"""
    if not actor.grabbed or actor.overridden or state.roster[actor.grabbed].overridden:
        return
    if actor.grabbed == actor.id or not still_held(state, actor):
        words = f"{actor.grabbed} cannot hold {actor.id}"
        raise BadInput(words, field=f"{where}.grabbed", expected="somebody on her feet beside her")


def check_names(state: Gurps, actor: Fighter, content: Content, where: str) -> None:
    """Whoever a condition speaks of is there, and so is the weapon it speaks of."""
    people = {"grabbed": actor.grabbed}
    arms: dict[str, str] = {}
    if actor.aim is not None:
        people["aim.target"], arms["aim.weapon"] = actor.aim.target, actor.aim.weapon
    if actor.study is not None:
        people["study.target"] = actor.study.target
    if actor.riposte is not None:
        people["riposte.foe"], arms["riposte.weapon"] = actor.riposte.foe, actor.riposte.weapon
    if actor.waiting is not None:
        waiting = actor.waiting
        people |= {"waiting.watching": waiting.watching, "waiting.ally": waiting.ally, "waiting.target": waiting.target}
        people["waiting.second"], arms["waiting.weapon"] = waiting.second, waiting.weapon
    people |= {f"feints.{place}.by": feint.by for place, feint in enumerate(actor.feints)}
    people |= {f"spells.{place}.by": spell.by for place, spell in enumerate(actor.spells)}
    for name, who in people.items():
        if who:
            check_word(who, state.roster, f"{where}.{name}")
    known = [*content.tables["weapons"], *(each.key for other in state.roster.values() for each in other.weapons)]
    for name, key in arms.items():
        if key:
            check_word(key, [*known, *(each.key for each in NATURAL), "shield"], f"{where}.{name}")


def derive_printed(actor: Fighter, content: Content) -> None:
    derive(Gurps(), actor, content, actor.id)
