"""Group combat: up to ten against up to ten, with one roll to hit and one to defend. gurps.order.group"""

from __future__ import annotations

from dataclasses import dataclass, replace

from starfray.engine.dice import pick
from starfray.engine.errors import Refused
from starfray.engine.scene import NOT_SAID, distance_or, relate
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.gurps import actions
from starfray.rulebooks.gurps.attack import bar_to_use, beyond_half, leave_hand, reaches, weapon_of, wield
from starfray.rulebooks.gurps.concentrate import distract, keep_mind
from starfray.rulebooks.gurps.core import move_of, tell_critical, weapon_level
from starfray.rulebooks.gurps.criticals import critical_hit, critical_miss
from starfray.rulebooks.gurps.damage import land
from starfray.rulebooks.gurps.injury import PLAIN, Blow, Frame
from starfray.rulebooks.gurps.interrupts import interrupts, somebody_waits
from starfray.rulebooks.gurps.movement import check_way, walk
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.shapes import CRITICAL, FUMBLE, MISS, successes
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, body_of, fighter
from starfray.rulebooks.gurps.swing import Strike, Swing, add_modifiers
from starfray.rulebooks.gurps.turn import takes_heart
from starfray.rulebooks.gurps.turns import forget
from starfray.rulebooks.gurps.ways import Defence, Threat, add_parries, empty_hand, may_block, parrying, score

MOST = 10  # gurps.group-combat.size
BONUS = ((9, 8), (7, 6), (5, 4), (2, 2))  # gurps.group-combat.bonus: from so many attackers
OPTIONS = ("dodge", "double")
RULE = "gurps.group-combat.single-roll"


def body_for(state: Gurps, who: str) -> list[Fighter]:
    """The group that acts, if it is one and not too big. gurps.group-combat.size"""
    one = fighter(state, who)
    if not one.group:
        raise Refused("gurps.group-combat.size", f"{who} is in no group", ["attack"])
    body = body_of(state, one)
    if len(body) > MOST:
        raise Refused("gurps.group-combat.size", f"{len(body)} in the group {one.group!r}", [f"at most {MOST}"])
    return body


def willing(state: Gurps, table: Table, body: list[Fighter]) -> list[Fighter]:
    """Those of the group who can act: the stunned do nothing, the badly hurt fight to stay awake."""
    fit: list[Fighter] = []
    for one in body:
        if one.stunned or one.dazed:
            state.idlers.append(one.id)
            continue
        table.same("gurps.order.group", one.id)
        if takes_heart(state, table, one):
            forget(one)
            fit.append(one)
    state.done = True
    return fit


# --- attack ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Attacker:
    """One of the group who can strike: with what, and whom of the foes first."""

    one: Fighter
    weapon: Weapon
    foe: Fighter


def group_attack(state: Gurps, table: Table, act: actions.GroupAttack) -> None:
    """All attacks of a second in one roll. gurps.group-combat.single-roll"""
    body = body_for(state, act.actor)
    targets = {who: fighter(state, who) for who in act.targets}
    foes = [each for each in state.roster.values() if each.id in targets]
    if not 1 <= len(foes) <= MOST:
        raise Refused("gurps.group-combat.size", f"{len(foes)} opponents", [f"1 to {MOST}"])
    attackers = attackers_of(state, body, foes)
    if not attackers:
        raise Refused("gurps.maneuver.attack", "nobody of the group can reach them", ["group-move"])
    fit = willing(state, table, body)
    for one in fit:
        one.all_out_attack = act.all_out
    attackers = [each for each in attackers if each.one.able]
    names = tuple(each.id for each in foes)
    if somebody_waits(state):  # they come first
        for index, attacker in enumerate(attackers):
            table.same(RULE, (index, names))
            interrupts(state, table, attacker.one, "attack", names, ("group", index))
        attackers = attackers_of(state, [one for one in fit if one.able], foes)
    table.same(RULE, names)
    if attackers:
        strike_together(state, table, attackers, foes, act.all_out)


def ready_arm(one: Fighter) -> Weapon | None:
    """The first weapon in hand, if she could strike with it at all."""
    weapon = weapon_of(one, "")
    return None if weapon is None or one.stunned or one.dazed or bar_to_use(one, weapon) else weapon


