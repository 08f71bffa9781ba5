"""From a GCS file to a combatant: attributes, pools, skills, traits, weapons, shield, armour."""

from __future__ import annotations

from pathlib import PurePath

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported, Opened, SheetReader
from starfray.rulebooks.gurps.common.encumbrance import LIMITS
from starfray.rulebooks.gurps.gcs.arms import KICK_COSTS, Arms, add_shield, add_weapon, in_order
from starfray.rulebooks.gurps.gcs.body import worn_armour
from starfray.rulebooks.gurps.gcs.figures import basic_figures, take_attributes, take_skills
from starfray.rulebooks.gurps.gcs.load import take_encumbrance
from starfray.rulebooks.gurps.gcs.older import modern
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_number, as_row, as_text, as_whole, carried
from starfray.rulebooks.gurps.gcs.rest import tell_the_rest
from starfray.rulebooks.gurps.gcs.traits import known_traits, size_of
from starfray.rulebooks.gurps.gcs.words import key_of, read_weight

VERSIONS = (2, 3, 4, 5)  # 2: the last releases of GCS 4; 3 to 5: releases of GCS 5
WAY_OUT = "open it in GCS 4.37 and save it, then open and save that in GCS 5"
EXPECTED = "a character sheet (.gcs) of GCS 4 or 5"
#: what only GCS writes at the top of a file
OWN = ("advantages", "traits", "profile", "points_record", "total_points", "ST", "rows")


def is_gcs(opened: Opened) -> bool:
    """A file of GCS, a character or not: a version, and neither an actor of Foundry nor anything else we know."""
    data = opened.data
    if not isinstance(data, dict) or any(each in data for each in ("system", "prototypeToken", "_stats", "data")):
        return False
    kind = as_text(data.get("type"))
    listed = isinstance(data.get("attributes"), list | dict)
    return (
        ("version" in data and (listed or not kind or kind == "character"))
        or kind.endswith("_list")
        or (kind in ("character", "template") and any(each in data for each in OWN))
    )


def read_gcs(opened: Opened) -> list[Imported | BadInput]:
    return [combatant_of(modern(checked(opened.data)), opened.name)]


def checked(data: Plain) -> Row:
    """The sheet, if it is a character of a version we know."""
    sheet = as_row(data)
    other = other_file(sheet)
    if other:
        raise BadInput(f"{other} of GCS, not a character", field="type", expected=EXPECTED)
    version = as_number(sheet.get("version"))
    if version == 1 or "ST" in sheet:
        raise BadInput("GCS format version 1, of an early release of GCS 4", field="version", expected=WAY_OUT)
    if "version" not in sheet or not isinstance(sheet.get("attributes"), list | dict):
        missing = "version" if "version" not in sheet else "attributes"
        what = "is missing" if missing not in sheet else "is no list"
        raise BadInput(f"this is not a GCS character: {missing} {what}", field=missing, expected=EXPECTED)
    if version not in VERSIONS or isinstance(sheet["version"], str):
        words = as_text(sheet["version"])[:20] or "unknown"
        raise BadInput(f"GCS format version {words}", field="version", expected="version 2 to 5, as GCS 4.37 and GCS 5 save it")
    attributes = sheet["attributes"]
    if not (attributes if isinstance(attributes, dict) else any(as_text(as_row(each).get("attr_id")) for each in attributes)):
        raise BadInput("a sheet without attributes", field="attributes", expected="st, dx, iq, ht, hp, fp …")
    return sheet


#: what a list is of: by its type in older files, in newer ones by the first letter of an entry's id
LISTS = {
    "t": "traits", "m": "modifiers", "e": "equipment", "f": "modifiers", "s": "skills", "q": "skills", "p": "spells",
    "r": "spells", "n": "notes",
}  # fmt: skip


def other_file(sheet: Row) -> str:
    """What a file of GCS is that is no character: a list, a template, loot; '' if nothing says so."""
    kind = as_text(sheet.get("type"))
    if "rows" in sheet or kind.endswith("_list"):
        first = next(iter(all_rows(sheet.get("rows"))), {})
        words = kind.removesuffix("_list").replace("_", " ")[:40] or LISTS.get(as_text(first.get("id"))[:1].lower(), "")
        return f"a list of {words}" if words else "a list"
    if kind not in ("", "character"):
        return f"a {kind.replace('_', ' ')[:40]}"
    if "version" not in sheet or "attributes" in sheet or "profile" in sheet or "ST" in sheet:
        return ""
    if any(each in sheet for each in ("traits", "advantages", "skills", "spells")):
        return "a template"
    return "a list of loot" if "equipment" in sheet or "other_equipment" in sheet else ""


GCS = SheetReader("GCS (.gcs)", (".gcs",), is_gcs, read_gcs)


