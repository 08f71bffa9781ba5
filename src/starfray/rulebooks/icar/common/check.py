"""The check: skill, attribute, bonuses and a D10 against a target number; criticals; the shared dice pool; contests."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import Bands, Total, total
from starfray.engine.rules import GM, Field, Option, Refused, Table, Tally
from starfray.rulebooks.icar.common.records import Armour, Suit
from starfray.rulebooks.icar.common.state import Actor, Icar

FUMBLE, FAIL, PASS, CRITICAL = 0, 1, 2, 3

EASY, NORMAL, HARD, IMPOSSIBLE = 10, 12, 16, 22  # icar.tn.table
DEFAULT_TN: int = NORMAL  # icar.check.default-tn

ATTRIBUTES = ("battle", "shift", "meat", "soul", "wit")
SKILL_ATTRIBUTE = {  # icar.check.attribute-choice: the usual attribute of a skill
    "shooting": "battle", "street-fighting": "battle", "gun-fu": "battle", "akarak-art": "battle",
    "acrobatics": "shift", "grav-pilot": "shift", "spacecraft-pilot": "shift", "zero-g-operations": "shift",
    "powered-armour-user": "shift",
    "intimidate": "meat",
    "persuade": "soul", "counsel": "soul", "interrogate": "soul", "empathy": "soul",
    "macro-engineering": "wit", "micro-engineering": "wit", "spacecraft-ops": "wit", "hacking": "wit",
    "artificial-intelligence": "wit", "medicine": "wit", "bionics-engineering": "wit", "street-deal": "wit",
    "impersonation": "wit", "physics": "wit", "astromechanics": "wit", "law": "wit", "history": "wit", "biology": "wit",
}  # fmt: skip


MEDICAL = ("medicine", "bionics-engineering")  # icar.heal.medical-ai: the bionics ones included
MEDICAL_AI = 2


def natural(actor: Actor, name: str) -> int:
    own = actor.attributes
    if name == "battle":
        return own.battle
    if name == "shift":
        return own.shift
    if name == "meat":
        return own.meat
    return own.soul if name == "soul" else own.wit


def changed(by: Suit | Armour, name: str) -> int:
    """What bionics or powered armour add to an attribute."""
    if name == "meat":
        return by.meat
    if name == "shift":
        return by.shift
    if isinstance(by, Armour):
        return 0
    return by.battle if name == "battle" else by.soul if name == "soul" else 0


def attribute_of(actor: Actor, name: str) -> int:
    """The natural value changed by bionics and powered armour, never below 1. icar.close.aug.tougher"""
    value = natural(actor, name)
    if not actor.suits and not actor.armour:
        return value
    for suit in actor.suits:
        value += changed(suit, name)
    for worn in actor.armour:
        if worn.powered:
            value += changed(worn, name)
    return max(1, value)


def attribute_field(skill: str, chances: dict[str, str] | None = None) -> Field:
    """The choice of an attribute for a check; `chances` says what each would come to. icar.check.attribute-choice"""
    usual = SKILL_ATTRIBUTE.get(skill, "")
    chances = chances or {}
    options = [Option(name, note=chances.get(name, "")) for name in ATTRIBUTES]
    hint = "another than the usual one needs the GM's word"
    if usual in chances:
        hint = f"{usual}: {chances[usual]}; {hint}"
    return Field("attribute", "choice", options, required=False, default=usual, hint=hint, main=bool(chances))


def refuse_attribute(name: str) -> None:
    if name and name not in ATTRIBUTES:
        raise Refused("icar.check.attribute-choice", f"{name!r} is no attribute", ATTRIBUTES)


def agreed_attribute(table: Table, actor: Actor, skill: str, wanted: str) -> str:
    """The player proposes, the GM may insist on the usual one. icar.check.attribute-choice"""
    usual = SKILL_ATTRIBUTE[skill]
    if wanted in ("", usual):
        return usual
    prompt = f"May {actor.name or actor.id} roll {skill.replace('-', ' ')} with {wanted} instead of {usual}?"
    return wanted if table.confirm("icar.check.attribute-choice", GM, prompt, suggested="yes") else usual


def take_off_ability(tally: Tally, actor: Actor, skill: str, attribute: str = "") -> None:
    """A check's tally is what the die must show: the target number less skill, attribute and bonuses. icar.check.core

    A missing skill counts as 0 and bars nothing.
    """
    name = attribute or SKILL_ATTRIBUTE[skill]
    tally.add(-attribute_of(actor, name), "icar.check.core", name)
    if skill in actor.skills:  # icar.check.unskilled: a missing one adds nothing
        tally.add(-actor.skills[skill], "icar.check.core", skill)
    for kit in actor.kit:
        if kit.skills.get(skill):
            rule = "icar.check.equipment-bonus" if skill in actor.skills else "icar.ruling.unskilled-bonus"
            tally.add(-kit.skills[skill], rule, kit.name)
    if actor.medical_ai and skill in MEDICAL:
        tally.add(-MEDICAL_AI, "icar.heal.medical-ai")
    take_off_gm(tally, actor)


def ability(actor: Actor, skill: str) -> int:
    """Skill, attribute and bonuses together: what is added to the die."""
    tally = Tally(False)
    take_off_ability(tally, actor, skill)
    return -tally.total


def take_off_gm(tally: Tally, actor: Actor) -> None:
    """What the GM has put on by hand helps if it is positive, as any bonus."""
    for modifier in actor.gm_modifiers:
        tally.add(-modifier.amount, "gm.modifier", modifier.note)


def chance(need: int) -> float:
    """Of a pass: a natural 1 never, a natural 10 always. icar.crit.fail, icar.crit.pass"""
    return (1 + max(0, 10 - max(2, need))) / 10


def percent(need: int) -> str:
    """What the die must show and how likely that is, as forms say it."""
    return f"{max(2, min(10, need))}+ on the die, {round(100 * chance(need))} %"


def goal_words(need: int) -> str:
    """What the one who throws may hope for."""
    return "a 10" if need >= 10 else f"{max(2, need)} or more"


@lru_cache(maxsize=64)
def check_dice(need: int) -> Bands:
    """FUMBLE on 1, FAIL below the need, PASS, CRITICAL on 10."""
    dice = Bands(1, 10, (1, min(9, max(1, need - 1)), 9))
    dice.goal = goal_words(need)
    return dice


@lru_cache(maxsize=128)
def one_die(goal: str) -> Total:
    """A D10 whose face itself counts."""
    die = Total(1, 10)
    die.goal = goal
    return die


def throw(table: Table, who: str, tally: Tally, rule: str) -> int:
    """The die against the tally. Who tells of a critical: the winner, or the GM of a failure. icar.crit.narrator"""
    table.emit("icar.check.meet-is-pass", who, number=tally.total)
    return tell(table, who, table.roll(rule, who, check_dice(tally.total), tally))


def tell(table: Table, who: str, result: int) -> int:
    if result == FUMBLE:
        table.emit("icar.crit.fail", who)
        table.cite("icar.crit.narrator")
    elif result == CRITICAL:
        table.emit("icar.crit.pass", who)
        table.cite("icar.crit.narrator")
    return result


def narrate(table: Table, actor: Actor, natural_ten: bool) -> None:
    """A critical is told by a person: a success by whoever made it, a failure by the GM. icar.crit.narrator

    Ideas that please the table are worth roleplaying points. icar.crit.reward
    """
    if natural_ten:
        told = table.text("icar.crit.narrator", actor.id, "A critical success: tell how well it goes.")
        if told and actor.pc:
            actor.rp += table.number(
                "icar.crit.reward", GM, 0, 5, f"Roleplaying points for {actor.name or actor.id}'s tale?", 0
            )
    else:
        table.text(
            "icar.crit.worst", GM, f"A critical failure of {actor.name or actor.id}: tell the worst that could come of it."
        )


def told_check(state: Icar, table: Table, actor: Actor, tally: Tally, rule: str) -> bool:
    """A check whose criticals somebody tells; True if it is passed."""
    result = check(state, table, actor, tally, rule)
    if result in (FUMBLE, CRITICAL):
        narrate(table, actor, result == CRITICAL)
    return result >= PASS


def skill_check(
    state: Icar, table: Table, actor: Actor, skill: str, wanted: str, rule: str, tn: int = DEFAULT_TN, source: str = ""
) -> bool:
    """A check that is nothing but skill and attribute, the one the GM agrees to, against a target number and its `source`."""
    attribute = agreed_attribute(table, actor, skill, wanted)
    return plain_check(state, table, actor, skill, attribute, rule, tn, source or "icar.ruling.tn-unstated")


def plain_check(state: Icar, table: Table, actor: Actor, skill: str, attribute: str, rule: str, tn: int, source: str) -> bool:
    tally = table.tally()
    tally.add(tn, source, "target number")
    take_off_ability(tally, actor, skill, attribute)
    return told_check(state, table, actor, tally, rule)


def pool_die(table: Table, actor: Actor) -> int:
    """A die out of the hat is only added: its 1 and its 10 are no criticals. icar.ruling.crit-pool-dice"""
    face = table.roll("icar.pool.draw", actor.id, total(1, 10))
    if face in (1, 10):
        table.emit("icar.ruling.crit-pool-dice", actor.id, number=face)
    return face


def check(state: Icar, table: Table, actor: Actor, tally: Tally, rule: str) -> int:
    """A crew member's or fighter's check. A player who falls short may draw from the pool."""
    if not (state.pool > 0 and actor.pc):  # icar.ruling.pool-who
        return throw(table, actor.id, tally, rule)
    need = tally.total
    table.emit("icar.check.meet-is-pass", actor.id, number=need)
    face = table.roll(rule, actor.id, one_die(goal_words(need)), tally)
    if face in (1, 10):  # a die drawn could change nothing
        table.emit("icar.ruling.pool-timing", actor.id, number=face)
        return tell(table, actor.id, FUMBLE if face == 1 else CRITICAL)
    reached = face
    while reached < need and state.pool > 0:  # icar.pool.repeat
        table.merge("icar.pool.repeat", (actor.id, need, reached))
        prompt = f"{need - reached} short. Draw a die from the pool of {state.pool}?"
        if not table.confirm("icar.pool.draw", actor.id, prompt, facts={"short": need - reached, "pool": state.pool}):
            break
        state.pool -= 1
        reached += pool_die(table, actor)
    return PASS if reached >= need else FAIL
