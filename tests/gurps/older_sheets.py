"""Small sheets of the shapes GCS wrote before format 4, made to measure."""

from __future__ import annotations

from typing import Any

from tests.gurps.gcs_sheets import Row, attributes, body, melee, ranged, skill, thing

BONUSES = ("dodge", "parry", "block")


def bonus(kind: str, amount: int = 1) -> Row:
    return {"type": "attribute_bonus", "attribute": kind, "amount": amount}


def advantage(name: str, **fields: Any) -> Row:
    return {"type": "advantage", "name": name, "physical": True, "base_points": 15, "calc": {"points": 15}, **fields}


def plain_body(dr: int) -> Row:
    """Format 2 has one number for the DR of each part."""
    whole = body(dr)
    for part in whole["locations"]:
        part["calc"]["dr"] = part["calc"]["dr"]["all"]
    return whole


def format_2(**parts: Any) -> Row:
    """As the last releases of GCS 4 wrote it: DR is a number, and nothing is summed up for the whole sheet."""
    whole = old_sheet(2, settings={"hit_locations": plain_body(4), "default_weight_units": "lb"})
    del whole["calc"]
    return {**whole, **parts}


def old_sheet(version: int = 2, **parts: Any) -> Row:
    """Somebody with reflexes, a sword, a bow and a mail coat, as releases between GCS 4 and 5 laid people out."""
    sword = melee("2d cut", 14, "Broadsword", type="melee_weapon", usage="Swung", score="11")
    bow = ranged("1d+1 imp", 12, "Bow", type="ranged_weapon", range="x15/x20", shots="1(2)")
    for use in (sword, bow):
        del use["id"], use["sv"]
    coat = {"type": "equipment", "equipped": True, "quantity": 1, "description": "Mail Coat", "weight": "25 lb",
            "calc": {"extended_weight": "25 lb"}}  # fmt: skip
    things = [thing("Broadsword", sword), thing("Bow", bow), coat]
    for each in things:
        each.setdefault("weight", "3 lb")
        each["calc"].pop("weight", None)
        each["type"] = "equipment"
    whole: Row = {
        "type": "character", "version": version, "id": "7f0c", "profile": {"name": "Aldis Vane", "SM": 0, "tech_level": "3"},
        "settings": {"hit_locations": body(4), "default_weight_units": "lb"}, "attributes": attributes(12, 13, 10, 11, hp=14),
        "total_points": 150, "advantages": [advantage("Combat Reflexes", features=[bonus(kind) for kind in BONUSES])],
        "skills": [{**skill("Broadsword", 14), "type": "skill"}, {"type": "skill_container", "name": "More",
                   "children": [{**skill("Bow", 12), "type": "skill"}]}],
        "spells": [], "equipment": things, "other_equipment": [], "notes": [],
        "calc": {"swing": "1d+2", "thrust": "1d-1", "basic_lift": "29 lb"},
    }  # fmt: skip
    return {**whole, **parts}
