"""From a GCS file to a combatant: attributes, pools, skills, traits, weapons, shield, armour."""

from __future__ import annotations

import json
from pathlib import PurePath

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.common.encumbrance import LIMITS, level_of
from starfray.rulebooks.gurps.gcs.arms import KICK_COSTS, Arms, add_shield, add_weapon, in_order
from starfray.rulebooks.gurps.gcs.body import worn_armour
from starfray.rulebooks.gurps.gcs.figures import basic_figures, take_attributes, take_skills
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_number, as_row, as_text, as_whole, carried
from starfray.rulebooks.gurps.gcs.traits import known_traits, size_of
from starfray.rulebooks.gurps.gcs.words import key_of, read_weight

VERSIONS = (4, 5)  # what releases of GCS 5 have written
SAVE_AGAIN = "open the sheet in GCS 5 and save it again"


def read_gcs(data: bytes, file: str) -> Imported:
    sheet = open_sheet(data, file)
    name = as_text(as_row(sheet.get("profile")).get("name")) or as_text(PurePath(file).stem) or "Somebody"
    who = key_of(name) or key_of(PurePath(file).stem) or "somebody"
    found = Imported({"id": who, "name": name[:100]}, origin=as_text(sheet.get("id")))
    figures = basic_figures(found, sheet)
    take_attributes(found, figures)
    traits = all_rows(sheet.get("traits"))
    totals = as_row(sheet.get("calc"))
    levels = known_traits(found, traits, bool(totals))
    size = size_of(sheet, traits)
    if size:
        found.row["size"] = size
        found.taken.append(f"Size Modifier {size:+d}")
    arms = Arms(found.row["attributes"]["st"], found.row["attributes"]["dx"], as_whole(totals.get("parry_bonus")))
    arms.skills = take_skills(found, sheet, figures)
    take_things(arms, sheet)
    take_arms(found, arms)
    take_bonuses(found, totals, levels, arms)
    worn_armour(found, sheet)
    take_encumbrance(found, sheet)
    return found


def open_sheet(data: bytes, file: str) -> Row:
    expected = "a .gcs file saved by GCS 5"
    if not data.strip():
        raise BadInput("the file is empty", file=file, expected=expected)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 at byte {error.start}", file=file, expected=expected) from None
    try:
        sheet = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg}", file=file, line=error.lineno, expected=expected) from None
    except (ValueError, RecursionError):
        raise BadInput("not JSON: a number or a nesting too deep to read", file=file, expected=expected) from None
    if not isinstance(sheet, dict):
        raise BadInput("this is not a GCS character", file=file, expected=expected)
    if "version" not in sheet or not isinstance(sheet.get("attributes"), list):
        missing = "version" if "version" not in sheet else "attributes"
        what = "is missing" if missing not in sheet else "is no list"
        raise BadInput(f"this is not a GCS character: {missing} {what}", file=file, field=missing, expected=expected)
    if as_number(sheet["version"]) not in VERSIONS or isinstance(sheet["version"], str):
        version = as_text(sheet["version"])[:20] or "unknown"
        raise BadInput(f"GCS format version {version}", file=file, field="version", expected=f"version 5: {SAVE_AGAIN}")
    if not any(as_text(as_row(each).get("attr_id")) for each in sheet["attributes"]):
        raise BadInput("a sheet without attributes", file=file, field="attributes", expected="st, dx, iq, ht, hp, fp …")
    return sheet


# --- things ----------------------------------------------------------------------------------------------------
def take_things(arms: Arms, sheet: Row) -> None:
    """Weapons of equipment that is at hand first, then those of traits, skills and spells, which nobody can drop."""
    for item in carried(sheet.get("equipment")):
        take_item(arms, item)
    away = [as_text(item.get("description")) for item in carried(sheet.get("other_equipment")) if item.get("weapons")]
    arms.left_out += [f"{name or 'something'}: not carried" for name in away]
    for table in ("traits", "skills", "spells"):
        for row in all_rows(sheet.get(table)):
            for use in all_rows(row.get("weapons")):
                add_weapon(arms, as_text(row.get("name")) or table, use)


