// The page of what is at work: each question keeps its element, so that nobody loses the place while texts change.
import { cancel, work } from "./doors/ask_server.js";
import data from "./data.js";
import { button, byId, el } from "./dom.js";
import "./shell.js";

/**
 * @typedef {object} Run
 * @property {string} run
 * @property {string} family
 * @property {string} question
 * @property {string} state
 * @property {number} seconds
 * @property {{text: string, fraction: number | null}} progress
 * @property {Record<string, string>} parameters
 */
/** @typedef {{item: HTMLElement, far: HTMLElement, bar: HTMLProgressElement}} Shown */

const EVERY = 1000;
const SILENT = "The studio does not answer. Is it still running?";

/** @type {Map<string, Shown>} */
const shown = new Map();

/** Look how far everything is, as long as somebody looks at this page. */
async function look() {
  if (document.hidden) return;
  try {
    const { runs, lost } = await work(true);
    update(runs);
    say(lost ? "The workers of the studio do not start; its log says why." : "");
  } catch {
    say(SILENT);
  }
}

/** @param {Run[]} runs */
function update(runs) {
  const present = new Set(runs.map((run) => run.run));
  for (const [identity, { item }] of shown) {
    if (present.has(identity)) continue;
    const isHere = item.contains(document.activeElement);
    const next = /** @type {HTMLElement | null} */ ((item.nextElementSibling ?? item.previousElementSibling)?.querySelector("button"));
    item.remove();
    shown.delete(identity);
    if (isHere) (next ?? byId("heading")).focus();
  }
  const list = byId("runs");
  for (const run of [...runs].reverse()) {
    const known = shown.get(run.run);
    if (!known) list.prepend(made(run));
    tell(run);
  }
  byId("none").hidden = runs.length > 0;
}

/** @param {Run} run */
function made(run) {
  const title = data.families[run.family].title, words = run.question.replaceAll("-", " ");
  const far = el("span", { class: "note" }), bar = el("progress", { max: 1, "aria-label": "Progress" });
  const cancel = button("Cancel", () => end(run, cancel), { "aria-label": `Cancel ${title}: ${words}` });
  const parameters = Object.entries(run.parameters).map(([name, value]) => el("code", {}, `${name}=${value}`));
  const item = el("li", { class: "card" }, el("div", {}, el("b", {}, `${title}: ${words}`), far, el("span", { class: "row" }, ...parameters), bar), cancel);
  shown.set(run.run, { item, far, bar });
  return item;
}

/** @param {Run} run */
function tell({ run, state, seconds, progress }) {
  const { far, bar } = /** @type {Shown} */ (shown.get(run));
  const words = state === "waiting" ? "waiting for a free worker" : [`${Math.floor(seconds)} s`, progress.text].filter(Boolean).join(", ");
  if (far.textContent !== words) far.textContent = words;
  if (progress.fraction === null) bar.removeAttribute("value");
  else bar.value = progress.fraction;
  bar.hidden = state === "waiting";
}

/** @param {Run} run @param {HTMLButtonElement} pressed */
async function end(run, pressed) {
  pressed.setAttribute("aria-disabled", "true");
  await cancel(run.run).catch(() => {});
  look();
}

/** @param {string} words */
function say(words) {
  const place = byId("said");
  if (place.textContent === words) return;
  place.textContent = words;
  place.classList.toggle("visually-hidden", !words);
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
look();
