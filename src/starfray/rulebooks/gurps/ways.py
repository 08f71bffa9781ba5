"""What may be tried against a blow: every dodge, parry and block with its score."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starfray.engine.content import Content
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.core import POSTURES, add_dodge, move_of, skill_level, strength, weapon_level
from starfray.rulebooks.gurps.facing import past_shield
from starfray.rulebooks.gurps.fatigue import can_strain
from starfray.rulebooks.gurps.hooks import add_defence
from starfray.rulebooks.gurps.state import PUNCH, Fighter, Weapon, bodily, free_hands, gripped, hand_works, hands_of, hands_work

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


def ways_to_defend(table: Table, attacker: Fighter, target: Fighter, threat: Threat, tried: str) -> list[Defence]:
    """Every defence of a kind not tried yet, without its score; shots can only be dodged, what is thrown can be warded off as
    well.
    """
    if not target.conscious:
        return []
    if target.all_out_attack:
        table.emit("gurps.maneuver.all-out-attack.no-defense", target.id)
        return []
    if threat.side == "behind":
        table.emit("gurps.core.active-defense", target.id, attacker.id, note="nothing: it comes from behind")
        return []
    near = threat.weapon.melee
    solid = near or threat.weapon.thrown
    if near and target.retreated:
        table.emit("gurps.ruling.once-per-turn", target.id)
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
    if not near and dodges and not target.dodged_down and target.posture != "lying":
        ways.append(Defence("dodge", "dodge-drop", drop=True))
    return ways


def may_retreat(target: Fighter) -> bool:
    """Once between one's own turns, never while stunned or committed. gurps.ruling.once-per-turn, gurps.injury.stunned"""
    return not (target.retreated or target.stunned or target.committed) and move_of(target) > 0


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


# --- what they are worth ---------------------------------------------------------------------------------------


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
    if target.shield is not None and not target.shield.unready:
        reached = threat.side != "side" or not past_shield(attacker, target)
        note = target.shield.name if reached else f"{target.shield.name}: on the other side"
        tally.add(target.shield.db if reached else 0, "gurps.core.active-defense", note)
    penalty = POSTURES[target.posture][1]
    if penalty:
        tally.add(penalty, f"gurps.posture.{target.posture}")
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
    if target.shock:
        tally.add(0, "gurps.injury.shock.exempt")
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
    if riposte is not None and riposte.foe == target.id and parried_with(attacker, riposte.weapon, threat.weapon):
        if riposte.matching == kind:
            tally.add(-riposte.penalty, "gurps.option.riposte.matching")
        elif riposte.penalty // 2:
            tally.add(-(riposte.penalty // 2), "gurps.ruling.riposte-half")


def parried_with(one: Fighter, key: str, weapon: Weapon) -> bool:
    """Is this the thing she parried with, in whichever of its uses? gurps.option.riposte"""
    if key == weapon.key or not weapon.item:
        return key == weapon.key
    return any(each.key == key and each.item == weapon.item for each in one.weapons)
