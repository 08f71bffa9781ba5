"""What if: a fight and its variations played side by side; what moves the odds, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim.paired import Progress, Row, compare
from starfray.sim.variations import Built, buildable, expanded, fight_data_of, usual

AS_WRITTEN = "as written"
EVEN = 0.05 + 1e-9  # as near to even as this counts as fair
ENOUGH = 0.08  # a change known to ± this much needs no more fights


@dataclass(slots=True)
class WhatIf:
    """The fight as written, its variations (those that move the odds most first), and what could not be tried."""

    side: str  # whose chances the table is about
    base: Row
    rows: list[Row] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    seed: int = 0

    def plain(self) -> dict[str, Plain]:
        return {
            "side": self.side,
            "seed": self.seed,
            "base": self.base.plain(),
            "rows": [row.plain() for row in self.rows],
            "refused": [{"what": words, "why": why} for words, why in self.refused],
            "summary": verdict(self),
        }


def what_if(
    fight: Fight,
    lines: list[str],
    count: int,
    *,
    path: Path | None = None,
    side: str = "",
    seed: int | None = None,
    workers: int = 1,
    policies: dict[str, str] | None = None,
    progress: Progress | None = None,
    came: Callable[[Row, str], None] | None = None,
    cluster: str = "",
) -> WhatIf:
    """Play a fight and variations of it, `count` times at most. `path` is the file it was written in, if it is to be varied
    as written. Without lines the usual things are tried, and only those that stay uncertain as often as that. `came` is told
    of each row as soon as there is one, and whose chances count. The fight itself is left alone.
    """
    names = sides(fight.state)
    if side and side not in names:
        raise BadInput(f"no side {side!r}", field="--side", expected=", ".join(names))
    built, refused = build_variations(fight, lines, path)
    chosen = policies or {}
    seed = fight.seed if seed is None else seed
    side = side or next((combatant.side for combatant in fight.state.roster.values() if combatant.seat), names[0])
    found = compare(
        [(AS_WRITTEN, fight), *((words, varied) for words, varied, _ in built)],
        count,
        seed=seed,
        workers=workers,
        policies=[chosen, *({**chosen, **own} for _, _, own in built)],
        progress=progress,
        cluster=cluster,
        enough=0.0 if lines else ENOUGH,
        came=None if came is None else lambda row: came(row, side),
    )
    rows = sorted(found.rows[1:], key=lambda row: -abs(row.sides[side].change))
    return WhatIf(side, found.rows[0], rows, refused if not lines else [], seed)


def build_variations(fight: Fight, lines: list[str], path: Path | None) -> tuple[list[Built], list[tuple[str, str]]]:
    """The fights the lines stand for, or without lines the usual ones; and what could not be built, with the reason."""
    fight_data = fight_data_of(fight, path)
    wanted = [variation for line in lines for variation in expanded(line)] if lines else usual(fight_data)
    built, refused = buildable(fight_data, wanted)
    if lines and refused:
        raise BadInput(f"{refused[0][0]}: {refused[0][1]}", field="--vary")
    if not built:
        raise BadInput("there is nothing to vary", field="--vary", expected='something like "thug +1"')
    return built, refused


def fair_share(row: Row) -> float:
    """What everybody would have if the fights somebody wins were shared out evenly."""
    return (1 - row.draws) / len(row.sides)


def unfairness(row: Row) -> float:
    """How far the side that does best is above an even share."""
    return max(share.share for share in row.sides.values()) - fair_share(row)


def evening(found: WhatIf) -> list[Row]:
    """What would make an uneven fight about even, the best first."""
    if unfairness(found.base) <= EVEN:
        return []
    return [row for row in sorted(found.rows, key=unfairness) if unfairness(row) <= EVEN][:3]


def verdict(found: WhatIf) -> list[str]:
    """In plain words: is it fair, what moves it, what would make it fair."""
    base = found.base
    ahead = max(base.sides, key=lambda side: base.sides[side].share)
    lead = base.sides[ahead]
    words = [
        f"As written {ahead} wins {percent(lead.share)} of the fights ({percent(lead.low)} to {percent(lead.high)})"
        + (f"; nobody wins {percent(base.draws)}." if base.draws else ".")
    ]
    if unfairness(base) <= EVEN:
        sure = lead.high - fair_share(base) <= 2 * EVEN
        words.append("That is about even." if sure else f"That is about even, as far as {base.fights} fights tell.")
    elif lead.low <= fair_share(base):
        words.append("That may be even: the interval still holds an even share; more fights (-n) would tell.")
    else:
        words.append(f"That is not even: an even share would be {percent(fair_share(base))}.")
    moving = [row for row in found.rows if row.sides[found.side].moves]
    if moving:
        top = "; ".join(f"{row.words} ({points(row.sides[found.side].change)})" for row in moving[:3])
        words.append(f"What moves {found.side}'s chances most: {top}.")
    else:
        words.append("Nothing that was tried moves the chances more than luck does.")
    if unfairness(base) > EVEN and found.rows:
        best = min(found.rows, key=unfairness)
        fit = evening(found)
        if fit:
            told = "; ".join(f"{row.words} ({found.side} {percent(row.sides[found.side].share)})" for row in fit)
            words.append(f"What would make it about even: {told}.")
        elif unfairness(best) < unfairness(base):
            words.append(
                f"Nothing tried makes it even; nearest comes {best.words} ({found.side} "
                f"{percent(best.sides[found.side].share)}). Try stronger changes, or several joined by ';'."
            )
    return words


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def points(change: float) -> str:
    return f"{100 * change:+.0f} points"
