"""Figures for cards: a person's condition and gear, and the distances worth seeing on the map."""

from __future__ import annotations

from starfray.engine.plurals import counted
from starfray.engine.values import Line, Ring
from starfray.engine.vitals import worded
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.person import REACH, held_weapon, is_aug, person
from starfray.rulebooks.icar.common.records import Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vitals import person_conditions
from starfray.rulebooks.icar.ground.fire import FAR, NEAR
from starfray.rulebooks.icar.ground.movement import pace
from starfray.rulebooks.icar.ground.moves import difficulty_of


def describe(state: Icar, actor: Actor) -> list[Line]:
    lines = [
        figure(actor, "hit points", f"{actor.hp}/{actor.max_hp}", "hp", "icar.hp.zero"),
        figure(actor, "stun", f"{actor.stun}/{actor.max_stun}", "stun", "icar.ruling.stun-max"),
    ]
    if is_aug(actor):
        words = f"Meat {attribute_of(actor, 'meat')}, Shift {attribute_of(actor, 'shift')}"
        lines.append(figure(actor, "Aug", words, "attributes", "icar.close.aug.tougher"))
    if state.turn:
        lines.append(Line("initiative", str(actor.initiative), "initiative", "icar.combat.initiative"))
    lines += hand_lines(actor)
    for worn in actor.armour:
        lines.append(figure(actor, "armour", f"{worn.name} {worn.left}/{worn.hp}", "armour", "icar.ruling.armour"))
    for shield in actor.shields:
        word = "up" if shield.up else f"shut down, {counted(shield.wait, 'turn')}" if shield.shut else "off"
        words = f"{shield.hp - shield.taken}/{shield.hp}, {word}"
        lines.append(figure(actor, "shield", words, "shields", "icar.shield.capacity"))
    for combo in actor.combos:
        words = f"{', '.join(combo.moves)} (difficulty {difficulty_of(combo)})"
        lines.append(figure(actor, combo.name, words, "combos", "icar.close.build.record"))
    words = worded(person_conditions(actor))
    if words:
        lines.append(Line("condition", words))
    return lines


def hand_lines(actor: Actor) -> list[Line]:
    weapon, doubt = held_weapon(actor), guessed(actor, "weapons")
    if weapon is not None and weapon.gun:
        words = f"{weapon.name}: {weapon.damage} Damage, {weapon.to_hit:+d}, {weapon.rounds}/{weapon.magazine}"
        return [Line("in hand", words, "hand", "icar.fire.stat.magazine", doubt, brief=True), *sheet_lines(weapon, doubt)]
    name = weapon.name if weapon is not None else actor.hand
    return [Line("in hand", name, "hand", "icar.close.once.held-object", doubt, brief=True)] if actor.hand else []


def guessed(actor: Actor, *paths: str) -> bool:
    """Is one of these figures, or the record it stands in, a printed one in place of the real one?"""
    known = [path.replace("_", "-") for path in actor.assumed]
    return any(path == each or path.startswith(f"{each}.") or each.startswith(f"{path}.") for path in paths for each in known)


def figure(actor: Actor, label: str, value: str, path: str, rule: str, *others: str) -> Line:
    """A line that is marked as a guess if its figure, or one of the `others` beside it, is."""
    return Line(label, value, path, rule, guessed(actor, path, *others))


def sheet_lines(weapon: Weapon, doubt: bool) -> list[Line]:
    """What else stands on the weapon's sheet: features, and what the factory offers with its box to tick."""
    lines = [Line(feature.name, feature.words, "weapons", "icar.fire.sheet.features", doubt) for feature in weapon.features]
    for feature in weapon.options:
        words = "fitted" if feature.fitted else f"not fitted: cost {feature.cost}, rarity {feature.rarity}"
        lines.append(Line(feature.name, words, "weapons", "icar.fire.sheet.options", doubt))
    return lines


def rings(state: Icar, actor: Actor) -> list[Ring]:
    """On foot: close combat, a Move, and where shots get harder."""
    if state.kind != "ground" or not person(actor):
        return []
    return [
        Ring("close combat", REACH, "icar.ruling.close-reach"),
        Ring("move", pace(state, actor), "icar.turn.move"),
        Ring("near", NEAR, "icar.ruling.fire-base-tn"),
        Ring("far", FAR, "icar.ruling.fire-base-tn"),
    ]
