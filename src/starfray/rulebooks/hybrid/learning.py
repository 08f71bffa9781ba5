"""Skills outside the fight: what they are, what they cost, training, and what lends, limits or adds to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, BadInput, Content, Plain, Procedure, Table, suggest
from starfray.rulebooks.hybrid.skill_check import passed, success_chance
from starfray.rulebooks.hybrid.skills import RELATED_TENTHS, UNFAMILIAR, pool_of
from starfray.rulebooks.hybrid.state import Fighter

#: hybrid.skill.component.basic: cost, DF
TYPES = {
    "mental-discipline": (3, -4), "art": (3, -2), "science": (7, 0), "engineering": (5, 0), "craft": (4, -1),
    "technical-study": (4, 0), "physical-discipline": (2, 0),
}  # fmt: skip
#: hybrid.skill.type, in our own words
ABOUT = {
    "mental-discipline": "pure thought", "art": "aims at the senses of an audience", "science": "adds to codified knowledge",
    "engineering": "puts codified knowledge to a physical effect", "craft": "art mixed with something of use",
    "technical-study": "makes and maintains what engineering devised", "physical-discipline": "muscle memory",
}  # fmt: skip
#: hybrid.skill.component.interaction; hybrid.skill.component.tool; what is not printed: hybrid.ruling.complex-tool
INTERACTIONS = {"unassisted": (0, 0), "single-assisted": (1, -1), "multiple-assisted": (2, -2)}
TOOLS = {"none": (0, 0), "simple": (1, -1), "complex": (2, -2)}
UNPRINTED = ("multiple-assisted", "complex")
#: hybrid.skill.cost.common
COMMON = {
    "lore": ("mental-discipline", "none"), "spoken-language": ("mental-discipline", "none"),
    "written-language": ("mental-discipline", "simple"), "unarmed-weapon": ("physical-discipline", "none"),
    "primitive-weapon": ("physical-discipline", "simple"), "complex-weapon": ("physical-discipline", "complex"),
    "basic-science": ("science", "none"), "basic-engineering": ("engineering", "complex"),
    "basic-technical": ("technical-study", "complex"),
}  # fmt: skip
#: hybrid.skill.rank.expertise: the last rank of each band
EXPERTISE = (
    (0, "familiar"), (3, "beginner"), (6, "dedicated amateur"), (10, "solid workaday craftsman"), (14, "professional"),
    (18, "expert"), (25, "mastery"), (30, "mystical mastery"),
)  # fmt: skip
HOURS = {"teacher": 10, "partner": 20, "self": 30}  # for one EEP
MAX_RANK = 30  # hybrid.skill.rank.range


def raise_factor(rank: int) -> int:
    """hybrid.ruling.skill-cost-table: times the base cost, by current rank."""
    return 2 if rank <= 3 else 3 if rank <= 6 else (rank + 1) // 2


def check_rank(rank: int, where: str) -> None:
    if not 0 <= rank <= MAX_RANK:
        raise BadInput(f"rank {rank}", field=where, expected=f"0 to {MAX_RANK}")


@dataclass(frozen=True, slots=True)
class SkillOf(Action):
    """A skill of the list."""

    KIND: ClassVar[str] = "skill"
    skill: str


def skill(table: Table, args: SkillOf) -> dict[str, Plain]:
    """Name, stat basis, kind, cost. hybrid.skill.elements"""
    row = table.content.entry("skills", args.skill)
    table.emit("hybrid.skill.elements", args.actor, note=str(row["name"]))
    if args.skill == "lock-picking":
        table.emit("hybrid.skill.sample.lock-picking", args.actor, number=2)
        return {**row, "gen": 1, "ep": 2}
    return dict(row)


@dataclass(frozen=True, slots=True)
class SkillCost(Action):
    """A common kind by name, or the components: type, interaction, tool."""

    KIND: ClassVar[str] = "skill-cost"
    common: str = ""
    type: str = "physical-discipline"
    interaction: str = "unassisted"
    tool: str = "none"


def skill_cost(table: Table, args: SkillCost) -> dict[str, Plain]:
    """The base cost is the sum of the components. hybrid.skill.cost.composition"""
    kind, tool = args.type, args.tool
    if args.common:
        if args.common not in COMMON:
            raise BadInput(f"{args.common!r}", field="skill-cost.common", expected=suggest(args.common, COMMON))
        kind, tool = COMMON[args.common]
        table.emit("hybrid.skill.cost.common", args.actor, note=args.common)
    parts: list[tuple[int, int]] = []
    for word, known, rule in (
        (kind, TYPES, "hybrid.skill.component.basic"),
        (args.interaction, INTERACTIONS, "hybrid.skill.component.interaction"),
        (tool, TOOLS, "hybrid.skill.component.tool"),
    ):
        if word not in known:
            raise BadInput(f"{word!r}", field="skill-cost", expected=suggest(word, known))
        parts.append(known[word])
        table.emit("hybrid.ruling.complex-tool" if word in UNPRINTED else rule, args.actor, number=known[word][0], note=word)
    table.emit("hybrid.skill.type", args.actor, note=ABOUT[kind])
    cost = sum(part for part, _ in parts)
    table.emit("hybrid.skill.cost.composition", args.actor, number=cost)
    return {"cost": cost, "df": sum(df for _, df in parts), "about": ABOUT[kind]}


@dataclass(frozen=True, slots=True)
class RaiseCost(Action):
    """EEPs from the current rank to another; `skill`: whose, to be written on a sheet."""

    KIND: ClassVar[str] = "raise-cost"
    base: int
    rank: int
    to: int
    skill: str = ""


def raise_cost(table: Table, args: RaiseCost) -> dict[str, Plain]:
    """hybrid.skill.cost.raise"""
    check_rank(args.rank, "raise-cost.rank")
    check_rank(args.to, "raise-cost.to")
    if args.skill and int(table.content.entry("skills", args.skill)["cost"]) != args.base:
        known = table.content.entry("skills", args.skill)["cost"]
        raise BadInput(f"base={args.base}", field="raise-cost.base", expected=f"{known}, the base cost of {args.skill}")
    if not args.rank < args.to or args.base < 1:
        words = f"from {args.rank} to {args.to} at {args.base}"
        raise BadInput(words, field="raise-cost", expected="a higher rank, a base from 1")
    steps = [args.base * raise_factor(rank) for rank in range(args.rank, args.to)]
    table.emit("hybrid.skill.rank.range", args.actor, number=args.to)
    table.emit("hybrid.ruling.skill-cost-table", args.actor, number=raise_factor(args.rank))
    table.emit("hybrid.skill.cost.raise", args.actor, number=sum(steps))
    return {"steps": list(steps), "eep": sum(steps)}


def write_rank(table: Table, actor: Fighter, content: Content, args: RaiseCost, result: dict[str, Plain]) -> None:
    """The rank is bought with EEPs of one's own. hybrid.skill.cost.raise"""
    if not args.skill:
        raise BadInput("no skill is named", field="raise-cost.skill", expected="the skill that is raised")
    if actor.skills.get(args.skill, 0) != args.rank:
        expected = f"rank={actor.skills.get(args.skill, 0)}"
        raise BadInput(f"rank {args.rank} in {args.skill}", field="raise-cost.rank", expected=expected)
    if actor.eep < int(result["eep"]):
        raise BadInput(f"{result['eep']} EEPs", field="raise-cost", expected=f"no more than the {actor.eep} there are")
    actor.eep -= int(result["eep"])
    actor.skills[args.skill] = args.to


