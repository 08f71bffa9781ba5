"""What can be asked of a fight without changing it: the position and its views, legal acts, previews, odds, permissions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starfray import odds as odds_of
from starfray.engine import paths
from starfray.engine.actions import Action, parse, to_text
from starfray.engine.codec import Plain, fingerprint
from starfray.engine.common_action import CommonAction
from starfray.engine.errors import BadInput, Refused, Unset, suggest
from starfray.engine.forms import form_of, forms_for, idle_word, others_instead, possible_instead
from starfray.engine.gm import EVERYBODYS
from starfray.engine.policy import Policies
from starfray.engine.position import seat_of
from starfray.engine.runner import Running
from starfray.engine.tables.dry_run import refusal
from starfray.engine.trace import note_rule
from starfray.engine.values import GM, Ask, Event, Form, Moment, Outcome
from starfray.engine.view import shown, side_of
from starfray.preview import Preview, preview


class FightQueries(Running):
    """Everything about a fight that reads it and leaves it as it is."""

    # --- the position --------------------------------------------------------------------------------------------

    @property
    def hash(self) -> str:
        """The fingerprint of the position; dice yet to fall are not part of it."""
        return fingerprint(self.state)

    @property
    def version(self) -> int:
        return self.journal.version

    @property
    def due(self) -> Action | None:
        """The step that happens by itself now."""
        return self.next_due(self.state)

    @property
    def actors(self) -> list[str]:
        """Everyone who may act now."""
        return [] if self.over or self.due is not None else self.book.actors(self.state)

    @property
    def asides(self) -> list[str]:
        """Everyone who may take a free action now although it is not their turn."""
        actors = self.actors
        return [who for who in self.book.asides(self.state) if who not in actors] if actors else []

    @property
    def over(self) -> Outcome | None:
        outcome = self.book.over(self.state)
        if outcome is not None:
            note_rule(outcome.rule)
        return outcome

    @property
    def asks(self) -> list[Ask]:
        """The open questions, without sealed ones that are answered already."""
        return list(self.draft.asks) if self.draft else []

    @property
    def events(self) -> list[Event]:
        """Everything that happened, and what the act under way has shown so far."""
        happened = [event for entry in self.journal.entries for event in entry.events]
        return happened + (self.draft.shown if self.draft else [])

    @property
    def agenda(self) -> list[Moment]:
        return self.book.agenda(self.state)

    def get(self, path: str) -> Plain:
        """The value at a path: 'tor.hp', 'tor.weapons.0.empty', 'turn'; or a figure the book works out, as 'tor.dodge'."""
        who, _, name = path.partition(".")
        if who not in self.state.roster or "." in name:
            return paths.get(self.state, path)
        figure = self.book.figures.get(name)
        if figure is not None:
            return figure(self.state, self.state.roster[who])
        try:
            return paths.get(self.state, path)
        except BadInput as error:
            close = suggest(name, self.book.figures)
            if close.startswith("did you mean") and not error.expected.startswith("did you mean"):
                error.expected = close  # a slip in the name of a figure that stands in no field
            raise

    def view(self, who: str) -> Any:
        """The position as a seat ('player:ana'), a side ('side:crew') or 'gm' may know it."""
        side_of(self.state, who)
        return self.book.view(self.state, who)

    def seen_events(self, who: str) -> list[Event]:
        """The events a seat may know of."""
        return [seen for event in self.events if (seen := shown(self.state, event, who)) is not None]

    def seen_asks(self, who: str) -> list[Ask]:
        """The open questions a seat may see: its own; the GM sees whom the table waits for."""
        if who == GM:
            return self.asks
        return [ask for ask in self.asks if self.seat_of(ask.who) == who]

    # --- what may be done ------------------------------------------------------------------------------------------

    def legal(self, who: str, seen_by: str = "") -> list[Form]:
        """Forms for what `who` may do now, and the refused kinds with their reasons.

        They start from what the side of `who` may know, or what `seen_by` may.
        """
        self.check_known(who, self.view(seen_by or GM))
        seen = self.view(seen_by or f"side:{self.state.roster[who].side}")
        if who not in self.actors and who not in self.asides:
            reason = self._why_not_now(who, seen)
            return [Form(kind, refused=reason) for kind in self.book.actions]
        return forms_for(self.book, seen, who)

    def form(self, who: str, kind: str, chosen: dict[str, str] | None = None, seen_by: str = "") -> Form:
        """One form of `who`, as far as what was chosen so far leaves it open: choices narrow each other."""
        found = next((form for form in self.legal(who, seen_by) if form.kind == kind), None)
        if found is None:
            raise BadInput(f"{kind!r} is no kind of action", expected=suggest(kind, self.book.actions))
        if found.refused is not None or not chosen:
            return found
        seen = self.view(seen_by or f"side:{self.state.roster[who].side}")
        return form_of(self.book, seen, who, self.book.kind_of(seen, kind), chosen)

    def _why_not_now(self, who: str, seen: Any) -> Refused:
        if self.over:
            return Refused("fight.over", f"the fight is over: {self.over.reason}")
        due = self.due
        if due is not None:
            return Refused("fight.turn", f"{to_text(due)} comes first")
        return self.why_idle(who, self.state, seen)

    def refusal(self, action: str | Action) -> Refused | None:
        """Why the rules forbid this now; None if they allow it."""
        act = self.parse(action)
        try:
            self.check_turn(act, self.state)
        except Refused as refused:
            return refused
        if isinstance(act, CommonAction):
            return None
        against = refusal(self.book, self.state, act)
        if against is not None:
            return self.with_possible_words(against, act, self.state)
        return idle_word(self.book, self.state, act) if isinstance(action, str) else None

    def with_possible_words(self, refused: Refused, act: Action, state: Any) -> Refused:
        """A refusal by a rule of the book that names only what is possible in this position; where it names nothing of its
        own, another target, weapon or word that would do.
        """
        if not isinstance(act, CommonAction):
            refused.legal = possible_instead(self.book, state, act, refused)
            if not refused.legal and act.actor in state.roster:
                side = state.roster[act.actor].side
                refused.legal = others_instead(self.book, self.book.view(state, f"side:{side}"), act)
        return refused

    def preview(self, action: str | Action, who: str = GM) -> Preview:
        """Legality, cost and tally of an action; nothing is changed."""
        return preview(self.book, self.content, self.view(who), self.parse(action), self)

    def odds(
        self,
        action: str | Action,
        who: str = GM,
        *,
        policies: Policies | None = None,
        budget: int = odds_of.DEFAULT_BUDGET,
        best_for: str = "",
        progress: Callable[[int, int], None] | None = None,
        enough: Callable[[int], bool] | None = None,
    ) -> odds_of.Odds:
        """The exact distribution of an action's outcomes, from the same rule code, as `who` may know the position.

        'due' asks about the step that is due (a blow that lands, a phase of fire). `progress` is told now and then how many
        runs of the rule are done and how many are known to be left; `enough`, told how many are done, may end it sooner.
        """
        state = self.view(who)
        due = self.next_due(state)
        if action == "due" and due is not None:
            act = due
        else:
            act = self.parse(action)
            self.check_turn(act, self.state, state)
        return odds_of.odds(
            self.book,
            state,
            act,
            policies or Policies(self.book.policy()),
            budget,
            best_for,
            self.content,
            progress,
            (),
            enough,
        )

    # --- who may do it -------------------------------------------------------------------------------------------

    def parse(self, action: str | Action) -> Action:
        """The action a text stands for, of the book or of everybody."""
        if isinstance(action, Action):
            return action
        return parse({**self.book.actions, **EVERYBODYS}, action)

    def seat_of(self, who: str) -> str:
        """Who plays a combatant: 'player:ana', or 'gm'."""
        seat = seat_of(self.state, who)
        return f"player:{seat}" if seat else GM

    def check_owner(self, act: Action, by: str) -> None:
        """Refuse an act of somebody whom this seat does not play."""
        if by != GM and by != self.seat_of(act.actor):
            raise Refused("fight.turn", f"{act.actor} is not yours to play")

    def check_words(self, action: str | Action, act: Action, state: Any) -> None:
        """Refuse words that somebody typed and the rule would pass over; what it refuses itself is left to it."""
        if isinstance(action, str) and not isinstance(act, CommonAction):
            refused = None if refusal(self.book, state, act) else idle_word(self.book, state, act)
            if refused is not None:
                raise refused

    def check_permitted(self, act: Action, by: str) -> None:
        """Refuse an act that is out of turn or against the rules, as far as this seat may know; the GM may try anything."""
        self.check_turn(act, self.state, self.view(by))
        if by == GM:
            return
        if not isinstance(act, CommonAction):  # what a player may not know is treated as if it did not exist
            refused = refusal(self.book, self.view(by), act)
            if refused is not None and not isinstance(refused, Unset):
                raise self.with_possible_words(refused, act, self.view(by))
