// The half of asking without a server: workers of this browser answer, with the package and its engine in them.
import folder from "./folder.js";
import { isWide } from "./engine.js";
import { Refusal, nameOf, suffixOf } from "./refusal.js";
import { Workers } from "./workers.js";

/** @typedef {import("./ask.js").Parameters} Parameters */
/** @typedef {import("./ask.js").Answer} Answer */
/** @typedef {import("./ask.js").How} How */

const SNAPSHOTS = "shapewright-python-"; // a cache whose name ends with what the snapshot belongs to
const EVERY = 1000; // ms after which a question that is at work is heard of again

/** @param {string} address */
const here = (address) => new URL(address, import.meta.url).href;
const family = /** @type {HTMLElement | null} */ (document.querySelector("[data-family]"))?.dataset.family ?? "";

/** @type {Promise<Record<string, any>> | null} */
let beginning = null;

/** What a worker is begun with: everything that is compiled, once for all of them. */
async function begin() {
  const { script, module } = isWide() ? folder.engine.wide : folder.engine.plain;
  const [python, engine] = await Promise.all([compiled(`${folder.python}pyodide.asm.wasm`), compiled(module)]);
  return { python, engine, script, family };
}

/** The name has a digest of the content, so a copy in the cache is right, however old. @param {string} address */
async function compiled(address) {
  return WebAssembly.compileStreaming(fetch(here(address), { cache: "force-cache" }));
}

const workers = new Workers({
  address: new URL("./engine_worker.js", import.meta.url),
  begin: () => {
    beginning ??= begin().catch((error) => { beginning = null; throw error; });
    return beginning;
  },
  snapshot: recall,
  keep: (snapshot) => { remember(snapshot).catch(() => {}); }, // no room: a page that is loaded anew starts slowly
});

// --- Questions --------------------------------------------------------------------------------------------------------

/** The parameters to ask an answer's files with: they have what was drawn at random.
 * @type {Map<string, Parameters>} */
const asked = new Map();
const KEPT = 200;
let runs = 0;

/**
 * The answer of a worker; see `ask`.
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {How} [how]
 * @returns {Promise<Answer>}
 */
export async function answerOf(family, question, parameters, how = {}) {
  const { light = true } = how;
  const { view, files, parameters: again } = await told({ family, question, parameters: JSON.stringify(parameters), light, file: "" }, how);
  const run = String(++runs);
  asked.set(run, again);
  if (asked.size > KEPT) asked.delete(/** @type {string} */ (asked.keys().next().value));
  Object.assign(view, { run, files });
  return { run, view, files };
}

/**
 * The content of a file of an answer; see `save`. Pixels are the page's work: a worker says what is to be drawn.
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {any} view
 * @param {string} suffix
 * @returns {Promise<Blob>}
 */
export async function fileOf(family, question, parameters, view, suffix) {
  const file = suffixOf(nameOf(view.files, suffix));
  const whole = JSON.stringify(asked.get(view.run) ?? parameters);
  const { film, base64, text } = await told({ family, question, parameters: whole, light: false, file }, {});
  if (film) {
    const { toGif, toPng } = await import("./pixels.js");
    return file === ".gif" ? toGif(film) : toPng(film);
  }
  return new Blob([base64 === undefined ? text : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
}

/**
 * What a worker replies; raises `Refusal` for an error.
 * @param {Record<string, any>} asked
 * @param {How} how
 * @returns {Promise<any>}
 */
async function told(asked, { wait = 0.3, signal, progress }) {
  const reply = await new Promise((resolve, reject) => {
    if (signal?.aborted) { reject(new DOMException("ended", "AbortError")); return; }
    const began = performance.now();
    let far = { text: "loading the solver", fraction: null, view: null }, waiting = true;
    const tell = () => {
      const seconds = (performance.now() - began) / 1000;
      if (seconds >= wait) progress?.({ ...far, seconds, waiting });
    };
    const first = setTimeout(tell, wait * 1000), often = setInterval(tell, EVERY);
    const end = () => { clearTimeout(first); clearInterval(often); signal?.removeEventListener("abort", stop); };
    const giveUp = workers.submit({
      message: { kind: "ask", ...asked },
      begun: () => { far.text = ""; waiting = false; },
      told: ({ text }) => { far = { ...far, ...JSON.parse(text) }; tell(); },
      done: (message) => {
        end();
        if (message.kind === "lost") reject(new Refusal(`The solver of this page does not start: ${message.words}`));
        else if (message.kind === "refused") reject(new Refusal(message.words));
        else resolve(JSON.parse(message.text));
      },
    });
    const stop = () => { end(); giveUp(); reject(new DOMException("ended", "AbortError")); };
    signal?.addEventListener("abort", stop);
  });
  if (reply.error) throw new Refusal(reply.error, reply.state, reply.equivalents);
  return reply;
}

// --- What a page keeps ------------------------------------------------------------------------------------------------

/** The memory of a worker that was ready here before, so that the next one need not start from nothing. */
async function recall() {
  try {
    const cache = await caches.open(SNAPSHOTS + folder.version);
    const found = await cache.match("snapshot");
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** @param {Uint8Array} snapshot */
async function remember(snapshot) {
  for (const name of await caches.keys()) {
    if (name.startsWith(SNAPSHOTS) && name !== SNAPSHOTS + folder.version) await caches.delete(name);
  }
  await (await caches.open(SNAPSHOTS + folder.version)).put("snapshot", new Response(/** @type {BlobPart} */ (snapshot)));
}

/** The theme is kept in this browser; theme.js reads it before the page is drawn. @param {string} theme */
export function keepTheme(theme) {
  try { localStorage.setItem("shapewright-theme", theme); } catch { /* no storage: for this page alone */ }
}

/** Nothing is at work but what this page shows itself. */
export function watchWork() {}

if (family) workers.warm();
