"""The contract a rulebook fulfils: a dozen fields every book fills in, and defaults for the rest.

No base class: each book is its own folder, and this record is how everybody else finds its functions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starfray.engine.actions import Action
from starfray.engine.areas import Area
from starfray.engine.budgets import Budget
from starfray.engine.choices import Choice
from starfray.engine.codec import Plain, drop_shadow_slots, freeze, shallow
from starfray.engine.content import Content, book_content
from starfray.engine.diagram import Diagram
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.goals import LET_GO, TAKEN, hand_over, met_goal
from starfray.engine.imports import Importer, SheetReader
from starfray.engine.kinds import ActionKind
from starfray.engine.ledger import Ledger, read_ledger
from starfray.engine.position import AnyPosition, Combatant, combatant_of, set_default_rulings
from starfray.engine.scene import Point
from starfray.engine.setup import as_printed, join, printed_row
from starfray.engine.sheet_tests import SheetTest
from starfray.engine.values import GM, Ask, Line, Moment, Outcome, Ring
from starfray.engine.view import NO_SIDE, has_secrets, project
from starfray.engine.vitals import DOWN, OUT, UP, Vitals, guessed, plain_pools
from starfray.engine.waves import RULE as RULE_OF_WAVES
from starfray.engine.waves import awaited, is_due

if TYPE_CHECKING:
    from starfray.engine.policy import Policy
    from starfray.engine.procedures import Procedure
    from starfray.engine.table import Table


@dataclass(frozen=True, slots=True)
class Ruling:
    """A switch: a named choice where the book is silent. The first choice is the default."""

    key: str
    rule: str
    choices: tuple[str, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A question inside an act on which its chance depends: a second roll for the actor, a defence of the target.

    People are told the chance as `first` has it, and beside it what `then` would make of it, in `words`. An empty answer
    leaves the decision to the policy.
    """

    first: str
    then: str
    words: str


