"""What an injury does: shock, crippling, death checks, knockdown. gurps.order.hit"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import DOWN, add_death, add_knockdown, attribute_tally, bloodless, pain_factor, succeeds
from starfray.rulebooks.gurps.dice import by_five, margins
from starfray.rulebooks.gurps.locations import HEAD, PARTS, part
from starfray.rulebooks.gurps.state import Fighter, Gurps, stun
from starfray.rulebooks.gurps.weapons import drop, hands_of, held

LIMBS = ("arm", "leg")
EXTREMITIES = ("hand", "foot")
TENDER = (*HEAD, "vitals")  # every wound there may knock down
MINUTE = 60  # seconds. gurps.injury.bleeding
HALF_HOUR = 1800  # gurps.injury.mortal.half-hour

EVENTS = ("defence", "injury", "fall")  # gurps.ruling.concentrate-events: in that order


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit about to land, with what the maneuver and a critical table make of it."""

    location: str = "torso"
    chink: bool = False
    bonus: int = 0  # to basic damage. gurps.ruling.flat-damage
    multiply: int = 1
    maximum: bool = False
    dr: str = ""  # half-down, half-up, none
    major: bool = False
    hurts: bool = False  # shock doubled, a limb useless for a while
    half: bool = False  # half damage
    own: bool = False  # struck by her own hand
    mighty: bool = False  # the bonus is bought with fatigue. gurps.effort.mighty-blow
    per_die: bool = False  # a bonus counts 1 per die if that is better
    beyond: bool = False  # beyond half-damage range
    deafens: bool = False


PLAIN = Blow()  # a hit like any other


def take_injury(state: Gurps, table: Table, victim: Fighter, injury: int, blow: Blow, *, crushing: bool) -> None:
    """HP, shock, crippling; then death checks; then knockdown."""
    before = victim.hp
    if victim.inanimate:
        wreck(table, victim, injury)
        return
    distract(victim, "injury")
    knocked_out = lose_points(state, table, victim, injury)
    table.emit("gurps.core.injury", victim.id, number=injury, note=blow.location)
    feel_shock(state, table, victim, injury, blow)
    crippled = cripple(table, victim, injury, blow.location)
    if blow.hurts:
        go_numb(table, victim, blow.location)
    if blow.deafens:
        mark = "deaf" if crushing else "scarred"
        if mark not in victim.marks:
            victim.marks.append(mark)
    start_bleeding(state, table, victim)
    table.enter((injury, blow, crushing, crippled, knocked_out))
    check_death(table, victim, before)
    table.leave()
    if knocked_out and not victim.dead:
        fall_unconscious(table, victim, "gurps.stun-points.unconscious")
    if victim.dead or victim.mortal or victim.unconscious:
        return
    major = crippled or blow.major or 2 * injury > victim.max_hp
    if major:
        table.emit("gurps.wound.major", victim.id, number=injury)
        if state.ruling("stun-points") != "off":
            table.emit("gurps.stun-points.thresholds", victim.id, number=injury)
    if major or part(blow.location) in TENDER:  # gurps.ruling.head-locations
        knock_down(state, table, victim, blow.location, major)


def wreck(table: Table, thing: Fighter, injury: int) -> None:
    """Things feel nothing: useless at 0 HP, in pieces at -5 x HP. gurps.ruling.weapon-damage, gurps.hp.death"""
    whole = thing.hp > 0
    thing.hp -= injury
    table.emit("gurps.core.injury", thing.id, number=injury, note="damage")
    if whole and thing.hp <= 0:
        thing.marks.append("broken")
        table.emit("gurps.ruling.weapon-damage", thing.id, note="is broken")
    if thing.hp <= -5 * thing.max_hp:
        thing.dead = True
        table.emit("gurps.hp.death", thing.id, note="is in pieces")


def lose_points(state: Gurps, table: Table, victim: Fighter, injury: int) -> bool:
    """HP; with Stun Points those first, and 1/N of it off HP. Is she knocked out by it?

    gurps.stun-points.loss, gurps.stun-points.floor, gurps.ruling.stun-overflow, gurps.stun-points.after
    """
    times = state.ruling("stun-points")
    if times == "off":
        victim.hp -= injury
        return False
    if victim.sp <= 0 or not victim.conscious:
        victim.hp -= injury
        table.emit("gurps.stun-points.after", victim.id, number=injury)
        return False
    if injury > victim.sp:
        table.emit("gurps.ruling.stun-overflow", victim.id, number=injury - victim.sp)
    victim.sp = max(0, victim.sp - injury)
    victim.hp -= injury // int(times)
    table.emit("gurps.stun-points.loss", victim.id, number=injury)
    return victim.sp == 0


def start_bleeding(state: Gurps, table: Table, victim: Fighter) -> None:
    """Any injury bleeds, counted from the first wound; a new one resets the run of successes. gurps.ruling.bleeding"""
    if state.ruling("bleeding") == "off" or victim.nature != "living" or bloodless(victim):
        return
    victim.clotting = 0
    if not victim.bleeding:
        victim.bleeding = MINUTE
        table.emit("gurps.ruling.bleeding", victim.id)


