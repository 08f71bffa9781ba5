"""Pictures of what a map does not show, from what a viewer may know."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.diagram import KINDS, Diagram, Link
from starfray.fight import Fight
from starfray.rulebooks.icar.common.records import Modifier
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


def test_a_chase_has_gaps_and_says_who_does_what_in_which_order() -> None:
    fight = starfray.load(demo_path("skyway"))
    fight.advance()
    found = drawn(fight)
    assert [(lane.id, lane.place, lane.gap) for lane in found.lanes] == [
        ("anchorage", 0.0, ""),
        ("van", 1.0, "60 faster"),
        ("bike", 1.0, "60 faster"),
    ]
    assert [(part.who, part.state) for part in found.parts] == [("adam", "now"), ("nadia", "next"), ("byrnie", "next")]
    assert "declares" in found.parts[0].words
    fight.play("declare adam goal=firing-position")
    assert [(part.who, part.state) for part in drawn(fight).parts] == [("nadia", "now"), ("adam", "next"), ("byrnie", "next")]
    fight.gm('set anchorage.vehicle.contact ["van"]')
    touching = {lane.id: (lane.place, lane.gap) for lane in drawn(fight).lanes}
    assert touching["van"] == (touching["anchorage"][0], "side by side")


def test_the_rail_of_a_chase_follows_the_places_of_its_crew() -> None:
    fight = starfray.load(demo_path("skyway"))
    fight.advance()
    people = [moment for moment in fight.agenda if moment.who in ("adam", "nadia", "byrnie")]
    assert [(moment.who, moment.what) for moment in people] == [("adam", "declares"), ("nadia", "hacker"), ("byrnie", "gunner")]
    fight.play("declare adam goal=dodge")
    people = [moment for moment in fight.agenda if moment.who in ("adam", "nadia", "byrnie")]
    assert [moment.who for moment in people] == ["nadia", "adam", "byrnie"]


def test_a_crew_builds_up_its_number_one_by_one() -> None:
    fight = starfray.load(demo_path("two-wasps"))
    fight.advance()
    found = drawn(fight)
    assert found.sum is not None
    assert (found.sum.title, found.sum.total, found.sum.terms) == ("Gus needs", 14, [("base", 14)])
    assert found.sum.words == "or more on D10 +7"
    assert found.sum.chance == 0.4
    assert [part.who for part in found.parts] == ["odile", "john", "tess", "pia", "gus"]
    fight.state.space.acted["odile"] = "stn"
    fight.state.space.stn.append(Modifier(amount=-1, rule="icar.space.ops.stn", by="odile"))
    found = drawn(fight)
    assert found.sum is not None
    assert (found.sum.total, found.sum.chance) == (13, 0.5)
    assert (found.parts[0].state, found.parts[0].amount) == ("done", -1)


def test_a_crews_chances_are_nobody_elses_business() -> None:
    """Who does not know a sheet reads no chance from the picture."""
    fight = starfray.load(demo_path("skyway"))
    fight.advance()
    fight.gm("hide byrnie skills")
    shoots = {viewer: drawn(fight, viewer).parts[2].words for viewer in ("gm", "side:gang")}
    assert "%" in shoots["gm"]
    assert "%" not in shoots["side:gang"]
    fight = starfray.load(demo_path("two-wasps"))
    fight.advance()
    fight.gm("hide gus skills")
    side = next(actor.side for actor in fight.state.roster.values() if actor.id == "wasp-1")
    total = drawn(fight, f"side:{side}").sum
    assert total is not None
    assert (total.words, total.chance) == ("or more", None)


def test_what_can_be_declared_is_a_card_with_its_chance() -> None:
    fight = starfray.load(demo_path("skyway"))
    fight.advance()
    form = next(form for form in fight.legal("adam") if form.kind == "declare")
    goal = next(field for field in form.fields if field.name == "goal")
    cards = {option.key: option.card for option in goal.options}
    firing, ram = cards["firing-position"], cards["ram"]
    assert firing is not None
    assert ram is not None
    assert goal.default == "firing-position"
    assert (firing.p, firing.aside) == (0.6, "80 % with the hacker's help")
    assert ram.words == "3 HP off each, then people may jump across"
    assert [(card.title, card.refused) for card in goal.barred] == [("Escape", "speed 140 against 200")]