def take_item(arms: Arms, item: Row) -> None:
    """A piece of equipment: a shield, or the weapons it can be used as."""
    name = as_text(item.get("description")) or as_text(item.get("name")) or "something"
    weight = read_weight(as_text(as_row(item.get("calc")).get("weight")) or as_text(item.get("base_weight")))
    uses = all_rows(item.get("weapons"))
    if not item["equipped"] or as_number(item.get("quantity", 1)) == 0:
        arms.left_out += [f"{name}: not equipped"] if uses or all_rows(item.get("features")) else []
        return
    shield = add_shield(arms, item, name, weight)
    thing = "shield" if shield else arms.own_item(name) if uses else ""
    for use in uses:
        add_weapon(arms, name, use, item=thing, weight=0.0 if shield else weight)
    if len(uses) and not shield and (as_number(item.get("quantity")) or 1) > 1:
        arms.assumed.append(f"{name}: one of {as_whole(item.get('quantity'))} is at hand")


def take_arms(found: Imported, arms: Arms) -> None:
    """The weapon to have in hand first, and the shield beside it."""
    take_shield(found, arms)
    weapons = in_order(arms.weapons, arms.skills, 1 if arms.shield is not None else 2)
    found.row["skills"] = {key: level for key, level in arms.skills.items() if level > 0}
    found.row["weapons"] = weapons
    for weapon in weapons:
        does = f"{weapon['damage']} {weapon['type']}" if weapon["damage"] else f"HT{weapon['affliction']:+d} or stunned"
        level = arms.skills[weapon["skill"]] - (KICK_COSTS if weapon["key"] == "kick" else 0)
        found.taken.append(f"weapon: {weapon['name']}, skill {level}, {does}")
    found.left_out += arms.left_out
    found.assumed += arms.assumed
    if not weapons:
        found.assumed.append("no weapon on the sheet: fists and feet are all there is")


def take_shield(found: Imported, arms: Arms) -> None:
    """Where every weapon takes two hands the shield stays on the back."""
    shield = arms.shield
    if shield is None:
        return
    wielded = [weapon for weapon in arms.weapons if weapon.get("item") not in (None, "shield")]
    if wielded and all(weapon.get("hands", 1) != 1 for weapon in wielded):
        found.assumed.append(f"{shield['name']}: not on the arm, every weapon here takes both hands")
        arms.weapons = [weapon for weapon in arms.weapons if weapon.get("item") != "shield"]
        arms.shield = None
        return
    bash = [arms.skills[weapon["skill"]] for weapon in arms.weapons if weapon.get("item") == "shield"]
    if bash and "shield" not in arms.skills:
        arms.skills["shield"] = max(bash)
    found.row["shield"] = shield
    for item in dict.fromkeys(weapon["item"] for weapon in wielded):
        if all(weapon.get("hands", 1) == 2 for weapon in wielded if weapon["item"] == item):
            found.assumed.append(f"{item}: takes both hands, of no use while the {shield['name']} is on the arm")
    found.taken.append(f"shield: {shield['name']}, Defense Bonus {shield['db']}")


def take_bonuses(found: Imported, totals: Row, levels: dict[str, int], arms: Arms) -> None:
    """What the sheet adds to defences beyond the traits and the shield the book knows by name."""
    usual = (1 if "combat-reflexes" in levels else 0) + (arms.shield["db"] if arms.shield is not None else 0)
    more = {kind: as_whole(totals.get(f"{kind}_bonus"), 0) - usual for kind in ("dodge", "parry", "block")} if totals else {}
    more = {kind: max(-20, min(20, bonus)) for kind, bonus in more.items() if bonus}
    if arms.shield is None:
        more.pop("block", None)
    if more:
        found.row["traits"] = [*found.row.get("traits", []), {"key": "on-the-sheet", "name": "As the sheet says", **more}]
        words = ", ".join(f"{kind} {bonus:+d}" for kind, bonus in more.items())
        found.taken.append(f"defences: {words}, as the sheet has it")


def take_encumbrance(found: Imported, sheet: Row) -> None:
    """What is carried against Basic Lift, as the sheet has both; the weights of single things are not added again."""
    lift = read_weight(as_text(as_row(sheet.get("calc")).get("basic_lift")))
    top = sheet.get("equipment")
    items = [as_row(item) for item in top] if isinstance(top, list) else []
    load = sum((read_weight(as_text(as_row(item.get("calc")).get("extended_weight"))) for item in items), 0.0)
    found.row["encumbrance"] = 0
    if not lift:
        if items:
            found.assumed.append("Basic Lift is missing: no encumbrance")
        return
    level = level_of(load, lift)
    if level is None:
        level = len(LIMITS) - 1
        found.assumed.append(f"{load:g} lb is more than can be carried: extra-heavy encumbrance")
    found.row["encumbrance"] = level
    found.taken.append(f"encumbrance: level {level}, {load:g} lb at Basic Lift {lift:g} lb")
