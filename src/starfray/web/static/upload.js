// @ts-check
// A fight file from one's disk, with the parties and packs it names: several files at once, or a whole folder.

/** @typedef {{name: string, text: string}} Read */

const FIGHT = /^\s*rulebook\s*=/m;
const READABLE = /\.(toml|json|txt)$/i;

/** The fight among the files, and the others by the paths under which it names them. @param {File[]} files @returns {Promise<{text: string, beside: Record<string, string>}>} */
export async function readFiles(files) {
  const texts = await Promise.all(
    files
      .filter((file) => READABLE.test(file.name))
      .map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() })),
  );
  const fight = texts.find((each) => FIGHT.test(each.text) && each.text.includes("[[combatant]]")) ?? texts[0];
  if (!fight) return { text: "", beside: {} };
  const others = texts.filter((each) => each !== fight);
  return { text: fight.text, beside: Object.fromEntries(others.map((each) => [path(each, fight), each.text])) };
}

/** Where the fight looks for a file: beside itself, or, of files picked one by one, where it names one like it. @param {Read} file @param {Read} fight */
function path(file, fight) {
  const folder = fight.name.includes("/") ? fight.name.slice(0, fight.name.lastIndexOf("/") + 1) : "";
  if (file.name.includes("/")) return file.name.startsWith(folder) ? file.name.slice(folder.length) : file.name;
  const named = [...fight.text.matchAll(/"([^"\n]+)"/g)].map((found) => found[1]);
  const same = named.find((each) => each === file.name || each.endsWith(`/${file.name}`));
  if (same) return same;
  const packs = /^\s*packs\s*=\s*\[\s*"([^"\n]+)"\s*,?\s*\]/m.exec(fight.text);
  return packs ? `${packs[1]}/${file.name}` : file.name;
}
