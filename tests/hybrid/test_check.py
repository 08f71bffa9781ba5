"""The check: the printed success table, the formula behind it, degrees."""

from __future__ import annotations

from math import atan, floor

import pytest

import starfray
from tests.hybrid.build import duel

# DF, then the nine columns from Amazing Success to Amazing Failure
PRINTED = """
-2 0 0 0 0 0 50 75 100 125
-1 0 0 1 2 5 55 80 105 130
0 0 1 2 5 11 61 86 111 136
1 0 1 4 8 16 66 91 116 141
2 1 2 5 10 21 71 96 121 146
3 1 2 6 13 27 77 102 127 152
4 1 3 8 16 32 82 107 132 157
5 1 3 9 18 36 86 111 136 161
6 2 4 10 20 41 91 116 141 166
7 2 4 11 22 45 95 120 145 170
8 2 4 12 24 48 98 123 148 173
9 2 5 13 26 52 102 127 152 177
10 2 5 13 27 55 105 130 155 180
11 2 5 14 29 58 108 133 158 183
12 3 6 15 30 60 110 135 160 185
13 3 6 15 31 63 113 138 163 188
14 3 6 16 32 65 115 140 165 190
15 3 6 16 33 67 117 142 167 192
16 3 6 17 34 69 119 144 169 194
17 3 7 17 35 70 120 145 170 195
18 3 7 18 36 72 122 147 172 197
19 3 7 18 36 73 123 148 173 198
20 3 7 18 37 75 125 150 175 200
21 3 7 19 38 76 126 151 176 201
22 3 7 19 38 77 127 152 177 202
23 3 7 19 39 78 128 153 178 203
24 3 7 19 39 79 129 154 179 204
25 4 8 20 40 80 130 155 180 205
26 4 8 20 40 81 131 156 181 206
27 4 8 20 41 82 132 157 182 207
29 4 8 20 41 83 133 158 183 208
30 4 8 21 42 84 134 159 184 209
32 4 8 21 42 85 135 160 185 210
33 4 8 21 43 86 136 161 186 211
35 4 8 21 43 87 137 162 187 212
37 4 8 22 44 88 138 163 188 213
40 4 8 22 44 89 139 164 189 214
42 4 9 22 45 90 140 165 190 215
45 4 9 22 45 91 141 166 191 216
49 4 9 23 46 92 142 167 192 217
53 4 9 23 46 93 143 168 193 218
58 4 9 23 47 94 144 169 194 219
63 4 9 23 47 95 145 170 195 220
70 4 9 24 48 96 146 171 196 221
78 4 9 24 48 97 147 172 197 222
88 4 9 24 49 98 148 173 198 223
102 4 9 24 49 99 149 174 199 224
120 5 10 25 50 100 150 175 200 225
147 5 10 25 50 101 151 176 201 226
188 5 10 25 51 102 152 177 202 227
262 5 10 25 51 103 153 178 203 228
"""
ROWS = [[int(number) for number in line.split()] for line in PRINTED.split("\n") if line]


def test_the_table_has_51_rows() -> None:
    assert len(ROWS) == 51


@pytest.mark.rule("hybrid.check.success-table")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"DF {row[0]}")
def test_every_column_of_every_printed_row(row: list[int]) -> None:
    done = starfray.do("hybrid", f"success-table {row[0]}", dice=[])
    assert [done.result["chance"], *done.result["columns"].values()] == [row[5], *row[1:]]


@pytest.mark.rule("hybrid.check.row-lookup")
def test_a_df_that_is_not_printed_uses_the_row_under_it() -> None:
    used = {df: starfray.do("hybrid", f"success-table {df}", dice=[]).result["row"] for df in (28, 31, 34, 200, 500)}
    assert used == {28: 27, 31: 30, 34: 33, 200: 188, 500: 262}


@pytest.mark.rule("hybrid.ruling.df-below-table")
def test_under_the_table_nothing_succeeds() -> None:
    assert starfray.do("hybrid", "success-table -9", dice=[]).result["chance"] == 0


def test_one_formula_gives_the_whole_table() -> None:
    for df in range(-2, 263):
        chance = starfray.do("hybrid", f"success-table {df}", dice=[]).result["chance"]
        assert chance == floor(60 * (atan(0.09 * df) + 0.18) + 0.5), df


@pytest.mark.rule("hybrid.check.roll", "hybrid.check.df-equation", "hybrid.check.success")
def test_77_or_less_succeeds_with_strength_12_and_rank_10() -> None:
    made = starfray.do("hybrid", "check stat=12 rank=10", dice=[77]).result
    assert (made["df"], made["chance"], made["degree"], made["made"], made["sn"]) == (22, 77, "Success", True, 0)
    assert starfray.do("hybrid", "check stat=12 rank=10", dice=[78]).result["made"] is False


