"""The maneuvers that strike: Attack, All-Out, Committed and Defensive Attack, Move and Attack, Feint."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from starfray.engine.forms import one_of, somebody, something
from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Point, Refused, Table, suggest
from starfray.rulebooks.gurps import form_fields
from starfray.rulebooks.gurps.attack import carry_out, feign
from starfray.rulebooks.gurps.attack_skill import MANEUVER, Swing, check_swing, other_hand
from starfray.rulebooks.gurps.barred import behind_wall
from starfray.rulebooks.gurps.core import STEP, half_move, move_of, step_of
from starfray.rulebooks.gurps.form_fields import more, option
from starfray.rulebooks.gurps.interrupts import HELD, Path, check_way, gap_after, go, way_length
from starfray.rulebooks.gurps.locations import check_location
from starfray.rulebooks.gurps.state import ALL_OUT, LOWERS, MELEE_OPTIONS, Fighter, Gurps, Waiting, Weapon, fighter
from starfray.rulebooks.gurps.turn import begin_maneuver
from starfray.rulebooks.gurps.weapons import PUNCH, attack_fault, free_hands, held, weapon_of

COMMITTED = ("hit", "damage")
DEFENSIVE = ("parry", "block", "kick")  # gurps.ruling.defensive-attack-choice: one of them
TWO_HEXES = 2.0  # gurps.maneuver.committed-attack.two-hexes


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """One attack, after a step of up to a yard (on a map by `path`, else to `yards` from the target).

    `deceptive` counts steps of -2 to hit; `second` is the other foe of a Rapid Strike or Dual-Weapon Attack; `strikes` names
    the foe's weapon aimed at with location=weapon.
    """

    KIND: ClassVar[str] = "attack"
    target: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False


def attack(state: Gurps, table: Table, action: Attack) -> None:
    """A step and one attack. gurps.maneuver.attack"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    swing = swing_of(actor, action)
    swing.shots, swing.mighty = action.shots, action.mighty
    deliver(state, table, actor, target, swing, action.path, action.yards, step_of(actor))


def attack_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    weapons = form_fields.weapons_of(actor)
    options = [*trick_fields(state, actor, weapons), *form_fields.shots(weapons), mighty(), *several_fields(state, actor)]
    return strike_fields(state, actor, weapons, step_of(actor), [], options)


def held_attack(watcher: Fighter, held: Waiting, foe: str, path: Path, yards: float) -> Attack:
    """An Attack that a Wait held. gurps.maneuver.wait"""
    return Attack(**held_fields(Attack, watcher, held, foe, path, yards))


def held_fields(kind: type[Action], watcher: Fighter, held: Waiting, foe: str, path: Path, yards: float) -> dict[str, Any]:
    """What a Wait says of a maneuver, by the names of its fields; the rest is known when it is set off."""
    said = {each.name: getattr(held, each.name) for each in fields(kind) if hasattr(held, each.name)}
    return {**said, "actor": watcher.id, "target": foe, "path": path, "yards": yards, "shots": held_shots(watcher, held)}


def held_shots(watcher: Fighter, waiting: Waiting) -> int:
    """As many as she meant to fire, and the weapon still can."""
    weapon = weapon_of(watcher, waiting.weapon)
    if weapon is None:
        return waiting.shots
    return max(1, min(waiting.shots, weapon.rof, weapon.shots if weapon.magazine else weapon.rof))


ATTACK = ActionKind(
    Attack, attack, "gurps.maneuver.attack", cost_words="the turn", group="attack", fields=attack_fields,
    hints=("gurps.ruling.option-combine", "gurps.ruling.effort-combine"),
)  # fmt: skip
HELD["attack"] = held_attack


@dataclass(frozen=True, slots=True)
class AllOutAttack(Action):
    """`option`: determined, double, strong, feint or ranged; `lowers` is what the feint is to lower."""

    KIND: ClassVar[str] = "all-out-attack"
    target: str
    option: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False
    lowers: str = "defence"


