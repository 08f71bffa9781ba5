"""What seats may do. Each command checks the seat's rights again, then hands over to the fight or changes the seats."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.position import combatant_of, sides
from starfray.engine.values import GM
from starfray.room.arguments import Args, answer_of, flag, one_of, text, whole
from starfray.room.ask_view import asks_for
from starfray.room.own_sheet import write_sheet
from starfray.room.project import may_redo, queued_for
from starfray.room.requests import UNDO, add_request, kind_of, request, undo_as_gm
from starfray.room.rows import throw_place
from starfray.room.seat_commands import gm_only, hand, me, seat_command, set_hands, share
from starfray.room.seats import ACT, ANY, DIALS, USUAL, Seat, holder_of, viewer_of
from starfray.room.squads import send_squad, squad_of
from starfray.room.state import PACES, RoomState, called, numbers_of, side_switch
from starfray.room.webhooks import webhook
from starfray.words import quoted

Result = dict[str, Plain] | None
Run = Callable[[RoomState, Seat, Args], Result]
ROLLS = ("open", "gm", "blind")
ENDS_ORDERS = ("play", "gm", "cancel", "undo", "redo", "correct", "dial")  # after these a squad waits to be told again
MOST_SECONDS = 86_400
MOST_SHARED = 100  # characters of a share


def run(room: RoomState, seat: Seat, name: str, args: Args) -> Result:
    """Run a command; what it gives back is part of the acknowledgement."""
    command = COMMANDS.get(name)
    if command is None:
        raise BadInput(f"there is no command {name[:60]!r}", field="op", expected=suggest(name[:60], COMMANDS))
    if seat.kind not in ("gm", "player") and name not in ("me", "hand", "dice"):
        raise Refused("fight.turn", "from this seat one can only watch")
    if room.archived and name not in ("room", "me"):
        raise Refused("fight.over", "the room is archived", ["room reopen"])
    if name in ENDS_ORDERS:
        room.sent = {}
    return command(room, seat, args)


def nothing_open(room: RoomState, seat: Seat) -> None:
    """Refuse an act while a question is open; the reason names only those whom the player can see."""
    fight = room.fight
    if fight.draft is None or seat.kind == "gm":
        return
    seen = fight.view(seat.by)
    names = [called(seen, ask.who) for ask in fight.asks if ask.who != GM and combatant_of(seen, ask.who) is not None]
    waiting = f": {', '.join(names)}" if names else ""
    raise Refused("fight.pending", f"a question is open{waiting}", ["answer", "queue"])


# --- acting ----------------------------------------------------------------------------------------------------


def play(room: RoomState, seat: Seat, args: Args) -> Result:
    action = text(args, "action")
    if seat.kind != "gm" and room.fight.gm_alone:
        return play_after(room, seat, action)
    nothing_open(room, seat)
    room.fight.play(action, by=seat.by)
    return None


def play_after(room: RoomState, seat: Seat, action: str) -> Result:
    """While the GM does something alone, which players must not notice, a legal act waits in the queue."""
    parsed = room.fight.parse(action)
    room.fight.check_owner(parsed, seat.by)
    room.fight.check_permitted(parsed, seat.by)
    enqueue(room, seat, action)
    return None


def answer(room: RoomState, seat: Seat, args: Args) -> Result:
    wanted = text(args, "ask", most=40)
    open_asks = asks_for(room, seat)
    found = open_asks.get(wanted)
    if found is None or args.get("rule", found.rule) != found.rule or args.get("who", found.who) != found.who:
        raise Refused("fight.pending", "that question is not open for you", list(open_asks))
    given = args.get("answer")
    if found.kind == "dice" and isinstance(given, list) and None in given:
        args = {**args, "answer": room.fight.fill(found, given)}
    room.fight.answer(found, answer_of(args), by=seat.by)
    return None


def gm(room: RoomState, seat: Seat, args: Args) -> Result:
    gm_only(seat)
    room.fight.gm(text(args, "text"))
    set_hands(room)  # somebody may have joined
    return None


def go(room: RoomState, seat: Seat, args: Args) -> Result:
    """Run the due steps: the beginning, or what comes next after an undo. Playing an act runs them by itself."""
    gm_only(seat)
    nothing_open(room, seat)
    room.fight.advance()
    return None


def roll(room: RoomState, seat: Seat, args: Args) -> Result:
    """A free roll. The GM's is open or secret; a player's is for everybody (`open`), for the player and the GM (`gm`), or for
    the GM alone (`blind`).
    """
    dice, note = text(args, "dice", most=20), text(args, "note", "", 400)
    to = one_of(args, "to", ROLLS, "gm" if flag(args, "secret") else "open")
    if seat.kind == "gm":
        room.fight.gm(f"roll {quoted(dice)} {quoted(note)}" + ("" if to == "open" else " secret=yes"))
        return None
    who = text(args, "who", seat.plays[0] if seat.plays else "", 200)
    if who not in seat.plays:
        raise Refused("fight.turn", "a roll is thrown for somebody whom you play")
    words = f"roll {quoted(dice)} {quoted(note)} who={quoted(who.partition('/')[0])}"
    if to != "open":
        words = f"roll {quoted(dice)} {quoted(f'{seat.name}: {note}' if note else seat.name)} secret=yes"
    if room.fight.gm_alone:
        enqueue(room, seat, f"gm:{words}", GM)
        return None
    nothing_open(room, seat)
    room.fight.gm(words)
    entries = room.fight.journal.entries
    if to != "gm" or room.fight.draft is not None or not entries or not entries[-1].tape:
        return None
    faces = list(entries[-1].tape[0].faces or [])
    return {"faces": faces, "total": sum(faces)}


def call(room: RoomState, seat: Seat, args: Args) -> Result:
    gm_only(seat)
    room.fight.gm(f"call {quoted(text(args, 'text', most=1000))}" + (" secret=yes" if flag(args, "secret") else ""))
    return None


def queue(room: RoomState, seat: Seat, args: Args) -> Result:
    """Play this as soon as the open question is answered, at once if none is open. `drop`: take that one back."""
    if "drop" in args:
        return unqueue(room, seat, whole(args, "drop"))
    action = text(args, "action")
    if room.fight.draft is None:
        return play(room, seat, args)
    if action.startswith("gm:"):
        gm_only(seat)
    else:
        room.fight.check_owner(room.fight.parse(action), seat.by)
    enqueue(room, seat, action)
    return None


def enqueue(room: RoomState, seat: Seat, action: str, by: str = "") -> None:
    if len(room.fight.queued) >= 20:
        raise Refused("fight.pending", "twenty acts wait already")
    room.fight.queue(action, by or seat.by)


def unqueue(room: RoomState, seat: Seat, place: int) -> Result:
    queued = queued_for(room.fight, seat)
    if place >= len(queued):
        raise Refused("fight.pending", "that act does not wait any more")
    room.fight.queued = [act for act in room.fight.queued if act is not queued[place]]
    return None


def cancel(room: RoomState, seat: Seat, args: Args) -> Result:
    room.fight.cancel(seat.by)
    return None


# --- history ---------------------------------------------------------------------------------------------------


def undo(room: RoomState, seat: Seat, args: Args) -> Result:
    """The last act. The GM: back to just after act `to`, or `refuse` what a player asked for. Players: `request` it."""
    if "to" in args:
        gm_only(seat)
        return undo_to(room, whole(args, "to"))
    if flag(args, "refuse"):
        gm_only(seat)
        drop_undos(room)
        return None
    if flag(args, "request"):
        add_request(room, UNDO, seat, text(args, "why", "", 400))
        return None
    if seat.kind == "gm":
        undo_as_gm(room)
        return None
    undo_own(room, seat)
    room.requests = [each for each in room.requests if kind_of(each) != UNDO or each["seat"] != seat.id]
    return None


def drop_undos(room: RoomState) -> None:
    room.requests = [each for each in room.requests if kind_of(each) != UNDO]


def undo_own(room: RoomState, seat: Seat) -> None:
    """A player takes back an act; until something else happens it can be played again as it was."""
    fight = room.fight
    who = viewer_of(fight.state, seat)
    acts = list(room.taken_back[seat.id][0]) if may_redo(room, seat, who) else []
    before = fight.journal.undone[-1] if fight.journal.undone else None
    fight.undo_own(seat.by)
    if fight.journal.undone and fight.journal.undone[-1] is not before:
        acts.append(to_text(fight.journal.undone[-1][0].action))
    keep_taken_back(room, seat, who, acts)


def keep_taken_back(room: RoomState, seat: Seat, who: str, acts: list[str]) -> None:
    numbers = numbers_of(room, who)
    numbers.follow(room.fight.journal.entries)
    room.taken_back[seat.id] = [acts[-20:], numbers.last]


def undo_to(room: RoomState, target: int) -> Result:
    """Take back everything after an act, counted as the GM's log counts; 0: everything."""
    numbers = numbers_of(room, GM)
    numbers.follow(room.fight.journal.entries)
    index = numbers.index_of(target) if target else -1
    if target and index < 0:
        raise BadInput(f"there is no act {target}", field="to", expected=f"0 to {numbers.last}")
    room.fight.back_to_entry(index)
    return None


