"""Active defences: what may be tried against a blow, the target is asked, and what becomes of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from starfray.engine.rules import Content, Option, Table, Tally
from starfray.rulebooks.gurps.core import (
    DOWN,
    POSTURE_RULE,
    POSTURES,
    add_defence,
    add_dodge,
    blind_eyes,
    move_of,
    past_shield,
    push,
    skill_level,
    strength,
    tell_critical,
    weapon_level,
)
from starfray.rulebooks.gurps.dice import CRITICAL, FUMBLE, successes
from starfray.rulebooks.gurps.injury import can_strain, distract, fall, overstrain, pay_effort
from starfray.rulebooks.gurps.state import SHIELD, Fighter, Gurps, Riposte, Weapon, named
from starfray.rulebooks.gurps.weapons import PUNCH, bodily, free_hands, gripped, hand_works, hands_of, hands_work, same_thing

LIGHT_PARRY = ("boxing", "judo", "karate")  # gurps.option.retreat.light-parry, with fencing weapons
ARTS = {skill: replace(PUNCH, skill=skill) for skill in LIGHT_PARRY}  # the fist of those who learned one of them
FEVER = 2  # gurps.effort.feverish-defense
RIPOSTE_FLOOR = 8  # gurps.option.riposte
UNSCORED = Tally(False)  # never added to


@dataclass(slots=True)
class Threat:
    """The blow as the defender meets it."""

    weapon: Weapon
    hits: int = 1
    deceptive: int = 0
    telegraphic: str = ""  # which defences it helps: dodge, all
    both: bool = False  # target of both attacks of a Dual-Weapon Attack
    grapple: bool = False
    side: str = "front"


@dataclass(slots=True)
class Defence:
    """One way to defend; `score` gives it its tally."""

    kind: str  # dodge, parry, block
    key: str
    tally: Tally = UNSCORED
    weapon: Weapon | None = None
    hand: str = ""
    retreat: bool = False
    drop: bool = False
    recovery: bool = False  # 1 FP: gurps.effort.rapid-recovery
    plain: int = 0  # the score before all modifiers
    effort: bool = False  # 1 FP spent on it
    riposte: int = 0


@dataclass(slots=True)
class Defended:
    """How the defence went; criticals are dealt with after it. gurps.order.attack"""

    avoided: int = 0  # hits
    attacker_fumbles: bool = False
    caught: bool = False
    parry_fumbled: Weapon | None = None  # the weapon it was tried with
    dodge_fumbled: bool = False
    block_fumbled: bool = False

    @property
    def figures(self) -> tuple[Hashable, ...]:
        """What is still to be dealt with, for odds."""
        parried = self.parry_fumbled.key if self.parry_fumbled is not None else ""
        return self.avoided, self.attacker_fumbles, self.caught, parried, self.dodge_fumbled, self.block_fumbled

    @property
    def went_wrong(self) -> bool:
        """Is there anything to deal with?"""
        fumbled = self.attacker_fumbles or self.dodge_fumbled or self.block_fumbled
        return fumbled or self.caught or self.parry_fumbled is not None


RULE = {"dodge": "gurps.core.dodge", "parry": "gurps.core.parry", "block": "gurps.core.block"}


def defend(state: Gurps, table: Table, attacker: Fighter, target: Fighter, threat: Threat) -> Defended:
    """The target is asked; All-Out Defense (double) may try a second kind. gurps.core.active-defense"""
    result = Defended()
    tried = ""
    while True:
        ways = ways_to_defend(table, attacker, target, threat, tried)
        way = ask(table, attacker, target, threat, ways) if ways else None
        if way is None:
            break
        table.enter((tried, way.key, way.riposte, *result.figures))
        try_defence(state, table, attacker, target, way, threat, result)
        table.leave()
        if target.feints:  # they count for the first such roll. gurps.ruling.feint-choice
            target.feints = [each for each in target.feints if each.lowers != "defence" or each.by != attacker.id]
        if result.avoided >= threat.hits or target.all_out_defense != "double":
            break
        table.cite("gurps.maneuver.all-out-defense.double")
        if tried or not target.conscious:
            break
        tried = way.kind  # gurps.ruling.double-defense: a second kind
    return result


def ask(table: Table, attacker: Fighter, target: Fighter, threat: Threat, ways: list[Defence]) -> Defence | None:
    """Which way; with an effort, or bent into a riposte, it is asked once more."""
    order = table.standing_order("gurps.core.active-defense", target.id)
    if order:
        for way in ways:
            if way.key == order:
                return score(table, attacker, target, threat, way)
    for way in ways:
        score(table, attacker, target, threat, way)
    bent = [way for way in ways if way.kind == "parry" and way.plain > RIPOSTE_FLOOR and not way.recovery]
    if not threat.weapon.melee:
        bent = []
    options = options_of(target, ways, bool(bent))
    prompt = f"{named(attacker)} hits with {threat.weapon.name}" + (f" {threat.hits} times" if threat.hits > 1 else "")
    facts = {way.key: way.tally.total for way in ways}
    pick = table.choose("gurps.core.active-defense", target.id, options, prompt, facts=facts)
    if pick == "no":
        return None
    if pick == "effort":
        return ask_effort(table, target, [way for way in ways if not way.recovery])
    if pick == "riposte-effort":
        strain(bent)
    if pick in ("riposte", "riposte-effort"):
        return ask_riposte(table, target, bent)
    return next(each for each in ways if each.key == pick)


def options_of(target: Fighter, ways: list[Defence], riposte: bool) -> list[Option]:
    """Every way by itself, and what may be put into one."""
    options = [option_of(way) for way in ways]
    strains = can_strain(target, 1)
    if strains and any(not way.recovery for way in ways):
        options.append(Option("effort", "spend 1 FP for +2", rule="gurps.effort.feverish-defense"))
    if riposte:
        options.append(Option("riposte", "parry towards a riposte", rule="gurps.option.riposte"))
        if strains:
            options.append(Option("riposte-effort", "the same, with 1 FP for +2", rule="gurps.effort.feverish-defense"))
    options.append(Option("no", "do not defend"))
    return options


def option_of(way: Defence) -> Option:
    return Option(way.key, rule=rule_of(way), tally=way.tally, note=str(way.tally.total))


def strain(ways: list[Defence]) -> None:
    """gurps.effort.feverish-defense"""
    for way in ways:
        way.tally.add(FEVER, "gurps.effort.feverish-defense")
        way.effort = True


def ask_effort(table: Table, target: Fighter, ways: list[Defence]) -> Defence:
    strain(ways)
    return ask_which(table, target, ways, "gurps.effort.feverish-defense", "Which defence?")


def ask_riposte(table: Table, target: Fighter, ways: list[Defence]) -> Defence:
    """The unmodified Parry may not be taken below 8. gurps.option.riposte"""
    way = ask_which(table, target, ways, "gurps.option.riposte", "Which parry?")
    most = way.plain - RIPOSTE_FLOOR
    way.riposte = table.number("gurps.option.riposte", target.id, 1, most, "How much of the parry goes into it?", 1)
    way.tally.add(-way.riposte, "gurps.option.riposte")
    return way


def ask_which(table: Table, target: Fighter, ways: list[Defence], rule: str, prompt: str) -> Defence:
    facts = {way.key: way.tally.total for way in ways}
    pick = table.choose(rule, target.id, [option_of(way) for way in ways], prompt, facts=facts)
    return next(way for way in ways if way.key == pick)


def rule_of(way: Defence) -> str:
    if way.drop:
        return "gurps.option.dodge-and-drop"
    if way.recovery:
        return "gurps.effort.rapid-recovery"
    return "gurps.option.retreat" if way.retreat else RULE[way.kind]


def try_defence(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, way: Defence, threat: Threat, result: Defended
) -> None:
    target.aim = None  # gurps.ruling.aim-loss
    distract(target, "defence")
    if way.kind == "block":
        target.blocked = True
    elif way.kind == "parry":
        target.parried[way.hand] = target.parried.get(way.hand, 0) + 1
    if way.retreat:
        target.retreated = True
        push(state, attacker, target, 1.0)
        table.emit("gurps.option.retreat", target.id, attacker.id)
    if way.effort or way.recovery:
        rule = "gurps.effort.rapid-recovery" if way.recovery else "gurps.effort.feverish-defense"
        pay_effort(table, target, 1, rule)
        if not target.conscious:
            return
    left = threat.hits - result.avoided
    code = table.roll(RULE[way.kind], target.id, successes(way.tally.total, left, 1, False), way.tally)
    critical = code > CRITICAL
    tell_critical(table, target.id, way.tally.total, critical, code == FUMBLE)
    if way.drop:
        target.dodged_down = True
        fall(table, target)
    avoided = code - CRITICAL if critical else max(0, code)
    result.avoided += avoided
    if avoided:
        succeed(state, table, attacker, target, way, threat, result, code)
    elif code == FUMBLE:
        fail_critically(state, table, target, way, result)


def succeed(
    state: Gurps, table: Table, attacker: Fighter, target: Fighter, way: Defence, threat: Threat, result: Defended, code: int
) -> None:
    table.emit("gurps.core.active-defense", target.id, attacker.id, note=way.kind)
    if threat.hits > 1:
        table.emit("gurps.core.rapid-fire-defense", target.id, attacker.id, result.avoided)
    if way.riposte and way.weapon is not None:
        turns = 2 if state.up == target.id else 1
        matching = riposte_against(threat.weapon)
        target.riposte = Riposte(foe=attacker.id, weapon=way.weapon.key, penalty=way.riposte, matching=matching, turns=turns)
        table.emit("gurps.option.riposte", target.id, attacker.id, way.riposte, matching)
    critical = code > CRITICAL
    if critical and threat.weapon.melee:
        result.attacker_fumbles = True
    elif critical and threat.weapon.thrown and not threat.weapon.explosive and free_hands(target):
        # gurps.ruling.catch: a free hand, no roll
        prompt = f"Catch the {threat.weapon.name}?"
        result.caught = table.confirm("gurps.critical.defense.ranged", target.id, prompt, "yes")


def riposte_against(weapon: Weapon) -> str:
    """Which defence pays for it: Parry after a hand or weapon, Block after a shield, Dodge after teeth and feet."""
    if weapon.item == SHIELD or weapon.skill == "shield":
        return "block"
    return "dodge" if weapon.natural and not weapon.parries else "parry"  # gurps.option.riposte.matching


def fail_critically(state: Gurps, table: Table, target: Fighter, way: Defence, result: Defended) -> None:
    result.dodge_fumbled = result.dodge_fumbled or way.kind == "dodge"
    result.block_fumbled = result.block_fumbled or way.kind == "block"
    if way.kind == "parry" and way.weapon is not None:
        result.parry_fumbled = way.weapon if way.weapon.hand == way.hand else replace(way.weapon, hand=way.hand)
    if way.effort or way.recovery:  # gurps.ruling.effort-limb
        shield = target.shield.hand if target.shield is not None else "left"
        arm = "left" if way.hand == "left" else "right"
        limb = {"dodge": "right-leg", "parry": f"{arm}-arm", "block": f"{shield}-arm"}[way.kind]
        overstrain(state, table, target, limb)


# --- what may be tried -----------------------------------------------------------------------------------------
def ways_to_defend(table: Table, attacker: Fighter, target: Fighter, threat: Threat, tried: str) -> list[Defence]:
    """Every defence of a kind not tried yet, without its score; shots can only be dodged, what is thrown can be warded off as
    well.
    """
    if defenceless(table, attacker, target, threat):
        return []
    near = threat.weapon.melee
    solid = near or threat.weapon.thrown
    ways: list[Defence] = []
    dodges = tried != "dodge" and target.committed != "kick"
    parries = solid and tried != "parry"
    arms, hand = (parrying(table.content, target), empty_hand(target)) if parries else ([], "")
    blocks = solid and tried != "block" and may_block(target)
    for steps in range(2 if near and may_retreat(target) else 1):  # on the spot, and with a step back
        retreat = steps == 1
        if dodges:
            ways.append(Defence("dodge", "dodge-retreat" if retreat else "dodge", retreat=retreat))
        if parries:
            add_parries(ways, table, target, arms, hand, retreat)
        if blocks:
            ways.append(Defence("block", "block-retreat" if retreat else "block", retreat=retreat))
    if not near and dodges and not target.dodged_down and target.posture not in DOWN:
        ways.append(Defence("dodge", "dodge-drop", drop=True))
    return ways


def defenceless(table: Table, attacker: Fighter, target: Fighter, threat: Threat) -> bool:
    """Nobody defends who is out of it, has just attacked all out, or is struck from behind."""
    if not target.conscious:
        return True
    if target.all_out_attack:
        table.emit("gurps.maneuver.all-out-attack.no-defense", target.id)
        return True
    if threat.side == "behind":
        table.emit("gurps.core.active-defense", target.id, attacker.id, note="nothing: it comes from behind")
        return True
    return False


def may_retreat(target: Fighter) -> bool:
    """Once between one's own turns, never while stunned or committed. gurps.ruling.once-per-turn, gurps.injury.stunned"""
    return not (target.retreated or target.stunned or target.committed or target.grabbed) and move_of(target) > 0


