"""Pairs of fights that differ in one secret, played with the same typed dice, and everything a player gets of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

from starfray.engine.errors import StarfrayError
from starfray.engine.toml import Source
from starfray.engine.values import Ask
from starfray.room import commands
from starfray.room.ask_view import asks_for
from starfray.room.exports import export
from starfray.room.library import make_fight
from starfray.room.odds_workers import Question, answer_question
from starfray.room.project import project
from starfray.room.queries import act_question, answers_question, ranks_question
from starfray.room.room_fight import to_room_fight
from starfray.room.seat_commands import set_hands
from starfray.room.seat_streams import Stream
from starfray.room.seats import Seat
from starfray.room.stage_view import blast_query, ground_query, targets_query
from starfray.room.state import RoomState


@lru_cache(maxsize=8)
def read(text: str) -> dict[str, Any]:
    return Source(text, "pair").data


@dataclass
class Played:
    """One fight of a pair. `received` is everything that reached the players' side and a spectator, in order."""

    room: RoomState
    seed: int
    streams: dict[str, Stream] = field(default_factory=dict)
    received: list[Any] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    quiet: bool = False

    @classmethod
    def of(cls, text: str, seed: int) -> Played:
        fight = make_fight(read(text), 1, {})
        seats = {
            "gm": Seat("gm", "gm", "GM", hand=True),
            "ana": Seat("ana", "player", "Ana", ["mira"], hand=True),
            "ben": Seat("ben", "player", "Ben", ["tor"], hand=True),
            "eyes": Seat("eyes", "spectator", "Eyes"),
        }
        room = RoomState("room", "Hall", to_room_fight(fight, seats), seats)
        set_hands(room)
        made = cls(room, seed, {"ana": Stream(plain=True), "eyes": Stream(plain=True)})
        room.fight.advance()
        made.tell()
        return made

    def tell(self) -> None:
        if self.quiet:
            return
        common: dict[Any, Any] = {}
        project(self.room, self.room.seats["gm"], common)  # what seats share may not come from what the GM knows
        for seat, stream in self.streams.items():
            news = stream.advance(project(self.room, self.room.seats[seat], common))
            if news is not None:
                self.received.append((seat, json.loads(json.dumps([news.plain, news.fine]))))

    def do(self, seat: str, op: str, **args: Any) -> bool:
        try:
            commands.run(self.room, self.room.seats[seat], op, args)
        except StarfrayError as error:
            if seat != "gm":
                self.received.append((seat, op, str(error)))
            self.tell()
            return False
        self.tell()
        return True

    # --- the same hands at both tables -------------------------------------------------------------------------

    def faces(self, ask: Ask) -> list[int]:
        """What this person throws now: depends on who they are and how often they threw, on nothing else."""
        name = f"{self.seed} {ask.who} {ask.rule}"
        self.counts[name] = self.counts.get(name, 0) + 1
        dice = Random(crc32(f"{name} {self.counts[name]}".encode()))
        assert ask.shape is not None
        found: list[int] = []
        die = ask.shape.next_die(found)
        while die:
            found.append(dice.randint(1, die))
            die = ask.shape.next_die(found)
        return found

    def settle(self) -> None:
        """Everybody answers: typed dice, and the modest answer to every question."""
        for _ in range(80):
            asks = self.room.fight.asks
            if not asks:
                return
            ask = asks[0]
            by = self.room.fight.seat_of(ask.who).removeprefix("player:")
            name = next(each for each, mine in asks_for(self.room, self.room.seats[by]).items() if mine is ask)
            answers: dict[str, Any] = {"allocate": "", "number": ask.low, "text": "", "point": ask.suggested, "choose": ""}
            answer = self.faces(ask) if ask.kind == "dice" else answers[ask.kind]
            if ask.kind == "choose":
                answer = ask.options[-1].key
            assert self.do(by, "answer", ask=name, answer=answer), (ask.label, answer)
        raise AssertionError("there are always more questions")

    def hidden_turns(self, hidden: str) -> None:
        """The GM ends the turns of those nobody sees."""
        quiet, self.quiet = self.quiet, True
        for _ in range(5):
            if self.room.fight.actors[:1] != [hidden] or self.room.fight.over is not None:
                break
            assert self.do("gm", "play", action=f"end-turn {hidden}")
            self.settle()
        self.quiet = quiet

    def export(self) -> None:
        for form in ("markdown", "text", "json", "transcript"):
            try:
                self.received.append((form, export(self.room, self.room.seats["ana"], form)))
            except StarfrayError as error:
                self.received.append((form, str(error)))

    def reckon_answers(self) -> None:
        """The odds of each answer to a question of Ana's, if one is open."""
        for name in asks_for(self.room, self.room.seats["ana"]):
            try:
                question = answers_question(self.room, self.room.seats["ana"], name)
            except StarfrayError as error:
                self.received.append(("answers", name, str(error)))
            else:
                self.received.append(("answers", name, answer_question(replace(question, budget=200))))

    def tap(self, who: str) -> None:
        """Everything a tap asks, for somebody Ana plays: on each she sees, and on the ground here and there."""
        seat = self.room.seats["ana"]
        for target in self.room.fight.view("player:ana").roster:
            found = targets_query(self.room, seat, who, target)
            self.received.append(("targets", target, found))
            for offer in found["actions"]:
                if offer["text"]:
                    self.received.append(("blast", offer["text"], blast_query(self.room, seat, offer["text"])))
        for at in ((7.0, 5.0), (12.0, 9.0), (20.0, 9.0)):
            self.received.append(("ground", at, ground_query(self.room, seat, who, at)))

    def look(self, who: str, target: str) -> None:
        """The quick looks a page asks for: actions ranked by their chance, what other values of a form make of one."""
        seat = self.room.seats["ana"]
        offers = targets_query(self.room, seat, who, target)["actions"]
        texts = [offer["text"] for offer in offers if offer["text"] and offer["refused"] is None][:3]
        if texts:
            self.received.append(("ranks", answer_question(ranks_question(self.room.fight, seat, texts))))
            options = act_question(self.room.fight, seat, "options", texts[0])
            self.received.append(("options", answer_question(replace(options, wanted=("body", "option")))))

    def reckon(self, action: str) -> None:
        seen = self.room.fight.view("player:ana")
        for what in ("preview", "odds"):
            self.received.append((what, answer_question(Question(what, self.room.fight.book.name, seen, action, 300))))


def one_of_forms(view: dict[str, Any], who: str, random: Random) -> str:
    """Something a player may do now, as the form in the player's view offers it."""
    open_forms = [form for form in view["forms"][who] if form["refused"] is None]
    for _ in range(6):
        form = random.choice(open_forms)
        words = [form["kind"], who]
        for blank in form["fields"]:
            if blank["options"]:
                words.append(f"{blank['name'].replace('_', '-')}={random.choice(blank['options'])['key']}")
            elif blank["required"]:
                break
        else:
            return " ".join(words)
    return f"end-turn {who}"