def all_out_attack(state: Gurps, table: Table, action: AllOutAttack) -> None:
    """Half Move and one of the options, and no defence until the next turn. gurps.maneuver.all-out-attack"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    swing = swing_of(actor, action)
    swing.option, swing.shots, swing.lowers = action.option, action.shots, action.lowers
    check_option(swing.weapon, action.option)
    check_lowers(action.lowers)
    if action.option == "feint":
        check_fooled(target)
    deliver(state, table, actor, target, swing, action.path, action.yards, half_move(actor))


def all_out_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    weapons = form_fields.weapons_of(actor)
    kinds, first = [Option(each, rule=f"gurps.maneuver.all-out-attack.{each}") for each in ALL_OUT], weapon_of(actor, "")
    kind = Field("option", "choice", kinds, default="ranged" if first is not None and not first.melee else "")
    options = [*trick_fields(state, actor, weapons), *form_fields.shots(weapons), *several_fields(state, actor), lowers()]
    return strike_fields(state, actor, weapons, half_move(actor), [kind], options)


def held_all_out_attack(watcher: Fighter, held: Waiting, foe: str, path: Path, yards: float) -> Action:
    return AllOutAttack(**held_fields(AllOutAttack, watcher, held, foe, path, yards))


ALL_OUT_ATTACK = ActionKind(
    AllOutAttack, all_out_attack, "gurps.maneuver.all-out-attack", cost_words="the turn", group="attack",
    fields=all_out_fields, hints=("gurps.maneuver.all-out-attack.no-defense",),
)  # fmt: skip
HELD["all-out-attack"] = held_all_out_attack


@dataclass(frozen=True, slots=True)
class GuardedAttack(Action):
    """What Committed and Defensive Attacks have in common."""

    target: str
    option: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False


@dataclass(frozen=True, slots=True)
class CommittedAttack(GuardedAttack):
    """`option`: hit (+2) or damage (+1). A way of more than one yard costs 2."""

    KIND: ClassVar[str] = "committed-attack"


def committed_attack(state: Gurps, table: Table, action: CommittedAttack) -> None:
    """+2 to hit or +1 damage, and a worse guard until the next turn. gurps.maneuver.committed-attack"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    swing = swing_of(actor, action)
    if not swing.weapon.melee or action.option not in COMMITTED:
        raise Refused("gurps.maneuver.committed-attack", "a melee weapon, and one of the two gains", COMMITTED)
    swing.option, swing.mighty = action.option, action.mighty
    swing.far = way_length(state, actor, action.path, target.id, action.yards) > STEP + 1e-9
    deliver(state, table, actor, target, swing, action.path, action.yards, min(TWO_HEXES, move_of(actor)))


def committed_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    weapons, way = melee(actor), min(TWO_HEXES, move_of(actor))
    options = [*trick_fields(state, actor, weapons), mighty(), *several_fields(state, actor)]
    return strike_fields(state, actor, weapons, way, [one_of("option", COMMITTED)], options)