def feel_shock(state: Gurps, table: Table, victim: Fighter, injury: int, blow: Blow) -> None:
    """Adds up until the next turn; doubled once by the groin or a critical table. gurps.ruling.shock, gurps.ruling.groin"""
    if state.ruling("pain-threshold") == "shock" and pain_factor(victim) != 1:
        factor = pain_factor(victim)
        table.emit("gurps.ruling.pain-threshold", victim.id, number=injury * factor)
        victim.pain += factor * injury
        victim.pain_limit = 8 if factor else victim.pain_limit
    elif blow.location == "groin" or blow.hurts:
        victim.pain += 2 * injury
        victim.pain_limit = 8
        table.emit("gurps.location.groin" if blow.location == "groin" else "gurps.critical.hit.table", victim.id, number=8)
        if blow.location == "groin":
            table.emit("gurps.ruling.groin", victim.id, number=2 * injury)
    else:
        victim.pain += injury


#: more than HP divided by this cripples: gurps.location.arm, .leg, .hand, .foot, .eye
CRIPPLES = {"arm": 2, "leg": 2, "hand": 3, "foot": 3, "eye": 10}
CRIPPLES_AT = {each: CRIPPLES[where] for each, where in PARTS.items() if where in CRIPPLES}


def crippling(victim: Fighter, location: str) -> int:
    """The least injury that cripples this place; 0 if none does."""
    share = CRIPPLES_AT.get(location)
    return 0 if share is None else victim.max_hp // share + 1


def cripple(table: Table, victim: Fighter, injury: int, location: str) -> bool:
    """A limb is lost for the fight: what it holds falls, and on one leg nobody stands."""
    least = crippling(victim, location)
    if not least or injury < least or location in victim.crippled:
        return False
    victim.crippled.append(location)
    table.emit(f"gurps.location.{part(location)}", victim.id, number=injury, note=f"{location} crippled")
    lose_use(table, victim, location)
    return True


def go_numb(table: Table, victim: Fighter, location: str) -> None:
    """gurps.critical.hit.table: a limb or extremity is useless for 16 - HT seconds, at least 2."""
    if part(location) in (*LIMBS, *EXTREMITIES):
        make_useless(table, victim, location, max(2, 16 - victim.attributes.ht))


def make_useless(table: Table, victim: Fighter, location: str, seconds: int) -> None:
    victim.useless[location] = max(seconds, victim.useless.get(location, 0))
    table.emit("gurps.critical.hit.table", victim.id, number=seconds, note=f"{location} useless")
    lose_use(table, victim, location)


def lose_use(table: Table, victim: Fighter, location: str) -> None:
    side, _, limb = location.partition("-")
    if limb in ("arm", "hand"):
        for weapon in held(victim):
            if side in hands_of(weapon):
                drop(weapon, victim)
    elif limb in ("leg", "foot"):
        fall(table, victim)


def fall(table: Table, actor: Fighter) -> None:
    """On the ground, and the aim is gone. gurps.ruling.aim-loss"""
    actor.aim = None
    if actor.posture not in DOWN:
        distract(actor, "fall")
        actor.posture = "lying"
        table.emit("gurps.posture.lying", actor.id, note="falls")


def fall_unconscious(table: Table, actor: Fighter, rule: str) -> None:
    actor.unconscious = True
    put_out(table, actor)
    table.emit(rule, actor.id, note="passes out")


def put_out(table: Table, actor: Fighter) -> None:
    actor.waiting = None
    actor.thought = None
    actor.distractions = []
    actor.study = None
    for weapon in held(actor):
        drop(weapon, actor)
    fall(table, actor)


def die(table: Table, actor: Fighter, rule: str) -> None:
    actor.dead = True
    put_out(table, actor)
    table.emit(rule, actor.id, note="dies")


def check_death(table: Table, victim: Fighter, before: int) -> None:
    """One HT roll per multiple of HP newly reached; at -5 x HP none is needed. gurps.ruling.death-thresholds"""
    if victim.hp > -victim.max_hp:
        return
    if victim.hp <= -5 * victim.max_hp:
        if not victim.dead:
            die(table, victim, "gurps.hp.death")
        return
    for times in (1, 2, 3, 4):
        if victim.hp <= -times * victim.max_hp < before:
            table.merge("gurps.hp.death-check", (victim.id, times, before))
            tally = attribute_tally(table, victim, "HT", victim.attributes.ht)
            add_death(tally, victim)
            failed = table.roll("gurps.hp.death-check", victim.id, margins(tally.total), tally)
            if failed == 2 or (failed and victim.mortal):
                die(table, victim, "gurps.injury.mortal.further" if victim.mortal else "gurps.hp.death-check")
                return
            if failed:
                victim.mortal = True
                victim.mortal_clock = HALF_HOUR
                put_out(table, victim)
                table.emit("gurps.injury.mortal", victim.id)


