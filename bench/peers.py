"""Actions a second of every demo fight beside the simulators of other games, each in an environment of its own."""

from __future__ import annotations

import json
import statistics
from pathlib import Path

from bench.beside import ROOT, Missing, Talk, node_folder, peer_python, version
from bench.runs import Bench, File, Played, table, times, unended

DEMOS = ROOT / "src" / "starfray" / "demos"
WORDS = {
    "python-chess": "python-chess: a move; legal moves listed, one drawn, pushed, until the game is over.",
    "dnd-5e-core": "dnd-5e-core: a turn of a character or monster in its combat system (its attacks or its spell), silent.",
    "Showdown": "Pokémon Showdown: a choice of one side (a move or a switch) in random battles, the battle driven directly "
    "without its streams of text; a choice is carried out with all that follows from it.",
}
WARM = {"Showdown": 10}  # node compiles as it goes; the others need no more than their caches


def python_peer(module: str, program: str) -> tuple[str, Talk]:
    python = peer_python(module)
    return version(python, module), Talk(program, [python, "-m", program])


def showdown() -> tuple[str, Talk]:
    folder = node_folder("pokemon-showdown")
    said = json.loads((folder / "pokemon-showdown" / "package.json").read_text(encoding="utf-8"))
    program = Path(__file__).with_name("peer_showdown.js")
    return str(said["version"]), Talk("pokemon-showdown", ["node", program], {"NODE_PATH": str(folder)})


class Peer:
    """Another game's simulator, and its actions a second round by round."""

    def __init__(self, name: str, version: str, talk: Talk) -> None:
        self.name, self.version, self.talk = name, version, talk
        self.rates: list[float] = []
        self.games = self.actions = 0

    def round(self, seconds: float, seed: int) -> None:
        found = self.talk.ask(seconds=seconds, seed=seed)
        self.rates.append(found["actions"] / found["seconds"])
        self.games += found["games"]
        self.actions += found["actions"]


def peers(bench: Bench) -> tuple[list[Peer], list[str]]:
    """Those that run here, and a line for each that does not."""
    makers = {
        "python-chess": lambda: python_peer("chess", "bench.peer_chess"),
        "dnd-5e-core": lambda: python_peer("dnd_5e_core", "bench.peer_dnd"),
        "Showdown": showdown,
    }
    found, absent = [], []
    for name, maker in makers.items():
        bench.say(f"{name}: installing, if need be")
        try:
            peer = Peer(name, *maker())
            peer.talk.ask(seconds=bench.seconds * WARM.get(name, 1), seed=1)
        except Missing as missing:
            absent.append(f"{name} was not measured: {missing}.")
        else:
            found.append(peer)
    return found, absent


def beside(peer: Peer, played: Played, tree: str) -> float:
    """How many of our actions to one of theirs: the median of the rounds."""
    pairs = zip(played.seconds[tree], peer.rates, strict=True)
    return statistics.median(played.actions / mine / theirs for mine, theirs in pairs)


def rows_of(bench: Bench, demos: list[Played], found: list[Peer]) -> list[list[str]]:
    rows = []
    for one in demos:
        row = [one.file.name + unended(one), one.book, f"{one.acts / one.fights:.0f}", f"{one.actions / one.fights:.0f}"]
        row += [f"{one.actions_a_second(tree):,.0f}" for tree in bench.trees]
        if bench.best == "compiled":
            row.append(times(one.gain("compiled", "interpreted")))
        recalled = statistics.median(one.recalled) * one.actions / one.fights
        rows.append(
            [
                *row,
                *(times(beside(peer, one, bench.best)) for peer in found),
                f"{recalled:,.0f}",
                times(recalled / one.actions_a_second(bench.best)),
            ]
        )
    return rows


def least(bench: Bench, demos: list[Played], found: list[Peer]) -> list[str]:
    """The least and the middle of each column of ratios."""
    lines = []
    if bench.best == "compiled":
        gains = {one.file.name: one.gain("compiled", "interpreted") for one in demos}
        lines.append(said("compiled ÷ interpreted", gains))
    for peer in found:
        lines.append(said(f"actions ÷ {peer.name}'s", {one.file.name: beside(peer, one, bench.best) for one in demos}))
    return lines


def said(what: str, ratios: dict[str, float]) -> str:
    lowest = min(ratios, key=lambda name: ratios[name])
    return f"- {what}: at least {times(ratios[lowest])} ({lowest}), in the middle {times(statistics.median(ratios.values()))}"


def section(bench: Bench, paths: list[Path] | None = None) -> list[str]:
    found, absent = peers(bench)
    demos = [bench.counted(File.at(path)) for path in paths or sorted(DEMOS.glob("*.toml"))]
    for number in range(bench.rounds):
        bench.say(f"every demo fight beside {', '.join(peer.name for peer in found) or 'nobody'}, round {number + 1}")
        for peer in found:
            peer.round(2 * bench.seconds, 10 + number)
        for one in demos:
            bench.round(one, copying=False)
            bench.recall(one)
    head = ["demo fight", "book", "acts a fight", "actions a fight", *(f"actions a second, {tree}" for tree in bench.trees)]
    if bench.best == "compiled":
        head.append("compiled ÷ interpreted")
    head += [f"{bench.best} ÷ {peer.name}" for peer in found]
    head += [f"actions a second, {bench.best}, recalling", "÷ not recalling"]
    for peer in found:
        peer.talk.close()
    return [
        "## Actions a second", "",
        "Every demo fight by the default policy without events, in one process. An action is an act that a combatant's policy "
        "chose; steps that are due (the end of a round) and answers on the way (a defence, a bonus) cost their time and count "
        "for nothing. SOCS has no such acts and asks for everything: there it is an answer of a combatant's policy. In "
        "market-riot most actions are those of a whole group, up to ten who strike or move at once; each counts as one. "
        "Positions are copied outside of the seconds, as dnd-5e-core's people are. "
        "All ratios to others are those of rules that play every act; `recalling` is how `sim` plays, where an act met before "
        "in the same position is not worked out again (the map is empty at the start). The others:", "",
        *(f"- {WORDS[peer.name]} Version {peer.version}: **{statistics.median(peer.rates):,.0f}** a second "
          f"({peer.actions / peer.games:.0f} a game)." for peer in found), "", *absent, *([""] if absent else []),
        *table(head, rows_of(bench, demos, found)), "", *least(bench, demos, found), "",
    ]  # fmt: skip
