"""Ways to tamper with the export of a fight's dice. Each changes the data and says whether it could."""

from __future__ import annotations

import copy
from collections.abc import Callable
from math import log2
from random import Random
from typing import Any

Export = dict[str, Any]
ENOUGH = 24.0  # bits of dice: one in sixteen million shares gives the same


def covered(data: Export) -> list[int]:
    """Places of the throws whose faces can be worked out."""
    found = []
    for place, throw in enumerate(data["throws"]):
        if throw[5] and throw[1] <= len(data["links"].get(throw[0], [])):
            found.append(place)
    return found


def used(data: Export) -> list[tuple[Any, Any]]:
    """Dice of acts that stand and have a throw which is not typed in, with that throw."""
    return [
        (die, data["throws"][die["throw"] - 1])
        for act in data["acts"]
        for die in act["dice"]
        if act["line"] == "stands" and die["throw"] and die["source"] != "hand"
    ]


def another(face: int, sides: int) -> int:
    return face % sides + 1


def a_face_of_an_act(data: Export, chance: Random) -> bool:
    found = [pair for pair in used(data) if pair[1][4][0] > 1]
    if found:
        die, throw = chance.choice(found)
        die["faces"][0] = another(die["faces"][0], throw[4][0])
    return bool(found)


def a_face_everywhere(data: Export, chance: Random) -> bool:
    places = [place for place in covered(data) if data["throws"][place][4][0] > 1]
    if places:
        place = chance.choice(places)
        throw = data["throws"][place]
        throw[5][0] = another(throw[5][0], throw[4][0])
        for act in data["acts"]:
            for die in act["dice"]:
                if die["throw"] == place + 1:
                    die["faces"] = list(throw[5])
    return bool(places)


def a_throw_left_out(data: Export, chance: Random) -> bool:
    """The bad throw never happened, and all later ones move up."""
    kinds = [throw[:3] for throw in data["throws"]]  # the last of a key would not be missed
    places = [place for place in covered(data) if kinds[place] in kinds[place + 1 :]]
    if places:
        place = chance.choice(places)
        del data["throws"][place]
        for act in data["acts"]:
            for die in act["dice"]:
                die["throw"] -= die["throw"] > place + 1
    return bool(places)


def a_throw_too_many(data: Export, chance: Random) -> bool:
    places = covered(data)
    if places:
        place = chance.choice(places)
        data["throws"].insert(place, copy.deepcopy(data["throws"][place]))
    return bool(places)


def throws_exchanged(data: Export, chance: Random) -> bool:
    """Two acts change their throws."""
    if any(act["corrected"] for act in data["acts"]):
        return False
    acts = [act for act in data["acts"] if act["line"] == "stands" and [die for die in act["dice"] if die["throw"]]]
    if len(acts) < 2:
        return False
    first, second = chance.sample(acts, 2)
    first["dice"], second["dice"] = second["dice"], first["dice"]
    return True


def a_throw_used_twice(data: Export, chance: Random) -> bool:
    acts = [act for act in data["acts"] if act["line"] == "stands" and [die for die in act["dice"] if die["throw"]]]
    if acts:
        data["acts"].append(copy.deepcopy(chance.choice(acts)))
    return bool(acts)


def thrown_for_somebody_else(data: Export, chance: Random) -> bool:
    found = used(data)
    if found:
        chance.choice(found)[0]["who"] += "x"
    return bool(found)


def luck_of_another_seat(data: Export, chance: Random) -> bool:
    found = [pair for pair in used(data) if pair[0]["sides"]]
    if found:
        chance.choice(found)[0]["seat"] += "x"
    return bool(found)


def another_die(data: Export, chance: Random) -> bool:
    """More sides than the throw should have, and the best of them."""
    found = used(data)
    if found:
        die, throw = chance.choice(found)
        throw[4] = [sides + 1 for sides in throw[4]]
        throw[5] = die["faces"] = list(throw[4])
    return bool(found)


def a_number_taken_off(data: Export, chance: Random) -> bool:
    """The die is the app's, but of no throw that could be checked."""
    found = used(data) if data["whole"] else []
    if found:
        chance.choice(found)[0]["throw"] = 0
    return bool(found)


def another_key(data: Export, chance: Random) -> bool:
    if not data["links"]["open"]:
        return False
    data["links"]["open"][-1] = f"{chance.getrandbits(256):064x}"
    return True


def another_commitment(data: Export, chance: Random) -> bool:
    if not data["links"]["open"]:
        return False
    data["commitments"]["open"] = f"{chance.getrandbits(256):064x}"
    return True


def a_key_too_few(data: Export, chance: Random) -> bool:
    if not data["links"]["open"]:
        return False
    data["links"]["open"].pop()
    return True


def shares_in_use(data: Export) -> list[int]:
    """Places of the shares on which a throw depends that can be worked out."""
    most = max([data["throws"][place][2] for place in covered(data)], default=0)
    return list(range(most))


def another_share(data: Export, chance: Random) -> bool:
    """Only where enough dice depend on it: a single die may show the same by another share, too."""
    dependent = [sides for place in covered(data) if data["throws"][place][2] for sides in data["throws"][place][4]]
    places = shares_in_use(data)[:1] if sum(map(log2, dependent)) > ENOUGH else []
    if places:
        data["shares"][chance.choice(places)]["share"] += "x"
    return bool(places)


def a_share_left_out(data: Export, chance: Random) -> bool:
    places = shares_in_use(data)
    if places:
        del data["shares"][chance.choice(places)]
    return bool(places)


def a_share_given_later(data: Export, chance: Random) -> bool:
    places = shares_in_use(data)
    if places:
        for share in data["shares"][chance.choice(places) :]:
            share["after"] = len(data["throws"])
    return bool(places)


def another_luck(data: Export, chance: Random) -> bool:
    if not data["luck"]:
        return False
    data["luck"][chance.choice(sorted(data["luck"]))]["deviations"] += 1
    return True


def an_act_left_out(data: Export, chance: Random) -> bool:
    """Of the GM's export, which holds all acts, whatever became of them."""
    seen = [{die["throw"] for die in act["dice"]} for act in data["acts"]]
    alone = [
        place
        for place, numbers in enumerate(seen)
        if any(number and not any(number in other for at, other in enumerate(seen) if at != place) for number in numbers)
    ]
    if data["for"] != "gm" or not alone:
        return False
    del data["acts"][chance.choice(alone)]
    data["luck"] = {}
    return True


def something_missing(data: Export, chance: Random) -> bool:
    del data[chance.choice(["throws", "acts", "links", "commitments", "shares", "reveals", "luck"])]
    return True


TAMPERINGS: list[Callable[[Export, Random], bool]] = [
    a_face_of_an_act,
    a_face_everywhere,
    a_throw_left_out,
    a_throw_too_many,
    throws_exchanged,
    a_throw_used_twice,
    thrown_for_somebody_else,
    luck_of_another_seat,
    another_die,
    a_number_taken_off,
    another_key,
    another_commitment,
    a_key_too_few,
    another_share,
    a_share_left_out,
    a_share_given_later,
    another_luck,
    an_act_left_out,
    something_missing,
]
