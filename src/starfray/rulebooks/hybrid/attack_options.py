"""What all choices share: which weapon, how long it takes, who stands in the way, and beginning an action."""

from __future__ import annotations

from starfray.engine.barriers import behind_wall
from starfray.engine.rules import GM, Content, Field, Option, Refused, Table, Tally, apart, counted, flag, known_distance
from starfray.engine.walls import walled_off
from starfray.rulebooks.hybrid.clock import end_stance
from starfray.rulebooks.hybrid.defence import ARMS_LENGTH, ARMS_REACH, DODGE, DROP, can_throw, throw_oneself
from starfray.rulebooks.hybrid.derived import action_tally, add_basis, range_of
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.initiative import interrupts
from starfray.rulebooks.hybrid.skill_check import passed
from starfray.rulebooks.hybrid.skills import Use, capped_by, rank_with, skill_chance
from starfray.rulebooks.hybrid.state import (
    ATTACKS,
    Fighter,
    Hybrid,
    Related,
    Thing,
    UnderWay,
    Weapon,
    are_closed,
    at_hand,
    bound,
    drop,
    held,
    in_hands,
    in_melee,
)

SIMPLE_ACTION = 10  # hybrid.action.standard-speed
#: what an action costs where that is no fixed number of counts
WEAPON_SPEED, TWICE_WEAPON_SPEED, TASK_TIME = -1, -2, -3
ALL = -1  # of the rank's speed points, as long as nothing else is said
DRAWN = 2  # times the speed of what is drawn: hybrid.draw.time
HOLDS_OFF = 30  # centimetres of reach that matter: hybrid.ruling.closing


def foes_of(state: Hybrid, actor: Fighter) -> list[Fighter]:
    return [other for other in state.roster.values() if other.side != actor.side and not other.fallen and not other.hidden]


def foes(state: Hybrid, actor: Fighter) -> list[str]:
    return [foe.id for foe in foes_of(state, actor)]


def check_seen(actor: Fighter, other: Fighter) -> None:
    """Nobody strikes, presses or follows a foe of whom nobody knows where he is. hybrid.perception.when"""
    if other.hidden and other.side != actor.side:
        raise Refused("hybrid.perception.when", f"{actor.id} does not see {other.id}", ["look", "glance"])


def drawable(actor: Fighter) -> list[Weapon]:
    return [weapon for weapon in actor.weapons if can_draw(actor, weapon)]


def can_draw(actor: Fighter, thing: Thing) -> bool:
    """Not in hand yet, and not left lying somewhere else."""
    near = thing.lies_at is None or actor.at is None or apart(thing.lies_at, actor.at) <= ARMS_REACH
    natural = isinstance(thing, Weapon) and thing.natural
    return not thing.in_hand and not natural and thing.hands <= actor.hands and near


def can_pay(actor: Fighter, weapon: Weapon) -> bool:
    """Is there enough mental energy for this attack? hybrid.energy.pools"""
    return actor.mft + actor.mex >= weapon.cost


def usable(state: Hybrid, actor: Fighter, ways: tuple[str, ...]) -> list[Weapon]:
    """Weapons at hand of these ways that can strike now."""
    fast = held(state, actor)
    return [
        weapon
        for weapon in actor.weapons
        if (weapon.in_hand or weapon.natural)
        and weapon.way in ways
        and not weapon.shield
        and not bound(state, actor, weapon)
        and not (fast and too_long_when_held(weapon))
    ]


def too_long_when_held(weapon: Weapon) -> bool:
    """A held fighter uses what works at arm's length: no long blades, no long guns. hybrid.ruling.hold-effects"""
    return weapon.reach > ARMS_LENGTH or (weapon.way in ("missile", "thrown") and weapon.hands > 1)


