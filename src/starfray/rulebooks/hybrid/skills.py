"""Bringing a skill to bear: rank, related skills, filters, pools, general and support skills, setting up, hurrying."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.check import chance_of, passed, take_share
from starfray.rulebooks.hybrid.figures import action_tally, add_type_df, mental_stat, stat_base
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Related, SkillPool, UnderWay, Weapon

#: hybrid.ruling.related-fractions: how many tenths of a related skill's rank come to bear
RELATED_TENTHS = {"similar": 4, "dissimilar": 2, "far-fetched": 1}
HEAVY_ARMOUR = -2  # armour that lowers PAG by this much or more asks for Armour Wearing
UNFAMILIAR = 2  # hybrid.skill.unfamiliar-tool
SET_UP = 20  # hybrid.setup.bonus: and 2 per rank
THROWS_ANYTHING = "throw-object"


def rank_of(one: Fighter, skill: str) -> int | None:
    """The rank in a skill, or what a related one lends; None: unranked. hybrid.skill.rank.unranked"""
    if skill in one.skills:
        return one.skills[skill]
    lender = lender_of(one, skill)
    return lent_by(one, lender) if lender is not None else None


def rank_with(one: Fighter, weapon: Weapon) -> int | None:
    """The rank in a weapon's skill, or in the general skill that throws anything. hybrid.skill.general"""
    rank = rank_of(one, weapon.skill)
    return one.skills.get(THROWS_ANYTHING) if rank is None and weapon.way == "thrown" else rank


def lender_of(one: Fighter, skill: str) -> Related | None:
    """The related skill that lends most to this one. hybrid.skill.related"""
    best: Related | None = None
    for each in one.related:
        if each.wanted == skill and each.skill in one.skills and (best is None or lent_by(one, each) > lent_by(one, best)):
            best = each
    return best


def lent_by(one: Fighter, lender: Related) -> int:
    return one.skills[lender.skill] * RELATED_TENTHS[lender.how] // 10


def pool_bonus(one: Fighter, skill: str) -> int:
    """The best pool the skill belongs to."""
    best = 0
    for each in one.pools:
        if skill in each.skills:
            best = max(best, worth_of_pool(one, each))
    return best


def worth_of_pool(one: Fighter, pool: SkillPool) -> int:
    return pool_of([one.skills.get(each, 0) for each in pool.skills])


