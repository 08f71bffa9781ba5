"""`starfray play`: scripted sessions, typed line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import starfray
from starfray.demo_files import demo_names, demo_path
from starfray.terminal.output import Output
from starfray.terminal.table import TerminalTable
from tests.cli.conftest import DUEL, Run


def session(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


# --- looking -----------------------------------------------------------------------------------------------------


def test_the_screen_shows_whose_turn_cards_choices_and_why_not_the_rest(run: Run, duel: Path) -> None:
    out = run("play", duel, typed="").out
    assert "ana, you play Mira of crew" in out
    assert "▶ 0 Mira 3 AP · 0 Tor 3 AP" in out
    assert "  Tor   HP 6/6  MP 6/6" in out
    assert "9 m away" in out
    assert " 2 shot 2 AP " in out
    assert "not now: full-auto: the Vulcan pistol has no automatic fire;" in out


@pytest.mark.parametrize("demo", demo_names())
def test_tab_knows_everybody_what_they_do_and_what_they_carry(demo: str) -> None:
    fight = starfray.loads(demo_path(demo).read_text(encoding="utf-8"))
    known = TerminalTable(fight, Output(), set(), "gm").words()
    assert {*fight.state.roster, *fight.book.actions, "undo"} <= set(known)


def test_tab_knows_the_gun_on_a_vehicle() -> None:
    text = demo_path("skyway").read_text(encoding="utf-8").replace('"anchorage-r"', '"borealis"')
    assert "astraripper-2e" in TerminalTable(starfray.loads(text), Output(), set(), "gm").words()


def test_the_end_of_the_input_leaves_cleanly(run: Run, duel: Path) -> None:
    ran = run("play", duel, typed="")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("You have left the table. No action is half done.\n")


def test_help_why_rule_map_log_and_cards(run: Run, duel: Path) -> None:
    typed = session("?", "why", "rule coriolis.core.pray", "rule prone", "map", "cards", "log", "quit")
    out = run("play", duel, typed=typed).out
    assert "p ACTION          preview" in out
    assert "reload           mira has nothing to reload. [coriolis.action.reload]" in out
    assert "coriolis.core.pray: Praying" in out
    assert "coriolis.prone.ranged-target:" in out
    assert "  A Mira 0,0   B Tor 9,0" in out
    assert "# crate 4 at 0,1" in out


def test_a_preview_shows_every_reason_with_its_rule_and_changes_nothing(run: Run, duel: Path) -> None:
    ran = run("play", duel, "--json", typed=session("p shot tor", "p 2 tor", "p reload", "quit"))
    assert ran.err.count("  dice 4d6≥6  [coriolis.ranged.pool]") == 2
    assert "    +2  agility                                  coriolis.core.attributes" in ran.err
    assert "     4  in all" in ran.err
    assert "Not possible: mira has nothing to reload [coriolis.action.reload]" in ran.err
    assert ran.json["hash"] == starfray.loads(DUEL).hash


def test_odds_come_before_the_commitment_and_go_plays_it(run: Run, duel: Path) -> None:
    out = run("play", duel, typed=session("o take-cover", "go", "go", "quit")).out
    assert "100.0 % ████████████████████ Mira AP 3 → 2; Mira condition none → in cover 4" in out
    assert "Mira takes cover: crate, rating 4" in out
    assert "there is nothing to go on with" in out


# --- acting ------------------------------------------------------------------------------------------------------


def test_a_number_asks_for_the_blanks_and_a_text_needs_no_actor(run: Run, duel: Path) -> None:
    out = run("play", duel, typed=session("6", "20,0", "", "6", "0,3", "", "end-turn", "quit")).out
    assert "path (x,y or x,y>x,y or a name, within 10 m of 0,0; Enter: 9.9,0):" in out
    assert "Not possible: 20.0 m is further than 10 m [coriolis.action.move]" in out
    out = run("play", duel, typed=session("6", "tor", "", "quit")).out
    assert "Mira moves to 7.49,0" in out
    out = run("play", duel, typed=session("move 0,3", "move mira 0,4", "quit")).out
    assert "Mira moves to 0,3" in out
    assert "Mira moves to 0,4" in out


def test_options_are_numbered_named_or_begun(run: Run, tmp_path: Path) -> None:
    two = tmp_path / "two.toml"
    two.write_text(DUEL.replace('id         = "tor"\n', 'id = "tor"\ncount = 2\n').replace('["mira", "tor"]', '["mira"]'))
    for word in ("2", "tor-2", "Tor 2"):
        out = run("play", two, typed=session("2", "7", "rex", word, "", "quit")).out
        assert "7 is not from 1 to 2" in out
        assert "'rex' is not one of tor-1, tor-2" in out
        assert "Mira shoots at Tor 2 with the Vulcan pistol" in out
    assert "Mira shoots" not in run("play", two, typed=session("2", ".", "quit")).out


def test_what_cannot_be_read_or_done_is_explained_and_the_table_goes_on(run: Run, duel: Path) -> None:
    out = run("play", duel, typed=session("shoot tor", "99", "aimed-shot nobody", "reload", "end-turn", "quit")).out
    assert "'shoot' is no action and no command; did you mean 'shot'?" in out
    assert "no action has number 99" in out
    assert "nobody here is called 'nobody'" in out
    assert "Not possible: mira has nothing to reload" in out
    assert "Mira's slot is over" in out


def test_dice_are_typed_in_order_impossible_ones_refused_and_enter_rolls_the_rest(run: Run, duel: Path) -> None:
    out = run("play", duel, typed=session("hand on", "shot tor", "6 7", "six", "2 1", "", "quit")).out
    assert "Dice are typed in for mira." in out
    assert "Mira rolls 4d6≥6 [coriolis.ranged.pool]: type the faces, Enter rolls the rest" in out
    assert "7 is not the face of a d6" in out
    assert "'six' are not faces of dice" in out
    assert "mira (ana) 6 2 1 + d6> " in out
    assert "Mira rolls to hit, 4d6≥6: 6 2 1 " in out
    assert "(typed in) → " in out


def test_hand_can_be_turned_off_again_and_seats_named_on_the_command_line(run: Run, duel: Path) -> None:
    assert "type the faces" not in run("play", duel, "--hand", "ana", typed=session("hand off", "shot tor", "quit")).out
    assert "type the faces" in run("play", duel, "--hand", "ana", typed=session("shot tor")).out
    assert "type the faces" in run("play", duel, "--hand", "all", typed=session("shot tor")).out
    assert run("play", duel, "--hand", "nobody").code == 2


def test_dice_of_everybody_are_asked_in_order_and_may_stand_on_one_line(run: Run, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.toml"
    fresh.write_text(DUEL.split("[now]")[0])
    out = run("play", fresh, "--hand", "all", typed=session("5 2", "quit")).out
    assert "Mira rolls initiative, d6: 5 (typed in)" in out
    assert "Tor rolls initiative, d6: 2 (typed in)" in out
    out = run("play", fresh, "--hand", "all", typed=session("", "quit")).out
    assert "(typed in)" not in out
    assert "Tor rolls initiative, d6: " in out


def test_questions_show_their_options_and_take_numbers_names_and_enter(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('"coriolis.core.pray" = "never"', ""))
    asked = ("hand on", "shot tor", "6 6 1 1")
    out = run("play", duel, typed=session(*asked, "maybe", "y", "6 1", "increase-damage:3", "1:2", "quit")).out
    assert "? Mira: Pray? Sixes so far: 2 [coriolis.core.pray]" in out
    assert "    1 pray (yes)  [coriolis.ruling.pray-scope]\n    2 no\n" in out
    assert "'maybe' is not one of yes, no" in out
    assert "mira (ana) [no]> " in out
    assert "Mira prays to the Icons" in out
    assert "Share out 2: NAME:HOW-MANY" in out
    assert "3 given out, only 2 are there" in out
    assert "Mira spends the extra sixes: increase damage 2" in out
    assert "Mira does not pray" in run("play", duel, typed=session(*asked, "", "", "quit")).out


def test_auto_lets_the_policy_act_and_answer(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('"coriolis.core.pray" = "never"', ""))
    out = run("play", duel, "--hand", "mira", typed=session("auto", "auto", "1 1 1 1 1", "auto", "6 6 6 6 6", "quit")).out
    assert "> take-cover mira  (shooting is better done from cover)" in out
    assert "> shot mira tor vulcan-pistol" in out
    assert "Mira prays to the Icons" in out


def test_the_transcript_knows_which_seat_acted_and_answered(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('"coriolis.core.pray" = "never"', ""))
    out = run("play", duel, typed=session("shot tor", "n", "", "export transcript", "quit")).out
    assert "1. shot mira tor  # player:ana" in out
    assert 'choose coriolis.core.pray mira yes|no: "no"\n' in out


# --- back and forth ----------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_decision_and_redo_forth_die_for_die(run: Run, duel: Path) -> None:
    played = run("play", duel, "--json", typed=session("take-cover", "end-turn", "quit")).json
    again = run("play", duel, "--json", typed=session("take-cover", "end-turn", "undo", "redo", "quit")).json
    assert again["hash"] == played["hash"]
    assert again["events"] == played["events"]
    back = run("play", duel, "--json", typed=session("take-cover", "end-turn", "undo", "undo", "quit")).json
    assert back["hash"] == starfray.loads(DUEL).hash


def test_undo_of_an_answer_asks_the_question_again(run: Run, duel: Path) -> None:
    out = run("play", duel, typed=session("hand on", "shot tor", "6 6 1 1", "undo", "1 1 1 1", "quit")).out
    assert "Undone." in out
    assert "Mira misses Tor" in out


def test_an_act_can_be_called_off_while_it_asks(run: Run, duel: Path) -> None:
    ran = run("play", duel, "--json", typed=session("hand on", "shot tor", "take-cover", "cancel", "quit"))
    assert "'take-cover' are not faces" in ran.err
    assert "Called off." in ran.err
    assert ran.json["hash"] == starfray.loads(DUEL).hash


def test_a_mistyped_throw_is_put_right(run: Run, duel: Path) -> None:
    lines = ("hand on mira", "shot tor", "1 1 1 1", "correct", "correct 9 1", "correct 1 6 1 1 1", "", "quit")
    out = run("play", duel, typed=session(*lines)).out
    assert "    1 1 1 1 1  mira, 4d6>=6, in: shot mira tor" in out
    assert "no throw '9'" in out
    assert "Corrected; the act is now:" in out
    assert "Mira hits Tor for 2" in out


def test_the_gm_has_a_hand_in_it(run: Run, duel: Path) -> None:
    typed = session("gm", 'gm set tor.hp 1 "he slipped"', "gm nonsense", "cards", "undo", "cards", "quit")
    out = run("play", duel, typed=typed).out
    assert "  gm set PATH VALUE [NOTE]" in out
    assert "The GM's hand: Tor: hp is now 1 (he slipped)" in out
    assert "HP 1/6" in out
    assert "'nonsense' is no kind of action" in out
    assert out.rindex("HP 6/6") > out.rindex("HP 1/6")


# --- the end, and keeping ----------------------------------------------------------------------------------------


def test_the_end_is_summed_up_and_may_still_be_undone(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('name       = "Tor"', 'name = "Tor"\nhp = 1'))
    ending = ("hand on", "shot tor", "6 1 1 1")
    out = run("play", duel, typed=session(*ending, "dance", "undo", "shot tor", "2 1 1 1", "quit")).out
    assert "── The fight is over ──" in out
    assert "crew wins: crew holds the field [coriolis.ruling.fight-end]" in out
    assert "Tor is Broken" in out
    assert "undo takes the last decision back" in out
    assert out.index("Undone.") < out.index("Mira misses Tor")


def test_a_save_goes_on_where_it_was_left_question_and_all(run: Run, duel: Path, tmp_path: Path) -> None:
    save = tmp_path / "kept.json"
    run("play", duel, "--save", save, typed=session("hand on", "shot tor"))
    assert json.loads(save.read_text())["draft"] is not None
    out = run("play", "--resume", save, "--hand", "ana", typed=session("6 1 1 1", "quit")).out
    assert "Mira hits Tor for 2" in out


def test_save_and_export_from_the_table(run: Run, duel: Path, tmp_path: Path) -> None:
    save, text = tmp_path / "s.json", tmp_path / "t.transcript"
    typed = session("take-cover", f"save {save}", f"export transcript {text}", "export log", f"export toml {text}", "quit")
    out = run("play", duel, typed=typed).out
    assert "exists already" in out
    assert run("check", save, text).code == 0


def test_json_gives_the_outcome_on_stdout_and_the_table_on_stderr(run: Run, duel: Path) -> None:
    ran = run("play", duel, "--ai", "all", "--seed", 4, "--json")
    assert ran.code == 0
    assert ran.json["over"]["winners"] in (["crew"], ["watch"])
    assert "The fight is over" in ran.err


def test_a_seed_gives_the_same_fight_again(run: Run, duel: Path) -> None:
    once, again, other = (run("play", duel, "--ai", "all", "--seed", seed, "--json").json["events"] for seed in (4, 4, 5))
    assert once == again != other


# --- who plays whom ----------------------------------------------------------------------------------------------


def test_sides_named_are_the_computers_and_all_others_the_persons(run: Run, duel: Path) -> None:
    assert "You play Tor" in run("play", duel, "--ai", "crew").out
    assert "You play Mira [ana], Tor;" in run("play", duel, "--ai", "none").out
    assert "The computer plays everybody." in run("play", duel, "--ai", "all").out


def test_the_fight_may_stand_after_the_sides(run: Run, duel: Path) -> None:
    assert "You play Tor" in run("play", "--ai", "crew", duel).out
    assert "type the faces" in run("play", "--hand", "ana", duel, typed=session("shot tor")).out


def test_without_seats_the_first_side_is_the_persons(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('seat       = "ana"\n', ""))
    assert "You play Mira; the computer plays everybody else." in run("play", duel).out


def test_hidden_combatants_stay_hidden_unless_the_gm_plays(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('name       = "Tor"', 'name = "Tor"\nhidden = true'))
    assert "Tor" not in run("play", duel, typed=session("cards", "shot", "map", "quit")).out
    assert "Tor" in run("play", duel, "--gm", typed=session("cards", "quit")).out


def test_what_a_hidden_combatant_does_is_not_told(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('name       = "Tor"', 'name = "Tor"\nhidden = true'))
    out = run("play", duel, typed=session("end-turn", "correct", "log", "quit")).out
    assert "> end-turn mira" in out
    before, revealed, _ = out.lower().replace("the table", "").partition("tor has given the hiding place away")
    assert revealed
    assert "tor" not in before


# --- demos, pipes ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", demo_names())
def test_every_demo_is_played_to_its_end_where_nobody_is_at_the_keyboard(run: Run, name: str) -> None:
    ran = run("play", "--demo", name)
    assert (ran.code, ran.err) == (0, "")
    assert "The fight is over" in ran.out
    fight = starfray.load(demo_path(name))
    assert len({one.side for one in fight.state.roster.values() if one.side}) >= 2  # a third may be what they fight over
    assert any(one.seat for one in fight.state.roster.values())


def test_the_menu_shows_the_chance_of_an_option_where_the_book_knows_it(run: Run) -> None:
    out = run("play", demo_path("halcyon"), typed="").out
    assert "stn option, 5+ on the die, 60 %, STN -1" in out
    assert "cajole option, persuade 5+ on the die, 60 %, STN -2 or more" in out


def test_the_demos_are_listed(run: Run) -> None:
    assert [row["name"] for row in run("play", "--demo", "list", "--json").json] == demo_names()
    assert run("play", "--demo", "list").out.startswith("dock-9               Dock 9 (coriolis)\n")


def test_it_works_over_a_pipe_without_colours(duel: Path) -> None:
    env = {**os.environ, "TERM": "xterm-256color"}
    ran = subprocess.run(
        [sys.executable, "-m", "starfray.cli", "play", str(duel)],
        input="end-turn\nquit\n",
        capture_output=True,
        text=True,
        env=env,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "mira (ana)> end-turn\n" in ran.stdout
    assert "\x1b" not in ran.stdout


# --- answers inside what others do -------------------------------------------------------------------------------

STABBED = DUEL.replace('"vulcan-cricket"', '"knife"').replace("at         = [9, 0]", "at         = [1, 0]")


def test_an_answer_inside_an_act_of_the_computer_is_a_decision_undo_goes_back_to(run: Run, duel: Path) -> None:
    duel.write_text(STABBED)
    answered = ("end-turn", "no")
    before = run("play", duel, "--json", typed=session("end-turn", "quit")).json
    assert before["asks"]
    back = run("play", duel, "--json", typed=session(*answered, "undo", "quit"))
    assert "Undone." in back.err
    assert (back.json["hash"], back.json["asks"]) == (before["hash"], before["asks"])
    after = run("play", duel, "--json", typed=session(*answered, "quit")).json
    assert after["hash"] != before["hash"]
    assert run("play", duel, "--json", typed=session(*answered, "undo", "redo", "quit")).json["hash"] == after["hash"]


DOGFIGHT = """rulebook = "socs"
seed = {seed}
[[combatant]]
id = "red"
archetype = "kestrel"
side = "league"
seat = "ana"
[[combatant]]
id = "black"
archetype = "hammer"
side = "raiders"
guns = [{{ key = "heavy-cannon", accuracy = 9 }}]
"""


def test_undo_inside_a_step_keeps_the_dice_that_fell_before_the_decision(run: Run, duel: Path) -> None:
    duel.write_text(DOGFIGHT.format(seed=1))
    out = run("play", duel, typed=session("hold", "no", "log", "undo", "log", "quit")).out
    before, _, after = out.partition("Undone.")
    shot = next(line for line in before.splitlines() if line.startswith("  Hammer strike fighter fires, 3d6 against "))
    assert shot in after.splitlines()
    assert "Dodge the shot of black?" in after


def test_while_a_step_asks_the_gm_edits_odds_are_shown_and_giving_up_waits(run: Run, duel: Path) -> None:
    duel.write_text(DOGFIGHT.format(seed=1))
    typed = session("o due", "o fire", 'gm set black.mr 0 "damaged"', "surrender black", "surrender", "hold", "no", "quit")
    ran = run("play", duel, typed=typed)
    assert "── fire-phase gm ──" in ran.out
    assert "A question is open: answer it first" in ran.out
    assert "The GM's hand: Hammer strike fighter: mr is now 0 (damaged)" in ran.out
    assert "'black' is not played here" in ran.out
    assert ran.out.index("surrender red: as soon as this is settled.") < ran.out.index("gives up")


YARDS = """rulebook = "gurps"
[[cover]]
name = "desk"
kind = "wood"
at = [2, 2]
[[combatant]]
id = "ann"
side = "a"
seat = "ana"
at = [0, 0]
attributes = { dx = 12 }
[[combatant]]
id = "bob"
side = "b"
at = [9, 0]
"""


def test_distances_are_asked_for_in_the_unit_of_the_book_and_told_with_the_odds(run: Run, duel: Path) -> None:
    duel.write_text(YARDS)
    out = run("play", duel, typed=session("move", ".", "o move path=4,0", "map", "quit")).out
    assert "within 5 yd of 0,0" in out
    assert "ann at 0,0 → 4,0\n" in out
    assert "1 run of the rule" in out
    assert "# desk wood at 2,2" in out


LATE = """rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[wave]]
name = "relief"
turn = 2
[[combatant]]
id = "mira"
archetype = "station-guard"
side = "crew"
seat = "ana"
at = [0, 0]
[[combatant]]
id = "bo"
wave = "relief"
archetype = "station-guard"
side = "crew"
at = [2, 0]
[[combatant]]
id = "jarl"
archetype = "station-guard"
side = "dock"
at = [30, 0]
"""


def test_whoever_joins_a_side_that_is_played_here_is_played_here(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "late.toml"
    path.write_text(LATE)
    told = run("play", path, typed="end-turn\n" * 4).out
    assert "(bo)" in told
    assert "> shot bo" not in told
