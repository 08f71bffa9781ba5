"""The core: success rolls, skills, Move and Dodge, what a strong arm does, how far a weapon reaches."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.content import Content
from starfray.engine.dice import total
from starfray.engine.scene import distance, known_distance
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.hooks import add_defence
from starfray.rulebooks.gurps.shapes import critical_cut, degrees, yes_or_no
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon

UNARMED = "brawling"
LAST_ST = 30  # of the table; every ten points more are another die
CRITICAL_SUCCESS, SUCCESS, FAILURE, CRITICAL_FAILURE = range(4)
MOVE_FACTOR = (10, 8, 6, 4, 2)  # tenths of Move by encumbrance. gurps.core.encumbrance
#: how much of Move a posture leaves, in thirds; lying 1 yard
POSTURE_MOVE = {"standing": 3, "crouching": 2, "kneeling": 1, "sitting": 0, "crawling": 1, "lying": 0}
#: attack, defence: gurps.posture.*
POSTURES = {
    "standing": (0, 0), "crouching": (-2, 0), "kneeling": (-2, -2), "sitting": (-2, -2), "crawling": (-4, -3),
    "lying": (-4, -3),
}  # fmt: skip


def check(table: Table, rule: str, who: str, tally: Tally) -> int:
    """3d6 against the tally: the degree. Criticals count for every success roll, at any skill.

    gurps.core.success-roll, gurps.ruling.crit-scope, gurps.ruling.minimum-skill
    """
    degree = table.roll(rule, who, degrees(tally.total), tally)
    tell_critical(table, who, tally.total, degree == CRITICAL_SUCCESS, degree == CRITICAL_FAILURE)
    return degree


def tell_critical(table: Table, who: str, skill: int, success: bool, failure: bool) -> None:
    """By which rule the roll was critical: the skill decides how far 5, 6 and 17 count."""
    if success:
        last = ".six" if skill >= 16 else ".five" if skill == 15 else ""
        table.emit(f"gurps.success.critical{last}", who, number=critical_cut(skill))
    elif failure:
        table.emit("gurps.failure.critical.seventeen" if skill <= 15 else "gurps.failure.critical", who)


def succeeds(table: Table, rule: str, who: str, tally: Tally) -> bool:
    """3d6 against the tally where only success or failure matters."""
    return table.roll(rule, who, yes_or_no(tally.total), tally) == 0


def attribute_tally(table: Table, one: Fighter, name: str, value: int) -> Tally:
    tally = table.tally(one)
    tally.add(value, "gurps.core.attribute-roll", name)
    return tally


# --- skills ----------------------------------------------------------------------------------------------------


def skill_level(content: Content, one: Fighter, skill: str) -> tuple[int, str]:
    """The level in a skill and the rule it comes from; untrained, the best of what the skill lists.

    gurps.default.attribute, gurps.default.skill, gurps.ruling.defaults: no default from a default
    """
    trained = one.skills.get(skill)
    if trained is not None:
        return trained, "gurps.core.effective-skill"
    row = content.tables["skills"].get(skill, {})
    level, rule = attribute_of(one, str(row.get("attribute", "dx"))) - 5, "gurps.default.attribute"
    for other in row.get("related", []):
        if other in one.skills and one.skills[other] - 3 > level:
            level, rule = one.skills[other] - 3, "gurps.default.skill"
    return level, rule


def attribute_of(one: Fighter, name: str) -> int:
    sheet = one.attributes
    return {"st": sheet.st, "dx": sheet.dx, "iq": sheet.iq, "ht": sheet.ht, "will": one.will, "per": one.per}[name]


def weapon_level(content: Content, one: Fighter, weapon: Weapon) -> tuple[int, str]:
    """Bare hands need no training: DX."""
    level, rule = skill_level(content, one, weapon.skill)
    if weapon.natural and weapon.skill == UNARMED and level < one.attributes.dx:
        return one.attributes.dx, "gurps.core.effective-skill"
    return level, rule


def add_skill(tally: Tally, content: Content, one: Fighter, weapon: Weapon) -> None:
    """The weapon skill."""
    level, rule = weapon_level(content, one, weapon)
    tally.add(level, rule, weapon.skill)


def add_handling(tally: Tally, one: Fighter, weapon: Weapon) -> None:
    """What a kick and too little ST take off the skill."""
    if weapon.key == "kick":
        tally.add(-2, "gurps.core.effective-skill", "kick")
    short = weapon.st - strength(one)
    if short > 0:
        tally.add(-short, "gurps.core.effective-skill", f"ST {weapon.st} needed")


def add_dizziness(tally: Tally, one: Fighter) -> None:
    """A minor status effect: -2 on DX rolls while the spell lasts. gurps.ruling.magic-effects"""
    if any(each.does == "status" and each.strength == "easy" for each in one.spells):
        tally.add(-2, "gurps.ruling.magic-effects", "a spell")


UNARMED_SKILLS = ("brawling", "boxing", "karate", "judo", "wrestling", "sumo-wrestling")


def best_combat_skill(content: Content, one: Fighter) -> int:
    """The best skill of arms or bare hands on her sheet, with whatever she carries, or DX. gurps.maneuver.feint"""
    best = one.attributes.dx
    for weapon in one.weapons:
        if weapon.melee:
            best = max(best, skill_level(content, one, weapon.skill)[0])
    arms = skills_of_arms(content)
    for skill, level in one.skills.items():
        if level > best and skill in arms:
            best = level
    return best


@lru_cache(maxsize=64)
def skills_of_arms(content: Content) -> frozenset[str]:
    """Those that some melee weapon takes, and those of bare hands."""
    rows = content.tables["weapons"].values()
    return frozenset([*UNARMED_SKILLS, *(str(row.get("skill")) for row in rows if row.get("melee", True))])


def strength(one: Fighter) -> int:
    """With what armour adds; tired fighters have half their ST, but not less damage. gurps.fp.tired"""
    whole = striking_strength(one)
    return (whole + 1) // 2 if tired(one) else whole


def striking_strength(one: Fighter) -> int:
    """ST to lift and strike: armour may help, as far as the table goes."""
    own = one.attributes.st
    if not one.armour:
        return own
    return max(own, min(LAST_ST, own + sum(each.st for each in one.armour)))


# --- Move and Dodge --------------------------------------------------------------------------------------------


def reeling(one: Fighter) -> bool:
    return 3 * one.hp < one.max_hp  # gurps.hp.reeling


def tired(one: Fighter) -> bool:
    return one.max_fp > 0 and 3 * one.fp < one.max_fp  # gurps.fp.tired


def halved(one: Fighter, score: int) -> int:
    """Reeling halves, tired halves again, rounding up each time. gurps.ruling.halving-order"""
    if reeling(one):
        score = (score + 1) // 2
    if tired(one):
        score = (score + 1) // 2
    return score


def move_of(one: Fighter) -> int:
    """Yards in a Move maneuver, on foot or as the posture allows. gurps.ruling.move-value"""
    loaded = one.basic_move * MOVE_FACTOR[one.encumbrance] // 10
    full = halved(one, max(1, loaded) if one.basic_move else 0)
    if one.posture == "lying":
        return min(1, full)
    return full * POSTURE_MOVE[one.posture] // 3


def half_move(one: Fighter) -> int:
    return (move_of(one) + 1) // 2  # gurps.ruling.half-move: rounded up


def add_dodge(tally: Tally, one: Fighter) -> None:
    """floor(Basic Speed) + 3, less encumbrance, and what traits add; halved while reeling or tired. gurps.core.dodge"""
    score = max(1, int(one.speed) + 3 - one.encumbrance)
    tally.add(score, "gurps.core.dodge")
    score += add_defence(tally, one, "dodge")
    if reeling(one):
        tally.add((score + 1) // 2 - score, "gurps.hp.reeling")
        score = (score + 1) // 2
        if tired(one):
            tally.add(0, "gurps.ruling.halving-order", "halved twice")
    if tired(one):
        tally.add((score + 1) // 2 - score, "gurps.fp.tired")


# --- damage dice -----------------------------------------------------------------------------------------------


class Roll:
    """So many dice and an add, all of it so many times: 2d+1, 6dx2."""

    __slots__ = ("adds", "dice", "shape", "times", "words")

    def __init__(self, dice: int, adds: int, times: int = 1) -> None:
        self.dice = dice
        self.adds = adds
        self.times = times
        self.shape = total(dice, 6)
        self.words = f"{dice}d" + (f"{adds:+d}" if adds else "") + (f"x{times}" if times != 1 else "")

    def __str__(self) -> str:
        return self.words


@lru_cache(maxsize=4096)
def read_roll(text: str) -> Roll | None:
    """'2d+1', '6d', '1d-2', '6dx2'; None if it is nothing of the kind."""
    dice, d, rest = text.partition("d")
    adds, x, times = rest.partition("x")
    if not d or not whole(dice) or len(dice) > 4 or (x and not whole(times)):
        return None
    if adds and (adds[0] not in "+-" or not whole(adds[1:])):
        return None
    return Roll(int(dice), int(adds or 0), int(times or 1))


def whole(digits: str) -> bool:
    """A number that can be thrown or added."""
    return digits.isascii() and digits.isdigit() and len(digits) <= 5


def damage_roll(content: Content, one: Fighter, damage: str) -> Roll | None:
    """A weapon's dice in this hand: thr and sw come from ST. gurps.core.basic-damage"""
    return roll_with(content, damage, striking_strength(one))


