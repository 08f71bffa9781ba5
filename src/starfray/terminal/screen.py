"""What the table shows: the rail of turns, everybody's card, what may be done and why not the rest."""

from __future__ import annotations

import re
from typing import Any

from starfray.engine.errors import Refused
from starfray.engine.position import sides
from starfray.engine.scene import known_distance
from starfray.engine.values import GM, Form, Line
from starfray.fight import Fight
from starfray.preview import Preview
from starfray.terminal.output import Output, padded, width_of
from starfray.words import name_of

_POOL = re.compile(r"^(-?\d+)/(\d+)$")
SIDE_COLOURS = ("cyan", "magenta", "yellow", "blue", "green")


def called(state: Any, who: str) -> str:
    """Name and id, where they are not the same word."""
    name = name_of(state, who)
    return name if name.lower().replace(" ", "-") == who or who == GM else f"{name} ({who})"


def side_colour(state: Any, side: str) -> str:
    known = sides(state)
    return SIDE_COLOURS[known.index(side) % len(SIDE_COLOURS)] if side in known else ""


def painted_name(output: Output, state: Any, who: str, *styles: str) -> str:
    actor = state.roster.get(who)
    return output.paint(called(state, who), side_colour(state, actor.side) if actor is not None else "", *styles)


def show_rail(output: Output, fight: Fight, view: Any) -> None:
    """Who was, is and will be up."""
    pieces = []
    for moment in fight.book.agenda(view):
        name = name_of(view, moment.who) if moment.who not in ("", GM) else ""
        text = " ".join(part for part in (moment.when, name, moment.what) if part)
        if moment.status == "now":
            pieces.append(output.paint(f"▶ {text}", "bold", "reverse"))
        elif moment.status == "done":
            pieces.append(output.paint(f"✓ {text}", "dim"))
        else:
            pieces.append(text)
    output.flow(pieces, " · ", "  ")


def show_cards(output: Output, fight: Fight, view: Any, who: str = "") -> None:
    """Everybody, side by side of the fight; `who` is the one the distances are measured from."""
    size = max((width_of(called(view, name)) for name in view.roster), default=0) + 2
    for side in sides(view):
        for combatant in view.roster.values():
            if combatant.side == side:
                show_card(output, fight, view, combatant, who, size)


def show_card(output: Output, fight: Fight, view: Any, actor: Any, who: str, size: int) -> None:
    mark = "▶ " if actor.id == who else "  "
    gone = "dim" if actor.out else ""
    pieces = [card_piece(output, line) for line in fight.book.describe(view, actor)]
    pieces += where(view, actor, who, fight.book.unit_sign)
    name = padded(painted_name(output, view, actor.id, "bold" if actor.id == who else gone), size)
    output.flow([f"{mark}{name}{pieces[0]}" if pieces else f"{mark}{name}", *pieces[1:]], "  ", "", " " * (size + 2))


def card_piece(output: Output, line: Line) -> str:
    value = line.value + ("?" if line.assumed else "")
    pool = _POOL.match(line.value)
    if pool is not None:
        share = int(pool[1]) / max(1, int(pool[2]))
        return f"{line.label} " + output.paint(value, "red" if share <= 0.34 else "yellow" if share < 1 else "green")
    short = " " not in line.value and len(line.value) <= 4
    return f"{line.label} {value}" if short else f"{output.paint(line.label + ':', 'dim')} {value}"


def where(view: Any, actor: Any, who: str, sign: str) -> list[str]:
    """Place on the map, and how far from whoever is up."""
    pieces = []
    if actor.at is not None:
        pieces.append(f"at {actor.at[0]:g},{actor.at[1]:g}")
    if who in view.roster and actor.id != who:
        metres = known_distance(view, view.roster[who], actor)
        if metres is not None:
            pieces.append(f"{metres:.0f} {sign} away")
    return pieces


