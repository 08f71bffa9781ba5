"""What an act costs to draw: work is counted, not time. Who asks for sizes while drawing has everything laid out once more."""

from __future__ import annotations

import pytest
from bench.draw_act import crowd

from tests.web.played import Played, effect, loss, row, told
from tests.web.table import LAPTOP, PHONE, SCREEN, Server

#: counts what is asked for while the page takes in what the server says
COUNT = """
globalThis.asked = [];
const note = (name) => { if (/\\breceive\\b/.test(new Error().stack)) asked.push(name); };
for (const [proto, names] of [
  [Element.prototype, ["scrollHeight", "scrollWidth", "scrollTop", "clientWidth", "clientHeight"]],
  [HTMLElement.prototype, ["offsetLeft", "offsetTop", "offsetWidth", "offsetHeight"]],
])
  for (const name of names) {
    const usual = Object.getOwnPropertyDescriptor(proto, name);
    Object.defineProperty(proto, name, { ...usual, get() { note(name); return usual.get.call(this); } });
  }
const box = Element.prototype.getBoundingClientRect;
Element.prototype.getBoundingClientRect = function () { note("getBoundingClientRect"); return box.call(this); };
const style = globalThis.getComputedStyle;
globalThis.getComputedStyle = (...all) => { note("getComputedStyle"); return style(...all); };
"""
WATCH = """() => {
  globalThis.touched = new Set();
  new MutationObserver((found) => {
    for (const each of found) {
      touched.add(each.target);
      for (const node of each.addedNodes) touched.add(node);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
NODES = 50  # of about 2,000 on the page of a fight with 20 people


def act(seat: Played, number: int) -> None:
    """Somebody loses three points, with a card and a line of the log."""
    hurt = effect("tor", "Tor", changes=[loss(8, 5)])
    happened = told(number, f"Jarl hits Tor, act {number}.", weight="wound", whom=["tor"], parts=[hurt])
    seat.diff(set={"cards/tor/hidden": False}, log=[row(number)], acts=[happened])


def counted(server: Server, size: tuple[int, int]) -> tuple[list[str], int]:
    """What was asked for while two acts were drawn, and the nodes the second touched."""
    table = server.room({"from": "text", "text": crowd()}, "ana", "ben", hand=False)
    token = {LAPTOP: table["gm"], PHONE: table["ana"], SCREEN: server.watcher(table, "tv")}[size]
    seat = Played(server, table, token, size, script=COUNT)
    act(seat, 100)
    seat.page.locator("[data-testid=deed][data-n='100']").wait_for(state="attached")
    seat.page.evaluate("() => { asked.length = 0 }")
    seat.page.evaluate(WATCH)
    act(seat, 101)
    seat.page.locator("[data-testid=deed][data-n='101']").wait_for(state="attached")
    return seat.page.evaluate("asked"), seat.page.evaluate("touched.size")


@pytest.mark.parametrize("size", [LAPTOP, PHONE, SCREEN], ids=["laptop", "phone", "screen"])
def test_an_act_among_twenty_is_drawn_without_laying_out_the_page(server: Server, size: tuple[int, int]) -> None:
    asked, touched = counted(server, size)
    assert asked == []
    assert touched <= NODES
    assert server.faults == []
