"""`starfray odds … --times N`: the same act several times over, every one of them from the position as it stands."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.odds import Chances, Odds, is_whole
from starfray.terminal.output import Output, percent

MOST_TIMES = 1000
MOST_ROWS = 12  # of a figure; more values than that are told in steps
SELDOM = 5e-4


def check_times(times: int, report: str, csv: str) -> None:
    if not 1 <= times <= MOST_TIMES:
        raise BadInput(f"{times} times", field="--times", expected=f"1 to {MOST_TIMES:,}")
    if times > 1 and (report or csv):
        raise BadInput("a report tells of one act", field="--times", expected="--json, or no --report and no --csv")


def repeated(found: Odds, times: int) -> dict[str, Chances]:
    """The figures that change by whole numbers, those that move most first, and what so many acts change them by."""
    paths = []
    for part in found.parts.values():
        for path in part.figures():
            before = found.before.get(path)
            if all(is_whole(value) for value in (before, *part.values(path, before))):
                paths.append(path)
    paths.sort(key=lambda path: -abs(found.expected(path)))
    return {path: found.change_of(path).times(times) for path in paths}


def plain_times(found: Odds, times: int) -> dict[str, Plain]:
    figures = {
        path: {"expected": chances.mean, "deviation": chances.deviation,
               "changes": {str(value): p for value, p in chances.values().items()}}
        for path, chances in repeated(found, times).items()
    }  # fmt: skip
    return {"count": times, "figures": figures}


def show_times(output: Output, found: Odds, times: int) -> None:
    output.title(f"{found.action}, {times} times")
    words = "Every one starts from the position as it stands: what one of them changes does not weigh on the next."
    output.wrap(words, "", "", "dim")
    varied = {path: chances for path, chances in repeated(found, times).items() if len(chances.values()) > 1}
    if not varied:
        output.say("No figure turns on the dice here and changes by whole numbers.")
    for path, chances in varied.items():
        before = int(found.before[path])
        gone = chances.at_most(-before) if before > 0 else 0.0
        words = f"{path} changes by {chances.mean:+.2f} on average, give or take {chances.deviation:.2f}"
        output.wrap(words + (f"; falls by {before} or more: {percent(gone)}" if gone > SELDOM else ""), "", "  ", "bold")
        for label, p in rows(chances):
            output.say(f"{percent(p):>7} {output.bar(p)} {label}")


def rows(chances: Chances) -> list[tuple[str, float]]:
    """The changes from the highest down, in steps of equal width if they are many; what hardly ever happens is left off."""
    likely = [value for value, p in chances.values().items() if p >= SELDOM]
    width = 1 + (likely[-1] - likely[0]) // MOST_ROWS if likely else 1
    found = []
    for high in range(likely[-1], likely[0] - 1, -width) if likely else ():
        low = max(high - width + 1, likely[0])
        p = sum(chances.chance_of(value) for value in range(low, high + 1))
        if p >= SELDOM:
            found.append((f"{high:+d}" if low == high else f"{high:+d} to {low:+d}", p))
    return found
