"""Actors of Foundry's GURPS Game Aid (system `gurps`): laid out as a sheet of GCS and read like one."""

from __future__ import annotations

import re
from math import floor

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported, Opened, SheetReader
from starfray.rulebooks.gurps.foreign.foundry_out import actors_of
from starfray.rulebooks.gurps.gcs.plain import Row, as_number, as_row, as_text, as_whole
from starfray.rulebooks.gurps.gcs.sheet import combatant_of
from starfray.rulebooks.gurps.gcs.words import read_parry

SYSTEM = "gurps"
KINDS = ("character", "characterV2", "gcsCharacter", "enemy", "npc")
FIGURES = {"ST": "st", "DX": "dx", "IQ": "iq", "HT": "ht", "WILL": "will", "PER": "per"}
MOST = 1000  # actors in a file
NAMED = re.compile(r"^(.*?)\s*\(([^()]*)\)\s*$")
SPECIAL = re.compile(r"DR (\d{1,5}) (more|less) against ([\w+-]{1,20})")  # as we write it there ourselves
SHIELD = re.compile(r"shield|buckler", re.IGNORECASE)


def system_data(actor: Plain) -> Row:
    """What the system keeps; Foundry 9 and older called it data."""
    row = as_row(actor)
    return as_row(row.get("system")) or as_row(row.get("data"))


def is_actor(actor: Plain) -> bool:
    """By what the file says of itself, else by what such an actor has and no other."""
    named = as_text(as_row(as_row(actor).get("_stats")).get("systemId"))
    if named:
        return named == SYSTEM and isinstance(as_row(actor).get("system"), dict)
    attributes = as_row(system_data(actor).get("attributes"))
    return all(isinstance(attributes.get(name), dict) for name in ("ST", "DX", "IQ", "HT"))


def listed(data: Plain) -> list[Plain]:
    """The actors of a file: one, a list, or a list under a name."""
    if isinstance(data, list):
        return data[:MOST]
    inner = as_row(data).get("actors")
    return inner[:MOST] if isinstance(inner, list) else [data]


def is_foundry(opened: Opened) -> bool:
    return any(is_actor(each) for each in listed(opened.data))


def read_foundry(opened: Opened) -> list[Imported | BadInput]:
    return [read_actor(each, opened.name) for each in listed(opened.data)]


def read_actor(actor: Plain, file: str) -> Imported | BadInput:
    name = as_text(as_row(actor).get("name"))[:100] or "somebody without a name"
    kind = as_text(as_row(actor).get("type"))
    if not is_actor(actor) or (kind and kind not in KINDS):
        return BadInput(f"{name}: no character of the GURPS Game Aid", field="type", expected="actors of the type character")
    system = system_data(actor)
    if not as_row(system.get("attributes")):
        return BadInput(f"{name}: an actor without attributes", field="system.attributes", expected="ST, DX, IQ, HT …")
    level, dodge = encumbrance_of(system)
    found = combatant_of(sheet_of(as_row(actor), system, dodge), file, level)
    found.origin = as_text(as_row(actor).get("_id")) or found.origin
    return found


def sheet_of(actor: Row, system: Row, dodge: int | None) -> Row:
    """The actor as a sheet of GCS would have it."""
    traits = [trait_of(each) for each in entries(system.get("ads"))]
    attributes = attributes_of(system)
    sums: Row = {}
    if dodge is not None:
        speed = next((each["calc"]["value"] for each in attributes if each["attr_id"] == "basic_speed"), 0.0)
        bonus = max(-20, min(20, dodge - floor(speed) - 3))
        sums = {"dodge_bonus": bonus, "parry_bonus": bonus, "block_bonus": bonus}
    equipment, used = things(system, traits, sums)
    natural = [
        {"name": name, "weapons": uses} for name, uses in weapons_of(system).items() if name.lower() not in used
    ]  # claws, a breath of fire, a blow with the fist
    return {
        "version": 5,
        "id": as_text(actor.get("_id")),
        "profile": {"name": as_text(actor.get("name")), "SM": as_text(as_row(system.get("traits")).get("sizemod")) or 0},
        "attributes": attributes,
        "traits": [*traits, *natural],
        "skills": [skill_of(each) for each in entries(system.get("skills"))],
        "spells": [skill_of(each) for each in entries(system.get("spells"))],
        "equipment": equipment,
        "settings": {"body_type": {"locations": [location_of(each) for each in entries(system.get("hitlocations"))]}},
        "calc": sums,
    }


def entries(value: Plain) -> list[Row]:
    """Foundry keeps lists as {"00000": …}, and what is inside another entry under `contains` or `collapsed`."""
    found: list[Row] = []
    waiting = list(reversed(rows_in(value)))
    while waiting:
        row = waiting.pop()
        found.append(row)
        waiting += reversed([*rows_in(row.get("contains")), *rows_in(row.get("collapsed"))])
    return found


def rows_in(value: Plain) -> list[Row]:
    rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [row for row in rows if isinstance(row, dict)]


def figure(row: Row) -> float | None:
    """The figure that counts: as it stands there now, else as it was imported."""
    for name in ("value", "level", "import"):
        number = as_number(row.get(name))
        if number is not None and (number or name == "import"):
            return number
    return None


