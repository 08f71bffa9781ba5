"""What a defender may do about a blow that lands now, and what a parry does to it."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.dice import bands
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.hybrid.check import chance_of, take_share
from starfray.rulebooks.hybrid.figures import action_tally, half_speed, rank_of
from starfray.rulebooks.hybrid.state import Bind, Fighter, Hybrid, UnderWay, Weapon, action_of, at_hand, bound, lose_action

CROUCH = 5  # hybrid.defence.crouch
DODGE = 20  # hybrid.defence.dodge.phases: 5 to start, 10 of movement, 5 of slowing down
DROP = 5  # hybrid.defence.prone.drop
PARRY, BLOCK = "parry", "block"
WARD_DF = {PARRY: -3, BLOCK: -2}  # hybrid.defence.parry, hybrid.defence.block
WARD_RULE = {PARRY: "hybrid.defence.parry", BLOCK: "hybrid.defence.block"}


@dataclass(slots=True)
class Defence:
    """What was declared: parry, block, crouch, roll, or nothing."""

    kind: str = ""
    weapon: Weapon | None = None
    florentine: bool = False


def declare_defence(state: Hybrid, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon) -> Defence:
    """Before any die an aware defender declares at most one; its time is spent in any case. hybrid.ruling.defence-declare"""
    options: list[Option] = []
    wards: dict[str, Defence] = {}
    for kind in (PARRY, BLOCK):
        for each in at_hand(target):
            if can_ward(state, target, each):
                ward = Defence(kind, each, action_of(state, target.id) is not None)
                chance = ward_chance(state, table, target, ward, attacker)
                key = f"{kind}-{each.key}"
                wards[key] = ward
                options.append(Option(key, f"{kind} with the {each.name or each.key}", WARD_RULE[kind],
                                      f"{half_speed(each)} counts", chance))
    if can_crouch(state, target):
        options.append(Option("crouch", rule="hybrid.defence.crouch", note=f"{CROUCH} counts"))
    if can_throw(state, target):
        options.append(Option("dodge", rule="hybrid.defence.dodge.phases", note=f"{DODGE} counts, 2 x PDF now"))
        options.append(Option("drop", rule="hybrid.defence.prone.drop", note=f"{DROP} counts, 3 x PDF"))
    if can_roll(state, target):
        options.append(Option("roll-with-blow", "roll with the blow", "hybrid.defence.roll-with-blow.conditions"))
    if not options:
        return Defence()
    options.append(Option("no", "the normal defence only", "hybrid.defence.normal"))
    facts = {key: ward_total(options, key) for key in wards}
    prompt = f"{attacker.id}'s {weapon.name or weapon.key} lands now, on count {state.count}."
    pick = table.choose("hybrid.ruling.defence-declare", target.id, options, prompt, facts=facts)
    if pick == "no":
        return Defence()
    if pick == "roll-with-blow":
        table.emit("hybrid.defence.roll-with-blow.conditions", target.id, attacker.id)
        return Defence("roll")
    if pick == "crouch":
        spend(state, table, target, CROUCH, "hybrid.defence.crouch")
        return Defence("crouch")
    if pick in ("dodge", "drop"):
        throw_oneself(state, table, target, pick)
        return Defence(pick)
    ward = wards[pick]
    assert ward.weapon is not None
    spend(state, table, target, half_speed(ward.weapon), WARD_RULE[ward.kind])
    return ward


def ward_total(options: list[Option], key: str) -> int:
    return next(each.tally.total for each in options if each.key == key and each.tally is not None)


def can_answer(state: Hybrid, target: Fighter) -> bool:
    """Aware, on the clock, not busy getting up."""
    mine = action_of(state, target.id)
    busy = mine is not None and mine.kind in ("rise", "dodge", "drop")
    return target.aware and target.able and not busy and "all-out" not in target.stance  # hybrid.ruling.stance-duration


def in_time(state: Hybrid, target: Fighter, counts: int) -> bool:
    """I + the time of the defence may not lie after the landing. hybrid.ruling.usable-initiative"""
    return not target.landed and target.initiative + counts <= state.count


def can_ward(state: Hybrid, target: Fighter, weapon: Weapon) -> bool:
    return can_answer(state, target) and in_time(state, target, half_speed(weapon)) and not bound(state, target, weapon)


def can_crouch(state: Hybrid, target: Fighter) -> bool:
    free = action_of(state, target.id) is None and not target.prone  # hybrid.ruling.defence-multiplier
    return free and can_answer(state, target) and in_time(state, target, CROUCH)


def can_throw(state: Hybrid, target: Fighter) -> bool:
    """Dodge and drop need only I <= the landing. hybrid.ruling.usable-initiative"""
    free = action_of(state, target.id) is None and not target.prone
    return free and can_answer(state, target) and in_time(state, target, 0)


def throw_oneself(state: Hybrid, table: Table, one: Fighter, kind: str) -> None:
    """Begin a dodge or drop on this count. hybrid.ruling.dodge-roll"""
    counts = DODGE if kind == "dodge" else DROP
    mine = UnderWay(actor=one.id, kind=kind, lands=state.count + counts, nimble=one.evading)
    one.evading = False
    one.wait_until = 0
    if one.stance_since != state.count:
        one.stance = []
    state.under_way.append(mine)
    table.emit("hybrid.defence.dodge.phases" if kind == "dodge" else "hybrid.defence.prone.drop", one.id, number=mine.lands)


def phase(state: Hybrid, one: Fighter) -> int:
    """By how much a dodge or drop multiplies PDF on this count; 0 if there is none."""
    mine = action_of(state, one.id)
    if mine is None or mine.kind not in ("dodge", "drop"):
        return 0
    if mine.kind == "drop":
        return 3  # hybrid.defence.prone.drop
    elapsed = state.count - (mine.lands - DODGE)
    return 2 if elapsed < 5 else 3 if elapsed < 15 else 1  # hybrid.defence.dodge.phases


def can_roll(state: Hybrid, target: Fighter) -> bool:
    return can_answer(state, target)  # hybrid.defence.roll-with-blow.conditions: takes no time


def spend(state: Hybrid, table: Table, target: Fighter, counts: int, rule: str) -> None:
    """The time is added to I; what the defender has under way lands that much later. hybrid.ruling.usable-initiative"""
    target.initiative += counts
    target.wait_until = 0
    mine = action_of(state, target.id)
    if mine is not None:
        mine.lands += counts
        mine.florentine = True
        mine.assured = False
    table.emit("hybrid.ruling.usable-initiative", target.id, number=target.initiative)
    table.emit(rule, target.id, number=counts)


def ward_chance(state: Hybrid, table: Table, target: Fighter, ward: Defence, attacker: Fighter) -> Tally:
    """A parry or block: the weapon's skill at a DF, support skills in percent. hybrid.skill.support"""
    assert ward.weapon is not None
    skill = f"hth-{ward.kind}" if ward.weapon.natural else ward.weapon.skill
    df = action_tally(table, target)
    df.add(target.pca, "hybrid.tohit.melee", "PCA")
    rank = rank_of(target, skill)
    if rank:
        df.add(rank, "hybrid.check.df-equation", f"rank in {skill}")
    df.add(WARD_DF[ward.kind], WARD_RULE[ward.kind])
    if ward.florentine:
        df.add(-6, "hybrid.mod.florentine.physical-physical")
    if "retreat" in target.stance:
        df.add(6, "hybrid.defence.retreat")
    if "advance" in target.stance or advanced_by_bind(state, target, attacker):
        df.add(-4, "hybrid.attack.advance")
    chance = chance_of(table, df)
    support = target.skills.get(f"{ward.kind}-{skill}", 0)
    if support:
        chance.add(2 * support, "hybrid.skill.support", f"{ward.kind}-{skill}")
    if rank is None:
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    return chance


