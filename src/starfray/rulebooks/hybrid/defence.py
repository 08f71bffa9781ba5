"""What a defender may do about an attack that lands now, and what a parry does to it."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.hybrid.check import cut_at
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.figures import action_tally, half_speed
from starfray.rulebooks.hybrid.skills import Use, skill_chance
from starfray.rulebooks.hybrid.state import (
    BODILY,
    Bind,
    Fighter,
    Hybrid,
    UnderWay,
    Weapon,
    action_of,
    actions_of,
    bound,
    held,
    in_melee,
    lose_action,
    part,
)  # fmt: skip

CROUCH = 5  # hybrid.defence.crouch
DODGE = 20  # hybrid.defence.dodge.phases: 5 to start, 10 of movement, 5 of slowing down
DROP = 5  # hybrid.defence.prone.drop
ARMS_LENGTH = 0.3  # metres: what a held fighter can still use, hybrid.ruling.hold-effects
GIVES_GROUND = 10.0  # metres a retreat heads back for
PARRY, BLOCK, ROLL = "parry", "block", "roll"
WARD_RULE = {PARRY: "hybrid.defence.parry", BLOCK: "hybrid.defence.block"}


@dataclass(slots=True)
class Defence:
    """What was declared: parry, block, crouch, roll, or nothing. `bare`: the rule by which there is no defence at all."""

    kind: str = ""
    weapon: Weapon | None = None
    florentine: bool = False
    bare: str = ""

    def figures(self) -> tuple[object, ...]:
        return (self.kind, self.weapon.key if self.weapon is not None else "", self.florentine, self.bare)


def declare_defence(
    state: Hybrid, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, unseen: bool = False
) -> Defence:
    """Before any die an aware defender declares at most one; its time is spent in any case. hybrid.ruling.defence-declare"""
    if unseen:
        return Defence(bare="hybrid.ruling.aware")
    if target.id in attacker.fooled:
        return Defence(bare="hybrid.ruling.feint")
    options: list[Option] = []
    wards: dict[str, Defence] = {}
    if weapon.way != "mental" and weapon.type != "explosive":
        add_wards(state, table, attacker, target, weapon, options, wards)
    if weapon.type != "mental" and weapon.type != "explosive":
        add_throws(state, target, options)
    if can_roll(state, target):
        options.append(Option("roll-with-blow", "roll with the blow", "hybrid.defence.roll-with-blow.use"))
    if not options:
        return Defence()
    options.append(Option("no", "the normal defence only", "hybrid.defence.normal"))
    facts = {each.key: each.tally.total for each in options if each.tally is not None}
    prompt = f"{attacker.id}'s {weapon.name or weapon.key} lands now, on count {state.count}."
    pick = table.choose("hybrid.ruling.defence-declare", target.id, options, prompt, facts=facts)
    return declared(state, table, attacker, target, pick, wards)


def declared(state: Hybrid, table: Table, attacker: Fighter, target: Fighter, pick: str, wards: dict[str, Defence]) -> Defence:
    """One active defence; rolling with the blow only if no other was tried. hybrid.ruling.one-defence"""
    if pick == "no":
        return Defence()
    if pick == "roll-with-blow":
        table.emit("hybrid.defence.roll-with-blow.conditions", target.id, attacker.id)
        return Defence(ROLL)
    if pick == "crouch":
        spend(state, table, target, CROUCH, "hybrid.defence.crouch")
        return Defence("crouch")
    if pick in ("dodge", "drop"):
        throw_oneself(state, table, target, pick)
        return Defence(pick)
    ward = wards[pick]
    assert ward.weapon is not None
    if pick.startswith("retreat-"):
        give_ground(state, table, target, attacker, answering=True)
    if target.evading:  # a state, so it goes with a ward, which takes the florentine DF
        table.emit("hybrid.ruling.one-defence", target.id, note=ward.kind)
    spend(state, table, target, half_speed(ward.weapon), WARD_RULE[ward.kind])
    return ward


def add_wards(
    state: Hybrid,
    table: Table,
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    options: list[Option],
    wards: dict[str, Defence],
) -> None:
    ready = [each for each in in_melee(target) if can_ward(state, target, each)]
    if not ready:
        return
    busy = action_of(state, target.id) is not None
    for retreating in (False, True):
        if retreating and not can_retreat(state, target):
            return
        for kind in (PARRY, BLOCK) if weapon.dice or weapon.times else (PARRY,):  # a grip does no damage to stop
            for each in ready:
                ward = Defence(kind, each, busy)
                chance = ward_chance(state, table, target, ward, attacker, weapon, retreating)
                key = f"retreat-{kind}-{each.key}" if retreating else f"{kind}-{each.key}"
                wards[key] = ward
                words = f"{kind} with the {each.name or each.key}" + (", giving ground" if retreating else "")
                rule = "hybrid.defence.retreat" if retreating else WARD_RULE[kind]
                options.append(Option(key, words, rule, f"{half_speed(each)} counts", chance))


def add_throws(state: Hybrid, target: Fighter, options: list[Option]) -> None:
    if can_crouch(state, target):
        options.append(Option("crouch", rule="hybrid.defence.crouch", note=f"{CROUCH} counts"))
    if can_throw(state, target):
        options.append(Option("dodge", rule="hybrid.defence.dodge.phases", note=f"{DODGE} counts, 2 x PDF now"))
        if not state.weightless:
            options.append(Option("drop", rule="hybrid.defence.prone.drop", note=f"{DROP} counts, 3 x PDF"))


# --- who may do what -------------------------------------------------------------------------------------------


def can_roll(state: Hybrid, target: Fighter) -> bool:
    """Aware, on the clock, not busy getting up or down. hybrid.defence.roll-with-blow.conditions: takes no time"""
    mine = action_of(state, target.id)
    busy = mine is not None and mine.kind in BODILY
    return target.aware and target.able and not busy and "all-out" not in target.stance  # hybrid.ruling.stance-duration


def can_answer(state: Hybrid, target: Fighter) -> bool:
    """Whoever holds a preset is not ready. hybrid.ruling.preset-in-play"""
    return can_roll(state, target) and target.preset is None


def in_time(state: Hybrid, target: Fighter, counts: int) -> bool:
    """I + the time of the defence may not lie after the landing. hybrid.ruling.usable-initiative"""
    return not target.landed and target.initiative + counts <= state.count


def can_ward(state: Hybrid, target: Fighter, weapon: Weapon) -> bool:
    if sum(each.actor == target.id for each in state.under_way) > 1:  # hybrid.ruling.florentine-primary: only two at a time
        return False
    if held(state, target) and weapon.reach > ARMS_LENGTH:
        return False
    return can_answer(state, target) and in_time(state, target, half_speed(weapon)) and not bound(state, target, weapon)


def can_crouch(state: Hybrid, target: Fighter) -> bool:
    return is_free(state, target) and can_answer(state, target) and in_time(state, target, CROUCH)


def can_throw(state: Hybrid, target: Fighter) -> bool:
    """Dodge and drop need only I <= the landing. hybrid.ruling.usable-initiative"""
    return is_free(state, target) and can_answer(state, target) and in_time(state, target, 0)


def is_free(state: Hybrid, target: Fighter) -> bool:
    """On the feet, nothing under way, in nobody's grip. hybrid.ruling.defence-multiplier, hybrid.ruling.hold-effects"""
    return action_of(state, target.id) is None and not target.prone and not held(state, target)


