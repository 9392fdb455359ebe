// A worker that answers: Python with the package in it, and the engine beside it. It takes one question after the other;
// who wants no answer any more ends the worker.
import folder from "./folder.js";
import { openEngine } from "./engine.js";

/** @typedef {{name: string, address: string}} DataFile */
/**
 * @typedef {object} Begin  the first message
 * @property {"begin"} kind
 * @property {WebAssembly.Module} python
 * @property {WebAssembly.Module} engine
 * @property {string} script  what the engine's module is run by
 * @property {Uint8Array | null} snapshot  the memory of a Python that has imported the package
 * @property {boolean} whole  import all of the package, and send the memory as it is then
 * @property {string} family  whose data will be asked for
 */
/**
 * @typedef {object} Question
 * @property {"ask"} kind
 * @property {number} id
 * @property {string} family
 * @property {string} question
 * @property {string} parameters  JSON
 * @property {boolean} light
 * @property {string} file  the suffix of the file that is wanted instead of the view, or empty
 */

const PLACE = "/shapewright"; // where the package lies in Python's file system
const PAGE = 65536; // bytes
const LARGE = 1 << 29; // bytes of memory with which a worker does not go on
const MODULE = "shapewright.web.local";

/** @param {string} address */
const here = (address) => new URL(address, import.meta.url).href;

/** @type {any} */
let python;
/** @type {any} */
let local;
let isWorn = () => false;
/** @type {Map<string, Promise<void>>} */
const dataOf = new Map();

/** @param {any} message @param {Transferable[]} [moved] */
const send = (message, moved = []) => /** @type {any} */ (self).postMessage(message, moved);

/** @param {Begin} begin */
async function start({ python: module, engine: engineModule, script, snapshot, whole, family }) {
  // Python's own loader fetches and compiles; here that is done once, and the workers share it.
  // Names have digests, so a copy in the cache is right: a host that says nothing of caching sends a file once, too.
  const { fetch: ask } = self, { instantiate } = WebAssembly;
  self.fetch = async (what, how) => (String(what).endsWith(".wasm") ? new Response() : ask(what, { cache: "force-cache", ...how }));
  /** @type {any} */ (WebAssembly).instantiateStreaming = async (/** @type {any} */ _, /** @type {any} */ imports) => {
    const instance = await instantiate(module, imports);
    if (snapshot) /** @type {WebAssembly.Memory} */ (instance.exports.memory).grow(pagesMore(snapshot, instance));
    return { module, instance };
  };
  const [{ loadPyodide }, engine, wheel] = await Promise.all([
    import(here(`${folder.python}pyodide.mjs`)),
    openEngine(here(script), engineModule),
    fetched(folder.wheel),
  ]);
  python = await loadPyodide({
    indexURL: here(folder.python),
    ...(snapshot ? { _loadSnapshot: snapshot, _snapshotDeserializer: () => engine } : { _makeSnapshot: whole }),
  });
  python.unpackArchive(wheel, "wheel", { extractDir: PLACE });
  if (snapshot) python.runPython("import random; random.seed()"); // else every worker would draw the same
  else {
    python.registerJsModule("shapewright_wire", engine);
    python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
    if (whole) {
      python.runPython(`import ${MODULE}; ${MODULE}.warm_up()`);
      const made = python.makeMemorySnapshot({ serializer: () => ({ engine: true }) });
      send({ kind: "snapshot", snapshot: made }, [made.buffer]);
    }
  }
  local = python.pyimport(MODULE);
  isWorn = () => engine.isWorn() || python._module.HEAPU8.length > LARGE; // memory that grew stays
  if (family) dataFor(family).catch(() => {}); // the first question says what is wrong
  send({ kind: "ready" });
}

/** How much a snapshot needs beyond the memory that an instance begins with. @param {Uint8Array} snapshot @param {WebAssembly.Instance} instance */
function pagesMore(snapshot, instance) {
  const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  const head = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];
  return Math.max(0, Math.ceil((snapshot.length - head - memory.buffer.byteLength) / PAGE));
}

/** @param {string} address */
async function fetched(address) {
  const reply = await fetch(here(address));
  if (!reply.ok) throw new Error(`${address.replace(/.*\//, "")} is missing`);
  return reply.arrayBuffer();
}

/** The data files of a family, into the package's folder. @param {string} family */
function dataFor(family) {
  let coming = dataOf.get(family);
  if (!coming) {
    coming = Promise.all((folder.data[family] ?? []).map(async ({ name, address }) => {
      const content = new Uint8Array(await fetched(address)), path = `${PLACE}/shapewright/${name}`;
      python.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
      python.FS.writeFile(path, content);
    })).then(() => undefined);
    coming.catch(() => dataOf.delete(family));
    dataOf.set(family, coming);
  }
  return coming;
}

/** @param {Question} asked */
async function answer({ id, family, question, parameters, light, file }) {
  try {
    await dataFor(family);
  } catch (error) {
    send({ kind: "refused", id, words: `The data of this page could not be loaded: ${/** @type {Error} */ (error).message}` });
    return;
  }
  try {
    const tell = (/** @type {string} */ text) => send({ kind: "progress", id, text });
    const text = file ? local.file(family, question, parameters, file) : local.look(family, question, parameters, light, tell);
    send({ kind: "answer", id, text, worn: isWorn() });
  } catch (error) { // a fault of ours, or memory that is used up: nobody knows in what state this Python is
    send({ kind: "lost", id, words: String(/** @type {Error} */ (error).message).trim().split("\n").at(-1) });
  }
}

addEventListener("message", ({ data }) => {
  if (data.kind === "begin") start(data).catch((error) => send({ kind: "lost", id: 0, words: String(error.message ?? error) }));
  else answer(data);
});
