"""What clients send over the API, as the OpenAPI description shows it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class NewRoom(Body):
    """A fight from a demo, from the text of a fight file or save, or from the builder's table (as a fight file has it)."""

    source: Literal["demo", "text", "builder"] = Field(alias="from")
    demo: StrictStr = Field("", max_length=100)
    text: StrictStr = Field("", max_length=1_000_000)
    fight: dict[str, Any] = Field(default_factory=dict)
    parties: list[StrictStr] = Field(default_factory=list, max_length=8, description="Keys of parties to take members from")
    campaign: StrictStr = Field("", max_length=200, description="The key of a campaign whose people the fight names as `party`")
    files: dict[str, StrictStr] = Field(
        default_factory=dict, max_length=60, description="With a text: the party files and packs it names, by their paths"
    )
    reproducible: StrictBool = Field(
        False, description="Dice from the seed of the file, which can be foretold; everybody at the table is told so"
    )
    title: StrictStr = Field("", max_length=200)
    name: StrictStr = Field("", max_length=60, description="What the GM is called")


class Join(Body):
    """A seat's own code gives the seat. A shared one gives the choice of rooms and seats; then `room` and `seat` name one."""

    code: StrictStr = Field(min_length=1, max_length=40)
    name: StrictStr = Field("", max_length=60)
    room: StrictStr | None = Field(None, max_length=40)
    seat: StrictStr | None = Field(None, max_length=80, description="Empty: a spectator's seat, or a shared screen's")
    screen: StrictBool = Field(False, description="With a shared code and no seat: this is the screen everybody looks at")
    look: StrictBool = Field(False, description="Only say what the code opens: `choose`, or `own` for the code of one seat")
    ask: StrictBool = Field(
        False, description="With a shared code, for a seat that is taken: ask the GM for it. The token works once the GM agrees"
    )


class GmKey(Body):
    """The words that were shown when the room was made, or that `starfray rooms` has printed since."""

    key: StrictStr = Field(min_length=1, max_length=200)
    name: StrictStr = Field("", max_length=60)


class Tokens(Body):
    tokens: list[StrictStr] = Field(max_length=50)


class Intent(Body):
    """`id` is the client's name for this intent: sent again, it takes effect once."""

    id: StrictStr = Field("", max_length=80)


class Play(Intent):
    action: StrictStr = Field(max_length=4000, examples=["shot mira tor vulcan-carbine"])


class Queue(Intent):
    action: StrictStr = Field("", max_length=4000, description="An act, or gm: and a command of the GM")
    drop: StrictInt | None = Field(None, ge=0, description="Instead: take back the act at this place of the queue")


class Answer(Intent):
    ask: StrictStr = Field(max_length=40)
    answer: StrictStr | StrictInt | list[StrictInt | None] = Field(description="An option, a number, or faces (null: thrown)")
    rule: StrictStr | None = Field(None, max_length=200, description="If given, the question must be by this rule")
    who: StrictStr | None = Field(None, max_length=200)


class Hand(Intent):
    text: StrictStr = Field(max_length=4000, examples=["set tor.hp 3"])


class Roll(Intent):
    dice: StrictStr = Field(max_length=20, examples=["2d6"])
    note: StrictStr = Field("", max_length=400)
    secret: StrictBool = False
    to: Literal["open", "gm", "blind"] | None = Field(
        None, description="open: everybody sees it; gm: the roller and the GM; blind: the GM alone"
    )
    who: StrictStr | None = Field(None, max_length=200, description="Player: whose roll it is")


class Request(Intent):
    do: Literal["undo", "help", "test", "withdraw", "accept", "refuse"] = Field(
        description="Players ask the GM for something or withdraw it; the GM accepts or refuses request `n`"
    )
    why: StrictStr = Field("", max_length=400)
    who: StrictStr | None = Field(None, max_length=200)
    n: StrictInt | None = Field(None, ge=0)
    text: StrictStr = Field("", max_length=1000, description="test, and accepting one: the procedure to throw it by")


class OwnSheet(Intent):
    """A player's own notes and counters, which no rule asks for."""

    do: Literal["note", "counter"]
    who: StrictStr = Field(max_length=200)
    text: StrictStr = Field("", max_length=4000, description="note: what stands there from now on")
    name: StrictStr = Field("", max_length=40, description="counter: what is counted")
    value: StrictStr = Field("", max_length=8, description="counter: a whole number; '': it is crossed out")


class Call(Intent):
    text: StrictStr = Field(max_length=1000)
    secret: StrictBool = False


