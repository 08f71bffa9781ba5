"""The kit's own tools."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

import pytest

from starfray.testing.chances import Sample, differing, disagreement
from starfray.testing.report import Findings, Reach, Report
from starfray.testing.secrecy import refers_to
from starfray.testing.source_questions import questions_in


@pytest.mark.parametrize(
    ("counts", "wrong"),
    [
        ({"hit": 50, "miss": 50}, ""),
        ({"hit": 68, "miss": 32}, ""),
        ({"hit": 75, "miss": 25}, "75 of 100 plays for a chance of 0.5000"),
        ({"hit": 50, "miss": 49, "fumble": 1}, "1 of 100 plays end where the odds say it cannot end"),
    ],
)  # fmt: skip
def test_a_sample_disagrees_with_chances_beyond_four_standard_errors(counts: dict[Hashable, int], wrong: str) -> None:
    assert disagreement({"hit": 0.5, "miss": 0.5}, 0.0, counts) == wrong


def test_what_the_budget_did_not_reach_is_allowed_for() -> None:
    assert disagreement({"hit": 0.5}, 0.5, {"hit": 52, "miss": 48}) == ""
    assert disagreement({"hit": 0.5}, 0.1, {"hit": 90, "miss": 10}) == "90 of 100 plays for a chance of 0.5000"


def test_rare_outcomes_are_thrown_together() -> None:
    many: dict[Hashable, float] = dict.fromkeys(range(100), 0.01)
    assert disagreement(many, 0.0, {0: 30, 1: 70}) == ""
    few: dict[Hashable, float] = {"common": 0.9, **dict.fromkeys(range(10), 0.01)}
    assert disagreement(few, 0.0, {"common": 60, 0: 40}) == "60 of 100 plays for a chance of 0.9000"


def test_fights_differ_where_their_means_lie_four_standard_errors_apart() -> None:
    live, simulated, other = Sample(), Sample(), Sample()
    for number in range(100):
        live.add("acts", number % 10)
        simulated.add("acts", (number + 3) % 10)
        other.add("acts", number % 10 + 2)
    assert differing(live, simulated) == ""
    assert differing(live, other).startswith("acts: 4.500 live, 6.500 simulated")


def test_a_name_is_found_however_deep_and_only_as_a_word() -> None:
    plain = {"roster": {"tor": {"hp": 3}}, "order": ["mira", "tor"], "log": "then tor fell", "map": "factory"}
    assert refers_to(plain, "tor") == ["roster.tor", "order.1", "log"]
    assert refers_to({"map": "factory", "who": "tor-2"}, "tor") == []


def test_questions_are_read_from_the_source(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        "def strike(state, table, rule):\n"
        "    table.choose('toy.parry', 'a', [])\n"
        "    table.confirm('toy.flee', 'a')\n"
        "    table.number(rule, 'a', 0, 3)\n"
        "    table.roll('toy.strike', 'a', None)\n"
    )
    (tmp_path / "procedures.py").write_text("def hike(table):\n    table.confirm('toy.hike', 'a')\n")
    assert questions_in(tmp_path) == ["toy.flee", "toy.parry"]


def test_the_same_complaint_twice_is_counted_and_an_excuse_may_hold_a_star() -> None:
    report = Report("toy")
    findings = Findings(report)
    findings.where = "act 1"
    for _ in range(3):
        findings.complain("acts", "it broke")
    findings.missed(Reach("questions", ["toy.space.one", "toy.two"]), ["toy.space.*"])
    assert [str(each) for each in report.complaints] == [
        "acts: it broke (3 times)\n    first at act 1",
        "reach: questions never reached: toy.two\n    first at all walks together",
    ]
