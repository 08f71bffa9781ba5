"""What a fighter knows how to use: by class, and beyond it. cx.presumed.proficiency"""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.rulebooks.compound_x.state import Blade, Dart, Fighter, Weapon


def knows(content: Content, one: Fighter, what: str) -> bool:
    """A group of guns, a size, or an exotic weapon by its key. With neither class nor list everything is known."""
    if not one.profession and not one.proficiencies:
        return True
    if what in one.proficiencies:
        return True
    return bool(one.profession) and what in content.entry("classes", one.profession)["weapons"]


def proficient(content: Content, one: Fighter, blade: Blade) -> bool:
    """Bare hands are no weapon; exotic ones are known one by one. cx.unarmed.not-weapon, cx.meleeweapon.exotic"""
    if blade.size == "none" or blade.key.startswith("improvised-"):
        return True
    return knows(content, one, blade.key if blade.exotic else blade.size)


def why_unfit(one: Fighter, item: Blade | Dart) -> str:
    """The stat its entry asks for and the fighter lacks; '' if none."""
    if one.stats.strength < item.min_strength:
        return f"STR {item.min_strength}"
    if one.stats.dexterity < item.min_dexterity:
        return f"DEX {item.min_dexterity}"
    return ""


def check_gun(content: Content, one: Fighter, gun: Weapon) -> None:
    """Guns one is not proficient with may not be used. cx.ruling.unproficient"""
    if gun.group != "under-barrel" and not knows(content, one, gun.group):
        raise Refused("cx.ruling.unproficient", f"{one.id} is not proficient with a {gun.group}", ["draw"])
    if gun.explosives and one.skills.get("weapons-explosives", 0) < gun.explosives:
        raise Refused("cx.adv.skillreq", f"the {gun.name} takes Weapons - Explosives {gun.explosives}", [])
