"""A seat's view in plain words, with the ids by which one asks further."""

from __future__ import annotations

import re

from starfray.agents.seat import View
from starfray.engine.codec import Plain
from starfray.words import quoted

PLAIN_WORD = re.compile(r"""[^\s"'=\\]+""")
RELATIONS = 12  # of a scene without a map, written out in a look


def standing(view: View) -> list[str]:
    """What the seat has to know first: which fight, whom it plays, and what is awaited of whom."""
    room, you = view["room"], view["you"]
    plays = ", ".join(named(view, who) for who in you["plays"]) or "nobody"
    lines = [f"{room['title']} ({room['book']}). You are {you['name']} ({you['kind']}) and play {plays}."]
    if room["outcome"] is not None:
        winners = ", ".join(room["outcome"]["winners"]) or "nobody"
        return [*lines, f"The fight is over: {room['outcome']['reason']} [{room['outcome']['rule']}]. Won by: {winners}."]
    now = [f"{moment['when']} {moment['name'] or moment['who']}: {moment['what']}" for moment in current(view)]
    if now:
        lines.append("Now: " + "; ".join(now))
    for ask in view["asks"]:
        lines += question(ask)
    for expected in view["turn"]["expects"]:
        if not expected["yours"]:
            lines.append(f"Waiting for {expected['name'] or expected['who']}: {expected['text']}.")
    if not view["asks"]:
        lines += turn(view)
    return lines


def current(view: View) -> list[Plain]:
    return [moment for moment in view["agenda"] if moment["status"] == "now"][:4]


def turn(view: View) -> list[str]:
    """Whose turn it is, of those the seat plays."""
    lines = []
    told = {expected["who"]: expected["text"] for expected in view["turn"]["expects"] if expected["yours"]}
    for who in view["turn"]["yours"]:
        hint = view["turn"]["suggest"].get(who)
        lines.append(f"Your turn: {named(view, who)}. {told.get(who, 'Act')}. `forms` with who={who} tells what is possible.")
        if hint:
            lines.append(f"  Advice: {hint['text']}" + (f" ({hint['why']})" if hint["why"] else ""))
    if not lines and view["turn"]["besides"]:
        lines.append("Out of turn: " + ", ".join(view["turn"]["besides"]) + " could do something small (`forms`).")
    return lines


def named(view: View, who: str) -> str:
    """'mira (Mira)'; the id alone where the name says no more."""
    card = view["cards"].get(who.partition("/")[0])
    return who if card is None or card["name"].lower() == who else f"{who} ({card['name']})"


def question(ask: Plain) -> list[str]:
    """An open question of the seat, with what may be answered."""
    words = ask["prompt"] or ask["summary"] or ask["rule"]
    lines = [f"Question {ask['id']} for {ask['who']}: {words} [{ask['rule']}] → {answer_words(ask)}"]
    for option in ask["options"]:
        note = f" ({option['note']})" if option["note"] else ""
        label = f": {option['label']}" if option["label"] != option["key"] else ""
        lines.append(f"  {option['key']}{label}{note}")
    if ask["suggested"]:
        lines.append(f"  Advice: {ask['suggested']}" + (f" ({ask['why']})" if ask["why"] else ""))
    return lines


def answer_words(ask: Plain) -> str:
    kind = ask["kind"]
    if kind == "choose":
        return "answer one of these:"
    if kind == "number":
        return f"answer a whole number from {ask['low']} to {ask['high']}"
    if kind == "allocate":
        return f"give out at most {ask['amount']}, as KEY:NUMBER KEY:NUMBER, '' for nothing:"
    if kind == "point":
        x, y = ask["centre"] or [0, 0]
        return f"answer a point X,Y within {ask['high']} of {x:g},{y:g}"
    if kind == "dice":
        return f"`roll` throws {ask['dice']}; or answer the faces of real dice, as '6 3 1'"
    return "answer in your own words"


