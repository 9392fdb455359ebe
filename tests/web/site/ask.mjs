// Questions to the browser's Python, in node: node ask.mjs PYTHON WHEEL ENGINE DATA, and the questions as JSON on the
// standard input, each a family, a verb and parameters as JSON text. The replies, and what they took, are JSON on the
// standard output.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openEngine } from "../../../src/shapewright/web/static/doors/engine.js";

// What emscripten writes for node believes that it is no ES module.
Object.assign(globalThis, { __dirname: import.meta.dirname, require: createRequire(import.meta.url) });

const PLACE = "/shapewright";
const [folder, wheel, built, data] = process.argv.slice(2);
const seconds = () => process.cpuUsage().user / 1e6;
const took = {};
const timed = async (what, work) => {
  const began = seconds(), result = await work();
  took[what] = seconds() - began;
  return result;
};

const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const engine = await timed("engine", async () => {
  const module = await WebAssembly.compile(readFileSync(join(built, "shapewright_engine.wasm")));
  return openEngine(pathToFileURL(resolve(built, "shapewright_engine.mjs")).href, module);
});
const python = await timed("python", () => loadPyodide({ indexURL: `${resolve(folder)}/` }));
const local = await timed("package", () => {
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: PLACE });
  python.registerJsModule("shapewright_wire", engine);
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  return python.pyimport("shapewright.web.local");
});
for (const file of readdirSync(data, { recursive: true, withFileTypes: true })) {
  if (!file.isFile()) continue;
  const path = join(file.parentPath ?? file.path, file.name), family = path.slice(resolve(data).length + 1).split("/")[0];
  python.FS.mkdirTree(`${PLACE}/shapewright/${family}/data_files`);
  python.FS.writeFile(`${PLACE}/shapewright/${family}/data_files/${file.name}`, new Uint8Array(readFileSync(path)));
}
const replies = [];
for (const [family, verb, parameters] of JSON.parse(readFileSync(0, "utf8"))) {
  const began = seconds(), text = local.look(family, verb, parameters, true, () => {});
  replies.push({ reply: JSON.parse(text), seconds: seconds() - began });
}
const memory = { python: python._module.HEAPU8.length };
process.stdout.write(JSON.stringify({ replies, took, memory }));