@dataclass(frozen=True, slots=True)
class Training(Action):
    """Hours of training of each kind, and EEPs at the GM's word."""

    KIND: ClassVar[str] = "training"
    teacher: int = 0
    partner: int = 0
    alone: int = 0


def training(table: Table, args: Training) -> dict[str, Plain]:
    """10, 20 or 30 hours for an EEP; what is left over is kept, each kind for itself. hybrid.ruling.training-partial"""
    eep, left = 0, {}
    for kind, hours in (("teacher", args.teacher), ("partner", args.partner), ("self", args.alone)):
        if hours < 0:
            raise BadInput(f"{hours} hours", field=f"training.{kind}", expected="0 or more")
        gained = hours // HOURS[kind]
        left[kind] = hours % HOURS[kind]
        if hours:
            table.emit(f"hybrid.skill.training.{kind}", args.actor, number=gained)
        if left[kind]:
            table.emit("hybrid.ruling.training-partial", args.actor, number=left[kind], note=kind)
        eep += gained
    more = table.number("hybrid.skill.training.modifiers", GM, -eep, 100, "EEPs more or less, at your word", suggested=0)
    return {"eep": eep + more, "hours-left": left}


def write_training(table: Table, actor: Fighter, content: Content, args: Training, result: dict[str, Plain]) -> None:
    actor.eep += int(result["eep"])


