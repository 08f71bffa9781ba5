"""Positions from which a random walk reaches every corner of the book."""

from __future__ import annotations

HEAD = 'rulebook = "compound-x"\nseed = 5\n'

#: two grapples, one of them a pin; a grabber knife, a whip, cuffs, blades for opportunity attacks
CLINCH = (
    HEAD
    + """
[now]
round = 1
order = ["ana", "tor", "bo", "kai", "mo", "ric"]
up = "ana"
started = true
grapples = [
    { first = "ana", second = "tor", control = "ana", pinned = "tor" },
    { first = "kai", second = "bo", control = "kai" },
]
[[combatant]]
id = "ana"
side = "crew"
actions = 1
at = [0, 0]
kits = { zip-cuffs = 2 }
skills = { athletics = 30 }
[[combatant]]
id = "tor"
side = "dock"
at = [1, 0]
health = 40
[[combatant]]
id = "bo"
side = "crew"
at = [0, 4]
skills = { athletics = 30 }
[[combatant]]
id = "kai"
side = "dock"
at = [1, 4]
[[combatant]]
id = "mo"
side = "crew"
at = [4, 2]
engaged = ["ric"]
melee = ["grabber-knife"]
stats = { dexterity = 9 }
[[combatant]]
id = "ric"
side = "dock"
at = [5, 2]
engaged = ["mo"]
melee = ["gs101-sword"]
weapons = ["ecsc-mk16"]
"""
)

#: a grabber's blow about to fall, a helper at a fallen friend's side, bonds to break
KNIVES = (
    HEAD
    + """
[now]
round = 1
order = ["mo", "ric", "ana", "tor"]
up = "mo"
started = true
[[combatant]]
id = "mo"
side = "crew"
actions = 4
at = [0, 0]
melee = ["grabber-knife"]
stats = { strength = 9, dexterity = 9 }
[[combatant]]
id = "ric"
side = "dock"
at = [1, 0]
stats = { fortitude = 12 }
restrained = "zip-cuffs"
[[combatant]]
id = "ana"
side = "dock"
at = [2, 0]
skills = { medicine = 60 }
stats = { luck = 12 }
kits = { medkit = 9 }
[[combatant]]
id = "tor"
side = "dock"
at = [2, 1]
health = 0
stance = "prone"
"""
)

#: a late comer, acrobats, grenades and knives in hand, a charge to set off, a shield to pay for, fire, fear, bipods, cloaks
BOMBS = (
    HEAD
    + """
[rulings]
aim-shift = "on"
[now]
round = 1
order = ["ana", "tor", "bo", "kai", "mo"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
skills = { weapons-explosives = 12 }
stats = { fortitude = 12 }
grenades = [{ key = "frag", count = 9, in-hand = true }, { key = "c10", count = 3, dropped = true, lies = [9, 9] }]
[[combatant]]
id = "tor"
side = "dock"
at = [8, 0]
skills = { acrobatics = 90 }
stats = { perception = 14, dexterity = 14, fortitude = 12 }
thrown = [{ key = "throwing-knife", count = 9, in-hand = true }]
rigs = ["recon-chest-adv"]
modules = ["point-defence-m"]
nanites = 30
max-nanites = 60
kits = { nanite-pack = 3 }
conditions = [{ kind = "burning", stacks = 1, dc = 90 }]
[[combatant]]
id = "bo"
side = "crew"
at = [0, 6]
stance = "prone"
fallen = "mo"
weapons = [{ key = "ecsc-mk249", attachments = ["bipod"] }]
stats = { strength = 9, fortitude = 12 }
[[combatant]]
id = "kai"
side = "dock"
at = [8, 1]
profession = "soldier"
stats = { fortitude = 12 }
shield = { key = "a-class", strength = 10 }
grenades = [{ key = "c10", count = 3, in-hand = true }]
skills = { weapons-explosives = 12, acrobatics = 90 }
[[combatant]]
id = "mo"
side = "dock"
at = [12, 3]
profession = "assassin"
rigs = ["recon-chest-adv"]
modules = ["cloak-mk1"]
skills = { stealth = 20 }
stats = { dexterity = 9, fortitude = 12 }
weapons = ["flexcorp-ll35-laser-pistol"]
[[combatant]]
id = "ric"
side = "dock"
at = [9, 0]
skills = { acrobatics = 90 }
stats = { fortitude = 12 }
"""
)

