"""The forms: what a fighter may do now, at what cost, and why not the rest."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.engine.values import Form
from starfray.rulebooks.compound_x.actions import ACTIONS
from starfray.rulebooks.compound_x.areas import suppressed
from starfray.rulebooks.compound_x.blanks import (
    WITH_A_GUN,
    beside,
    curable_in,
    fallen_beside,
    fields_of,
    thrown_at,
    to_adjust_for,
    to_take_up,
    within_reach,
)
from starfray.rulebooks.compound_x.carried import (
    cloaks_of,
    cuffs_of,
    fits,
    guns_for,
    nanite_packs_of,
    racks_free,
    slung,
    why_not_gun,
)
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.gate import barred, out_of_turn
from starfray.rulebooks.compound_x.movement import why_no_cover, why_no_shift
from starfray.rulebooks.compound_x.pace import jump_up, metres_for
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter, grapple_of, off_hand_fault, partner_of
from starfray.rulebooks.compound_x.stats import is_blind, why_unskilled
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
BLOWS = ("strike", "grapple", "shove", "kick", "trip", "disarm")
MELEE = ("strike", "grapple", "pin", "restrain", "choke", "disengage", "gain-control", "shove", "kick", "trip", "disarm")
RANGED = ("fire", "suppress", "aim", "reload", "rechamber", "clear-jam", "flip", "adjust", "throw", "lob", "cook")
HINTS = {"fire": "Aim first, hunker last.", "aim": "Without aim every shot is hip fire."}  # cx.hip.advice
ADVICE: dict[str, list[str]] = {
    "fire": [
        "cx.hip.advice",
        "cx.flank.ranged",
        "cx.ranged.fire-anywhere",
        "cx.crit.when",
        "cx.ruling.crit-needs-hit",
        "cx.combatmod.scale",
        "cx.limits.order",
        "cx.ruling.floor-order",
        "cx.ruling.range-boundary",
    ],
    "aim": ["cx.aim.reasonable"],
    "take-cover": ["cx.cover.visibility"],
    "strike": [
        "cx.melee.allowed-attacks",
        "cx.melee.space",
        "cx.ruling.melee-limits",
        "cx.meleeweapon.no-pierce",
        "cx.meleeweapon.sizes",
        "cx.meleeweapon.exotic",
        "cx.melee.nonlethal.declare",
    ],
    "grapple": ["cx.grapple.actions.control", "cx.grapple.actions.nocontrol", "cx.grapple.limits"],
    "throw": ["cx.thrown.reflex", "cx.thrown.size", "cx.ruling.reflex-modifier"],
    "lob": ["cx.grenade.reflex", "cx.ruling.reflex-modifier"],
    "suppress": ["cx.suppression.levels", "cx.suppression.escape"],
    "hold": ["cx.reaction.def", "cx.reaction.kinds"],
    "end-turn": ["cx.actions.unlisted"],
    "free": ["cx.free.limit", "cx.actions.talk", "cx.actions.bearings"],
}


def legal(state: CompoundX, who: str, content: Content) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, content, one, kind) for kind in ACTIONS]


def form_of(state: CompoundX, content: Content, one: Fighter, kind: str) -> Form:
    cost = 0 if kind in FREE else 1
    words = COST_WORDS.get(kind, "1 Action" if cost else "free")
    group = "melee" if kind in MELEE else "ranged" if kind in RANGED else "move" if kind in ("run", "jump") else "other"
    group = "reaction" if kind == "hold" else group
    refused = out_of_turn(state, one, kind) or barred(state, one, kind)
    if refused is None and one.actions < cost and not costs_nothing(content, one, kind):
        refused = Refused("cx.actions.budget", "no Action left", ["end-turn"])
    if refused is None:
        refused = why_not(state, content, one, kind)
    fields = fields_of(state, content, one, kind) if refused is None else []
    if any(each.kind == "combatant" and each.required and not each.options for each in fields):
        refused, fields = Refused(RULES[kind], "there is nobody to do it to", []), []
    return Form(kind, words, fields, refused, RULES[kind], group, HINTS.get(kind, ""), advice(state, one, kind))


def costs_nothing(content: Content, one: Fighter, kind: str) -> bool:
    """Now and then what takes an Action takes none."""
    if kind == "jump":
        return one.ran > 0  # the end of a run
    if kind == "rechamber":
        return any(each.in_hand and each.unchambered and not each.racked and racks_free(content, each) for each in one.weapons)
    return kind == "draw" and any(not each.in_hand and not each.dropped and slung(content, each) for each in one.weapons)


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


def why_not(state: CompoundX, content: Content, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    if kind in WITH_A_GUN or kind == "aim":
        held = [each for each in one.weapons if each.in_hand]
        if not held:
            return Refused("cx.actions.draw", "no gun in hand", ["draw"])
        if not guns_for(content, one, kind):
            return why_not_gun(content, one, held[0], kind)
    if one.hunkered and kind in ("run", "aim", "suppress", "jump", *BLOWS):
        return Refused("cx.stance.hunker", "hunkered down", ["unhunker"])
    if kind in MELEE or kind in ("stabilise", "treat", "break-bonds"):
        return why_not_close(state, content, one, kind)
    if kind in ("throw", "cook", "lob", "set-charge", "detonate"):
        return why_not_thrown(state, content, one, kind)
    if kind in ("aim", "suppress", "adjust", "look-out") and is_blind(one):
        return Refused("cx.aim.target", "sees nothing", [])
    return why_not_posture(state, one, kind) or why_not_else(state, content, one, kind)


def why_not_close(state: CompoundX, content: Content, one: Fighter, kind: str) -> Refused | None:
    hold, partner = grapple_of(state, one), partner_of(state, one)
    if kind in BLOWS and not beside(state, one, kind):
        return Refused("cx.melee.adjacent", "nobody is in reach", ["run"])
    if kind == "stabilise" and not fallen_beside(state, one):
        return Refused("cx.stabilize.action", "nobody Downed is in reach", ["run"])
    if kind == "treat" and not any(curable_in(one, each) for each in [one, *within_reach(state, one)]):
        return Refused("cx.presumed.conditions", "nobody in reach has anything to treat", [])
    if kind == "break-bonds" and not one.restrained:
        return Refused("cx.ruling.restrained-helpless", "not bound", [])
    if hold is None or partner is None:
        return None
    if kind == "pin" and hold.pinned:
        return Refused("cx.grapple.pin", "pinned already", ["restrain", "choke"])
    if kind in ("restrain", "choke") and hold.pinned != partner.id and partner.awake:
        return Refused("cx.grapple.knockout", "not pinned", ["pin"])
    if kind == "restrain" and not cuffs_of(content, one):
        return Refused("cx.grapple.restrain", "nothing to bind with", ["choke"])
    return None


def why_not_thrown(state: CompoundX, content: Content, one: Fighter, kind: str) -> Refused | None:
    if kind == "throw":
        held = [each for each in one.thrown if each.in_hand]
        if not held:
            return Refused("cx.actions.draw", "nothing in hand to throw", ["draw"])
        fault = fits(content, one, held[0]) or off_hand_fault(one, held[0])
        far = Refused("cx.thrown.range", "nobody is near enough", ["run"])
        return fault if fault is not None or thrown_at(state, one).options else far
    if kind == "detonate":
        return None if charge_of(one) else Refused("cx.grenade.skill", "no charge set", ["set-charge"])
    bombs = [each for each in one.grenades if each.in_hand and each.placed == (kind == "set-charge")]
    if not bombs:
        return Refused("cx.actions.draw", "no grenade in hand", ["draw"])
    if one.at is None and kind != "cook":
        return Refused("cx.grenade.short", "no place on the map", [])
    if one.skills.get("weapons-explosives", 0) < 6:
        return Refused("cx.grenade.skill", "Weapons - Explosives 6", [])
    if kind == "cook" and (one.actions < 2 or bombs[0].cooked):
        return Refused("cx.grenade.cook", "the throw must follow in the same turn", ["lob"])
    return off_hand_fault(one, bombs[0])


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
    if kind == "jump" and one.at is None and not jump_up(one):
        return Refused("cx.move.jump-v", "too weak to jump", [])
    if kind == "jump" and one.stance != "standing":
        return Refused("cx.stance.crouch", "one jumps upright only", ["stand"])
    return None


def why_not_else(state: CompoundX, content: Content, one: Fighter, kind: str) -> Refused | None:
    if kind == "look-out":
        return why_unskilled(state, one, "spotting", "perception")
    if kind == "adjust" and not to_adjust_for(state, content, one).options:
        return Refused("cx.actions.unlisted", "the scope is right for everybody in view", ["fire"])
    if kind == "draw" and not to_take_up(one):
        return Refused("cx.actions.draw", "nothing to take up", [])
    if kind == "shift-aim" and (state.rulings.get("aim-shift", "off") == "off" or not one.fallen or one.aim):
        return Refused("cx.aim.shift-optional", "nobody aimed at has just died, or the optional rule is off", ["aim"])
    if kind == "shift-aim":
        return why_no_shift(one)
    if kind == "use-kit" and (not nanite_packs_of(content, one) or one.nanites >= one.max_nanites):
        return Refused("cx.presumed.nanites", "no nanite pack, or no room for more", [])
    if kind == "cloak" and (not cloaks_of(content, one) or one.cloaked or one.hidden or one.engaged):
        return Refused("cx.stealth.condition", "no cloak to switch on", [])
    if kind == "cloak":
        return why_not_cloak(content, one)
    if kind == "calm" and not one.fear and not suffers(one, "pinned-down"):
        return Refused("cx.presumed.conditions", "not afraid", [])
    return None


def why_not_cloak(content: Content, one: Fighter) -> Refused | None:
    """What each of the cloaks takes to be switched on, where the lists know it."""
    rows = [content.tables["modules"].get(key, {}) for key in cloaks_of(content, one)]
    if all(one.nanites < int(row.get("nanites", 0)) for row in rows):
        return Refused("cx.presumed.nanites", "too few nanites for the cloak", [])
    return None
