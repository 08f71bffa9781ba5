"""The environments pass the tests of PettingZoo and Gymnasium, on every demo of all books."""

from __future__ import annotations

import os

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from starfray import envs
from starfray.demo_files import demo_names

pytestmark = pytest.mark.slow
CYCLES = int(os.environ.get("STARFRAY_CYCLES", "3"))  # `make envs` takes more
LIMIT = 10 * CYCLES  # acts of one fight


@pytest.mark.parametrize("name", demo_names())
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    api_test(envs.aec(name, limit=LIMIT), num_cycles=CYCLES)


@pytest.mark.parametrize("name", demo_names())
def test_the_same_seed_gives_the_same_fight(name: str) -> None:
    seed_test(lambda: envs.aec(name, limit=LIMIT), num_cycles=CYCLES)


@pytest.mark.parametrize("name", demo_names())
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(envs.gym(name, limit=LIMIT, render_mode="ansi"), skip_render_check=True)
