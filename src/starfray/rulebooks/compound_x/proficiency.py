"""What a fighter knows how to use: by class, and beyond it. cx.presumed.proficiency"""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.rulebooks.compound_x.attachments import mounted
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


def strength_for(content: Content, gun: Weapon) -> int:
    """The least STR of its class, eased or raised by slings, barrels and receivers."""
    return gun.min_strength + sum(each.strength for each in mounted(content, gun))


def why_not_use(content: Content, one: Fighter, gun: Weapon) -> Refused | None:
    """Guns one is not proficient with, or not strong or clever enough for, may not be used. cx.ruling.unproficient"""
    if gun.group != "under-barrel" and not knows(content, one, gun.group):
        return Refused("cx.ruling.unproficient", f"{one.id} is not proficient with a {gun.group}", ["draw"])
    if gun.explosives and one.skills.get("weapons-explosives", 0) < gun.explosives:
        return Refused("cx.adv.skillreq", f"the {gun.name} takes Weapons - Explosives {gun.explosives}", [])
    if one.stats.strength < strength_for(content, gun):
        return Refused("cx.presumed.proficiency", f"the {gun.name} takes STR {strength_for(content, gun)}", ["draw"])
    if one.stats.intelligence < gun.min_intelligence:
        return Refused("cx.presumed.proficiency", f"the {gun.name} takes INT {gun.min_intelligence}", ["draw"])
    return None


def check_gun(content: Content, one: Fighter, gun: Weapon) -> None:
    fault = why_not_use(content, one, gun)
    if fault is not None:
        raise fault