def can_retreat(state: Hybrid, target: Fighter) -> bool:
    """In answer to a blow while ready. hybrid.ruling.stance-duration"""
    return is_free(state, target) and not target.stance


# --- doing it --------------------------------------------------------------------------------------------------


def give_ground(state: Hybrid, table: Table, one: Fighter, other: Fighter | None, *, answering: bool = False) -> None:
    """Back at a walk, out of anybody's clinch. In answer to a blow it ends with a choice on this very count.
    hybrid.ruling.stance-duration
    """
    if one.stance_since != state.count:
        one.stance = []
    one.stance.append("retreat")
    one.stance_since = state.count - 1 if answering else state.count
    one.resting = -1
    part(state, one)
    if one.at is not None and other is not None and other.at is not None and one.pace in ("none", "crawl", "walk"):
        set_pace(state, table, one, "walk")
        dx, dy = one.at[0] - other.at[0], one.at[1] - other.at[1]
        far = (dx * dx + dy * dy) ** 0.5 or 1.0
        one.chasing = ""
        one.heading = (round(one.at[0] + GIVES_GROUND * dx / far, 1), round(one.at[1] + GIVES_GROUND * dy / far, 1))
    table.emit("hybrid.defence.retreat", one.id, note="retreat")


def throw_oneself(state: Hybrid, table: Table, one: Fighter, kind: str) -> None:
    """Begin a dodge or drop on this count. hybrid.ruling.dodge-roll"""
    counts = DODGE if kind == "dodge" else DROP
    mine = UnderWay(actor=one.id, kind=kind, lands=state.count + counts, began=state.count, nimble=one.evading)
    one.evading = False
    one.wait_until = 0
    one.resting = -1
    if one.stance_since != state.count:
        one.stance = []
    set_pace(state, table, one, "none")
    state.under_way.append(mine)
    if kind == "drop":
        table.emit("hybrid.defence.prone.drop", one.id, number=mine.lands)
        return
    table.emit("hybrid.defence.dodge.phases", one.id, number=mine.lands)
    slower = f"3 x PDF from count {state.count + 5}, 1 x from {state.count + 15}"
    table.emit("hybrid.ruling.dodge-roll", one.id, number=mine.lands, note=slower)


def phase(state: Hybrid, one: Fighter) -> int:
    """By how much a dodge or drop multiplies PDF on this count; 0 if there is none."""
    mine = action_of(state, one.id)
    if mine is None or mine.kind not in ("dodge", "drop"):
        return 0
    if mine.kind == "drop":
        return 3  # hybrid.defence.prone.drop
    elapsed = state.count - (mine.lands - DODGE)
    return 2 if elapsed < 5 else 3 if elapsed < 15 else 1  # hybrid.defence.dodge.phases


