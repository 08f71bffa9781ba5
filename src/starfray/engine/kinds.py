"""What people may do: an `ActionKind` stands beside the rule it describes and holds all there is to say about the action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from starfray.engine.actions import Action
from starfray.engine.errors import Refused
from starfray.engine.values import Field

if TYPE_CHECKING:
    from starfray.engine.content import Content
    from starfray.engine.table import Table

#: (state, table, action): the rule. Its refusals come first; `table.allowed()` ends them; then it takes effect
Rule = Callable[[Any, "Table", Any], None]


def no_refusal(state: Any, actor: Any, content: Content) -> Refused | None:
    return None


def no_fields(state: Any, actor: Any, content: Content) -> list[Field]:
    return []


def no_hints(state: Any, actor: Any) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class ActionKind:
    """One kind of action: what it is called, what it does, what it costs, when it cannot be done, what has to be filled in.

    Play and forms ask the same three in turn: the book's `refusal`, the kind's `refusal`, and the refusals at the head of the
    rule itself. So `fields` need only name the candidates; the engine offers those the rule accepts (see forms.py).
    """

    action: type[Action]
    play: Rule
    rule: str = ""  # the id of the rule it is named for
    cost: int = 0  # in the book's own measure: action points, Actions, counts
    cost_words: str = ""  # as people read it; '' leaves it to the book (`Rulebook.cost_words`)
    group: str = "other"
    #: (state, actor, content): why it cannot be done now, whatever is filled in
    refusal: Callable[[Any, Any, Content], Refused | None] = no_refusal
    #: (state, actor, content): what has to be filled in, with every value that might be meant
    fields: Callable[[Any, Any, Content], list[Field]] = no_fields
    hint: str = ""  # a word of advice
    hints: tuple[str, ...] = ()  # rules worth knowing here: the book's advice, the GM's business
    #: (state, actor): more of those, where they depend on the position
    more_hints: Callable[[Any, Any], tuple[str, ...]] = no_hints
    hint_now: Callable[[Any, Any], str] | None = None  # (state, actor): the word of advice, where it depends on the position
    cost_now: Callable[[Any, Any], int] | None = None  # (state, actor): the cost, where it is not always the same
    #: mere words, or something whose effect the GM tells: by the rules it decides nothing in a fight, so a search passes it by
    narrated: bool = False
    #: (state): is there anything in this fight to do it with? Forms leave it out where there is not
    there: Callable[[Any], bool] | None = None
    name: str = ""  # always its action's; here because refusals ask for it at every act

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.action.KIND)


def gather(*chapters: ModuleType) -> dict[str, ActionKind]:
    """Every `ActionKind` that stands in these modules, by name, in the order of the modules and of their lines."""
    found: dict[str, ActionKind] = {}
    for chapter in chapters:
        for value in vars(chapter).values():
            if isinstance(value, ActionKind):
                known = found.setdefault(value.name, value)
                assert known is value, f"{value.name} stands twice, the second time in {chapter.__name__}"
    return found
