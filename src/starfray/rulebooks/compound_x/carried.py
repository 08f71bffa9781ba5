"""What one has in hand and along, as the forms judge it."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.rulebooks.compound_x.attachments import Attachment, read
from starfray.rulebooks.compound_x.grenades import SKILL
from starfray.rulebooks.compound_x.proficiency import why_not_use, why_unfit
from starfray.rulebooks.compound_x.shooting import why_not_fire
from starfray.rulebooks.compound_x.state import Blade, Dart, Fighter, Grenade, Item, Weapon, off_hand_fault
from starfray.rulebooks.compound_x.thrown import why_not_dart


def listed(content: Content, gun: Weapon) -> list[Attachment]:
    return [content.record("attachments", key, read) for key in gun.attachments]


def deploys(content: Content, gun: Weapon) -> bool:
    return any(each.deploys for each in listed(content, gun))


def flips(content: Content, gun: Weapon) -> bool:
    return any(each.flips for each in listed(content, gun))


def adjusts(content: Content, gun: Weapon) -> bool:
    return any(each.adjusts for each in listed(content, gun))


def lit(content: Content, gun: Weapon) -> bool:
    return any(each.kind == "light" for each in listed(content, gun))


def racks_free(content: Content, gun: Weapon) -> bool:
    return gun.free_rack or any(each.free_rack for each in listed(content, gun))


def slung(content: Content, gun: Weapon) -> bool:
    return any(each.free_draw for each in listed(content, gun))


def cuffs_of(content: Content, one: Fighter) -> list[str]:
    rows = content.tables["kits"]
    return [key for key, count in one.kits.items() if count > 0 and "break-strength" in rows[key]]


def nanite_packs_of(content: Content, one: Fighter) -> list[str]:
    rows = content.tables["kits"]
    return [key for key, count in one.kits.items() if count > 0 and rows[key].get("nanites")]


def cloaks_of(content: Content, one: Fighter) -> list[str]:
    rows = content.tables["modules"]
    return [key for key in one.modules if rows[key].get("kind") == "cloak"]


def warning(content: Content, one: Fighter, item: Item) -> str:
    """What its use will come up against: stats, skills, training."""
    if isinstance(item, Blade):
        unfit = why_unfit(one, item)
        return f"takes {unfit}" if unfit else ""
    fault = fits(content, one, item)
    return fault.reason if fault is not None else ""


def fits(content: Content, one: Fighter, item: Weapon | Dart | Grenade) -> Refused | None:
    """Stats, skills and training against it."""
    if isinstance(item, Grenade):
        skilled = one.skills.get("weapons-explosives", 0) >= SKILL
        return None if skilled else Refused("cx.grenade.skill", f"takes Weapons - Explosives {SKILL}", [])
    if isinstance(item, Dart):
        return why_not_dart(content, one, item)
    return why_not_use(content, one, item)


def why_not_gun(content: Content, one: Fighter, gun: Weapon, kind: str) -> Refused | None:
    if kind in ("fire", "suppress"):
        if kind == "suppress" and not gun.suppression:
            return Refused("cx.suppression.levels", "it cannot suppress", ["fire"])
        return fits(content, one, gun) or why_not_fire(gun) or off_hand_fault(one, gun)
    ready = gun.spun_up if gun.shape == "pairs" else gun.cocked if gun.single_action else not gun.unchambered
    if kind == "rechamber" and ready:
        return Refused("cx.firerate.pump-bolt", "ready to fire", ["fire"])
    if kind == "reload" and ((gun.rounds >= gun.magazine and not gun.slug) or gun.magazines == 0):
        return Refused("cx.reload.need", "nothing to reload, or nothing to reload with", [])
    if kind == "clear-jam" and not gun.jammed:
        return Refused("cx.jam.clear", "not jammed", [])
    rests = one.stance == "prone" or bool(one.cover)
    if kind == "deploy" and not gun.focus_damage and not (rests and deploys(content, gun)):
        return Refused("cx.combatmod.stack-halves", "nothing to deploy here", ["go-prone", "take-cover"])
    if kind == "flip" and not flips(content, gun):
        return Refused("cx.actions.unlisted", "no magnifier to flip", [])
    if kind == "adjust" and gun.group != "long-rifle" and not adjusts(content, gun):
        return Refused("cx.actions.unlisted", "no scope to adjust", ["fire"])
    return None


def guns_for(content: Content, one: Fighter, kind: str) -> list[Weapon]:
    """The guns in hand with which it can be done."""
    return [each for each in one.weapons if each.in_hand and why_not_gun(content, one, each, kind) is None]