def pool_of(ranks: list[int]) -> int:
    """Half the highest and a tenth of the others, rounded down once, at most the highest. hybrid.ruling.pool-rounding"""
    if not ranks:
        return 0
    highest = max(ranks)
    return min(highest, (5 * highest + sum(ranks) - highest) // 10)  # hybrid.skill.pool.max


def filters_on(state: Hybrid, one: Fighter) -> list[str]:
    """The filter skills that limit physical skills here. hybrid.skill.filter.definition"""
    asked = [*state.filters, *one.filters]
    if sum(each.pag for each in one.armour) <= HEAVY_ARMOUR:
        asked.append("armour-wearing")
    return list(dict.fromkeys(asked))


def capped_by(state: Hybrid, one: Fighter, rank: int) -> list[str]:
    """Filters whose rank is under this one; none known counts as 0. hybrid.skill.filter.cap, hybrid.ruling.filter-fail"""
    return [each for each in filters_on(state, one) if one.skills.get(each, 0) < rank]


def unlock(state: Hybrid, table: Table, one: Fighter, weapon: Weapon) -> list[str]:
    """Roll against each filter that caps the skill; those made are lifted for this use. hybrid.skill.filter.unlock"""
    lifted: list[str] = []
    for each in capped_by(state, one, rank_with(one, weapon) or 0):
        bases = str(table.content.entry("skills", each)["basis"])
        df = action_tally(state, table, one, mental_stat(bases))
        df.add(stat_base(one, bases)[0], "hybrid.skill.filter.unlock", bases.upper())
        rank = one.skills.get(each)
        df.add(rank or 0, "hybrid.check.df-equation", f"rank in {each}")
        add_type_df(state, table, df, each)
        chance = chance_of(table, df)
        if rank is None:
            take_share(chance, 1, 2, "hybrid.ruling.filter-fail", "no rank in the filter")
        if passed(table, "hybrid.skill.filter.unlock", one.id, chance):
            lifted.append(each)
        else:
            table.emit("hybrid.ruling.filter-fail", one.id, note=each)
        table.same("hybrid.skill.filter.unlock", tuple(lifted))
    return lifted


class Use:
    """One use of a skill: which, for what kind of action, and what else bears on it."""

    __slots__ = ("florentine", "general", "lifted", "mental", "mine", "skill", "task", "weapon")

    def __init__(
        self,
        skill: str,
        task: str = "",
        *,
        weapon: Weapon | None = None,
        mine: UnderWay | None = None,
        mental: bool = False,
        lifted: list[str] | None = None,
        general: str = "",
        florentine: bool = False,
    ) -> None:
        self.skill = skill
        self.task = task  # support skills for this kind of action help: parry, block, called-shot, quickdraw
        self.weapon = weapon
        self.mine = mine  # hurried? set up?
        self.mental = mental
        self.lifted = lifted or []
        self.general = general  # a general skill that covers it thinly
        self.florentine = florentine


def skill_chance(state: Hybrid, table: Table, one: Fighter, df: Tally, use: Use) -> Tally:
    """From a DF with stat and modifiers to the success chance, in the order of hybrid.ruling.chance-order."""
    rank = add_rank(state, df, one, use)
    if use.weapon is not None and use.weapon.unfamiliar:
        df.add(-use.weapon.unfamiliar, "hybrid.skill.unfamiliar-tool", use.weapon.name or use.weapon.key)
    add_type_df(state, table, df, use.skill)
    as_df = state.rulings.get("general-support-percent") == "df"
    general = one.skills.get(use.general) if rank is None and use.general else None
    thinly, words = limited(state, one, use, general or 0)
    if as_df:
        points = sum(2 * one.skills[each] for each in supports(one, use)) + thinly
        if points:
            df.add(points // 4, "hybrid.ruling.general-support-percent", "4 % are 1 DF")
    chance = chance_of(table, df)
    if not as_df:
        if general is not None:
            chance.add(general, "hybrid.skill.general", use.general)
            if thinly < general:
                chance.add(thinly - general, "hybrid.skill.filter.cap", words)
        add_support(chance, one, use)
    if use.mine is not None and use.mine.set_up:
        chance.add(SET_UP + 2 * (thinly if rank is None else rank), "hybrid.setup.bonus")
    add_shares(state, chance, use, rank is None and general is None)
    return chance


def add_rank(state: Hybrid, df: Tally, one: Fighter, use: Use) -> int | None:
    rank = rank_of(one, use.skill) if use.skill != use.general else None  # a general skill adds to the chance, not to the DF
    if rank is None:
        if use.general not in one.skills:
            df.add(0, "hybrid.skill.rank.unranked", use.skill)
        return None
    lender = lender_of(one, use.skill) if use.skill not in one.skills else None
    if lender is not None:
        rule = "hybrid.skill.related" if lender.how == "dissimilar" else "hybrid.ruling.related-fractions"
        df.add(rank, rule, f"lent by {lender.skill}")
    elif rank:
        df.add(rank, "hybrid.skill.specific", f"rank in {use.skill}")
    else:
        df.add(0, "hybrid.skill.rank.zero", use.skill)
    capped, words = limited(state, one, use, rank)
    if capped < rank:
        df.add(capped - rank, "hybrid.skill.filter.cap", words)
    bonus = pool_bonus(one, use.skill)
    if bonus:
        df.add(bonus, "hybrid.skill.pool.bonus", "pool")
    return capped


def limited(state: Hybrid, one: Fighter, use: Use, rank: int) -> tuple[int, str]:
    """What the filters that are not lifted leave of a rank, and the one that does. hybrid.skill.filter.cap"""
    words = ""
    for each in capped_by(state, one, rank) if not use.mental else []:
        cap = one.skills.get(each, 0)
        if each not in use.lifted and cap < rank:
            rank, words = cap, f"{each} {cap}"
    return rank, words


def add_trained(state: Hybrid, df: Tally, one: Fighter, skill: str, mental: bool = False) -> None:
    """A stat roll that a skill helps: its rank as far as the filters let it, nothing without it. hybrid.ruling.unranked"""
    rank = one.skills.get(skill, 0)
    if not rank:
        return
    df.add(rank, "hybrid.skill.specific", f"rank in {skill}")
    capped, words = limited(state, one, Use(skill, mental=mental), rank)
    if capped < rank:
        df.add(capped - rank, "hybrid.skill.filter.cap", words)


def supports(one: Fighter, use: Use) -> list[str]:
    """Every support skill that helps this kind of action; there is no limit. hybrid.skill.support.unlimited"""
    names = [f"{use.task}-{use.skill}"] if use.task else []
    if use.florentine:
        names.append("florentine")
    return [each for each in names if one.skills.get(each)]


def add_support(chance: Tally, one: Fighter, use: Use) -> None:
    helping = supports(one, use)
    for place, each in enumerate(helping):
        rule = "hybrid.skill.support" if place == 0 else "hybrid.skill.support.unlimited"
        chance.add(2 * one.skills[each], rule, each)


def add_shares(state: Hybrid, chance: Tally, use: Use, unranked: bool) -> None:
    """All fractions together, rounded down once."""
    hurried = use.mine is not None and use.mine.rushed > 0
    halved = unranked and state.rulings.get("unranked") != "plain"
    if use.mine is not None and hurried and halved:
        take_share(chance, use.mine.rushed, 2 * use.mine.needed, "hybrid.ruling.unranked", "unranked, rushed")
    elif halved:
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    elif use.mine is not None and hurried:
        note = f"{use.mine.rushed} of {use.mine.needed} counts"
        take_share(chance, use.mine.rushed, use.mine.needed, "hybrid.action.speed-up", note)
