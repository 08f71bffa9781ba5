// @ts-check
// Where people stand before anybody has put them somewhere.

/** Where somebody stands who was given no place: the first side on the left, the second on the right, evenly spread.
 * @param {number} side @param {number} nth @param {number} of @param {number} width @param {number} height */
export function stands(side, nth, of, width, height) {
  const deep = Math.max(1, Math.floor(height) - 1);
  const rank = Math.floor(nth / deep);
  const inRank = Math.min(deep, of - rank * deep);
  const x = side === 0 ? width * 0.15 - rank : side === 1 ? width * 0.85 + rank : width * 0.5 + rank;
  return [Math.max(0, Math.min(width, Math.round(x))), Math.round((((nth % deep) + 1) * height) / (inRank + 1))];
}