def striking_weapon(state: Hybrid, actor: Fighter, key: str, ways: tuple[str, ...], drawing: bool = False) -> Weapon:
    """The weapon named, or the first at hand that can strike."""
    fit = usable(state, actor, ways)
    if key:
        return named_weapon(state, actor, key, ways, fit, drawing)
    if fit and not drawing:
        return fit[0]
    if any(bound(state, actor, weapon) for weapon in actor.weapons):
        raise Refused("hybrid.ruling.bound", f"{actor.id}'s weapon is bound", ["release", "wait"])
    if held(state, actor) and any(weapon.way in ways for weapon in at_hand(actor)):
        raise Refused("hybrid.ruling.hold-effects", f"{actor.id} is held and has no room for it", ["break-free"])
    raise Refused("hybrid.draw.time", f"{actor.id} has nothing at hand to strike with", ["draw", "wait"])


def named_weapon(state: Hybrid, actor: Fighter, key: str, ways: tuple[str, ...], fit: list[Weapon], drawing: bool) -> Weapon:
    """A weapon at hand, or one that is drawn for the blow. hybrid.draw.time"""
    keys = [weapon.key for weapon in fit]
    named = next((weapon for weapon in actor.weapons if weapon.key == key and weapon.way in ways), None)
    if named is None:
        raise Refused(rule_of(ways), f"{actor.id} has no {key!r} for that", keys)
    words = named.name or key
    if bound(state, actor, named):
        raise Refused("hybrid.ruling.bound", f"the {words} is bound", ["release", "wait"])
    if held(state, actor) and too_long_when_held(named):
        raise Refused("hybrid.ruling.hold-effects", f"{actor.id} is held; the {words} is too long", keys)
    if named.shield:
        raise Refused("hybrid.draw.time", f"the {words} is not used to strike", keys)
    if drawing and not can_draw(actor, named):
        raise Refused("hybrid.draw.time", f"there is no drawing the {words}", ["draw=no"])
    if not drawing and named not in fit:
        raise Refused("hybrid.draw.time", f"the {words} is not in hand", [*keys, "draw=yes"])
    return named


def rule_of(ways: tuple[str, ...]) -> str:
    if "melee" in ways:
        return "hybrid.tohit.melee"
    return "hybrid.tohit.mental-entity" if "mental" in ways else "hybrid.tohit.missile"


def out_of_range(state: Hybrid, actor: Fighter, target: Fighter, weapon: Weapon, lob: bool = False) -> bool:
    """Without a map or distances everybody is within a step of everybody else."""
    if state.scene.walls and walled_off(state, actor, target):  # hybrid.ruling.wall
        return True
    gap = known_distance(state, actor, target)
    if gap is None:
        return False
    if weapon.way == "melee":
        return gap > weapon.reach + 1.5  # an arm and a step
    return gap > range_of(actor, weapon, lob)


def refuse_walled(state: Hybrid, actor: Fighter, target: Fighter) -> None:
    """Nobody strikes, shoots or reaches through a wall or a closed door. hybrid.ruling.wall"""
    blocked = behind_wall("hybrid.ruling.wall", state, actor, target)
    if blocked is not None:
        raise blocked


def can_strike(state: Hybrid, actor: Fighter, target: Fighter, weapon: Weapon) -> bool:
    return not out_of_range(state, actor, target, weapon) and not holds_off(state, actor, target, weapon)


