"""What the default policy does where it is plain what a sensible person would do."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from starfray.engine.actions import Action, to_text
from starfray.engine.codec import clone
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask, Option
from starfray.sim.playout import playout

KNIFE = 'weapons = ["large-knife-thrust"]\nskills = { knife = 14, brawling = 12 }'
TEETH = """weapons = [{ key = "teeth", natural = true, parries = false, damage = "thr", type = "cut", reach = [0] }]
skills = { brawling = 14 }"""
MEDIC = 'archetype = "medic"'
SWORD = 'weapons = ["broadsword"]\nskills = { broadsword = 14 }'
RIFLE = 'weapons = ["battle-rifle"]\nskills = { guns = 14 }'


def fight(*people: str, red: int = 1) -> Fight:
    """The first is `a` and stands alone against all the others, whose names go on from there; or the first `red` of them do."""
    text = ['rulebook = "gurps"', "map = [40, 20]"]
    for place, lines in enumerate(people):
        side = "red" if place < red else "blue"
        text += ["[[combatant]]", f'id = "{"abcdef"[place]}"', f'side = "{side}"', lines]
    return starfray.loads("\n".join(text))


def off_the_map(gap: float, first: str, second: str) -> Fight:
    apart = f'[[relation]]\nkind = "distance"\nbetween = ["a", "b"]\nvalue = {gap}\n'
    people = f'[[combatant]]\nid = "a"\nside = "red"\n{first}\n[[combatant]]\nid = "b"\nside = "blue"\n{second}\n'
    return starfray.loads(f'rulebook = "gurps"\n{people}{apart}')


def played(duel: Fight, seed: int, limit: int = 1500) -> tuple[list[Action], bool]:
    """Every act of a fight by the policy, and whether it came to an end."""
    acts: list[Action] = []
    outcome, _ = playout(
        duel.book, duel.content, clone(duel.state), Generators(seed), Policies(duel.book.policy()), limit,
        watch=lambda act, _: acts.append(act),
    )  # fmt: skip
    return acts, outcome is not None


def share_of_attacks(duels: list[Fight], who: str = "a") -> float:
    acts = [act for seed, duel in enumerate(duels) for act in played(duel, seed)[0] if act.actor == who]
    return sum("attack" in act.KIND or act.KIND == "feint" for act in acts) / len(acts)


def choice(fight: Fight, who: str = "a") -> str:
    action: Action | None = Policies(fight.book.policy()).act(fight.book, fight.state, who, Generator(1))
    assert action is not None
    return to_text(action)


def defence(fight: Fight, **scores: int) -> str:
    """How `a` defends, of ways with these scores."""
    facts = {name.replace("_", "-"): score for name, score in scores.items()}
    ask = Ask("choose", "gurps.core.active-defense", "a", options=[Option(name) for name in facts], facts=facts)
    return Policies(fight.book.policy()).answer(fight.book, fight.state, ask, Generator(1))


def test_a_short_blade_gets_in_and_strikes_in_one_turn() -> None:
    assert choice(fight(f"at = [5, 5]\n{KNIFE}", f"at = [7, 5]\n{SWORD}")).startswith("all-out-attack a b determined")
    assert choice(fight(f"at = [5, 5]\n{KNIFE}", f"at = [9, 5]\n{SWORD}")).startswith("move-and-attack a b")


def test_a_short_blade_does_not_step_back_out_of_its_reach() -> None:
    assert defence(fight(f"at = [5, 5]\n{KNIFE}", f"at = [5, 5]\n{SWORD}"), dodge=9, dodge_retreat=12) == "dodge"
    assert defence(fight(f"at = [5, 5]\n{SWORD}", f"at = [6, 5]\n{SWORD}"), dodge=9, dodge_retreat=12) == "dodge-retreat"


def test_fighters_of_reach_c_attack_in_four_turns_of_five() -> None:
    assert share_of_attacks([fight(f"at = [5, 5]\n{KNIFE}", f"at = [9, 5]\n{KNIFE}") for _ in range(25)]) >= 0.8
    assert share_of_attacks([fight(f"at = [5, 5]\n{TEETH}", f"at = [9, 5]\n{SWORD}") for _ in range(25)]) >= 0.8
    assert share_of_attacks([off_the_map(4, TEETH, SWORD) for _ in range(25)]) >= 0.8


def test_without_a_map_they_step_in_and_strike_as_they_do_on_one() -> None:
    assert choice(off_the_map(2, SWORD, SWORD)).startswith("attack a b broadsword yards=1")
    assert choice(off_the_map(2, KNIFE, SWORD)).startswith("all-out-attack a b determined large-knife-thrust yards=0")
    assert choice(off_the_map(4, KNIFE, SWORD)).startswith("move-and-attack a b large-knife-thrust yards=0")
    assert choice(off_the_map(3, SWORD, SWORD)).startswith("committed-attack a b hit broadsword yards=1")
    assert choice(off_the_map(0, SWORD, SWORD)).startswith("attack a b broadsword yards=1")  # a step back
    assert choice(off_the_map(9, SWORD, SWORD)) == "move a target=b yards=4"


def test_whoever_is_two_yards_short_lunges_but_nobody_kicks_so() -> None:
    assert choice(fight(f"at = [5, 5]\n{SWORD}", f"at = [8, 5]\n{SWORD}")).startswith("committed-attack a b hit broadsword")
    assert choice(fight("at = [5, 5]\nskills = { brawling = 14 }", f"at = [8, 5]\n{SWORD}")).startswith("move a")


def test_no_step_back_that_costs_the_next_blow_for_a_little() -> None:
    ways = {"parry_broadsword": 10, "parry_broadsword_retreat": 11}
    near = fight(f"at = [5, 5]\n{SWORD}", f"at = [6, 5]\n{SWORD}")
    far = fight(f"at = [5, 5]\n{SWORD}", f"at = [7, 5]\n{SWORD}")  # another yard is more than a step
    assert (defence(near, **ways), defence(far, **ways)) == ("parry-broadsword-retreat", "parry-broadsword")
    assert defence(far, dodge=7, dodge_retreat=10) == "dodge-retreat"


def test_a_good_blow_from_the_ground_comes_before_getting_up() -> None:
    lying = f'at = [5, 5]\nposture = "lying"\n{SWORD}'
    assert choice(fight(lying, f"at = [6, 5]\n{SWORD}")).startswith("attack a b")  # 14 less 4
    assert choice(fight(lying.replace("= 14", "= 13"), f"at = [6, 5]\n{SWORD}")).startswith("change-posture a standing")


def test_whoever_can_only_stun_walks_up_to_the_stunned_and_kicks() -> None:
    stunned = 'stunned = "physical"\n'
    assert choice(fight(f"at = [5, 5]\n{MEDIC}", f"at = [12, 5]\n{stunned}{SWORD}")).startswith("move a")
    assert choice(fight(f"at = [5, 5]\n{MEDIC}", f"at = [6, 5]\n{stunned}{SWORD}")).startswith(
        "all-out-attack a b determined kick"
    )
    assert choice(fight(f"at = [5, 5]\n{MEDIC}", f"at = [6, 5]\n{SWORD}")).startswith("attack a b sonic-stun-pistol")


def test_a_fight_of_medics_ends() -> None:
    for seed in range(3):
        assert played(fight(f"at = [5, 5]\n{MEDIC}", f"at = [10, 5]\n{MEDIC}"), seed)[1]


def test_to_drop_is_for_those_who_shoot_on_from_the_ground() -> None:
    assert defence(fight(f"at = [5, 5]\n{SWORD}", f"at = [15, 5]\n{RIFLE}"), dodge=9, dodge_drop=12) == "dodge"
    assert defence(fight(f"at = [5, 5]\n{RIFLE}", f"at = [15, 5]\n{RIFLE}"), dodge=9, dodge_drop=12) == "dodge-drop"


def test_a_gunman_under_fire_shoots_from_the_ground() -> None:
    lying = 'at = [5, 5]\nposture = "lying"\n'
    assert choice(fight(lying + RIFLE, f"at = [20, 5]\n{RIFLE}")).startswith("attack a b")
    assert choice(fight(lying + SWORD, f"at = [20, 5]\n{RIFLE}")).startswith("change-posture a standing")


def test_nobody_sets_off_an_explosive_a_yard_away() -> None:
    bomb = 'weapons = ["battle-rifle", "large-knife"]\nskills = { guns = 14, knife = 12 }\nat = [5, 5]'
    near = fight(bomb, f"at = [6, 5]\n{SWORD}")
    near.state.roster["a"].weapons[0].explosive = True
    assert "battle-rifle" not in choice(near)


def test_grenades_are_for_foes_far_from_friends() -> None:
    bomb = 'weapons = ["frag-grenade"]\nskills = { throwing = 14 }\nat = [5, 5]'
    assert choice(fight(bomb, f"at = [15, 5]\n{SWORD}")).startswith("attack a b frag-grenade")
    assert "frag-grenade" not in choice(fight(bomb, f"at = [16, 5]\n{SWORD}", f"at = [15, 5]\n{SWORD}", red=2))
    assert choice(fight(bomb, f"at = [9, 5]\n{SWORD}")).startswith("move a")  # too near for it: to kicking range


def test_a_weapon_that_is_of_no_use_here_gives_way_to_one_at_the_belt() -> None:
    arms = 'weapons = ["hmg", "assault-rifle"]\nattributes = { st = 12, dx = 12, iq = 10, ht = 10 }\nskills = { guns = 14 }'
    assert choice(fight(f"at = [5, 5]\n{arms}", f"at = [20, 5]\n{SWORD}")) == "ready a assault-rifle"  # a gunner she is not
    sword = 'weapons = ["broadsword", "battle-rifle"]\nskills = { broadsword = 14, guns = 12 }'
    plate = f"dr = 12\n{SWORD}"
    assert choice(fight(f"at = [5, 5]\n{sword}", f"at = [6, 5]\n{plate}")) == "ready a battle-rifle"
    assert choice(fight(f"at = [5, 5]\n{sword}", f"at = [6, 5]\n{SWORD}")).startswith("attack a b broadsword")


def test_a_shot_that_fells_anyway_is_not_aimed_at_the_skull() -> None:
    gunner = 'weapons = ["hmg"]\nattributes = { st = 20, dx = 12, iq = 10, ht = 10 }\nskills = { gunner = 13 }'
    assert " skull" not in choice(fight(f"at = [5, 5]\n{gunner}", f"at = [15, 5]\n{SWORD}"))


def test_the_stunned_can_wait_while_others_shoot() -> None:
    stunned = f'at = [14, 5]\nstunned = "physical"\n{RIFLE}'
    assert choice(fight(f"at = [5, 5]\n{RIFLE}", stunned, f"at = [16, 5]\n{RIFLE}")).startswith("attack a c")


@pytest.mark.parametrize("count", [11, 14])
def test_of_a_group_too_large_to_act_as_one_each_acts_alone(count: int) -> None:
    text = 'rulebook = "gurps"\nmap = [40, 20]\n[[combatant]]\nid = "m"\nside = "red"\ngroup = "mob"\nat = [5, 5]\n'
    text += f'count = {count}\n{SWORD}\n[[combatant]]\nid = "b"\nside = "blue"\nat = [12, 5]\n{SWORD}\n'
    mob = starfray.loads(text)
    first = next(iter(mob.state.roster))
    assert choice(mob, first) == f"fall-out {first}"


def test_a_group_with_empty_guns_reloads() -> None:
    text = 'rulebook = "gurps"\nmap = [40, 20]\n[[combatant]]\nid = "m"\nside = "red"\ngroup = "squad"\nat = [5, 5]\n'
    text += f'count = 3\n{RIFLE}\n[[combatant]]\nid = "b"\nside = "blue"\nat = [20, 5]\n{SWORD}\n'
    squad = starfray.loads(text)
    members = [each for each in squad.state.roster.values() if each.group]
    for each in members:
        each.weapons[0].shots = 0
    assert choice(squad, members[0].id).startswith("group-ready")


def test_a_group_never_walks_nowhere() -> None:
    text = 'rulebook = "gurps"\nmap = [40, 20]\n[[combatant]]\nid = "m"\nside = "red"\ngroup = "mob"\nat = [5, 5]\n'
    text += f'count = 3\nweapons = []\n[[combatant]]\nid = "b"\nside = "blue"\nat = [5.5, 5]\n{SWORD}\n'
    acts, _ = played(starfray.loads(text), 1, 60)
    moves = [act for act in acts if act.KIND == "group-move"]
    assert all(getattr(act, "path", ()) or getattr(act, "yards", -1) >= 0 for act in moves)
    assert not choice(starfray.loads(text), "m-1").startswith("group-move")


@pytest.mark.parametrize("lost", ["right-arm", "left-hand", "right-leg", "left-foot", "right-eye"])
@pytest.mark.parametrize("who", ["ritualist", "gunman", "sword-and-shield"])
def test_mages_and_cripples_choose_what_they_can_do(who: str, lost: str) -> None:
    for posture in ("standing", "kneeling", "lying"):
        for gap in (0.3, 1.0, 7.0):
            hurt = f'at = [5, 5]\nspeed = 9\narchetype = "{who}"\ncrippled = ["{lost}"]\nposture = "{posture}"\nfp = 2'
            scene = fight(hurt, f"at = [{5 + gap}, 5]\n{SWORD}").begin()
            assert scene.refusal(choice(scene)) is None


def test_a_group_too_close_for_its_weapons_does_not_stand_idle() -> None:
    text = 'rulebook = "gurps"\nmap = [40, 20]\n[[combatant]]\nid = "m"\nside = "red"\ngroup = "mob"\nat = [5, 5]\n'
    text += f'count = 2\n{SWORD}\n[[combatant]]\nid = "b"\nside = "blue"\nat = [5.2, 5]\n{SWORD}\n'
    mob = starfray.loads(text)
    mob.state.roster["m-2"].at = (5.0, 5.0)
    assert choice(mob, "m-1") == "fall-out m-1"
    mob.state.roster["m-1"].group = ""
    assert choice(mob, "m-1").startswith("attack m-1 b broadsword path=")  # a step back


def test_the_badly_hurt_leave_the_fight_to_those_who_can_fight_it() -> None:
    hurt, foe = f"at = [5, 5]\nhp = 3\n{SWORD}", f"at = [6, 5]\n{SWORD}"
    assert choice(fight(hurt, f"at = [5, 6]\n{SWORD}", foe, red=2)) == "all-out-defense a double"
    assert choice(fight(hurt, "at = [5, 6]", foe, red=2)).startswith("attack a c")
