"""Reactions in a room, in the demo fights of Compound X: each cuts in at the right seat and at the right moment."""

from __future__ import annotations

from starlette.testclient import TestClient

from starfray.demo_files import demo_path
from tests.room.table import Sitter, Table


def opened(client: TestClient, demo: str, order: str, *changes: tuple[str, str]) -> Table:
    """The demo in its first round, with this order of turns; the first of it has four Actions."""
    text = demo_path(demo).read_text(encoding="utf-8")
    names = order.split()
    listed = ", ".join(f'"{who}"' for who in names)
    now = f'[now]\nround = 1\norder = [{listed}]\nup = "{names[0]}"\nstarted = true'
    text = text.replace("[now]", now) if "[now]" in text else text.replace("[[cover]]", f"{now}\n[[cover]]", 1)
    for before, after in ((f'id = "{names[0]}"', f'id = "{names[0]}"\nactions = 4'), *changes):
        assert before in text
        text = text.replace(before, after, 1)
    return Table.text(client, text)


def asked(seat: Sitter) -> list[tuple[str, str]]:
    return [(ask["who"], ask["rule"]) for ask in seat.look()["asks"]]


def place(seat: Sitter, who: str) -> list[float]:
    found: list[float] = seat.look()["cards"][who]["at"]
    return found


def answer(seat: Sitter, said: str) -> None:
    seat.do("answer", ask=seat.look()["asks"][0]["id"], answer=said)


def value(seat: Sitter, who: str, label: str) -> str:
    return str(next(line["value"] for line in seat.look()["cards"][who]["lines"] if line["label"] == label))


def test_in_the_corridor_the_guards_held_shot_and_brands_fire_cut_into_a_run(client: TestClient) -> None:
    table = opened(client, "corridor", "volkonsky guard brand ren nakashima")
    ana, bo, cy = (table.sit(seat) for seat in ("ana", "bo", "cy"))
    assert bo.look()["turn"]["yours"] == ["volkonsky"]
    bo.do("play", action="run volkonsky 14,7")
    assert asked(table.gm) == [("guard", "cx.held.use")]
    assert [asked(each) for each in (ana, bo, cy)] == [[], [], []]
    assert [each["name"] for each in bo.look()["turn"]["waiting"]] == ["Dock guard"]
    assert place(ana, "volkonsky") == [6, 7]
    assert bo.look()["turn"]["yours"] == []
    before = len(table.gm.texts())
    answer(table.gm, "decline")
    told = table.gm.texts()[before:]
    assert any("Brand" in each for each in told)  # his fire is not asked for: whoever moves in the open draws it
    assert value(table.gm, "brand", "Reactions") == "2"
    assert value(table.gm, "guard", "Reactions") == "3"
    assert table.gm.look()["asks"] == []


def test_in_the_corridor_a_players_held_action_is_asked_of_that_player_before_the_foe_has_moved(client: TestClient) -> None:
    held = 'id = "ren"\nheld = { actions = 1, trigger = "moves", plan = ["semi"] }'
    table = opened(
        client,
        "corridor",
        "guard ren volkonsky nakashima brand",
        ('id = "ren"', held),
        ('held = { actions = 2, trigger = "moves", plan = ["aim", "semi"] }', ""),
    )
    ana, bo, cy = (table.sit(seat) for seat in ("ana", "bo", "cy"))
    table.gm.do("play", action="run guard 44,9 actions=1")
    assert asked(ana) == [("ren", "cx.held.use")]
    assert (asked(bo), asked(cy)) == ([], [])
    assert "semi" in [each["key"] for each in ana.look()["asks"][0]["options"]]
    assert place(bo, "guard") == [44, 8]
    assert bo.refused("answer", ask="0.0", answer="semi")["rule"] == "fight.pending"
    rounds = value(ana, "ren", "in hand")
    answer(ana, "semi")
    assert value(ana, "ren", "in hand") != rounds
    assert value(ana, "ren", "Reactions") == "2"
    assert asked(ana) == []


def test_in_the_blue_corridor_the_sword_is_asked_before_the_long_gun_has_fired(client: TestClient) -> None:
    table = opened(client, "blue-corridor", "gunner volkonsky kestrel wrestler boarder")
    ana, bo = table.sit("ana"), table.sit("bo")
    rounds = value(table.gm, "gunner", "in hand")
    table.gm.do("play", action="fire gunner volkonsky")
    assert asked(bo) == [("volkonsky", "cx.opportunity.reaction")]
    assert [each["key"] for each in bo.look()["asks"][0]["options"]] == ["gs101-sword", "decline"]
    assert asked(ana) == []
    assert value(table.gm, "gunner", "in hand") == rounds
    answer(bo, "decline")
    assert asked(bo) == [("volkonsky", "cx.dirt.effect")]  # shot at in the open: he dives, and says where to
    answer(bo, "here")
    assert value(table.gm, "gunner", "in hand") != rounds
    assert value(bo, "volkonsky", "Reactions") == "3"


def test_who_runs_into_a_friends_fire_is_spared_by_that_friend(client: TestClient) -> None:
    table = opened(
        client,
        "corridor",
        "volkonsky ren nakashima guard brand",
        (
            'by = "brand", target = "ren", weapon = "ecsc-mk249", level = "heavy", radius = 2, at = [6, 6]',
            'by = "ren", target = "guard", weapon = "flexcorp-ll35-laser-pistol", level = "light", radius = 3, at = [12, 7]',
        ),
        ('held = { actions = 2, trigger = "moves", plan = ["aim", "semi"] }', ""),
    )
    ana, bo = table.sit("ana"), table.sit("bo")
    bo.do("play", action="run volkonsky 11,7")
    assert asked(ana) == [("ren", "cx.order.reactions")]
    assert (asked(bo), asked(table.gm)) == ([], [("ren", "cx.order.reactions")])
    assert place(ana, "volkonsky") == [6, 7]  # what is under way is shown when it is done
    answer(ana, "no")
    assert place(bo, "volkonsky") == [11, 7]
    assert value(ana, "ren", "Reactions") == "3"


def test_three_reactions_cut_in_one_after_the_other_in_initiative_order(client: TestClient) -> None:
    """Volkonsky leaves the gunner's side: the gunner's knife first, then whoever holds an Action for it."""
    table = opened(
        client,
        "blue-corridor",
        "volkonsky gunner boarder kestrel wrestler",
        ('id = "gunner"', 'id = "gunner"\nmelee = [{ key = "g1-knife", in-hand = true }]\nengaged = ["volkonsky"]'),
        ('id = "volkonsky"', 'id = "volkonsky"\nengaged = ["gunner"]'),
        ('id = "boarder"', 'id = "boarder"\nheld = { actions = 1, trigger = "enters", at = [12, 2], radius = 1 }'),
    )
    bo = table.sit("bo")
    bo.do("play", action="run volkonsky 11,2")
    assert asked(table.gm) == [("gunner", "cx.opportunity.reaction")]
    answer(table.gm, "decline")
    assert asked(table.gm) == [("boarder", "cx.held.use")]
    answer(table.gm, "decline")
    assert asked(table.gm) == []
    assert place(bo, "volkonsky") == [11, 2]