def show_menu(output: Output, forms: list[Form], *, whole: bool = True) -> None:
    """What may be done, numbered; then in a few words why not the rest."""
    allowed = [form for form in forms if form.refused is None]
    words = [", ".join(word for word in (form.cost, form.hint) if word) for form in allowed]
    texts = [
        f"{number:>2} {form.kind}" + (output.paint(f" {more}", "dim") if more else "")
        for number, (form, more) in enumerate(zip(allowed, words, strict=True), 1)
    ]
    size = min(max((width_of(text) for text in texts), default=0), output.width - 2)
    output.flow([padded(text, size) for text in texts], "   ", "  ")
    refused = [form for form in forms if form.refused is not None]
    if refused and not whole:
        output.say(f"   {len(refused)} more are not possible now (why: the reasons)", "dim")
    elif refused:
        reasons = "; ".join(f"{', '.join(kinds)}: {why.reason}" for kinds, why in together(refused))
        short = f"not now: {reasons}"
        room = 2 * output.width - 20
        output.wrap(
            short if len(short) <= room else short[:room].rsplit(";", 1)[0] + " … (why: all of it)", "   ", "   ", "dim"
        )


def show_why(output: Output, forms: list[Form]) -> None:
    refused = [form for form in forms if form.refused is not None]
    if not refused:
        output.say("Everything is possible.")
    for kinds, why in together(refused):
        legal = f" Possible: {', '.join(why.legal)}." if why.legal else ""
        if len(kinds) == 1:
            output.wrap(f"{why.reason}.{legal} [{why.rule}]", f"  {kinds[0]:<16} ", " " * 19)
        else:
            output.wrap(f"{', '.join(kinds)}: {why.reason}.{legal} [{why.rule}]", "  ", " " * 19)


def together(forms: list[Form]) -> list[tuple[list[str], Refused]]:
    """Kinds that are refused for the very same reason, in the order of the first of them."""
    found: dict[str, tuple[list[str], Refused]] = {}
    for form in forms:
        if form.refused is not None:
            found.setdefault(str(form.refused), ([], form.refused))[0].append(form.kind)
    return list(found.values())


def show_preview(output: Output, fight: Fight, found: Preview) -> None:
    """Legality, cost, and the tally with a rule for every number."""
    output.say(found.action, "bold")
    if found.refused is not None:
        output.wrap(f"not possible: {found.refused}", "  ", "    ", "red")
        return
    if found.cost:
        output.say(f"  cost {found.cost}")
    if not found.dice:
        output.say("  no dice of your own")
        return
    output.say(f"  dice {found.dice.replace('>=', '≥').replace('<=', '≤')}  [{found.rule}]")
    if found.tally is not None:
        for reason in found.tally.reasons:
            words = reason.note or fight.book.ledger().summary(reason.rule)
            words = words if len(words) < 40 else words[:38] + " …"
            output.say(f"  {reason.amount:+4d}  {padded(words, 40)} " + output.paint(reason.rule, "dim"))
        output.say(f"  {found.tally.total:>4}  in all", "bold")


HELP = """Playing
  3                 the action with that number; you are asked for its blanks
  shot tor          an action by name, its blanks in order or as name=value
  p ACTION          preview: is it legal, what does it cost, on which tally
  o ACTION          odds before you commit; then `go` plays it
  why               what is not possible now, and why
  auto              let the computer act once; auto on / auto off hands the combatant over
  as WHO            act as another of those who may act now; out of turn, as far as the book lets them (or: crouch WHO)
Looking
  cards (Enter)     everybody;  map  the map;  log [N]  what happened;  rule ID or WORDS  what the book says
Dice and questions
  hand on | off     type your own dice (hand on WHO, hand on all); Enter rolls the rest
  a question        number, name or Enter for the suggestion in [ ]; auto lets the computer answer
  correct           put a mistyped throw right
Table
  undo, redo        back to your last decision, and forth again
  cancel            call off an act while a question is open
  gm COMMAND        a GM's command; gm alone lists them. surrender and flee leave the fight
  save FILE         to go on later with: starfray play --resume FILE
  export FORM FILE  toml, json, transcript, log, markdown
  quit              leave (Ctrl-D does, too)"""
