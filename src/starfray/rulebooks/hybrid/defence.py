"""What a defender may do about an attack that lands now, and what a parry does to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.rules import Option, Table, Tally, counted, known_distance, relate
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.hybrid.clock import PER_COUNT, away_from, rate_of
from starfray.rulebooks.hybrid.derived import action_tally, half_speed
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.skill_check import cut_at, tell_opposed
from starfray.rulebooks.hybrid.skills import Use, capped_by, rank_of, skill_chance, unlock
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
)

CROUCH = 5  # hybrid.defence.crouch
DODGE = 20  # hybrid.defence.dodge.phases: 5 to start, 10 of movement, 5 of slowing down
DROP = 5  # hybrid.defence.prone.drop
ARMS_REACH = 1.5  # metres: hybrid.grapple.range
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
    unlocks: bool = False  # rolls against the filter skills first
    lifted: list[str] = field(default_factory=list)

    def figures(self) -> tuple[object, ...]:
        key = self.weapon.key if self.weapon is not None else ""
        return (self.kind, key, self.florentine, self.bare, self.unlocks, tuple(self.lifted))


def declare_defence(
    state: Hybrid, table: Table, attacker: Fighter, target: Fighter, weapon: Weapon, unseen: bool = False
) -> Defence:
    """Before any die an aware defender declares at most one; its time is spent in any case. hybrid.ruling.defence-declare

    Against a fend the one who closes has all of them; throwing himself aside he gives the closing up. hybrid.close.fend.roll
    """
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
    facts = {option.key: option.tally.total for option in options if option.tally is not None}
    prompt = f"{attacker.id}'s {weapon.name or weapon.key} lands now, on count {state.count}."
    pick = table.choose("hybrid.ruling.defence-declare", target.id, options, prompt, facts=facts)
    return declared(state, table, attacker, target, pick, wards)


def declared(state: Hybrid, table: Table, attacker: Fighter, target: Fighter, pick: str, wards: dict[str, Defence]) -> Defence:
    """One active defence; rolling with the blow only if no other was tried. hybrid.ruling.one-defence"""
    if pick == "no":
        return Defence()
    if pick == "roll-with-blow":
        table.cite("hybrid.defence.roll-with-blow.conditions")
        return Defence(ROLL)
    if pick == "crouch":
        spend(state, table, target, CROUCH, "hybrid.defence.crouch")
        return Defence("crouch")
    if pick in ("dodge", "drop"):
        throw_oneself(state, table, target, pick)
        return Defence(pick)
    ward = wards[pick]
    assert ward.weapon is not None
    if pick.removeprefix("unlock-").startswith("retreat-"):
        give_ground(state, table, target, attacker, answering=True)
    if target.evading:  # a state, so it goes with a ward, which takes the florentine DF
        table.cite("hybrid.ruling.one-defence")
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
    ready = [own for own in in_melee(target) if can_ward(state, target, own)]
    if not ready:
        return
    busy = action_of(state, target.id) is not None
    for retreating in (False, True):
        if retreating and not can_retreat(state, target):
            return
        for kind in (PARRY, BLOCK) if weapon.dice or weapon.times else (PARRY,):  # a grip does no damage to stop
            for own in ready:
                ward = Defence(kind, own, busy)
                chance = ward_chance(state, table, target, ward, attacker, weapon, retreating)
                key = f"retreat-{kind}-{own.key}" if retreating else f"{kind}-{own.key}"
                wards[key] = ward
                words = f"{kind} with the {own.name or own.key}" + (", giving ground" if retreating else "")
                rule = "hybrid.defence.retreat" if retreating else WARD_RULE[kind]
                options.append(Option(key, words, rule, counted(half_speed(own), "count"), chance))
                caps = capped_by(state, target, rank_of(target, ward_skill(ward)) or 0)
                if caps:  # the full rank may be brought to bear by a roll: hybrid.skill.filter.unlock
                    full = Defence(kind, own, busy, lifted=caps)
                    chance = ward_chance(state, table, target, full, attacker, weapon, retreating)
                    wards[f"unlock-{key}"] = Defence(kind, own, busy, unlocks=True)
                    words += f", after a roll against {' and '.join(caps)}"
                    note = counted(half_speed(own), "count")
                    options.append(Option(f"unlock-{key}", words, "hybrid.skill.filter.unlock", note, chance))


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
    under_way = action_of(state, target.id)
    busy = under_way is not None and under_way.kind in BODILY
    return target.aware and target.able and not busy and "all-out" not in target.stance  # hybrid.ruling.stance-duration


def can_answer(state: Hybrid, target: Fighter) -> bool:
    """Whoever holds a preset is not ready. hybrid.ruling.preset-in-play"""
    return can_roll(state, target) and target.preset is None


def in_time(state: Hybrid, target: Fighter, counts: int) -> bool:
    """I + the time of the defence may not lie after the landing. hybrid.ruling.usable-initiative"""
    return not target.landed and target.initiative + counts <= state.count


def can_ward(state: Hybrid, target: Fighter, weapon: Weapon) -> bool:
    if (
        sum(under_way.actor == target.id for under_way in state.under_way) > 1
    ):  # hybrid.ruling.florentine-primary: only two at a time
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
    """On the feet, nothing under way (but closing, which a fend answers), in nobody's grip. hybrid.ruling.defence-multiplier,
    hybrid.ruling.hold-effects
    """
    under_way = action_of(state, target.id)
    busy = under_way is not None and not (under_way.kind == "close" and under_way.lands == state.count)
    return not busy and not target.prone and not held(state, target)


def can_retreat(state: Hybrid, target: Fighter) -> bool:
    """In answer to a blow while ready. hybrid.ruling.stance-duration"""
    return is_free(state, target) and action_of(state, target.id) is None and not target.stance


# --- doing it --------------------------------------------------------------------------------------------------
def give_ground(state: Hybrid, table: Table, actor: Fighter, other: Fighter | None, *, answering: bool = False) -> None:
    """Back at a walk. In answer to a blow it ends with a choice on this very count. hybrid.ruling.stance-duration

    Whoever is close stays close, unless the table lets retreats end a clinch. hybrid.ruling.clinch-retreat
    """
    if actor.stance_since != state.count:
        actor.stance = []
    actor.stance.append("retreat")
    actor.stance_since = state.count - 1 if answering else state.count
    actor.resting = -1
    if state.ruling("clinch-retreat") == "free":
        part(state, actor)
    if actor.at is not None and other is not None and other.at is not None and actor.pace in ("none", "crawl", "walk"):
        set_pace(state, table, actor, "walk")
        actor.chasing = ""
        actor.heading = away_from(actor.at, other.at, GIVES_GROUND, 1)
    table.emit("hybrid.defence.retreat", actor.id, note="retreat")


def fall_back(state: Hybrid, actor: Fighter, other: Fighter, counts: int) -> None:
    """So many counts backwards at a walk, whatever becomes of the fend. hybrid.close.fend.retreat"""
    way = rate_of(actor.pmv, "walk") * PER_COUNT * counts
    gap = known_distance(state, actor, other)
    if actor.at is not None and other.at is not None:
        actor.at = short_of_walls(state, actor.at, away_from(actor.at, other.at, way), on_foot=True)
    elif gap is not None:
        relate(state.scene, "distance", actor.id, other.id, round(gap + way, 3))


def throw_oneself(state: Hybrid, table: Table, actor: Fighter, kind: str) -> None:
    """Begin a dodge or drop on this count, whatever else was meant to be done. hybrid.ruling.dodge-roll"""
    lose_action(state, actor.id)
    counts = DODGE if kind == "dodge" else DROP
    under_way = UnderWay(actor=actor.id, kind=kind, lands=state.count + counts, began=state.count, nimble=actor.evading)
    actor.evading = False
    actor.wait_until = 0
    actor.resting = -1
    if actor.stance_since != state.count:
        actor.stance = []
    set_pace(state, table, actor, "none")
    state.under_way.append(under_way)
    if kind == "drop":
        table.emit("hybrid.defence.prone.drop", actor.id, number=under_way.lands)
        return
    table.emit("hybrid.defence.dodge.phases", actor.id, number=under_way.lands)
    slower = f"3 x PDF from count {state.count + 5}, 1 x from {state.count + 15}"
    table.emit("hybrid.ruling.dodge-roll", actor.id, number=under_way.lands, note=slower)


def phase(state: Hybrid, actor: Fighter) -> int:
    """By how much a dodge or drop multiplies PDF on this count; 0 if there is none."""
    under_way = action_of(state, actor.id)
    if under_way is None or under_way.kind not in ("dodge", "drop"):
        return 0
    if under_way.kind == "drop":
        return 3  # hybrid.defence.prone.drop
    elapsed = state.count - (under_way.lands - DODGE)
    return 2 if elapsed < 5 else 3 if elapsed < 15 else 1  # hybrid.defence.dodge.phases


def spend(state: Hybrid, table: Table, target: Fighter, counts: int, rule: str) -> None:
    """The time is added to I; what the defender has under way lands that much later. hybrid.ruling.usable-initiative"""
    target.initiative += counts
    target.wait_until = 0
    target.resting = -1
    for under_way in actions_of(state, target.id):
        under_way.lands += counts
        under_way.florentine = True
        under_way.assured = False
        if under_way.set_up:
            under_way.set_up = False
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


def ward_skill(ward: Defence) -> str:
    assert ward.weapon is not None
    return f"hth-{ward.kind}" if ward.weapon.natural else ward.weapon.skill


def lift_filters(state: Hybrid, table: Table, target: Fighter, ward: Defence) -> None:
    """A ward declared with the full rank in mind: the filters are rolled against first. hybrid.skill.filter.unlock"""
    if ward.unlocks:
        ward.lifted = unlock(state, table, target, rank_of(target, ward_skill(ward)))


def ward_chance(
    state: Hybrid, table: Table, target: Fighter, ward: Defence, attacker: Fighter, against: Weapon, retreating: bool = False
) -> Tally:
    """A parry or block: the weapon's skill at a DF, support skills in percent. hybrid.skill.support"""
    assert ward.weapon is not None
    skill = ward_skill(ward)
    df = action_tally(state, table, target)
    df.add(target.pca, "hybrid.tohit.melee", "PCA")
    amount, rule = ward_df(ward.kind, against)
    df.add(amount, rule)
    if ward.florentine:
        add_secondary(state, df, target)
    add_stance(state, df, target, attacker, retreating)
    use = Use(skill, (ward.kind,), weapon=ward.weapon, florentine=ward.florentine, lifted=ward.lifted)
    return skill_chance(state, table, target, df, use)


