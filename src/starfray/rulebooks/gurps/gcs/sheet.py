"""From a GCS file to a combatant: attributes, pools, skills, traits, weapons, shield, armour."""

from __future__ import annotations

import json
from pathlib import PurePath

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.arms import Arms, add_shield, add_weapon
from starfray.rulebooks.gurps.gcs.body import worn_armour
from starfray.rulebooks.gurps.gcs.traits import known_traits
from starfray.rulebooks.gurps.gcs.words import key_of, read_weight

VERSION = 5
LIMITS = (1, 2, 3, 6, 10)  # gurps.core.encumbrance: multiples of Basic Lift
#: a figure of the sheet → the combatant's field, and what stands in for one that is missing
POOLS = (("hp", "max-hp", "hp"), ("fp", "max-fp", "fp"))
Row = dict[str, Plain]


def read_gcs(data: bytes, file: str) -> Imported:
    sheet = open_sheet(data, file)
    found = Imported({})
    name = str(as_row(sheet.get("profile")).get("name") or PurePath(file).stem)
    found.row = {"id": key_of(name) or "somebody", "name": name}
    attributes = figures_of(sheet)
    take_attributes(found, attributes)
    arms = Arms(int(attributes.get("st", (10, 10))[0]), skills=take_skills(found, sheet))
    take_things(arms, sheet)
    found.row["skills"] = {key: level for key, level in arms.skills.items() if level > 0}
    found.row["weapons"] = in_order(arms)
    if arms.shield is not None:
        found.row["shield"] = arms.shield
        found.taken.append(f"shield: {arms.shield['name']}, Defense Bonus {arms.shield['db']}")
    found.taken += [f"weapon: {each['name']}, {each['damage']} {each['type']}" for each in found.row["weapons"]]
    found.left_out += arms.left_out
    worn_armour(found, sheet)
    known_traits(found, [each for each in all_rows(sheet.get("traits")) if not each.get("disabled")])
    take_encumbrance(found, sheet)
    if not any(each.get("damage") for each in found.row["weapons"]):
        found.assumed.append("no weapon could be read: fists and feet are all there is")
    return found


def open_sheet(data: bytes, file: str) -> Row:
    try:
        sheet = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BadInput("this is not a GCS file: it is no JSON", file=file, expected="a .gcs file saved by GCS 5") from None
    if not isinstance(sheet, dict) or "attributes" not in sheet or "version" not in sheet:
        raise BadInput("this is not a GCS character", file=file, expected="a .gcs file with version and attributes")
    if sheet["version"] != VERSION:
        raise BadInput(
            f"GCS format version {str(sheet['version'])[:20]}", file=file, field="version",
            expected=f"version {VERSION}: open the sheet in GCS 5 and save it again",
        )
    return sheet


def as_row(value: Plain) -> Row:
    return value if isinstance(value, dict) else {}


def all_rows(value: Plain) -> list[Row]:
    """Every entry of a list, those inside containers included."""
    found: list[Row] = []
    waiting = list(value) if isinstance(value, list) else []
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, dict):
            found.append(each)
            children = each.get("children")
            waiting = (list(children) if isinstance(children, list) else []) + waiting
    return found


# --- attributes ------------------------------------------------------------------------------------------------


def figures_of(sheet: Row) -> dict[str, tuple[float, float]]:
    """Each attribute's value, and what is left of it where it is a pool."""
    found: dict[str, tuple[float, float]] = {}
    for each in all_rows(sheet.get("attributes")):
        calc = as_row(each.get("calc"))
        value = calc.get("value")
        if isinstance(value, int | float) and not isinstance(value, bool):
            current = calc.get("current")
            found[str(each.get("attr_id"))] = (value, current if isinstance(current, int | float) else value)
    return found


def take_attributes(found: Imported, figures: dict[str, tuple[float, float]]) -> None:
    attributes: Row = {}
    for name in ("st", "dx", "iq", "ht"):
        if name not in figures:
            found.assumed.append(f"{name.upper()} is missing: 10")
        attributes[name] = int(figures.get(name, (10, 10))[0])
    row = found.row
    row["attributes"] = attributes
    for name, field in (("will", "will"), ("per", "per"), ("basic_move", "basic-move")):
        if name in figures:
            row[field] = int(figures[name][0])
        else:
            found.assumed.append(f"{field} is missing: worked out from the attributes")
    if "basic_speed" in figures:
        row["speed"] = float(figures["basic_speed"][0])
    else:
        found.assumed.append("Basic Speed is missing: worked out from DX and HT")
    for name, most, left in POOLS:
        if name in figures:
            row[most], row[left] = int(figures[name][0]), int(figures[name][1])
        else:
            found.assumed.append(f"{name.upper()} is missing: as the attributes say")
    words = ", ".join(f"{name.upper()} {value}" for name, value in attributes.items())
    found.taken.append(f"attributes: {words}; HP {row.get('hp', 'by ST')}, FP {row.get('fp', 'by HT')}")


