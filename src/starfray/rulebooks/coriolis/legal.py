"""The forms: what a fighter may do now, at what cost, and why not the rest."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.engine.scene import covers_at
from starfray.engine.values import Field, Form, Option
from starfray.rulebooks.coriolis.actions import ACTIONS
from starfray.rulebooks.coriolis.aim import empty_guns, guns_of, needs_setting_up
from starfray.rulebooks.coriolis.core import ADVANCED, FAST, NORMAL, SKILL_ATTRIBUTE, SLOW
from starfray.rulebooks.coriolis.gear import usable
from starfray.rulebooks.coriolis.hooks import reload_cost
from starfray.rulebooks.coriolis.initiative import later_places
from starfray.rulebooks.coriolis.movement import lying_near, movement_of
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, engaged_with_anyone, within
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, Weapon, carried, fighter, held_items, planted

COSTS = {
    "shot": NORMAL, "aimed-shot": SLOW, "quick-shot": FAST, "full-auto": SLOW, "overwatch": FAST, "throw": NORMAL,
    "plant": FAST, "detonate": FAST, "set-up": NORMAL, "melee-attack": NORMAL, "quick-melee": FAST,
    "grapple-attack": NORMAL, "break-free": NORMAL, "move": FAST, "take-cover": FAST, "draw": FAST, "pick-up": FAST,
    "go-prone": FAST, "get-up": FAST, "help": NORMAL, "command": NORMAL, "rally": SLOW, "tinker": SLOW,
    "mystic-power": SLOW, "first-aid": SLOW, "surgery": SLOW, "treat-radiation": SLOW,
    "inject": SLOW, "apply": SLOW, "douse": FAST,
    "take-drug": FAST, "poison-weapon": FAST, "enter": FAST, "leave": FAST, "start": FAST, "drive": FAST, "ram": NORMAL,
}  # fmt: skip
#: nothing is tested in these, so nobody can give dice for them
WITHOUT_TEST = (
    "move", "take-cover", "overwatch", "reload", "draw", "pick-up", "go-prone", "get-up", "delay", "help", "shout", "release",
    "apply", "take-drug", "poison-weapon", "plant", "detonate", "set-up", "enter", "leave", "start", "end-turn",
)  # fmt: skip
REACTIONS = ("defend", "opportunity", "overwatch-fire")
HELPED = (*(kind for kind in ACTIONS if kind not in WITHOUT_TEST), *REACTIONS)  # coriolis.action.help
GROUPS = {
    "shot": "ranged", "aimed-shot": "ranged", "quick-shot": "ranged", "full-auto": "ranged", "overwatch": "ranged",
    "reload": "ranged", "throw": "ranged", "plant": "ranged", "detonate": "ranged", "set-up": "ranged",
    "melee-attack": "melee", "quick-melee": "melee", "grapple-attack": "melee", "break-free": "melee", "release": "melee",
    "first-aid": "healing", "surgery": "healing", "treat-radiation": "healing",
    "inject": "healing", "apply": "healing", "douse": "healing",
    "take-drug": "healing", "poison-weapon": "healing",
    "enter": "vehicle", "leave": "vehicle", "start": "vehicle", "drive": "vehicle", "ram": "vehicle",
    "help": "help", "command": "help", "rally": "help", "tinker": "help", "mystic-power": "help",
}  # fmt: skip
RULES_OF = {  # the rule behind a kind whose id is not its name
    "end-turn": "coriolis.turn.definition", "delay": "coriolis.initiative.delay", "rally": "coriolis.ruling.stress.zero",
    "grapple-attack": "coriolis.grapple.attack", "break-free": "coriolis.grapple.break-free",
    "release": "coriolis.ruling.grapple.release", "surgery": "coriolis.state.crit-dying",
    "treat-radiation": "coriolis.med.table",
    "inject": "coriolis.medtech.ballistic-m-injector", "apply": "coriolis.ruling.med.scarab",
    "douse": "coriolis.ruling.turn-start", "take-drug": "coriolis.medtech.narcotics",
    "poison-weapon": "coriolis.medtech.poison",
    "throw": "coriolis.ruling.dice-order", "plant": "coriolis.ruling.dice-order", "detonate": "coriolis.ruling.dice-order",
    "set-up": "coriolis.action.full-auto.mounted", "enter": "coriolis.action.vehicle-enter",
    "leave": "coriolis.action.vehicle-enter", "start": "coriolis.action.vehicle-drive",
    "drive": "coriolis.action.vehicle-drive",
}  # fmt: skip
AGAINST = {"first-aid": "broken", "surgery": "critical", "treat-radiation": "radiation"}  # what the gear is used for
HINTS = {  # what the book says about it that is advice, or the table's own business
    "first-aid": ("coriolis.state.broken", "coriolis.state.broken.improvised", "coriolis.state.note", "coriolis.state.damaged",
                  "coriolis.broken.cry", "coriolis.heal.first-aid.needs-gear", "coriolis.ruling.med.t-dose"),
    "surgery": ("coriolis.state.crit-recovering.meaning", "coriolis.state.crit-recovering.needs-training"),
    "help": ("coriolis.core.help", "coriolis.action.help.cost", "coriolis.action.help.before",
             "coriolis.action.help.command-substitute", "coriolis.medtech.bio-monitor"),
    "command": ("coriolis.ruling.help.slow-command",),
    "apply": ("coriolis.med.c-dose-removed", "coriolis.med.truncated-note", "coriolis.ruling.med.author-notes"),
    "reload": ("coriolis.action.reload.no-counting", "coriolis.action.reload.emptied"),
    "shot": ("coriolis.ranged.mod.list", "coriolis.range.bands", "coriolis.ruling.range-boundary",
             "coriolis.ruling.cover.not-to-hit", "coriolis.initiative.from-successes",
             "coriolis.ruling.bonus.order", "coriolis.ruling.bonus.once", "coriolis.ruling.melee.defend-ranged"),
    "full-auto": ("coriolis.range.long", "coriolis.ruling.pray-full-auto",
                  "coriolis.action.full-auto.any-number", "coriolis.action.full-auto.after-rolling",
                  "coriolis.ruling.full-auto.which-one", "coriolis.ruling.full-auto.stop"),
    "aimed-shot": ("coriolis.ruling.engaged",),
    "quick-shot": ("coriolis.action.quick-shot.no-fire-support", "coriolis.range.short"),
    "take-cover": ("coriolis.cover.table", "coriolis.action.take-cover.not-movement"),
    "overwatch": ("coriolis.action.overwatch.arc", "coriolis.action.overwatch.window", "coriolis.ruling.overwatch.strict"),
    "melee-attack": ("coriolis.ruling.melee.pool-typo", "coriolis.melee.defend.list", "coriolis.ruling.bonus.order",
                     "coriolis.ruling.bonus.once", "coriolis.melee.defend.counterattack.no-extra-damage"),
    "move": ("coriolis.action.move.halved", "coriolis.action.opportunity.passing-limits",
             "coriolis.ruling.opportunity.geometry"),
    "delay": ("coriolis.ruling.initiative.delay-value",),
    "shout": ("coriolis.ap.free",),
    "end-turn": ("coriolis.ap.no-carry", "coriolis.ruling.ap.order"),
}  # fmt: skip


def legal(state: Coriolis, who: str, content: Content) -> list[Form]:
    one = fighter(state, who)
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: Coriolis, one: Fighter, kind: str) -> Form:
    cost = reload_cost(one) if kind == "reload" else COSTS.get(kind, 0)
    rule = RULES_OF.get(kind, f"coriolis.action.{kind}")
    if one.ap < cost and one.id not in state.free_actions:
        refused: Refused | None = Refused("coriolis.ap.pool", f"takes {cost} AP, {one.ap} left", ["end-turn"])
    elif one.id in state.free_actions and cost not in (NORMAL, FAST) and kind not in ("delay", "end-turn"):
        refused = Refused("coriolis.ruling.sneak.free-action", "the free action is Normal or Fast", ["shot", "melee-attack"])
    else:
        refused = why_not(state, one, kind)
    fields = fields_of(state, one, kind) if refused is None else []
    if one.owes:
        for field in fields:
            if field.name == "weapon":
                field.options, field.required = [each for each in field.options if each.key == one.owes], True
    hints = [*HINTS.get(kind, ()), *(("coriolis.example.not-two-fast",) if one.id in state.free_actions else ())]
    return Form(kind, f"{cost} AP" if cost else "free", fields, refused, rule, GROUPS.get(kind, "other"), hints=hints)


def why_not(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    """Reasons that hold whatever the target; the rest shows when the form is filled in."""
    if one.owes and kind not in (*attacks_owed(one), "shout", "release", "delay", "end-turn"):
        return Refused("coriolis.initiative.weapon.lock", f"must attack with the {one.owes}", ["end-turn"])
    if one.immobile and kind not in ("shout", "end-turn"):
        return Refused("coriolis.ruling.immobile", "cannot move", ["shout", "end-turn"])
    if one.grappled_by and kind not in ("break-free", "shout", "delay", "end-turn"):
        return Refused("coriolis.grapple.victim-no-actions", f"pinned by {one.grappled_by}", ["break-free"])
    if one.grapples and kind not in ("grapple-attack", "release", "delay", "end-turn"):
        return Refused("coriolis.grapple.grappler-limited", f"holds {one.grapples}", ["grapple-attack", "release"])
    group = GROUPS.get(kind)
    if group == "ranged":
        return why_not_shoot(state, one, kind)
    if group == "melee":
        return why_not_melee(state, one, kind)
    if group == "healing":
        return why_not_treat(state, one, kind)
    if group == "vehicle":
        return why_not_drive(state, one, kind)
    if group == "help":
        return why_not_help(state, one, kind)
    return why_not_else(state, one, kind)


def attacks_owed(one: Fighter) -> tuple[str, ...]:
    """What can be done with the weapon whose initiative she has claimed. coriolis.initiative.weapon.lock"""
    weapon = next((each for each in (*one.weapons, UNARMED) if each.key == one.owes), UNARMED)
    if weapon.bare:
        return "melee-attack", "quick-melee", "grapple-attack"
    if weapon.melee:
        return "melee-attack", "quick-melee"
    return ("throw",) if weapon.thrown else ("shot", "aimed-shot", "quick-shot", "full-auto")


def why_not_shoot(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    if kind == "reload":
        return None if empty_guns(state, one) else Refused("coriolis.action.reload", "nothing to reload", [])
    if kind in ("throw", "plant", "detonate"):
        fit = explosives(state, one, kind)
        return None if fit else Refused("coriolis.ruling.hands", "nothing to throw or plant", [])
    if kind == "set-up":
        return None if mounted(one) else Refused("coriolis.action.full-auto.mounted", "no Mounted weapon in hand", [])
    guns = guns_of(state, one)
    if not guns:
        return Refused("coriolis.ruling.hands", "no firearm in hand", ["draw"])
    if kind == "overwatch":
        if engaged_with_anyone(state, one):
            return Refused("coriolis.action.overwatch.not-engaged", "engaged in melee", ["melee-attack"])
        return None
    if all(gun.empty for gun in guns):
        return Refused("coriolis.ruling.ammo", "the weapon is empty", ["reload"])
    if all(needs_setting_up(one, gun) for gun in guns):
        return Refused("coriolis.action.full-auto.mounted", "the gun is not set up", ["set-up"])
    if kind == "quick-shot" and all("bulky" in gun.features or "slow" in gun.features for gun in guns):
        return Refused("coriolis.action.quick-shot", "the weapon takes no quick shots", ["shot", "aimed-shot"])
    if kind == "full-auto" and not any("automatic-fire" in gun.features for gun in guns):
        return Refused("coriolis.action.full-auto.feature", "no weapon with automatic fire", ["shot"])
    return None


def why_not_melee(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    if kind == "break-free":
        return None if one.grappled_by else Refused("coriolis.grapple.break-free", "not pinned", [])
    if kind in ("grapple-attack", "release"):
        if not one.grapples:
            return Refused("coriolis.grapple.attack", "holds nobody", [])
        return Refused("coriolis.prone.no-melee", "prone", ["release"]) if one.prone and kind == "grapple-attack" else None
    if one.prone:
        return Refused("coriolis.prone.no-melee", "prone", ["get-up"])
    if not any(within(state, one, each, CLOSE) for each in state.roster.values() if each is not one):
        return Refused("coriolis.range.close", "nobody within Close Range", ["move"])
    return None


def why_not_treat(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    if kind == "douse":
        return None if burning(state, one) else Refused("coriolis.ruling.turn-start", "nothing burns", [])
    if kind == "take-drug":
        return None if carried(one, "narcotics") else Refused("coriolis.medtech.narcotics", "no narcotics", [])
    if kind == "poison-weapon":
        doses = [each for each in one.gear if each.strength and each.count > 0]
        return None if doses else Refused("coriolis.medtech.poison", "no poison", [])
    if kind == "apply":
        fit = [g for g in one.gear if g.key in ("spider-doctor", "healing-scarab") and g.count > 0]
        return None if fit else Refused("coriolis.ruling.med.scarab", "nothing to apply", [])
    if kind == "inject" and carried(one, "ballistic-m-injector") is None:
        return Refused("coriolis.med.ballistic-m-injector", "no injector", [])
    untrained = one.skills.get("medicurgy", 0) < 1
    if untrained and not (kind == "first-aid" and state.rulings.get("untrained-first-aid") == "allowed"):
        rule = "coriolis.state.broken.training-and-gear" if kind == "first-aid" else "coriolis.core.advanced-skills"
        return Refused(rule, "no training in medicurgy", [])
    against = AGAINST.get(kind, "")
    if against and not usable(one, against):
        return Refused("coriolis.action.first-aid.equipment-required", "nothing to treat with", ["improvised"])
    if not patients(state, one, kind):
        return Refused("coriolis.heal.first-aid", "nobody to treat within reach", ["move"])
    return None


def why_not_drive(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    crafts = [each for each in state.roster.values() if each.craft is not None]
    if not crafts:
        return Refused("coriolis.action.vehicle-enter", "there is no vehicle here", [])
    if kind == "enter":
        near = [each for each in crafts if within(state, one, each, CLOSE)]
        return None if near and not one.aboard else Refused("coriolis.action.vehicle-enter", "no vehicle to get into", ["move"])
    if not one.aboard:
        return Refused("coriolis.ruling.vehicle.persons", "not in a vehicle", ["enter"])
    if kind != "leave" and not one.drives:
        return Refused("coriolis.ruling.vehicle.persons", "not at the wheel", [])
    craft = state.roster[one.aboard].craft
    running = craft is not None and craft.running
    if kind == "start" and running:
        return Refused("coriolis.action.vehicle-drive", "it is running", ["drive"])
    if kind in ("drive", "ram") and not running:
        return Refused("coriolis.ruling.vehicle.persons", "it is not running", ["start"])
    return None


def why_not_help(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    if kind in ("help", "command") and not [each for each in friends(state, one) if each.conscious]:
        return Refused("coriolis.action.help", "no comrade to help", [])
    if kind in ("command", "rally") and not one.skills.get("command", 0):
        return Refused("coriolis.ruling.advanced-zero", "no training in command", [])
    if kind == "rally" and not [each for each in friends(state, one) if each.mp <= 0]:
        return Refused("coriolis.ruling.stress.zero", "nobody is broken by stress", [])
    if kind == "mystic-power" and not one.skills.get("mystic-powers", 0):
        return Refused("coriolis.ruling.advanced-zero", "no training in mystic powers", [])
    return None


def why_not_else(state: Coriolis, one: Fighter, kind: str) -> Refused | None:
    if kind == "delay" and (state.slot_used or one.id in state.free_actions):
        return Refused("coriolis.ruling.initiative.delay-limits", "the slot has begun", ["end-turn"])
    if kind == "delay" and not later_places(state, one):
        return Refused("coriolis.ruling.initiative.delay-limits", "nobody acts later in this turn", ["end-turn"])
    if kind == "move" and (one.aboard or one.set_up):
        return Refused("coriolis.action.move", "held in place", ["leave", "set-up"])
    if kind == "get-up" and not one.prone:
        return Refused("coriolis.action.get-up", "on her feet", [])
    if kind == "go-prone" and one.prone:
        return Refused("coriolis.action.go-prone", "prone already", ["get-up"])
    if kind == "take-cover" and one.aboard:
        return Refused("coriolis.action.take-cover.not-movement", "aboard a vehicle", ["leave"])
    if kind == "take-cover" and not [c for c in covers_at(state, one.at) if c.rating > one.cover]:
        return Refused("coriolis.action.take-cover.not-movement", "no (better) cover within reach", ["move"])
    if kind == "draw" and not drawable(one):
        return Refused("coriolis.action.draw", "nothing to draw", [])
    if kind == "pick-up" and not lying_near(state, one):
        return Refused("coriolis.action.pick-up", "nothing on the ground", [])
    return None


def explosives(state: Coriolis, one: Fighter, kind: str) -> list[Weapon]:
    if kind == "throw":
        return [each for each in one.weapons if each.thrown and each.in_hand and not each.empty]
    if kind == "detonate":
        return [each for each in one.weapons if planted(state, one, each) is not None]
    return [each for each in one.weapons if "placed" in each.features and each.in_hand and not each.empty]


def mounted(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if each.in_hand and "mounted" in each.features]


def burning(state: Coriolis, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.burning and (each is one or within(state, one, each, CLOSE))]


def patients(state: Coriolis, one: Fighter, kind: str) -> list[Fighter]:
    reach = LIMITS[1] if kind == "inject" else CLOSE
    near = [
        each
        for each in state.roster.values()
        if each.person and not each.dead and (each is one or within(state, one, each, reach))
    ]
    if kind == "surgery":
        return [each for each in near if each.dying]
    if kind == "treat-radiation":
        return [each for each in near if each.radiation]
    return [each for each in near if each.broken or each.unconscious or (kind in ("inject", "apply") and each.dying)]


def drawable(one: Fighter) -> list[str]:
    return [each.key for each in one.weapons if not each.in_hand and not each.dropped and one.can_hold(each)]


def fields_of(state: Coriolis, one: Fighter, kind: str) -> list[Field]:
    if kind in ("shot", "aimed-shot", "quick-shot", "full-auto"):
        guns = [Option(each.key, each.name) for each in guns_of(state, one)]
        return [targets(state, one, reach_of(state, one, kind)), Field("weapon", "item", guns, required=False)]
    if kind == "reload":
        return [Field("weapon", "item", [Option(each.key, each.name) for each in empty_guns(state, one)], required=False)]
    if kind in ("melee-attack", "quick-melee"):
        held = [Option(each.key, each.name) for each in one.weapons if each.in_hand and each.melee]
        weapons = [*held, Option(UNARMED.key, UNARMED.name)]
        return [in_reach(state, one), Field("weapon", "item", weapons, required=False)]
    if kind == "move":
        sneaking = Field("sneaking", "flag", required=False)
        if one.at is not None:
            return [Field("path", "path", high=movement_of(state, one), centre=one.at), sneaking]
        return [targets(state, one), Field("metres", "number", low=0, high=100), sneaking]
    if kind == "overwatch":
        if one.at is not None:
            return [Field("toward", "point", high=20, centre=one.at)]
        foes = [Option(each.id, each.name) for each in state.roster.values() if each.side != one.side]
        return [Field("watching", "list", foes)]
    if kind == "take-cover":
        covers = [Option(each.name) for each in covers_at(state, one.at)]
        return [Field("cover", "choice", covers, required=False)]
    if GROUPS.get(kind) == "healing":
        return healing_fields(state, one, kind)
    if GROUPS.get(kind) == "vehicle":
        return vehicle_fields(state, one, kind)
    if kind in ("throw", "plant", "detonate", "set-up"):
        fit = mounted(one) if kind == "set-up" else explosives(state, one, kind)
        weapon = Field("weapon", "item", [Option(each.key, each.name) for each in fit])
        return [targets(state, one, LIMITS[2]), weapon, Field("quick", "flag", required=False)] if kind == "throw" else [weapon]
    if kind == "delay":
        later = [Option(who) for who in later_places(state, one)]
        return [Field("beside", "combatant", later), Field("before", "flag", required=False)]
    if kind in ("help", "command"):
        kinds = Field("action", "choice", [Option(each) for each in HELPED])
        fields = [comrades(state, one), kinds]
        if kind == "command":
            fields.append(Field("against", "combatant", targets(state, one).options, required=False))
        return fields
    if kind == "rally":
        shaken = [each for each in friends(state, one) if each.mp <= 0 and within(state, one, each, CLOSE)]
        return [Field("target", "combatant", [Option(each.id, each.name) for each in shaken])]
    if kind == "shout":
        return [Field("words", "text"), comrades(state, one, required=False)]
    if kind == "tinker":
        trained = [Option(skill) for skill in SKILL_ATTRIBUTE if skill not in ADVANCED or one.skills.get(skill, 0)]
        return [Field("what", "text"), Field("skill", "choice", trained)]
    if kind == "mystic-power":
        return [Field("what", "text")]
    if kind == "draw":
        return [Field("weapon", "item", [Option(key) for key in drawable(one)]), to_drop(one)]
    if kind == "pick-up":
        near = lying_near(state, one)
        owners = [Option(who) for who in dict.fromkeys(owner.id for owner, _ in near)]
        things = Field("weapon", "item", [Option(each.key, each.name) for _, each in near])
        return [things, Field("owner", "combatant", owners, required=False), to_drop(one)]
    return []


def to_drop(one: Fighter) -> Field:
    """What she may choose to let go of. coriolis.ruling.hands"""
    return Field("drop", "item", [Option(each.key, each.name) for each in held_items(one)], required=False)


def healing_fields(state: Coriolis, one: Fighter, kind: str) -> list[Field]:
    sick = Field("target", "combatant", [Option(each.id, each.name) for each in patients(state, one, kind)])
    if kind in AGAINST:
        kits = Field("gear", "item", [Option(each.key, each.name) for each in usable(one, AGAINST[kind])], required=False)
        return [sick, kits, fatal_injuries(state, one, kind)] if kind == "surgery" else [sick, kits]
    if kind == "inject":
        guns = Field("weapon", "item", [Option(each.key, each.name) for each in guns_of(state, one)], required=False)
        return [sick, guns, fatal_injuries(state, one, kind)]
    if kind == "apply":
        fit = [Option(each.key, each.name) for each in one.gear if each.key in ("spider-doctor", "healing-scarab")]
        return [Field("gear", "item", fit), sick]
    if kind == "douse":
        return [Field("target", "combatant", [Option(each.id) for each in burning(state, one)], required=False)]
    if kind == "take-drug":
        return [Field("attribute", "choice", [Option(name) for name in ("strength", "agility", "wits", "empathy")])]
    held = [Option(each.key, each.name) for each in one.weapons if each.in_hand]
    doses = [Option(each.key, each.name) for each in one.gear if each.strength and each.count > 0]
    return [Field("weapon", "item", held), Field("poison", "item", doses)]


def fatal_injuries(state: Coriolis, one: Fighter, kind: str) -> Field:
    """Which of them is treated; left out, the one with the least time left."""
    wounds = {str(each.number): each.name for sick in patients(state, one, kind) for each in sick.dying}
    return Field("injury", "choice", [Option(number, name) for number, name in wounds.items()], required=False)


def vehicle_fields(state: Coriolis, one: Fighter, kind: str) -> list[Field]:
    if kind == "enter":
        near = [each for each in state.roster.values() if each.craft is not None and within(state, one, each, CLOSE)]
        return [Field("vehicle", "combatant", [Option(each.id) for each in near]), Field("driver", "flag", required=False)]
    car = state.roster.get(one.aboard) if one.aboard else None
    metres = float(car.craft.metres) if car is not None and car.craft is not None else 0.0
    if kind == "drive":
        where = car.at if car is not None else None
        return [Field("to", "point", high=metres, centre=where), Field("manoeuvre", "flag", required=False)]
    return [targets(state, one, metres)] if kind == "ram" else []


def friends(state: Coriolis, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side == one.side and each is not one and each.person]


def comrades(state: Coriolis, one: Fighter, *, required: bool = True) -> Field:
    up = [Option(each.id, each.name) for each in friends(state, one) if each.conscious]
    return Field("target", "combatant", up, required=required)


def in_reach(state: Coriolis, one: Fighter) -> Field:
    """Foes who are up; where there are none, whoever is near: somebody who lies there, a friend gone mad."""
    foes = targets(state, one, CLOSE)
    if foes.options:
        return foes
    near = [each for each in state.roster.values() if each is not one and within(state, one, each, CLOSE)]
    return Field("target", "combatant", [Option(each.id, each.name) for each in near])


def reach_of(state: Coriolis, one: Fighter, kind: str) -> float:
    """How far a shot of this kind carries: one band beyond the best gun's range, quick shots and bursts less."""
    best = max((BANDS.index(gun.range) for gun in guns_of(state, one)), default=0) + 1
    most = {"quick-shot": 1, "full-auto": 2}.get(kind, len(LIMITS) - 1)  # coriolis.action.quick-shot.range, .full-auto.range
    return LIMITS[min(best, most)]


def targets(state: Coriolis, one: Fighter, reach: float = 1000.0) -> Field:
    """Foes who are up; where there are none within reach, those who lie there."""
    near = [
        each
        for each in state.roster.values()
        if each.side != one.side and not each.dead and not each.out and (one.at is None or within(state, one, each, reach))
    ]
    up = [each for each in near if each.conscious or each.wild]
    return Field("target", "combatant", [Option(each.id, each.name) for each in up or near])
