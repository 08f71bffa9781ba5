"""An encounter on one screen: picture, walls by pen, goals, waves, steps back; and all of it again in another browser."""

from __future__ import annotations

import io
import json
import re

from PIL import Image, ImageDraw
from playwright.sync_api import FilePayload, Page, expect

from tests.web.table import LAPTOP, PHONE, Server
from tests.web.test_campaign import begin, new, saved

SECRET = b"51.5 N 0.1 W"


def deck() -> FilePayload:
    """A plan of 800 by 400 pixels, with a word in it that nobody else may read."""
    plan = Image.new("RGB", (800, 400), (38, 46, 60))
    draw = ImageDraw.Draw(plan)
    draw.rectangle((20, 20, 780, 380), outline=(200, 180, 120), width=8)
    held = io.BytesIO()
    plan.save(held, "JPEG", comment=SECRET)
    return {"name": "deck.jpg", "mimeType": "image/jpeg", "buffer": held.getvalue()}


def under(page: Page) -> None:
    """The form for the picture lies open."""
    if not page.get_by_test_id("under-grid").is_visible():
        page.get_by_test_id("under").click()


def draw(page: Page, pen: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A line with the pen, in shares of the sketch."""
    button = page.get_by_test_id(f"pen-{pen}")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("sketch").scroll_into_view_if_needed()
    box = page.get_by_test_id("sketch").bounding_box()
    assert box
    page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=5)
    page.mouse.up()
    button.click()


def test_an_encounter_with_a_picture_and_walls_is_there_again_by_the_key_in_another_browser(server: Server) -> None:
    page = begin(server)
    key = page.get_by_test_id("shown-key").inner_text()
    new(page, "encounter", "coriolis", "The hold")
    page.get_by_test_id("build-archetype").first.select_option("convoy-gunner")
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    under(page)
    page.get_by_test_id("under-file").set_input_files(deck())
    image = page.get_by_test_id("sketch").locator("image")
    expect(image).to_have_attribute("href", re.compile("/pictures/[0-9a-f]{40}.webp"))
    expect(page.get_by_label("depth")).to_have_value("15")  # 30 m wide, and the picture is half as high
    page.get_by_test_id("under-grid").select_option("square")
    page.get_by_test_id("under-cell").fill("1.5")
    expect(page.get_by_test_id("sketch").locator(".backdrop path")).to_have_attribute("d", re.compile("M.*V"))
    draw(page, "wall", (0.5, 0.1), (0.5, 0.5))
    expect(page.get_by_test_id("wall-points")).to_have_count(1)
    saved(page)
    walls = page.get_by_test_id("wall-points").input_value()
    href = image.get_attribute("href")
    page.context.close()

    other = server.open(server.context(PHONE), "/campaign")  # nothing is known of it here
    other.get_by_test_id("campaign-key").fill(key)
    other.get_by_test_id("campaign-open").click()
    other.get_by_test_id("entries").get_by_text("The hold").click()
    expect(other.get_by_test_id("wall-points")).to_have_value(walls)
    expect(other.get_by_test_id("sketch").locator("image")).to_have_attribute("href", str(href))
    under(other)
    expect(other.get_by_test_id("under-cell")).to_have_value("1.5")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.get_by_test_id("build-send").click()
    other.wait_for_url("**/r/**")
    shown = other.locator(f"svg.map .backdrop image[href='{href}']")
    expect(shown).to_be_attached()
    expect(other.locator("svg.map .wall.wall")).to_have_count(1)
    data = bytes(other.evaluate(f"fetch('{href}').then(each => each.arrayBuffer()).then(each => [...new Uint8Array(each)])"))
    assert SECRET not in data
    assert (server.faults, server.foreign) == ([], [])


#: everything the form says, and what the sketch shows; the form sorts its rows anew when it is opened
FORM = """() => {
  const form = document.querySelector("[data-testid=fighters]")?.closest("form");
  if (!form) return [];
  const value = (each) => each.type === "checkbox" ? each.checked : each.value || each.placeholder;
  const said = [...form.querySelectorAll("input:not([type=file]), select, textarea")]
    .filter(each => !each.closest("[hidden]"))
    .map(each => `${each.dataset.testid ?? each.name} ${value(each)}`);
  const names = ["class", "transform", "points", "href"];
  const piece = (each) => [...names.map(name => each.getAttribute(name)), each.textContent].join(" ");
  const drawn = document.querySelector("[data-testid=sketch]");
  return [...said, ...[...drawn.querySelectorAll("image, polyline, .piece:not(.end)")].map(piece)].sort();
}"""


def kept(page: Page) -> list[str]:
    """What was built so far, the same after a reload."""
    saved(page)
    before: list[str] = page.evaluate(FORM)
    page.reload()
    expect(page.get_by_test_id("fighter").first).to_be_visible()
    page.wait_for_function(f"(before) => JSON.stringify(({FORM})()) === before", arg=as_json(before))
    return before


def as_json(words: list[str]) -> str:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def test_a_reload_at_every_step_of_an_encounter_loses_nothing_nor_does_another_browser(server: Server) -> None:
    page = begin(server)
    key = page.get_by_test_id("shown-key").inner_text()
    new(page, "encounter", "coriolis", "The hold")
    page.get_by_test_id("build-archetype").first.select_option("convoy-gunner")
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    page.get_by_test_id("build-count").last.fill("3")
    page.get_by_test_id("build-squad").last.fill("dock hands")
    kept(page)
    under(page)
    page.get_by_test_id("under-file").set_input_files(deck())
    expect(page.get_by_test_id("sketch").locator("image")).to_have_count(1)
    page.get_by_test_id("under-grid").select_option("hex")
    kept(page)
    for pen, start, end in (
        ("wall", (0.5, 0.1), (0.5, 0.4)),
        ("door", (0.5, 0.4), (0.5, 0.6)),
        ("window", (0.5, 0.6), (0.5, 0.8)),
    ):
        draw(page, pen, start, end)
        kept(page)
    expect(page.get_by_test_id("wall-points")).to_have_count(3)
    draw(page, "wall", (0.1, 0.9), (0.3, 0.9))
    saved(page)
    page.get_by_test_id("build-undo").click()
    expect(page.get_by_test_id("wall-points")).to_have_count(3)
    kept(page)
    page.get_by_test_id("build-cover").click()
    kept(page)
    page.get_by_test_id("build-zone").click()
    kept(page)
    page.get_by_test_id("build-goal").click()
    page.get_by_test_id("goal-kind").select_option("reach")
    page.get_by_test_id("goal-name").fill("the airlock")
    page.get_by_test_id("goal-at").fill("28,7")
    kept(page)
    page.get_by_test_id("build-wave").click()
    page.get_by_test_id("wave-name").fill("second boat")
    page.get_by_test_id("wave-turn").fill("3")
    page.get_by_test_id("build-add-others").click()
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    page.get_by_test_id("build-comes").last.fill("second boat")
    built = kept(page)

    page.evaluate("localStorage.clear(); sessionStorage.clear()")  # the browser forgets everything
    for again in (server.open(page.context, "/campaign"), server.open(server.context(PHONE), "/campaign")):
        again.get_by_test_id("campaign-key").fill(key)
        again.get_by_test_id("campaign-open").click()
        again.get_by_test_id("entries").get_by_text("The hold").click()
        expect(again.get_by_test_id("wall-points")).to_have_count(3)
        again.wait_for_function(f"(before) => JSON.stringify(({FORM})()) === before", arg=as_json(built))
    again.get_by_test_id("build-send").click()
    again.wait_for_url("**/r/**")
    expect(again.locator("svg.map .wall.door")).to_have_count(1)
    expect(again.locator("svg.map .wall.window")).to_have_count(1)
    expect(again.locator("svg.map .backdrop image")).to_be_attached()
    expect(again.get_by_test_id("goals")).to_contain_text("the airlock")
    assert (server.faults, server.foreign) == ([], [])


def test_a_picture_that_is_not_on_this_server_is_said_to_be_missing(server: Server) -> None:
    text = (
        'rulebook = "coriolis"\nmap = [20, 10]\n[backdrop]\npicture = "' + "0" * 40 + '"\n'
        '[[combatant]]\nid = "a"\nside = "red"\nat = [2, 4]\narchetype = "convoy-gunner"\n'
        '[[combatant]]\nid = "b"\nside = "blue"\nat = [9, 4]\narchetype = "convoy-gunner"\n'
    )
    table = server.room({"from": "text", "text": text}, hand=False)
    gm = server.seat(table, table["gm"])
    expect(gm.locator("svg.map .backdrop.missing text")).to_contain_text("not on this server")
    server.faults.clear()  # the browser reports the 404 itself


def test_goals_and_waves_are_set_by_forms_and_stand_at_the_table(server: Server) -> None:
    page = begin(server)
    new(page, "encounter", "coriolis", "The hold")
    page.get_by_test_id("build-archetype").first.select_option("convoy-gunner")
    page.get_by_test_id("build-name").first.fill("Mira")
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    page.get_by_test_id("build-goal").click()
    page.get_by_test_id("goal-kind").select_option("take")
    page.get_by_test_id("goal-name").fill("the crate")
    page.get_by_test_id("goal-at").fill("12,7")
    page.get_by_test_id("goal-to").fill("2,7")
    page.get_by_test_id("build-goal").click()
    page.get_by_test_id("goal-kind").last.select_option("stop")
    page.get_by_test_id("goal-side").last.select_option("others")
    page.get_by_test_id("goal-at").last.fill("1,1")
    page.get_by_test_id("goal-who-mira").last.check()
    page.get_by_test_id("build-wave").click()
    page.get_by_test_id("wave-name").fill("second boat")
    page.get_by_test_id("wave-turn").fill("3")
    page.get_by_test_id("build-add-others").click()
    page.get_by_test_id("build-archetype").last.select_option("dockside-bruiser")
    page.get_by_test_id("build-comes").last.fill("second boat")
    expect(page.get_by_test_id("sketch").locator(".goalmark")).to_have_count(2)
    saved(page)
    page.reload()
    expect(page.get_by_test_id("goal-to").first).to_have_value("2,7")
    expect(page.get_by_test_id("goal-who-mira").last).to_be_checked()
    expect(page.get_by_test_id("build-comes").last).to_have_value("second boat")
    page.get_by_test_id("build-send").click()
    page.wait_for_url("**/r/**")
    goals = page.get_by_test_id("goals")
    expect(goals).to_contain_text("crew: bring the crate to 2,7 it lies at 12,7")
    expect(goals).to_contain_text("others: keep Mira from getting away 0 of 1 away")
    assert (server.faults, server.foreign) == ([], [])


def test_steps_of_the_builder_are_taken_back_and_brought_back(server: Server) -> None:
    page = begin(server, LAPTOP)
    new(page, "encounter", "coriolis", "The hold")
    back, forth = page.get_by_test_id("build-undo"), page.get_by_test_id("build-redo")
    expect(back).to_be_disabled()
    page.get_by_test_id("build-title").fill("Ambush")
    expect(back).to_be_enabled()
    draw(page, "door", (0.4, 0.3), (0.4, 0.6))
    expect(page.get_by_test_id("wall-points")).to_have_count(1)
    saved(page)
    back.click()
    expect(page.get_by_test_id("wall-points")).to_have_count(0)
    expect(page.get_by_test_id("build-title")).to_have_value("Ambush")
    back.click()
    expect(page.get_by_test_id("build-title")).to_have_value("")
    expect(back).to_be_disabled()
    forth.click()
    forth.click()
    expect(page.get_by_test_id("wall-points")).to_have_count(1)
    expect(page.get_by_test_id("build-title")).to_have_value("Ambush")
    saved(page)
    page.reload()
    expect(page.get_by_test_id("build-title")).to_have_value("Ambush")
    assert (server.faults, server.foreign) == ([], [])