def combatant_of(sheet: Row, file: str, encumbrance: int | None = None) -> Imported:
    """A combatant of a sheet as GCS 5 lays it out. `encumbrance` is the level where the sheet does not list weights."""
    name = as_text(as_row(sheet.get("profile")).get("name")) or as_text(PurePath(file).stem) or "Somebody"
    who = key_of(name) or key_of(PurePath(file).stem) or "somebody"
    found = Imported({"id": who, "name": name[:100]}, origin=as_text(sheet.get("id")))
    figures = basic_figures(found, sheet)
    traits = all_rows(sheet.get("traits"))
    totals = as_row(sheet.get("calc"))
    levels = known_traits(found, traits, bool(totals))
    take_attributes(found, figures)
    size = size_of(sheet)
    if size:
        found.row["size"] = size
        found.taken.append(f"Size Modifier {size:+d}")
    arms = Arms(found.row["attributes"]["st"], found.row["attributes"]["dx"], as_whole(totals.get("parry_bonus")))
    arms.skills = take_skills(found, sheet, figures)
    take_things(arms, sheet)
    take_arms(found, arms)
    take_bonuses(found, totals, levels, arms)
    take_move(found, totals)
    worn_armour(found, sheet)
    tell_the_rest(found, sheet)
    if encumbrance is None:
        take_encumbrance(found, sheet)
    else:
        found.row["encumbrance"] = max(0, min(len(LIMITS) - 1, encumbrance))
        found.taken.append(f"encumbrance: level {found.row['encumbrance']}")
    return found


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
    weight = read_weight(
        as_text(as_row(item.get("calc")).get("weight")) or as_text(item.get("base_weight") or item.get("weight"))
    )
    uses = all_rows(item.get("weapons"))
    if not item["equipped"] or as_number(item.get("quantity", 1)) == 0:
        why = "not equipped" if not item["equipped"] else "none left"
        arms.left_out += [f"{name}: {why}"] if uses or all_rows(item.get("features")) else []
        return
    shield = add_shield(arms, item, name, weight)
    if shield == "second":
        return
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
        bashes = [weapon["name"] for weapon in arms.weapons if weapon.get("item") == "shield"]
        found.left_out += [f"{bash}: the shield is not on the arm" for bash in bashes]
        arms.weapons = [weapon for weapon in arms.weapons if weapon.get("item") != "shield"]
        arms.shield = None
        return
    bash = [arms.skills[weapon["skill"]] for weapon in arms.weapons if weapon.get("item") == "shield"]
    level = max([*bash, arms.block_level])
    if level > 0 and "shield" not in arms.skills:
        arms.skills["shield"] = level
    found.row["shield"] = shield
    for item in dict.fromkeys(weapon["item"] for weapon in wielded):
        if all(weapon.get("hands", 1) == 2 for weapon in wielded if weapon["item"] == item):
            found.assumed.append(f"{item}: takes both hands, of no use while the {shield['name']} is on the arm")
    found.taken.append(f"shield: {shield['name']}, Defense Bonus {shield['db']}")


def take_bonuses(found: Imported, totals: Row, levels: dict[str, int], arms: Arms) -> None:
    """What the sheet adds to defences beyond the traits and the shield the book knows by name."""
    usual = (1 if "combat-reflexes" in levels else 0) + (arms.shield["db"] if arms.shield is not None else 0)
    more = {kind: as_whole(totals.get(f"{kind}_bonus"), 0) - usual for kind in ("dodge", "parry", "block")} if totals else {}
    dodge = unhurt_figure(found, totals, "dodge")
    if dodge is not None:
        more["dodge"] = dodge - usual - (int(figure_of(found, "speed")) + 3)
    more = {kind: max(-20, min(20, bonus)) for kind, bonus in more.items()}
    if arms.shield is None:
        more.pop("block", None)
    elif arms.block is not None and "shield" in arms.skills:
        more["block"] = max(-20, min(20, arms.block - usual - (arms.skills["shield"] // 2 + 3)))
    more = {kind: bonus for kind, bonus in more.items() if bonus}
    if more:
        found.row["traits"] = [*found.row.get("traits", []), {"key": "on-the-sheet", "name": "As the sheet says", **more}]
        words = ", ".join(f"{kind} {bonus:+d}" for kind, bonus in more.items())
        found.taken.append(f"defences: {words}, as the sheet has it")


def take_move(found: Imported, totals: Row) -> None:
    """Some sheets have a Move of their own beside Basic Move; it is what they walk with."""
    move = unhurt_figure(found, totals, "move")
    basic = int(figure_of(found, "basic-move"))
    if move is not None and move != basic:
        found.row["basic-move"] = max(0, move)
        found.assumed.append(f"Basic Move {basic} on the sheet, but Move {move} without a load: {max(0, move)}")


def unhurt_figure(found: Imported, totals: Row, name: str) -> int | None:
    """Dodge or Move without a load, as the sheet has reckoned it; None for the wounded and tired, whose figures are halved."""
    listed = totals.get(name)
    whole = all(found.row[left] == found.row[most] for left, most in (("hp", "max-hp"), ("fp", "max-fp")))
    if not whole or not isinstance(listed, list) or not listed:
        return None
    number = as_number(listed[0])
    return None if number is None else int(number)


def figure_of(found: Imported, name: str) -> float:
    """Basic Speed or Move as taken, else as it follows from DX and HT."""
    attributes = found.row["attributes"]
    return float(found.row.get(name, (attributes["dx"] + attributes["ht"]) / 4))