def may_block(target: Fighter) -> bool:
    """One block between one's own turns. gurps.ruling.multiple-defenses"""
    shield = target.shield
    if shield is None or shield.unready or target.blocked or shield.hand == target.committed:
        return False
    return hand_works(target, shield.hand)


def add_parries(ways: list[Defence], table: Table, target: Fighter, arms: list[Weapon], hand: str, retreat: bool) -> None:
    """One for each ready weapon that parries, and one for an empty hand."""
    back = "-retreat" if retreat else ""
    for weapon in arms:
        if not hands_work(target, weapon) or commits(target, weapon):
            continue
        way = Defence("parry", f"parry-{weapon.key}{back}", weapon=weapon, hand=weapon.hand, retreat=retreat)
        if (weapon.unbalanced and weapon.attacked) or target.charged:
            if not retreat:  # said once
                table.emit("gurps.core.parry-after-attack", target.id, note=weapon.name)
            if not can_strain(target, 1):
                continue
            way.recovery, way.key = True, f"{way.key}-recovery"
        ways.append(way)
    if hand:
        key = "parry-hand-retreat" if retreat else "parry-hand"
        ways.append(Defence("parry", key, weapon=bare_hand(table.content, target, retreat), hand=hand, retreat=retreat))


def empty_hand(target: Fighter) -> str:
    """A hand that holds nothing and is free to parry; '' if there is none."""
    if target.charged or target.committed == "both":
        return ""
    return next((hand for hand in free_hands(target) if target.committed != hand), "")


