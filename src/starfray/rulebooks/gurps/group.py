"""Group combat: up to ten against up to ten, with one roll to hit and one to defend. gurps.order.group"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from starfray.engine.dice import pick
from starfray.engine.rules import Action, ActionKind, Content, Field, Option, Refused, Table, Tally, counted
from starfray.engine.scene import NOT_SAID, distance_or
from starfray.engine.walls import walled_off
from starfray.rulebooks.gurps import form_fields
from starfray.rulebooks.gurps.attack import beyond_half, leave_hand, wield
from starfray.rulebooks.gurps.attack_skill import Strike, Swing, add_modifiers
from starfray.rulebooks.gurps.core import tell_critical, weapon_level
from starfray.rulebooks.gurps.criticals import Critical, critical_miss, roll_critical, suffer
from starfray.rulebooks.gurps.damage import deal_damage
from starfray.rulebooks.gurps.defence import Defence, Threat, add_parries, empty_hand, may_block, parrying, score
from starfray.rulebooks.gurps.dice import CRITICAL, FUMBLE, MISS, successes
from starfray.rulebooks.gurps.injury import PLAIN, distract, keep_mind
from starfray.rulebooks.gurps.interrupts import come_out, interrupts, somebody_waits
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, body_of, fighter
from starfray.rulebooks.gurps.turn import forget, takes_heart
from starfray.rulebooks.gurps.weapons import bar_to_use, reaches, weapon_of

MOST = 10  # gurps.group-combat.size
BONUS = ((9, 8), (7, 6), (5, 4), (2, 2))  # gurps.group-combat.bonus: from so many attackers
RULE = "gurps.group-combat.single-roll"
PLAINLY = Critical(PLAIN)  # a hit like any other


def body_for(state: Gurps, actor: Fighter) -> list[Fighter]:
    """The group that acts as one, if it is not too big. gurps.group-combat.size"""
    body = body_of(state, actor)
    if len(body) > MOST:
        raise Refused("gurps.group-combat.size", f"{len(body)} in the group {actor.group!r}", [f"at most {MOST}"])
    return body


def willing(state: Gurps, table: Table, body: list[Fighter]) -> list[Fighter]:
    """Those of the group who can act: the stunned do nothing, the badly hurt fight to stay awake."""
    fit: list[Fighter] = []
    held = not any(fellow.id == state.up for fellow in body)  # on the trigger of a Wait, which began its turn already
    if held:
        return [fellow for fellow in body if fellow.able]
    for fellow in body:
        if fellow.stunned or fellow.dazed:
            state.idlers.append(fellow.id)
            continue
        table.merge("gurps.order.group", fellow.id)
        if takes_heart(state, table, fellow):
            forget(fellow)
            fit.append(fellow)
    state.done = True
    return fit


# --- attack ----------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Attacker:
    """One of the group who can strike: with what, and which of the foes; the first of them is the one she goes for."""

    fighter: Fighter
    weapon: Weapon
    foes: list[Fighter]


@dataclass(frozen=True, slots=True)
class GroupAttack(Action):
    """Everybody of the group who can, with one roll. `targets`: the foes faced; `all-out` leaves no guard."""

    KIND: ClassVar[str] = "group-attack"
    targets: tuple[str, ...]
    all_out: bool = False


def group_attack(state: Gurps, table: Table, action: GroupAttack) -> None:
    """All attacks of a second in one roll. gurps.group-combat.single-roll"""
    body = body_for(state, state.roster[action.actor])
    targets = {who: fighter(state, who) for who in action.targets}
    foes = [each for each in state.roster.values() if each.id in targets]
    if not 1 <= len(foes) <= MOST:
        raise Refused("gurps.group-combat.size", f"{len(foes)} opponents", [f"1 to {MOST}"])
    attackers = attackers_of(state, body, foes)
    check_faced(body, foes, attackers)
    foes = faced(foes, attackers)  # whoever is out of everybody's reach is neither struck nor defends
    table.allowed()
    fit = willing(state, table, body)
    for fellow in fit:
        fellow.all_out_attack = action.all_out
    attackers = [each for each in attackers if each.fighter.able]
    for each in attackers:
        come_out(table, each.fighter)
    names = tuple(each.id for each in foes)
    if somebody_waits(state):  # they come first
        for index, attacker in enumerate(attackers):
            table.merge(RULE, (index, names))
            table.enter((index, names))
            interrupts(state, table, attacker.fighter, "attack", names)
            table.leave()
        attackers = attackers_of(state, [fellow for fellow in fit if fellow.able], foes)
    table.merge(RULE, names)
    if attackers:
        strike_together(state, table, attackers, faced(foes, attackers), action.all_out)


def check_faced(body: list[Fighter], foes: list[Fighter], attackers: list[Attacker]) -> None:
    """Foes, and one of them at least within somebody's reach. gurps.group-combat.size, gurps.maneuver.attack"""
    for foe in foes:
        if foe.side == body[0].side:
            raise Refused("gurps.group-combat.size", f"{foe.id} is no opponent", [])
    able = [fellow for fellow in body if fellow.able]
    if able and all(ready_arm(fellow) is None for fellow in able):
        raise Refused("gurps.maneuver.ready", "nobody of the group has anything ready to strike with", ["group-ready"])
    if not attackers:
        raise Refused("gurps.maneuver.attack", "nobody of the group can reach them", ["group-move"])


