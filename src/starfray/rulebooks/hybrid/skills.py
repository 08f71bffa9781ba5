"""Bringing a skill to bear: rank, related skills, filters, pools, general and support skills, setting up, hurrying."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.rules import Content, Plain, Table, Tally, counted
from starfray.rulebooks.hybrid.derived import action_tally, add_type_df, mental_stat, stat_base
from starfray.rulebooks.hybrid.skill_check import chance_of, passed, take_share
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Related, SkillPool, UnderWay, Weapon

#: hybrid.ruling.related-fractions: how many tenths of a related skill's rank come to bear
RELATED_TENTHS = {"similar": 4, "dissimilar": 2, "far-fetched": 1}
HEAVY_ARMOUR = -2  # armour that lowers PAG by this much or more asks for Armour Wearing
UNFAMILIAR = 2  # hybrid.skill.unfamiliar-tool
SET_UP = 20  # hybrid.setup.bonus: and 2 per rank
THROWS_ANYTHING = "throw-object"


def rank_of(actor: Fighter, skill: str) -> int | None:
    """The rank in a skill, or what a related one lends; None: unranked. hybrid.skill.rank.unranked"""
    if skill in actor.skills:
        return actor.skills[skill]
    lender = lender_of(actor, skill)
    return lent_by(actor, lender) if lender is not None else None


def rank_with(actor: Fighter, weapon: Weapon) -> int | None:
    """The rank in a weapon's skill, or in the general skill that throws anything. hybrid.skill.general"""
    rank = rank_of(actor, weapon.skill)
    return actor.skills.get(THROWS_ANYTHING) if rank is None and weapon.way == "thrown" else rank


def lender_of(actor: Fighter, skill: str) -> Related | None:
    """The related skill that lends most to this one. hybrid.skill.related"""
    best: Related | None = None
    for lender in actor.related:
        if (
            lender.wanted == skill
            and lender.skill in actor.skills
            and (best is None or lent_by(actor, lender) > lent_by(actor, best))
        ):
            best = lender
    return best


def lent_by(actor: Fighter, lender: Related) -> int:
    return actor.skills[lender.skill] * RELATED_TENTHS[lender.how] // 10


def pool_bonus(actor: Fighter, skill: str) -> int:
    """The best pool the skill belongs to."""
    best = 0
    for pool in actor.pools:
        if skill in pool.skills:
            best = max(best, worth_of_pool(actor, pool))
    return best


def worth_of_pool(actor: Fighter, pool: SkillPool) -> int:
    return pool_of([actor.skills.get(skill, 0) for skill in pool.skills])