def commits(target: Fighter, weapon: Weapon) -> bool:
    """Is a hand that holds it the one that struck in a Committed Attack?"""
    return bool(target.committed) and (target.committed == "both" or target.committed in hands_of(weapon))


def parrying(content: Content, target: Fighter) -> list[Weapon]:
    """What is in hand and may parry; of one thing the use that does it best."""
    found: list[Weapon] = []
    for weapon in target.weapons:
        if not weapon.hand or bodily(weapon) or not weapon.melee or not weapon.parries or weapon.unready or weapon.broken:
            continue
        if not gripped(target, weapon):
            continue
        rival = -1
        if weapon.item:
            rival = next((place for place, each in enumerate(found) if each.item == weapon.item), -1)
        if rival < 0:
            found.append(weapon)
        elif parry_score(content, target, weapon) > parry_score(content, target, found[rival]):
            found[rival] = weapon
    return found


def bare_hand(content: Content, target: Fighter, retreat: bool) -> Weapon:
    """The fist everybody has, or what this body has to ward off blows; in the art that serves best."""
    best, most = PUNCH, -1
    for weapon in target.weapons:
        if weapon.natural and weapon.melee and weapon.parries and not weapon.broken:
            own = parry_score(content, target, weapon)
            if best is PUNCH:
                most = parry_score(content, target, PUNCH)
            if own > most or weapon.key == PUNCH.key:
                best, most = weapon, own
    for skill in LIGHT_PARRY:
        art = ARTS[skill]
        if skill in target.skills and hand_worth(content, target, art, retreat) > hand_worth(content, target, best, retreat):
            best = art
    return best