#: a watcher dies, and whoever aimed at him may look elsewhere
WATCH = (
    HEAD
    + """
[rulings]
aim-shift = "on"
[now]
round = 1
order = ["ana", "kai", "tor", "bo"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
fallen = "tor"
weapons = ["ecsc-mk16"]
[[combatant]]
id = "kai"
side = "dock"
at = [21, 1]
profession = "soldier"
shield = { key = "a-class", strength = 0, wait = 1 }
[[combatant]]
id = "tor"
side = "dock"
at = [20, 0]
health = -5
dead = true
stance = "prone"
[[combatant]]
id = "bo"
side = "crew"
at = [0, 3]
actions = 0
weapons = ["partix-laser-rifle-la105"]
fear = 60
conditions = [{ kind = "bleeding", stacks = 1 }, { kind = "poisoned", lasted = 4, dc = 60 }]
skills = { medicine = 20 }
"""
)

#: blades all round, and everybody wants to be elsewhere
SWORDS = (
    HEAD
    + """
[now]
round = 1
order = ["ana", "tor", "bo"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
engaged = ["tor"]
melee = ["gs101-sword"]
stats = { fortitude = 15 }
[[combatant]]
id = "tor"
side = "dock"
at = [1, 0]
engaged = ["ana"]
melee = ["gs101-sword"]
stats = { fortitude = 15 }
[[combatant]]
id = "bo"
side = "crew"
at = [2, 0]
melee = ["gs101-sword"]
stats = { fortitude = 15 }
"""
)

#: a line of fire with people on both sides of it
LINE = (
    HEAD
    + """
[now]
round = 1
order = ["mo", "ric", "bo", "tor"]
up = "mo"
started = true
zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "light", radius = 1, at = [20, 0] }]
[[combatant]]
id = "bo"
side = "crew"
at = [0, 0]
stats = { strength = 6 }
weapons = ["ecsc-mk249"]
[[combatant]]
id = "tor"
side = "dock"
at = [20, 0]
[[combatant]]
id = "mo"
side = "dock"
actions = 4
at = [8, 0.4]
fear = 74
stats = { dexterity = 9, fortitude = 12 }
[[combatant]]
id = "ric"
side = "dock"
at = [12, -0.4]
fear = 74
stats = { dexterity = 9, fortitude = 12 }
"""
)

#: a long shot with the scope set for another distance, a magnifier, smoke between, everybody waiting for something
GLASS = (
    HEAD
    + """
[now]
round = 1
order = ["ana", "tor", "bo", "kai"]
up = "ana"
started = true
clouds = [{ kind = "smoke", radius = 8, rounds = 12, at = [120, 0] }]
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
aim = "tor"
weapons = [{ key = "matthews-ba780", sighted = 320 }, { key = "ecsc-mk16", attachments = ["dot", "magnifier2"] }]
stats = { fortitude = 12 }
[[combatant]]
id = "tor"
side = "dock"
at = [250, 0]
stats = { fortitude = 12 }
weapons = [{ key = "matthews-ba780" }]
[[combatant]]
id = "bo"
side = "crew"
at = [118, 0]
stats = { fortitude = 12 }
weapons = [{ key = "ecsc-mk16", attachments = ["dot", "magnifier2"] }, "ecsc-mk8-auto"]
melee = ["g1-knife"]
held = { actions = 2, trigger = "acts", plan = ["run", "draw"] }
[[combatant]]
id = "kai"
side = "dock"
at = [119, 0]
stats = { fortitude = 12 }
weapons = [{ key = "ecsc-mk16", rounds = 3 }]
grenades = [{ key = "frag", count = 3, in-hand = true }]
skills = { weapons-explosives = 12 }
held = { actions = 2, trigger = "acts", plan = ["trip", "reload"] }
"""
)

#: the suppressor's own friend runs through his fire
FRIEND = (
    HEAD
    + """
[now]
round = 1
order = ["kai", "bo", "tor"]
up = "kai"
started = true
zones = [{ by = "bo", target = "tor", weapon = "ecsc-mk249", level = "light", radius = 2, at = [16, 0] }]
[[combatant]]
id = "bo"
side = "crew"
at = [0, 0]
stats = { strength = 6 }
weapons = ["ecsc-mk249"]
[[combatant]]
id = "kai"
side = "crew"
actions = 4
at = [16, 1]
[[combatant]]
id = "tor"
side = "dock"
at = [16, 0]
stance = "prone"
"""
)
