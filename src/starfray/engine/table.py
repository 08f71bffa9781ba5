"""The table: where dice fall and people decide. The only door through which a rule reaches either.

Rules call the public methods below and nothing else. Kinds of table differ only in where faces and answers
come from; they fill in `faces_for` and `answer_for`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from starfray.engine.content import Content
from starfray.engine.dice import Rounds, Shape, Tie, pick
from starfray.engine.position import ALWAYS, AnyPosition, Combatant, combatant_of, standing_order
from starfray.engine.ranking import Ranking, permutation, ranking
from starfray.engine.tape import Taped
from starfray.engine.trace import note_rule
from starfray.engine.values import EVERYONE, GM, Against, Ask, Event, Option, Tally, read_point, read_shares

if TYPE_CHECKING:
    from starfray.engine.rulebook import Rulebook


class Table:
    """The contract. `explains`: reasons and events are kept, not only counted. `listens`: `merge`, `finished`, `enter` and
    `leave` have an effect; if not, compiled rules skip them. Events (`emit`) reach every table.
    """

    def __init__(self, book: Rulebook, state: AnyPosition, explains: bool, content: Content | None = None) -> None:
        self.book = book
        self.content = content or book.content_in_use()
        self.state = state
        self.explains = explains
        self.listens = True
        self.accepted = False  # an act that these rules took before runs again: what was typed in is not checked once more
        self.all_secret = False  # a test the GM calls for in secret: every roll is secret, every event the GM's
        self.events: list[Event] = []
        self.cited: list[str] = []  # before the first event

    # --- dice --------------------------------------------------------------------------------------------------

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        """Throw dice and read them as their class. A secret roll is the GM's: its own generator, nobody else sees it."""
        secret = secret or self.all_secret
        faces = self.faces_for(rule, who, shape, tally, secret)
        value = shape.read(faces)
        if self.explains:
            note_rule(rule)
            only = GM if secret else self._only(who)
            self._tell(Event(rule, who, "", value, shape.label, only, tally, faces))
        return value

    def roll_difference(
        self,
        rule: str,
        who: str,
        shape: Shape,
        whom: str,
        other: Shape,
        tally: Tally | None = None,
        others: Tally | None = None,
        of: str = "",
    ) -> int:
        """Both throw, `who` first; gives the first total minus the second. For a rule that looks at nothing else: the
        exact table then has only the differences to tell apart, not every pair.
        """
        mine = self.roll(rule, who, shape, tally)
        theirs = self.roll(rule, whom, other, others)
        self.against(who, theirs, mine, of)
        return mine - theirs

    def roll_contest(
        self, rule: str, who: str, whom: str, shape: Rounds, tally: Tally | None = None, scores: tuple[int, int] = (0, 0)
    ) -> int:
        """Two throw against each other: each the own die of the shape's round, `who` first, both again while it says so. The
        exact table takes the shape as a whole and never has to walk an endless row of ties.

        `scores` are what each adds to the die: the totals are told with the second throw.
        """
        while True:
            faces = [self.roll(rule, who, shape.own_die([]), tally)]
            faces.append(self.roll(rule, whom, shape.own_die(faces), tally))
            self.against(who, faces[1] + scores[1], faces[0] + scores[0])
            if not shape.again(faces):
                return shape.value(faces)

    def roll_tie(self, rule: str, whos: list[str], shape: Tie, secret: bool = False) -> int:
        """Settle a tie: round by round all who are still level throw, each the own die. The exact table takes the shape as a
        whole and never has to walk an endless row of ties.
        """
        faces: list[int] = []
        while level := shape.level(faces):
            faces += [self.roll(rule, whos[place], shape.die, secret=secret) for place in level]
        return shape.read(faces)

    def roll_later(self, rule: str, who: str, shape: Shape) -> int:
        """Throw dice whose value changes nothing in this fight (days of healing). Thrown and taped like any other, but
        the exact table does not tell their faces apart.
        """
        return self.roll(rule, who, shape)

    def roll_all(self, rule: str, whos: list[str], shapes: list[Shape]) -> list[int]:
        """Everybody throws at once (ten initiative dice); read in the order given, not in order of arrival."""
        asks = [
            Ask("dice", rule, who, prompt=shape.goal, shape=shape, secret=self.all_secret)
            for who, shape in zip(whos, shapes, strict=True)
        ]
        thrown = self.all_faces_for(asks)
        values = []
        for who, shape, faces in zip(whos, shapes, thrown, strict=True):
            value = shape.read(faces)
            values.append(value)
            if self.explains:
                note_rule(rule)
                self._tell(Event(rule, who, "", value, shape.label, self._only(who), None, faces))
        return values

    def rank(self, rule: str, whos: list[str], sides: int) -> list[str]:
        """Settle a tie: one die each, highest first, those still equal roll again. Hidden ones are placed in secret."""
        seen = [who for who in whos if not self.hides(who)]
        order = seen
        if len(seen) > 1:
            shape = ranking(len(seen), sides)
            if self.apart(rule, seen):
                places = permutation(self.roll_tie(rule, seen, shape), shape.count)
            else:
                places = self.ranked(rule, seen[0], shape)
            order = [seen[place] for place in places]
        return self.place(rule, order, [who for who in whos if self.hides(who)])

    def ranked(self, rule: str, who: str, shape: Ranking) -> list[int]:
        return permutation(self.roll(rule, who, shape), shape.count)

    def apart(self, rule: str, whos: list[str]) -> bool:
        """Does each of those who are level throw the own die? As a tape has it; without one, if somebody has real dice."""
        entry = self.upcoming()
        if entry is None:
            return self.by_hand(whos)
        return entry.rule == rule and not entry.what.startswith("ranking")

    def upcoming(self) -> Taped | None:
        """What a tape holds next; None where nothing is taped."""
        return None

    def by_hand(self, whos: list[str]) -> bool:
        """Has one of them real dice?"""
        return False

    def place(self, rule: str, order: list[str], hidden: list[str]) -> list[str]:
        """Put hidden combatants among those they tie with: the GM rolls in secret, every place is as likely as any other.

        Nobody who may not know of them sees a die, or an order other than the one already rolled in the open.
        """
        order = list(order)
        for who in hidden:
            order.insert(self.roll(rule, who, pick(len(order) + 1), secret=True) if order else 0, who)
        return order

    def hides(self, who: str) -> bool:
        actor = combatant_of(self.state, who)
        return actor is not None and actor.hidden

    # --- decisions ---------------------------------------------------------------------------------------------

    def choose(
        self,
        rule: str,
        who: str,
        options: list[Option],
        prompt: str = "",
        suggested: str = "",
        facts: dict[str, int] | None = None,
    ) -> str:
        """Ask a person to pick one; the key of the option comes back. A single option is taken and logged.

        `facts` are the figures the choice turns on, for the page and for policies.
        """
        return self._answer(Ask("choose", rule, who, prompt=prompt, options=options, suggested=suggested, facts=facts))

    def confirm(
        self, rule: str, who: str, prompt: str = "", suggested: str = "no", facts: dict[str, int] | None = None
    ) -> bool:
        """Yes or no."""
        options = [Option("yes", rule=rule), Option("no")]
        return self.choose(rule, who, options, prompt, suggested, facts) == "yes"

    def choose_all(
        self,
        rule: str,
        whos: list[str],
        options: list[list[Option]],
        prompt: str = "",
        sealed: bool = True,
        prompts: list[str] | None = None,
        facts: list[dict[str, int]] | None = None,
    ) -> list[str]:
        """Ask several people at once. Sealed answers are shown to nobody until all are in.

        `prompts` and `facts` give each person their own.
        """
        asks = [
            Ask(
                "choose",
                rule,
                who,
                prompt=prompts[place] if prompts else prompt,
                options=offered,
                sealed=sealed,
                facts=facts[place] if facts else None,
            )
            for place, (who, offered) in enumerate(zip(whos, options, strict=True))
        ]
        answers = self.all_answers_for(asks)
        if self.explains:
            for ask, answer in zip(asks, answers, strict=True):
                self._log_answer(ask, answer)
        return answers

    def allocate(
        self,
        rule: str,
        who: str,
        amount: int,
        slots: list[Option],
        prompt: str = "",
        suggested: str = "",
        facts: dict[str, int] | None = None,
    ) -> list[int]:
        """Ask a person to share out `amount` over the slots; what is not given out is lost."""
        ask = Ask("allocate", rule, who, prompt=prompt, options=slots, amount=amount, suggested=suggested, facts=facts)
        shares, _ = read_shares(self._answer(ask), [slot.key for slot in slots])
        return shares

    def number(self, rule: str, who: str, low: int, high: int, prompt: str = "", suggested: int | None = None) -> int:
        """Ask a person for a whole number."""
        words = str(low if suggested is None else suggested)
        return int(self._answer(Ask("number", rule, who, prompt=prompt, low=low, high=high, suggested=words)))

    def point(
        self, rule: str, who: str, centre: tuple[float, float], metres: int, prompt: str = "", suggested: str = ""
    ) -> tuple[float, float]:
        """Ask a person for a point within so many metres of another."""
        words = suggested or f"{centre[0]:g},{centre[1]:g}"
        ask = Ask("point", rule, who, prompt=prompt, centre=centre, high=metres, suggested=words)
        found = read_point(self._answer(ask))
        assert found is not None
        return found

    def text(self, rule: str, who: str, prompt: str = "") -> str:
        """Ask a person for words."""
        return self._answer(Ask("text", rule, who, prompt=prompt))

    def _answer(self, ask: Ask) -> str:
        answer = self.answer_for(ask)
        if self.explains:
            self._log_answer(ask, answer)
        return answer

    def _log_answer(self, ask: Ask, answer: str) -> None:
        note_rule(ask.rule)
        for option in ask.options:
            if option.rule:
                note_rule(option.rule)
            if option.tally is not None:
                for reason in option.tally.reasons:
                    note_rule(reason.rule)
        only = GM if ask.secret or ask.who == GM else self._only(ask.who)
        self._tell(Event(ask.rule, ask.who, "", 0, answer, only))

    # --- the action --------------------------------------------------------------------------------------------

    def allowed(self) -> None:
        """Say that the refusals of an action are over: from here on it takes place. Nothing is changed before this line, so
        that whoever only asks whether the action is legal can stop here.
        """

    # --- words -------------------------------------------------------------------------------------------------

    def emit(
        self,
        rule: str,
        who: str,
        whom: str = "",
        number: int = 0,
        note: str = "",
        only: str = EVERYONE,
        tally: Tally | None = None,
    ) -> None:
        """Say that a rule took effect; a figure that was added up brings its tally."""
        if self.explains:
            note_rule(rule)
            self._tell(Event(rule, who, whom, number, note, only or self._only(who, whom), tally))

    def last_faces(self) -> list[int]:
        """The dice of the last throw, where events are kept: for what is only told, never for what is decided."""
        return (self.events[-1].faces or []) if self.explains else []

    def against(self, whom: str, own: int, theirs: int, of: str = "") -> None:
        """Say right after the second throw of an opposed roll, or after its outcome was said, what both came to."""
        if self.explains:
            self.events[-1].against = Against(whom, own, theirs, of)

    def cite(self, rule: str) -> None:
        """Name a rule that decided something without a figure of its own. It stands beside the event before it (or the first
        one, if nothing was said yet), folded away.
        """
        if self.explains:
            note_rule(rule)
            if self.events:
                self.events[-1].by.append(rule)
            else:
                self.cited.append(rule)

    def tally(self, actor: Combatant | None = None) -> Tally:
        """A fresh tally, with what the GM has put on the combatant by hand."""
        tally = Tally(self.explains)
        if actor is not None:
            for modifier in actor.gm_modifiers:
                tally.add(modifier.amount, "gm.modifier", modifier.note)
        return tally

    def merge(self, rule: str, matters: Hashable = ()) -> None:
        """Say that from here on only the position and `matters` (the rule's own running figures) matter.

        The exact table merges runs in which both are equal; all others ignore it. A rule that calls another rule in the
        middle of its own work says with `enter` what it is still going to use, and with `leave` that it is done.
        """
        if self.explains:
            note_rule(rule)

    def finished(self, rule: str, who: str, matters: Hashable = (), unseen: bool = False) -> None:
        """Say that the act is through with `who`: whatever their figures are now, they change no more in this act, and
        nothing but where they are and whether they stand is looked at (`unseen`: not even that). Says `merge` as well.

        The exact table then keeps their chances apart from those still to come instead of multiplying both out.
        """
        if self.explains:
            note_rule(rule)

    def enter(self, figures: Hashable) -> None:
        """Remember figures of the caller that still matter while an inner rule runs and may call `merge`."""

    def leave(self) -> None:
        """The inner rule is done: forget what the last `enter` remembered."""

    def joined(self, who: str) -> None:
        """Say that somebody has joined the fight, before any question is asked of them."""

    def _tell(self, event: Event) -> None:
        if self.cited:
            event.by, self.cited = self.cited, []
        self.events.append(event)

    def _only(self, who: str, whom: str = "") -> str:
        """The side that alone may know of an act by a hidden combatant; everybody if it is no secret."""
        if self.all_secret:
            return GM
        for each in (who, whom):
            actor = combatant_of(self.state, each)
            if actor is not None and actor.hidden:
                return str(actor.side) or GM
        return EVERYONE

    # --- what a kind of table decides --------------------------------------------------------------------------

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        raise NotImplementedError

    def all_faces_for(self, asks: list[Ask]) -> list[list[int]]:
        found = []
        for ask in asks:
            assert ask.shape is not None
            found.append(self.faces_for(ask.rule, ask.who, ask.shape, None, ask.secret))
        return found

    def answer_for(self, ask: Ask) -> str:
        raise NotImplementedError

    def all_answers_for(self, asks: list[Ask]) -> list[str]:
        return [self.answer_for(ask) for ask in asks]

    def standing_order(self, rule: str, who: str) -> str:
        """The standing order for a question, where nobody would see it being asked; '' if it must be asked.

        A rule may look here before it works out what the options are worth, and take its order if that is one of them.
        """
        return ""

    def automatic_answer(self, ask: Ask) -> tuple[str, str]:
        """An answer nobody needs to be asked for, and why: the only option, or a standing order; ('', '') if none."""
        if ask.kind == "choose" and len(ask.options) == 1:
            return ask.options[0].key, "only"
        order = standing_order(self.state, ask.who, ask.rule)
        order = ALWAYS.get(order, order)
        if order and not ask.fault(order):
            return order, "order"
        return "", ""
