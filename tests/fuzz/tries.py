"""The kinds of bad input. Each takes a world and a generator, does one thing, and may raise a StarfrayError."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import starfray
from starfray import cli
from starfray.engine.changes import changes, flat
from starfray.engine.toml import write_pairs
from starfray.engine.values import Ask
from tests.fuzz import mutate
from tests.fuzz.worlds import ROOT, World

FOLDER = Path(tempfile.mkdtemp(prefix="starfray-fuzz-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


class Tried:
    """What was tried, for the report, and the fight that must not have changed if it failed."""

    def __init__(
        self, kind: str, what: Any, run: Callable[[], Any], fight: starfray.Fight | None = None, file: bool = False
    ) -> None:
        self.kind = kind
        self.what = what
        self.run = run
        self.fight = fight
        self.file = file  # errors must name the file and what was expected


def wrong(rng: Random, text: str) -> str:
    """Mostly one thing wrong, sometimes nothing, sometimes several."""
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 2, 4))):
        text = mutate.text(rng, text)
    return text


def fight_file(rng: Random, world: World) -> Tried:
    text = wrong(rng, rng.choice((world.text, world.position)))

    def run() -> None:
        fight = starfray.loads(text, "fight.toml", ROOT / "examples")
        if rng.random() < 0.2:
            assert starfray.loads(fight.to_text()).hash == fight.hash, "written and read again it differs"
        if rng.random() < 0.2:
            for who in ("spectator", *(f"side:{one.side}" for one in fight.state.roster.values())):
                fight.view(who)

    return Tried("fight file", text, run, file=True)


def pack(rng: Random, world: World) -> Tried:
    book, content = world.fight.book, world.fight.content
    folder = FOLDER / "pack"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.toml"):
        old.unlink()
    table = rng.choice([*book.items.values(), "archetypes"]) if rng.random() < 0.95 else "nonsense"
    entries = content.tables.get(table, {})
    key = rng.choice(list(entries)) if entries else "x"
    text = wrong(
        rng, "\n".join([f"[{key}]", *write_pairs(entries.get(key, {})), "", "[mine]", f'like = "{key}"', 'name = "Mine"'])
    )
    head = f'rulebook = "{book.name}"' if rng.random() < 0.9 else wrong(rng, f'rulebook = "{book.name}"')
    (folder / "pack.toml").write_bytes(head.encode(errors="replace"))
    (folder / f"{table}.toml").write_bytes(text.encode(errors="replace"))
    return Tried(
        "pack", f"{table}: {text}", lambda: starfray.loads('packs = ["pack"]\n' + world.text, "fight.toml", FOLDER), file=True
    )


def party(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "party.toml"
    path.unlink(missing_ok=True)
    names = list(fight.state.roster)[:2]
    starfray.write_back(fight, path, names)
    text = wrong(rng, path.read_text(encoding="utf-8"))
    path.write_bytes(text.encode(errors="replace"))
    rows = "".join(f'[[combatant]]\nparty = "{name}"\nside = "s{n}"\n' for n, name in enumerate(names))
    whole = f'rulebook = "{fight.book.name}"\nparty = "party.toml"\nkind = "{fight.state.kind}"\n{rows}'
    if not fight.state.kind:
        whole = whole.replace('kind = ""\n', "")
    return Tried("party", text, lambda: starfray.loads(whole, "fight.toml", FOLDER), file=True)


def seat(rng: Random, fight: starfray.Fight) -> str:
    seats = [f"player:{one.seat}" for one in fight.state.roster.values() if one.seat]
    return rng.choice(["gm", "gm", "gm", *seats, "player:nobody", "", "side:x"])


def action(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    text = wrong(rng, rng.choice(world.actions))
    how, by = rng.randrange(10), seat(rng, fight)
    if how < 5:
        return Tried("action", (text, by), lambda: fight.play(text, by=by), fight)
    if how < 7:
        return Tried("preview", text, lambda: fight.preview(text), fight)
    if how < 8:
        best = rng.choice(["", "", *(one.side for one in fight.state.roster.values())])
        return Tried("odds", (text, best), lambda: fight.odds(text, budget=20, best_for=best), fight)
    if how < 9:
        return Tried("queue", (text, by), lambda: fight.queue(text, by=by), fight)
    return Tried("refusal", text, lambda: fight.refusal(text), fight)


def dice(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    text = rng.choice(world.actions)
    faces: Any = [
        rng.choice([1, 2, 3, 4, 5, 6, 6, 6, 10, 0, -1, 7, 100, 10**12, 1.5, "6", None, True])
        if rng.random() < 0.1
        else rng.randint(1, 6)
        for _ in range(rng.randrange(14))
    ]
    answers: Any = [rng.choice(["yes", "no", "", "x", "5", "0", "stop", "hold", 3, None]) for _ in range(rng.randrange(4))]
    if rng.random() < 0.2:
        rules = [event.rule for event in fight.events] or ["x"]
        faces = rng.choice([{rng.choice(rules): faces}, "123", 6, {"x": 1}, {1: [2]}, None])
        answers = rng.choice([{rng.choice(rules): "yes"}, {rng.choice(rules): answers}, "yes", 5, {"x": None}])
    if rng.random() < 0.3:
        return Tried("forced step", (faces, answers), lambda: fight.step(dice=faces, answers=answers), fight)
    return Tried("forced dice", (text, faces, answers), lambda: fight.play(text, dice=faces, answers=answers), fight)


def right_answer(rng: Random, ask: Ask) -> Any:
    if ask.kind == "choose":
        return rng.choice(ask.options).key
    if ask.kind == "number":
        return str(rng.randint(ask.low, ask.high))
    if ask.kind == "allocate":
        return f"{rng.choice(ask.options).key}:{rng.randint(0, ask.amount)}"
    if ask.kind == "dice" and ask.shape is not None:
        return list(rng.choice(ask.shape.classes()).faces)
    return "said"


def answer(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    asks = fight.asks
    if not asks:
        return history(rng, world)
    ask = rng.choice(asks)
    given: Any = right_answer(rng, ask)
    if rng.random() < 0.7:
        given = mutate.data(rng, given)
    name: Any = ask.id if rng.random() < 0.9 else rng.choice(["", "x", "9.9", "0.0", "-1.0"])
    by = seat(rng, fight)
    return Tried("answer", (name, given, by), lambda: fight.answer(name, given, by=by), fight)


def gm(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    names = list(fight.state.roster)
    one, other = rng.choice(names), rng.choice(names)
    fields = [line.path for line in fight.book.describe(fight.state, fight.state.roster[one]) if line.path] or ["name"]
    right = [
        f"set {one}.{rng.choice(fields)} {rng.randint(0, 5)}",
        f"hide {one} {rng.choice(fields)}",
        f"reveal {one}",
        f"hide {one}",
        f'modify {one} -2 "slippery"',
        f"rename {one} X",
        f"place {one} 3,4",
        f"distance {one} {other} 12",
        f'note "text" {one}',
        'roll 2d6 "why" secret=yes',
        f'add "id = \\"new\\", side = \\"{fight.state.roster[one].side}\\""',
        f"remove {one} gone",
        "end enough",
        f"set {one}.name {other}",
        f"set {one}.at [1,2]",
        f"set {one}.seat x",
        "set notes y",
        f"order {one} {rng.choice(fight.book.ledger().rules).id} no",
        f"set {one}.side z",
        f"set {one}.out x",
    ] + [f"set {one}.{name} {rng.choice(mutate.NUMBERS[:8])}" for name in numbers(fight, one)]
    if fight.book.rulings:
        ruling = rng.choice(fight.book.rulings)
        right.append(f"ruling {ruling.key} {rng.choice(ruling.choices)}")
    if fight.book.procedures:
        right.append(f'call "{rng.choice(list(fight.book.procedures))} 3"')
    text = wrong(rng, rng.choice(right))

    def run() -> None:
        fight.gm(text)
        if rng.random() < 0.3:
            after(rng, fight, world)

    return Tried("gm", text, run, fight)


def numbers(fight: starfray.Fight, who: str) -> list[str]:
    from starfray.engine.codec import hints, kebab

    return [kebab(name) for name, hint in hints(fight.book.combatant).items() if hint is int]


def after(rng: Random, fight: starfray.Fight, world: World) -> None:
    """What the GM has set must not break what comes next: saving, writing, viewing, acting."""
    again = starfray.restore(json.loads(json.dumps(fight.to_json())), ROOT / "examples")
    assert again.hash == fight.hash, "the save differs"
    again = starfray.loads(fight.to_text(), "fight", ROOT / "examples")
    assert again.hash == fight.hash, f"the text differs: {changes(flat(fight.state), flat(again.state))}"
    for side in {one.side for one in fight.state.roster.values()}:
        fight.view(f"side:{side}")
    with contextlib.suppress(starfray.StarfrayError):
        again.play(rng.choice(world.actions))
    with contextlib.suppress(starfray.StarfrayError):
        if again.draft is None:
            again.auto(acts=3)


def history(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    how, by = rng.randrange(6), seat(rng, fight)
    if how == 0:
        return Tried("undo", by, lambda: fight.undo(by), fight)
    if how == 1:
        return Tried("redo", by, lambda: fight.redo(by), fight)
    if how == 2:
        return Tried("cancel", by, lambda: fight.cancel(by), fight)
    count = len(fight.journal.entries)
    number, place = rng.randint(-2, count), rng.randint(-1, 4)
    tape = fight.journal.entries[number].tape if -count <= number < count else []
    faces: Any = list(tape[place].faces) if 0 <= place < len(tape) else [3]
    faces = mutate.data(rng, faces) if rng.random() < 0.7 else [rng.randint(1, 6) for _ in faces]
    return Tried("correct", (number, place, faces), lambda: fight.correct(number, place, faces), fight)


def transcript(rng: Random, world: World) -> Tried:
    text = wrong(rng, world.transcript)
    return Tried("transcript", text, lambda: starfray.replay(text, "t.txt", ROOT / "examples"), file=True)


def save(rng: Random, world: World) -> Tried:
    data = world.save
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        data = mutate.data(rng, data)

    def run() -> None:
        fight = starfray.restore(data, ROOT / "examples")
        fight.seen_events("spectator")
        if rng.random() < 0.3:
            json.dumps(fight.to_json())
            fight.transcript()
        if fight.journal.entries and rng.random() < 0.5:
            with contextlib.suppress(starfray.StarfrayError):
                fight.undo()

    return Tried("save", data, run)


def procedure(rng: Random, world: World) -> Tried:
    book = world.fight.book
    if not book.procedures:
        return action(rng, world)
    text = wrong(
        rng, f"{rng.choice(list(book.procedures))} " + " ".join(str(rng.randint(0, 9)) for _ in range(rng.randrange(4)))
    )
    return Tried("procedure", (book.name, text), lambda: starfray.do(book.name, text, seed=rng.randrange(100)))


def look(rng: Random, world: World) -> Tried:
    fight = world.fresh()
    name = wrong(
        rng,
        rng.choice(["player:ana", "side:crew", "gm", "spectator", *(f"side:{o.side}" for o in fight.state.roster.values())]),
    )
    path = wrong(
        rng, f"{rng.choice(list(fight.state.roster))}.{rng.choice(['hp', 'name', 'at', 'weapons.0.name', 'orders', 'side'])}"
    )

    def run() -> None:
        if rng.random() < 0.5:
            fight.get(path)
        else:
            fight.view(name)
            fight.seen_events(name)
            fight.seen_asks(name)

    return Tried("look", (name, path), run, fight)


def command_line(rng: Random, world: World) -> Tried:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "cli.toml"
    path.write_bytes((world.text if rng.random() < 0.5 else wrong(rng, world.text)).encode(errors="replace"))
    line = rng.choice(
        [
            ["check", str(path)],
            ["odds", str(path), rng.choice(world.actions), "--budget", "200"],
            ["rules", "prone"],
            ["do", world.fight.book.name, "x"],
            ["replay", str(path)],
            ["export", str(path)],
            ["new", world.fight.book.name],
            ["check", str(path), "--json"],
            ["--version"],
        ]
    )
    if rng.random() < 0.6:
        place = rng.randrange(len(line))
        line[place] = mutate.text(rng, line[place])
    elif rng.random() < 0.3:
        line.insert(
            rng.randrange(len(line) + 1), rng.choice(["--json", "--nonsense", "-x", "--seed", "--budget", "", "--help", "\x00"])
        )
    line = [word for word in line if word not in ("serve", "play")]

    def run() -> None:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = cli.main(line)
            except SystemExit as left:
                code = left.code if isinstance(left.code, int) else 2
        assert code in (0, 1, 2), f"exit code {code}: {err.getvalue()[-300:]}"
        assert code == 0 or err.getvalue().strip() or out.getvalue().strip(), "failed without a word"

    return Tried("command line", line, run)


#: how often each kind is drawn
KINDS: list[tuple[int, Callable[[Random, World], Tried]]] = [
    (16, fight_file),
    (2, pack),
    (2, party),
    (22, action),
    (10, dice),
    (10, answer),
    (14, gm),
    (4, history),
    (4, transcript),
    (6, save),
    (4, procedure),
    (4, look),
    (1, command_line),
]
