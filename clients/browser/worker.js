// @ts-check
// Python in a thread of its own: it answers questions for starfray.terminal.standalone, one after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function begin() {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  const rules = await fetch(new URL("starfray.zip", import.meta.url));
  if (!rules.ok) throw new Error(`starfray.zip: ${rules.status}`);
  python.unpackArchive(await rules.arrayBuffer(), "zip", { extractDir: "/starfray" });
  python.runPython("import sys; sys.path.insert(0, '/starfray')");
  const { ask } = python.pyimport("starfray.terminal.standalone");
  self.onmessage = ({ data }) => self.postMessage({ id: data.id, answer: ask(data.question) });
  self.postMessage({ ready: true });
}

begin().catch((error) => self.postMessage({ fault: String(error) }));
