"""The forms: what a fighter may do now, at what cost, and why not the rest."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import covers_at
from starfray.engine.values import Field, Form, Option
from starfray.rulebooks.compound_x.actions import ACTIONS
from starfray.rulebooks.compound_x.held import TRIGGERS, VERBS
from starfray.rulebooks.compound_x.movement import metres_for
from starfray.rulebooks.compound_x.shooting import modes_of, why_not_fire
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon, fighter
from starfray.rulebooks.compound_x.suppression import LEVELS

COSTS = {
    "run": 1, "aim": 1, "fire": 1, "suppress": 1, "hold": 1, "rechamber": 1, "reload": 1, "clear-jam": 1, "draw": 1,
    "go-prone": 1, "stand": 1, "hunker": 1,
}  # fmt: skip
COST_WORDS = {"run": "1 or 2 Actions", "hold": "1 or 2 Actions, ends the turn", "suppress": "1 Action, ends the turn"}
RULES = {
    "run": "cx.move.run", "aim": "cx.aim.cost", "cease-aim": "cx.aim.cease-free", "fire": "cx.ranged.attack-roll",
    "suppress": "cx.suppression.option", "hold": "cx.held.reserve", "rechamber": "cx.firerate.pump-bolt",
    "reload": "cx.reload.check", "clear-jam": "cx.jam.clear", "draw": "cx.actions.draw", "crouch": "cx.stance.crouch",
    "go-prone": "cx.stance.prone-cost", "stand": "cx.stance.prone-cost", "hunker": "cx.stance.hunker",
    "unhunker": "cx.stance.hunker", "take-cover": "cx.ranged.cover-add", "end-turn": "cx.actions.budget",
}  # fmt: skip
GROUPS = {"fire": "ranged", "suppress": "ranged", "aim": "ranged", "reload": "ranged", "hold": "reaction", "run": "move"}
HINTS = {"fire": "Aim first, hunker last.", "aim": "Without aim every shot is hip fire."}  # cx.hip.advice


def legal(state: CompoundX, who: str) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: CompoundX, one: Fighter, kind: str) -> Form:
    cost = COSTS.get(kind, 0)
    words = COST_WORDS.get(kind, "1 Action" if cost else "free")
    form = Form(kind, words, fields_of(state, one, kind), None, RULES[kind], GROUPS.get(kind, "other"), HINTS.get(kind, ""))
    if one.actions < cost:
        form.refused = Refused("cx.actions.budget", "no Action left", ["end-turn"])
    else:
        form.refused = why_not(state, one, kind)
    return form


def gun_in_hand(one: Fighter) -> Weapon | None:
    return next((each for each in one.weapons if each.in_hand), None)


def why_not(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    gun = gun_in_hand(one)
    if kind in ("fire", "suppress", "aim", "rechamber", "reload", "clear-jam"):
        if gun is None:
            return Refused("cx.actions.draw", "no gun in hand", ["draw"])
        fault = why_not_gun(one, gun, kind)
        if fault is not None:
            return fault
    if kind in ("run", "aim", "suppress") and one.hunkered:
        return Refused("cx.stance.hunker", "hunkered down", ["unhunker"])
    return why_not_posture(state, one, kind)


def why_not_gun(one: Fighter, gun: Weapon, kind: str) -> Refused | None:
    if kind in ("fire", "suppress"):
        return why_not_fire(gun)
    if kind == "rechamber" and not gun.unchambered:
        return Refused("cx.firerate.pump-bolt", "chambered already", ["fire"])
    if kind == "reload" and (gun.rounds >= gun.magazine or gun.magazines == 0):
        return Refused("cx.reload.need", "nothing to reload, or nothing to reload with", [])
    if kind == "clear-jam" and not gun.jammed:
        return Refused("cx.jam.clear", "not jammed", [])
    return None


def why_not_posture(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    if kind == "cease-aim" and not one.aim:
        return Refused("cx.aim.cease-free", "aims at nobody", ["aim"])
    if kind == "run" and metres_for(one, 2) == 0:
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
    if kind == "draw" and all(each.in_hand for each in one.weapons):
        return Refused("cx.actions.draw", "nothing to take up", [])
    if kind == "take-cover" and not covers_at(state, one.at):
        return Refused("cx.cover.visibility", "no cover within reach", ["run"])
    return None


def fields_of(state: CompoundX, one: Fighter, kind: str) -> list[Field]:
    gun = gun_in_hand(one)
    guns = [Option(each.key, each.name) for each in one.weapons if each.in_hand]
    weapon = Field("weapon", "item", guns, required=False)
    if kind == "run":
        return run_fields(state, one)
    if kind == "aim":
        return [targets(state, one)]
    if kind == "fire":
        modes = [Option(mode) for mode in (modes_of(gun) if gun is not None else [])]
        default = modes[0].key if modes else "semi"
        blind = Field("blind", "flag", required=one.hunkered, default="no", hint="round cover, without looking: +6")
        return [targets(state, one), weapon, Field("mode", "choice", modes, required=default != "semi", default=default), blind]
    if kind == "suppress":
        return [targets(state, one), weapon, Field("level", "choice", [Option(level) for level in LEVELS], required=False)]
    if kind == "hold":
        return hold_fields(state, one)
    if kind in ("rechamber", "reload", "clear-jam"):
        return [weapon]
    if kind == "draw":
        return [Field("weapon", "item", [Option(each.key, each.name) for each in one.weapons if not each.in_hand])]
    if kind == "take-cover":
        return [Field("cover", "choice", [Option(each.name) for each in covers_at(state, one.at)], required=False)]
    return []


def run_fields(state: CompoundX, one: Fighter) -> list[Field]:
    actions = Field("actions", "number", low=1, high=min(2, max(1, one.actions)), default="2")
    sprint = Field("sprint", "flag", required=False, default="no", hint="+1 m per Action, +1 miss chance afterwards")
    if one.at is not None:
        covers = [Option(each.name) for each in state.scene.cover]
        end = Field("cover", "choice", covers, required=False, hint="cover to end up behind")
        return [Field("path", "path", high=metres_for(one, min(2, max(1, one.actions))), centre=one.at), actions, end, sprint]
    return [targets(state, one), Field("metres", "number", low=0, high=200), actions, sprint]


def hold_fields(state: CompoundX, one: Fighter) -> list[Field]:
    triggers = [Option(each) for each in TRIGGERS if one.at is not None or each not in ("enters", "crosses")]
    fields = [
        Field("trigger", "choice", triggers),
        Field("plan", "list", [Option(verb) for verb in VERBS], hint="verbs in their order, as aim+semi"),
        Field("actions", "number", low=1, high=min(2, max(1, one.actions)), default="1"),
        Field("foe", "combatant", targets(state, one).options, required=False, hint="only this one sets it off"),
        Field("text", "text", required=False, hint="for the GM to judge"),
    ]
    if one.at is not None:
        fields.append(Field("at", "point", high=50, centre=one.at, required=False, hint="zone or far end of the line"))
        fields.append(Field("radius", "number", low=1, high=10, required=False, default="1"))
    return fields


def targets(state: CompoundX, one: Fighter) -> Field:
    foes = [
        Option(each.id, each.name)
        for each in state.roster.values()
        if each.side != one.side and not each.dead and not each.out and each.cover != "concealed"
    ]
    return Field("target", "combatant", foes)