# --- skills ----------------------------------------------------------------------------------------------------


def take_skills(found: Imported, sheet: Row) -> dict[str, int]:
    """By name and specialty, and the best specialty under the plain name. Spells count as skills."""
    skills: dict[str, int] = {}
    for each in [*all_rows(sheet.get("skills")), *all_rows(sheet.get("spells"))]:
        level = as_row(each.get("calc")).get("level")
        if each.get("children") or not isinstance(level, int | float) or level <= 0:
            continue
        name, specialty = str(each.get("name") or ""), str(each.get("specialization") or "")
        for key in dict.fromkeys((key_of(name, specialty), key_of(name))):
            if key:
                skills[key] = max(int(level), skills.get(key, 0))
    if skills:
        found.taken.append("skills: " + ", ".join(f"{key} {level}" for key, level in skills.items()))
    return skills


# --- things ----------------------------------------------------------------------------------------------------


def take_things(arms: Arms, sheet: Row) -> None:
    """Weapons of equipment that is at hand first, then those of traits, skills and spells, which nobody can drop."""
    for item in carried(sheet):
        name = str(item.get("description") or item.get("name") or "something")
        weight = read_weight(str(as_row(item.get("calc")).get("weight") or item.get("base_weight") or ""))
        features = [each for each in all_rows(item.get("features")) if each.get("type") == "attribute_bonus"]
        uses = all_rows(item.get("weapons"))
        if not item.get("equipped"):
            arms.left_out += [f"{name}: not equipped"] if uses or features else []
            continue
        add_shield(arms, name, features, weight)
        for place, use in enumerate(uses):
            add_weapon(arms, name, use, natural=False, weight=weight if place == 0 else 0.0)
    for table in ("traits", "skills", "spells"):
        for each in all_rows(sheet.get(table)):
            if not each.get("disabled"):
                for use in all_rows(each.get("weapons")):
                    add_weapon(arms, str(each.get("name") or table), use, natural=True, weight=0.0)


def carried(sheet: Row) -> list[Row]:
    """Everything in the list of what is carried; what lies in a container that is not equipped is not at hand."""
    found: list[Row] = []

    def walk(items: Plain, at_hand: bool) -> None:
        for item in items if isinstance(items, list) else []:
            if isinstance(item, dict):
                ready = at_hand and bool(item.get("equipped", False))
                found.append({**item, "equipped": ready})
                walk(item.get("children"), ready)

    walk(sheet.get("equipment"), True)
    return found


def in_order(arms: Arms) -> list[Row]:
    """The one to have in hand first: wielded before natural, best skill first, one that leaves the shield arm free."""
    free = 1 if arms.shield is not None else 2

    def rank(weapon: Row) -> tuple[bool, bool, int]:
        return bool(weapon.get("natural")), weapon["hands"] > free, -arms.skills.get(weapon["skill"], 0)

    return sorted(arms.weapons, key=rank)


def take_encumbrance(found: Imported, sheet: Row) -> None:
    """What is carried against Basic Lift, as the sheet has both; the weights of single things are not added again."""
    lift = read_weight(str(as_row(sheet.get("calc")).get("basic_lift") or ""))
    items = [item for item in sheet.get("equipment") or [] if isinstance(item, dict)]
    load = sum(read_weight(str(as_row(item.get("calc")).get("extended_weight") or "")) for item in items)
    if not lift:
        found.assumed.append("Basic Lift is missing: no encumbrance")
        found.row["encumbrance"] = 0
        return
    level = next((level for level, times in enumerate(LIMITS) if load <= times * lift), len(LIMITS) - 1)
    found.row["encumbrance"] = level
    if load > LIMITS[-1] * lift:
        found.assumed.append(f"{load:g} lb is more than can be carried: extra-heavy encumbrance")
    found.taken.append(f"encumbrance: level {level}, {load:g} lb at Basic Lift {lift:g} lb")
