"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import Plain, freeze, from_plain
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.view import project
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.loadout import armour_of, faults_of, shield_of
from starfray.rulebooks.compound_x.state import (
    ACTIONS,
    DERIVED,
    REACTIONS,
    Ability,
    CompoundX,
    Dart,
    Fighter,
    Grenade,
    Weapon,
    items_of,
)
from starfray.rulebooks.compound_x.stats import SKILL_OF, STAT_NAMES, stat_of

SIDE_ARMS = ("strength", "dexterity")  # what a fire mode may go by


def start(state: CompoundX, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(one, where, content, frail=state.rulings.get("frail", "on") == "on")
        derive(one, content)
        check_condition(one, where)
    for number, cover in enumerate(state.scene.cover):
        if cover.kind not in ("", "partial", "full", "concealed"):
            raise BadInput(f"{cover.kind!r}", field=f"cover.{number}.kind", expected="partial, full or concealed")
    check_now(state)


def check_now(state: CompoundX) -> None:
    if state.round == 0 and (state.up or state.order):
        raise BadInput("the fight has not begun", field="now.round", expected="round = 1 or more")
    named = [*state.order, *([state.up] if state.up else [])]
    for zone in state.zones:
        named += [zone.by, zone.target]
    for hold in state.grapples:
        named += [hold.first, hold.second, hold.control, *([hold.pinned] if hold.pinned else [])]
    for one in state.roster.values():
        named += [one.aim] if one.aim else []
        named += [*one.engaged, *one.unseen_by]
    for who in named:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now", expected=suggest(who, state.roster))
    if state.round > 0:
        known = sorted((who for who in state.roster if who not in state.order), key=lambda who: -state.roster[who].initiative)
        state.order += known
        state.up = state.up or state.order[0]


def check_sheet(one: Fighter, where: str, content: Content, *, frail: bool) -> None:
    for name in STAT_NAMES:
        if not 1 <= getattr(one.stats, name) <= 20:
            raise BadInput(f"{getattr(one.stats, name)}", field=f"{where}.stats.{name}", expected="1 to 20")
    if one.initiative_bonus not in (0, 15, 25):
        raise BadInput(f"{one.initiative_bonus}", field=f"{where}.initiative-bonus", expected="0, or a Soldier's 15 or 25")
    if one.profession:
        content.entry("classes", one.profession, f"{where}.profession")
    for kit in one.kits:
        content.entry("kits", kit, f"{where}.kits")
    for fault in faults_of(content, one):
        if fault.rule == "cx.ruling.frail" and not frail:
            continue
        raise BadInput(f"{fault.why} [{fault.rule}]", field=f"{where}.{fault.field}", expected=fault.expected)
    keys = [weapon.key for weapon in one.weapons]
    for place, weapon in enumerate(one.weapons):
        check_weapon(weapon, f"{where}.weapons.{place}", content)
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=f"{where}.weapons", expected="keys of their own")
    if not 0 <= one.armour.coverage <= 200 or one.armour.points < 0:
        raise BadInput("a figure is out of bounds", field=f"{where}.armour", expected="coverage 0 to 200, points from 0")


def check_weapon(gun: Weapon, where: str, content: Content) -> None:
    if gun.group not in SKILL_OF:
        raise BadInput(f"{gun.group!r}", field=f"{where}.group", expected=suggest(gun.group, SKILL_OF))
    if not gun.brackets or sorted(each.to for each in gun.brackets) != [each.to for each in gun.brackets]:
        raise BadInput("brackets", field=f"{where}.brackets", expected="one or more, nearest first")
    if gun.magazine < 1 or gun.damage < 0 or gun.reload_actions < 1:
        raise BadInput("a figure is out of bounds", field=where, expected="magazine and reload-actions from 1, damage from 0")
    for mode in (gun.burst, gun.auto):
        if mode is not None and (mode.shots < 1 or (mode.stat and mode.stat not in SIDE_ARMS)):
            raise BadInput("a fire mode", field=where, expected="shots from 1, stat strength or dexterity")
    kinds: list[str] = []
    for key in gun.attachments:
        row = content.entry("attachments", key, f"{where}.attachments")
        fault = unsuited(gun, row)
        if fault:
            raise BadInput(f"{key}: {fault}", field=f"{where}.attachments", expected="what goes on this gun")
        kinds.append(str(row["kind"]))
    for kind in kinds:
        if kinds.count(kind) > 1 and kind != "light":
            raise BadInput(f"two attachments of the kind {kind!r}", field=f"{where}.attachments", expected="one of each kind")
    if sum(kind in ("light", "laser") for kind in kinds) > 2:
        raise BadInput("more than two lights and lasers", field=f"{where}.attachments", expected="two, one of them a laser")