class Undo(Intent):
    to: StrictInt | None = Field(None, description="GM: back to just after this act")
    request: StrictBool = Field(False, description="Player: ask the GM for it")
    refuse: StrictBool = Field(False, description="GM: decline what was asked for")
    why: StrictStr = Field("", max_length=400)


class Redo(Intent):
    times: StrictInt = 1


class Correct(Intent):
    n: StrictInt
    i: StrictInt
    faces: list[StrictInt] = Field(max_length=1000)


class Dial(Intent):
    who: StrictStr = Field("", max_length=200)
    side: StrictStr | None = Field(
        None, max_length=200, description="GM: instead of `who`, everybody of a side, acting and answering"
    )
    squad: StrictStr = Field("", max_length=200, description="With `side`: of that side only this squad")
    kind: StrictStr = Field("*", max_length=200, description="act, * or the id of a rule that asks")
    value: Literal["ask", "suggest", "auto", "planner", "usual"] = Field(
        description="auto: the book's policy; planner: one that searches; usual: no setting of its own for this kind"
    )


class SquadActs(Intent):
    """GM: everybody of a squad who can act now does, one after another, by the book's policy."""

    side: StrictStr = Field(max_length=200)
    squad: StrictStr = Field(max_length=200)


class TheRoom(Intent):
    do: Literal["archive", "reopen", "title", "code", "uncode", "house", "timeout", "pace", "board"]
    pace: Literal["off", "slow", "normal", "quick"] = Field(
        "normal", description="pace: how fast pages show what happens by itself"
    )
    title: StrictStr = Field("", max_length=200)
    on: StrictBool = Field(
        True, description="house: may people with the server's code find this room? board: may screens show a code?"
    )
    seconds: StrictInt = Field(0, description="timeout: after so many a policy acts for a player; 0: never")


class SeatOrder(Intent):
    do: Literal["new", "link", "reset", "close", "set", "handover"]
    seat: StrictStr | None = Field(None, max_length=80)
    kind: Literal["player", "spectator", "tv"] | None = None
    name: StrictStr | None = Field(None, max_length=60)
    plays: list[StrictStr] | None = Field(None, max_length=200)
    hand: StrictBool | None = None


class Me(Intent):
    name: StrictStr | None = Field(None, max_length=60)
    hand: StrictBool | None = None


class Real(Intent):
    on: StrictBool = True


class Dice(Intent):
    do: Literal["share", "reveal", "publish"] = Field(
        description="share: add to the key of the dice; GM: reveal the key so far, or publish those of secret throws, too"
    )
    share: StrictStr = Field("", max_length=100)


class Webhook(Intent):
    """Players set one for their own seat, the GM for any. The secret comes back once."""

    do: Literal["set", "remove", "test"] = Field(description="test: send a message now")
    hook: StrictStr = Field("", max_length=40, description="remove, test: which one")
    url: StrictStr = Field("", max_length=500, examples=["https://example.org/starfray"])
    events: list[Literal["your-turn", "fight-over"]] = Field(
        ["your-turn", "fight-over"], max_length=2, description="set: what it is told"
    )
    seat: StrictStr | None = Field(None, max_length=80, description="GM: set it for this seat")


class Looking(Body):
    action: StrictStr | None = Field(None, max_length=4000)
    ask: StrictStr | None = Field(None, max_length=40, description="Odds of each answer to an open question")


class Prospects(Body):
    at: StrictStr = Field("now", max_length=40, description="now, undone, aside N (a line set aside) or act N")


class Party(Body):
    name: StrictStr = Field(max_length=100)
    book: StrictStr = Field(max_length=60)
    member: list[dict[str, Any]] = Field(default_factory=list, max_length=60)
    version: StrictInt | None = Field(None, description="Changing: only if the party is still at this version")


class WriteBack(Body):
    party: StrictStr = Field(max_length=100, description="The key of the party")
    who: list[StrictStr] | None = Field(None, max_length=60)


#: the body of each command
COMMAND_BODIES: dict[str, type[Intent]] = {
    "go": Intent,
    "play": Play,
    "answer": Answer,
    "gm": Hand,
    "roll": Roll,
    "request": Request,
    "own": OwnSheet,
    "call": Call,
    "queue": Queue,
    "cancel": Intent,
    "undo": Undo,
    "redo": Redo,
    "correct": Correct,
    "dial": Dial,
    "squad": SquadActs,
    "room": TheRoom,
    "seat": SeatOrder,
    "me": Me,
    "hand": Real,
    "dice": Dice,
    "webhook": Webhook,
}
