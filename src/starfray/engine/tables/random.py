"""The random table: dice from the fight's generators, decisions from policies. For simulation; plays in place."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition, standing_order
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tape import Taped, taped
from starfray.engine.values import Ask, Tally


class Generators:
    """Three streams, so that a secret roll never shifts an open one and a policy never shifts either."""

    __slots__ = ("open", "policy", "secret")

    def __init__(self, seed: int) -> None:
        root = Generator(seed)
        self.open = Generator(root.next64())
        self.secret = Generator(root.next64())
        self.policy = Generator(root.next64())

    def states(self) -> list[int]:
        return [self.open.state, self.secret.state, self.policy.state]

    def restore(self, states: list[int]) -> None:
        self.open.state, self.secret.state, self.policy.state = states

    def throw(self, ask: Ask) -> Taped:
        """The app throws the dice a question asks for."""
        assert ask.shape is not None
        return taped(ask, "app", faces=ask.shape.throw(self.secret if ask.secret else self.open))


class RandomTable(Table):
    def __init__(
        self,
        book: Rulebook,
        state: AnyPosition,
        generators: Generators,
        policies: Policies,
        explains: bool = False,
        content: Content | None = None,
    ) -> None:
        super().__init__(book, state, explains, content)
        self.listens = explains
        self.generators = generators
        self.policies = policies

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        if self.explains:
            return super().roll(rule, who, shape, tally, secret)
        return shape.draw(self.generators.secret if secret or self.all_secret else self.generators.open)

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        return shape.throw(self.generators.secret if secret else self.generators.open)

    def standing_order(self, rule: str, who: str) -> str:
        return "" if self.explains else standing_order(self.state, who, rule)

    def answer_for(self, ask: Ask) -> str:
        answer, _ = self.automatic_answer(ask)
        return answer or self.policies.answer(self.book, self.state, ask, self.generators.policy)
