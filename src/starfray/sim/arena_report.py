"""What an arena found, as Markdown and as a page."""

from __future__ import annotations

from math import sqrt

from starfray.engine.compiled import COMPILED
from starfray.sim.arena import Arena
from starfray.sim.cluster_worker import build
from starfray.sim.page import Bar, bars, page, table
from starfray.sim.ratings import Rating
from starfray.sim.result import Z
from starfray.version import VERSION

HEAD = ("policy", "Elo", "95 % interval", "points", "fights")


def rating_rows(found: list[Rating]) -> list[tuple[str, ...]]:
    """One row for each policy, the strongest first."""
    rows: list[tuple[str, ...]] = []
    for each in sorted(found, key=lambda rating: -rating.elo):
        span = f"{each.low:+.0f} to {each.high:+.0f}" if each.high > each.low else "the measure"
        rows.append((each.name, f"{each.elo:+.0f}", span, f"{100 * each.points:.1f} %", f"{each.fights:,}"))
    return rows


def gain_head(whole: Arena) -> tuple[str, ...]:
    return ("fight", "side", whole.policies[0], *whole.policies[1:])


def gain_rows(whole: Arena) -> list[tuple[str, ...]]:
    """For each side of each fight: the points of every policy against the first one, with a standard error."""
    rows: list[tuple[str, ...]] = []
    first = whole.policies[0]
    for pairing in whole.pairings:
        if pairing.policies != (first, first) or not pairing.fights:
            continue
        for side, name in enumerate(pairing.sides):
            shares = [whole.share(pairing.fight, side, policy, first) for policy in whole.policies]
            rows.append((pairing.fight, name, *(share_words(share, count) for share, count in shares)))
    return rows


def share_words(share: float, count: int) -> str:
    return f"{100 * share:.0f} ± {100 * error_of(share, count):.0f}" if count else "none played"


def error_of(share: float, count: int) -> float:
    """The standard error of a share; a little even where all fights went the same way."""
    return sqrt(max(share * (1 - share), 0.25 / count) / count)


def mean_gains(whole: Arena) -> list[tuple[str, float, float, int]]:
    """By how many points each policy is better than the first against the first, on average over the sides; with half a 95 %
    interval and the number of sides. Sides count alike. What the first policy has against itself on one side it lacks on the
    other: its luck cancels out where both sides were played.
    """
    found = []
    first = whole.policies[0]
    for policy in whole.policies[1:]:
        gains, variance = [], 0.0
        for pairing in whole.pairings:
            if pairing.policies != (first, first) or not pairing.fights:
                continue
            base = whole.share(pairing.fight, 0, first, first)[0]
            shares = [whole.share(pairing.fight, side, policy, first) for side in (0, 1)]
            gains += [share - own for (share, count), own in zip(shares, (base, 1 - base), strict=True) if count]
            variance += sum(error_of(*each) ** 2 for each in shares if each[1])
            if not all(count for _, count in shares):
                variance += error_of(base, pairing.fights) ** 2
        if gains:
            found.append((policy, 100 * sum(gains) / len(gains), 100 * Z * sqrt(variance) / len(gains), len(gains)))
    return found


def gain_words(whole: Arena) -> list[str]:
    return [
        f"{policy} gains {gain:+.1f} ± {half:.1f} points on {whole.policies[0]}, on average over {count} sides."
        for policy, gain, half, count in mean_gains(whole)
    ]


def foot(whole: Arena) -> str:
    build = "compiled" if COMPILED else "interpreted"
    return (
        f"Seed {whole.seed}, the same dice for all; {build} build. Points are wins and half of the draws; "
        "± is one standard error for a side, a 95 % interval for an average."
    )


def arena_markdown(whole: Arena, command: str) -> str:
    """A page for the repository."""
    played_with = f"Starfray {VERSION}, rules {build().rules}"
    lines = ["# Arena: policies against each other", "", f"`{command}` writes this page. {played_with}. {foot(whole)}", ""]
    lines += [*_markdown(HEAD, rating_rows(whole.ratings())), *gain_words(whole), "", f"Played: {played(whole)}.", ""]
    lines += [f"Points of each policy against {whole.policies[0]}, in per cent:", ""]
    lines += _markdown(gain_head(whole), gain_rows(whole))
    return "\n".join(lines)


def played(whole: Arena) -> str:
    """How often; an arena that was interrupted has played some pairings more often than others, and less than it was asked."""
    counts = [pairing.fights for pairing in whole.pairings]
    low, high = min(counts), max(counts)
    stuck = sum(pairing.stalemates for pairing in whole.pairings)
    words = f"; {stuck} of all {sum(counts):,} were stalemates" if stuck else "; none was a stalemate"
    if low == high:
        return f"{low} fights of each pairing{words}"
    return f"{low} to {high} fights of each pairing, then it was interrupted{words}"


def _markdown(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows), ""]


def arena_page(whole: Arena) -> str:
    found = whole.ratings()
    most = max([1.0, *(max(abs(each.low), abs(each.high)) for each in found)])
    strengths = [
        Bar(each.name, each.elo / most, each.low / most, each.high / most, f"{each.elo:+.0f}")
        for each in sorted(found, key=lambda rating: -rating.elo)
    ]
    sections = [
        (f"Elo above {whole.policies[0]}", bars(strengths, signed=True)),
        ("Ratings", table(HEAD, rating_rows(found), (1, 2, 3, 4))),
        (f"Points of each policy against {whole.policies[0]}", table(gain_head(whole), gain_rows(whole))),
    ]
    names = ", ".join(dict.fromkeys(pairing.fight for pairing in whole.pairings))
    return page("Policies against each other", names, gain_words(whole), sections, foot(whole))
