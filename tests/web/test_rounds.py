"""A round of every book by tapping alone: a player on a phone, the GM on a laptop, the TV looking on."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.web.table import LAPTOP, PHONE, SCREEN, Server, map_tap, told_here

#: a fight of two from every book, and a chase, a fight in space and one with a hacker: who sits at the phone
DEMOS = {
    "ten-paces": "ana",
    "blades-at-dawn": "ana",
    "back-door": "ana",
    "long-shot": "ana",
    "one-on-one": "ana",
    "swords-on-the-count": "ana",
    "skyway": "ana",
    "two-wasps": "ana",
    "blast-door": "ben",
}
MOST_TAPS = 160
PATIENCE = 3_000  # milliseconds for something to be tapped
MOST_IDLE = 100  # looks at pages on which there is nothing to tap yet
#: where pictures go, for whoever wants to look
SHOTS = os.environ.get("STARFRAY_SHOTS", "")


class Hand:
    """Somebody at a page who knows nothing but what the page shows, and only taps."""

    def __init__(self, page: Page, own: list[str], sides: dict[str, str]) -> None:
        self.page = page
        self.own = own
        self.sides = sides
        self.up: list[str] = []  # those of one's own who may act
        self.taps = 0
        self.trail: list[str] = []  # what was tapped, for whoever has to find out why a round does not end
        self.struck = False  # has done something to the foe in this turn
        self.tried: list[str] = []  # acts tapped in this turn: many cost no time, and could be tapped for ever

    def tap(self, button: Locator) -> bool:
        self.taps += 1
        self.trail.append(button.get_attribute("data-testid") or button.inner_text())
        with suppress(TimeoutError):  # it was taken away meanwhile: the next look finds what came instead
            if self.page.evaluate("navigator.maxTouchPoints > 0"):
                button.tap(timeout=PATIENCE)
            else:
                button.click(timeout=PATIENCE)
        return True

    def seen(self, selector: str) -> Locator | None:
        found = self.page.locator(selector)
        return next((found.nth(place) for place in range(found.count()) if found.nth(place).is_visible()), None)

    def step(self, actors: list[str]) -> bool:
        """One tap, on whatever is there to be tapped; False: this page waits for others."""
        for selector in [
            "[data-testid=got-it]",
            ".ask.mine button.option.suggested",
            ".ask.mine button.option",
            ".ask.mine [data-testid=roll-for-me]",
            ".ask.mine button.main",
            "[data-testid=go]",
        ]:
            if button := self.seen(selector):
                return self.tap(button)
        up = [actor for actor in actors if actor in self.own]
        if up != self.up:
            self.up, self.struck, self.tried = up, False, []
        return bool(up) and self.turn()

    def turn(self) -> bool:
        if self.seen("#tabs") and self.page.evaluate("document.body.dataset.tab") != "act":
            return self.tap(self.page.get_by_test_id("nav-act"))
        if button := self.seen("[data-testid=commit]:enabled"):
            return self.tap(button)
        if button := self.seen("[data-testid=offer-commit]:enabled"):
            self.struck = True
            return self.tap(button)
        if form := self.seen("#act form:has([data-testid=commit]:disabled)"):
            return self.fill_in(form)
        if not self.struck and not self.seen("[data-testid=offer]"):
            return self.aim()
        if close := self.seen("[data-testid=offer-close]"):
            self.struck = True
            return self.tap(close)
        if button := self.seen("[data-testid=end-turn], [data-testid=take-suggestion]"):
            return self.tap(button)
        untried = "".join(f":not([data-testid={kind}])" for kind in self.tried)
        for at_once in ("[data-testid=kind-stand-by]", "[data-at-once]", "[aria-disabled=false]"):
            if button := self.seen(f"#act .groups .kind{at_once}{untried}"):
                self.tried.append(button.get_attribute("data-testid") or "")
                return self.tap(button)
        return False

    def fill_in(self, form: Locator) -> bool:
        """The first thing that can still be chosen in a form that is not ready, or else back."""
        open_choices = form.locator("[role=radiogroup]:not(:has([aria-checked=true])) [role=radio]")
        if open_choices.count():
            return self.tap(open_choices.first)
        return self.tap(form.locator("button.quiet").last)

    def aim(self) -> bool:
        """Tap a foe: on the map or in the picture, or else on their card."""
        foe = next(who for who, side in self.sides.items() if side != self.sides[self.up[0]])
        if self.seen(f"[data-testid=token-{foe}] .disc"):
            self.taps += 1
            self.page.get_by_test_id(f"token-{foe}").evaluate("node => node.scrollIntoView({ block: 'center' })")
            map_tap(self.page, foe)
        else:
            if table := self.seen("[data-testid=nav-table]"):
                self.tap(table)
            self.tap(self.page.get_by_test_id(f"tap-{foe}"))
        expect(self.page.get_by_test_id("offer")).to_be_visible()
        return True


def ended(view: Any) -> bool:
    """Does the table tell of the second turn, or that the first is over?"""
    return any(re.search(r"\bTurn 2\b|\bTurn 1 is over", told["headline"]) for told in view["acts"])


def acted(view: Any, people: list[str]) -> bool:
    return any(told["kind"] == "action" and told["who"] in people for told in view["acts"])


@pytest.mark.parametrize("demo", DEMOS)
def test_a_round_goes_by_tapping_alone(server: Server, demo: str) -> None:
    seat = DEMOS[demo]
    table = server.room({"from": "demo", "demo": demo}, seat, hand=False)
    start = server.view(table, table[seat])
    own = start["you"]["plays"][0]
    sides = {each: start["cards"][each]["side"] for each in start["order"]}
    others = [each for each in start["order"] if each != own]
    foes = [each for each in others if sides[each] != sides[own]]
    phone, laptop = server.seat(table, table[seat], PHONE), server.seat(table, table["gm"], LAPTOP)
    screen = server.seat(table, server.watcher(table, "tv"), SCREEN)
    player, gm = Hand(phone, [own], sides), Hand(laptop, others, sides)
    view, over, idle, first = start, False, 0, next(iter(start["turn"]["actors"]), "")
    while not over:
        moved = player.step(view["turn"]["actors"]) or gm.step(view["turn"]["actors"])
        idle = 0 if moved else idle + 1
        for page in (phone, laptop):
            expect(page.locator(".ask [aria-busy=true]")).to_have_count(0)
        view = server.view(table, table["gm"])
        first = first or next(iter(view["turn"]["actors"]), "")
        round_is_through = acted(view, [own]) and acted(view, foes) and first in view["turn"]["actors"]
        over = bool(view["room"]["outcome"] or round_is_through or ended(view))
        assert player.taps + gm.taps < MOST_TAPS, f"the round does not come to an end: {player.trail} {gm.trail}"
        assert idle < MOST_IDLE, f"nobody has anything to tap: {view['turn']}"
        if not moved:
            laptop.wait_for_timeout(100)
    for name, page in {"phone": phone, "laptop": laptop, "tv": screen}.items():
        now = server.view(table, table[seat] if name == "phone" else table["gm"])
        newest = told_here(now, now["acts"][-1])
        if name != "phone":
            expect(page.locator("#stage .headline").first).to_be_visible()
        expect(page.get_by_test_id("log")).to_contain_text(newest, ignore_case=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{demo}-{name}.png")
    assert (server.faults, server.foreign) == ([], [])