def redo(room: RoomState, seat: Seat, args: Args) -> Result:
    """What was taken back, die for die. Players: their own last act, played again; no die had fallen in it."""
    if seat.kind != "gm":
        return redo_own(room, seat)
    fight = room.fight
    for _ in range(whole(args, "times", 1, 1, 10_000)):
        fight.redo()
    if not fight.journal.undone:  # back where play was: what was asked there is asked again
        fight.advance()
    return None


def redo_own(room: RoomState, seat: Seat) -> Result:
    who = viewer_of(room.fight.state, seat)
    if not may_redo(room, seat, who):
        raise Refused("fight.undo", "there is nothing of yours to bring back")
    acts = list(room.taken_back[seat.id][0])
    play(room, seat, {"action": acts.pop()})
    keep_taken_back(room, seat, who, acts)
    return None


def correct(room: RoomState, seat: Seat, args: Args) -> Result:
    """Correct a mistyped throw: row `i` of act `n` in the log. Players: their own typed dice, while nothing came after."""
    fight = room.fight
    who = viewer_of(fight.state, seat)
    number = whole(args, "n", low=1)
    entry, place = throw_place(fight, fight.view(who), numbers_of(room, who), number, whole(args, "i"))
    if place < 0:
        raise BadInput("there is no throw of dice", field="n", expected="act n and row i of a throw in the log")
    faces = args.get("faces")
    if not isinstance(faces, list) or not all(type(face) is int for face in faces) or len(faces) > 1000:
        raise BadInput("faces are missing", field="faces", expected="the faces, as [6, 3, 2]")
    if seat.kind != "gm":
        tape = fight.draft.tape if entry == -1 and fight.draft is not None else fight.journal.entries[entry].tape
        own_dice = tape[place].source == "hand" and fight.seat_of(tape[place].who) == seat.by
        if not own_dice or (entry != -1 and (fight.draft is not None or entry != len(fight.journal.entries) - 1)):
            raise Refused("fight.undo", "ask the GM to correct that")
    fight.correct(entry, place, faces)
    return None