def parried(
    state: Hybrid, table: Table, attacker: Fighter, struck_with: Weapon, target: Fighter, ward: Defence, sn: int
) -> bool:
    """Roll the declared parry, minus the SN of the attack. hybrid.oppose.sn"""
    assert ward.weapon is not None
    chance = ward_chance(state, table, target, ward, attacker)
    chance.add(-sn, "hybrid.oppose.sn")
    made = chance.total
    # SN 50 and more, 26 to 49, 5 to 25, 0 to 4, failed
    band = table.roll("hybrid.defence.parry", target.id, bands(1, 100, made - 50, made - 26, made - 5, made), chance)
    if band == 4:
        return False
    table.emit("hybrid.oppose.definition", target.id, attacker.id, note="the blow is undone")
    if band < 2:  # hybrid.ruling.off-balance
        attacker.off_balance = -6 if band == 0 else -4
        table.emit("hybrid.defence.parry.off-balance", attacker.id, target.id, attacker.off_balance)
    if band == 3:
        bind(state, table, attacker, struck_with, target, ward.weapon)
    return True


def advanced_by_bind(state: Hybrid, one: Fighter, other: Fighter) -> bool:
    """Does `one` count as having advanced on `other` because their weapons are bound? hybrid.ruling.bound"""
    return any((lock.attacker, lock.defender) == (one.id, other.id) for lock in state.binds)


def bind(state: Hybrid, table: Table, attacker: Fighter, struck_with: Weapon, target: Fighter, weapon: Weapon) -> None:
    """The weapons lock; an action under way with the defender's is lost. hybrid.ruling.bound"""
    state.binds.append(Bind(
        attacker=attacker.id, attacker_weapon=struck_with.key, defender=target.id, defender_weapon=weapon.key,
    ))
    table.emit("hybrid.defence.parry.bound", target.id, attacker.id)
    mine = action_of(state, target.id)
    if mine is not None and mine.weapon == weapon.key and lose_action(state, target.id) is not None:
        table.emit("hybrid.ruling.bound", target.id, note="the action under way is lost")
