"""The forms: what a fighter may do now, at what cost, and why not the rest. Figures for cards, too."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import covers_at
from starfray.engine.values import Field, Form, Line, Option
from starfray.rulebooks.coriolis.actions import ACTIONS
from starfray.rulebooks.coriolis.core import ADVANCED, FAST, NORMAL, SKILL_ATTRIBUTE, SLOW
from starfray.rulebooks.coriolis.hooks import reload_cost
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import CLOSE, engaged_with_anyone, within
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, fighter

COSTS = {
    "shot": NORMAL, "aimed-shot": SLOW, "quick-shot": FAST, "full-auto": SLOW, "melee-attack": NORMAL, "quick-melee": FAST,
    "help": NORMAL, "command": NORMAL, "rally": SLOW, "tinker": SLOW, "mystic-power": SLOW, "grapple-attack": NORMAL,
    "break-free": NORMAL, "move": FAST, "take-cover": FAST, "overwatch": FAST, "draw": FAST, "pick-up": FAST, "go-prone": FAST, "get-up": FAST,
}  # fmt: skip
GROUPS = {"shot": "ranged", "aimed-shot": "ranged", "quick-shot": "ranged", "full-auto": "ranged", "overwatch": "ranged",
          "reload": "ranged", "melee-attack": "melee", "quick-melee": "melee"}


def legal(state: Coriolis, who: str) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: Coriolis, one: Fighter, kind: str) -> Form:
    cost = reload_cost(one) if kind == "reload" else COSTS.get(kind, 0)
    form = Form(kind, f"{cost} AP", fields_of(state, one, kind), None, f"coriolis.action.{kind}", GROUPS.get(kind, "other"))
    if kind == "end-turn":
        form.cost, form.rule = "free", "coriolis.turn.definition"
    if one.ap < cost:
        form.refused = Refused("coriolis.ap.pool", f"takes {cost} AP, {one.ap} left", ["end-turn"])
    else:
        form.refused = why_not(state, one, kind)
    return form


def why_not(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    guns = [each for each in one.weapons if each.in_hand and not each.melee]
    if GROUPS.get(kind) == "ranged" and kind not in ("reload", "overwatch"):
        if not guns:
            return Refused("coriolis.ruling.hands", "no firearm in hand", ["draw"])
        if all(gun.empty for gun in guns):
            return Refused("coriolis.ruling.ammo", "the weapon is empty", ["reload"])
        if kind == "full-auto" and not any("automatic-fire" in gun.features for gun in guns):
            return Refused("coriolis.action.full-auto.feature", "no weapon with automatic fire", ["shot"])
    if kind == "overwatch" and engaged_with_anyone(state, one):
        return Refused("coriolis.action.overwatch.not-engaged", "engaged in melee", ["melee-attack"])
    if GROUPS.get(kind) == "melee":
        if one.prone:
            return Refused("coriolis.action.melee-attack.on-feet", "prone", ["get-up"])
        if not any(within(state, one, each, CLOSE) for each in state.roster.values() if each is not one):
            return Refused("coriolis.range.close", "nobody within Close Range", ["move"])
    if one.grappled_by and kind not in ("break-free", "shout", "end-turn"):
        return Refused("coriolis.grapple.victim-no-actions", f"pinned by {one.grappled_by}", ["break-free"])
    if one.grapples and kind not in ("grapple-attack", "release", "shout", "end-turn"):
        return Refused("coriolis.grapple.grappler-limited", f"holds {one.grapples}", ["grapple-attack", "release"])
    if kind == "break-free" and not one.grappled_by:
        return Refused("coriolis.grapple.break-free", "not pinned", [])
    if kind in ("grapple-attack", "release") and not one.grapples:
        return Refused("coriolis.grapple.attack", "holds nobody", [])
    if kind == "delay" and state.slot_used:
        return Refused("coriolis.ruling.initiative.delay-limits", "the slot has begun", ["end-turn"])
    if kind in ("help", "command") and not [each for each in friends(state, one) if each.conscious]:
        return Refused("coriolis.action.help", "no comrade to help", [])
    if kind in ("command", "rally") and not one.skills.get("command", 0):
        return Refused("coriolis.core.advanced-skills", "no training in command", [])
    if kind == "rally" and not [each for each in friends(state, one) if each.mp <= 0]:
        return Refused("coriolis.ruling.stress.zero", "nobody is broken by stress", [])
    if kind == "mystic-power" and not one.skills.get("mystic-powers", 0):
        return Refused("coriolis.core.advanced-skills", "no training in mystic powers", [])
    if kind == "reload" and not any(each.empty for each in one.weapons):
        return Refused("coriolis.action.reload", "nothing to reload", [])
    if kind == "get-up" and not one.prone:
        return Refused("coriolis.action.get-up", "on her feet", [])
    if kind == "go-prone" and one.prone:
        return Refused("coriolis.action.go-prone", "prone already", ["get-up"])
    if kind == "take-cover" and not [c for c in covers_at(state, one.at) if c.rating > one.cover]:
        return Refused("coriolis.action.take-cover.not-movement", "no (better) cover within reach", ["move"])
    if kind == "draw" and not drawable(one):
        return Refused("coriolis.action.draw", "nothing to draw", [])
    if kind == "pick-up" and not [each for each in one.weapons if each.dropped]:
        return Refused("coriolis.action.pick-up", "nothing on the ground", [])
    return None


def drawable(one: Fighter) -> list[str]:
    return [each.key for each in one.weapons if not each.in_hand and not each.dropped and each.hands <= one.hands]


def fields_of(state: Coriolis, one: Fighter, kind: str) -> list[Field]:
    if kind in ("shot", "aimed-shot", "quick-shot", "full-auto"):
        guns = [Option(each.key, each.name) for each in one.weapons if each.in_hand and not each.melee]
        return [targets(state, one), Field("weapon", "item", guns, required=False)]
    if kind in ("melee-attack", "quick-melee"):
        held = [Option(each.key, each.name) for each in one.weapons if each.in_hand and each.melee]
        weapons = [*held, Option(UNARMED.key, UNARMED.name)]
        return [targets(state, one, CLOSE), Field("weapon", "item", weapons, required=False)]
    if kind == "move":
        if one.at is not None:
            return [Field("path", "path", high=movement_of(state, one), centre=one.at)]
        return [targets(state, one), Field("metres", "number", low=0, high=100)]
    if kind == "overwatch":
        if one.at is not None:
            return [Field("toward", "point", high=20, centre=one.at)]
        foes = [Option(each.id, each.name) for each in state.roster.values() if each.side != one.side]
        return [Field("watching", "list", foes)]
    if kind == "take-cover":
        covers = [Option(each.name) for each in covers_at(state, one.at)]
        return [Field("cover", "choice", covers, required=False)]
    if kind == "delay":
        later = [Option(who) for who in state.order[state.order.index(one.id) + 1 :] if who not in state.acted]
        return [Field("beside", "combatant", later), Field("before", "flag", required=False)]
    if kind in ("help", "command"):
        kinds = Field("action", "choice", [Option(each) for each in ACTIONS if each not in ("end-turn", "shout", "delay")])
        fields = [comrades(state, one), kinds]
        if kind == "command":
            fields.append(Field("against", "combatant", targets(state, one).options, required=False))
        return fields
    if kind == "rally":
        shaken = [Option(each.id, each.name) for each in friends(state, one) if each.mp <= 0 and within(state, one, each, CLOSE)]
        return [Field("target", "combatant", shaken)]
    if kind == "shout":
        return [Field("words", "text"), comrades(state, one, required=False)]
    if kind == "tinker":
        trained = [Option(skill) for skill in SKILL_ATTRIBUTE if skill not in ADVANCED or one.skills.get(skill, 0)]
        return [Field("what", "text"), Field("skill", "choice", trained)]
    if kind == "mystic-power":
        return [Field("what", "text")]
    if kind == "draw":
        return [Field("weapon", "item", [Option(key) for key in drawable(one)])]
    if kind == "pick-up":
        return [Field("weapon", "item", [Option(each.key, each.name) for each in one.weapons if each.dropped])]
    return []


def friends(state: Coriolis, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side == one.side and each is not one and each.person]


def comrades(state: Coriolis, one: Fighter, *, required: bool = True) -> Field:
    up = [Option(each.id, each.name) for each in friends(state, one) if each.conscious]
    return Field("target", "combatant", up, required=required)


def targets(state: Coriolis, one: Fighter, reach: float = 1000.0) -> Field:
    foes = [
        Option(each.id, each.name)
        for each in state.roster.values()
        if each.side != one.side and each.conscious and (one.at is None or within(state, one, each, reach))
    ]
    return Field("target", "combatant", foes)


def describe(state: Coriolis, one: Fighter) -> list[Line]:
    """The card: pools, what is in hand, conditions."""
    assumed = set(one.assumed)
    lines = [
        Line("HP", f"{one.hp}/{one.max_hp}", "hp", "coriolis.core.hp", "hp" in assumed),
        Line("MP", f"{one.mp}/{one.max_mp}", "mp", "coriolis.core.mp", "mp" in assumed),
        Line("AP", str(one.ap), "ap", "coriolis.ap.pool"),
        Line("armour", f"{one.armour.name} {one.armour.rating}", "armour.rating", "coriolis.core.armour"),
    ]
    held = [each.name + (" (empty)" if each.empty else "") for each in one.weapons if each.in_hand]
    lines.append(Line("in hand", ", ".join(held) or "nothing", "weapons", "coriolis.ruling.hands"))
    words = conditions(one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    if one.injuries:
        lines.append(Line("injuries", ", ".join(each.name for each in one.injuries), "injuries"))
    return lines


def conditions(one: Fighter) -> list[str]:
    words = []
    if one.out:
        words.append(one.out)
    if one.dead:
        words.append("dead")
    elif one.broken:
        words.append("Broken")
    if one.mp <= 0:
        words.append("broken by stress")
    if one.unconscious:
        words.append(f"unconscious {one.unconscious} h")
    if one.stunned:
        words.append("stunned")
    if one.prone:
        words.append("prone")
    if one.cover:
        words.append(f"in cover {one.cover}")
    if one.overwatch is not None:
        words.append("on overwatch")
    return words
