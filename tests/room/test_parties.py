"""A party that is written from many places at once loses nothing that was acknowledged."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from starfray.engine.codec import Plain
from starfray.room import parties
from starfray.room.intake import shared_intake
from starfray.room.store import Store
from tests.room.loops import run


def member(name: str, hp: int = 5) -> dict[str, Plain]:
    return {"id": name, "archetype": "patrol-sergeant", "hp": hp}


def test_two_who_change_different_members_at_once_both_find_their_change(db: Path) -> None:
    store, intake = Store(db), shared_intake()

    async def both() -> dict[str, Plain]:
        key = (await parties.make_party(store, intake, "Crew", "coriolis", []))["party"]

        async def add(name: str) -> None:
            async def change(before: dict[str, Plain]) -> dict[str, Plain]:
                await asyncio.sleep(0.001)  # as long as checking it takes
                return {**before, "member": [*before["member"], member(name)]}

            await parties.update_party(store, key, change)

        await asyncio.gather(*(add(f"m{n}") for n in range(12)))
        return await parties.read_party(store, key)

    found = run(both())
    store.close()
    assert {each["id"] for each in found["member"]} == {f"m{n}" for n in range(12)}
    assert found["version"] == 13


def test_who_changes_a_party_as_it_was_is_told_that_it_has_changed(client: TestClient) -> None:
    made: Any = client.post("/api/parties", json={"name": "Crew", "book": "coriolis", "member": [member("mira")]}).json()
    head = {"Authorization": f"Bearer {made['party']}"}
    body = {"name": "Crew", "book": "coriolis", "version": made["version"]}
    first = client.put("/api/parties", json={**body, "member": [member("mira", 4)]}, headers=head)
    assert first.json()["version"] == made["version"] + 1
    second = client.put("/api/parties", json={**body, "member": [member("mira", 3)]}, headers=head)
    assert second.status_code == 409
    assert "changed since" in second.json()["reason"]
    assert client.get("/api/parties", headers=head).json()["member"] == [member("mira", 4)]