def holds_off(state: Hybrid, actor: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Does a longer weapon of the target's keep this one away? hybrid.close.required, hybrid.ruling.closing"""
    if weapon.way != "melee" or not target.able or are_closed(state, actor, target):
        return False
    return any(
        outreaches(longer.reach, weapon.reach) and not longer.shield and not bound(state, target, longer)
        for longer in in_melee(target)
    )


def outreaches(longer: float, shorter: float) -> bool:
    """Is a reach longer than another by enough to matter? hybrid.ruling.closing"""
    return round(100 * (longer - shorter)) >= HOLDS_OFF


def crowded(state: Hybrid, actor: Fighter, target: Fighter, weapon: Weapon) -> bool:
    """Has the target closed with a weapon so much shorter that this one is too long? hybrid.close.closed-upon"""
    if weapon.way != "melee" or not are_closed(state, actor, target):
        return False
    reaches = [weapon.reach for weapon in in_melee(target) if weapon.in_hand and not weapon.shield] or [0.0]  # bare hands
    return outreaches(weapon.reach, min(reaches))


def no_free_movement(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    """Who is on the ground or held fast neither closes nor evades nor dodges."""
    if actor.prone:
        return Refused("hybrid.ruling.defence-multiplier", f"{actor.id} is on the ground", ["rise"])
    if held(state, actor):
        return Refused("hybrid.ruling.hold-effects", f"{actor.id} is held", ["break-free"])
    return None


# --- fields ----------------------------------------------------------------------------------------------------
def points_field(actor: Fighter, name: str = "points") -> list[Field]:
    """Speed points that may be spent, if there are any. hybrid.action.speed-points"""
    if not actor.speed_points:
        return []
    words = "speed points" if name == "points" else name.replace("-", " speed ")
    return [Field(name, "number", high=actor.speed_points, required=False, default="0", label=words, unit="counts")]


def rush_field(slowest: int, name: str = "rush") -> Field:
    """hybrid.action.speed-up: any action may be hurried, for so much less of a chance."""
    return Field(name, "number", high=slowest, required=False, default="0", unit="counts", hint="hurry: fewer than it needs")


def rank_field(actor: Fighter, weapons: list[Weapon]) -> list[Field]:
    """How many of the rank's speed points are spent, where there are any to spend. hybrid.initiative.rank-speed"""
    most = max([(rank_with(actor, weapon) or 0) // 2 for weapon in weapons], default=0)
    if not most:
        return []
    return [
        Field(
            "rank-points", "number", high=most, required=False, label="points of the rank", hint="all, if not said", main=False
        )
    ]


def time_fields(actor: Fighter, weapons: list[Weapon]) -> list[Field]:
    """What shortens an action with one of these weapons."""
    slowest = max([weapon.speed for weapon in weapons], default=1)
    return [*points_field(actor), rush_field(slowest), *rank_field(actor, weapons)]


def unlock_flag() -> Field:
    return flag("unlock", "roll against the filter skill first")


def weapon_field(state: Hybrid, actor: Fighter, weapons: list[Weapon], name: str = "weapon", *, required: bool = True) -> Field:
    options = [
        Option(weapon.key, weapon.name, "hybrid.action.resolve", landing_words(state, actor, weapon)) for weapon in weapons
    ]
    return Field(name, "item", options, required=required)


def landing_words(state: Hybrid, actor: Fighter, weapon: Weapon) -> str:
    time = Tally()
    add_speed(state, time, actor, weapon)
    return f"lands on count {state.count + time_of(time)}"


# --- time ------------------------------------------------------------------------------------------------------
def add_speed(state: Hybrid, time: Tally, actor: Fighter, weapon: Weapon, rank_points: int = ALL) -> None:
    """Counts an action with a weapon takes; the points of the rank may be spent. hybrid.ruling.speed-point-value"""
    time.add(weapon.speed, "hybrid.action.resolve", weapon.name or weapon.key)
    rank = rank_with(actor, weapon)
    points = (rank or 0) // 2
    if not ALL <= rank_points <= points:
        reason = f"the rank gives {counted(points, 'speed point')}"
        raise Refused("hybrid.initiative.rank-speed", reason, [f"rank-points=0 to {points}"])
    if rank is None and state.ruling("unranked") != "plain":
        time.add(2, "hybrid.ruling.unranked")
    spent = points if rank_points == ALL else rank_points
    if spent:
        time.add(-spent, "hybrid.initiative.rank-speed", f"rank {rank}")


def add_points(time: Tally, actor: Fighter, points: int, left: int | None = None) -> None:
    """`left`: fewer than there are, where another half has taken some. hybrid.action.speed-points"""
    most = actor.speed_points if left is None else left
    if not 0 <= points <= most:
        raise Refused("hybrid.action.speed-points", f"{actor.id} has {most} speed points", [f"points=0 to {most}"])
    if points:
        time.add(-points, "hybrid.action.speed-points")


def time_of(time: Tally) -> int:
    return max(1, time.total)  # hybrid.ruling.speed-point-value: never under 1


def check_rush(rush: int, needed: int) -> None:
    if rush and not 1 <= rush < needed:
        fewer = [f"rush=1 to {needed - 1}"] if needed > 1 else []
        raise Refused("hybrid.ruling.speedup", f"it takes {counted(needed, 'count')}; rush is fewer", fewer)


def draw_time(state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, fast: bool) -> int:
    """Twice the weapon's speed; a fast draw that is made takes it once. hybrid.draw.time, hybrid.draw.fast"""
    make_room(state, actor, weapon)
    if not fast:
        return DRAWN * weapon.speed
    df = action_tally(state, table, actor)
    add_basis(df, actor, weapon)
    chance = skill_chance(state, table, actor, df, Use(weapon.skill, ("quickdraw",), weapon=weapon))
    if passed(table, "hybrid.draw.fast", actor.id, chance):
        table.emit("hybrid.draw.fast", actor.id, number=weapon.speed, note=weapon.name or weapon.key)
        return weapon.speed
    table.emit("hybrid.ruling.fast-draw-fail", actor.id, number=DRAWN * weapon.speed, note=weapon.name or weapon.key)
    return DRAWN * weapon.speed


def make_room(state: Hybrid, actor: Fighter, thing: Thing) -> None:
    """What no longer fits into the hands is dropped."""
    for other in in_hands(actor):
        if thing.hands + sum(each.hands for each in in_hands(actor)) > actor.hands:
            drop(state, actor, other)


def ask_related(state: Hybrid, table: Table, actor: Fighter, weapon: Weapon, skill: str) -> bool:
    """How far another skill serves is the GM's to say, once. Does it serve, and is that new? hybrid.skill.related"""
    if any((lender.wanted, lender.skill) == (weapon.skill, skill) for lender in actor.related):
        return False
    options = [
        Option("similar", rule="hybrid.ruling.related-fractions", note="2/5 of the rank"),
        Option("dissimilar", rule="hybrid.skill.related", note="1/5"),
        Option("far-fetched", rule="hybrid.ruling.related-fractions", note="1/10"),
        Option("unrelated"),
    ]
    prompt = f"How near is {skill} to {weapon.skill}?"
    how = table.choose("hybrid.skill.related", GM, options, prompt, suggested="dissimilar")
    if how == "unrelated":
        return False
    actor.related.append(Related(wanted=weapon.skill, skill=skill, how=how))
    return True


def check_related(actor: Fighter, weapon: Weapon, skill: str) -> None:
    if skill and (skill not in actor.skills or weapon.skill in actor.skills or skill == weapon.skill):
        raise Refused("hybrid.skill.related", f"{skill!r} does not stand in for {weapon.skill} here", sorted(actor.skills))


# --- beginning -------------------------------------------------------------------------------------------------
def end_old_stance(state: Hybrid, actor: Fighter) -> None:
    if actor.stance and actor.stance_since != state.count:
        end_stance(actor)


def begin_simple(
    state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay, counts: int, rule: str, points: int, rush: int
) -> None:
    """An action of a fixed number of counts. hybrid.action.standard-speed"""
    time = table.tally()
    time.add(counts, rule)
    begin_timed(state, table, actor, under_way, time, points, rush, counts if under_way.set_up else 0)


def begin_with(
    state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay, weapon: Weapon, points: int, rush: int, rank_points: int
) -> None:
    """An action of a weapon's speed. hybrid.action.resolve"""
    if under_way.unlock:
        check_unlock(state, actor, weapon)
    time = table.tally()
    add_speed(state, time, actor, weapon, rank_points)
    begin_timed(state, table, actor, under_way, time, points, rush)


def is_limited(state: Hybrid, actor: Fighter, weapon: Weapon) -> bool:
    """Does a filter skill limit what is done with this weapon? Those of the mind know no such limits."""
    return weapon.way != "mental" and bool(capped_by(state, actor, rank_with(actor, weapon) or 0))


def check_unlock(state: Hybrid, actor: Fighter, *weapons: Weapon) -> None:
    if not any(is_limited(state, actor, weapon) for weapon in weapons):
        raise Refused("hybrid.skill.filter.unlock", "nothing limits this skill here", ["unlock=no"])


def begin_timed(
    state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay, time: Tally, points: int, rush: int, set_up: int = 0
) -> None:
    """Speed points shorten it, and so does haste; what sets it up first takes its full time. hybrid.action.speed-points"""
    add_points(time, actor, points)
    needed = time_of(time)
    check_rush(rush, needed)
    table.allowed()
    actor.speed_points -= points
    if set_up:
        time.add(set_up, "hybrid.setup.time", "set up")
        table.emit("hybrid.setup.time", actor.id, number=set_up)
    finish(state, table, actor, under_way, time, rush, needed, set_up)


def finish(
    state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay, time: Tally, rush: int, needed: int, before: int
) -> None:
    """`before`: counts of drawing and setting up, which cannot be hurried. hybrid.ruling.speedup"""
    taken = rush or needed
    if rush:
        under_way.rushed, under_way.needed = taken, needed
        table.emit("hybrid.action.speed-up", actor.id, number=taken, note=f"of {counted(needed, 'count')}")
    under_way.lands = state.count + before + taken
    start(state, table, actor, (under_way, time))


def start(state: Hybrid, table: Table, actor: Fighter, *begun: tuple[UnderWay, Tally]) -> None:
    """hybrid.action.begin: the choice is made now, it takes effect later. hybrid.action.resolve"""
    end_old_stance(state, actor)
    actor.wait_until = 0
    actor.resting = -1
    actor.moved = -1
    actor.preset = None
    for under_way, time in begun:
        under_way.began = state.count
        state.under_way.append(under_way)
        table.emit("hybrid.action.begin", actor.id, under_way.target, state.count, under_way.kind)
        table.emit("hybrid.action.resolve", actor.id, under_way.target, under_way.lands, str(time) if table.explains else "")
    if state.ruling("combat-fatigue") == "each-attack":
        for under_way, _ in begun:
            if under_way.kind in ATTACKS and under_way.kind != "mind":  # which costs its MFT as it is
                table.emit("hybrid.ruling.combat-fatigue", actor.id, number=1)
                exert(table, actor, 1)
    first = begun[0][0]
    drawing = first.draws or first.kind == "pick-up"
    interrupts(state, table, actor, (first.kind, "draw") if drawing else (first.kind,))
    for under_way, _ in begun:
        offer_dodge(state, table, actor, under_way)


def offer_dodge(state: Hybrid, table: Table, actor: Fighter, blow: UnderWay) -> None:
    """Whoever waits may throw themselves out of the way as soon as a blow at them is begun. hybrid.ruling.wait"""
    if blow.kind not in ATTACKS or not blow.target or actor.hidden or blow.target in actor.fooled:  # hybrid.ruling.feint
        return
    target = state.roster[blow.target]
    if target.wait_until <= state.count or not can_throw(state, target):
        return
    options = [Option("dodge", "dodge now", "hybrid.defence.dodge.phases", f"until count {state.count + DODGE}")]
    if not state.weightless:
        options.append(Option("drop", "drop prone now", "hybrid.defence.prone.drop", f"down on count {state.count + DROP}"))
    options.append(Option("no", "wait and see"))
    pick = table.choose("hybrid.ruling.wait", target.id, options, f"{actor.id} begins to strike.", suggested="no")
    if pick != "no":
        throw_oneself(state, table, target, pick)
