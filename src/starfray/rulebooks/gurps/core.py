"""The core: success rolls, skills, Move and Dodge, what a strong arm does, how far a weapon reaches."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.rules import Content, Table, Tally, total
from starfray.engine.scene import Point, apart, bearing, distance, known_distance, relate, related
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.gurps.dice import critical_cut, degrees, yes_or_no
from starfray.rulebooks.gurps.state import DERIVED, Fighter, Gurps, Weapon

UNARMED = "brawling"
LAST_ST = 30  # of the table; every ten points more are another die
CRITICAL_SUCCESS, SUCCESS, FAILURE, CRITICAL_FAILURE = range(4)
MOVE_FACTOR = (10, 8, 6, 4, 2)  # tenths of Move by encumbrance. gurps.core.encumbrance
#: how much of Move a posture leaves, in thirds; lying 1 yard
POSTURE_MOVE = {"standing": 3, "crouching": 2, "kneeling": 1, "sitting": 0, "crawling": 1, "lying": 0, "face-up": 0}
#: attack, defence: gurps.posture.*
POSTURES = {
    "standing": (0, 0), "crouching": (-2, 0), "kneeling": (-2, -2), "sitting": (-2, -2), "crawling": (-4, -3),
    "lying": (-4, -3), "face-up": (-4, -3),
}  # fmt: skip
DOWN = ("lying", "face-up")  # prone, as one falls, or on the back. gurps.maneuver.change-posture
POSTURE_RULE = {each: f"gurps.posture.{'lying' if each in DOWN else each}" for each in POSTURES}
FRONT = 180  # degrees of the arc in front; the back has 60, the sides lie between
BACK = 60
STEP = 1.0  # gurps.core.turn: one hex is one yard


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


def attribute_tally(table: Table, actor: Fighter, name: str, value: int) -> Tally:
    tally = table.tally(actor)
    tally.add(value, "gurps.core.attribute-roll", name)
    return tally


# --- skills ----------------------------------------------------------------------------------------------------
def skill_level(content: Content, actor: Fighter, skill: str) -> tuple[int, str]:
    """The level in a skill and the rule it comes from; untrained, the best of what the skill lists.

    gurps.default.attribute, gurps.default.skill, gurps.ruling.defaults: no default from a default
    """
    trained = actor.skills.get(skill)
    if trained is not None:
        return trained, "gurps.core.effective-skill"
    row = content.tables["skills"].get(skill, {})
    level, rule = attribute_of(actor, str(row.get("attribute", "dx"))) - 5, "gurps.default.attribute"
    for other in row.get("related", []):
        if other in actor.skills and actor.skills[other] - 3 > level:
            level, rule = actor.skills[other] - 3, "gurps.default.skill"
    return level, rule


def attribute_of(actor: Fighter, name: str) -> int:
    sheet = actor.attributes
    return {"st": sheet.st, "dx": sheet.dx, "iq": sheet.iq, "ht": sheet.ht, "will": actor.will, "per": actor.per}[name]


def weapon_level(content: Content, actor: Fighter, weapon: Weapon) -> tuple[int, str]:
    """Bare hands need no training: DX."""
    level, rule = skill_level(content, actor, weapon.skill)
    if weapon.natural and weapon.skill == UNARMED and level < actor.attributes.dx:
        return actor.attributes.dx, "gurps.core.effective-skill"
    return level, rule


def add_skill(tally: Tally, content: Content, actor: Fighter, weapon: Weapon) -> None:
    """The weapon skill."""
    level, rule = weapon_level(content, actor, weapon)
    tally.add(level, rule, weapon.skill)


def add_handling(tally: Tally, actor: Fighter, weapon: Weapon) -> None:
    """What a kick and too little ST take off the skill."""
    if weapon.key == "kick":
        tally.add(-2, "gurps.core.effective-skill", "kick")
    short = weapon.st - strength(actor)
    if short > 0:
        tally.add(-short, "gurps.core.effective-skill", f"ST {weapon.st} needed")


def blind_eyes(actor: Fighter) -> int:
    """gurps.location.eye"""
    return actor.crippled.count("right-eye") + actor.crippled.count("left-eye")


def add_dizziness(tally: Tally, actor: Fighter) -> None:
    """A minor status effect: -2 on DX rolls while the spell lasts. gurps.ruling.magic-effects"""
    if any(each.does == "status" and each.strength == "easy" for each in actor.spells):
        tally.add(-2, "gurps.ruling.magic-effects", "a spell")


UNARMED_SKILLS = ("brawling", "boxing", "karate", "judo", "wrestling", "sumo-wrestling")


def best_combat_skill(content: Content, actor: Fighter) -> int:
    """The best skill of arms, shield or bare hands on her sheet, with whatever she carries, or DX. gurps.maneuver.feint"""
    best = actor.attributes.dx
    for weapon in actor.weapons:
        if weapon.melee:
            best = max(best, skill_level(content, actor, weapon.skill)[0])
    arms = skills_of_arms(content)
    for skill, level in actor.skills.items():
        if level > best and skill in arms:
            best = level
    return best


@lru_cache(maxsize=64)
def skills_of_arms(content: Content) -> frozenset[str]:
    """Those that some melee weapon takes, those of bare hands, and the shield's."""
    rows = content.tables["weapons"].values()
    return frozenset([*UNARMED_SKILLS, "shield", *(str(row.get("skill")) for row in rows if row.get("melee", True))])


