"""Figures for cards: a person's condition and gear, and the distances worth seeing on the map."""

from __future__ import annotations

from starfray.engine.values import Line, Ring
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.basics import pace
from starfray.rulebooks.icar.ground.fire import FAR, NEAR
from starfray.rulebooks.icar.ground.moves import difficulty_of
from starfray.rulebooks.icar.ground.people import REACH, held_weapon, is_aug, person
from starfray.rulebooks.icar.ground.records import Weapon
from starfray.rulebooks.icar.state import Actor, Icar


def describe(state: Icar, one: Actor) -> list[Line]:
    doubt = {path.partition(".")[0] for path in one.assumed}
    lines = [
        Line("hit points", f"{one.hp}/{one.max_hp}", "hp", "icar.hp.zero", "hp" in doubt),
        Line("stun", f"{one.stun}/{one.max_stun}", "stun", "icar.ruling.stun-max", "stun" in doubt),
    ]
    if is_aug(one):
        lines.append(
            Line(
                "Aug",
                f"Meat {attribute_of(one, 'meat')}, Shift {attribute_of(one, 'shift')}",
                "attributes",
                "icar.close.aug.tougher",
                "attributes" in doubt,
            )
        )
    if state.turn:
        lines.append(Line("initiative", str(one.initiative), "initiative", "icar.combat.initiative"))
    weapon = held_weapon(one)
    if weapon is not None and weapon.gun:
        words = f"{weapon.name}: {weapon.damage} Damage, {weapon.to_hit:+d}, {weapon.rounds}/{weapon.magazine}"
        lines.append(Line("in hand", words, "hand", "icar.fire.stat.magazine", "weapons" in doubt))
        lines += sheet_lines(weapon, "weapons" in doubt)
    elif one.hand:
        name = weapon.name if weapon is not None else one.hand
        lines.append(Line("in hand", name, "hand", "icar.close.once.held-object", "weapons" in doubt))
    for worn in one.armour:
        lines.append(Line("armour", f"{worn.name} {worn.left}/{worn.hp}", "armour", "icar.ruling.armour", "armour" in doubt))
    for shield in one.shields:
        word = "up" if shield.up else f"shut down, {shield.wait} turns" if shield.shut else "off"
        lines.append(
            Line(
                "shield",
                f"{shield.hp - shield.taken}/{shield.hp}, {word}",
                "shields",
                "icar.shield.capacity",
                "shields" in doubt,
            )
        )
    for combo in one.combos:
        words = f"{', '.join(combo.moves)} (difficulty {difficulty_of(combo)})"
        lines.append(Line(combo.name, words, "combos", "icar.close.build.record", "combos" in doubt))
    state_of = conditions(one)
    if state_of:
        lines.append(Line("condition", ", ".join(state_of)))
    return lines


def sheet_lines(weapon: Weapon, doubt: bool) -> list[Line]:
    """What else stands on the weapon's sheet: features, and what the factory offers with its box to tick."""
    lines = [Line(each.name, each.words, "weapons", "icar.fire.sheet.features", doubt) for each in weapon.features]
    for each in weapon.options:
        words = "fitted" if each.fitted else f"not fitted: cost {each.cost}, rarity {each.rarity}"
        lines.append(Line(each.name, words, "weapons", "icar.fire.sheet.options", doubt))
    return lines


def conditions(one: Actor) -> list[str]:
    words = [one.out] if one.out else []
    words += [f"dying, {one.dying} turns"] if one.dying else []
    words += ["stable"] if one.stable else []
    words += [f"asleep, {one.asleep} turns"] if one.asleep else []
    words += ["prone"] if one.prone else []
    words += [f"held by {one.held_by}"] if one.held_by else []
    words += [f"away, {one.away} turns"] if one.away else []
    words += ["surprised"] if one.surprised else []
    words += ["moving"] if one.moving else []
    words += ["burning"] if one.burning else []
    words += ["in cover"] if one.in_cover else []
    words += [f"{each} off" for each in one.disabled]
    words += [f"without {each}" for each in one.lost]
    words += [f"in {one.area}"] if one.area else []
    return words


def rings(state: Icar, one: Actor) -> list[Ring]:
    """Close combat, a Move, and where shots get harder."""
    if not person(one):
        return []
    return [
        Ring("close combat", REACH, "icar.ruling.close-reach"),
        Ring("move", pace(state, one), "icar.turn.move"),
        Ring("near", NEAR, "icar.ruling.fire-base-tn"),
        Ring("far", FAR, "icar.ruling.fire-base-tn"),
    ]
