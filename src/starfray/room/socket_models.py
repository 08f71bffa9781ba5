"""What goes over the socket, both ways, as models; `socket_schema` writes them as JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from starfray.room.answer_models import Answers, Refused
from starfray.room.models import COMMAND_BODIES, Intent
from starfray.room.part_models import Row, Sent, Told
from starfray.room.view_models import View

Mark = Annotated[str, Field(min_length=1, max_length=80, description="The client's name for this message")]

# --- from the server -------------------------------------------------------------------------------------------


class ViewMessage(Sent):
    """The whole view of the seat."""

    type: Literal["view"]
    version: int
    view: View


class DiffMessage(Sent):
    """What has changed since version `from`: paths that have their last value back, paths that are gone, paths that are set,
    and what the log and the acts grow by. A fine diff (see `Hello`) leaves out what is empty; only there
    is `back`, and only there do paths go into lists.
    """

    type: Literal["diff"]
    since: int = Field(alias="from")
    version: int
    set: dict[str, Any] = Field(default_factory=dict)
    gone: list[str] = Field(default_factory=list)
    back: list[str] = Field(default_factory=list)
    log: list[Row] = Field(default_factory=list)
    acts: list[Told] = Field(default_factory=list)


class Pong(Sent):
    type: Literal["pong"]


class Done(Sent):
    """Whether a command was carried out; if not, why, by which rule, and what would have been legal."""

    ok: bool
    version: int = 0
    reason: str = ""
    rule: str = ""
    legal: list[str] = Field(default_factory=list)
    seat: str = ""
    code: str = ""
    url: str = ""
    qr: str = ""
    faces: list[int] = Field(default_factory=list)
    total: int = 0
    n: int = 0
    queued: int = 0
    hook: str = ""
    secret: str = ""


class DoneMessage(Done):
    type: Literal["done"]
    id: str


class AnswerMessage(Sent):
    """The answer to a question; see `Answers` for what belongs to which."""

    type: Literal["answer"]
    id: str
    result: dict[str, Any] | Refused


class Bye(Sent):
    """The seat is closed or taken: do not connect again."""

    type: Literal["bye"]
    reason: str


class FaultMessage(Sent):
    """The connection ends; connect again."""

    type: Literal["fault"]
    reason: str


FromServer = Annotated[
    ViewMessage | DiffMessage | Pong | DoneMessage | AnswerMessage | Bye | FaultMessage, Field(discriminator="type")
]

# --- from the client -------------------------------------------------------------------------------------------


class Heard(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(Heard):
    """The first message: who sits here, the version of the view the client has, whether it takes fine diffs, and the
    language of its sentences ("de"); without it what the browser prefers.
    """

    type: Literal["hello"]
    token: str
    since: int | None = None
    fine: bool = False
    language: str | None = None


class Ping(Heard):
    type: Literal["ping"]


class Query(Heard):
    """A question that changes nothing; what else belongs to it depends on `what`."""

    model_config = ConfigDict(extra="allow", strict=True)

    type: Literal["ask"]
    id: Mark
    what: str


def command_message(op: str, body: type[Intent]) -> type[BaseModel]:
    """A command as a message: the body of the operation of that name, with `type`, `op` and an id."""
    fields: dict[str, Any] = {"type": (Literal["do"], ...), "op": (Literal[op], ...), "id": (Mark, ...)}
    return create_model(f"Do{op.capitalize()}", __base__=body, __doc__=f"The command “{op}”.", **fields)


COMMANDS = {op: command_message(op, body) for op, body in COMMAND_BODIES.items()}

_from_server: TypeAdapter[Any] = TypeAdapter(FromServer)
_greetings: TypeAdapter[Any] = TypeAdapter(Annotated[Hello | Ping | Query, Field(discriminator="type")])


def check_sent(text: str) -> None:
    """Raises ValueError if a message of the server is none of those described."""
    _from_server.validate_json(text)


def check_heard(message: dict[str, Any]) -> None:
    """The same for a message of a client."""
    if message.get("type") == "do":
        COMMANDS[message["op"]].model_validate(message)
    else:
        _greetings.validate_python(message)


def check_answer(what: str, result: dict[str, Any]) -> None:
    """The same for what was found for a question."""
    if set(result) != {"refused"}:
        model: Any = Answers.model_fields[what].annotation
        TypeAdapter(model).validate_python(result)


def socket_schema() -> dict[str, Any]:
    """Every message of the socket: `server` and `client` say which go which way."""
    messages = [("server", each) for each in get_args(get_args(FromServer)[0])]
    messages += [("client", each) for each in (Hello, Ping, Query, *COMMANDS.values())]
    made = {(way, model.__name__): TypeAdapter(model) for way, model in messages}
    made["answers", "Answers"] = TypeAdapter(Answers)
    refs, definitions = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in made.items()], ref_template="#/$defs/{model}"
    )
    ways = {way: {"oneOf": [schema for (each, _), schema in ((key[0], value) for key, value in refs.items()) if each == way]}
            for way in ("server", "client")}  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of a Starfray room's socket",
        "properties": {**ways, "answers": refs[("answers", "Answers"), "validation"]},
        **definitions,
    }
