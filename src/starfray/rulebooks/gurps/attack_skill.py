"""An attack as declared: its options, whether they go together, and the effective skill they leave."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starfray.engine.rules import Content, Refused, Tally, counted, known_distance
from starfray.rulebooks.gurps.core import (
    POSTURE_RULE,
    POSTURES,
    add_dizziness,
    add_handling,
    add_skill,
    ambidextrous,
    blind_eyes,
    extra_attacks,
    hexes,
    range_yards,
    side_struck,
)
from starfray.rulebooks.gurps.injury import can_strain
from starfray.rulebooks.gurps.locations import add_location
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon
from starfray.rulebooks.gurps.weapons import PUNCH, add_weapon_location, free_hands, held, weapon_struck

#: what is declared before a blow, and its rule
MANEUVER = {
    each: f"gurps.maneuver.{each}"
    for each in ("attack", "all-out-attack", "committed-attack", "defensive-attack", "move-and-attack", "feint", "aim")
}
BANDS = (
    (5, 0, "gurps.range.close"), (20, -3, "gurps.range.short"), (100, -7, "gurps.range.medium"), (500, -11, "gurps.range.long"),
)  # fmt: skip
#: gurps.rof.*: the least number of shots, the bonus
FIRE = ((5, 1), (9, 2), (13, 3), (17, 4), (25, 5), (50, 6), (100, 7), (200, 8), (300, 9))


@dataclass(slots=True)
class Swing:
    """`maneuver` is what is declared, `option` the All-Out Attack's, Committed or Defensive Attack's."""

    weapon: Weapon
    location: str = ""
    chink: bool = False
    option: str = ""
    maneuver: str = "attack"
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    heroic: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: Weapon | None = None
    strikes: str = ""
    disarm: bool = False
    grapple: bool = False
    lowers: str = "defence"
    far: bool = False  # a Committed Attack over two hexes

    @property
    def other(self) -> Weapon | None:
        """The second weapon, where it strikes: in a Dual-Weapon Attack, or as the second of All-Out double."""
        return self.second_weapon if self.dual or self.option == "double" else None

    @property
    def efforts(self) -> int:
        return int(self.mighty) + int(self.heroic) + int(self.flurry)


@dataclass(slots=True)
class Strike:
    """One attack roll of the swing: at whom, with what, and as which of several."""

    target: str
    weapon: Weapon
    kind: str = ""  # rapid, dual
    both: bool = False  # of two weapons at the same foe. gurps.option.dual-weapon.same-foe
    later: bool = False  # not the first of several: aim and study are spent. gurps.ruling.aim-loss, gurps.ruling.evaluate-loss
    shots: int = 1  # each weapon fires its own


def strikes_of(swing: Swing, target: str, more: int = 0) -> list[Strike]:
    """Every attack roll in its order: main hand first; those of a trait last. gurps.order.several"""
    second = swing.second or target
    other = swing.other
    if swing.rapid:
        several = [Strike(target, swing.weapon, "rapid"), Strike(second, swing.weapon, "rapid")]
    elif swing.dual and other is not None:
        both = second == target
        several = [Strike(target, swing.weapon, "dual", both), Strike(second, other, "dual", both)]
    else:
        several = [Strike(target, swing.weapon)]
    if swing.maneuver == "all-out-attack" and swing.option == "double":
        several.append(Strike(target, swing.weapon if swing.dual or other is None else other))
    if swing.maneuver != "move-and-attack":
        for _ in range(more):
            several.append(Strike(target, swing.weapon))
    for place, strike in enumerate(several):
        strike.later = place > 0
        strike.shots = min(swing.shots, most_shots(strike.weapon))
    return several


def most_shots(weapon: Weapon) -> int:
    """In one second, with what is left in it."""
    most = 1 if weapon.melee else weapon.rof
    return min(most, max(1, weapon.shots)) if weapon.magazine else most


# --- may it be declared? ---------------------------------------------------------------------------------------
def check_swing(state: Gurps, content: Content, actor: Fighter, target: Fighter, swing: Swing, gap: float) -> None:
    """Can they be played now, at this target? gurps.ruling.deceptive-floor"""
    check_shots(swing.weapon, swing.shots)
    check_options(actor, swing)
    if swing.dual:
        check_adjacent(state, target, swing)
    if swing.grapple and target.inanimate:
        raise Refused("gurps.maneuver.defensive-attack.grapple", f"{target.id} is a thing", ["grapple=no"])
    if swing.location == "weapon" or swing.disarm:
        weapon_struck(target, swing.strikes, swing.location)
    if swing.deceptive:
        skill = least_skill(state, content, actor, target, swing, gap)
        if swing.deceptive < 0 or skill < 10:
            most = max(0, (skill + 2 * swing.deceptive - 10) // 2)
            raise Refused("gurps.ruling.deceptive-floor", f"it would leave a skill of {skill}", [f"deceptive={most}"])


def check_options(actor: Fighter, swing: Swing) -> None:
    """Which options go together, whoever is struck. gurps.ruling.option-combine, gurps.ruling.effort-combine"""
    weapon = swing.weapon
    if swing.telegraphic and swing.deceptive:
        raise Refused("gurps.ruling.option-combine", "an attack is telegraphic or deceptive", ["deceptive=0"])
    second = swing.second_weapon if swing.dual else None
    if (swing.telegraphic or swing.deceptive) and not (weapon.melee and (second is None or second.melee)):
        rule = "gurps.option.telegraphic-attack" if swing.telegraphic else "gurps.option.deceptive-attack"
        shooter = second if weapon.melee and second is not None else weapon
        raise Refused(rule, f"the {shooter.name} is no melee weapon", ["attack"])
    check_several(swing)
    check_effort(actor, swing)
    if swing.strikes and swing.location != "weapon":
        raise Refused("gurps.location.weapon", "a weapon is struck at by its place", ["location=weapon"])
    if swing.grapple and not (weapon.natural and weapon.parries):  # teeth and feet do not hold anybody
        raise Refused("gurps.maneuver.defensive-attack.grapple", "grabbing takes an empty hand", [PUNCH.key])


def least_skill(state: Gurps, content: Content, actor: Fighter, target: Fighter, swing: Swing, gap: float) -> int:
    """Of every attack roll in it: what several blows and the other hand cost counts, too. gurps.ruling.deceptive-floor"""
    least = 99
    for strike in strikes_of(swing, target.id, extra_attacks(actor)):
        foe = target if strike.target == target.id else state.roster[strike.target]
        least = min(least, attack_tally(state, content, Tally(False), actor, foe, swing, strike, gap).total)
    return least


def check_shots(weapon: Weapon, shots: int) -> None:
    most = most_shots(weapon)
    if not 1 <= shots <= most:
        raise Refused("gurps.core.rapid-fire-hits", f"{counted(shots, 'shot')} from the {weapon.name}", [f"1 to {most}"])


def check_several(swing: Swing) -> None:
    if swing.rapid and swing.dual:
        raise Refused("gurps.ruling.option-combine", "rapid strike or two weapons, not both", ["dual=no"])
    if swing.rapid and not swing.weapon.melee:
        raise Refused("gurps.option.rapid-strike", f"the {swing.weapon.name} is no melee weapon", ["shots=N"])
    if swing.second and not (swing.rapid or swing.dual):
        raise Refused("gurps.option.rapid-strike", "a second foe takes a second attack", ["rapid=yes", "dual=yes"])
    if swing.dual:
        check_dual(swing)


def check_dual(swing: Swing) -> None:
    other = swing.second_weapon
    hands = sorted((swing.weapon.hand, other.hand if other is not None else ""))
    if other is None or hands != ["left", "right"]:
        raise Refused("gurps.option.dual-weapon", "it takes a weapon in each hand", ["second-weapon=KEY"])
    if other.unready or other.broken or (other.magazine and not other.shots):
        raise Refused("gurps.option.dual-weapon", f"the {other.name} is not ready", ["ready"])


def check_adjacent(state: Gurps, target: Fighter, swing: Swing) -> None:
    other = swing.second_weapon
    if swing.second and swing.second != target.id and (swing.weapon.melee or (other is not None and other.melee)):
        gap = known_distance(state, target, state.roster[swing.second])
        if gap is None or hexes(gap) > 1:  # gurps.ruling.dual-adjacent: the foes to each other
            reason = f"{target.id} and {swing.second} do not stand side by side"
            raise Refused("gurps.ruling.dual-adjacent", reason, [target.id])


def check_effort(actor: Fighter, swing: Swing) -> None:
    if not swing.efforts:
        return
    if swing.efforts > 1:
        raise Refused("gurps.ruling.effort-combine", "one effort for each attack", ["mighty=no"])
    if swing.mighty and (not swing.weapon.melee or swing.maneuver == "all-out-attack"):
        raise Refused("gurps.effort.mighty-blow", "a mighty blow is struck in melee, with a guard kept", ["option=strong"])
    if swing.flurry and not swing.rapid:
        raise Refused("gurps.effort.flurry", "a flurry of blows is a rapid strike", ["rapid=yes"])
    attacks = len(strikes_of(swing, "", extra_attacks(actor)))
    needed = 2 if swing.flurry else attacks if swing.mighty else swing.efforts  # gurps.ruling.effort-combine: for each attack
    if needed and not can_strain(actor, needed):
        kind = "flurry" if swing.flurry else "mighty-blow" if swing.mighty else "heroic-charge"
        raise Refused(f"gurps.effort.{kind}", f"{actor.id} has {actor.fp} FP, {needed} are needed", [])


def other_hand(actor: Fighter, weapon: Weapon, key: str) -> Weapon | None:
    """The weapon in the other hand, by name or the first there is; or the other fist. gurps.option.dual-weapon"""
    for each in held(actor):
        if each is not weapon and key in ("", each.key):
            return each
    hand = "left" if weapon.hand == "right" else "right"
    if key == PUNCH.key or (not key and weapon.key == PUNCH.key):
        own = next((each for each in actor.weapons if each.key == PUNCH.key), PUNCH)
        return replace(own, hand=hand) if hand in free_hands(actor) else None
    return None


# --- what it is worth ------------------------------------------------------------------------------------------
def attack_tally(
    state: Gurps, content: Content, tally: Tally, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, gap: float
) -> Tally:
    """Effective skill: base and every modifier that applies, the cap last. gurps.core.effective-skill"""
    weapon = strike.weapon
    add_skill(tally, content, attacker, weapon)
    add_modifiers(state, tally, attacker, target, swing, strike, gap)
    if swing.maneuver == "move-and-attack" and weapon.melee and not swing.heroic and tally.total > 9:
        tally.add(9 - tally.total, "gurps.ruling.caps-last", "at most 9")
    return tally


def add_modifiers(
    state: Gurps, tally: Tally, attacker: Fighter, target: Fighter, swing: Swing, strike: Strike, gap: float
) -> None:
    """Everything beside the skill that makes the blow easier or harder. gurps.core.effective-skill"""
    weapon = strike.weapon
    add_handling(tally, attacker, weapon)
    add_maneuver(tally, swing, weapon)
    if not weapon.melee:
        add_range(tally, gap)
        if not strike.later:
            add_aim(tally, attacker, target, weapon)
        add_fire(tally, strike.shots * weapon.pellets)
        if target.size:
            tally.add(target.size, "gurps.ruling.range-bands", "size")
    elif not strike.later:
        add_study(tally, attacker, target)
    add_strike(tally, attacker, swing, strike)
    if swing.location == "weapon":
        struck = weapon_struck(target, swing.strikes, swing.location)
        add_weapon_location(tally, struck, state.ruling("weapon-penalty"), swing.disarm)
    else:
        behind = swing.location in ("skull", "face") and side_struck(state, attacker, target) == "behind"
        add_location(tally, swing.location, swing.chink, behind)
    add_condition(state, tally, attacker, weapon)


def add_maneuver(tally: Tally, swing: Swing, weapon: Weapon) -> None:
    if swing.maneuver == "all-out-attack":
        if swing.option == "determined":
            tally.add(4, "gurps.mod.all-out-attack", "determined")
        elif swing.option == "ranged":
            tally.add(1, "gurps.mod.all-out-attack", "ranged")
    elif swing.maneuver == "committed-attack":
        if swing.option == "hit":
            tally.add(2, "gurps.mod.committed-attack")
        if swing.far:
            tally.add(-2, "gurps.maneuver.committed-attack.two-hexes")
    elif swing.maneuver == "move-and-attack":
        if swing.heroic:
            return  # gurps.effort.heroic-charge: no penalty
        if weapon.melee:
            tally.add(-4, "gurps.mod.move-and-attack.melee")
        else:
            tally.add(min(-2, weapon.bulk), "gurps.mod.move-and-attack.ranged")


def add_strike(tally: Tally, attacker: Fighter, swing: Swing, strike: Strike) -> None:
    """What the attack options and the hand cost."""
    if swing.deceptive:
        tally.add(-2 * swing.deceptive, "gurps.option.deceptive-attack")
    if swing.telegraphic:
        tally.add(4, "gurps.option.telegraphic-attack")
    if strike.kind == "rapid":
        tally.add(-3 if swing.flurry else -6, "gurps.effort.flurry" if swing.flurry else "gurps.option.rapid-strike")
    elif strike.kind == "dual":
        tally.add(-4, "gurps.option.dual-weapon")
    if strike.weapon.hand == "left" and not strike.weapon.natural and not ambidextrous(attacker):
        tally.add(-4, "gurps.option.dual-weapon.off-hand" if strike.kind == "dual" else "gurps.maneuver.attack.off-hand")


def add_condition(state: Gurps, tally: Tally, attacker: Fighter, weapon: Weapon) -> None:
    """What she suffers from. gurps.posture.standing, gurps.ruling.posture-scope: it may hinder blows only"""
    if attacker.posture != "standing" and (weapon.melee or state.ruling("posture-scope") == "all"):
        tally.add(POSTURES[attacker.posture][0], POSTURE_RULE[attacker.posture])
    if attacker.shock:
        tally.add(-attacker.shock, "gurps.injury.shock")
    add_dizziness(tally, attacker)
    if attacker.crippled and blind_eyes(attacker):
        tally.add(-10 if blind_eyes(attacker) > 1 else -1, "gurps.ruling.blind")
    for feint in attacker.feints:
        if feint.lowers == "attack":
            tally.add(-feint.penalty, "gurps.maneuver.feint", feint.by)
    if attacker.shield is not None and attacker.shield.attack:
        tally.add(attacker.shield.attack, "gurps.core.effective-skill", attacker.shield.name)
    if attacker.strain:
        tally.add(-1, "gurps.critical.miss.attack", "torn muscle")


def add_range(tally: Tally, gap: float) -> None:
    far = range_yards(gap)
    for limit, modifier, rule in BANDS:  # gurps.range.close: no modifier
        if far <= limit:
            tally.add(modifier, rule)
            return
    tally.add(-15, "gurps.range.extreme")


def add_aim(tally: Tally, attacker: Fighter, target: Fighter, weapon: Weapon) -> None:
    """Acc after one second, 1 more after two, 2 more after three. gurps.mod.aim"""
    aim = attacker.aim
    if aim is not None and aim.target == target.id and aim.weapon == weapon.key:
        tally.add(weapon.acc + min(2, aim.seconds - 1), "gurps.mod.aim", f"{aim.seconds} s")


def add_study(tally: Tally, attacker: Fighter, target: Fighter) -> None:
    """+1 per turn of Evaluate, at most 3; twice that against a guard that is down. gurps.mod.evaluate"""
    study = attacker.study
    if study is not None and study.target == target.id:
        tally.add(min(3, study.turns) * (2 if target.guard_down else 1), "gurps.mod.evaluate", counted(study.turns, "turn"))


def add_fire(tally: Tally, shots: int) -> None:
    """The bonus for many shots; 1 to 4 give none, and from 300 on every hundred one more. gurps.ruling.rof-ends"""
    if shots == 1:
        return
    if shots >= 400:
        tally.add(shots // 100 + 6, "gurps.ruling.rof-ends", counted(shots, "shot"))
        return
    found = [(least, bonus) for least, bonus in FIRE if shots >= least]
    if found:
        tally.add(found[-1][1], f"gurps.rof.{found[-1][0]}", counted(shots, "shot"))