def strength(actor: Fighter) -> int:
    """With what armour adds; tired fighters have half their ST, but not less damage. gurps.fp.tired"""
    whole = striking_strength(actor)
    return (whole + 1) // 2 if tired(actor) else whole


def striking_strength(actor: Fighter) -> int:
    """ST to lift and strike: armour may help, as far as the table goes."""
    own = actor.attributes.st
    if not actor.armour:
        return own
    return max(own, min(LAST_ST, own + sum(each.st for each in actor.armour)))


# --- traits: each of these reads one typed field of those a fighter has; their effects are data ------------------
def add_defence(tally: Tally, actor: Fighter, kind: str) -> int:
    """Combatants whose reflexes are trained defend better, some in one way only: a part of the score itself. Gives the sum."""
    more = 0
    for trait in actor.traits:
        bonus = trait.level * (trait.defence + {"dodge": trait.dodge, "parry": trait.parry, "block": trait.block}[kind])
        tally.add(bonus, "gurps.core.active-defense", trait.name)
        more += bonus
    return more


def extra_attacks(actor: Fighter) -> int:
    """gurps.order.several"""
    return sum(trait.attacks * trait.level for trait in actor.traits)


def add_knockdown(tally: Tally, actor: Fighter) -> None:
    """High and Low Pain Threshold. gurps.injury.knockdown.pain"""
    for trait in actor.traits:
        tally.add(trait.knockdown * trait.level, "gurps.injury.knockdown.pain", trait.name)


def add_death(tally: Tally, actor: Fighter) -> None:
    for trait in actor.traits:
        tally.add(trait.death * trait.level, "gurps.hp.death-check", trait.name)


def add_consciousness(tally: Tally, actor: Fighter) -> None:
    for trait in actor.traits:
        tally.add(trait.consciousness * trait.level, "gurps.hp.collapse", trait.name)


def add_mental_stun(tally: Tally, actor: Fighter) -> None:
    for trait in actor.traits:
        tally.add(trait.mental_stun * trait.level, "gurps.injury.stunned.recovery", trait.name)


def ambidextrous(actor: Fighter) -> bool:
    """gurps.maneuver.attack.off-hand"""
    return any(trait.ambidextrous for trait in actor.traits)


def pain_factor(actor: Fighter) -> int:
    """How often shock counts, where the table plays it so: not at all, once, twice. gurps.ruling.pain-threshold"""
    if any(trait.knockdown > 0 for trait in actor.traits):
        return 0
    return 2 if any(trait.knockdown < 0 for trait in actor.traits) else 1


def bloodless(actor: Fighter) -> bool:
    return any(trait.bloodless for trait in actor.traits)


def very_fit(actor: Fighter) -> bool:
    """gurps.fp.recovery"""
    return any(trait.fit for trait in actor.traits)


# --- Move and Dodge --------------------------------------------------------------------------------------------
def reeling(actor: Fighter) -> bool:
    return 3 * actor.hp < actor.max_hp  # gurps.hp.reeling


def tired(actor: Fighter) -> bool:
    return actor.max_fp > 0 and 3 * actor.fp < actor.max_fp  # gurps.fp.tired


def halved(actor: Fighter, score: int) -> int:
    """Reeling halves, tired halves again, rounding up each time. gurps.ruling.halving-order"""
    if reeling(actor):
        score = (score + 1) // 2
    if tired(actor):
        score = (score + 1) // 2
    return score


