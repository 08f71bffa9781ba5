"""Whole tables of the data, as the book's figures have them."""

from __future__ import annotations

from starfray.engine.content import book_content
from starfray.rulebooks.hybrid import BOOK

CONTENT = book_content(BOOK.name, BOOK.folder)

#: speed, dice, sides, plus, range
MISSILES = {
    "light-slug-pistol": (2, 2, 10, 4, 50), "heavy-slug-pistol": (2, 2, 10, 8, 60), "machine-pistol": (6, 2, 10, 6, 100),
    "slug-rifle": (10, 4, 10, 0, 400), "crossbow": (7, 2, 8, 3, 80), "laser-pistol": (2, 2, 10, 6, 150),
    "laser-rifle": (9, 4, 10, 0, 800), "gauss-rifle": (9, 4, 10, 4, 800), "stun-pistol": (2, 2, 6, 0, 20),
    "particle-rifle": (12, 4, 10, 4, 600),
}  # fmt: skip
#: crushing, cutting, piercing, projectile, energy, laser, explosive, PAG
ARMOUR = {
    "heavy-cloth": (0, 3, 1, 0, 0, 0, 0, 0), "leather": (1, 2, 1, 1, 0, 1, 1, 0), "hard-leather": (2, 3, 1, 1, 0, 1, 1, -1),
    "padded": (3, 4, 2, 1, 0, 1, 2, -1), "cuir-bouilli": (3, 4, 3, 2, 0, 1, 2, -1),
    "studded-leather": (1, 3, 1, 1, 0, 1, 1, -1),
    "leather-chain": (3, 5, 2, 2, 0, 1, 2, -1), "double-mail": (7, 10, 5, 4, 0, 2, 4, -3),
    "leather-brigandine": (4, 5, 4, 3, 0, 1, 3, -3), "plate": (10, 12, 10, 6, 0, 3, 6, -4),
    "ballistic-vest": (2, 4, 3, 10, 0, 1, 5, 0), "ballistic-mesh-jacket": (2, 5, 3, 8, 0, 1, 4, 0),
    "combat-helmet": (5, 6, 5, 10, 2, 3, 6, 0), "reflec-suit": (0, 1, 0, 0, 2, 12, 0, 0),
    "ablat-coat": (1, 2, 1, 3, 6, 10, 4, -1),
    "vacuum-suit": (1, 2, 1, 2, 2, 2, 2, -1), "sheath-armour": (6, 9, 8, 14, 6, 8, 10, -1),
    "battle-dress": (12, 16, 14, 22, 14, 16, 18, -2),
}  # fmt: skip


def test_every_missile_weapon() -> None:
    rows = {key: row for key, row in CONTENT.tables["weapons"].items() if row.get("way") == "missile"}
    found = {key: (row["speed"], row["dice"], row["sides"], row.get("plus", 0), row["range"]) for key, row in rows.items()}
    assert found == MISSILES


def test_every_piece_of_armour() -> None:
    kinds = ("crushing", "cutting", "piercing", "projectile", "energy", "laser", "explosive", "pag")
    assert {key: tuple(row.get(kind, 0) for kind in kinds) for key, row in CONTENT.tables["armour"].items()} == ARMOUR


def test_the_speed_of_a_gun_follows_from_its_mass_and_length() -> None:
    for key, row in CONTENT.tables["weapons"].items():
        if row.get("way") == "missile":
            assert row["speed"] == round(2.3 * (row["mass"] * row["length"] * 1.5) ** 0.7 + 1), key


def test_every_weapon_has_a_skill_of_the_list() -> None:
    for key, row in CONTENT.tables["weapons"].items():
        assert row["skill"] in CONTENT.tables["skills"], key