def unsuited(gun: Weapon, row: dict[str, Plain]) -> str:
    if gun.group in row.get("not-on", []):
        return f"not on a {gun.group}"
    if "only-on" in row and gun.group not in row["only-on"]:
        return "only on a " + " or ".join(row["only-on"])
    if "needs" in row and not any(key in row["needs"] for key in gun.attachments):
        return "only with " + " or ".join(row["needs"])
    if row.get("bolt-action") and not gun.rechambers:
        return "only on a bolt action"
    tube = gun.single_action or gun.magazine == 1 or (gun.group == "shotgun" and gun.reload_actions > 2)
    if row.get("box-magazine") and tube:
        return "only with box magazines"
    if gun.type in row.get("not-type", []) or row.get("only-type", gun.type) != gun.type:
        return f"not for {gun.type}"
    return ""


def derive(one: Fighter, content: Content) -> None:
    if one.max_health == DERIVED:
        one.max_health = 50 + 10 * one.stats.fortitude  # cx.presumed.health
    if one.health == DERIVED:
        one.health = one.max_health
    if one.unconscious and not one.fell_at:
        one.fell_at = max(0, one.health)
    if one.rigs or one.suit:
        derive_armour(one, content)
    if one.modules and one.shield is None:
        one.shield = shield_of(content, one.modules)
    if one.armour_points == DERIVED:
        one.armour_points = one.armour.points
    if one.movement_speed == DERIVED:
        one.movement_speed = one.stats.dexterity  # cx.presumed.movement-speed
    if one.carry == DERIVED:
        one.carry = one.stats.fortitude  # cx.presumed.carry
    derive_class(one, content)
    if one.shield is not None and one.shield.strength == DERIVED:
        one.shield.strength = one.shield.capacity
    for weapon in one.weapons:
        fit(weapon, content)
        if weapon.rounds == DERIVED:
            weapon.rounds = weapon.magazine
    first = next((each for each in items_of(one) if not isinstance(each, Grenade | Dart)), None)
    if first is not None and not one.empty_handed and not any(each.in_hand or each.dropped for each in items_of(one)):
        first.in_hand = True
    derive_under_barrel(one, content)


def fit(gun: Weapon, content: Content) -> None:
    """Longer magazines, and metres of movement penalty that barrels and receivers add or take off: counted in once."""
    rows = [content.entry("attachments", key) for key in gun.attachments]
    more = sum(int(row.get("rounds", 0)) for row in rows)
    metres = sum((float(row.get("penalty", 0)) - float(row.get("carry", 0)) for row in rows), 0.0)
    if gun.fitted or not (more or metres):
        return
    gun.magazine, gun.penalty, gun.fitted = gun.magazine * (100 + more) // 100, gun.penalty + metres, True


def derive_under_barrel(one: Fighter, content: Content) -> None:
    """A launcher or shotgun under the barrel is a gun of its own, in hand with the one it hangs on."""
    have = [each.key for each in one.weapons]
    for gun in list(one.weapons):
        for key in [each.weapon for each in mounted(content, gun) if each.weapon]:
            if key not in have:
                under = from_plain(Weapon, {"key": key, **content.entry("weapons", key)}, "weapons")
                under.rounds, under.in_hand = under.magazine, gun.in_hand
                one.weapons.append(under)