@lru_cache(maxsize=4096)
def roll_with(content: Content, damage: str, power: int) -> Roll | None:
    """What ST gives, more dice above the table, and what the weapon adds: 'thr+2', 'sw-1', 'sw+1d'."""
    if not damage.startswith(("thr", "sw")):
        return read_roll(damage)
    word = "thr" if damage.startswith("thr") else "sw"
    rest = damage.removeprefix(word)
    own = read_roll(str(content.entry("strength", str(max(1, min(LAST_ST, power))))[word]))
    extra = read_roll(rest[1:] if rest.startswith("+") and "d" in rest else "0d" + rest)
    if own is None or extra is None:
        return None
    return Roll(max(0, power - LAST_ST) // 10 + own.dice + extra.dice, own.adds + extra.adds)


def basic_lift(content: Content, power: int) -> float:
    """gurps.core.encumbrance; above the table ST x ST / 5 pounds"""
    return power * power / 5 if power > LAST_ST else float(content.entry("strength", str(max(1, power)))["lift"])


# --- distances -------------------------------------------------------------------------------------------------


def yards(state: Gurps, one: Fighter, other: Fighter) -> float:
    """Yards between two fighters; the GM is asked if nobody has said."""
    return distance(state, one, other)


def hexes(gap: float) -> int:
    """The nearest whole number of yards: 0 is close combat, 1 the next hex. gurps.core.turn"""
    return int(gap + 0.5)


def in_reach(state: Gurps, one: Fighter, other: Fighter, weapon: Weapon) -> bool:
    gap = known_distance(state, one, other)
    return gap is not None and hexes(gap) in weapon.reach


def range_yards(gap: float) -> int:
    whole = int(gap)
    return whole + 1 if gap - 1e-9 > whole else whole  # gurps.ruling.range-bands: fractions round up


def hostile(one: Fighter, other: Fighter) -> bool:
    return one.side != other.side