def add_stance(state: Hybrid, df: Tally, actor: Fighter, against: Fighter, retreating: bool = False) -> None:
    """What a stance does to any defensive action: a ward, rolling with a blow, keeping hold of a weapon.
    hybrid.ruling.stance-duration
    """
    if retreating or "retreat" in actor.stance:
        df.add(6, "hybrid.defence.retreat")
    if "advance" in actor.stance or advanced_by_bind(state, actor, against):
        df.add(-4, "hybrid.attack.advance")


def add_secondary(state: Hybrid, df: Tally, target: Fighter) -> None:
    """A ward beside an action under way is the secondary half of a pair. hybrid.ruling.usable-initiative"""
    under_way = action_of(state, target.id)
    if under_way is not None and under_way.kind == "mind":
        df.add(-2, "hybrid.mod.florentine.mental-physical")
    else:
        df.add(-6, "hybrid.mod.florentine.physical-physical")


def parried(
    state: Hybrid, table: Table, attacker: Fighter, struck_with: Weapon, target: Fighter, ward: Defence, sn: int
) -> bool:
    """Roll the declared parry, minus the SN of the attack. hybrid.oppose.sn"""
    assert ward.weapon is not None
    lift_filters(state, table, target, ward)
    chance = ward_chance(state, table, target, ward, attacker, struck_with)
    chance.add(-sn, "hybrid.oppose.sn")
    made = chance.total
    # SN 50 and more, 26 to 49, 5 to 25, 0 to 4, failed
    band = table.roll("hybrid.defence.parry", target.id, cut_at(table, made, made - 50, made - 26, made - 5, made), chance)
    tell_opposed(table, attacker.id, chance, sn)
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


def advanced_by_bind(state: Hybrid, actor: Fighter, other: Fighter) -> bool:
    """Does the actor count as having advanced on the other, because their weapons are bound? hybrid.ruling.bound"""
    return any(lock.attacker == actor.id and lock.defender == other.id for lock in state.binds)


def bind(state: Hybrid, table: Table, attacker: Fighter, struck_with: Weapon, target: Fighter, weapon: Weapon) -> None:
    """The weapons lock; an action under way with the defender's is lost. hybrid.ruling.bound"""
    state.binds.append(
        Bind(attacker=attacker.id, attacker_weapon=struck_with.key, defender=target.id, defender_weapon=weapon.key)
    )
    table.emit("hybrid.defence.parry.bound", target.id, attacker.id)
    if lose_action(state, target.id, weapon.key) is not None:
        table.emit("hybrid.ruling.bound", target.id, note="the action under way is lost")
