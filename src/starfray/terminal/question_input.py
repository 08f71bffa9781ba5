"""Questions put to a person: decisions with their options and notes, and dice typed in by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starfray.engine.dice import Fixed, Shape
from starfray.engine.errors import BadInput
from starfray.engine.gm import EVERYBODYS
from starfray.engine.values import Ask, Option
from starfray.faces import read_faces
from starfray.terminal.form_input import option_words, pick
from starfray.terminal.screen import called, show_cards, show_rail
from starfray.words import dice_words

if TYPE_CHECKING:
    from starfray.terminal.table import TerminalTable


def put_question(table: TerminalTable) -> bool:
    """Put the first open question to its person and give the answer to the fight."""
    ask = table.fight.asks[0]
    if ask.kind == "dice":
        ask_dice(table, [asked for asked in table.fight.asks if asked.kind == "dice"])
        return True
    show_question(table, ask)
    while True:
        typed = table.line_input.read(f"{prompt_name(table, ask)}{suggestion(ask)}> ")
        if typed.startswith(":"):
            if table.command(typed[1:], asked=True):
                return True
            continue
        answer, fault = read_answer(ask, typed)
        if not fault:
            break
        if typed == "auto":
            answer = policy_answer(table, ask)
            break
        if table.knows(typed):
            if table.command(typed, asked=True):
                return True
            continue
        if typed.partition(" ")[0] in EVERYBODYS:
            table.attempt(partial(give_up, table, ask, typed))
            continue
        if table.meant(typed):
            table.attempt(partial(wait_with, table, typed))
            continue
        table.output.say(f"{fault}; ? helps", "yellow")
    table.fight.answer(ask, answer, table.fight.seat_of(ask.who))
    return True


def give_up(table: TerminalTable, ask: Ask, typed: str) -> bool:
    """Surrender or flee while a question is open: it is played as soon as the question is answered."""
    word, _, named = typed.partition(" ")
    who = named.strip() or ask.who.partition("/")[0]
    if who not in table.people:
        raise BadInput(f"{who!r} is not played here", expected="one of " + ", ".join(sorted(table.people)))
    table.fight.queue(f"{word} {who}", table.fight.seat_of(who))
    table.output.say(f"{word} {who}: as soon as this is settled.")
    return True


def wait_with(table: TerminalTable, typed: str) -> bool:
    """A free action out of turn while a question is open: it is played as soon as the question is answered."""
    table.fight.queue(typed, table.fight.seat_of(table.meant(typed)))
    table.output.say(f"{typed}: as soon as this is settled.")
    return True


def prompt_name(table: TerminalTable, ask: Ask) -> str:
    actor = table.fight.state.roster.get(ask.who)
    return ask.who + (f" ({actor.seat})" if actor is not None and actor.seat else "")


def show_question(table: TerminalTable, ask: Ask) -> None:
    output = table.output
    draft = table.fight.draft
    if (
        draft is not None and draft.kind == "due" and table.seen != table.fight.version
    ):  # it is nobody's turn, so no cards were shown yet
        table.seen = table.fight.version
        show_rail(output, table.fight, table.view)
        show_cards(output, table.fight, table.view, ask.who)
    words = ask.prompt or table.fight.book.ledger().summary(ask.rule)
    output.wrap(f"{called(table.fight.state, ask.who)}: {words} [{ask.rule}]", "? ", "    ", "bold")
    if ask.tally is not None:
        output.wrap(str(ask.tally), "    ", "    ", "dim")
    for number, option in enumerate(ask.options, 1):
        output.wrap(option_line(ask, option), f"  {number:>3} ", "      ")
    if table.tip and ask.kind == "choose":
        output.say("Type a number or a name, or Enter for what stands in [ ]. ? helps, quit leaves.", "green")
    if ask.kind == "allocate":
        output.wrap(
            f"Share out {ask.amount}: NAME:HOW-MANY, as {ask.options[0].key}:{ask.amount} (or 1:{ask.amount})", "      "
        )
    if ask.kind == "number":
        output.say(f"      a whole number from {ask.low} to {ask.high}")


def option_line(ask: Ask, option: Option) -> str:
    bounds = ""
    if ask.kind == "allocate" and option.least > 1:
        bounds += f" (at least {option.least})"
    if ask.kind == "allocate" and option.most >= 0:
        bounds += f" (at most {option.most})"
    tally = f"  {option.tally}" if option.tally is not None else ""
    return option_words(option, ask.rule) + bounds + tally


def suggestion(ask: Ask) -> str:
    return f" [{ask.suggested}]" if ask.suggested and not ask.fault(ask.suggested) else ""


def read_answer(ask: Ask, typed: str) -> tuple[str, str]:
    """The answer that was meant, and what is wrong with it ('' if nothing). Enter takes the suggestion."""
    if not typed and suggestion(ask):
        return ask.suggested, ""
    if ask.kind == "choose":
        word = {"y": "yes", "n": "no"}.get(typed.lower(), typed)
        return pick(ask.options, word) if word else ("", "an answer is needed")
    if ask.kind == "allocate":
        words = []
        for part in typed.split():
            key, colon, number = part.rpartition(":")
            named, fault = pick(ask.options, key) if colon else ("", f"{part!r} should be NAME:HOW-MANY")
            if fault:
                return "", fault
            words.append(f"{named}:{number}")
        typed = " ".join(words)
    return typed, ask.fault(typed)


def policy_answer(table: TerminalTable, ask: Ask) -> str:
    policies = table.fight.seats.policies
    assert policies is not None
    answer = policies.answer(table.fight.book, table.fight.state, ask, table.fight.generators.policy)
    table.output.say(f"  {answer or '(nothing)'}", "dim")
    return answer


# --- dice ------------------------------------------------------------------------------------------------------


def ask_dice(table: TerminalTable, asks: list[Ask]) -> None:
    """Ask for the faces in order. Surplus faces go to the next throw; Enter rolls all that is missing."""
    typed: list[int] = []
    for ask in asks:
        faces, rolled = one_throw(table, ask, typed)
        if faces is None:
            return
        table.fight.answer(ask, faces, table.fight.seat_of(ask.who))
        if rolled:
            for later in asks[asks.index(ask) + 1 :]:
                if table.fight.draft is not None and any(later.id == still_open.id for still_open in table.fight.asks):
                    table.fight.answer(later, [])
            return
    if typed:
        table.output.say(f"left over and not used: {' '.join(map(str, typed))}", "yellow")


def one_throw(table: TerminalTable, ask: Ask, typed: list[int]) -> tuple[list[int] | None, bool]:
    """The faces of one throw, and whether the app rolled the end of it. None: a command has changed the situation."""
    shape = ask.shape
    assert shape is not None
    faces: list[int] = []
    asked = False
    while True:
        sides = shape.next_die(faces)
        if not sides:
            return faces, False
        if typed:
            face = typed.pop(0)
            if not 1 <= face <= sides:
                table.output.say(f"{face} is not the face of a d{sides}; the rest of that line is not used", "yellow")
                typed.clear()
                continue
            faces.append(face)
            continue
        if not asked:
            show_throw(table, ask)
            asked = True
        line = table.line_input.read(f"{prompt_name(table, ask)} {_which(shape, faces, sides)}> ")
        if not line:
            return roll_rest(table, ask, faces), True
        if table.knows(line) or line.startswith(":"):
            if table.command(line.removeprefix(":"), asked=True):
                return None, False
            continue
        try:
            typed.extend(read_faces(line))
        except BadInput as error:
            table.output.say(str(error), "yellow")


def _which(shape: Shape, faces: list[int], sides: int) -> str:
    """The dice still to be typed, after those typed already: 'd6', '6 3 + 2d6'."""
    left = shape.count - len(faces) if isinstance(shape, Fixed) else 1
    come = f"{left if left > 1 else ''}d{sides}"
    return come if not faces else f"{' '.join(map(str, faces))} + {come}"


def show_throw(table: TerminalTable, ask: Ask) -> None:
    assert ask.shape is not None
    what = dice_words(ask.shape.label, ask.tally)
    table.output.wrap(
        f"{called(table.fight.state, ask.who)} rolls {what} [{ask.rule}]: type the faces, Enter rolls the rest",
        "⚄ ",
        "    ",
        "bold",
    )
    if ask.tally is not None:
        table.output.wrap(str(ask.tally), "    ", "    ", "dim")


def roll_rest(table: TerminalTable, ask: Ask, faces: list[int]) -> list[int]:
    """The app throws what was not typed; nothing typed: the whole throw is the app's."""
    if not faces:
        return []
    assert ask.shape is not None
    generators = table.fight.generators
    generator = generators.secret if ask.secret else generators.open
    whole = list(faces)
    sides = ask.shape.next_die(whole)
    while sides:
        whole.append(generator.die(sides))
        sides = ask.shape.next_die(whole)
    table.output.say(f"  rolled: {' '.join(map(str, whole[len(faces) :]))}", "dim")
    return whole
