// Compiles the modules in an archive by the Python of the browser, which runs here in node:
//   node compile.mjs PYODIDE BYTECODE.PY FROM.ZIP TO.ZIP
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide();
python.FS.writeFile("/bytecode.py", readFileSync(program, "utf8"));
python.FS.writeFile("/from.zip", new Uint8Array(readFileSync(from)));
python.runPython(`
import pathlib, sys
sys.path.insert(0, "/")
from bytecode import compiled
pathlib.Path("/to.zip").write_bytes(compiled(pathlib.Path("/from.zip").read_bytes()))
`);
writeFileSync(to, python.FS.readFile("/to.zip"));
