"""The tools: few, bounded, and with the refusals of any other table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from starfray.agents.pages import MOST_BYTES, paged, with_tail
from starfray.agents.tools import MOST_TOOLS
from tests.agents.players import Player, play_to_the_end
from tests.agents.tables import clients_at, demo, hall
from tests.coroutines import finished

Story = Callable[[dict[str, Player]], Awaitable[None]]


def at_the_hall(story: Story, *names: str) -> None:
    async def run() -> None:
        async with clients_at(hall(), names or ("crew", "syndicate")) as players:
            await story(players)

    finished(run())


def test_a_player_has_twelve_tools_and_the_gm_fifteen() -> None:
    async def story(players: dict[str, Player]) -> None:
        crew = [tool.name for tool in (await players["crew"].client.list_tools()).tools]
        gm = [tool.name for tool in (await players["gm"].client.list_tools()).tools]
        assert len(gm) == MOST_TOOLS
        assert set(gm) - set(crew) == {"gm", "gm_go_on", "gm_prospects"}

    at_the_hall(story, "crew", "gm")


def test_a_player_who_calls_a_tool_of_the_gm_is_refused() -> None:
    async def story(players: dict[str, Player]) -> None:
        _, failed = await players["crew"].try_call("gm", command="set jarl.hp 0")
        assert failed
        assert "jarl [syndicate]: up" in await players["crew"].call("look")

    at_the_hall(story)


def test_somebody_elses_combatant_is_not_ones_own_to_play() -> None:
    async def story(players: dict[str, Player]) -> None:
        text, failed = await players["crew"].try_call("act", action="end-turn jarl")
        assert failed
        assert "jarl is not yours to play [fight.turn]" in text

    at_the_hall(story)


def test_what_the_rules_refuse_is_an_error_that_names_the_rule_and_what_is_possible() -> None:
    async def story(players: dict[str, Player]) -> None:
        crew = players["crew"]
        who = (await crew.call("forms")).split()[1]
        text, failed = await crew.try_call("act", action=f"melee-attack {who} target=jarl")
        assert failed
        assert "Close Range [coriolis.range.close]" in text

    at_the_hall(story)


def test_what_the_forms_list_can_be_played_as_it_stands() -> None:
    async def story(players: dict[str, Player]) -> None:
        crew = players["crew"]
        lines = (await crew.call("forms", who="mira")).splitlines()[1:]
        possible = [line.strip().partition(" [coriolis")[0].rpartition(" (")[0] for line in lines if "  not " not in line]
        assert len(possible) > 10
        for action in [each for each in possible if each.split()[0] in ("take-cover", "draw", "shout", "move")]:
            await crew.call("act", action=action)
            await crew.call("undo")

    at_the_hall(story, "crew")


def test_a_form_tells_what_may_be_filled_in() -> None:
    async def story(players: dict[str, Player]) -> None:
        text = await players["crew"].call("forms", who="mira", kind="shot")
        assert "target: one of these (must be filled in)" in text
        assert "jarl: Jarl" in text

    at_the_hall(story, "crew")


def test_a_rule_is_found_by_its_id_and_by_words() -> None:
    async def story(players: dict[str, Player]) -> None:
        crew = players["crew"]
        assert "Going prone" in await crew.call("rules", about="coriolis.action.go-prone")
        assert "coriolis.action.go-prone" in await crew.call("rules", about="going prone")
        assert (await crew.try_call("rules", about="quidditch"))[1]

    at_the_hall(story, "crew")


@pytest.mark.slow
def test_odds_are_those_of_the_rule_and_change_nothing() -> None:
    async def story(players: dict[str, Player]) -> None:
        crew = players["crew"]
        before = await crew.call("log")
        assert "Jarl: untouched" in await crew.call("odds", action="quick-shot mira target=jarl")
        assert await crew.call("log") == before

    at_the_hall(story, "crew")


def test_an_act_is_told_once_and_taken_back_while_no_die_has_fallen() -> None:
    async def story(players: dict[str, Player]) -> None:
        crew = players["crew"]
        who = (await crew.call("forms")).split()[1]
        await crew.call("look")
        assert "prone" in await crew.call("act", action=f"go-prone {who}")
        assert "Since you last looked" not in await crew.call("look")
        assert "prone" not in await crew.call("undo")

    at_the_hall(story)


def test_a_free_roll_goes_to_everybody_or_to_the_gm() -> None:
    async def story(players: dict[str, Player]) -> None:
        assert "2d6" in await players["crew"].call("roll", dice="2d6", note="luck")
        assert "You threw [" in await players["crew"].call("roll", dice="2d6", to="gm")
        text, failed = await players["crew"].try_call("roll")
        assert failed
        assert "no dice are asked of you" in text

    at_the_hall(story)


@pytest.mark.slow
def test_the_gm_sets_a_figure_and_looks_ahead() -> None:
    async def story(players: dict[str, Player]) -> None:
        gm = players["gm"]
        assert "set PATH" in await gm.call("gm")
        await gm.call("gm", command="set jarl.hp 1")
        assert "HP 1/" in await gm.call("look", about="jarl")
        await gm.call("gm", command="undo")
        assert "HP 1/" not in await gm.call("look", about="jarl")
        assert "fights played out" in await gm.call("gm_prospects")

    at_the_hall(story, "gm", "crew")


@pytest.mark.slow
def test_a_fight_that_is_over_can_be_reviewed_by_a_player() -> None:
    async def run() -> None:
        fight, names = demo("ten-paces")
        async with clients_at(fight, names) as players:
            player = players[names[0]]
            assert (await player.try_call("review"))[1]
            await play_to_the_end(list(players.values()))
            text = await player.call("review")
            while "for the next of" in text:
                text = await player.call("review", start=int(text.rpartition("start=")[2].split(" ")[0]))
            assert "(that is all)" in text
            assert "luck" in text

    finished(run())


@pytest.mark.parametrize("line", ["short", "ä" * 900, "a word and another " * 60])
def test_answers_are_cut_into_pages_of_at_most_4_kb(line: str) -> None:
    lines = [f"{number} {line}" for number in range(100)]
    first = paged(lines)
    pages = int(first.rpartition(" of ")[2].split(";")[0]) if " of " in first else 1
    read = [paged(lines, page) for page in range(1, pages + 1)]
    assert all(len(page.encode()) <= MOST_BYTES for page in read)
    assert all(any(page.startswith(f"{number} ") or f"\n{number} " in page for page in read) for number in range(100))


def test_of_a_long_log_the_newest_lines_are_kept() -> None:
    text = with_tail(["head"], [f"line {number}" for number in range(5_000)], "News:", "`log` tells them")
    assert len(text.encode()) <= MOST_BYTES
    assert text.startswith("head\nNews:\n(")
    assert text.endswith("line 4999")