@dataclass(frozen=True, slots=True)
class Expertise(Action):
    KIND: ClassVar[str] = "expertise"
    rank: int = -1


def expertise(table: Table, args: Expertise) -> dict[str, Plain]:
    """hybrid.skill.rank.expertise; -1: unranked, which is not rank 0."""
    if args.rank == -1:
        table.cite("hybrid.skill.rank.unranked")
        return {"expertise": "unranked"}
    check_rank(args.rank, "expertise.rank")
    word = next(name for last, name in EXPERTISE if args.rank <= last)
    table.emit("hybrid.skill.rank.expertise", args.actor, number=args.rank, note=word)
    if args.rank == 0:
        table.cite("hybrid.skill.rank.zero")
    if args.rank == 25:
        table.cite("hybrid.ruling.rank-25")
    return {"expertise": word}


@dataclass(frozen=True, slots=True)
class RelatedSkill(Action):
    KIND: ClassVar[str] = "related-skill"
    rank: int
    how: str = "dissimilar"


def related_skill(table: Table, args: RelatedSkill) -> dict[str, Plain]:
    """hybrid.skill.related"""
    check_rank(args.rank, "related-skill.rank")
    if args.how not in RELATED_TENTHS:
        raise BadInput(f"{args.how!r}", field="related-skill.how", expected="one of " + ", ".join(RELATED_TENTHS))
    rank = args.rank * RELATED_TENTHS[args.how] // 10
    rule = "hybrid.skill.related" if args.how == "dissimilar" else "hybrid.ruling.related-fractions"
    table.emit(rule, args.actor, number=rank)
    return {"rank": rank}


@dataclass(frozen=True, slots=True)
class PoolOf(Action):
    """Ranks joined by +, as 10+8+6."""

    KIND: ClassVar[str] = "pool"
    ranks: tuple[str, ...]


def pool(table: Table, args: PoolOf) -> dict[str, Plain]:
    """Half the highest and a tenth of the others. hybrid.skill.pool.bonus"""
    ranks = [int(word) if word.isdecimal() and len(word) < 3 else -1 for word in args.ranks]
    for rank in ranks:
        check_rank(rank, "pool.ranks")
    bonus = pool_of(ranks)
    table.emit("hybrid.skill.pool.grouping", args.actor, number=len(ranks))
    table.emit("hybrid.skill.pool.bonus", args.actor, number=bonus)
    table.emit("hybrid.ruling.pool-rounding", args.actor, number=bonus)
    if (5 * max(ranks) + sum(ranks) - max(ranks)) // 10 > bonus:
        table.emit("hybrid.skill.pool.max", args.actor, number=bonus)
    return {"bonus": bonus}


@dataclass(frozen=True, slots=True)
class FilterOf(Action):
    """A skill used where a filter skill limits it; `unlock`: roll against the filter (its stat) for the full rank."""

    KIND: ClassVar[str] = "filter"
    rank: int
    filter: int = -1
    stat: int = 12
    unlock: bool = False