def faced(foes: list[Fighter], attackers: list[Attacker]) -> list[Fighter]:
    """Those whom one of them can strike, in roster order."""
    return [foe for foe in foes if any(foe is each for attacker in attackers for each in attacker.foes)]


def group_attack_fields(state: Gurps, actor: Fighter, content: Content) -> list[Field]:
    foes = [Option(foe.id, foe.name) for foe in form_fields.foes_of(state, actor)]
    return [Field("targets", "list", foes, high=MOST, role="target"), form_fields.option("all_out", "all out, no guard left")]


GROUP_ATTACK = ActionKind(GroupAttack, group_attack, RULE, cost_words="the turn", group="attack", fields=group_attack_fields)


def ready_arm(actor: Fighter) -> Weapon | None:
    """The first weapon in hand, if she could strike with it at all."""
    weapon = weapon_of(actor, "")
    return None if weapon is None or actor.stunned or actor.dazed or bar_to_use(actor, weapon) else weapon


def reached(state: Gurps, body: list[Fighter], foe: Fighter) -> bool:
    """Can anybody of them strike this foe?"""
    for fellow in body:
        weapon = ready_arm(fellow)
        if weapon is not None and fellow.side != foe.side and can_strike(state, fellow, weapon, foe):
            return True
    return False


def attackers_of(state: Gurps, body: list[Fighter], foes: list[Fighter]) -> list[Attacker]:
    """Who can strike at least one of them."""
    found = []
    for fellow in body:
        attacker = attacker_of(state, fellow, foes)
        if attacker is not None:
            found.append(attacker)
    return found


def attacker_of(state: Gurps, actor: Fighter, foes: list[Fighter]) -> Attacker | None:
    weapon = ready_arm(actor)
    if weapon is None:
        return None
    near = [foe for foe in foes if can_strike(state, actor, weapon, foe)]
    return Attacker(actor, weapon, near) if near else None


def can_strike(state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter) -> bool:
    """With a weapon that is ready."""
    if foe is actor or foe.dead or foe.out:
        return False
    gap = distance_or(state, actor, foe, NOT_SAID)
    return gap >= 0 and reaches(weapon, gap) and not (state.scene.walls and walled_off(state, actor, foe))


