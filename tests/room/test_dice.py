"""Nobody foretells a room's dice, unless the GM wants that and everybody is told; and everybody can check them afterwards."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tools import verify_dice
from tools.verify_dice import check

import starfray
from starfray.room.dice import LINKS, DiceBook, LiveGenerators, link_of, stream_key
from tests.room.table import FIGHT, Sitter, Table
from tests.room.test_persistence import fresh


def live(client: TestClient, text: str = FIGHT) -> Table:
    return Table.of(client, **{"from": "text", "text": text, "reproducible": False})


def export(seat: Sitter) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(seat.get("export", to="dice").text)
    return found


def rolls(table: Table, secret: bool = False) -> list[int]:
    for _ in range(8):
        table.gm.do("roll", dice="4d100", secret=secret)
    return [face for row in table.gm.look()["log"] if row["rule"] == "gm.roll" for face in row["faces"] or []]


def foretold(secret: bool) -> list[int]:
    fight = starfray.loads(FIGHT)
    fight.advance()
    for _ in range(8):
        fight.gm("roll 4d100" + (" secret=yes" if secret else ""))
    return [face for event in fight.events if event.rule == "gm.roll" for face in event.faces or []]


def test_the_seed_of_a_file_foretells_nothing(client: TestClient) -> None:
    for secret in (False, True):
        table = live(client)
        assert rolls(table, secret) != foretold(secret)
        assert table.gm.look()["room"]["reproducible"] is False


def test_a_reproducible_fight_throws_the_dice_of_its_seed_and_every_seat_is_told(client: TestClient) -> None:
    for secret in (False, True):
        table = Table.of(client, **{"from": "text", "text": FIGHT, "reproducible": True})
        assert rolls(table, secret) == foretold(secret)
        for seat in (table.gm, table.sit("ana"), table.new_seat("spectator", "Eyes")):
            assert seat.look()["room"]["reproducible"] is True
            assert seat.look()["room"]["dice"] is None
        assert "seed" in table.gm.refused("dice", do="share", share="x")["reason"]
        assert table.gm.get("export", to="dice").status_code == 409


def test_no_save_tells_the_next_die_and_the_dice_go_on_after_a_restart(db: Path) -> None:
    with fresh(db) as client:
        table = live(client)
        rolls(table)
        save: dict[str, Any] = json.loads(table.gm.get("export", to="json").text)
        told = table.gm.look()["room"]["dice"]
    goes_on = starfray.restore(save)
    goes_on.gm("roll 100d1000")
    with fresh(db) as client:
        table.again(client)
        table.gm.do("roll", dice="100d1000")
        assert table.gm.look()["log"][-1]["faces"] != (goes_on.events[-1].faces or [])
        assert table.gm.look()["room"]["reproducible"] is False
        assert table.gm.look()["room"]["dice"] == told
        table.gm.do("dice", do="reveal")
        assert check(export(table.gm))[0] == []
        assert [throw[3] for throw in export(table.gm)["throws"] if throw[8] in ("4d100", "100d1000")][-1] >= 32
    assert b'"generators"' not in db.read_bytes()


def test_the_streams_have_nothing_to_do_with_each_other() -> None:
    found = LiveGenerators()
    drawn = [[each.next64() for _ in range(50)] for each in (found.open, found.secret, found.policy)]
    assert len({number for stream in drawn for number in stream}) == 150


def test_a_demo_and_a_save_are_live_too(client: TestClient) -> None:
    made = client.post("/rooms", json={"from": "demo", "demo": "dock-9"}).json()
    table = live(client, starfray.loads(FIGHT).to_text())
    for room, token in ((made["room"], made["token"]), (table.room, table.gm.token)):
        state = client.get(f"/api/rooms/{room}/state", headers={"Authorization": f"Bearer {token}"}).json()
        assert state["messages"][0]["view"]["room"]["reproducible"] is False


def test_every_seat_sees_the_commitment_first_and_the_keys_when_the_fight_is_over(client: TestClient) -> None:
    table = live(client)
    ana, eyes = table.sit("ana"), table.new_seat("spectator", "Eyes")
    for seat in (table.gm, ana, eyes):
        assert seat.look()["room"]["dice"]["commitments"] == table.gm.look()["room"]["dice"]["commitments"]
        seat.do("dice", do="share", share=f"something of {seat.token[:5]}")
    table.gm.do("roll", dice="3d6")
    assert [given["seat"] for given in ana.look()["room"]["dice"]["shares"]] == ["gm", "ana", "eyes"]
    assert export(ana)["links"] == {"open": []}
    assert export(ana)["throws"] == []
    for who in ("jarl", "ghost"):
        table.gm.do("gm", text=f"remove {who}")
    assert table.gm.look()["room"]["status"] == "over"
    assert ana.look()["room"]["dice"]["reveals"] == 1
    for seat in (table.gm, ana, eyes):
        found = export(seat)
        assert check(found)[0] == []
        assert found["commitments"] == ana.look()["room"]["dice"]["commitments"]
        assert len(found["links"]["open"]) == 1
        assert [throw[2] for throw in found["throws"]][-1] == 3  # the last throw depends on all three shares
    table.gm.do("undo")
    table.gm.do("roll", dice="3d6")  # by the next key, which nobody knows yet
    assert export(table.gm)["throws"][-1][1] == 2
    assert check(export(table.gm))[0] == []


def test_secret_throws_stay_secret_until_the_gm_publishes_them(client: TestClient) -> None:
    table = live(client)
    ana = table.sit("ana")
    table.gm.do("roll", dice="3d6", secret=True)
    table.gm.do("dice", do="reveal")
    found = export(ana)
    assert "secret" not in found["links"]
    assert {throw[0] for throw in found["throws"]} == {"open"}
    assert not any(die["rule"] == "gm.roll" for act in found["acts"] for die in act["dice"])
    assert check(found)[0] == []
    assert "GM" in ana.refused("dice", do="publish")["reason"]
    table.gm.do("dice", do="publish")
    found = export(ana)
    assert found["links"]["secret"]
    assert [throw for throw in found["throws"] if throw[0] == "secret"][-1][4] == [6, 6, 6]
    assert check(found)[0] == []


def test_a_throw_says_nothing_of_who_hides(client: TestClient) -> None:
    table = live(client)
    ana = table.sit("ana")
    table.gm.do("dice", do="reveal")  # the hidden one has thrown initiative
    assert "ghost" not in ana.get("export", to="dice").text
    assert check(export(ana))[0] == []


def test_dice_typed_in_with_blanks_are_checked_as_far_as_the_app_threw_them(client: TestClient) -> None:
    table = live(client)
    table.gm.do("me", hand=True)
    while True:  # a six that was thrown could be told for the one that was typed in, and that one may be anything
        table.gm.do("roll", dice="3d6")
        table.gm.do("answer", ask=table.gm.look()["asks"][0]["id"], answer=[6, None, None])
        found = export(table.gm)
        if 6 not in found["throws"][-1][5]:
            break
    table.gm.do("dice", do="reveal")
    found = export(table.gm)
    typed = [die for act in found["acts"] for die in act["dice"] if die["source"] == "hand"][-1]
    assert typed["throw"] == len(found["throws"])
    assert typed["faces"][1:] == found["throws"][-1][5]
    assert check(found)[0] == []
    typed["faces"][1] = typed["faces"][1] % 6 + 1
    assert check(found)[0]


def test_a_save_of_a_room_brings_no_numbers_of_its_throws(client: TestClient) -> None:
    table = live(client)
    rolls(table)
    again = live(client, table.gm.get("export", to="json").text)
    again.gm.do("roll", dice="3d6")
    again.gm.do("dice", do="reveal")
    found = export(again.gm)
    problems, notes = check(found)
    assert problems == []
    assert any("before this room began" in note for note in notes)
    assert len(found["throws"]) == 1


def test_a_share_changes_what_comes_and_nothing_that_was() -> None:
    book = DiceBook()
    first, second = LiveGenerators(book), LiveGenerators(DiceBook(book.seeds))
    assert first.open.next64() == second.open.next64()
    first.share("ana", "Ana", "x")
    assert first.open.next64() != second.open.next64()


def test_a_link_gives_those_before_it_and_the_key_tells_streams_and_shares_apart() -> None:
    seed = "07" * 32
    assert verify_dice.before(link_of(seed, 8)) == link_of(seed, 7)
    assert link_of(seed, LINKS) == bytes.fromhex(seed)
    keys = {
        stream_key(link_of(seed, 1), stream, shares) for stream in ("open", "secret") for shares in ([], ["ab"], ["a", "b"])
    }
    assert len(keys) == 6


def test_the_verifier_stands_alone_and_says_what_it_found(client: TestClient, tmp_path: Path) -> None:
    source = Path(verify_dice.__file__).read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for name in node.names}
    assert imported <= set(sys.stdlib_module_names)
    table = live(client)
    table.gm.do("dice", do="reveal")
    data = export(table.gm)
    (tmp_path / "fight.dice.json").write_text(json.dumps(data))
    command = [sys.executable, "-I", verify_dice.__file__, str(tmp_path / "fight.dice.json")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "throws agree" in done.stdout
    data["throws"][0][5][0] = data["throws"][0][5][0] % 6 + 1
    (tmp_path / "fight.dice.json").write_text(json.dumps(data))
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "but the key gives" in done.stdout
