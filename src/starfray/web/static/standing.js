// @ts-check
// Where people stand before anybody has put them somewhere.

const CLEAR = 0.5; // so far from every wall
const STEPS = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [2, 0],
  [-2, 0],
];

/** A wall as far as it stands in somebody's way. @typedef {{points: number[][]}} Standing */

/** Where somebody stands who was given no place: the first side on the left, the second on the right, evenly spread, and nobody in a wall.
 * @param {number} side @param {number} nth @param {number} of @param {number} width @param {number} height @param {Standing[]} [walls] */
export function stands(side, nth, of, width, height, walls = []) {
  const deep = Math.max(1, Math.floor(height) - 1);
  const rank = Math.floor(nth / deep);
  const inRank = Math.min(deep, of - rank * deep);
  const x = side === 0 ? width * 0.15 - rank : side === 1 ? width * 0.85 + rank : width * 0.5 + rank;
  const first = [Math.round(x), Math.round((((nth % deep) + 1) * height) / (inRank + 1))];
  const places = STEPS.map(([east, north]) => [
    Math.max(0, Math.min(width, first[0] + east)),
    Math.max(0, Math.min(height, first[1] + north)),
  ]);
  return places.find((place) => !walls.some((wall) => touches(wall, place))) ?? places[0];
}

/** @param {Standing} wall @param {number[]} place */
function touches(wall, [x, y]) {
  return wall.points.some(([ax, ay], i) => {
    const [bx, by] = wall.points[i + 1] ?? [ax, ay];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
    return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) < CLEAR;
  });
}

/** Those of a fight who have no place on its map yet, each with the place to begin from. @param {import("./types.js").View} view */
export function unplaced(view) {
  const [width, height] = view.scene.map ?? [0, 0];
  const people = view.order.map((id) => view.cards[id]).filter((card) => card && !card.out);
  const sides = [...new Set(people.map((card) => card.side))];
  return people.flatMap((card) => {
    if (card.at || !width || !height) return [];
    const beside = people.filter((each) => each.side === card.side);
    const at = stands(sides.indexOf(card.side), beside.indexOf(card), beside.length, width, height, view.scene.walls);
    return [{ id: card.id, at }];
  });
}