def strike_together(state: Gurps, table: Table, attackers: list[Attacker], foes: list[Fighter], all_out: bool) -> None:
    first, weapon = attackers[0].fighter, attackers[0].weapon
    tally = group_tally(state, table, attackers, all_out)
    for each in attackers:
        wield(each.fighter, each.weapon)
        if each.weapon.magazine:
            each.weapon.shots -= 1
        spend_feints(each.fighter, "attack", "")
    most = len(attackers) if state.ruling("group-hit-cap") == "attackers" else 100
    by_ten = state.ruling("fail-by-ten") == "yes"
    code = table.roll(RULE, first.id, successes(tally.total, most, 2, False, by_ten), tally)
    tell_critical(table, first.id, tally.total, code > CRITICAL, code == FUMBLE)
    critical = PLAINLY
    if code == FUMBLE:
        critical_miss(state, table, first, foes[0], weapon, "gurps.critical.miss.attack")
    if code in (FUMBLE, MISS):
        table.emit("gurps.core.success-roll", first.id, foes[0].id, note="and the others miss")
        return
    hits = code - CRITICAL if code > CRITICAL else code
    table.emit("gurps.group-combat.extra-hits", first.id, foes[0].id, hits)
    if hits == most and hits > 1:
        table.emit("gurps.ruling.group-hit-cap", first.id, number=most)
    if code > CRITICAL:
        table.emit("gurps.critical.hit.no-defense", first.id, foes[0].id)
        critical = roll_critical(state, table, first, weapon, PLAIN)
    else:
        hits -= defend_together(table, first, foes, Threat(weapon, hits))
    if hits > 0:
        spread_hits(state, table, attackers, foes, hits, critical)
    for each in attackers:
        if each.weapon.thrown and each.weapon.hand:
            leave_hand(each.fighter, foes[0], each.weapon)
    keep_mind(state, table)


