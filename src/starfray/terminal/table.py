"""The terminal table: whose turn it is, what may be done, questions, dice, the log. Several people may share the keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.errors import Refused, StarfrayError
from starfray.engine.house import EVERYBODYS
from starfray.engine.position import sides
from starfray.engine.values import GM, Form
from starfray.fight import Fight
from starfray.terminal import commands
from starfray.terminal.asking import put_question
from starfray.terminal.fill import Filler
from starfray.terminal.ink import Ink
from starfray.terminal.keys import Keys, Leave
from starfray.terminal.screen import called, painted_name, show_card, show_cards, show_menu, show_rail
from starfray.terminal.sources import write_text
from starfray.words import name_of, tell

MOST_ACTS = 1500  # of the computer in a row, before somebody should look


class TerminalTable:
    """`people` are the combatants somebody at this terminal plays; `eyes` is whose knowledge the screen shows."""

    def __init__(self, fight: Fight, ink: Ink, people: set[str], eyes: str = GM, save: Path | None = None) -> None:
        self.fight = fight
        self.ink = ink
        self.keys = Keys(ink)
        self.people = people
        self.eyes = eyes
        self.save = save
        self.told = len(tell(fight, eyes))
        self.slot = ""  # who was shown the whole screen last
        self.chosen = ""  # who acts, where several may
        self.last: Action | None = None  # looked at with p or o
        self.by_hand: set[str] = set()  # the computer's, but its policy had no act for them
        self.acts = 0
        self.seen = -1  # the version of the fight at which everybody's cards were shown last
        self.tip = ""  # said once, at the first decision
        self.keys.complete_with(self.words)

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the fight is over or the person leaves; gives the exit code."""
        try:
            while self.step():
                pass
        except Leave:
            self.autosave()
            self.ink.say(
                "The table is left; nothing is half done."
                if self.fight.draft is None
                else "The table is left with a question open; a save keeps it.",
                "dim",
            )
        except KeyboardInterrupt:
            if self.save is not None:
                self.write(self.save)  # before a word is said: the terminal may be gone
            self.ink.say()
            self.autosave()
            raise
        return 0

    def step(self) -> bool:
        """One decision, of the computer or of a person; False when it is all over."""
        self.fight.advance()
        self.tell()
        if self.fight.asks:
            self.attempt(lambda: put_question(self))
            return True
        if self.fight.over is not None:
            return self.after()
        who = self.computer()
        if who:
            return True
        actors = self.fight.actors
        mine = [each for each in actors if each in self.people or each in self.by_hand]
        if not mine:
            if not self.keys.live and not self.people:
                raise StarfrayError(f"nobody acts: the policy has nothing for {', '.join(actors) or 'anybody'}")
            self.by_hand.update(actors)
            return bool(actors)
        self.decide(self.chosen if self.chosen in mine or self.chosen in self.asides() else mine[0])
        return True

    def computer(self) -> str:
        """Let a policy act for the first of those who may; '' if a person comes first or no policy has an act."""
        policies = self.fight.seats.policies
        assert policies is not None
        for who in self.fight.actors:
            if who in self.people or who in self.by_hand:
                return ""
            action = policies.act(self.fight.book, self.fight.state, who, self.fight.generators.policy)
            if action is None:
                continue
            self.acts += 1
            if self.acts > MOST_ACTS:
                self.ink.say(f"{MOST_ACTS} acts of the computer in a row and no end in sight: a person should look.", "yellow")
                raise Leave
            try:
                self.play(action, policies.of(self.fight.state, who).why)
            except Refused as refused:
                self.ink.say(f"The computer's {to_text(action)} is refused: {refused}", "yellow")
                self.by_hand.add(who)
            return who
        return ""

    def decide(self, who: str) -> None:
        """A person's turn to act: show, ask, and do something that changes the situation."""
        self.acts = 0
        forms = self.forms(who)
        whole = who != self.slot
        self.look(who, whole=whole)
        show_menu(self.ink, forms, whole=whole)
        if whole and self.asides():
            self.ink.wrap(f"meanwhile: {', '.join(f'as {each}' for each in self.asides() if each != who)}", "   ", "   ", "dim")
        if self.tip:
            self.ink.wrap(self.tip, "", "", "green")
            self.tip = ""
        while True:
            line = self.keys.read(f"{self.prompt(who)}> ")
            if not line:
                self.slot = ""
                return
            if line.startswith(":") or self.knows(line):
                if self.command(line.removeprefix(":"), who=who):
                    return
            elif self.attempt(partial(self.obey, who, forms, line)):
                return

    def obey(self, who: str, forms: list[Form], line: str) -> bool:
        """Play what was typed; True if something was played."""
        other = self.meant(line, forms)
        if other:
            who, forms, line = other, self.forms(other), line.replace(f" {other}", "", 1)
        action = self.filler(who, forms).read(line)
        if action is not None:
            self.play(action)
        return action is not None

    def asides(self) -> list[str]:
        """Those played here who may do something small although it is not their turn."""
        return [each for each in self.fight.asides if each in self.people]

    def meant(self, line: str, forms: Sequence[Form] = ()) -> str:
        """Whose free action out of turn this is, named after its kind; '' if it is none: a name may be a target's."""
        kind, _, rest = line.strip().partition(" ")
        other = rest.strip().split(" ", 1)[0]
        if other not in self.asides() or any(form.kind == kind and names_somebody(form) for form in forms):
            return ""
        return other if any(form.kind == kind and form.refused is None for form in self.forms(other)) else ""

    def attempt(self, what: Callable[[], bool]) -> bool:
        """Do it; if it cannot be done say why. True if the situation may have changed."""
        try:
            return what()
        except Refused as refused:
            self.ink.wrap(f"Not possible: {refused}", "", "    ", "red")
        except StarfrayError as error:
            self.ink.wrap(str(error), "", "    ", "yellow")
        return False

    # --- acting ------------------------------------------------------------------------------------------------

    def play(self, action: Action, why: str = "") -> None:
        if action.actor in self.view.roster:  # what a hidden combatant does is not told
            self.ink.wrap(f"> {to_text(action)}" + (f"  ({why})" if why else ""), "", "    ", "dim" if why else "cyan")
        self.fight.play(action, by=self.fight.seat_of(action.actor) if action.actor in self.people else GM)
        self.last = None
        if self.chosen not in self.fight.actors:  # whoever acted besides does not go on
            self.chosen = ""
        self.tell()

    def forms(self, who: str) -> list[Form]:
        """What `who` may do, as far as the screen may know."""
        return self.fight.legal(who, self.eyes)

    def filler(self, who: str, forms: list[Form] | None = None) -> Filler:
        return Filler(self.fight, self.view, who, forms if forms is not None else self.forms(who), self.ink, self.keys)

    def knows(self, line: str) -> bool:
        """Is this a command of the table? Where a book has an action of that name, the action it is (: before it helps)."""
        word = line.split(" ", 1)[0]
        return word in commands.COMMANDS and word not in self.fight.book.actions

    def command(self, line: str, *, who: str = "", asked: bool = False) -> bool:
        """Run a command; True if the situation may have changed."""
        word, _, rest = line.strip().partition(" ")
        run = commands.COMMANDS.get(word)
        if run is None:
            self.ink.say(f"{word!r} is no command; ? lists them", "yellow")
            return False
        of_step = word in ("o", "odds") and rest.strip() == commands.STEP
        if asked and word not in commands.WHILE_ASKED and not of_step:
            self.ink.say("A question is open: answer it first, or `cancel`.", "yellow")
            return False
        return self.attempt(lambda: run(self, rest.strip(), who))

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        return self.fight.view(self.eyes)

    def words(self) -> list[str]:
        """What Tab may complete."""
        items = [
            getattr(item, "key", "")
            for one in self.view.roster.values()
            for name in self.fight.book.items
            for item in _items(one, name)
        ]
        return sorted({*self.fight.book.actions, *EVERYBODYS, *self.view.roster, *commands.COMMANDS, *items} - {""})

    def prompt(self, who: str) -> str:
        one = self.fight.state.roster[who]
        return who + (f" ({one.seat})" if one.seat else "")

    def tell(self) -> None:
        """Say what has happened since the last time."""
        log = tell(self.fight, self.eyes)
        for each in log[self.told :]:
            self.ink.wrap(each.text, "  ", "      ")
        self.told = len(log)
        for lost in self.fight.dropped:
            self.ink.wrap(lost, "  ", "      ", "yellow")
        self.fight.dropped.clear()

    def look(self, who: str, *, whole: bool) -> None:
        view = self.view
        if whole:
            self.slot, self.seen = who, self.fight.version
            self.ink.say()
            one = self.fight.state.roster[who]
            seat = f"{one.seat}, you play " if one.seat else ""
            self.ink.title(f"{seat}{called(view, who)} of {one.side or 'no side'}")
            show_rail(self.ink, self.fight, view)
            show_cards(self.ink, self.fight, view, who)
        elif who in view.roster:
            show_card(self.ink, self.fight, view, view.roster[who], who, len(called(view, who)) + 2)

    def after(self) -> bool:
        """The fight is over: tell how, and let a person at the keyboard look back or undo. False: leave the table."""
        over = self.fight.over
        assert over is not None
        self.summary()
        if not self.people:
            self.autosave()
            return False
        while self.fight.over is not None and not self.fight.asks:
            line = self.keys.read("over (undo, log, save FILE, export FORM FILE, quit)> ")
            if line and not self.knows(line):
                self.ink.say("The fight is over; undo takes the last decision back, quit leaves.", "yellow")
            elif line:
                self.command(line)
        return True

    def summary(self) -> None:
        over = self.fight.over
        self.ink.say()
        self.ink.title("The fight is over" if over is not None else "As it stands")
        if over is not None:
            winners = ", ".join(over.winners)
            self.ink.say((f"{winners} wins: " if winners else "") + over.reason + f" [{over.rule}]", "bold")
        show_cards(self.ink, self.fight, self.fight.state if over is not None else self.view)
        entries = self.fight.journal.entries
        acts = sum(1 for entry in entries if entry.kind == "action")
        dice = sum(len(each.faces) for entry in entries for each in entry.tape)
        self.ink.say(f"{acts} acts, {dice} dice.", "dim")

    def greet(self, demo: bool) -> None:
        fight, state = self.fight, self.fight.state
        self.ink.title(f"{fight.title or 'A fight'} · {fight.book.title}")
        for side in sides(self.view):
            here = [one for one in self.view.roster.values() if one.side == side]
            names = [painted_name(self.ink, state, one.id) for one in here]
            self.ink.flow([f"{side or 'no side'}: {names[0]}", *names[1:]], ", ", "  ", "    ")
        mine = [
            name_of(state, one.id) + (f" [{one.seat}]" if one.seat else "")
            for one in state.roster.values()
            if one.id in self.people
        ]
        rest = "the computer plays everybody else" if len(mine) < len(state.roster) else "nobody is the computer's"
        self.ink.wrap(f"You play {', '.join(mine)}; {rest}." if mine else "The computer plays everybody.", "  ", "    ")
        if self.people:
            self.tip = "Type a number to act. o 1 shows the odds of it first, map the map, ? helps, quit leaves."
            self.tip += " Nothing is final: undo takes any decision back." if demo else ""

    # --- keeping -----------------------------------------------------------------------------------------------

    def autosave(self) -> None:
        if self.save is not None:
            self.keep(self.save)

    def write(self, path: Path) -> None:
        write_text(path, json.dumps(self.fight.to_json(), ensure_ascii=False) + "\n")

    def keep(self, path: Path) -> None:
        self.write(path)
        self.ink.say(f"saved: {path} (starfray play --resume {path})", "dim")

    def forget_told(self) -> None:
        """After going back: what is there now counts as told, and between acts the whole screen is shown again."""
        self.told = len(tell(self.fight, self.eyes))
        if self.fight.draft is None:
            self.slot = ""
        self.chosen = ""


def names_somebody(form: Form) -> bool:
    return form.refused is None and any(blank.kind == "combatant" for blank in form.fields)


def _items(holder: Any, name: str) -> list[Any]:
    """The items in a field, or ('vehicle.mounted') those inside its items."""
    outer, dot, inner = name.partition(".")
    value = getattr(holder, outer, None)
    items = value if isinstance(value, list) else [value]
    return [each for item in items for each in _items(item, inner)] if dot else items
