"""What goes over the API of campaigns, both ways, as the OpenAPI description shows it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from starfray.room.limits import MOST_TAGS
from starfray.room.models import Body

Kind = Literal["character", "foe", "item", "map", "encounter", "party"]
Tag = Annotated[str, Field(min_length=1, max_length=40)]


class NewCampaign(Body):
    name: StrictStr = Field("", max_length=100)


class Rename(Body):
    name: StrictStr = Field(max_length=100)


class EntryBody(Body):
    """An entry as it is to be. `data`: for a character or foe the fields of a party's member; for a party `people`, ids of
    characters of the campaign, and `member`, a list of sheets; for an encounter the table of a fight file; for an item `table`,
    `key` and fields; for a map `map`, `cover`, `zone`.
    """

    kind: Kind
    name: StrictStr = Field(max_length=100)
    book: StrictStr = Field(max_length=60)
    tags: list[Tag] = Field(default_factory=list, max_length=MOST_TAGS)
    data: dict[str, Any] = Field(default_factory=dict)
    version: StrictInt | None = Field(None, ge=1, description="Changing: the version that was read")


class Restore(Body):
    wanted: StrictInt = Field(ge=1, description="The past version to go back to")
    version: StrictInt = Field(ge=1, description="The version that was read")


class Opened(Body):
    """The key comes back once, when the campaign is made or gets a new one."""

    campaign: str
    name: str
    created: float
    changed: float
    key: str = ""


class EntryFault(Body):
    """What keeps an entry from being used; all empty if it is sound."""

    field: str = ""
    fault: str = ""
    expected: str = ""


class EntryHead(Body):
    id: str
    kind: Kind
    name: str
    book: str
    tags: list[str]
    version: int
    changed: float
    deleted: bool


class Saved(EntryHead):
    fault: EntryFault


class WholeEntry(Saved):
    data: dict[str, Any]


class PastVersion(Body):
    version: int
    at: float
    name: str


class Taken(Body):
    """What came out of an archive."""

    name: str
    added: int
    replaced: int


class KeptPicture(Body):
    """`picture` is the name under which entries show it: `/pictures/NAME.webp`."""

    picture: str
    width: int
    height: int


class SheetBody(Body):
    data: dict[str, Any]


class SheetLine(Body):
    """A figure on the card of a character, with the rule behind it."""

    label: str
    value: str
    rule: str
    why: str


class SheetBudget(Body):
    """What a sheet spends of something, by a cost or limit of the book; `most` is null where there is no limit."""

    label: str
    spent: float
    most: float | None
    rule: str
    note: str
    over: bool
    why: str


class SheetAnswer(Body):
    fault: EntryFault
    card: list[SheetLine]
    budgets: list[SheetBudget]


class SheetOption(Body):
    key: str
    name: str
    fields: dict[str, Any]


class SheetBlank(Body):
    """Something to fill in on a sheet."""

    path: str
    kind: Literal["number", "tick", "text", "choice", "levels", "item", "items", "words", "numbers", "records"]
    low: float | None
    high: float | None
    default: Any
    choices: list[SheetOption]
    table: str = Field("", description="Of the book's data, where things are picked from one")
    parts: list[SheetBlank] = Field(default_factory=list, description="Of an entry of `records`")


class ItemSort(Body):
    """A table of the book's data: what a thing of it has to fill in, and those the book has."""

    table: str
    fields: list[SheetBlank]
    rows: list[SheetOption]


# --- sheets of other programs ----------------------------------------------------------------------------------


class TakenSheet(Body):
    """A character of a file, as it is in the campaign now, and what was understood of the file."""

    name: str
    book: str
    entry: str = Field("", description="Its id in the campaign; empty while it is only looked at")
    taken: list[str]
    left_out: list[str]
    assumed: list[str]


class TakenSheets(Body):
    """Everybody of a file who was taken, and why the others were refused."""

    taken: list[TakenSheet]
    refused: list[str]


# --- between a campaign and a room -----------------------------------------------------------------------------


class OfCampaign(Body):
    campaign: StrictStr = Field(min_length=1, max_length=200, description="The key of the campaign")


class HomeChange(Body):
    """A figure as the fight began with it, as it left it, and as the campaign has it at the moment."""

    path: str
    before: Any
    now: Any
    kept: Any


class HomeField(Body):
    field: str
    changed: list[HomeChange]
    meanwhile: bool = Field(description="The campaign no longer has what the fight began with")


class Home(Body):
    """Somebody of the campaign who is in this fight, and what it has changed of them."""

    who: str
    name: str
    entry: str
    kind: Kind
    version: int
    told: list[str] = Field(description="The changes as the card says them")
    fields: list[HomeField]


class HomeWrite(Body):
    who: StrictStr = Field(max_length=200)
    entry: StrictStr = Field(max_length=40)
    version: StrictInt = Field(ge=1, description="The version that was compared")
    fields: list[StrictStr] = Field(min_length=1, max_length=200)


class HomeWrites(OfCampaign):
    write: list[HomeWrite] = Field(min_length=1, max_length=60)


class KeepFight(OfCampaign):
    name: StrictStr = Field("", max_length=100)
    at: Literal["start", "now"] = Field("start", description="As the fight began, or as it is")