def attributes_of(system: Row) -> list[Row]:
    given = as_row(system.get("attributes"))
    found: list[Row] = []
    for name, ours in FIGURES.items():
        number = figure(as_row(given.get(name)))
        if number is not None:
            found.append({"attr_id": ours, "calc": {"value": number}})
    for name, ours in (("basicspeed", "basic_speed"), ("basicmove", "basic_move")):
        number = as_number(as_row(system.get(name)).get("value"))
        if number is not None:
            found.append({"attr_id": ours, "calc": {"value": number}})
    for name in ("HP", "FP"):
        pool = as_row(system.get(name))
        most, left = as_number(pool.get("max")), as_number(pool.get("value"))
        if most is not None:
            found.append({"attr_id": name.lower(), "calc": {"value": most, "current": most if left is None else left}})
    return found


def trait_of(row: Row) -> Row:
    found: Row = {"name": as_text(row.get("name")), "local_notes": as_text(row.get("notes"))}
    level = as_whole(row.get("level"))
    return {**found, "levels": level} if level else found


def skill_of(row: Row) -> Row:
    """'Guns (Pistol)': a skill and its specialty."""
    name = as_text(row.get("name"))
    parts = NAMED.match(name)
    level = figure({key: row.get(key) for key in ("level", "import")})
    words: Row = {"name": parts[1], "specialization": parts[2]} if parts is not None and parts[1] else {"name": name}
    return {**words, "calc": {"level": level or 0}}


def weapons_of(system: Row) -> dict[str, list[Row]]:
    """Every use of a thing, by the name of the thing."""
    found: dict[str, list[Row]] = {}
    for row in entries(system.get("melee")):
        found.setdefault(as_text(row.get("name")) or "weapon", []).append(melee_of(row))
    for row in entries(system.get("ranged")):
        found.setdefault(as_text(row.get("name")) or "weapon", []).append(ranged_of(row))
    return found


def melee_of(row: Row) -> Row:
    parry, block = as_text(row.get("parry")), as_text(row.get("block"))
    score = read_parry(parry)
    return {
        "type": "melee_weapon", "usage": as_text(row.get("mode")), "reach": as_text(row.get("reach")) or "1",
        "strength": as_text(row.get("st")), "parry": parry if score.able else "No", "block": block,
        "calc": {"level": figure({key: row.get(key) for key in ("level", "import")}) or 0, "parry": parry,
                 "damage": as_text(row.get("damage"))},
    }  # fmt: skip


def ranged_of(row: Row) -> Row:
    found: Row = {"type": "ranged_weapon", "usage": as_text(row.get("mode")), "strength": as_text(row.get("st"))}
    for theirs, ours in (("acc", "accuracy"), ("range", "range"), ("rof", "rate_of_fire"), ("shots", "shots"),
                         ("bulk", "bulk"), ("rcl", "recoil")):  # fmt: skip
        found[ours] = as_text(row.get(theirs))
    level = figure({key: row.get(key) for key in ("level", "import")}) or 0
    return {**found, "calc": {"level": level, "damage": as_text(row.get("damage"))}}


def things(system: Row, traits: list[Row], sums: Row) -> tuple[list[Row], set[str]]:
    """Equipment that is carried, with its uses as weapons, and the names of those; a shield's bonus is what defences have."""
    uses: dict[str, list[Row]] = {}
    for called, listed in weapons_of(system).items():
        uses.setdefault(called.lower(), []).extend(listed)
    found: list[Row] = []
    used: set[str] = set()
    for row in entries(as_row(system.get("equipment")).get("carried")):
        name = as_text(row.get("name"))
        own = uses.get(name.lower(), [])
        if name.lower() in used or not own:
            continue
        used.add(name.lower())
        item: Row = {"description": name, "equipped": row.get("equipped") is not False, "weapons": own}
        count = as_whole(row.get("count"), 1)
        item |= {"quantity": count, "base_weight": as_text(row.get("weight"))}
        reflexes = any(each["name"].lower().startswith("combat reflexes") for each in traits)
        bonus = as_whole(sums.get("dodge_bonus")) - (1 if reflexes else 0)
        if SHIELD.search(name) and any(read_parry(as_text(each.get("block"))).able for each in own) and bonus > 0:
            item["features"] = [{"type": "attribute_bonus", "attribute": "block", "amount": bonus}]
        found.append(item)
    return found, used


def location_of(row: Row) -> Row:
    where = as_text(row.get("where"))
    points = re.match(r"\s*(\d{1,6})", as_text(row.get("dr")) or as_text(row.get("import")))
    dr: Row = {"all": int(points[1]) if points is not None else 0}
    for found in SPECIAL.finditer(as_text(row.get("equipment"))):
        dr[found[3].lower()] = int(found[1]) * (1 if found[2] == "more" else -1)
    return {"id": where, "table_name": where, "calc": {"dr": dr}}


def encumbrance_of(system: Row) -> tuple[int, int | None]:
    """The level that is in force, and the dodge without any load; None if the actor has none."""
    rows = entries(system.get("encumbrance"))
    current = next((row for row in rows if row.get("current") is True), {})
    free = next((row for row in rows if as_whole(row.get("level"), -1) == 0), {})
    number = as_number(free.get("dodge"))
    return as_whole(current.get("level")), int(number) if number else None


FOUNDRY = SheetReader("Foundry's GURPS Game Aid (.json)", (".json",), is_foundry, read_foundry, actors_of, "foundry")
