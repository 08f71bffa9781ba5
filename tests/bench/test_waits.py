"""The bench of what people wait for asks what a room asks, and each figure is of a process of its own."""

from __future__ import annotations

from bench.beside import trees
from bench.waits import chances_at_the_table, measured, start_of


def test_a_demo_is_looked_at_and_its_chart_completed() -> None:
    act, look, chart, exact = chances_at_the_table(["ten-paces"])["ten-paces"]
    assert act.startswith("shot bo zara")
    assert look > 0
    assert chart > 0
    assert exact


def test_figures_come_from_processes_of_their_own() -> None:
    tree = trees(None)[0]
    loads = measured(tree, "load")
    assert loads["first"] > loads["again"], "the first load of a process brings the book in"
    assert start_of(tree, ["-c", "pass"]) < start_of(tree, ["-c", "import starfray.files"])
