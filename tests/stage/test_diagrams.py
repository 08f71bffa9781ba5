"""Pictures of what a map does not show, from what a viewer may know."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.diagram import KINDS, Diagram, Link
from starfray.fight import Fight
from tests.stage.demos import NAMES, played

EXPECTED = {"socs": "tails", "hybrid": "timeline", "icar vehicle": "lanes", "icar space": "plan"}


def drawn(fight: Fight, viewer: str = "gm") -> Diagram:
    found = fight.book.diagram(fight.view(viewer))
    assert found is not None
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_holds_together(name: str) -> None:
    fight = played(name)
    wanted = EXPECTED.get(f"{fight.book.name} {fight.state.kind}".strip())
    found = fight.book.diagram(fight.state)
    if wanted is None:
        assert found is None or found.kind == "network"
    else:
        assert found is not None
        assert found.kind == wanted
    if found is None:
        return
    assert found.kind in KINDS
    roster = fight.state.roster
    ids = {*(node.id for node in found.nodes), *(lane.id for lane in found.lanes), *roster, ""}
    assert all(link.source in ids and link.to in ids for link in found.links)
    people = [*(node.who for node in found.nodes), *(slot.who for lane in found.lanes for slot in lane.slots)]
    assert all(who in roster for who in [*people, *(bar.who for bar in found.bars)] if who)
    assert all(bar.start <= bar.end for bar in found.bars)
    assert len({node.id for node in found.nodes}) == len(found.nodes)


def test_a_tail_has_its_bonus() -> None:
    fight = starfray.load(demo_path("carrows-moon"))
    red, black = fight.state.roster["red"], fight.state.roster["black"]
    assert not drawn(fight).links
    red.position[black.id] = 2
    assert drawn(fight).links == [Link("red", "black", "position +2, short range", 2)]


def test_what_is_hidden_is_in_no_picture() -> None:
    fight = starfray.load(demo_path("carrows-moon"))
    own = f"side:{fight.state.roster['red'].side}"
    fight.state.roster["red"].position["black"] = 2
    assert "black" in repr(drawn(fight, own))
    fight.gm("hide black")
    assert "black" not in repr(drawn(fight, own))
    assert "black" in repr(drawn(fight))


def test_figures_that_are_secret_are_not_in_the_picture() -> None:
    fight = starfray.load(demo_path("halcyon"))
    own = next(actor.side for actor in fight.state.roster.values() if actor.craft is not None)
    foe = next(actor for actor in fight.state.roster.values() if actor.craft is not None and actor.side != own)
    fight.gm(f"hide {foe.id} craft")
    seen = drawn(fight, f"side:{own}")
    assert [lane.note for lane in seen.lanes if lane.id == foe.id] == [""]
    assert not [node for node in seen.nodes if node.who == foe.id]
    assert [node for node in drawn(fight).nodes if node.who == foe.id]
