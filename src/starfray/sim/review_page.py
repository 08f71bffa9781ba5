"""A review as a page with its curve, and as rows for a spreadsheet."""

from __future__ import annotations

from html import escape

from starfray.sim.page import WIDTH, Bar, bars, page, percent, table
from starfray.sim.report_parts import to_csv
from starfray.sim.review import DECISION, LUCK, SURE, Act, Person, Review

TALL = 400
CURVE_STYLE = (
    "<style>.curve svg { height: auto; } .curve .area { fill: var(--soft); } .curve .line { fill: none; stroke: var(--bar); "
    "stroke-width: 3; vector-effect: non-scaling-stroke; stroke-linejoin: round; } .curve .band { fill: var(--bar); "
    "opacity: .18; } .curve text { font-size: 32px; fill: var(--dim); } .curve .turn { fill: var(--bar2); } "
    ".curve .turn.up { fill: var(--bar); } .curve text.n { fill: var(--paper); text-anchor: middle; font-weight: 700; } "
    ".curve .even { stroke-dasharray: 6 6; } details { margin: .2rem 0; } summary { cursor: pointer; }</style>"
)


def sum_words(found: Review, side: str) -> str:
    """'crew: 41.0 at the start, own dice −20.0, …: 0.0 in the end.'"""
    sums = found.sums(side)
    names = (
        ("own_luck", "own dice"),
        ("other_luck", "others' dice"),
        ("own_decisions", "own decisions"),
        ("other_decisions", "others' decisions"),
        ("edits", "the GM's hand"),
        ("unseen", "what was not known"),
    )
    parts = [f"{name} {signed(sums[key])}" for key, name in names if abs(sums[key]) >= 0.0005 or key.startswith("own")]
    return (
        f"{side or 'nobody'}: {100 * sums['start']:.1f} at the start, {', '.join(parts)}: "
        f"{100 * sums['result']:.1f} {'in the end' if found.over else 'at the last act reviewed'}."
    )


def person_words(person: Person) -> str:
    told = f"{person.name} ({person.side or 'nobody'}{', ' + person.seat if person.seat else ''}): dice {signed(person.luck)}"
    told += f"{spread(person, LUCK)} in {person.throws} throws, decisions {signed(person.decisions)}{spread(person, DECISION)}"
    if person.ratings:
        good = sum(1 for rating in person.ratings if rating != "costly")
        told += f"; {good} of {len(person.ratings)} best or close, {100 * person.cost:.1f} given away"
    return told


def spread(person: Person, kind: str) -> str:
    within = person.within(kind)
    return f" ± {100 * within:.0f}" if within else ""


def signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def review_page(found: Review) -> str:
    side = found.sides[0]
    words = [sum_words(found, each) for each in found.sides]
    if len(found.acts) < found.of:
        words.append(f"Interrupted: the first {len(found.acts)} of {found.of} acts.")
    turns = [
        [str(number), f"{signed(act.moved(side))}", f"{act.number}", act.headline]
        for number, act in enumerate(found.turning_points(), 1)
    ]
    people = list(found.people.values())
    luck = [person_bar(person, LUCK, person.luck) for person in people if person.throws]
    decisions = [person_bar(person, DECISION, person.decisions) for person in people if person.decisions]
    cost = [
        [person.name, rating_words(person), f"{100 * person.cost:.1f}"] for person in people if person.ratings
    ]  # fmt: skip
    how = "Solved exactly." if found.exact else f"{found.playouts} playouts from each point, by the policy {found.policy}."
    sections = [
        (f"The chance of {side or 'nobody'} to win", curve(found) + CURVE_STYLE),
        ("Turning points", table(["", "Points", "Act", "What happened"], turns, (0, 1, 2))),
        ("Luck of the dice, in points of the own side's chance", bars(luck, signed=True)),
        ("Decisions, against what the policy would have done", bars(decisions, signed=True)),
        ("Decisions, against the best that was found", table(["Who", "Decisions", "Points given away"], cost, (2,))),
        ("Every act", "".join(act_html(found, act) for act in found.acts)),
    ]
    title = f"Review of {found.title or 'the fight'}"
    return page(title, f"{len(found.acts)} acts; {found.over or 'not over yet'}", words, sections, how)