def knock_down(state: Gurps, table: Table, victim: Fighter, location: str, major: bool) -> None:
    """HT, or stunned, down, and whatever was in hand lies on the floor. gurps.injury.knockdown"""
    tally = attribute_tally(table, victim, "HT", victim.attributes.ht)
    where = part(location)
    if major or state.ruling("knockdown-penalty") == "always":  # gurps.ruling.knockdown-penalty
        if where in ("face", "vitals", "groin"):
            tally.add(-5, "gurps.injury.knockdown.face", where)
        elif where in ("skull", "eye"):
            tally.add(-10, "gurps.injury.knockdown.skull", where)
    add_knockdown(tally, victim)
    failed = table.roll("gurps.injury.knockdown", victim.id, by_five(tally.total), tally)
    if not failed:
        return
    if failed == 2 and state.ruling("knockdown-result") == "faint":
        table.cite("gurps.ruling.knockdown-result")
        fall_unconscious(table, victim, "gurps.injury.knockdown")
        return
    stun(victim)
    victim.waiting = None
    victim.thought = None
    table.emit("gurps.injury.stunned", victim.id)
    for weapon in held(victim):
        drop(weapon, victim)
    fall(table, victim)


def distract(actor: Fighter, event: str) -> None:
    """Remembered until the blow that caused it is over."""
    if (actor.thought is not None or actor.aim is not None) and event not in actor.distractions:
        actor.distractions.append(event)


def keep_mind(state: Gurps, table: Table) -> None:
    """When the attack is over: who aims and was hurt rolls Will, who concentrates Will - 3 for each thing that happened.

    gurps.ruling.aim-loss, gurps.maneuver.concentrate.distraction, gurps.ruling.concentrate-events, gurps.order.attack (6)
    """
    for actor in state.roster.values():
        if not actor.distractions:
            continue
        for event in sorted(actor.distractions, key=EVENTS.index):
            actor.distractions.remove(event)
            if not actor.able:
                actor.thought = actor.aim = None
            elif actor.thought is not None:
                hold_thought(table, actor, event)
            elif actor.aim is not None and event == "injury":
                table.merge("gurps.ruling.aim-loss", (actor.id, event))
                if not succeeds(table, "gurps.ruling.aim-loss", actor.id, attribute_tally(table, actor, "Will", actor.will)):
                    actor.aim = None


def hold_thought(table: Table, actor: Fighter, event: str) -> None:
    """The first failure ends it."""
    table.merge("gurps.ruling.concentrate-events", (actor.id, event))
    tally = attribute_tally(table, actor, "Will", actor.will)
    tally.add(-3, "gurps.maneuver.concentrate.distraction", event)
    if not succeeds(table, "gurps.maneuver.concentrate.distraction", actor.id, tally):
        actor.thought = None
        table.emit("gurps.maneuver.concentrate.distraction", actor.id, note=event)


def lose_fp(table: Table, actor: Fighter, points: int) -> None:
    """Below 0 each point costs a HP too; at -1 x FP she faints, and what is lost after that comes off HP instead.

    gurps.fp.hp-loss, gurps.ruling.fp-hp, gurps.fp.unconscious, gurps.fp.overflow
    """
    before, faints = actor.hp, False
    below = over = 0
    for _ in range(points):
        if actor.fp <= -actor.max_fp:
            actor.hp -= 1
            over += 1
            continue
        actor.fp -= 1
        if actor.fp < 0:
            actor.hp -= 1
            below += 1
        faints = faints or actor.fp <= -actor.max_fp
    if below:
        table.emit("gurps.fp.hp-loss", actor.id, number=below)
        table.emit("gurps.ruling.fp-hp", actor.id, number=below)
    if over:
        table.emit("gurps.fp.overflow", actor.id, number=over)
    if actor.hp < before:
        table.enter(("fatigue", faints))
        check_death(table, actor, before)
        table.leave()
    if faints and not actor.dead and not actor.mortal:
        fall_unconscious(table, actor, "gurps.fp.unconscious")


def can_strain(actor: Fighter, points: int) -> bool:
    """Machines have no fatigue to spend, and nobody spends what is not there."""
    return actor.max_fp > 0 and actor.fp >= points


def pay_effort(table: Table, actor: Fighter, points: int, rule: str) -> None:
    """FP is paid before the roll. gurps.ruling.effort-combine"""
    table.emit(rule, actor.id, number=points)
    lose_fp(table, actor, points)


def overstrain(state: Gurps, table: Table, actor: Fighter, limb: str) -> None:
    """A critical failure of a roll with extra effort: 1 HP to the limb, no DR.

    gurps.effort.critical-failure, gurps.ruling.effort-limb
    """
    table.emit("gurps.effort.critical-failure", actor.id, number=1, note=limb)
    take_injury(state, table, actor, 1, Blow(location=limb, own=True), crushing=True)
