"""python-chess playouts, run in the environment of the peers: legal moves listed, one drawn, pushed, until the game is over.

Reads lines of JSON (`seconds`, `seed`), answers each with the moves made and the seconds of the processor they took.
"""

from __future__ import annotations

import json
import random
import sys
import time

import chess


def playouts(seconds: float, seed: int) -> dict[str, float]:
    dice = random.Random(seed)
    games = actions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            actions += 1
        games += 1
    return {"games": games, "actions": actions, "seconds": time.process_time() - start}


def main() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps(playouts(job["seconds"], job["seed"])), flush=True)


if __name__ == "__main__":
    main()