def reached(state: Gurps, body: list[Fighter], foe: Fighter) -> bool:
    """Can anybody of them strike this foe?"""
    for one in body:
        weapon = ready_arm(one)
        if weapon is not None and one.side != foe.side and can_strike(state, one, weapon, foe):
            return True
    return False


def attackers_of(state: Gurps, body: list[Fighter], foes: list[Fighter]) -> list[Attacker]:
    """Who can strike at least one of them."""
    found = []
    for one in body:
        attacker = attacker_of(state, one, foes)
        if attacker is not None:
            found.append(attacker)
    return found


def attacker_of(state: Gurps, one: Fighter, foes: list[Fighter]) -> Attacker | None:
    weapon = ready_arm(one)
    if weapon is not None and one.side != foes[0].side:
        for foe in foes:
            if can_strike(state, one, weapon, foe):
                return Attacker(one, weapon, foe)
    return None


def can_strike(state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter) -> bool:
    """With a weapon that is ready."""
    if foe is one or foe.dead or foe.out:
        return False
    gap = distance_or(state, one, foe, NOT_SAID)
    return gap >= 0 and reaches(weapon, gap)


def strike_together(state: Gurps, table: Table, attackers: list[Attacker], foes: list[Fighter], all_out: bool) -> None:
    first, weapon = attackers[0].one, attackers[0].weapon
    tally = group_tally(state, table, attackers, all_out)
    for each in attackers:
        wield(each.one, each.weapon)
        if each.weapon.magazine:
            each.weapon.shots -= 1
        spend_feints(each.one, "attack", "")
    most = len(attackers) if ruling(state, "group-hit-cap") == "attackers" else 100
    by_ten = ruling(state, "fail-by-ten") == "yes"
    code = table.roll(RULE, first.id, successes(tally.total, most, 2, False, by_ten), tally)
    tell_critical(table, first.id, tally.total, code > CRITICAL, code == FUMBLE)
    blow = PLAIN
    if code == FUMBLE:
        critical_miss(state, table, first, foes[0], weapon, "gurps.critical.miss.attack", ("group",))
    if code in (FUMBLE, MISS):
        table.emit("gurps.core.success-roll", first.id, foes[0].id, note="and the others miss")
        return
    hits = code - CRITICAL if code > CRITICAL else code
    table.emit("gurps.group-combat.extra-hits", first.id, foes[0].id, hits)
    if hits == most and hits > 1:
        table.emit("gurps.ruling.group-hit-cap", first.id, number=most)
    if code > CRITICAL:
        table.emit("gurps.critical.hit.no-defense", first.id, foes[0].id)
        blow = critical_hit(state, table, first, foes[0], weapon, blow)
    else:
        hits -= defend_together(table, first, foes, Threat(weapon, hits))
    if hits > 0:
        spread_hits(state, table, attackers, foes, hits, blow)
    for each in attackers:
        if each.weapon.thrown and each.weapon.hand:
            leave_hand(each.one, foes[0], each.weapon)
    keep_mind(state, table, ("group",))