# --- the dial --------------------------------------------------------------------------------------------------


def dial(room: RoomState, seat: Seat, args: Args) -> Result:
    """ask | suggest | auto | planner, for one combatant and one kind of question ('act', '*', or a rule's id); usual: none of
    its own.
    """
    setting = one_of(args, "value", (*DIALS, USUAL))
    if args.get("side") is not None:
        return side_dial(room, seat, text(args, "side", most=200), text(args, "squad", "", 200), setting)
    who = text(args, "who", most=200)
    kind = text(args, "kind", ANY, 200)
    holder = holder_of(room.seats, who)
    if seat.kind != "gm" and (holder is None or holder.id != seat.id):
        raise Refused("fight.turn", f"{who} is not yours to play")
    if who != GM and not room.fight.has_combatant(who):
        raise BadInput(f"nobody is called {who!r}", field="who", expected=suggest(who, room.fight.state.roster))
    if kind not in (ACT, ANY) and kind not in room.fight.book.ledger():
        raise BadInput(f"{kind!r} is no kind of question", field="kind", expected="act, * or a rule id")
    set_dial(room, who, kind, setting)
    return None


def set_dial(room: RoomState, who: str, kind: str, setting: str) -> None:
    if setting == USUAL:
        room.dials.get(who, {}).pop(kind, None)
    else:
        room.dials.setdefault(who, {})[kind] = setting