def hand_worth(content: Content, target: Fighter, weapon: Weapon, retreat: bool) -> int:
    """A light parry gains 2 more by stepping back. gurps.option.retreat.light-parry"""
    return parry_score(content, target, weapon) + (2 if retreat and weapon.skill in LIGHT_PARRY else 0)


def parry_score(content: Content, target: Fighter, weapon: Weapon) -> int:
    """Half the skill, rounded down, + 3 and the weapon's own. gurps.core.parry"""
    skill = weapon_level(content, target, weapon)[0] - max(0, weapon.st - strength(target))
    return skill // 2 + 3 + weapon.parry


# --- what it is worth ------------------------------------------------------------------------------------------
def score(table: Table, attacker: Fighter, target: Fighter, threat: Threat, way: Defence) -> Defence:
    """The same with its tally."""
    way.tally = table.tally(target)
    if way.kind == "dodge":
        score_dodge(way, attacker, target, threat)
    elif way.kind == "parry" and way.weapon is not None:
        score_parry(table.content, way, way.weapon, attacker, target, threat)
    else:
        score_block(table.content, way, attacker, target, threat)
    return way


def score_dodge(way: Defence, attacker: Fighter, target: Fighter, threat: Threat) -> None:
    tally = way.tally
    add_dodge(tally, target)
    way.plain = tally.total
    add_common(tally, attacker, target, threat, "dodge")
    if way.retreat:
        tally.add(3, "gurps.option.retreat.dodge")
    if way.drop:
        tally.add(3, "gurps.option.dodge-and-drop")


