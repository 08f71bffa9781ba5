"""What a sheet has reckoned, against what the fight makes of it: levels, damage, defences, DR, Move, Dodge, pools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import starfray.rulebooks.gurps
from starfray.engine.content import book_content
from starfray.engine.rules import Tally
from starfray.fight import Fight
from starfray.rulebooks.gurps.cards import block_figure, dodge_figure
from starfray.rulebooks.gurps.core import add_defence, move_of, strength, weapon_level
from starfray.rulebooks.gurps.defence import parry_score
from starfray.rulebooks.gurps.gcs.arms import KICK_COSTS
from starfray.rulebooks.gurps.gcs.body import BONE, locations, part_of
from starfray.rulebooks.gurps.gcs.older import modern
from starfray.rulebooks.gurps.gcs.plain import all_rows, carried
from starfray.rulebooks.gurps.gcs.words import read_damage, read_parry
from starfray.rulebooks.gurps.state import Fighter, Weapon
from starfray.sheets import import_sheet, try_out
from tests.gurps.gcs_sheets import Row, data

BOOK = Path(starfray.rulebooks.gurps.__file__).parent
FIGURES = {"will": "will", "per": "per", "basic_speed": "speed", "hp": "max_hp"}


def disagreements(whole: Row) -> list[str]:
    """Each figure in which the fighter differs from the sheet; empty where all agree."""
    book, found = import_sheet(data(whole), "a.gcs")
    fight = try_out(book, found.row)
    (actor,) = fight.state.roster.values()
    sheet = modern(whole)
    return [
        *of_attributes(sheet, actor),
        *of_totals(sheet, fight, actor),
        *of_armour(sheet, actor),
        *of_weapons(sheet, fight, actor),
    ]


def compare(what: str, sheet: Any, fight: Any) -> list[str]:
    return [] if sheet == fight else [f"{what}: {sheet} on the sheet, {fight} in the fight"]


def of_attributes(sheet: Row, actor: Fighter) -> list[str]:
    told: list[str] = []
    for each in sheet["attributes"]:
        name, value = each["attr_id"], each["calc"]["value"]
        if name in ("st", "dx", "iq", "ht"):
            told += compare(name, value, getattr(actor.attributes, name))
        elif name in FIGURES:
            told += compare(name, value, getattr(actor, FIGURES[name]))
    return told


def of_totals(sheet: Row, fight: Fight, actor: Fighter) -> list[str]:
    """Dodge and Move under the load there is; Dodge with the shield."""
    totals = sheet["calc"]
    told: list[str] = []
    if "dodge" in totals:
        dodge = dodge_figure(fight.state, actor) + (actor.shield.db if actor.shield is not None else 0)
        told += compare("dodge", totals["dodge"][actor.encumbrance], dodge)
    if "move" in totals:
        told += compare("move", totals["move"][actor.encumbrance], move_of(actor))
    return told


def of_armour(sheet: Row, actor: Fighter) -> list[str]:
    """The weakest of each part, against what nothing is said about."""
    least: dict[str, int] = {}
    for place in locations(sheet):
        part, dr = part_of(place), place["calc"]["dr"]
        whole = dr if isinstance(dr, int) else dr.get("all", 0)
        if part:
            least[part] = min(whole, least.get(part, whole))
    bone = BONE if actor.nature == "living" else 0
    told: list[str] = []
    for part, whole in least.items():
        worn = sum(suit.dr.get(part, 0) for suit in actor.armour)
        told += compare(
            f"DR of {part}", max(whole, bone) if part == "skull" else whole, worn + (bone if part == "skull" else 0)
        )
    return told


def of_weapons(sheet: Row, fight: Fight, actor: Fighter) -> list[str]:
    """Every use on the sheet's lists that strikes: its level, damage, parry and block, each by name and usage."""
    told: list[str] = []
    rows = [*all_rows(sheet.get("traits")), *all_rows(sheet.get("skills")), *all_rows(sheet.get("spells"))]
    rows += [item for item in carried(sheet.get("equipment")) if item["equipped"] and item.get("quantity", 1)]
    for row in rows:
        for use in all_rows(row.get("weapons")):
            owner, usage = row.get("name") or row.get("description"), use.get("usage", "")
            named = {usage, owner, f"{owner}, {usage}"}
            told += of_weapon(str(owner), use, fight, actor, [each for each in actor.weapons if each.name in named])
    return told


def of_weapon(owner: str, use: Row, fight: Fight, actor: Fighter, weapons: list[Weapon]) -> list[str]:
    calc = use["calc"]
    damage = read_damage(calc.get("damage", ""))
    if damage is None or use.get("hide") or not calc.get("level"):
        return []
    same = [
        each for each in weapons if each.damage == damage.dice and (damage.affliction is not None or each.type == damage.type)
    ]
    if not same:
        return [f"{owner} {use.get('usage', '')}: {calc['damage']} on the sheet, nothing like it in the fight"]
    return min((of_one(owner, calc, fight, actor, each) for each in same), key=len)


def of_one(owner: str, calc: Row, fight: Fight, actor: Fighter, weapon: Weapon) -> list[str]:
    content = book_content("gurps", BOOK)
    level = weapon_level(content, actor, weapon)[0] - max(0, weapon.st - strength(actor))
    told = compare(f"level of {weapon.name}", calc["level"], level - (KICK_COSTS if weapon.key == "kick" else 0))
    db = actor.shield.db if actor.shield is not None else 0
    parry = read_parry(calc.get("parry", ""))
    if parry.able:
        ours = parry_score(content, actor, weapon) + add_defence(Tally(False), actor, "parry") + db
        told += compare(f"parry of {weapon.name}", parry.modifier, ours)
    if weapon.item == "shield" and calc.get("block"):
        told += compare(f"block of {weapon.name}", int(calc["block"]), block_figure(fight.state, actor) + db)
    return told