def derive_class(one: Fighter, content: Content) -> None:
    """A class gives nanites (its stat x 10) and passives. cx.presumed.nanites"""
    row = content.entry("classes", one.profession) if one.profession else {}
    if one.max_nanites == DERIVED:
        one.max_nanites = 10 * stat_of(one.stats, str(row["primary"])) if row else 0
    if one.nanites == DERIVED:
        one.nanites = one.max_nanites
    if not one.initiative_bonus and row.get("initiative"):
        # cx.presumed.soldier-init
        one.initiative_bonus = int(row["initiative"]) + sum(each.initiative for each in one.abilities)
    have = [each.key for each in one.abilities]
    for key in row.get("abilities", []):
        if key not in have:
            one.abilities.append(from_plain(Ability, {"key": key, **content.entry("abilities", key)}, "abilities"))


def derive_armour(one: Fighter, content: Content) -> None:
    """From rigs and material, or a suit. cx.armorsys.coverage-sum"""
    worn = armour_of(content, one.rigs, one.material, one.suit)
    if one.armour.key == "none":
        one.armour = worn
    if one.suit and not one.integrity:
        one.integrity = int(content.entry("suits", one.suit)["integrity"])
        one.armour.sealed = bool(one.helmet) and bool(content.entry("suits", one.helmet).get("seals"))


def check_condition(one: Fighter, where: str) -> None:
    one.hunkered = one.hunkered or suffers(one, "pinned-down")
    stats = one.stats
    if one.movement_speed not in (stats.strength, stats.dexterity) and "movement-speed" not in one.overridden:
        raise BadInput(
            f"movement-speed = {one.movement_speed}",
            field=f"{where}.movement-speed",
            expected=f"STR {stats.strength} or DEX {stats.dexterity}",
        )
    strong = one.movement_speed == stats.strength != stats.dexterity and one.carry == stats.strength != stats.fortitude
    if strong and "carry" not in one.overridden and "movement-speed" not in one.overridden:
        raise BadInput(
            f"STR feeds movement-speed and carry [{'cx.presumed.carry'}]",
            field=f"{where}.carry",
            expected=f"FORT {stats.fortitude}: one stat feeds one secondary stat",
        )
    if one.carry not in (stats.strength, stats.fortitude) and "carry" not in one.overridden:
        raise BadInput(
            f"carry = {one.carry}", field=f"{where}.carry", expected=f"STR {stats.strength} or FORT {stats.fortitude}"
        )
    if one.max_health != 50 + 10 * stats.fortitude and "max-health" not in one.overridden:
        raise BadInput(
            f"max-health = {one.max_health}",
            field=f"{where}.max-health",
            expected=f"{50 + 10 * stats.fortitude} (50 + 10 x FORT), or leave it out",
        )
    bounds = (
        ("health", one.health, -100_000, one.max_health),
        ("armour-points", one.armour_points, 0, one.armour.points),
        ("actions", one.actions, 0, ACTIONS),
        ("reactions", one.reactions, 0, REACTIONS),
        ("owed", one.owed, 0, ACTIONS),
        ("dst-allowance", one.dst_allowance, 1, 3),
    )
    for name, value, least, most in bounds:
        if not least <= value <= most and name not in one.overridden:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=f"{least} to {most}")
    for place, weapon in enumerate(one.weapons):
        if not 0 <= weapon.rounds <= weapon.magazine:
            raise BadInput(
                f"rounds = {weapon.rounds}", field=f"{where}.weapons.{place}.rounds", expected=f"0 to {weapon.magazine}"
            )


def view(state: CompoundX, who: str) -> Any:
    return project(state, who, printed)


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    from starfray.engine.content import book_content
    from starfray.engine.setup import as_printed, printed_row
    from starfray.rulebooks.compound_x import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = as_printed(BOOK, printed_row(one, content), content, lambda new: derive(new, content))
    return made


def key(state: CompoundX) -> Any:
    """For merging: of the round only 'begun?' and 'a kit opened in it?' matter, of initiative the order it has led to."""
    number, whos = state.round, list(state.roster.values())
    kept = [(one.kit_used, one.initiative) for one in whos]
    state.round = min(number, 1)
    for one in whos:
        one.kit_used = int(one.kit_used == number)
        one.initiative = 0 if number else one.initiative
    picture = freeze(state)
    state.round = number
    for one, (opened, initiative) in zip(whos, kept, strict=True):
        one.kit_used, one.initiative = opened, initiative
    return picture