# chance 40: columns 2, 4, 10, 20, 40, 90
DEGREES = [
    (2, "Amazing Success", 3), (3, "Very Notable Success", 2), (4, "Very Notable Success", 2), (5, "Notable Success", 1.5),
    (10, "Notable Success", 1.5), (11, "Solid Success", 1.25), (20, "Solid Success", 1.25), (21, "Success", 1),
    (40, "Success", 1), (41, "Failure", 0), (90, "Failure", 0), (91, "Notable Failure", -0.75),
]  # fmt: skip


@pytest.mark.rule("hybrid.check.roll")
@pytest.mark.parametrize(("die", "degree", "effect"), DEGREES)
def test_the_degree_is_the_best_column_the_die_does_not_exceed(die: int, degree: str, effect: float) -> None:
    result = starfray.do("hybrid", "check stat=5 bonus=4", dice=[die]).result
    assert (result["degree"], result["effect"]) == (degree, effect)


@pytest.mark.rule("hybrid.check.failure.columns", "hybrid.oppose.sn")
def test_a_chance_below_zero_can_fail_amazingly() -> None:
    result = starfray.do("hybrid", "check stat=0 opposed=31", dice=[81]).result  # 11 - 31 = -20: above 80
    assert (result["chance"], result["degree"], result["effect"]) == (-20, "Amazing Failure", -2)
    assert starfray.do("hybrid", "check stat=0 opposed=31", dice=[80]).result["degree"] == "Very Notable Failure"


@pytest.mark.rule("hybrid.ruling.unranked", "hybrid.ruling.chance-order")
def test_bonuses_are_added_before_halving_and_opposition_taken_off_after() -> None:
    result = starfray.do("hybrid", "check stat=10 bonus=20 opposed=10 unranked=yes", dice=[27]).result
    assert (result["chance"], result["made"]) == ((55 + 20) // 2 - 10, True)


@pytest.mark.rule("hybrid.perception.active", "hybrid.perception.active.time", "hybrid.perception.results")
def test_active_perception_takes_8_counts_and_reads_its_own_table() -> None:
    result = starfray.do("hybrid", "perception 14 rank=3", dice=[35]).result
    assert (result["chance"], result["counts"], result["detail"], result["timing"]) == (70, 8, "125%", "+-25%")


@pytest.mark.rule("hybrid.perception.passive", "hybrid.perception.passive.free")
def test_passive_perception_has_a_quarter_of_the_chance_and_takes_no_time() -> None:
    result = starfray.do("hybrid", "perception 14 rank=3 passive=yes", dice=[17]).result
    assert (result["chance"], result["made"], result["counts"]) == (17, True, 0)


LOCATIONS = [
    (6, "head"), (7, "chest"), (30, "chest"), (31, "abdomen"), (48, "abdomen"), (49, "groin"), (56, "groin"),
    (57, "left upper leg"), (72, "right upper leg"), (73, "left lower leg"), (84, "right lower leg"), (85, "left foot"),
    (86, "right foot"), (87, "left upper arm"), (92, "right upper arm"), (93, "left lower arm"), (98, "right lower arm"),
    (99, "left hand"), (100, "right hand"),
]  # fmt: skip


@pytest.mark.rule("hybrid.location.roll", "hybrid.location.table")
@pytest.mark.parametrize(("die", "place"), LOCATIONS)
def test_hit_locations(die: int, place: str) -> None:
    assert starfray.do("hybrid", "location", dice=[die]).result == {"location": place}


@pytest.mark.rule("hybrid.ruling.d100-closed")
@pytest.mark.parametrize("die", ["closed", "open"])
@pytest.mark.parametrize(
    ("ward", "hit"), [("no", 0.63), pytest.param("parry-short-sword", 0.3528, marks=pytest.mark.rule("hybrid.ruling.sn"))]
)
def test_odds_know_every_face_of_the_die(die: str, ward: str, hit: float) -> None:
    """A blow at 63, a parry at 75 less its SN: 63 faces strike, and of those with SN s 25 + s in a hundred get through."""
    ordered = f'orders = {{ "hybrid.ruling.wait" = "never", "hybrid.ruling.defence-declare" = "{ward}" }}'
    fight = duel(b=f"initiative = 90\nwait-until = 200\n{ordered}", head=f'rulings = {{ d100-closed = "{die}" }}')
    fight.play("blow a b", dice=[])
    odds = fight.odds("due")
    assert odds.exact
    assert odds.chance_of("b.pft", lambda left: left < 39) == pytest.approx(hit)
    fight.step(dice=[100] if die == "closed" else [100, 1])
    assert fight.get("b.pft") == 39
