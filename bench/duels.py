"""The GURPS duels: solved exactly beside compiled dice, and played through the rules beside lean programs of the same."""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
from collections.abc import Callable
from pathlib import Path

from bench import duel_lean
from bench.beside import BUILD, ROOT, Missing, Talk, last_line, peer_python, version
from bench.duel import FAR, KNOWN, KNOWN_CHANCE, PLAIN, Duel, Fought, half_width, strays
from bench.runs import Bench, File, table, times

WIDTH = 0.001
MORE = 5
EXAMPLES = ROOT / "examples"


class Player:
    """A hand-written program of the duels: so many fights, or (fights 0) until the 95 % interval is as narrow as `width`."""

    version = ""

    def __call__(self, duel: Duel, fights: int, seed: int, width: float = 0.0) -> Fought:
        raise NotImplementedError

    def close(self) -> None:
        """Nothing runs on by itself."""


class Lean(Player):
    """bench/duel_lean.py in this process."""

    version = platform.python_version()

    def __call__(self, duel: Duel, fights: int, seed: int, width: float = 0.0) -> Fought:
        return duel_lean.play(duel, fights, seed)


class Numba(Player):
    """bench/duel_numba.py in the environment of the peers."""

    def __init__(self) -> None:
        python = peer_python("numba")
        self.version = version(python, "numba")
        self.talk = Talk("numba", [python, "-m", "bench.duel_numba"])

    def __call__(self, duel: Duel, fights: int, seed: int, width: float = 0.0) -> Fought:
        found = self.talk.ask(first=duel.first, second=duel.second, other=duel.other, fights=fights, seed=seed, width=width)
        return Fought(found["fights"], found["wins"], found["turns"], found["seconds"])

    def close(self) -> None:
        self.talk.close()