def group_tally(state: Gurps, table: Table, attackers: list[Attacker], all_out: bool) -> Tally:
    """The average skill, rounded down; the bonus for numbers; every modifier as far as it bears on all of them together.

    gurps.group-combat.base, gurps.ruling.group-average
    """
    tally = table.tally(attackers[0].fighter)
    count = len(attackers)
    levels = 0
    shared = Shared()
    blows, shots = swings(attackers[0].weapon, all_out)
    for each in attackers:
        levels += weapon_level(table.content, each.fighter, each.weapon)[0]
        add_own(state, shared, each, blows if each.weapon.melee else shots)
    tally.add(levels // count, "gurps.group-combat.base", f"average of {count}")
    bonus = next((more for least, more in BONUS if count >= least), 0)
    tally.add(bonus, "gurps.group-combat.bonus", counted(count, "attacker"))
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
    actor, foe = attacker.fighter, attacker.foes[0]
    gap = distance_or(state, actor, foe, 0.0)
    add_modifiers(state, shared, actor, foe, swing, Strike(foe.id, attacker.weapon), gap)


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


def spend_feints(actor: Fighter, lowers: str, by: str) -> None:
    """They count for the first such roll. gurps.ruling.feint-choice"""
    if actor.feints:
        actor.feints = [each for each in actor.feints if each.lowers != lowers or by not in ("", each.by)]


def best_way(table: Table, attacker: Fighter, actor: Fighter, threat: Threat, kind: str) -> Defence | None:
    """The defender's best of a kind; None if there is none."""
    if kind == "dodge":
        return score(table, attacker, actor, threat, Defence("dodge", "dodge"))
    if not threat.weapon.melee:
        return None
    if kind == "block":
        return score(table, attacker, actor, threat, Defence("block", "block")) if may_block(actor) else None
    ways: list[Defence] = []
    add_parries(ways, table, actor, parrying(table.content, actor), empty_hand(actor), False)
    best: Defence | None = None
    for way in ways:
        if not way.recovery:
            score(table, attacker, actor, threat, way)
            if best is None or way.tally.total > best.tally.total:
                best = way
    return best


def spread_hits(
    state: Gurps, table: Table, attackers: list[Attacker], foes: list[Fighter], hits: int, critical: Critical
) -> None:
    """Evenly in roster order, what is left over by random picks without repetition; each hit with the weapon of the next who
    reaches its victim. What a critical hit brings befalls the first who is struck.

    gurps.ruling.group-defense, gurps.order.pick, gurps.ruling.random-pick
    """
    there = [each for each in foes if not each.dead and not each.out]
    able = [[foe for foe in attacker.foes if not foe.dead and not foe.out] for attacker in attackers]
    able *= -(-hits // len(attackers))  # more hits than attackers only where the table allows it
    counts = deal_out(table, attackers[0].fighter.id, there, able, hits, critical)
    struck_by = carriers(there, able, counts)
    # a thrown weapon comes to lie where the first foe stands, and holds are looked at when the act is over
    unseen = not any(each.weapon.thrown for each in attackers) and not any(each.grabbed for each in state.roster.values())
    number = 0
    for place, victim in enumerate(there):
        count = counts[place]
        if not count:
            continue
        later = tuple(counts[place + 1 :])
        for index in range(count):
            attacker = attackers[struck_by[number] % len(attackers)]
            gap = distance_or(state, attacker.fighter, victim, 0.0)
            own = critical.blow if number == 0 else PLAIN
            if number == 0:
                suffer(table, victim, critical)
            if beyond_half(attacker.weapon, gap):
                own = replace(own, beyond=True)
            number += 1
            to_come = tuple(struck_by[number:])
            table.merge("gurps.order.group", (victim.id, count - index, later, to_come, attacker.fighter.id, own))
            if not victim.dead:
                table.enter((victim.id, count - index, later, to_come))
                deal_damage(state, table, attacker.fighter, victim, attacker.weapon, own)
                table.leave()
        to_come = tuple(struck_by[number:])
        if victim.distractions:  # not through with: she may lose her aim or her thought in the end
            table.merge("gurps.order.group", (later, to_come))
        else:
            table.finished("gurps.order.group", victim.id, (later, to_come), unseen)


def deal_out(
    table: Table, who: str, there: list[Fighter], able: list[list[Fighter]], hits: int, critical: Critical
) -> list[int]:
    """How many hits each victim takes: one for each in turn while that many are left, then by lot."""
    counts = [0] * len(there)
    left = hits
    while left:
        open_places = [place for place in range(len(there)) if carriers(there, able, raised(counts, place))]
        by_lot = left < len(open_places)
        if not open_places:
            break
        while left and open_places:
            place = 0
            if by_lot and len(open_places) > 1:
                place = table.roll("gurps.order.pick", who, pick(len(open_places)))
            counts = raised(counts, open_places.pop(place))
            open_places = [each for each in open_places if carriers(there, able, raised(counts, each))]
            left -= 1
            if by_lot:
                table.merge("gurps.order.pick", (hits, tuple(counts), critical))
    return counts


def raised(counts: list[int], place: int) -> list[int]:
    """One hit more for that victim."""
    return [count + 1 if place == index else count for index, count in enumerate(counts)]


def carriers(there: list[Fighter], able: list[list[Fighter]], counts: list[int]) -> list[int]:
    """For each hit, victim by victim, the place of the attacker who lands it: the first who reaches him and is not needed
    elsewhere; nothing if that many hits cannot be dealt out so. gurps.maneuver.attack
    """
    victims = [foe for foe, count in zip(there, counts, strict=True) for _ in range(count)]
    if all(len(each) == len(there) for each in able):  # everybody reaches everybody
        return list(range(len(victims))) if len(victims) <= len(able) else []
    landed = [-1] * len(able)  # attacker → the hit she lands
    for hit in range(len(victims)):
        if not find_carrier(victims, able, landed, hit, [False] * len(able)):
            return []
    found = [-1] * len(victims)
    for place, hit in enumerate(landed):
        if hit >= 0:
            found[hit] = place
    return found


def find_carrier(victims: list[Fighter], able: list[list[Fighter]], landed: list[int], hit: int, tried: list[bool]) -> bool:
    for place in range(len(able)):
        if tried[place] or all(foe is not victims[hit] for foe in able[place]):
            continue
        tried[place] = True
        if landed[place] < 0 or find_carrier(victims, able, landed, landed[place], tried):
            landed[place] = hit
            return True
    return False