def spend(state: Hybrid, table: Table, target: Fighter, counts: int, rule: str) -> None:
    """The time is added to I; what the defender has under way lands that much later. hybrid.ruling.usable-initiative"""
    target.initiative += counts
    target.wait_until = 0
    target.resting = -1
    for mine in actions_of(state, target.id):
        mine.lands += counts
        mine.florentine = True
        mine.assured = False
        if mine.set_up:
            mine.set_up = False
            table.emit("hybrid.ruling.setup", target.id, note="defended")
    table.emit("hybrid.ruling.usable-initiative", target.id, number=target.initiative)
    table.emit(rule, target.id, number=counts)


def ward_df(kind: str, against: Weapon) -> tuple[int, str]:
    """hybrid.defence.parry.vs: instead of the usual -3; a laser as NRG (hybrid.ruling.parry-vs)."""
    if kind == BLOCK:
        return -2, "hybrid.defence.block"
    if against.type == "laser":
        return -40, "hybrid.ruling.parry-vs"
    if against.way == "missile":
        return (-40 if against.type == "energy" else -30), "hybrid.defence.parry.vs"
    if against.way == "thrown":
        return -5, "hybrid.defence.parry.vs"
    return -3, "hybrid.defence.parry"


def ward_chance(
    state: Hybrid, table: Table, target: Fighter, ward: Defence, attacker: Fighter, against: Weapon, retreating: bool = False
) -> Tally:
    """A parry or block: the weapon's skill at a DF, support skills in percent. hybrid.skill.support"""
    assert ward.weapon is not None
    skill = f"hth-{ward.kind}" if ward.weapon.natural else ward.weapon.skill
    df = action_tally(state, table, target)
    df.add(target.pca, "hybrid.tohit.melee", "PCA")
    amount, rule = ward_df(ward.kind, against)
    df.add(amount, rule)
    if ward.florentine:
        add_secondary(state, df, target)
    if retreating or "retreat" in target.stance:
        df.add(6, "hybrid.defence.retreat")
    if "advance" in target.stance or advanced_by_bind(state, target, attacker):
        df.add(-4, "hybrid.attack.advance")
    use = Use(skill, ward.kind, weapon=ward.weapon, florentine=ward.florentine)
    return skill_chance(state, table, target, df, use)


def add_secondary(state: Hybrid, df: Tally, target: Fighter) -> None:
    """A ward beside an action under way is the secondary half of a pair. hybrid.ruling.usable-initiative"""
    mine = action_of(state, target.id)
    if mine is not None and mine.kind == "mind":
        df.add(-2, "hybrid.mod.florentine.mental-physical")
    else:
        df.add(-6, "hybrid.mod.florentine.physical-physical")


def parried(
    state: Hybrid, table: Table, attacker: Fighter, struck_with: Weapon, target: Fighter, ward: Defence, sn: int
) -> bool:
    """Roll the declared parry, minus the SN of the attack. hybrid.oppose.sn"""
    assert ward.weapon is not None
    chance = ward_chance(state, table, target, ward, attacker, struck_with)
    chance.add(-sn, "hybrid.oppose.sn")
    made = chance.total
    # SN 50 and more, 26 to 49, 5 to 25, 0 to 4, failed
    band = table.roll("hybrid.defence.parry", target.id, cut_at(table, made - 50, made - 26, made - 5, made), chance)
    if band == 4:
        return False
    table.emit("hybrid.oppose.definition", target.id, attacker.id, note="the blow is undone")
    if struck_with.way != "melee":
        return True  # nothing to bind, nobody to unbalance
    if band < 2:  # hybrid.ruling.off-balance
        attacker.off_balance = -6 if band == 0 else -4
        table.emit("hybrid.defence.parry.off-balance", attacker.id, target.id, attacker.off_balance)
    if band == 3 and struck_with in attacker.weapons:
        bind(state, table, attacker, struck_with, target, ward.weapon)
    return True


def advanced_by_bind(state: Hybrid, one: Fighter, other: Fighter) -> bool:
    """Does `one` count as having advanced on `other` because their weapons are bound? hybrid.ruling.bound"""
    return any(lock.attacker == one.id and lock.defender == other.id for lock in state.binds)


def bind(state: Hybrid, table: Table, attacker: Fighter, struck_with: Weapon, target: Fighter, weapon: Weapon) -> None:
    """The weapons lock; an action under way with the defender's is lost. hybrid.ruling.bound"""
    state.binds.append(
        Bind(attacker=attacker.id, attacker_weapon=struck_with.key, defender=target.id, defender_weapon=weapon.key)
    )
    table.emit("hybrid.defence.parry.bound", target.id, attacker.id)
    if lose_action(state, target.id, weapon.key) is not None:
        table.emit("hybrid.ruling.bound", target.id, note="the action under way is lost")