def side_dial(room: RoomState, seat: Seat, side: str, squad: str, setting: str) -> Result:
    """The same for everybody of a side, or of a squad, acting and answering; what was set for single questions no longer
    holds.
    """
    gm_only(seat)
    everyone = room.fight.state.roster.values()
    people = squad_of(room, side, squad) if squad else [one.id for one in everyone if one.side == side]
    if not people:
        raise BadInput(f"there is no side {side!r}", field="side", expected=suggest(side, sides(room.fight.state)))
    for who in people if squad else [*people, side_switch(side)]:
        room.dials[who] = {}
        set_dial(room, who, ACT, setting)
        set_dial(room, who, ANY, setting)
    return None


def dice(room: RoomState, seat: Seat, args: Args) -> Result:
    """A seat adds a share to the key of the dice. The GM shows the key so far, or the keys of secret throws to everybody."""
    what = one_of(args, "do", ("share", "reveal", "publish"))
    live = room.fight.dice
    if live is None:
        raise Refused("fight.turn", "this room throws the dice of its seed")
    if what == "share":
        words = text(args, "share", most=MOST_SHARED).strip()
        if not words:
            raise BadInput("an empty share", field="share", expected=f"up to {MOST_SHARED} characters nobody foresees")
        live.share(seat.id, seat.name, words)
        return None
    gm_only(seat)
    if what == "publish":
        live.book.published = True
    elif live.to_reveal:
        live.reveal()
    else:
        raise Refused("fight.turn", "no die has fallen since the key was shown")
    return None


# --- the room itself -------------------------------------------------------------------------------------------


def the_room(room: RoomState, seat: Seat, args: Args) -> Result:
    """Archive it, open it again, give it another title, a shared code, a time to act in."""
    gm_only(seat)
    what = one_of(args, "do", ("archive", "reopen", "title", "code", "uncode", "house", "timeout", "pace", "board"))
    if what == "title":
        room.title = text(args, "title", most=200)
    elif what == "code":
        room.board = ""
        return share(room)
    elif what == "board":
        return show_board(room, flag(args, "on", True))
    elif what == "uncode":
        room.shared = room.board = ""
    elif what == "house":
        room.house = flag(args, "on", True)
    elif what == "pace":
        room.pace = one_of(args, "pace", PACES)
    elif what == "timeout":
        room.timeout = whole(args, "seconds", 0, 0, MOST_SECONDS)
    else:
        room.archived = what == "archive"
    return None


def show_board(room: RoomState, on: bool) -> Result:
    """Shared screens and watchers show a fresh code for the group, or no longer any."""
    if not on:
        room.board = ""
        return None
    made = share(room)
    room.board = str(made["code"])
    return made


COMMANDS: dict[str, Run] = {
    "request": request,
    "own": write_sheet,
    "go": go,
    "play": play,
    "answer": answer,
    "gm": gm,
    "roll": roll,
    "call": call,
    "queue": queue,
    "cancel": cancel,
    "undo": undo,
    "redo": redo,
    "correct": correct,
    "dial": dial,
    "squad": send_squad,
    "room": the_room,
    "seat": seat_command,
    "me": me,
    "hand": hand,
    "dice": dice,
    "webhook": webhook,
}