# --- people and the scene ------------------------------------------------------------------------------------------


def people(view: View) -> list[str]:
    lines = ["People (`look` with about=ID tells more):"]
    for who in view["order"]:
        lines.append("  " + short_card(view, view["cards"][who]))
    return lines


def short_card(view: View, card: Plain) -> str:
    pools = [
        f"{pool['label']} {pool['now']}" + (f"/{pool['most']}" if pool["most"] is not None else "") for pool in card["pools"]
    ]
    conditions = [condition["name"] for condition in card["conditions"]]
    where = [f"at {card['at'][0]:g},{card['at'][1]:g}"] if card["at"] is not None else []
    own = ", yours" if card["id"] in {who.partition("/")[0] for who in view["you"]["plays"]} else ""
    status = card["status"]["word"] or card["status"]["state"]
    hidden = ["hidden"] if card["hidden"] else []
    facts = ", ".join([status, *pools, *conditions, *hidden, *where])
    return f"{named(view, card['id'])} [{card['side'] or 'no side'}{own}]: {facts}"


def whole_card(view: View, card: Plain) -> list[str]:
    """One combatant with every line of the card."""
    lines = [short_card(view, card)]
    for line in card["lines"]:
        rule = f" [{line['rule']}]" if line["rule"] else ""
        lines.append(f"  {line['label']}: {line['value']}{' (assumed)' if line['assumed'] else ''}{rule}")
    for condition in card["conditions"]:
        lines.append(f"  {condition['name']}: {condition['summary'] or condition['note']} [{condition['rule']}]")
    return lines


def scene(view: View) -> list[str]:
    """The map, or the distances that have been set."""
    found, lines = view["scene"], []
    if found["map"] is not None:
        lines.append(f"Map: {found['map'][0]:g} by {found['map'][1]:g} {view['room']['unit']}.")
    for cover in found["cover"]:
        at = f" at {cover['at'][0]:g},{cover['at'][1]:g}" if cover["at"] is not None else ""
        kind = f" {cover['kind']}" if cover["kind"] not in ("", cover["name"]) else ""
        lines.append(f"  Cover {cover['name'] or cover['kind']}{at}:{kind} rating {cover['rating']}")
    for zone in found["zones"]:
        lines.append(f"  {zone['kind']} {zone['name']} at {zone['at'][0]:g},{zone['at'][1]:g}, radius {zone['radius']:g}")
    for wall in found["walls"][:RELATIONS]:
        way = " – ".join(f"{x:g},{y:g}" for x, y in wall["points"])
        how = f" ({'open' if wall['open'] else 'closed'})" if wall["kind"] == "door" else ""
        lines.append(f"  {wall['kind']}{how} {wall['name']}".rstrip() + f": {way}")
    if len(found["walls"]) > RELATIONS:
        lines.append(f"  and {len(found['walls']) - RELATIONS} more walls")
    for relation in found["relations"][:RELATIONS]:
        lines.append(f"  {relation['kind']} {' – '.join(relation['between'])}: {relation['value']}")
    for goal in view["goals"]:
        lines.append(f"  Goal of {goal['side']}: {goal['text']} ({goal['progress']})")
    for area in view["areas"]:
        lines.append(f"  {area['label']} at {area['at'][0]:g},{area['at'][1]:g} [{area['rule']}]")
    return lines


# --- forms ---------------------------------------------------------------------------------------------------------


def written(word: str) -> str:
    """A value as the text of an action takes it: in quotes where it needs them."""
    return word if PLAIN_WORD.fullmatch(word) else quoted(word)


def ready_text(form: Plain, who: str) -> str:
    """The form as it opens, as the text of an action. What it opens with is legal."""
    words = [form["kind"], written(who)]
    for blank in form["fields"]:
        if blank["default"]:
            words.append(f"{blank['name'].replace('_', '-')}={written(blank['default'])}")
    return " ".join(words)


