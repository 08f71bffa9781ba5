"""The duels in lean CPython: one function, local variables, every die thrown with random.random."""

from __future__ import annotations

import time
from random import Random

from bench.duel import Duel, Fought


def play(duel: Duel, count: int, seed: int) -> Fought:
    start = time.process_time()
    rnd = Random(seed).random
    one, two, other = duel
    wins = turns = 0
    for _ in range(count):
        me, foe, first = one, two, True
        hp, shock, stun, foe_hp, foe_shock, foe_stun = one.hp, 0, False, two.hp, 0, False
        while True:
            turns += 1
            skill, _, ht, full, _, dice, adds, least, halves = me
            if hp <= 0 and (other or not stun):
                rolled = int(rnd() * 6.0) + int(rnd() * 6.0) + int(rnd() * 6.0) + 3
                if rolled > 4 and (rolled > 16 or rolled > (ht if other else ht - (-hp // full))):
                    first = not first
                    break
            if stun:
                rolled = int(rnd() * 6.0) + int(rnd() * 6.0) + int(rnd() * 6.0) + 3
                stun = rolled > 4 and (rolled > 16 or rolled > ht)
            else:
                skill -= shock
                rolled = int(rnd() * 6.0) + int(rnd() * 6.0) + int(rnd() * 6.0) + 3
                if rolled > 4 and (rolled > 16 or rolled > skill):
                    stun = other and (rolled == 18 or (rolled == 17 and skill <= 15) or rolled - skill >= 10)
                else:
                    _, defence, foe_ht, foe_full, foe_dr, _, _, _, _ = foe
                    if rolled > 4 and not (rolled == 5 and skill >= 15) and not (rolled == 6 and skill >= 16):
                        if other and 3 * foe_hp < foe_full:
                            defence = (defence + 1) // 2
                        if foe_stun:
                            defence -= 4
                        warded = int(rnd() * 6.0) + int(rnd() * 6.0) + int(rnd() * 6.0) + 3
                        hit = warded > 4 and (warded > 16 or warded > defence)
                    else:
                        hit = True
                    if hit:
                        if rolled == 3 and other:
                            damage = 6 * dice + adds
                        elif dice == 2:
                            damage = int(rnd() * 6.0) + int(rnd() * 6.0) + 2 + adds
                        else:
                            damage = int(rnd() * 6.0) + 1 + adds
                        if damage < least:
                            damage = least
                        if damage > foe_dr:
                            wound = (damage - foe_dr) * halves // 2 or 1
                            before, foe_hp = foe_hp, foe_hp - wound
                            foe_shock = wound if wound < 4 else 4
                            dead = False
                            if foe_hp <= -foe_full:
                                dead = foe_hp <= -5 * foe_full
                                for line in (-foe_full, -2 * foe_full, -3 * foe_full, -4 * foe_full):
                                    if not dead and before > line >= foe_hp:
                                        rolled = int(rnd() * 6.0) + int(rnd() * 6.0) + int(rnd() * 6.0) + 3
                                        dead = rolled > 4 and (rolled > 16 or rolled > foe_ht)
                            if dead:
                                break
                            if 2 * wound > foe_full:
                                rolled = int(rnd() * 6.0) + int(rnd() * 6.0) + int(rnd() * 6.0) + 3
                                if rolled > 4 and (rolled > 16 or rolled > foe_ht):
                                    if rolled - foe_ht >= 5:
                                        break
                                    foe_stun = True
            hp, shock, stun, foe_hp, foe_shock, foe_stun = foe_hp, foe_shock, foe_stun, hp, 0, stun
            me, foe, first = foe, me, not first
        wins += first
    return Fought(count, wins, turns, time.process_time() - start)
