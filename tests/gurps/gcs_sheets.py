"""Small sheets of the shape GCS 5 writes, made to measure."""

from __future__ import annotations

import json
from typing import Any

Row = dict[str, Any]
HUMAN = ("eye", "skull", "face", "leg", "arm", "torso", "groin", "hand", "foot", "neck", "vitals")


def attribute(name: str, value: float, current: float | None = None) -> Row:
    calc: Row = {"value": value, "points": 0}
    if current is not None:
        calc["current"] = current
    return {"attr_id": name, "adj": 0, "calc": calc}


def attributes(st: int = 10, dx: int = 10, iq: int = 10, ht: int = 10, **others: float) -> list[Row]:
    figures: dict[str, float] = {
        "st": st, "dx": dx, "iq": iq, "ht": ht, "will": iq, "per": iq, "basic_speed": (dx + ht) / 4,
        "basic_move": (dx + ht) // 4, **others,
    }  # fmt: skip
    pools = [attribute("fp", others.get("fp", ht), others.get("fp_left", others.get("fp", ht))),
             attribute("hp", others.get("hp", st), others.get("hp_left", others.get("hp", st)))]  # fmt: skip
    plain = [attribute(name, value) for name, value in figures.items() if name not in ("hp", "fp", "hp_left", "fp_left")]
    return [*plain, *pools]


def skill(name: str, level: int, specialty: str = "") -> Row:
    return {"id": f"s-{name}", "name": name, "specialization": specialty, "difficulty": "dx/a", "points": 4,
            "calc": {"level": level, "rsl": "DX+0"}}  # fmt: skip


def trait(name: str, **fields: Any) -> Row:
    return {"id": f"t-{name}", "name": name, "calc": {"points": 1}, **fields}


def melee(does: str, level: int = 12, skill: str = "Broadsword", **fields: Any) -> Row:
    """`fields` are those of the file: usage, reach, parry, strength …; `score` is the finished parry."""
    score = fields.pop("score", None)
    calc = {"level": level, "damage": does, **({"parry": score} if score is not None else {})}
    return {"id": "w-1", "sv": 1, "damage": {"type": "cut"}, "reach": "1", "parry": "0",
            "defaults": [{"type": "dx", "modifier": -5}, {"type": "skill", "name": skill}], "calc": calc, **fields}  # fmt: skip


def ranged(damage: str, level: int = 12, skill: str = "Guns", **fields: Any) -> Row:
    return {"id": "W-1", "sv": 1, "damage": {"type": "pi"}, "accuracy": "2", "range": "100/1,000", "rate_of_fire": "1",
            "shots": "10+1(3)", "bulk": "-2", "recoil": "2", "defaults": [{"type": "skill", "name": skill}],
            "calc": {"level": level, "damage": damage}, **fields}  # fmt: skip


def thing(name: str, *weapons: Row, weight: str = "3 lb", **fields: Any) -> Row:
    return {"id": f"e-{name}", "description": name, "weapons": list(weapons), "quantity": 1, "equipped": True,
            "calc": {"weight": weight, "extended_weight": weight}, **fields}  # fmt: skip


def shield(bonus: int = 2, **fields: Any) -> Row:
    features = [{"type": "attribute_bonus", "attribute": kind, "amount": bonus} for kind in ("dodge", "parry", "block")]
    bash = melee("1d cr", 13, "Shield", usage="Shield Bash", parry="No", block="0")
    return thing("Round Shield", bash, weight="15 lb", features=features, **fields)


def location(name: str, dr: Row | None = None, **fields: Any) -> Row:
    calc = {"roll_range": "-", "dr": dr or {"all": 0}}
    return {"id": name, "choice_name": name.title(), "table_name": name.title(), "calc": calc, **fields}


def body(dr: int = 0, names: tuple[str, ...] = HUMAN) -> Row:
    parts = [location(name, {"all": dr + (2 if name == "skull" else 0)}, **({"dr_bonus": 2} if name == "skull" else {}))
             for name in names]  # fmt: skip
    return {"name": "Humanoid", "roll": "3d", "locations": parts}