def group_tally(state: Gurps, table: Table, attackers: list[Attacker], all_out: bool) -> Tally:
    """The average skill, rounded down; the bonus for numbers; every modifier as far as it bears on all of them together.

    gurps.group-combat.base, gurps.ruling.group-average
    """
    tally = table.tally(attackers[0].one)
    count = len(attackers)
    levels = 0
    shared = Shared()
    blows, shots = swings(attackers[0].weapon, all_out)
    for each in attackers:
        levels += weapon_level(table.content, each.one, each.weapon)[0]
        add_own(state, shared, each, blows if each.weapon.melee else shots)
    tally.add(levels // count, "gurps.group-combat.base", f"average of {count}")
    if levels % count:
        tally.add(0, "gurps.ruling.group-average", "rounded down")
    bonus = next((more for least, more in BONUS if count >= least), 0)
    tally.add(bonus, "gurps.group-combat.bonus", f"{count} attackers")
    for (rule, note), amount in shared.sums.items():
        average = abs(amount) // count * (1 if amount > 0 else -1)  # a part of a point does not count
        if average:
            tally.add(average, rule, note)
    return tally


class Shared(Tally):
    """What is added by several, each reason with its own sum: its words tell reasons apart."""

    def __init__(self) -> None:
        super().__init__(True)
        self.sums: dict[tuple[str, str], int] = {}

    def add(self, amount: int, rule: str, note: str = "") -> None:
        if amount:
            self.sums[rule, note] = self.sums.get((rule, note), 0) + amount


def swings(weapon: Weapon, all_out: bool) -> tuple[Swing, Swing]:
    """How those of a group strike who are at grips, and those who shoot."""
    if not all_out:
        plain = Swing(weapon)
        return plain, plain
    return (
        Swing(weapon, option="determined", maneuver="all-out-attack"),
        Swing(weapon, option="ranged", maneuver="all-out-attack"),
    )


def add_own(state: Gurps, shared: Shared, attacker: Attacker, swing: Swing) -> None:
    """What one attacker's roll would be modified by, at the first foe she can strike."""
    one, foe = attacker.one, attacker.foe
    gap = distance_or(state, one, foe, 0.0)
    add_modifiers(state, shared, one, foe, swing, Strike(foe.id, attacker.weapon), gap)


# --- defence ---------------------------------------------------------------------------------------------------


def defend_together(table: Table, attacker: Fighter, foes: list[Fighter], threat: Threat) -> int:
    """One roll of the defenders' average Dodge; on All-Out Defense a second kind for what is left. Gives the hits avoided.

    gurps.group-combat.defense, gurps.group-combat.all-out-defense, gurps.ruling.group-defense
    """
    able = [each for each in foes if each.conscious and not each.all_out_attack]
    if not able:
        return 0
    speaker = able[0]
    avoided = 0
    for kind in ("dodge", "parry", "block"):
        if kind != "dodge" and (avoided >= threat.hits or any(each.all_out_defense != "double" for each in able)):
            break
        ways: list[Defence] = []
        defenders: list[Fighter] = []
        scores = 0
        for each in able:
            way = best_way(table, attacker, each, threat, kind)
            if way is not None:
                ways.append(way)
                defenders.append(each)
                scores += way.tally.total
        if not ways:
            continue
        average = scores // len(ways)
        rule = "gurps.group-combat.defense" if kind == "dodge" else "gurps.group-combat.all-out-defense"
        options = [Option(kind, rule=rule, note=str(average)), Option("no", "do not defend")]
        prompt = f"Defend? Blows that still land: {threat.hits - avoided}"
        if table.choose(rule, speaker.id, options, prompt, facts={kind: average}) == "no":
            continue
        for each in able:
            each.aim = None
            distract(each, "defence")
        for each, way in zip(defenders, ways, strict=True):
            if way.kind == "block":
                each.blocked = True
            elif way.kind == "parry":
                each.parried[way.hand] = each.parried.get(way.hand, 0) + 1
            spend_feints(each, "defence", attacker.id)
        tally = table.tally()
        tally.add(average, "gurps.ruling.group-defense", f"average {kind}")
        code = table.roll(rule, speaker.id, successes(tally.total, threat.hits - avoided, 1, False), tally)
        avoided += code - CRITICAL if code > CRITICAL else max(0, code)
        table.emit(rule, speaker.id, attacker.id, avoided)
        if kind != "dodge":
            break
    return avoided


def spend_feints(one: Fighter, lowers: str, by: str) -> None:
    """They count for the first such roll. gurps.ruling.feint-choice"""
    if one.feints:
        one.feints = [each for each in one.feints if each.lowers != lowers or by not in ("", each.by)]


def best_way(table: Table, attacker: Fighter, one: Fighter, threat: Threat, kind: str) -> Defence | None:
    """The defender's best of a kind; None if there is none."""
    if kind == "dodge":
        return score(table, attacker, one, threat, Defence("dodge", "dodge"))
    if not threat.weapon.melee:
        return None
    if kind == "block":
        return score(table, attacker, one, threat, Defence("block", "block")) if may_block(one) else None
    ways: list[Defence] = []
    add_parries(ways, table, one, parrying(table.content, one), empty_hand(one), False)
    best: Defence | None = None
    for way in ways:
        if not way.recovery:
            score(table, attacker, one, threat, way)
            if best is None or way.tally.total > best.tally.total:
                best = way
    return best


def spread_hits(state: Gurps, table: Table, attackers: list[Attacker], foes: list[Fighter], hits: int, blow: Blow) -> None:
    """Evenly in roster order, what is left over by random picks without repetition; the k-th hit with the k-th weapon.

    gurps.ruling.group-defense, gurps.order.pick
    """
    there = [each for each in foes if not each.dead and not each.out]
    counts = [hits // len(there)] * len(there)
    open_places = list(range(len(there)))
    for _ in range(hits % len(there)):
        place = 0
        if len(open_places) > 1:
            place = table.roll("gurps.order.pick", attackers[0].one.id, pick(len(open_places)))
            table.emit("gurps.ruling.random-pick", there[open_places[place]].id)
        counts[open_places.pop(place)] += 1
        table.same("gurps.order.pick", (hits, tuple(counts), blow))
    unseen = not any(each.weapon.thrown for each in attackers)  # those lie in the end where the first foe stands
    number = 0
    for place, victim in enumerate(there):
        count = counts[place]
        if not count:
            continue
        later = tuple(counts[place + 1 :])
        for index in range(count):
            attacker = attackers[number % len(attackers)]
            gap = distance_or(state, attacker.one, victim, 0.0)
            own = blow if number == 0 else PLAIN
            if beyond_half(attacker.weapon, gap):
                own = replace(own, beyond=True)
            number += 1
            frame: Frame = (victim.id, count - index, later, number if number < hits else 0)
            table.same("gurps.order.group", (frame, attacker.one.id, own))
            if not victim.dead:
                land(state, table, attacker.one, victim, attacker.weapon, own, frame)
        table.done("gurps.order.group", victim.id, (later, number if number < hits else 0), unseen)


# --- moving and defending --------------------------------------------------------------------------------------


def group_move(state: Gurps, table: Table, act: actions.GroupMove) -> None:
    """All by the same way, as far as the slowest can. gurps.maneuver.move"""
    body = body_for(state, act.actor)
    able = [one for one in body if not one.stunned and not one.dazed]
    leader = fighter(state, act.actor)
    most = min((move_of(one) for one in able), default=0)
    if not act.path and act.yards < 0:
        raise Refused("gurps.maneuver.move", "a way is needed", ["path=X,Y", "target=ID yards=N"])
    check_way(state, leader, act.path, act.target, act.yards, most, "gurps.ruling.move-value")
    if act.path and any(one.at is None for one in able):
        raise Refused("gurps.maneuver.move", "not everybody has a place on the map", [])
    start = leader.at
    fit = willing(state, table, body)
    table.emit("gurps.maneuver.move", leader.id, number=most, note=leader.group)
    for index, one in enumerate(fit):
        table.same("gurps.maneuver.move", (index, start))
        if act.path and one.at is not None and start is not None:
            east, north = one.at[0] - start[0], one.at[1] - start[1]
            walk(state, table, one, tuple((x + east, y + north) for x, y in act.path), ("group", index, start))
        elif act.yards >= 0:
            for foe in body_of(state, fighter(state, act.target)):
                relate(state.scene, "distance", one.id, foe.id, act.yards)
            interrupts(state, table, one, "move", (), ("group", index))


def group_defense(state: Gurps, table: Table, act: actions.GroupDefense) -> None:
    """All-Out Defense of the whole group. gurps.group-combat.all-out-defense"""
    body = body_for(state, act.actor)
    if act.option not in OPTIONS:
        raise Refused("gurps.group-combat.all-out-defense", f"{act.option!r} is no option", OPTIONS)
    fit = willing(state, table, body)
    table.emit("gurps.group-combat.all-out-defense", act.actor, note=act.option)
    for one in fit:
        one.all_out_defense = act.option


def fall_out(state: Gurps, table: Table, act: actions.FallOut) -> None:
    """Free: from now on she acts alone."""
    one = fighter(state, act.actor)
    if not one.group:
        raise Refused("gurps.group-combat.size", f"{one.id} is in no group", [])
    table.emit("gurps.group-combat.size", one.id, note=f"leaves the {one.group}")
    one.group = ""