def pool_of(ranks: list[int]) -> int:
    """Half the highest and a tenth of the others, rounded down once, at most the highest. hybrid.ruling.pool-rounding"""
    if not ranks:
        return 0
    highest = max(ranks)
    return min(highest, (5 * highest + sum(ranks) - highest) // 10)  # hybrid.skill.pool.max


def filters_on(state: Hybrid, actor: Fighter) -> list[str]:
    """Skills of the list (hybrid.skill.filter.list) that limit physical skills here. hybrid.skill.filter.definition"""
    worn = ["armour-wearing"] if sum(piece.pag for piece in actor.armour) <= HEAVY_ARMOUR else []
    if not state.filters and not actor.filters:
        return worn
    return list(dict.fromkeys([*state.filters, *actor.filters, *worn]))


def capped_by(state: Hybrid, actor: Fighter, rank: int) -> list[str]:
    """Filters whose rank is under this one; none known counts as 0. hybrid.skill.filter.cap, hybrid.ruling.filter-fail"""
    return [filter_skill for filter_skill in filters_on(state, actor) if actor.skills.get(filter_skill, 0) < rank]


def unlock(state: Hybrid, table: Table, actor: Fighter, known: int | None) -> list[str]:
    """Roll against each filter that caps this rank; those made are lifted for this use. hybrid.skill.filter.unlock"""
    lifted: list[str] = []
    for filter_skill in capped_by(state, actor, known or 0):
        bases = str(table.content.entry("skills", filter_skill)["basis"])
        df = action_tally(state, table, actor, mental_stat(bases))
        df.add(stat_base(actor, bases)[0], "hybrid.skill.filter.unlock", bases.upper())
        rank = actor.skills.get(filter_skill)
        df.add(rank or 0, "hybrid.check.df-equation", f"rank in {filter_skill}")
        add_type_df(state, table, df, filter_skill)
        chance = chance_of(table, df)
        if rank is None:
            take_share(chance, 1, 2, "hybrid.ruling.filter-fail", "no rank in the filter")
        if passed(table, "hybrid.skill.filter.unlock", actor.id, chance):
            lifted.append(filter_skill)
        else:
            table.emit("hybrid.ruling.filter-fail", actor.id, note=filter_skill)
        table.merge("hybrid.skill.filter.unlock", tuple(lifted))
    return lifted


class Use:
    """One use of a skill: which, for what kind of action, and what else bears on it."""

    __slots__ = ("general", "lifted", "mental", "skill", "tasks", "under_way", "weapon")

    def __init__(
        self,
        skill: str,
        tasks: tuple[str, ...] = (),
        *,
        weapon: Weapon | None = None,
        under_way: UnderWay | None = None,
        mental: bool = False,
        lifted: list[str] | None = None,
        general: str = "",
        florentine: bool = False,
    ) -> None:
        self.skill = skill
        #: support skills for these kinds of action help: parry, block, called-shot, quickdraw, feint, disarm, fend, blow …
        self.tasks = (*tasks, "florentine") if florentine else tasks
        self.weapon = weapon
        self.under_way = under_way  # hurried? set up?
        self.mental = mental
        self.lifted = lifted or []
        self.general = general  # a general skill that covers it thinly


def skill_chance(state: Hybrid, table: Table, actor: Fighter, df: Tally, use: Use) -> Tally:
    """From a DF with stat and modifiers to the success chance, in the order of hybrid.ruling.chance-order."""
    rank = add_rank(state, df, actor, use)
    if use.weapon is not None and use.weapon.unfamiliar:
        df.add(-use.weapon.unfamiliar, "hybrid.skill.unfamiliar-tool", use.weapon.name or use.weapon.key)
    add_type_df(state, table, df, use.skill)
    as_df = state.ruling("general-support-percent") == "df"
    general = actor.skills.get(use.general) if rank is None and use.general else None
    thinly, words = limited(state, actor, use, general or 0)
    if as_df:
        points = sum(2 * actor.skills[skill] for skill in supports(table, actor, use)) + thinly
        if points:
            df.add(points // 4, "hybrid.ruling.general-support-percent", "4 % are 1 DF")
    chance = chance_of(table, df)
    if not as_df:
        if general is not None:
            chance.add(general, "hybrid.skill.general", use.general)
            if thinly < general:
                chance.add(thinly - general, "hybrid.skill.filter.cap", words)
        add_support(chance, table, actor, use)
    if use.under_way is not None and use.under_way.set_up:
        chance.add(SET_UP + 2 * (thinly if rank is None else rank), "hybrid.setup.bonus")
    add_shares(state, chance, use, rank is None and general is None)
    return chance


def add_rank(state: Hybrid, df: Tally, actor: Fighter, use: Use) -> int | None:
    """What counts of the rank; None for somebody unranked (hybrid.skill.rank.unranked). A rank of 0 adds nothing, but it is one
    (hybrid.skill.rank.zero), and a general skill adds to the chance, not to the DF.
    """
    rank = rank_of(actor, use.skill) if use.skill != use.general else None
    if rank is None:
        return None
    lender = lender_of(actor, use.skill) if use.skill not in actor.skills else None
    if lender is not None:
        rule = "hybrid.skill.related" if lender.how == "dissimilar" else "hybrid.ruling.related-fractions"
        df.add(rank, rule, f"lent by {lender.skill}")
    else:
        df.add(rank, "hybrid.skill.specific", f"rank in {use.skill}")
    capped, words = limited(state, actor, use, rank)
    if capped < rank:
        df.add(capped - rank, "hybrid.skill.filter.cap", words)
    bonus = pool_bonus(actor, use.skill)
    if bonus:
        df.add(bonus, "hybrid.skill.pool.bonus", "pool")
    return capped


def limited(state: Hybrid, actor: Fighter, use: Use, rank: int) -> tuple[int, str]:
    """What the filters that are not lifted leave of a rank, and the one that does. hybrid.skill.filter.cap"""
    if use.mental or not rank:
        return rank, ""
    words = ""
    for filter_skill in capped_by(state, actor, rank):
        cap = actor.skills.get(filter_skill, 0)
        if filter_skill not in use.lifted and cap < rank:
            rank, words = cap, f"{filter_skill} {cap}"
    return rank, words


def add_trained(state: Hybrid, df: Tally, actor: Fighter, skill: str, mental: bool = False) -> None:
    """A stat roll that a skill helps: its rank as far as the filters let it, nothing without it. hybrid.ruling.unranked"""
    rank = actor.skills.get(skill, 0)
    df.add(rank, "hybrid.skill.specific", f"rank in {skill}")
    capped, words = limited(state, actor, Use(skill, mental=mental), rank)
    if capped < rank:
        df.add(capped - rank, "hybrid.skill.filter.cap", words)


def supports(table: Table, actor: Fighter, use: Use) -> list[str]:
    """Every support skill that helps this kind of action; there is no limit. hybrid.skill.support.unlimited"""
    rows = support_skills(table.content)
    return [skill for skill, rank in actor.skills.items() if rank and skill in rows and helps(skill, rows[skill], use)]


@lru_cache(maxsize=64)
def support_skills(content: Content) -> dict[str, dict[str, Plain]]:
    return {skill: row for skill, row in content.tables["skills"].items() if row["kind"] == "support"}


def helps(skill: str, row: dict[str, Plain], use: Use) -> bool:
    """Long Sword: Parry, by its name; others say which skills (`helps`) and which actions (`tasks`) they are for."""
    if "tasks" not in row:
        return any(skill == f"{task}-{use.skill}" for task in use.tasks)
    return any(task in row["tasks"] for task in use.tasks) and use.skill in row.get("helps", [use.skill])


def add_support(chance: Tally, table: Table, actor: Fighter, use: Use) -> None:
    helping = supports(table, actor, use)
    for place, skill in enumerate(helping):
        rule = "hybrid.skill.support" if place == 0 else "hybrid.skill.support.unlimited"
        chance.add(2 * actor.skills[skill], rule, skill)


def add_shares(state: Hybrid, chance: Tally, use: Use, unranked: bool) -> None:
    """All fractions together, rounded down once."""
    hurried = use.under_way is not None and use.under_way.rushed > 0
    halved = unranked and state.ruling("unranked") != "plain"
    if use.under_way is not None and hurried and halved:
        take_share(chance, use.under_way.rushed, 2 * use.under_way.needed, "hybrid.ruling.unranked", "unranked, rushed")
    elif halved:
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    elif use.under_way is not None:
        add_haste(chance, use.under_way)


def add_haste(chance: Tally, under_way: UnderWay) -> None:
    """So much of the time, so much of the chance. hybrid.action.speed-up"""
    if under_way.rushed:
        note = f"{under_way.rushed} of {counted(under_way.needed, 'count')}"
        take_share(chance, under_way.rushed, under_way.needed, "hybrid.action.speed-up", note)


def in_haste(table: Table, actor: Fighter, under_way: UnderWay) -> bool:
    """What succeeds without a roll needs one when it is hurried; does it come to nothing? hybrid.ruling.speedup"""
    if not under_way.rushed:
        return False
    chance = table.tally()
    chance.add(100, "hybrid.ruling.speedup", "needs no roll, if not hurried")
    add_haste(chance, under_way)
    failed = not passed(table, "hybrid.ruling.speedup", actor.id, chance)
    if failed:
        table.emit("hybrid.ruling.speedup", actor.id, note="too hasty: it comes to nothing")
    return failed