class Rust(Player):
    """The program in bench/duel_rust; its seconds are those the system counted for the whole process."""

    def __init__(self) -> None:
        if shutil.which("cargo") is None:
            raise Missing("there is no cargo on this machine")
        target = BUILD / "bench-rust"
        command = ["cargo", "build", "--quiet", "--release", "--target-dir", str(target)]
        done = subprocess.run(command, cwd=Path(__file__).with_name("duel_rust"), capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing(f"cargo could not build the duel: {last_line(done.stderr)}")
        self.program = target / "release" / "duel"
        said = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout
        self.version = said.split()[1]

    def __call__(self, duel: Duel, fights: int, seed: int, width: float = 0.0) -> Fought:
        numbers = [str(number) for number in (*duel.first, *duel.second)]
        words = [str(self.program), str(fights), str(width), str(seed), str(int(duel.other)), *numbers]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        said = process.stdout.read()
        process.stdout.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise Missing(f"the Rust duel ended with {process.returncode}")
        played, wins, turns = (int(word) for word in said.split())
        return Fought(played, wins, turns, used.ru_utime + used.ru_stime)


def players(bench: Bench) -> tuple[dict[str, Player], list[str]]:
    """The lean programs that run here, by name, and a line for each that does not."""
    found: dict[str, Player] = {}
    absent = []
    makers: dict[str, Callable[[], Player]] = {"lean CPython": Lean, "numba": Numba, "Rust": Rust}
    for name, maker in makers.items():
        bench.say(f"{name}: installing or building, if need be")
        try:
            player = maker()
        except Missing as missing:
            absent.append(f"{name} was not measured: {missing}.")
        else:
            found[f"{name} {player.version}"] = player
    return found, absent


def fights_for(player: Player, duel: Duel, seconds: float) -> int:
    """About as many fights as fit into the time."""
    player(duel, 10, 1)
    tried = player(duel, 2_000, 1)
    return max(2_000, int(seconds * tried.rate))


def checked(name: str, fought: Fought, chance: float) -> float:
    away = strays(fought, chance)
    if abs(away) > FAR:
        share = fought.wins / fought.fights
        raise SystemExit(f"{name} wins {share:.4f} of its duels, {away:+.1f} standard errors from {chance:.6f}")
    return away


def added(rounds: list[Fought]) -> Fought:
    return Fought(
        sum(each.fights for each in rounds),
        sum(each.wins for each in rounds),
        sum(each.turns for each in rounds),
        sum(each.seconds for each in rounds),
    )


def solved(bench: Bench, found: dict[str, Player], own_rate: dict[str, float]) -> tuple[list[str], float]:
    """The plain duel solved exactly beside compiled dice; gives the chance, too."""
    file = File.at(EXAMPLES / "gurps-plain-duel.toml")
    exact: dict[str, list[float]] = {tree: [] for tree in bench.trees}
    thrown: dict[str, list[Fought]] = {name: [] for name in found if not isinstance(found[name], Lean)}
    for number in range(bench.rounds):
        for tree, talk in bench.trees.items():
            bench.say(f"solve, {tree}, round {number + 1}")
            answer = talk.ask(do="solve", text=file.text, folder=file.folder)
            exact[tree].append(answer["seconds"])
            chance: float = answer["chances"]["blade"]
        for name, rounds in thrown.items():
            rounds.append(found[name](PLAIN, 0, 100 + number, WIDTH))
    mine = statistics.median(exact[bench.best])
    rows = [
        [
            f"Starfray, `solve`, {tree}",
            f"{statistics.median(each):.3f}",
            f"{chance:.9f}",
            "exact",
            times(statistics.median(each) / mine),
        ]
        for tree, each in exact.items()
    ]
    for name, rounds in thrown.items():
        whole = added(rounds)
        checked(name, whole, chance)
        took = statistics.median(each.seconds for each in rounds)
        last = rounds[-1]
        rows.append(
            [
                f"{name}, {last.fights:,} fights",
                f"{took:.3f}",
                f"{last.wins / last.fights:.4f}",
                f"±{100 * half_width(last.wins, last.fights):.3f} points",
                times(took / mine),
            ]
        )
    needed = next((rounds[-1].fights for rounds in thrown.values()), 960_000)
    for tree, rate in own_rate.items():
        rows.append(
            [
                f"Starfray, `sim`, {tree}, reckoned from its rate",
                f"{needed / rate:.1f}",
                "",
                "±0.1 points",
                times(needed / rate / mine),
            ]
        )
    head = ["the plain duel", "seconds", "the blade wins", "", f"÷ `solve` {bench.best}"]
    words = (
        f"`solve` walks all {answer['states']:,} positions of `examples/gurps-plain-duel.toml` through the rules "
        f"({answer['runs']:,} runs); the others throw dice in a hand-written program of that one duel until the 95 % "
        "interval is ±0.1 percentage points."
    )
    return [words, "", *table(head, rows)], chance


class Own:
    """A duel through the rules, in each tree; how often the blade wins is seen in more fights than are timed."""

    def __init__(self, bench: Bench, file: File, policy: str) -> None:
        self.played = bench.counted(file, 4, policy)
        more = MORE * self.played.fights
        bench.say(f"{file.name}, {policy} policy: {more:,} fights to see how often the blade wins")
        found = bench.asked(bench.best, self.played, self.played.fights, more)
        self.sample = Fought(more, found["wins"].get("blade", 0), found["acts"], found["seconds"] + found["copying"])

    def rate(self, tree: str) -> float:
        return self.played.fights / self.played.took(tree)

    @property
    def turns(self) -> float:
        return self.played.actions / self.played.fights


def beside_lean(bench: Bench, found: dict[str, Player], own: list[Own], duel: Duel) -> dict[str, list[Fought]]:
    """Ours and the lean programs in turn, round by round."""
    sizes = {name: fights_for(player, duel, bench.seconds) for name, player in found.items()}
    rounds: dict[str, list[Fought]] = {name: [] for name in found}
    for number in range(bench.rounds):
        bench.say(f"{own[0].played.file.name} beside the lean programs, round {number + 1}")
        for one in own:
            bench.round(one.played)
            bench.recall(one.played, 4)
        for name, player in found.items():
            rounds[name].append(player(duel, sizes[name], 7 + number))
    return rounds


def share_of(fought: Fought) -> str:
    return f"{100 * fought.wins / fought.fights:.2f} % ± {100 * half_width(fought.wins, fought.fights):.2f}"


def lean_table(
    bench: Bench, own: list[Own], rounds: dict[str, list[Fought]], chance: float, own_chance: float | None
) -> list[str]:
    rows = []
    for one in own:
        away = "" if own_chance is None else f"{checked('Starfray', one.sample, own_chance):+.1f}"
        for tree in bench.trees:
            ratios = [ratio_of(one, tree, each) for each in rounds.values()]
            rows.append(
                [
                    f"Starfray, {tree}, {one.played.policy} policy",
                    f"{one.rate(tree):,.0f}",
                    f"{one.turns:.1f}",
                    share_of(one.sample),
                    away,
                    *ratios,
                ]
            )
        pairs = [list(zip(one.played.recalled, each, strict=True)) for each in rounds.values()]
        ratios = [in_words(statistics.median(mine / theirs.rate for mine, theirs in each)) for each in pairs]
        rows.append(
            [
                f"Starfray, {bench.best}, {one.played.policy} policy, recalling",
                f"{statistics.median(one.played.recalled):,.0f}",
                f"{one.turns:.1f}",
                "the same fights",
                "",
                *ratios,
            ]
        )
    for name, each in rounds.items():
        whole = added(each)
        rows.append(
            [
                name,
                f"{statistics.median(one.rate for one in each):,.0f}",
                f"{whole.turns / whole.fights:.1f}",
                share_of(whole),
                f"{checked(name, whole, chance):+.1f}",
                *[""] * len(rounds),
            ]
        )
    head = ["", "fights a second", "turns a fight", "the blade wins", "standard errors away", *(f"÷ {name}" for name in rounds)]
    return table(head, rows)


def ratio_of(own: Own, tree: str, rounds: list[Fought]) -> str:
    """Our fights to one of theirs: the median of the rounds."""
    pairs = zip(own.played.seconds[tree], rounds, strict=True)
    ratio = statistics.median(own.played.fights / mine / theirs.rate for mine, theirs in pairs)
    return in_words(ratio)


def in_words(ratio: float) -> str:
    return times(ratio) if ratio >= 0.1 else f"{ratio:.4f}" if ratio >= 0.001 else f"{ratio:.1e}"


def section(bench: Bench) -> list[str]:
    found, absent = players(bench)
    plain = [Own(bench, File.at(EXAMPLES / "gurps-plain-duel.toml"), policy) for policy in ("striking", "default")]
    plain_rounds = beside_lean(bench, found, plain, PLAIN)
    full = [Own(bench, File.at(EXAMPLES / "gurps-full-duel.toml"), "default")]
    full_rounds = beside_lean(bench, found, full, KNOWN)
    exact, chance = solved(bench, found, {tree: plain[1].rate(tree) for tree in bench.trees})
    for player in found.values():
        player.close()
    return [
        "## A duel solved exactly", "", *exact, "",
        "## A duel through the rules", "",
        "One process each, every die thrown, no events. The plain duel is the same fight for all: "
        "`examples/gurps-plain-duel.toml` through the GURPS rules, and hand-written for the others. The hand-written ones "
        "decide nothing, and neither does the striking policy; the default policy weighs maneuvers, targets and places. "
        "`recalling` is how `sim` plays: every die is thrown, and an act met before in the same position is taken from the map "
        "instead of being worked out again; the map is empty at the start and what it takes to draw it counts. In the other "
        "rows the rules play every act. "
        f"Whoever strays more than {FAR} standard errors from the exact chance stops the bench.", "",
        *lean_table(bench, plain, plain_rounds, chance, chance), "",
        "The same at full size: ours is `examples/gurps-full-duel.toml` by the book with its critical tables; the others play "
        f"the duel whose chance is known to be {KNOWN_CHANCE:.6f}, set up alike but with fewer rules (docs/books/gurps.md "
        "lists the points on which they differ).", "",
        *lean_table(bench, full, full_rounds, KNOWN_CHANCE, None), "", *absent, *([""] if absent else []),
    ]  # fmt: skip