@lru_cache(maxsize=16)
def read_rulings(path: Path) -> tuple[Ruling, ...]:
    """The switches of a book; none without the file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return tuple([Ruling(key, row["rule"], tuple(row["choices"]), row["summary"]) for key, row in rows.items()])


@dataclass(frozen=True, slots=True)
class Time:
    """The field of a position that counts the turns, rounds or counts; 0 before the fight begins.

    Positions that differ in nothing else are the same to the rules, except while it is below `matters_until`.
    """

    field: str
    matters_until: int = 1


def not_out(state: AnyPosition, actor: Any) -> bool:
    return not actor.out


def nobody(state: AnyPosition) -> list[str]:
    return []


def nothing_odd(state: Any, actor: Any, content: Content) -> list[str]:
    return []


def no_tests(actor: Any, content: Content) -> list[SheetTest]:
    return []


def no_budgets(actor: Any, content: Content) -> list[Budget]:
    return []


def no_rings(state: Any, actor: Any) -> list[Ring]:
    return []


def nobody_reacts(state: Any, actor: Any, at: Point) -> list[tuple[str, str]]:
    return []


def no_areas(state: Any) -> list[Area]:
    return []


def no_blast(state: Any, action: Action, content: Content) -> Area | None:
    return None


def no_facing(state: Any, actor: Any) -> float | None:
    return None


def no_diagram(state: Any) -> Diagram | None:
    return None


def no_choices(state: Any, ask: Ask) -> dict[str, Choice]:
    return {}


def nothing_expected(state: Any, actor: Any) -> str:
    return ""


def nothing_against(state: Any, actor: Any, kind: ActionKind) -> Refused | None:
    return None


def not_their_turn(state: Any, actor: Any) -> Refused | None:
    return None


def nobody_along(state: Any, combatant: Any) -> None:
    """Nobody rides on anybody in this book."""


def nothing_more(state: Any, table: Table) -> None:
    pass


def nothing_to_mend(state: Any) -> None:
    """Saved positions mean now what they meant then."""


def nothing_derived(actor: Any, content: Content) -> None:
    pass


def plain_cost(cost: int) -> str:
    return str(cost) if cost else ""


_own_content: Final[dict[str, tuple[Path, Content]]] = {}  # by name of the book: its folder, and what its data files hold


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game's rules. `state` and the functions work on the book's own position type."""

    name: str
    title: str
    version: str
    folder: Path
    state: type[Any]  # the position, a dataclass derived from Position
    combatant: type[Any]  # a dataclass derived from Combatant
    kinds: dict[str, ActionKind]  # what people may do, by name; `gather` finds them in the chapters
    steps: dict[str, ActionKind]  # what happens by itself, by name
    #: (state, content): fill in what the book derives, check what is given; raises BadInput
    start: Callable[[Any, Content], None]
    due: Callable[[Any], Action | None]  # the step that happens by itself now
    actors: Callable[[Any], list[str]]  # who may act now
    describe: Callable[[Any, Any], list[Line]]  # (state, combatant): the lines of a card
    policy: Callable[[], Policy]  # makes the Policy that decides where no person does

    # --- what has a default ----------------------------------------------------------------------------------------

    #: (state, actor, kind): why somebody may do nothing of that kind now, whatever the kind itself says
    refusal: Callable[[Any, Any, ActionKind], Refused | None] = nothing_against
    #: (state, actor): the book's reason why somebody may do nothing at all now; None: it is simply not their turn
    idle: Callable[[Any, Any], Refused | None] = not_their_turn
    #: what the GM does by the rules (`gm hurt tor 5`), by name; the actor of such an action is the GM
    gm_kinds: dict[str, ActionKind] = field(default_factory=dict)
    #: (state, table): what follows from any act once it is done, whether a step, a player or the GM did it
    settle: Callable[[Any, Table], None] = nothing_more
    #: (state, combatant): the GM has put it somewhere else; who goes along, what it leaves
    placed: Callable[[Any, Any], None] = nobody_along
    #: (combatant, content): fill in the figures that follow from the sheet
    derive: Callable[[Any, Content], None] = nothing_derived
    #: (state): a saved position, whose fields that were left out may have meant something else in an older version
    mend_saved: Callable[[Any], None] = nothing_to_mend
    time: Time | None = None
    #: does this combatant still take part? for the end of the fight, summaries and simulation
    standing: Callable[[Any, Any], bool] = not_out
    end_rule: str = "fight.over"  # the rule by which the last side standing has won
    cost_words: Callable[[int], str] = plain_cost  # the cost of an action as people read it
    #: how the fight ended, None while it goes on; default: the last side standing holds the field
    outcome: Callable[[Any], Outcome | None] | None = None
    #: (combatant, content): the row a stranger sees in place of a combatant; default: its archetype
    printed: Callable[[Any, Content], tuple[str, ...]] = printed_row
    #: (state, who, printed): the position as `who` may know it; default: `view.project`
    seen_by: Callable[[Any, str, Callable[[Any], Any]], Any] | None = None
    #: a hashable value, equal for positions that are the same to the rules; default: everything but the time
    merge_key: Callable[[Any], Hashable] | None = None
    #: (state, side): how good a position is for a side, for best play; default: what is left of the pools
    value: Callable[[Any, str], float] | None = None
    pools: tuple[str, ...] = ("hp",)  # fields of a combatant that count what is left of it
    #: (state, combatant): up or down, pools and conditions; default: the pools, and whether the combatant stands
    vitals: Callable[[Any, Any], Vitals] | None = None
    timeline: Callable[[Any], list[Moment]] | None = None  # what comes next; default: those who may act
    #: who may do something small besides those whose turn it is (free actions "at any time"); nobody waits for them, policies
    #: and simulation pass them by, and forms show what of theirs is possible
    asides: Callable[[Any], list[str]] = nobody
    #: (state, combatant, content): what is sound on a sheet and yet perhaps not meant, for `starfray check`
    remarks: Callable[[Any, Any, Content], list[str]] = nothing_odd
    #: distances worth drawing around a combatant on the map, nearest first
    rings: Callable[[Any, Any], list[Ring]] = no_rings
    #: kinds of action by which one goes to a point of the map, the usual one first; with values, as "move rate=walk"
    walks: tuple[str, ...] = ("move",)
    #: (state, combatant, point): who may react if somebody goes straight there, each with what they may do
    reacts: Callable[[Any, Any, Point], list[tuple[str, str]]] = nobody_reacts
    #: (state, combatant): what is expected of somebody who may act, in a sentence without the name; '': to act
    expects: Callable[[Any, Any], str] = nothing_expected
    #: (state): what is watched, under fire or full of smoke
    areas: Callable[[Any], list[Area]] = no_areas
    #: (state, action, content): how far the blast of a throw would reach, and from where
    blast: Callable[[Any, Action, Content], Area | None] = no_blast
    #: (state, combatant): the way somebody looks, in degrees, 0 along x and anticlockwise; None: it does not matter
    facing: Callable[[Any, Any], float | None] = no_facing
    cells: str = ""  # what a map is ruled in: hexes or squares of one unit; '': it is not
    #: rules whose questions make a chance better or worse while the act is under way, the most telling first
    decisions: dict[str, Decision] = field(default_factory=dict)
    #: (state): a picture of what a map does not show, where the book has one
    diagram: Callable[[Any], Diagram | None] = no_diagram
    #: (state, question): its answers as cards, by key, as far as the book can say what they come to
    choices: Callable[[Any, Ask], dict[str, Choice]] = no_choices
    #: for books with several kinds of fight: the name of each → its actions and steps; the first is the default
    fight_kinds: dict[str, dict[str, ActionKind]] = field(default_factory=dict)
    fight_kind_rule: str = "fight.kind"  # the rule by which what belongs to another kind of fight is refused
    unit: str = "metres"  # of the map, as people say it
    unit_sign: str = "m"
    procedures: dict[str, Procedure] = field(default_factory=dict)
    #: (combatant, content): the tests of its sheet, in the order in which people look for them
    tests: Callable[[Any, Content], list[SheetTest]] = no_tests
    #: (combatant, content): what its sheet spends by the book's costs and limits
    budgets: Callable[[Any, Content], list[Budget]] = no_budgets
    #: fields of a combatant that hold items: field → the data file its items come from; items inside items are written
    #: as "weapons.attachments", after "weapons"
    items: dict[str, str] = field(default_factory=dict)
    #: fields of a combatant that a party takes from one fight to the next
    carried: tuple[str, ...] = ()
    #: actions that begin something which takes effect later: kind → the kind of the step in which it does (the step names
    #: the actor in one of its fields); odds and previews look ahead to it
    settles: dict[str, str] = field(default_factory=dict)
    #: sheets of other programs the book reads, known by what is in them
    sheets: tuple[SheetReader, ...] = ()
    #: the same, known by nothing but the ending of the file: ending → importer
    imports: dict[str, Importer] = field(default_factory=dict)
    #: numbers of a combatant that may be kept from other sides
    concealable: tuple[str, ...] = ()
    #: figures that follow from others and stand in no field, by the name people read them by: (state, combatant) → figure
    figures: dict[str, Callable[[Any, Any], Plain]] = field(default_factory=dict)
    #: the book as one fight knows it: its data with packs laid over them; None: the book's own
    content: Content | None = None

    def __post_init__(self) -> None:
        for record in (self.state, self.combatant, *self.all_actions.values(), *self.gm_actions.values()):
            drop_shadow_slots(record)
        set_default_rulings(self.state, {ruling.key: ruling.choices[0] for ruling in self.rulings})

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, state: AnyPosition, table: Table, action: Action) -> None:
        """The one way in for every action and step: the book's refusal, the kind's refusal, the rule."""
        name = action.KIND
        step = self.steps.get(name)
        kind = self.kind_of(state, name) if step is None or self.fight_kinds else step
        if step is None:
            actor = combatant_of(state, action.actor)
            if actor is None:
                raise BadInput(f"nobody is called {action.actor!r}", expected=suggest(action.actor, state.roster))
            refused = self.refusal(state, actor, kind) or kind.refusal(state, actor, table.content)
            if refused is not None:
                raise refused
        kind.play(state, table, action)
        self.follow(state, table)

    def follow(self, state: AnyPosition, table: Table) -> None:
        """What comes of any act: what the book says, and whoever was to come when it has come to this."""
        self.settle(state, table)
        if state.goals:
            for who, goal in hand_over(self, state):
                unseen = goal.secret or state.roster[who].hidden
                only = (goal.side or GM) if unseen else ""
                table.emit(TAKEN if goal.by else LET_GO, who, note=goal.name or "the thing", only=only)
        if not state.waves:
            return
        for wave in [each for each in state.waves if is_due(self, state, each)]:
            for actor in join(self, table.content, state, wave):
                table.joined(actor.id)
                table.emit(RULE_OF_WAVES, actor.id, note=wave.name, only=(actor.side or GM) if actor.hidden else "")

    def kind_of(self, state: AnyPosition, name: str) -> ActionKind:
        """The kind of an action or step in this fight."""
        known = self.fight_kinds[state.kind] if self.fight_kinds else self.kinds
        kind = known.get(name)
        if kind is None and not self.fight_kinds:
            kind = self.steps.get(name)
        if kind is None:
            raise Refused(self.fight_kind_rule, f"there is no {name!r} in a {state.kind} fight", list(known))
        return kind

    def kinds_in(self, state: AnyPosition) -> list[ActionKind]:
        """What people may do in this kind of fight."""
        known = self.fight_kinds[state.kind] if self.fight_kinds else self.kinds
        kinds = [kind for name, kind in known.items() if name not in self.steps]
        return [kind for kind in kinds if kind.there is None or kind.there(state)]

    # --- looking ---------------------------------------------------------------------------------------------------

    def over(self, state: AnyPosition) -> Outcome | None:
        """How the fight ended; None while it goes on, or while the GM lets it go on (`gm go-on`)."""
        if state.goes_on and not state.ended:
            return None
        found = met_goal(self, state) if state.goals else None
        if found is None:
            found = self.outcome(state) if self.outcome is not None else self.last_side_standing(state)
            if found is not None and state.waves and awaited(state, found.winners):
                found = None
        if state.ended:
            return Outcome(found.winners if found is not None and state.goes_on else [], "gm.end", state.ended)
        return found

    def last_side_standing(self, state: AnyPosition) -> Outcome | None:
        """Asked after every act. Sides stand together in most rosters, so those at its two ends are looked at first."""
        everyone: list[Combatant] = state.everyone()
        first, last = 0, len(everyone) - 1
        while first <= last and not self.stands(state, everyone[first]):
            first += 1
        if first > last:
            return Outcome([], self.end_rule, "nobody is left standing")
        side = everyone[first].side
        while last > first:
            actor = everyone[last]
            if actor.side != side and self.stands(state, actor):
                return None
            last -= 1
        return Outcome([side], self.end_rule, f"{side} holds the field")

    def stands(self, state: AnyPosition, actor: Combatant) -> bool:
        return not actor.out and self.standing(state, actor)

    def view(self, state: Any, who: str) -> Any:
        """The position as `who` (a seat, a side, the GM) may know it, of the same type."""
        if self.seen_by is not None:
            return self.seen_by(state, who, self.as_printed)
        return project(state, who, self.as_printed) if has_secrets(state) else state

    def as_printed(self, actor: Any) -> Any:
        """The combatant as a stranger sees it: unhurt, with the printed figures. Do not change it."""
        return as_printed(self, actor, self.own_content())

    def clock(self, state: Any) -> int:
        """The turn, round or count the fight is in; 0 before it begins."""
        return int(getattr(state, self.time.field)) if self.time is not None else 0

    @property
    def tick(self) -> str:
        """The field that alone tells apart positions with equal keys; '' if the book has a key of its own."""
        return self.time.field if self.time is not None and self.merge_key is None else ""

    def key(self, state: Any) -> Hashable:
        """A hashable value, equal for positions that are the same to the rules."""
        last = self._last_turn(state) if state.goals or state.waves else 0
        if self.merge_key is not None:
            picture = self.merge_key(state)
            return (picture, min(self.clock(state), last)) if last else picture
        timeless = state
        if self.time is not None:
            timeless = shallow(state)
            setattr(timeless, self.time.field, min(self.clock(state), max(self.time.matters_until, last)))
        whole: Hashable = freeze(timeless)
        return whole

    def _last_turn(self, state: AnyPosition) -> int:
        """The turn from which on the clock changes nothing about goals and waves; 0 if they have none."""
        return max([0, *(goal.turns + 1 for goal in state.goals if goal.turns), *(wave.turn for wave in state.waves)])

    def agenda(self, state: Any) -> list[Moment]:
        if self.timeline is not None:
            return self.timeline(state)
        return [Moment("now", who, "acts", "now") for who in self.actors(state)]

    def vitals_of(self, state: Any, actor: Any) -> Vitals:
        """How somebody is, in a position or a view of one. Pools a viewer may only guess at are left out."""
        if self.vitals is not None:
            found = self.vitals(state, actor)
        else:
            able = self.standing(state, actor)
            how = OUT if actor.out else UP if able else DOWN
            found = Vitals(how, actor.out or ("" if able else DOWN), plain_pools(actor, self.pools))
        if not actor.assumed:
            return found
        pools = [pool for pool in found.pools if not guessed(actor, pool)]
        return Vitals(found.state, found.word, pools, found.conditions)

    def worth(self, state: Any, side: str) -> float:
        """How good a position is for a side."""
        if self.value is not None:
            return self.value(state, side)
        total = 0.0
        for actor in state.everyone():
            if self.standing(state, actor):
                left = 1.0 + sum(float(getattr(actor, pool)) for pool in self.pools)
                total += left if actor.side == side else -left
        return total

    def outlook(self, state: Any, side: str) -> float:
        """How good a position is for a side, from 0 (lost) to 1 (won), on the same scale in every book.

        Strength counts by its square, as in Lanchester's law of fights in which all may aim at all: twice what the others
        have is 4 to 1. Seen from no side, `worth` is less all that stands anywhere; so ours and theirs follow from two of them.
        """
        outcome = self.over(state)
        if outcome is not None:
            return (1.0 if outcome.winners == [side] else 0.5) if not outcome.winners or side in outcome.winners else 0.0
        all_standing, lead = -self.worth(state, NO_SIDE), self.worth(state, side)
        ours, theirs = max(0.0, all_standing + lead), max(0.0, all_standing - lead)
        if ours + theirs == 0.0:
            return 0.5
        return ours * ours / (ours * ours + theirs * theirs)

    # --- what there is ---------------------------------------------------------------------------------------------

    def content_in_use(self) -> Content:
        """The data of this fight's world, for code that has the book but no table: policies, forms."""
        return self.content if self.content is not None else self.own_content()

    def own_content(self) -> Content:
        """The book's data files alone, without packs."""
        known = _own_content.get(self.name)
        if known is None or known[0] is not self.folder:
            known = _own_content[self.name] = (self.folder, book_content(self.name, self.folder))
        return known[1]

    @property
    def actions(self) -> dict[str, type[Action]]:
        """The classes of what people may do, by name."""
        return {name: kind.action for name, kind in self.kinds.items()}

    @property
    def gm_actions(self) -> dict[str, type[Action]]:
        """The classes of what the GM does by this book's rules, by name."""
        return {name: kind.action for name, kind in self.gm_kinds.items()}

    @property
    def all_actions(self) -> dict[str, type[Action]]:
        return {name: kind.action for name, kind in (*self.kinds.items(), *self.steps.items())}

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The switches, as `rulings.toml` lists them."""
        return read_rulings(self.folder / "rulings.toml")

    def ledger(self) -> Ledger:
        return read_ledger(self.folder / "rules.toml")
