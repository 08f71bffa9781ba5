"""The table's own commands. Each takes the table, the rest of the line and who is up; True if things may have changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from starfray.engine.actions import to_text, usage
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.gm import gm_actions
from starfray.engine.values import GM
from starfray.terminal.export import FORMS, written
from starfray.terminal.history import correct, redo, undo
from starfray.terminal.line_input import Leave
from starfray.terminal.odds import find_odds, show_odds
from starfray.terminal.screen import HELP, show_cards, show_preview, show_rail, show_why
from starfray.terminal.sources import write_text
from starfray.terminal.text_map import show_map
from starfray.words import tell

if TYPE_CHECKING:
    from starfray.terminal.table import TerminalTable

LOG_LINES = 20


# --- looking ---------------------------------------------------------------------------------------------------


def help_(table: TerminalTable, rest: str, who: str) -> bool:
    for line in HELP.splitlines():
        table.output.say(line, "" if line.startswith(" ") else "bold")
    return False


def why(table: TerminalTable, rest: str, who: str) -> bool:
    show_why(table.output, table.forms(who) if who else [])
    return False


def preview(table: TerminalTable, rest: str, who: str) -> bool:
    action = table.form_input(who).read(rest or _missing("p 1, or p ACTION"))
    if action is not None:
        found = table.fight.preview(action, table.viewer)
        show_preview(table.output, table.fight, found)
        table.last = action if found.legal else None
        _offer(table)
    return False


def odds(table: TerminalTable, rest: str, who: str) -> bool:
    if rest == STEP:
        _show_odds(table, STEP)
        return False
    action = table.form_input(who).read(rest or _missing("o 1, or o ACTION"))
    if action is None:
        return False
    if _show_odds(table, to_text(action)):
        table.last = action
        _offer(table)
    return False


def _show_odds(table: TerminalTable, action: str) -> bool:
    try:
        found = find_odds(table.fight, action, table.viewer)
    except KeyboardInterrupt:
        table.output.say("Stopped; nothing was played.", "yellow")
        return False
    show_odds(table.output, table.fight, found, 5)
    return True


def _missing(expected: str) -> str:
    raise BadInput("which action?", expected=expected)


def _offer(table: TerminalTable) -> None:
    if table.last is not None:
        table.output.say("`go` plays it.", "dim")


def go(table: TerminalTable, rest: str, who: str) -> bool:
    if table.last is None:
        raise BadInput("there is nothing to go on with", expected="p ACTION or o ACTION before it")
    table.play(table.last)
    return True


def cards(table: TerminalTable, rest: str, who: str) -> bool:
    show_rail(table.output, table.fight, table.view)
    show_cards(table.output, table.fight, table.view, who)
    return False


def map_(table: TerminalTable, rest: str, who: str) -> bool:
    show_map(table.output, table.view)
    return False


def log(table: TerminalTable, rest: str, who: str) -> bool:
    """What happened, and which rules decided it where no figure tells."""
    count = _number(rest, LOG_LINES)
    ledger = table.fight.book.ledger()
    for told in tell(table.fight, table.viewer)[-count:]:
        table.output.wrap(told.text, "  ", "      ")
        for cited in told.event.by:
            table.output.wrap(f"by {ledger.summary(cited)} [{cited}]", "      ", "        ", "dim")
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
        table.output.wrap(f"{rest}: {ledger.summary(rest)}", "  ", "    ")
        return False
    found = ledger.search(rest)
    for match in found[:8]:
        table.output.wrap(f"{match.id}: {match.summary}", "  ", "    ")
    if len(found) > 8:
        table.output.say(f"  … and {len(found) - 8} more", "dim")
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
        table.output.say(f"The computer plays {whom} from here on; auto off {whom} takes it back.")
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
    candidates = [*(actor for actor in table.fight.actors if actor in table.people), *table.asides()]
    if rest not in candidates:
        raise BadInput(f"{rest!r} cannot act now", expected="one of " + ", ".join(candidates))
    table.chosen = rest
    return True


def hand(table: TerminalTable, rest: str, who: str) -> bool:
    """Real dice: for everybody played here, for one, or for all."""
    word, _, named = rest.partition(" ")
    if word not in ("on", "off"):
        typed = ", ".join(sorted(table.fight.seats.hand)) or "nobody"
        table.output.say(f"Dice are typed in for: {typed}. `hand on`, `hand on WHO`, `hand on all`, `hand off` change that.")
        return False
    whom = hands(table, named.strip())
    if word == "on":
        table.fight.seats.hand |= whom
    else:
        table.fight.seats.hand -= whom
    table.output.say(f"Dice are {'typed in' if word == 'on' else 'rolled by the app'} for {', '.join(sorted(whom))}.")
    return False


def hands(table: TerminalTable, named: str) -> set[str]:
    everybody = {*table.fight.state.roster, GM}
    if named == "all":
        return everybody
    return {_somebody(table, named)} if named else (set(table.people) or everybody)


def gm(table: TerminalTable, rest: str, who: str) -> bool:
    if not rest:
        for kind in gm_actions(table.fight.book).values():
            table.output.say("  gm " + usage(kind).replace(" ACTOR", ""))
        table.output.say('  as: gm set tor.hp 3 "he slipped"; gm roll 2d6; gm modify mira -1 smoke', "dim")
        return False
    done = len(table.fight.journal.entries)
    table.told = sum(
        1 for sentence in tell(table.fight, table.viewer) if sentence.act < done
    )  # a step that waits is told again
    table.fight.gm(rest)
    return True


def cancel(table: TerminalTable, rest: str, who: str) -> bool:
    table.fight.cancel()
    table.forget_told()
    table.output.say("Called off.")
    return True


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
        table.output.write(text)
        return False
    write_text(Path(file.strip()), text, force=False)
    table.output.say(f"{file.strip()}: written as {form}", "dim")
    return False


def quit_(table: TerminalTable, rest: str, who: str) -> bool:
    raise Leave


COMMANDS: dict[str, Callable[[TerminalTable, str, str], bool]] = {
    "?": help_, "help": help_, "why": why, "p": preview, "preview": preview, "o": odds, "odds": odds, "go": go,
    "cards": cards, "look": cards, "map": map_, "log": log, "rule": rule, "auto": auto, "as": act_as, "hand": hand, "gm": gm,
    "cancel": cancel, "undo": undo, "redo": redo, "correct": correct, "save": save, "export": export, "quit": quit_,
    "exit": quit_, "q": quit_,
}  # fmt: skip
WHILE_ASKED = (
    "?", "help", "cards", "look", "map", "log", "rule", "hand", "gm",
    "cancel", "undo", "redo", "correct", "save", "export", "quit", "exit", "q",
)  # fmt: skip
STEP = "due"  # `o due`: the odds of the step that falls due, also while it asks
