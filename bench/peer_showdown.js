// Pokémon Showdown's simulator: random battles of six against six, each side's choice drawn from what its request allows.
// Reads lines of JSON (seconds, seed), answers each with the choices carried out and the seconds they took.
// The battle is driven directly, without its streams of text; teams are drawn before the clock starts.
"use strict";

const { Battle, Teams, PRNG } = require("pokemon-showdown");
const readline = require("readline");

const FORMAT = "gen9randombattle";

function choice(side, dice) {
  const request = side.activeRequest;
  if (!request || request.wait) return null;
  const drawn = (list) => list[Math.floor(dice.random() * list.length)];
  const bench = request.side.pokemon
    .map((one, place) => ({ one, place: place + 1 }))
    .filter(({ one }) => !one.active && !one.condition.endsWith(" fnt"));
  if (request.forceSwitch) return bench.length ? `switch ${drawn(bench).place}` : "default";
  if (!request.active) return "default";
  const moves = request.active[0].moves.map((move, place) => ({ move, place: place + 1 })).filter(({ move }) => !move.disabled);
  return moves.length ? `move ${drawn(moves).place}` : "default";
}

function play(battle, dice) {
  let choices = 0;
  while (!battle.ended) {
    for (const side of battle.sides) {
      if (battle.ended) break;
      const words = choice(side, dice);
      if (words === null) continue;
      if (!battle.choose(side.id, words)) battle.choose(side.id, "default");
      choices++;
    }
  }
  return choices;
}

function cpu() {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1e6;
}

function battles(seconds, seed) {
  const dice = new PRNG([seed, 2, 3, 4]);
  let games = 0, actions = 0, took = 0;
  while (took < seconds) {
    const players = [1, 2].map((number) => ({ name: `player ${number}`, team: Teams.generate(FORMAT) }));
    const wall = performance.now(), used = cpu();
    const battle = new Battle({ formatid: FORMAT, seed: [seed, games, 5, 6], p1: players[0], p2: players[1] });
    actions += play(battle, dice);
    // its helper threads count in cpuUsage, others at work on the machine count by the clock: the smaller is nearer
    took += Math.min((performance.now() - wall) / 1e3, cpu() - used);
    games++;
  }
  return { games, actions, seconds: took };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const job = JSON.parse(line);
  console.log(JSON.stringify(battles(job.seconds, job.seed)));
});