def form_line(form: Plain, who: str) -> str:
    if form["refused"] is not None:
        return f"  not {form['kind']}: {form['refused']['reason']} [{form['refused']['rule']}]"
    cost = f" ({form['cost']})" if form["cost"] else ""
    return f"  {ready_text(form, who)}{cost} [{form['rule']}]"


def whole_form(form: Plain, who: str) -> list[str]:
    """One form with everything that may be filled in."""
    lines = [form_line(form, who).strip(), f"  {form['summary']}"]
    if form["hint"]:
        lines.append(f"  {form['hint']}")
    for blank in form["fields"]:
        must = "must be filled in" if blank["required"] else "may be left out"
        lines.append(f"  {blank['name'].replace('_', '-')}: {field_words(blank)} ({must})" + hint_of(blank))
        for option in blank["options"]:
            facts = [option["label"] if option["label"] != option["key"] else "", option["note"], option.get("distance", "")]
            told = ", ".join(fact for fact in facts if fact)
            lines.append(f"    {option['key']}" + (f": {told}" if told else ""))
    return lines


def hint_of(blank: Plain) -> str:
    return f": {blank['hint']}" if blank["hint"] else ""


def field_words(blank: Plain) -> str:
    kind, unit = blank["kind"], f" {blank['unit']}" if blank["unit"] else ""
    if kind == "number":
        return f"a whole number from {blank['low']:g} to {blank['high']:g}{unit}"
    if kind == "flag":
        return "yes or no"
    if kind in ("point", "path"):
        around = blank["centre"]
        within = f" within {blank['high']:g} of {around[0]:g},{around[1]:g}" if around is not None else ""
        return ("a point X,Y" if kind == "point" else "points X,Y;X,Y") + within
    if kind == "list":
        return "any of these, joined by +"
    return "one of these" if blank["options"] else "words of your own"


# --- what was told -------------------------------------------------------------------------------------------------


def row_words(row: Plain) -> str:
    return f"#{row['n']} {row['text']} [{row['rule']}]"


def odds_words(found: Plain) -> list[str]:
    """The chances of an action, the likeliest outcome first."""
    if found.get("refused"):
        refused = found["refused"]
        possible = f" Possible: {', '.join(refused['legal'])}." if refused["legal"] else ""
        return [f"Refused: {refused['reason']} [{refused['rule']}]{possible}"]
    how = "exact" if found["exact"] else f"{found['residual']:.1%} not worked out"
    lines = [f"{found['action']} ({how}):"]
    for part in found["parts"]:
        means = ", ".join(f"{mean['label']} {mean['change']:+.2f} on average" for mean in part["means"])
        falls = f", falls {part['falls']:.1%}" if part["falls"] else ""
        lines.append(f"  {part['name']}: untouched {part['untouched']:.1%}{falls}" + (f"; {means}" if means else ""))
    lines += [f"  {outcome['p']:.1%} {outcome['summary']}" for outcome in found["outcomes"]]
    if found["rest"] > 0.0005:
        lines.append(f"  {found['rest']:.1%} anything else")
    if found["assumed"]:
        lines.append("  Figures are assumed for: " + ", ".join(found["assumed"]))
    return lines


def review_words(found: Plain) -> list[str]:
    """The next acts of a review, and the sums when it is whole."""
    lines = []
    for act in found["acts"]:
        chances = ", ".join(f"{side} {chance['p']:.0%}" for side, chance in act["after"].items())
        lines.append(f"#{act['number']} {act['headline']} → {chances}")
        for term in act["terms"]:
            worth = ", ".join(f"{side} {value:+.1%}" for side, value in term["worth"].items())
            if term["kind"] == "decision" and worth:
                lines.append(f"    decision of {term['who']}: {term['words']} ({worth})")
    if found["whole"]:
        for person in found["people"]:
            lines.append(
                f"{person['name']} [{person['side']}]: luck {person['luck']:+.1%}, decisions {person['decisions']:+.1%}"
            )
    return lines