def score_parry(content: Content, way: Defence, weapon: Weapon, attacker: Fighter, target: Fighter, threat: Threat) -> None:
    tally = way.tally
    way.plain = parry_score(content, target, weapon)
    tally.add(way.plain - weapon.parry, "gurps.core.parry", weapon.name)
    if weapon.parry:
        tally.add(weapon.parry, "gurps.core.parry", f"{weapon.name} parry")
    way.plain += add_defence(tally, target, "parry")
    before = target.parried.get(way.hand, 0)
    if before:
        tally.add((-2 if weapon.fencing else -4) * before, "gurps.ruling.multiple-defenses")
    add_common(tally, attacker, target, threat, "parry")
    if way.retreat:
        light = weapon.fencing or weapon.skill in LIGHT_PARRY
        tally.add(3 if light else 1, "gurps.option.retreat.light-parry" if light else "gurps.option.retreat.other")


def block_score(content: Content, target: Fighter) -> int:
    """Half of Shield, rounded down, + 3. gurps.core.block"""
    return skill_level(content, target, "shield")[0] // 2 + 3


def score_block(content: Content, way: Defence, attacker: Fighter, target: Fighter, threat: Threat) -> None:
    way.plain = block_score(content, target)
    way.tally.add(way.plain, "gurps.core.block")
    way.plain += add_defence(way.tally, target, "block")
    add_common(way.tally, attacker, target, threat, "block")
    if way.retreat:
        way.tally.add(1, "gurps.option.retreat.other")


def add_common(tally: Tally, attacker: Fighter, target: Fighter, threat: Threat, kind: str) -> None:
    """What counts for every defence. Shock never does. gurps.injury.shock.exempt"""
    shield = target.shield
    if shield is not None and not shield.unready and not (threat.side == "side" and past_shield(attacker, target)):
        tally.add(shield.db, "gurps.core.active-defense", shield.name)
    if target.crippled and blind_eyes(target) > 1:
        tally.add(-4, "gurps.ruling.blind")
    penalty = POSTURES[target.posture][1]
    if penalty:
        tally.add(penalty, POSTURE_RULE[target.posture])
    if target.stunned:
        tally.add(-4, "gurps.injury.stunned")
    if target.all_out_defense == kind:
        tally.add(2, "gurps.maneuver.all-out-defense.increased")
    if target.committed:
        tally.add(-2, "gurps.maneuver.committed-attack.defense")
    if target.guard == kind:
        tally.add(1, "gurps.maneuver.defensive-attack.guard")
    if target.off_balance:
        tally.add(-target.off_balance, "gurps.critical.miss.attack", "off balance")
    if target.strain:
        tally.add(-1, "gurps.critical.miss.attack", "torn muscle")
    add_threat(tally, attacker, target, threat, kind)


def add_threat(tally: Tally, attacker: Fighter, target: Fighter, threat: Threat, kind: str) -> None:
    """What the attacker has done to make it harder, or easier."""
    if threat.side == "side":
        tally.add(-2, "gurps.core.active-defense", "from the side")
    if threat.deceptive:
        tally.add(-threat.deceptive, "gurps.option.deceptive-attack")
    if threat.telegraphic in ("all", kind):
        tally.add(2, "gurps.option.telegraphic-attack" if kind == "dodge" else "gurps.ruling.telegraphic")
    if threat.both:
        tally.add(-1, "gurps.option.dual-weapon.same-foe")
    if threat.grapple:
        tally.add(1, "gurps.maneuver.defensive-attack.grapple")
    for feint in target.feints:
        if feint.lowers == "defence" and feint.by == attacker.id:
            tally.add(-feint.penalty, "gurps.maneuver.feint", "feint")
    riposte = attacker.riposte
    if riposte is not None and riposte.foe == target.id and same_thing(attacker, riposte.weapon, threat.weapon):
        if riposte.matching == kind:
            tally.add(-riposte.penalty, "gurps.option.riposte.matching")
        else:
            tally.add(-(riposte.penalty // 2), "gurps.ruling.riposte-half")
