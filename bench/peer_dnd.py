"""dnd-5e-core, run in the environment of the peers: four characters against eight monsters, turn by turn, to the end.

Its combat system has a function for the turn of a character and one for the turn of a monster; who acts when is left to the
caller: by initiative, a d20 and dexterity, thrown once. Reads lines of JSON (`seconds`, `seed`), answers each with the turns
taken and the seconds of the processor they took. People are generated and copied outside of these seconds.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
import sys
import time
from functools import lru_cache
from typing import Any

from dnd_5e_core import load_monster
from dnd_5e_core.combat import CombatSystem
from dnd_5e_core.data.loaders import simple_character_generator

LEVEL = 5
PARTY = (("human", "fighter"), ("dwarf", "cleric"), ("halfling", "rogue"), ("elf", "wizard"))
MONSTERS = ("orc", "orc", "orc", "orc", "ogre", "ghoul", "giant-spider", "owlbear")
MOST_ROUNDS = 100


@lru_cache(maxsize=1)
def people() -> tuple[list[Any], list[Any]]:
    random.seed(1)
    party = [simple_character_generator(LEVEL, race, calling, f"{calling} {place}")
             for place, (race, calling) in enumerate(PARTY)]  # fmt: skip
    return party, [load_monster(name) for name in MONSTERS]


def fight(combat: Any, party: list[Any], monsters: list[Any]) -> int:
    """To the end of one side; the turns that were taken."""
    both = [(one, True) for one in party] + [(one, False) for one in monsters]
    both.sort(key=lambda each: random.randint(1, 20) + each[0].abilities.get_modifier("dex"), reverse=True)
    standing, left, turns = list(party), list(monsters), 0
    for number in range(MOST_ROUNDS):
        for one, ours in both:
            if not standing or not left:
                return turns
            if one.hit_points <= 0:
                continue
            if ours:
                combat.character_turn(one, standing, left, party)
            else:
                combat.monster_turn(one, left, standing, party, number)
            turns += 1
    return turns


def fights(seconds: float, seed: int) -> dict[str, float]:
    prototypes, combat = people(), CombatSystem(verbose=False)
    random.seed(seed)
    games = actions = 0
    took = 0.0
    while took < seconds:
        party, monsters = copy.deepcopy(prototypes)
        start = time.process_time()
        actions += fight(combat, party, monsters)
        took += time.process_time() - start
        games += 1
    return {"games": games, "actions": actions, "seconds": took}


def main() -> None:
    answers = sys.stdout
    for line in sys.stdin:
        job = json.loads(line)
        with contextlib.redirect_stdout(io.StringIO()):  # it prints now and then even when told to be silent
            found = fights(job["seconds"], job["seed"])
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