COMMITTED_ATTACK = ActionKind(
    CommittedAttack, committed_attack, "gurps.maneuver.committed-attack", cost_words="the turn", group="attack",
    fields=committed_fields, hints=("gurps.maneuver.committed-attack.defense",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DefensiveAttack(GuardedAttack):
    """`option`: parry, block, or kick for a kick; `grapple` grabs instead of hurting."""

    KIND: ClassVar[str] = "defensive-attack"
    grapple: bool = False


def defensive_attack(state: Gurps, table: Table, action: DefensiveAttack) -> None:
    """-2 damage for a better guard: one of parry and block, or surer feet for a kick. gurps.maneuver.defensive-attack"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    swing = swing_of(actor, action)
    kick = swing.weapon.key == "kick"
    if not swing.weapon.melee or action.option not in DEFENSIVE or (action.option == "kick" and not kick):
        fitting = DEFENSIVE if kick else DEFENSIVE[:2]
        raise Refused("gurps.ruling.defensive-attack-choice", "a melee weapon, and one gain named", fitting)
    swing.option, swing.mighty, swing.grapple = action.option, action.mighty, action.grapple
    deliver(state, table, actor, target, swing, action.path, action.yards, step_of(actor))


def defensive_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    weapons, grapple = melee(actor), option("grapple", "grab instead of hurting")
    options = [*trick_fields(state, actor, weapons), mighty(), *several_fields(state, actor), grapple]
    return strike_fields(state, actor, weapons, step_of(actor), [one_of("option", DEFENSIVE)], options)


DEFENSIVE_ATTACK = ActionKind(
    DefensiveAttack, defensive_attack, "gurps.maneuver.defensive-attack", cost_words="the turn", group="attack",
    fields=defensive_fields, hints=("gurps.ruling.defensive-attack-choice",),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MoveAndAttack(Action):
    KIND: ClassVar[str] = "move-and-attack"
    target: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    heroic: bool = False
    strikes: str = ""
    disarm: bool = False


def move_and_attack(state: Gurps, table: Table, action: MoveAndAttack) -> None:
    """Full Move, and an attack at a price. gurps.maneuver.move-and-attack"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    swing = Swing(
        find_weapon(actor, action.weapon), action.location, action.chink, "", action.KIND, shots=action.shots,
        deceptive=action.deceptive, telegraphic=action.telegraphic, mighty=action.mighty, heroic=action.heroic,
        strikes=action.strikes, disarm=action.disarm,
    )  # fmt: skip
    deliver(state, table, actor, target, swing, action.path, action.yards, move_of(actor))


def move_and_attack_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    weapons = form_fields.weapons_of(actor)
    heroic = option("heroic", "heroic charge (1 FP)")
    options = [*trick_fields(state, actor, weapons), *form_fields.shots(weapons), mighty(), heroic]
    return strike_fields(state, actor, weapons, move_of(actor), [], options)


MOVE_AND_ATTACK = ActionKind(
    MoveAndAttack, move_and_attack, "gurps.maneuver.move-and-attack", cost_words="the turn", group="attack",
    fields=move_and_attack_fields,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Feint(Action):
    """Fake a blow: on a win the foe's defence, or next attack, is `lowers`ed."""

    KIND: ClassVar[str] = "feint"
    target: str
    weapon: str = ""
    lowers: str = "defence"
    path: tuple[Point, ...] = ()
    yards: float = -1.0


def feint(state: Gurps, table: Table, action: Feint) -> None:
    """A step, and a blow that is none. gurps.maneuver.feint"""
    actor, target = state.roster[action.actor], fighter(state, action.target)
    weapon = find_weapon(actor, action.weapon)
    check_lowers(action.lowers)
    if not weapon.melee:
        raise Refused("gurps.maneuver.feint", f"the {weapon.name} is no melee weapon", ["attack"])
    check_fooled(target)
    swing = Swing(weapon, maneuver="feint")
    check_attack(state, table.content, actor, target, swing, action.path, action.yards, step_of(actor))
    table.allowed()
    if not begin_maneuver(state, table, actor, aim=False, study=False):
        return
    if go(state, table, actor, action.path, action.target, action.yards):
        feign(state, table, actor, target, weapon, action.lowers)


def feint_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    return strike_fields(state, actor, melee(actor), step_of(actor), [], [more(lowers(), main=True)])


def held_feint(watcher: Fighter, waiting: Waiting, foe: str, path: Path, yards: float) -> Action:
    return Feint(watcher.id, foe, waiting.weapon, waiting.lowers, path, yards)


FEINT = ActionKind(
    Feint, feint, "gurps.maneuver.feint", cost_words="the turn", group="attack", fields=feint_fields,
    hints=("gurps.ruling.feint-choice",),
)  # fmt: skip
HELD["feint"] = held_feint


# --- what they have in common ----------------------------------------------------------------------------------
def swing_of(actor: Fighter, action: Attack | AllOutAttack | GuardedAttack) -> Swing:
    """What every one of these may be declared with."""
    weapon = find_weapon(actor, action.weapon)
    other = other_hand(actor, weapon, action.second_weapon) if action.dual or action.second_weapon else None
    if action.second_weapon and other is None:
        raise Refused("gurps.option.dual-weapon", "it takes a weapon in each hand", ["second-weapon=KEY"])
    return Swing(
        weapon, action.location, action.chink, "", action.KIND, deceptive=action.deceptive, telegraphic=action.telegraphic,
        rapid=action.rapid, dual=action.dual, flurry=action.flurry, second=action.second, second_weapon=other,
        strikes=action.strikes, disarm=action.disarm,
    )  # fmt: skip


def deliver(
    state: Gurps, table: Table, actor: Fighter, target: Fighter, swing: Swing, path: Path, yards: float, most: float
) -> None:
    """If it may be: heart taken, the way gone, the blow struck."""
    check_attack(state, table.content, actor, target, swing, path, yards, most)
    table.allowed()
    if not begin_maneuver(state, table, actor, aim=False, study=False):
        return
    if swing.maneuver == "all-out-attack":
        actor.all_out_attack = True
    elif swing.maneuver == "move-and-attack":
        actor.charged, actor.aim = True, None
    if go(state, table, actor, path, target.id, yards):
        carry_out(state, table, actor, target, swing)


def check_fooled(target: Fighter) -> None:
    """Things and sleepers have no guard to lower. gurps.maneuver.feint"""
    if not target.conscious:
        raise Refused("gurps.maneuver.feint", f"{target.id} cannot be fooled", ["attack"])


def check_lowers(lowers: str) -> None:
    if lowers not in LOWERS:
        raise Refused("gurps.ruling.feint-choice", f"a feint cannot lower {lowers!r}", LOWERS)


def check_option(weapon: Weapon, option: str) -> None:
    fitting = MELEE_OPTIONS if weapon.melee else ("ranged",)
    if option not in fitting:
        raise Refused("gurps.maneuver.all-out-attack", f"{option!r} does not go with the {weapon.name}", fitting)


def find_weapon(actor: Fighter, key: str) -> Weapon:
    weapon = weapon_of(actor, key)
    if weapon is None:
        raise Refused("gurps.maneuver.attack", f"{actor.id} has no {key!r}", [suggest(key, [w.key for w in actor.weapons])])
    return weapon


def check_attack(
    state: Gurps, content: Content, actor: Fighter, target: Fighter, swing: Swing, path: Path, yards: float, most: float
) -> None:
    check_location(target, swing.weapon, swing.location, swing.chink)
    rule = "gurps.ruling.half-move" if swing.maneuver == "all-out-attack" else MANEUVER[swing.maneuver]
    check_way(state, actor, path, target.id, yards, most, rule)
    gap = gap_after(state, actor, target, path, yards)
    fault = behind_wall(state, actor, target, path) or attack_fault(actor, target, swing.weapon, gap)
    if fault is not None:
        raise fault
    if swing.second or swing.other is not None:  # each of two weapons must reach. gurps.option.dual-weapon
        other = fighter(state, swing.second or target.id)
        weapon = swing.other or swing.weapon
        far = gap_after(state, actor, other, path, -1.0 if other is not target else yards)
        fault = behind_wall(state, actor, other, path) or attack_fault(actor, other, weapon, far)
        if fault is not None:
            raise fault
    check_swing(state, content, actor, target, swing, gap)


def strike_fields(
    state: Gurps, actor: Fighter, weapons: list[Weapon], way: float, needed: list[Field], options: list[Field]
) -> list[Field]:
    """Whom, what the maneuver needs, with what, from where, and the options of the book. Where nobody can be reached, no way
    and no option helps, and the form says why at once.
    """
    targets = form_fields.targets_of(state, actor, weapons, way)
    common = [form_fields.target(targets), *needed, form_fields.weapon(actor, weapons)]
    if not any(form_fields.may_reach(state, actor, each, weapons, way) for each in targets):
        return common
    return [*common, *form_fields.approach(actor, targets, weapons, way), *options]


def trick_fields(state: Gurps, actor: Fighter, weapons: list[Weapon]) -> list[Field]:
    """Where, through a chink, deceptive, telegraphic, at the weapon."""
    foes = [each for each in state.roster.values() if each.side != actor.side]
    arms = {arm.key: Option(arm.key, arm.name) for foe in foes for arm in held(foe)}
    most = max(5, (max(actor.skills.values(), default=0) - 3) // 2)  # as much as the best skill has to give
    return [
        form_fields.location(weapons), *form_fields.chink(weapons),
        Field("deceptive", "number", low=0, high=most, required=False, default="0", label="deceptive, in steps of -2"),
        option("telegraphic", "telegraphic: +4, easier to dodge"),
        Field("strikes", "item", list(arms.values()), required=False, label="which of the foe's weapons", main=False),
        option("disarm", "disarm", AT_WEAPON),
    ]  # fmt: skip


#: what gives a second attack, which a second foe takes. gurps.option.rapid-strike
SEVERAL: dict[str, tuple[str, ...]] = {"rapid": ("yes",), "dual": ("yes",)}
RAPID: dict[str, tuple[str, ...]] = {"rapid": ("yes",)}
AT_WEAPON: dict[str, tuple[str, ...]] = {"location": ("weapon",)}


def several_fields(state: Gurps, actor: Fighter) -> list[Field]:
    """More than one blow in a maneuver."""
    fist = [PUNCH] if free_hands(actor) else []
    return [
        option("rapid", "rapid strike: two blows"), option("flurry", "flurry of blows (2 FP)", RAPID),
        option("dual", "both weapons"),
        more(somebody("second", form_fields.foes_of(state, actor), required=False, beside=SEVERAL), "second foe"),
        more(something("second_weapon", [*held(actor), *fist], required=False), "second weapon"),
    ]  # fmt: skip


def melee(actor: Fighter) -> list[Weapon]:
    return [each for each in form_fields.weapons_of(actor) if each.melee]


def mighty() -> Field:
    return option("mighty", "mighty blow (1 FP)")


def lowers() -> Field:
    return more(one_of("lowers", LOWERS, required=False), "what the feint lowers")
