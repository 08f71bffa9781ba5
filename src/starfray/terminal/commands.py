"""The table's own commands. Each takes the table, the rest of the line and who is up; True if things may have changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from starfray.engine.actions import to_text, usage
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.house import GM_KINDS
from starfray.engine.values import GM
from starfray.fight import read_faces
from starfray.terminal.chart import show_map
from starfray.terminal.export import FORMS, written
from starfray.terminal.keys import Leave
from starfray.terminal.odds import find_odds, show_odds
from starfray.terminal.screen import HELP, show_cards, show_preview, show_rail, show_why
from starfray.terminal.sources import write_text
from starfray.words import tell

if TYPE_CHECKING:
    from starfray.terminal.table import TerminalTable

LOG_LINES = 20


# --- looking ---------------------------------------------------------------------------------------------------


def help_(table: TerminalTable, rest: str, who: str) -> bool:
    for line in HELP.splitlines():
        table.ink.say(line, "" if line.startswith(" ") else "bold")
    return False


def why(table: TerminalTable, rest: str, who: str) -> bool:
    show_why(table.ink, table.forms(who) if who else [])
    return False


def preview(table: TerminalTable, rest: str, who: str) -> bool:
    action = table.filler(who).read(rest or _missing("p 1, or p ACTION"))
    if action is not None:
        found = table.fight.preview(action, table.eyes)
        show_preview(table.ink, table.fight, found)
        table.last = action if found.legal else None
        _offer(table)
    return False


def odds(table: TerminalTable, rest: str, who: str) -> bool:
    action = table.filler(who).read(rest or _missing("o 1, or o ACTION"))
    if action is not None:
        show_odds(table.ink, table.fight, find_odds(table.fight, to_text(action), table.eyes))
        table.last = action
        _offer(table)
    return False


def _missing(expected: str) -> str:
    raise BadInput("which action?", expected=expected)


def _offer(table: TerminalTable) -> None:
    if table.last is not None:
        table.ink.say("`go` plays it.", "dim")


def go(table: TerminalTable, rest: str, who: str) -> bool:
    if table.last is None:
        raise BadInput("there is nothing to go on with", expected="p ACTION or o ACTION before it")
    table.play(table.last)
    return True


def cards(table: TerminalTable, rest: str, who: str) -> bool:
    show_rail(table.ink, table.fight, table.view)
    show_cards(table.ink, table.fight, table.view, who)
    return False


def map_(table: TerminalTable, rest: str, who: str) -> bool:
    show_map(table.ink, table.view)
    return False


def log(table: TerminalTable, rest: str, who: str) -> bool:
    count = _number(rest, LOG_LINES)
    for each in tell(table.fight, table.eyes)[-count:]:
        table.ink.wrap(each.text, "  ", "      ")
    return False


def _number(word: str, default: int) -> int:
    if not word:
        return default
    if not (word.isascii() and word.isdigit() and int(word[:9]) > 0):
        raise BadInput(f"{word!r} is not a number of lines", expected="a whole number")
    return int(word[:9])


def rule(table: TerminalTable, rest: str, who: str) -> bool:
    ledger = table.fight.book.ledger()
    if not rest:
        raise BadInput("which rule?", expected="an id, as stands in [ ], or words")
    if rest in ledger:
        table.ink.wrap(f"{rest}: {ledger.summary(rest)}", "  ", "    ")
        return False
    found = ledger.search(rest)
    for each in found[:8]:
        table.ink.wrap(f"{each.id}: {each.summary}", "  ", "    ")
    if len(found) > 8:
        table.ink.say(f"  … and {len(found) - 8} more", "dim")
    if not found:
        raise BadInput(f"no rule has the words {rest!r}", expected=suggest(rest, list(ledger.by_id)))
    return False


# --- acting ----------------------------------------------------------------------------------------------------


def auto(table: TerminalTable, rest: str, who: str) -> bool:
    """The policy acts once; 'on' hands the combatant over for good, 'off WHO' takes it back."""
    word, _, named = rest.partition(" ")
    whom = _somebody(table, named.strip() or who)
    if word == "on":
        table.people.discard(whom)
        table.fight.seats.auto.add(whom)
        table.ink.say(f"The computer plays {whom} from here on; auto off {whom} takes it back.")
        return True
    if word == "off":
        table.people.add(whom)
        table.fight.seats.auto.discard(whom)
        return True
    if word:
        raise BadInput(f"auto {word!r}", expected="auto, auto on, auto off WHO")
    policies = table.fight.seats.policies
    assert policies is not None
    action = policies.act(table.fight.book, table.fight.state, whom, table.fight.generators.policy)
    if action is None:
        raise Refused("fight.turn", f"the policy has nothing for {whom} to do")
    table.play(action, policies.of(table.fight.state, whom).why or "auto")
    return True


def _somebody(table: TerminalTable, who: str) -> str:
    if who not in table.fight.state.roster:
        raise BadInput(f"nobody is called {who!r}", expected=suggest(who, table.fight.state.roster))
    return who


def act_as(table: TerminalTable, rest: str, who: str) -> bool:
    mine = [each for each in table.fight.actors if each in table.people]
    if rest not in mine:
        raise BadInput(f"{rest!r} cannot act now", expected="one of " + ", ".join(mine))
    table.chosen = rest
    return True


def hand(table: TerminalTable, rest: str, who: str) -> bool:
    """Real dice: for everybody played here, for one, or for all."""
    word, _, named = rest.partition(" ")
    if word not in ("on", "off"):
        typed = ", ".join(sorted(table.fight.seats.hand)) or "nobody"
        table.ink.say(f"Dice are typed in for: {typed}. `hand on`, `hand on WHO`, `hand on all`, `hand off` change that.")
        return False
    whom = hands(table, named.strip())
    if word == "on":
        table.fight.seats.hand |= whom
    else:
        table.fight.seats.hand -= whom
    table.ink.say(f"Dice are {'typed in' if word == 'on' else 'rolled by the app'} for {', '.join(sorted(whom))}.")
    return False


def hands(table: TerminalTable, named: str) -> set[str]:
    everybody = {*table.fight.state.roster, GM}
    if named == "all":
        return everybody
    return {_somebody(table, named)} if named else (set(table.people) or everybody)


def gm(table: TerminalTable, rest: str, who: str) -> bool:
    if not rest:
        for kind in GM_KINDS.values():
            table.ink.say("  gm " + usage(kind).replace(" ACTOR", ""))
        table.ink.say('  as: gm set tor.hp 3 "he slipped"; gm roll 2d6; gm modify mira -1 smoke', "dim")
        return False
    table.fight.gm(rest)
    return True


def cancel(table: TerminalTable, rest: str, who: str) -> bool:
    table.fight.cancel()
    table.forget_told()
    table.ink.say("Called off.")
    return True


# --- back and forth --------------------------------------------------------------------------------------------


def undo(table: TerminalTable, rest: str, who: str) -> bool:
    """Back to the last decision of a person: an answer of the act under way, or the act before what the computer did."""
    fight = table.fight
    draft = fight.draft
    if draft is not None and any(each.source in ("person", "gm", "hand") for each in draft.tape):
        fight.undo()
    elif draft is not None and draft.kind != "due" and draft.action.actor in table.people:
        fight.cancel()
    else:
        acts = [entry for entry in fight.journal.entries if _persons(table, entry.kind, entry.action.actor)]
        if not acts:
            raise Refused("fight.undo", "there is no decision of yours to undo")
        if draft is not None:
            fight.draft = None
        while fight.journal.entries and acts[-1] in fight.journal.entries:
            fight.undo()
    table.forget_told()
    table.ink.say("Undone.")
    return True


def _persons(table: TerminalTable, kind: str, actor: str) -> bool:
    return kind == "gm" or (kind == "action" and actor in table.people)


def redo(table: TerminalTable, rest: str, who: str) -> bool:
    table.fight.redo()
    while table.fight.journal.undone and not any(each in table.people for each in table.fight.actors):
        table.fight.redo()
    table.slot = ""
    return True


def correct(table: TerminalTable, rest: str, who: str) -> bool:
    """List the last throws, or put one right: correct 2 6 6 1."""
    throws = last_throws(table)
    if not throws:
        raise Refused("fight.undo", "no dice have fallen yet")
    if not rest:
        for number, (_, _, words) in enumerate(throws, 1):
            table.ink.wrap(words, f"  {number:>3} ", "      ")
        table.ink.say("  correct NUMBER FACES, as: correct 1 6 6 2", "dim")
        return False
    faces = read_faces(rest)
    if not faces or not 1 <= faces[0] <= len(throws):
        raise BadInput(f"no throw {rest.split()[0]!r}", expected=f"1 to {len(throws)}, then the faces")
    act, place, _ = throws[faces[0] - 1]
    table.fight.correct(act, place, faces[1:])
    for lost in table.fight.dropped:
        table.ink.say(f"  {lost}", "yellow")
    table.fight.dropped.clear()
    table.forget_told()
    table.ink.say("Corrected; what happened from there on:")
    return log(table, "12", who) or True


def last_throws(table: TerminalTable, most: int = 9) -> list[tuple[int, int, str]]:
    """Act, place on its tape, and words; the latest first."""
    acts = [(number, entry.action, entry.tape) for number, entry in enumerate(table.fight.journal.entries)]
    if table.fight.draft is not None:
        acts = [(-1, table.fight.draft.action, table.fight.draft.tape)]
    found = []
    for number, action, tape in reversed(acts):
        for place in range(len(tape) - 1, -1, -1):
            entry = tape[place]
            if entry.kind == "dice" and not (entry.secret and table.eyes != GM):
                words = f"{' '.join(map(str, entry.faces))}  {entry.who}, {entry.what}, in: {to_text(action)}"
                found.append((number, place, words))
    return found[:most]


# --- keeping ---------------------------------------------------------------------------------------------------


def save(table: TerminalTable, rest: str, who: str) -> bool:
    if not rest and table.save is None:
        raise BadInput("where to?", expected="save FILE")
    table.keep(Path(rest) if rest else table.save or Path())
    return False


def export(table: TerminalTable, rest: str, who: str) -> bool:
    form, _, file = rest.partition(" ")
    if form not in FORMS:
        raise BadInput(f"{form!r} is no form", expected=f"export FORM FILE, FORM one of {', '.join(FORMS)}")
    text = written(table.fight, form)
    if not file.strip():
        table.ink.write(text)
        return False
    write_text(Path(file.strip()), text, force=False)
    table.ink.say(f"{file.strip()}: written as {form}", "dim")
    return False


def quit_(table: TerminalTable, rest: str, who: str) -> bool:
    raise Leave


COMMANDS: dict[str, Callable[[TerminalTable, str, str], bool]] = {
    "?": help_, "help": help_, "why": why, "p": preview, "preview": preview, "o": odds, "odds": odds, "go": go,
    "cards": cards, "look": cards, "map": map_, "log": log, "rule": rule, "auto": auto, "as": act_as, "hand": hand, "gm": gm,
    "cancel": cancel, "undo": undo, "redo": redo, "correct": correct, "save": save, "export": export, "quit": quit_,
    "exit": quit_, "q": quit_,
}  # fmt: skip
WHILE_ASKED = ("?", "help", "cards", "look", "map", "log", "rule", "hand", "cancel", "undo", "correct", "save", "export",
               "quit", "exit", "q")