def filter_skill(table: Table, args: FilterOf) -> dict[str, Plain]:
    """hybrid.skill.filter.cap, hybrid.skill.filter.unlock"""
    check_rank(args.rank, "filter.rank")
    cap = max(0, args.filter)
    table.emit("hybrid.skill.filter.definition", args.actor, number=cap)
    if args.rank <= cap:
        return {"rank": args.rank, "rolled": False}
    table.emit("hybrid.skill.filter.cap", args.actor, number=cap)
    if not args.unlock:
        return {"rank": cap, "rolled": False}
    chance = table.tally()
    chance.add(success_chance(args.stat + cap), "hybrid.check.success-table")
    if args.filter < 0:
        chance.add(chance.total // 2 - chance.total, "hybrid.ruling.filter-fail", "no rank in the filter")
    if passed(table, "hybrid.skill.filter.unlock", args.actor, chance):
        return {"rank": args.rank, "rolled": True, "chance": chance.total}
    table.emit("hybrid.ruling.filter-fail", args.actor, number=cap)
    return {"rank": cap, "rolled": True, "chance": chance.total}


@dataclass(frozen=True, slots=True)
class Strange(Action):
    """A tool that differs from the usual one; `tries`: attempts to get used to it."""

    KIND: ClassVar[str] = "unfamiliar"
    stat: int
    tries: int = 0
    same_model: bool = False


def unfamiliar(table: Table, args: Strange) -> dict[str, Plain]:
    """DF -2, worn off one by one at DF -3 against the stat base alone. hybrid.skill.unfamiliar-tool"""
    left = 0 if args.same_model else UNFAMILIAR
    table.emit("hybrid.skill.unfamiliar-tool", args.actor, number=-left)
    if not 0 <= args.tries <= 20:
        raise BadInput(f"{args.tries} tries", field="unfamiliar.tries", expected="0 to 20")
    counts = 0
    for _ in range(args.tries):
        if left:
            counts += 10
            chance = table.tally()
            chance.add(success_chance(args.stat - 3), "hybrid.skill.unfamiliar-tool.remove")
            left -= 1 if passed(table, "hybrid.skill.unfamiliar-tool.remove", args.actor, chance) else 0
            table.emit("hybrid.ruling.unfamiliar-removal", args.actor, number=left)
    return {"df": -left, "counts": counts}


@dataclass(frozen=True, slots=True)
class Percent(Action):
    """What ranks of the three ways of counting give: specific (in the DF), support and general (in percent)."""

    KIND: ClassVar[str] = "percent"
    specific: int = 0
    support: tuple[str, ...] = ()
    general: int = 0


def percent(table: Table, args: Percent) -> dict[str, Plain]:
    """hybrid.ruling.general-support-percent"""
    supports = [int(word) if word.isdecimal() and len(word) < 3 else -1 for word in args.support]
    for rank in (args.specific, args.general, *supports):
        check_rank(rank, "percent")
    table.emit("hybrid.skill.specific", args.actor, number=args.specific)
    table.emit("hybrid.skill.support", args.actor, number=2 * sum(supports))
    if len(supports) > 1:
        table.emit("hybrid.skill.support.unlimited", args.actor, number=len(supports))
    table.emit("hybrid.skill.general", args.actor, number=args.general)
    table.cite("hybrid.ruling.general-support-percent")
    return {"df": args.specific, "percent": 2 * sum(supports) + args.general}


LEARNING = (
    Procedure(SkillOf, skill, "A skill of the list: stat basis, kind, cost.", "hybrid.skill.elements"),
    Procedure(SkillCost, skill_cost, "The base cost of a skill from its components.", "hybrid.skill.cost.composition"),
    Procedure(RaiseCost, raise_cost, "EEPs to raise a skill from one rank to another.", "hybrid.skill.cost.raise", write_rank),
    Procedure(
        Training,
        training,
        "EEPs from hours with a teacher, with a partner, alone.",
        "hybrid.skill.training.teacher",
        write_training,
    ),
    Procedure(Expertise, expertise, "What a rank is called; without one: unranked.", "hybrid.skill.rank.expertise"),
    Procedure(RelatedSkill, related_skill, "The rank a related skill lends.", "hybrid.skill.related"),
    Procedure(PoolOf, pool, "The bonus of a skill pool.", "hybrid.skill.pool.bonus"),
    Procedure(FilterOf, filter_skill, "A skill under a filter skill, with or without the roll.", "hybrid.skill.filter.cap"),
    Procedure(Strange, unfamiliar, "An unfamiliar tool, and getting used to it.", "hybrid.skill.unfamiliar-tool"),
    Procedure(Percent, percent, "Specific, support and general ranks.", "hybrid.skill.support"),
)
