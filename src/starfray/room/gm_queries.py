"""What only the GM asks: every figure of a combatant, where the fight would go from a position, what people take home."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from starfray.engine import paths
from starfray.engine.codec import Plain, clone, hints, kebab, snake
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.orders import SOMEBODY, THING, read_answers, spelled_out
from starfray.files import party_sheet
from starfray.odds import flat
from starfray.room.room_fight import RoomFight
from starfray.room.rows import act_text
from starfray.room.state import RoomState, called, numbers_of
from starfray.words import spelled

#: shown elsewhere on the page, or not to be set by anybody
NOT_FIGURES = (
    "id",
    "name",
    "party",
    "seat",
    "stations",
    "notes",
    "orders",
    "secret",
    "hidden",
    "assumed",
    "overridden",
    "gm-modifiers",
    "at",
    "archetype",
)


def sheet(room: RoomState, who: str) -> dict[str, Plain]:
    """Every figure of a combatant that can be set, by its path: flags (conditions), numbers, words, lists of either."""
    fight = room.fight
    if who not in fight.state.roster:
        raise BadInput(f"nobody is called {who!r}", field="who", expected="somebody on the roster")
    copy = clone(fight.state)
    figures: list[Plain] = []
    for path, value in flat(fight.state).items():
        head, _, field = path.partition(".")
        if head != who or field.partition(".")[0] in NOT_FIGURES or not isinstance(value, bool | int | float | str | list):
            continue
        try:
            paths.put(copy, path, value)
        except StarfrayError:
            continue  # a printed figure
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        figures.append({"path": field, "kind": kind_of(value), "value": shown, "choices": choices(fight.book.combatant, field)})
    return {"who": who, "name": called(fight.state, who), "figures": figures, "questions": asked_so_far(room)}


def kind_of(value: Plain) -> str:
    if isinstance(value, list):
        return "list"
    return "flag" if isinstance(value, bool) else "number" if isinstance(value, int | float) else "word"


def asked_so_far(room: RoomState) -> list[Plain]:
    """The kinds of question that came up in this fight, the last one first, with the answers they got and the plain words the
    book lists: for standing orders.
    """
    ledger = room.fight.book.ledger()
    listed = read_answers(room.fight.book.folder / "answers.toml")
    found: dict[str, dict[str, None]] = {}
    for entry in reversed(room.fight.journal.entries[-500:]):
        for taped in entry.tape:
            if taped.kind == "choose":
                found.setdefault(taped.rule, {})[taped.answer] = None
    for ask in room.fight.asks:
        if ask.kind == "choose":
            found.setdefault(ask.rule, {}).update({option.key: None for option in ask.options})
    for rule, answers in found.items():
        answers.update(dict.fromkeys(spelled_out(listed.get(rule, []), {SOMEBODY: [], THING: []})))
    return [{"rule": rule, "summary": ledger.summary(rule), "answers": list(answers)[:12]} for rule, answers in found.items()]


def choices(record: Any, field: str) -> list[str]:
    """The words a field of the combatant itself may hold, where its type says so."""
    hint = hints(record).get(snake(field)) if "." not in field else None
    return [str(choice) for choice in get_args(hint)] if get_origin(hint) is Literal else []


# --- positions to compare --------------------------------------------------------------------------------------


def places(room: RoomState) -> dict[str, Plain]:
    """The positions the GM may ask about: now, after each act, the ends of lines that were undone or set aside."""
    journal = room.fight.journal
    found: list[Plain] = [{"at": "now", "words": "now"}]
    if journal.undone:
        found.append({"at": "undone", "words": f"as before undo: …{act_text(journal.undone[0][-1])}"})
    for number, line in list(enumerate(journal.abandoned))[-10:]:
        found.append({"at": f"aside {number}", "words": f"line set aside {number + 1}: …{act_text(line[-1])}"})
    numbers = numbers_of(room, "gm")
    numbers.follow(journal.entries)
    for index in range(len(journal.entries) - 1, max(-1, len(journal.entries) - 200), -1):
        if numbers.counts[index] > (numbers.counts[index - 1] if index else 0):
            found.append(
                {
                    "at": f"act {numbers.counts[index]}",
                    "words": f"after {numbers.counts[index]}. {act_text(journal.entries[index])}",
                }
            )
    found.append({"at": "act 0", "words": "at the beginning"})
    return {"places": found}


def position_at(room: RoomState, at: str) -> Any:
    """The position a place names."""
    fight = room.fight
    journal = fight.journal
    kind, _, number = at.partition(" ")
    if at == "now":
        return clone(fight.state)
    if at == "undone" and journal.undone:
        state = clone(fight.state)
        for group in reversed(journal.undone):
            for entry in group:
                state = fight.rerun(state, entry)
        return state
    if kind == "aside" and number.isdigit() and int(number) < len(journal.abandoned):
        line = journal.abandoned[int(number)]
        if line[0].before is None:
            raise BadInput("that line is no longer kept as a position", field="at", expected="now, or an act")
        state = clone(line[0].before)
        for entry in line:
            state = fight.rerun(state, entry)
        return state
    if kind == "act" and number.isdigit() and len(number) < 9:
        return after_act(room, int(number))
    raise BadInput(f"no position {at[:40]!r}", field="at", expected="now, undone, aside N or act N")


def after_act(room: RoomState, number: int) -> Any:
    fight = room.fight
    entries = fight.journal.entries
    numbers = numbers_of(room, "gm")
    numbers.follow(entries)
    index = numbers.index_of(number) if number else -1
    if number and index < 0:
        raise BadInput(f"there is no act {number}", field="at", expected=f"0 to {numbers.last}")
    cut = index + 1
    while index >= 0 and cut < len(entries) and entries[cut].kind == "due" and not entries[cut].decided:
        cut += 1
    return fight.journal.position_before(cut, fight.rerun) if cut < len(entries) else clone(fight.state)


# --- going home ------------------------------------------------------------------------------------------------


def takings(room: RoomState) -> dict[str, Plain]:
    """What a party keeps of each combatant, as it was when the fight began and as it is now, where that differs."""
    fight = room.fight
    found: list[Plain] = []
    for combatant in fight.state.roster.values():
        now = flat_sheet(party_sheet(fight.book, fight.content, combatant))
        first = fight.start.roster.get(combatant.id)
        then = flat_sheet(party_sheet(fight.book, fight.content, first)) if first is not None else {}
        changed = [
            {"path": path, "before": then.get(path), "now": now.get(path)}
            for path in [*then, *(path for path in now if path not in then)]
            if then.get(path) != now.get(path)
        ]
        found.append(
            {
                "who": combatant.id,
                "name": called(fight.state, combatant.id),
                "side": combatant.side,
                "party": combatant.party,
                "changed": changed if first is not None else [],
                "told": told(fight, combatant, first),
            }
        )
    return {"takings": found}


def told(fight: RoomFight, actor: Any, first: Any) -> list[str]:
    """What a combatant takes home, as the card says it: 'HP 7/7 → 3/7', 'injuries none → Shredded ear'."""
    if first is None:
        return []
    kept = {kebab(name) for name in fight.book.carried}
    was = {line.label: line.value for line in fight.book.describe(fight.start, first)}
    lines = [
        line
        for line in fight.book.describe(fight.state, actor)
        if (line.path.removeprefix(f"{actor.id}.").partition(".")[0] or line.label) in kept
    ]
    now = {line.label: line.value for line in lines}
    words = [f"{label} {was.get(label, 'none')} → {value}" for label, value in now.items() if was.get(label) != value]
    return [spelled(fight.state, text) for text in words]


def flat_sheet(data: Plain, path: str = "") -> dict[str, Plain]:
    if isinstance(data, dict):
        found: dict[str, Plain] = {}
        for key, value in data.items():
            found.update(flat_sheet(value, f"{path}.{key}" if path else str(key)))
        return found
    if isinstance(data, list) and any(isinstance(item, dict) for item in data):
        found = {}
        for place, value in enumerate(data):
            key = value.get("key") or value.get("item") or place if isinstance(value, dict) else place
            found.update(flat_sheet(value, f"{path}.{key}"))
        return found
    return {path: data}