def sheet(name: str = "Ada Brand", **parts: Any) -> Row:
    """A whole sheet; `parts` are laid over it."""
    whole: Row = {
        "version": 5, "id": f"A-{name}", "profile": {"name": name},
        "settings": {"body_type": body(), "damage_progression": "basic_set"}, "attributes": attributes(),
        "traits": [], "skills": [], "spells": [], "equipment": [], "notes": [],
        "calc": {"swing": "1d", "thrust": "1d-2", "basic_lift": "20 lb"},
    }  # fmt: skip
    return {**whole, **parts}


def data(whole: Any) -> bytes:
    return json.dumps(whole, ensure_ascii=False).encode()


def archer() -> Row:
    sword = thing("Shortsword", melee("2d-1 cut", 14, "Shortsword", usage="Swung", score="11"),
                  melee("1d imp", 14, "Shortsword", usage="Thrust", score="11"), weight="2 lb")  # fmt: skip
    bow = thing("Longbow", ranged("1d+1 imp", 15, "Bow", strength="11†", range="x15/x20", shots="1(2)", accuracy="3"))
    return sheet("Cord", attributes=attributes(12, 13, 10, 11), skills=[skill("Bow", 15), skill("Shortsword", 14),
                 skill("Shield", 13, "Shield")], equipment=[bow, sword, shield(1)], settings={"body_type": body(2)},
                 calc={"basic_lift": "29 lb", "dodge_bonus": 1, "parry_bonus": 1, "block_bonus": 1})  # fmt: skip


def dragon() -> Row:
    claws = trait("Sharp Claws", weapons=[
        melee("5d+6 cut", 16, "Brawling", usage="Slash", reach="C,1-2", score="11"),
        melee("5d+7 cut", 14, "Brawling", usage="Kick", reach="C,1-2", parry="")])  # fmt: skip
    breath = trait("Fire Breath", children=[trait("Innate Attack", weapons=[
        ranged("6d burn", 14, "Innate Attack", range="10/100", shots="", bulk="", rate_of_fire="Jet")])])  # fmt: skip
    extra = trait("Extra Attack", levels=3, calc={"current_level": 3})
    names = (*HUMAN, "tail", "wing")
    return sheet("Ember", attributes=attributes(52, 14, 10, 14, hp=52), traits=[claws, breath, extra],
                 profile={"name": "Ember", "SM": 4}, skills=[skill("Brawling", 16)], settings={"body_type": body(9, names)},
                 calc={"basic_lift": "541 lb"})  # fmt: skip


def plant() -> Row:
    """No DX to speak of, no mind, nothing to strike with."""
    return sheet("Creeper", attributes=attributes(0, 1, 0, 12, hp=0, fp=0, basic_speed=3.25, basic_move=0))


def golem() -> Row:
    modifiers = [{"name": "Homogenous"}, {"name": "No Blood"}, {"name": "Diffuse", "disabled": True}]
    made = trait("Injury Tolerance", modifiers=modifiers)
    fist = trait("Natural Attacks", weapons=[
        melee("3d cr", 13, "Brawling", usage="Punch", reach="C", score="9"),
        melee("3d+1 cr", 11, "Brawling", usage="Kick", reach="C,1", parry="")])  # fmt: skip
    return sheet("Gravel", attributes=attributes(24, 11, 8, 14, hp=40, hp_left=-3), traits=[made, fist])


def gunner() -> Row:
    rifle = thing("Storm Rifle", ranged("5d(0.5) pi", 14, strength="9†", rate_of_fire="12!", shots="30+1(3)", accuracy="4+2"),
                  ranged("1d-1 [2d] cr ex", 12, usage="Grenade", shots="1(3)", recoil="1"))  # fmt: skip
    stunner = thing("Stunner", melee("HT-3(0.5) aff", 13, "Brawling", reach="C,1", parry="No", strength="2"))
    pellets = ranged("1d+1 pi", 13, rate_of_fire="2x9", shots="5(3i)", recoil="1", strength="10†")
    shotgun = thing("Shotgun", pellets, equipped=False)
    return sheet("Öyvind Ångström", skills=[skill("Guns", 14, "Rifle")], equipment=[rifle, stunner, shotgun])


EVERYBODY = {"archer": archer, "dragon": dragon, "plant": plant, "golem": golem, "gunner": gunner}
