"""The forms: what a fighter may do now, at what cost, and why not the rest."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.values import Form
from starfray.rulebooks.compound_x.actions import ACTIONS
from starfray.rulebooks.compound_x.areas import suppressed
from starfray.rulebooks.compound_x.blanks import WITH_A_GUN, curable_in, fields_of, fits, to_take_up, within_reach
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.gate import barred, out_of_turn
from starfray.rulebooks.compound_x.movement import why_no_cover, why_no_shift
from starfray.rulebooks.compound_x.pace import metres_for
from starfray.rulebooks.compound_x.shooting import why_not_fire
from starfray.rulebooks.compound_x.state import (
    CompoundX,
    Fighter,
    Weapon,
    fighter,
    grapple_of,
    hostile,
    partner_of,
)
from starfray.rulebooks.compound_x.thrown import charge_of

FREE = ("cease-aim", "shift-aim", "crouch", "unhunker", "take-cover", "end-turn", "free")
COST_WORDS = {"run": "1 or 2 Actions", "hold": "1 or 2 Actions, ends the turn", "suppress": "1 Action, ends the turn",
              "jump": "part of a run, or 1 Action", "adjust": "2 Actions, or 1",
              "grapple": "1 Action, ends the turn if it holds"}  # fmt: skip
RULES = {
    "run": "cx.move.run", "jump": "cx.ruling.jump", "aim": "cx.aim.cost", "cease-aim": "cx.aim.cease-free",
    "shift-aim": "cx.aim.shift-optional", "fire": "cx.ranged.attack-roll", "suppress": "cx.suppression.option",
    "hold": "cx.held.reserve", "rechamber": "cx.firerate.pump-bolt", "reload": "cx.reload.check", "clear-jam": "cx.jam.clear",
    "deploy": "cx.combatmod.stack-halves", "flip": "cx.actions.unlisted", "adjust": "cx.actions.unlisted",
    "draw": "cx.actions.draw", "strike": "cx.melee.attack",
    "grapple": "cx.grapple.start", "pin": "cx.grapple.pin", "restrain": "cx.grapple.restrain", "choke": "cx.grapple.knockout",
    "disengage": "cx.grapple.disengage.contested", "gain-control": "cx.grapple.gain-control", "shove": "cx.shove.declare",
    "kick": "cx.kick.base", "trip": "cx.trip.prone", "disarm": "cx.disarm.declare",
    "break-bonds": "cx.ruling.restrained-helpless", "throw": "cx.thrown.accuracy", "cook": "cx.grenade.cook",
    "lob": "cx.grenade.skill", "set-charge": "cx.grenade.skill", "detonate": "cx.grenade.skill",
    "stabilise": "cx.stabilize.action", "treat": "cx.presumed.conditions", "skill": "cx.actions.skill",
    "use-ability": "cx.actions.spell", "use-kit": "cx.presumed.nanites",
    "cloak": "cx.stealth.condition", "look-out": "cx.ruling.stealth-reveal",
    "calm": "cx.presumed.conditions",
    "flashlight": "cx.actions.flashlight", "free": "cx.free.def", "crouch": "cx.stance.crouch",
    "go-prone": "cx.stance.prone-cost", "stand": "cx.stance.prone-cost", "hunker": "cx.stance.hunker",
    "unhunker": "cx.stance.hunker", "take-cover": "cx.ranged.cover-add", "end-turn": "cx.actions.budget",
}  # fmt: skip
MELEE = ("strike", "grapple", "pin", "restrain", "choke", "disengage", "gain-control", "shove", "kick", "trip", "disarm")
RANGED = ("fire", "suppress", "aim", "reload", "rechamber", "clear-jam", "flip", "adjust", "throw", "lob", "cook")
HINTS = {"fire": "Aim first, hunker last.", "aim": "Without aim every shot is hip fire."}  # cx.hip.advice
ADVICE: dict[str, list[str]] = {
    "fire": ["cx.hip.advice", "cx.flank.ranged", "cx.ranged.fire-anywhere", "cx.crit.when", "cx.ruling.crit-needs-hit",
             "cx.combatmod.scale", "cx.limits.order", "cx.ruling.floor-order", "cx.ruling.range-boundary"],
    "aim": ["cx.aim.reasonable"],
    "take-cover": ["cx.cover.visibility"],
    "strike": ["cx.melee.allowed-attacks", "cx.melee.space", "cx.ruling.melee-limits", "cx.meleeweapon.no-pierce",
               "cx.meleeweapon.sizes", "cx.meleeweapon.exotic", "cx.melee.nonlethal.declare"],
    "grapple": ["cx.grapple.actions.control", "cx.grapple.actions.nocontrol", "cx.grapple.limits"],
    "throw": ["cx.thrown.reflex", "cx.thrown.size", "cx.ruling.reflex-modifier"],
    "lob": ["cx.grenade.reflex", "cx.ruling.reflex-modifier"],
    "suppress": ["cx.suppression.levels", "cx.suppression.escape"],
    "hold": ["cx.reaction.def", "cx.reaction.kinds"],
    "end-turn": ["cx.actions.unlisted"],
    "free": ["cx.free.limit", "cx.actions.talk", "cx.actions.bearings"],
}


LEGS = {"bipod", "grip-pod"}


def legal(state: CompoundX, who: str) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: CompoundX, one: Fighter, kind: str) -> Form:
    cost = 0 if kind in FREE else 1
    words = COST_WORDS.get(kind, "1 Action" if cost else "free")
    group = "melee" if kind in MELEE else "ranged" if kind in RANGED else "move" if kind in ("run", "jump") else "other"
    group = "reaction" if kind == "hold" else group
    refused = out_of_turn(state, one, kind) or barred(state, one, kind)
    if refused is None and one.actions < cost and not (kind == "jump" and one.ran > 0):
        refused = Refused("cx.actions.budget", "no Action left", ["end-turn"])
    if refused is None:
        refused = why_not(state, one, kind)
    fields = fields_of(state, one, kind) if refused is None else []
    return Form(kind, words, fields, refused, RULES[kind], group, HINTS.get(kind, ""), advice(state, one, kind))


def advice(state: CompoundX, one: Fighter, kind: str) -> list[str]:
    """Rules worth knowing before one does it."""
    rules = list(ADVICE.get(kind, []))
    if kind == "fire" and one.hidden:
        rules += ["cx.stealth.condition", "cx.stealth.orphan-note", "cx.ruling.stealth-orphan", "cx.ruling.stealth-aim"]
    if kind == "run" and one.suit:
        rules.append("cx.eva.movement")
    if kind == "run" and suppressed(state, one):
        rules.append("cx.suppression.escape")
    return rules


def why_not(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    if kind in WITH_A_GUN or kind == "aim":
        faults = [why_not_gun(one, gun, kind) for gun in one.weapons if gun.in_hand]
        if not faults:
            return Refused("cx.actions.draw", "no gun in hand", ["draw"])
        if None not in faults:
            return faults[0]
    if one.hunkered and (kind in ("run", "aim", "suppress", "jump") or kind in MELEE):
        return Refused("cx.stance.hunker", "hunkered down", ["unhunker"])
    if kind in MELEE or kind in ("stabilise", "treat", "break-bonds"):
        return why_not_close(state, one, kind)
    if kind in ("throw", "cook", "lob", "set-charge", "detonate"):
        return why_not_thrown(one, kind)
    return why_not_posture(state, one, kind) or why_not_else(state, one, kind)


def why_not_gun(one: Fighter, gun: Weapon, kind: str) -> Refused | None:
    if kind in ("fire", "suppress"):
        if kind == "suppress" and not gun.suppression:
            return Refused("cx.suppression.levels", "it cannot suppress", ["fire"])
        return fits(one, gun) or why_not_fire(gun)
    ready = gun.spun_up if gun.shape == "pairs" else gun.cocked if gun.single_action else not gun.unchambered
    if kind == "rechamber" and ready:
        return Refused("cx.firerate.pump-bolt", "ready to fire", ["fire"])
    if kind == "reload" and (gun.rounds >= gun.magazine or gun.magazines == 0):
        return Refused("cx.reload.need", "nothing to reload, or nothing to reload with", [])
    if kind == "clear-jam" and not gun.jammed:
        return Refused("cx.jam.clear", "not jammed", [])
    rests = one.stance == "prone" or bool(one.cover)
    if kind == "deploy" and not gun.focus_damage and not (rests and LEGS & {*gun.attachments}):
        return Refused("cx.combatmod.stack-halves", "nothing to deploy here", ["go-prone", "take-cover"])
    if kind == "flip" and "magnifier2" not in gun.attachments:
        return Refused("cx.actions.unlisted", "no magnifier to flip", [])
    if kind == "adjust" and gun.group != "long-rifle" and "scope26" not in gun.attachments:
        return Refused("cx.actions.unlisted", "no scope to adjust", ["fire"])
    return None


def why_not_close(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    hold, partner = grapple_of(state, one), partner_of(state, one)
    beside = within_reach(state, one)
    if kind in ("strike", "grapple", "shove", "kick", "trip", "disarm") and not [each for each in beside if not each.dead]:
        return Refused("cx.melee.adjacent", "nobody is in reach", ["run"])
    if kind == "stabilise" and not any(each.downed and not hostile(one, each) for each in beside):
        return Refused("cx.stabilize.action", "nobody Downed is in reach", ["run"])
    if kind == "treat" and not any(curable_in(one, each) for each in [one, *beside]):
        return Refused("cx.presumed.conditions", "nobody in reach has anything to treat", [])
    if kind == "break-bonds" and not one.restrained:
        return Refused("cx.ruling.restrained-helpless", "not bound", [])
    if hold is None or partner is None:
        return None
    if kind == "pin" and hold.pinned:
        return Refused("cx.grapple.pin", "pinned already", ["restrain", "choke"])
    if kind in ("restrain", "choke") and hold.pinned != partner.id and partner.awake:
        return Refused("cx.grapple.knockout", "not pinned", ["pin"])
    if kind == "restrain" and not (one.kits.get("zip-cuffs") or one.kits.get("zip-cuffs-hd")):
        return Refused("cx.grapple.restrain", "nothing to bind with", ["choke"])
    return None


def why_not_thrown(one: Fighter, kind: str) -> Refused | None:
    if kind == "throw":
        held = [each for each in one.thrown if each.in_hand]
        return fits(one, held[0]) if held else Refused("cx.actions.draw", "nothing in hand to throw", ["draw"])
    if kind == "detonate":
        return None if charge_of(one) else Refused("cx.grenade.skill", "no charge set", ["set-charge"])
    bombs = [each for each in one.grenades if each.in_hand and each.placed == (kind == "set-charge")]
    if not bombs:
        return Refused("cx.actions.draw", "no grenade in hand", ["draw"])
    if one.at is None:
        return Refused("cx.grenade.short", "no place on the map", [])
    if one.skills.get("weapons-explosives", 0) < 6:
        return Refused("cx.grenade.skill", "Weapons - Explosives 6", [])
    if kind == "cook" and (one.actions < 2 or bombs[0].cooked):
        return Refused("cx.grenade.cook", "the throw must follow in the same turn", ["lob"])
    return None


def why_not_posture(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    if kind == "cease-aim" and not one.aim:
        return Refused("cx.aim.cease-free", "aims at nobody", ["aim"])
    if kind == "run" and metres_for(state, one, 2) == 0:
        return Refused("cx.move.run", "too heavily laden to move", [])
    if kind == "crouch" and one.stance != "standing":
        return Refused("cx.stance.crouch", f"{one.stance} already", ["stand"])
    if kind == "go-prone" and one.stance == "prone":
        return Refused("cx.stance.prone-cost", "prone already", ["stand"])
    if kind == "stand" and one.stance == "standing":
        return Refused("cx.stance.prone-cost", "standing already", [])
    if kind == "hunker" and one.hunkered:
        return Refused("cx.stance.hunker", "hunkered down already", ["unhunker"])
    if kind == "unhunker" and not one.hunkered:
        return Refused("cx.stance.hunker", "not hunkered down", ["hunker"])
    if kind == "take-cover":
        return why_no_cover(state, one, "")
    if kind == "jump" and one.stance != "standing":
        return Refused("cx.stance.crouch", "one jumps upright only", ["stand"])
    return None


def why_not_else(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    if kind == "draw" and not to_take_up(one):
        return Refused("cx.actions.draw", "nothing to take up", [])
    if kind == "shift-aim" and (state.rulings.get("aim-shift", "off") == "off" or not one.fallen or one.aim):
        return Refused("cx.aim.shift-optional", "nobody aimed at has just died, or the optional rule is off", ["aim"])
    if kind == "shift-aim":
        return why_no_shift(one)
    packs = any(count > 0 for key, count in one.kits.items() if key == "nanite-pack")
    if kind == "use-kit" and (not packs or one.nanites >= one.max_nanites):
        return Refused("cx.presumed.nanites", "no nanite pack, or no room for more", [])
    cloaks = any(key.startswith("cloak") for key in one.modules)
    if kind == "cloak" and (not cloaks or one.cloaked or one.hidden or one.engaged):
        return Refused("cx.stealth.condition", "no cloak to switch on", [])
    if kind == "calm" and not one.fear and not suffers(one, "pinned-down"):
        return Refused("cx.presumed.conditions", "not afraid", [])
    return None
