"""The terminal table: whose turn it is, what may be done, questions, dice, the log. Several people may share the keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.errors import Refused, StarfrayError
from starfray.engine.gm import EVERYBODYS
from starfray.engine.position import sides
from starfray.engine.values import GM, Form
from starfray.fight import Fight
from starfray.stalemate import StalemateWatch
from starfray.terminal import commands
from starfray.terminal.form_input import FormInput
from starfray.terminal.line_input import Leave, LineInput
from starfray.terminal.output import Output
from starfray.terminal.question_input import put_question
from starfray.terminal.screen import called, painted_name, show_card, show_cards, show_menu, show_rail
from starfray.terminal.sources import write_text
from starfray.words import name_of, tell

MOST_ACTS = 1500  # acts of the computer in a row before it stops and a person should look


class TerminalTable:
    """`people` are the combatants somebody at this terminal plays; `viewer` is whose knowledge the screen shows."""

    def __init__(self, fight: Fight, output: Output, people: set[str], viewer: str = GM, save: Path | None = None) -> None:
        self.fight = fight
        self.output = output
        self.line_input = LineInput(output)
        self.people = people
        self.known = set(fight.state.roster)  # to tell who has joined
        self.viewer = viewer
        self.save = save
        self.told = len(tell(fight, viewer))
        self.slot = ""  # who was shown the whole screen last
        self.chosen = ""  # who acts, where several may
        self.last: Action | None = None  # looked at with p or o
        self.by_hand: set[str] = set()  # the computer's, but its policy had no act for them
        self.acts = 0
        self.still = StalemateWatch(fight.book)  # of what the computer plays in a row
        self.seen = -1  # the version of the fight at which everybody's cards were shown last
        self.tip = ""  # said once, at the first decision
        self.line_input.complete_with(self.words)

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the fight is over or the person leaves; gives the exit code."""
        try:
            while self.step():
                pass
        except Leave:
            self.autosave()
            self.output.say(
                "You have left the table. No action is half done."
                if self.fight.draft is None
                else "You have left the table with a question open; a save keeps it.",
                "dim",
            )
        except KeyboardInterrupt:
            if self.save is not None:
                self.write(self.save)  # before printing anything: the terminal may be gone
            self.output.say()
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
        self.meet_newcomers()
        who = self.computer()
        if who:
            return True
        actors = self.fight.actors
        own = [actor for actor in actors if actor in self.people or actor in self.by_hand]
        if not own:
            if not self.line_input.live and not self.people:
                raise StarfrayError(f"nobody acts: the policy has nothing for {', '.join(actors) or 'anybody'}")
            self.by_hand.update(actors)
            return bool(actors)
        self.decide(self.chosen if self.chosen in own or self.chosen in self.asides() else own[0])
        return True

    def meet_newcomers(self) -> None:
        """Whoever joins a side that is played here by people alone is played here, too."""
        roster = self.fight.state.roster
        for who in [one for one in roster if one not in self.known]:
            mates = [one.id for one in roster.values() if one.side == roster[who].side and one.id in self.known]
            if mates and self.people.issuperset(mates):
                self.people.add(who)
        self.known = set(roster)

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
                self.output.say(
                    f"{MOST_ACTS} acts of the computer in a row and no end in sight: a person should look.", "yellow"
                )
                raise Leave
            try:
                self.play(action, policies.of(self.fight.state, who).why)
            except Refused as refused:
                self.output.say(f"The computer's {to_text(action)} is refused: {refused}", "yellow")
                self.by_hand.add(who)
            self.look_for_stalemate(who)
            return who
        return ""

    def look_for_stalemate(self, who: str) -> None:
        """No rule ends a fight in which nothing comes about any more: then the computer stops."""
        fight = self.fight
        stuck = self.still.after(who, fight.state)
        if stuck is not None and fight.over is None:
            self.tell()
            self.output.wrap(
                f"A stalemate: {stuck.reason}. The computer stops here; gm end stalemate ends the fight.", "", "", "yellow"
            )
            raise Leave

    def decide(self, who: str) -> None:
        """A person's turn to act: show, ask, and do something that changes the situation."""
        self.acts, self.still = 0, StalemateWatch(self.fight.book)
        forms = self.forms(who)
        whole = who != self.slot
        self.look(who, whole=whole)
        show_menu(self.output, forms, whole=whole)
        if whole and self.asides():
            self.output.wrap(
                f"meanwhile: {', '.join(f'as {aside}' for aside in self.asides() if aside != who)}", "   ", "   ", "dim"
            )
        if self.tip:
            self.output.wrap(self.tip, "", "", "green")
            self.tip = ""
        while True:
            line = self.line_input.read(f"{self.prompt(who)}> ")
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
        action = self.form_input(who, forms).read(line)
        if action is not None:
            self.play(action)
        return action is not None

    def asides(self) -> list[str]:
        """Those played here who may take a free action although it is not their turn."""
        return [aside for aside in self.fight.asides if aside in self.people]

    def meant(self, line: str, forms: Sequence[Form] = ()) -> str:
        """Who takes a free action out of turn, as in 'crouch bo'; '' if it is something else (a name may be a target)."""
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
            self.output.wrap(f"Not possible: {refused}", "", "    ", "red")
        except StarfrayError as error:
            self.output.wrap(str(error), "", "    ", "yellow")
        return False

    # --- acting ------------------------------------------------------------------------------------------------

    def play(self, action: Action, why: str = "") -> None:
        if action.actor in self.view.roster:  # what a hidden combatant does is not told
            self.output.wrap(f"> {to_text(action)}" + (f"  ({why})" if why else ""), "", "    ", "dim" if why else "cyan")
        self.fight.play(action, by=self.fight.seat_of(action.actor) if action.actor in self.people else GM)
        self.last = None
        if self.chosen not in self.fight.actors:  # somebody who took a free action out of turn does not act next
            self.chosen = ""
        self.tell()

    def forms(self, who: str) -> list[Form]:
        """What `who` may do, as far as the screen may know."""
        return self.fight.legal(who, self.viewer)

    def form_input(self, who: str, forms: list[Form] | None = None) -> FormInput:
        return FormInput(
            self.fight, self.view, who, forms if forms is not None else self.forms(who), self.output, self.line_input
        )

    def knows(self, line: str) -> bool:
        """Is this a command of the table? An action of that name comes first; `:` in front asks for the command."""
        word = line.split(" ", 1)[0]
        return word in commands.COMMANDS and word not in self.fight.book.actions

    def command(self, line: str, *, who: str = "", asked: bool = False) -> bool:
        """Run a command; True if the situation may have changed."""
        word, _, rest = line.strip().partition(" ")
        run = commands.COMMANDS.get(word)
        if run is None:
            self.output.say(f"{word!r} is no command; ? lists them", "yellow")
            return False
        of_step = word in ("o", "odds") and rest.strip() == commands.STEP
        if asked and word not in commands.WHILE_ASKED and not of_step:
            self.output.say("A question is open: answer it first, or `cancel`.", "yellow")
            return False
        return self.attempt(lambda: run(self, rest.strip(), who))

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        return self.fight.view(self.viewer)

    def words(self) -> list[str]:
        """What Tab may complete."""
        items = [
            getattr(item, "key", "")
            for combatant in self.view.roster.values()
            for name in self.fight.book.items
            for item in _items(combatant, name)
        ]
        return sorted({*self.fight.book.actions, *EVERYBODYS, *self.view.roster, *commands.COMMANDS, *items} - {""})

    def prompt(self, who: str) -> str:
        actor = self.fight.state.roster[who]
        return who + (f" ({actor.seat})" if actor.seat else "")

    def tell(self) -> None:
        """Say what has happened since the last time."""
        log = tell(self.fight, self.viewer, self.told)
        for sentence in log[self.told :]:
            self.output.wrap(sentence.text, "  ", "      ")
        self.told = len(log)
        for lost in self.fight.dropped:
            self.output.wrap(lost, "  ", "      ", "yellow")
        self.fight.dropped.clear()

    def look(self, who: str, *, whole: bool) -> None:
        view = self.view
        if whole:
            self.slot, self.seen = who, self.fight.version
            self.output.say()
            actor = self.fight.state.roster[who]
            seat = f"{actor.seat}, you play " if actor.seat else ""
            self.output.title(f"{seat}{called(view, who)} of {actor.side or 'no side'}")
            show_rail(self.output, self.fight, view)
            show_cards(self.output, self.fight, view, who)
        elif who in view.roster:
            show_card(self.output, self.fight, view, view.roster[who], who, len(called(view, who)) + 2)

    def after(self) -> bool:
        """The fight is over: tell how, and let a person at the keyboard look back or undo. False: leave the table."""
        over = self.fight.over
        assert over is not None
        self.summary()
        if not self.people:
            self.autosave()
            return False
        while self.fight.over is not None and not self.fight.asks:
            line = self.line_input.read("over (undo, log, save FILE, export FORM FILE, quit)> ")
            if line and not self.knows(line):
                self.output.say("The fight is over; undo takes the last decision back, quit leaves.", "yellow")
            elif line:
                self.command(line)
        return True

    def summary(self) -> None:
        over = self.fight.over
        self.output.say()
        self.output.title("The fight is over" if over is not None else "As it stands")
        if over is not None:
            winners = ", ".join(over.winners)
            self.output.say((f"{winners} wins: " if winners else "") + over.reason + f" [{over.rule}]", "bold")
        show_cards(self.output, self.fight, self.fight.state if over is not None else self.view)
        entries = self.fight.journal.entries
        acts = sum(1 for entry in entries if entry.kind == "action")
        dice = sum(len(taped.faces) for entry in entries for taped in entry.tape)
        self.output.say(f"{acts} acts, {dice} dice.", "dim")

    def greet(self, demo: bool) -> None:
        fight, state = self.fight, self.fight.state
        self.output.title(f"{fight.title or 'A fight'} · {fight.book.title}")
        for side in sides(self.view):
            here = [combatant for combatant in self.view.roster.values() if combatant.side == side]
            names = [painted_name(self.output, state, combatant.id) for combatant in here]
            self.output.flow([f"{side or 'no side'}: {names[0]}", *names[1:]], ", ", "  ", "    ")
        played = [
            name_of(state, combatant.id) + (f" [{combatant.seat}]" if combatant.seat else "")
            for combatant in state.roster.values()
            if combatant.id in self.people
        ]
        rest = "the computer plays everybody else" if len(played) < len(state.roster) else "nobody is the computer's"
        self.output.wrap(f"You play {', '.join(played)}; {rest}." if played else "The computer plays everybody.", "  ", "    ")
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
        self.output.say(f"saved: {path} (starfray play --resume {path})", "dim")

    def forget_told(self) -> None:
        """After going back: what is there now counts as told, and between acts the whole screen is shown again."""
        self.told = len(tell(self.fight, self.viewer))
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
    return [inside for item in items for inside in _items(item, inner)] if dot else items