def person_bar(person: Person, kind: str, value: float) -> Bar:
    within = person.within(kind)
    return Bar(person.name, value, value - within, value + within, signed(value) + spread(person, kind))


def rating_words(person: Person) -> str:
    counts = [(word, person.ratings.count(word)) for word in ("best", "close", "costly")]
    return ", ".join(f"{count} {word}" for word, count in counts if count)


def curve(found: Review) -> str:
    """The first side's chance after every act, with the interval it lies in and the turning points."""
    side = found.sides[0]
    values = [found.start, *(act.after for act in found.acts)]
    wide = WIDTH / max(1, len(values) - 1)

    def at(place: int, share: float) -> str:
        return f"{place * wide:.1f},{TALL * (1 - share):.1f}"

    line = " ".join(at(place, value.of(side)) for place, value in enumerate(values))
    bounds = [value.bounds(side) for value in values]
    band = " ".join(at(place, high) for place, (_, high) in enumerate(bounds))
    band += " " + " ".join(at(place, bounds[place][0]) for place in reversed(range(len(bounds))))
    marks = []
    for number, act in enumerate(found.turning_points(), 1):
        place = found.acts.index(act) + 1
        x, y = at(place, values[place].of(side)).split(",")
        up = " up" if act.moved(side) > 0 else ""
        marks.append(
            f'<circle class="turn{up}" cx="{x}" cy="{y}" r="21"><title>{escape(act.headline)}</title></circle>'
            f'<text class="n" x="{x}" y="{float(y) + 11:.1f}">{number}</text>'
        )
    lines = "".join(
        f'<line class="axis{" even" if share == 0.5 else ""}" x1="0" x2="{WIDTH}" y1="{y:.0f}" y2="{y:.0f}"/>'
        f'<text x="-8" y="{y + 9:.0f}" text-anchor="end">{share * 100:.0f}</text>'
        for share, y in ((0.0, TALL), (0.5, TALL / 2), (1.0, 0))
    )
    return (
        f'<div class="curve"><svg viewBox="-70 -25 {WIDTH + 95} {TALL + 50}" role="img" '
        f'aria-label="{escape(side)}: {percent(values[0].of(side))} at the start, {percent(values[-1].of(side))} at the end">'
        f'{lines}<polygon class="band" points="{band}"/><polyline class="line" points="{line}"/>{"".join(marks)}</svg></div>'
    )


def act_html(found: Review, act: Act) -> str:
    side = found.sides[0]
    head = f"{act.number}. {100 * act.before.of(side):.0f} → {100 * act.after.of(side):.0f} %  {act.headline or '(not seen)'}"
    rows = []
    for term in act.terms:
        person = found.people.get(term.who)
        worth = term.worth.get(person.side if person is not None else side, 0.0)
        what = {LUCK: "dice", DECISION: "decision"}.get(term.kind, "the GM" if term.kind == "edit" else "not known")
        better = ""
        if term.best is not None and term.best.cost > 0:
            better = f"{term.best.words}: {percent(term.best.chance)} instead of {percent(term.best.played)}"
        rows.append([person.name if person is not None else term.who, what, term.words, signed(worth), better])
    return f"<details><summary>{escape(head)}</summary>{table(['Who', '', 'What', 'Points', 'Better'], rows, (3,))}</details>"


def review_rows(found: Review) -> str:
    """One row for each term of each act."""
    rows = []
    for act in found.acts:
        for term in act.terms:
            best = term.best
            rows.append(
                [
                    str(act.number), act.headline, term.kind, term.cause, term.who, term.words, term.usual,
                    *(f"{term.worth.get(side, 0.0):.6g}" for side in found.sides),
                    f"{SURE * term.error:.6g}", best.words if best is not None else "",
                    f"{best.cost:.6g}" if best is not None else "",
                ]
            )  # fmt: skip
    head = ["act", "headline", "kind", "cause", "who", "words", "usual", *(f"worth to {side}" for side in found.sides)]
    return to_csv([*head, "within", "better", "cost"], rows)