def move_of(actor: Fighter) -> int:
    """Yards in a Move maneuver, on foot or as the posture allows. gurps.ruling.move-value"""
    loaded = actor.basic_move * MOVE_FACTOR[actor.encumbrance] // 10
    full = halved(actor, max(1, loaded) if actor.basic_move else 0)
    if actor.posture in DOWN:
        return min(1, full)
    return full * POSTURE_MOVE[actor.posture] // 3


def step_of(actor: Fighter) -> float:
    """The one hex of a maneuver, if the posture leaves so much. gurps.core.turn"""
    return min(STEP, move_of(actor))


def half_move(actor: Fighter) -> int:
    return (move_of(actor) + 1) // 2  # gurps.ruling.half-move: rounded up


def add_dodge(tally: Tally, actor: Fighter) -> None:
    """floor(Basic Speed) + 3, less encumbrance, and what traits add; halved while reeling or tired, or twice.

    gurps.core.dodge, gurps.ruling.halving-order
    """
    score = max(1, int(actor.speed) + 3 - actor.encumbrance)
    tally.add(score, "gurps.core.dodge")
    score += add_defence(tally, actor, "dodge")
    if reeling(actor):
        tally.add((score + 1) // 2 - score, "gurps.hp.reeling")
        score = (score + 1) // 2
    if tired(actor):
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


def damage_roll(content: Content, actor: Fighter, damage: str) -> Roll | None:
    """A weapon's dice in this hand: thr and sw come from ST. gurps.core.basic-damage"""
    return roll_with(content, damage, striking_strength(actor))


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
def yards(state: Gurps, actor: Fighter, other: Fighter) -> float:
    """Yards between two fighters; the GM is asked if nobody has said."""
    return distance(state, actor, other)


def hexes(gap: float) -> int:
    """The nearest whole number of yards: 0 is close combat, 1 the next hex. gurps.core.turn"""
    return int(gap + 0.5)


def range_yards(gap: float) -> int:
    whole = int(gap)
    return whole + 1 if gap - 1e-9 > whole else whole  # gurps.ruling.range-bands: fractions round up


def hostile(actor: Fighter, other: Fighter) -> bool:
    return actor.side != other.side


def side_struck(state: Gurps, attacker: Fighter, target: Fighter) -> str:
    """front, side or behind, as the target is turned."""
    if related(state, "behind", attacker.id, target.id):
        return "behind"
    if related(state, "side", attacker.id, target.id):
        return "side"
    if target.facing == DERIVED or target.at is None or attacker.at is None or target.at == attacker.at:
        return "front"
    turn = abs((bearing(target.at, attacker.at) - target.facing + 180) % 360 - 180)
    if turn <= FRONT / 2 + 1e-9:
        return "front"
    return "behind" if turn >= 180 - BACK / 2 - 1e-9 else "side"


def past_shield(attacker: Fighter, target: Fighter) -> bool:
    """Does a blow at the side come from where the shield is not? Without a map nobody can tell."""
    if target.shield is None or target.facing == DERIVED or target.at is None or attacker.at is None:
        return False
    turn = (bearing(target.at, attacker.at) - target.facing + 180) % 360 - 180
    return (turn > 0) != (target.shield.hand == "left")


def turn_to(actor: Fighter, point: Point | None) -> None:
    """Only those whose facing is kept turn."""
    if actor.facing != DERIVED and actor.at is not None and point is not None and point != actor.at:
        actor.facing = round(bearing(actor.at, point), 1)


def push(state: Gurps, source: Fighter, actor: Fighter, back: float) -> None:
    """Straight away from the source; without a map the distance grows."""
    if source.at is not None and actor.at is not None:
        actor.at = short_of_walls(state, actor.at, beyond(source.at, actor.at, back), on_foot=True)  # gurps.ruling.wall
        return
    gap = known_distance(state, source, actor)
    if gap is not None:
        relate(state.scene, "distance", source.id, actor.id, gap + back)


def beyond(source: Point, at: Point, more: float) -> Point:
    """The point `more` yards behind `at` as seen from the source, on a grid of centimetres."""
    gap = apart(source, at)
    if gap == 0:
        return (at[0] + more, at[1])
    share = (gap + more) / gap
    return (round(source[0] + share * (at[0] - source[0]), 2), round(source[1] + share * (at[1] - source[1]), 2))
