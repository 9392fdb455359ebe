// What every page does: the form is the state, the address holds it, questions are asked and their runs followed.
import { digest, isCoded, isPlain, pack, unpack } from "./address.js";
import { wire } from "./answer.js";

const WAIT = 0.3; // seconds that a question may take before the page shows that it is at work
const SILENT = "The studio does not answer; is it still running?";
const LEAVE = 10; // seconds after which a run is cancelled whose page was left and not loaded again

export const form = document.getElementById("question");
const family = form?.dataset.family;
const fields = form ? JSON.parse(form.dataset.fields) : {};
const answer = document.getElementById("answer");
const invitation = [...(answer?.childNodes ?? [])]; // what the pane shows before anything is asked
let latest = 0; // number of the question asked last; answers to earlier ones are not shown
let following = null;
let current = null; // the run that is shown
let answered = null; // the question whose answer the pane shows or awaits, as it was asked

// --- The form and the address ---------------------------------------------------------------------------------------

const controls = () => [...form.elements].filter((element) => element.name && !element.name.startsWith("-"));
const initial = new Map();

function raw(control) {
  if (control.type === "checkbox") return control.checked ? "1" : "";
  return control.value;
}

function fill(values) {
  for (const control of controls()) {
    if (!(control.name in values)) continue;
    const value = values[control.name];
    if (control.type === "checkbox") control.checked = value === true || value === "1";
    else if (control.type === "radio") control.checked = control.value === value;
    else control.value = Array.isArray(value) ? value.join("\n") : value ?? "";
  }
  form.dispatchEvent(new CustomEvent("studio:put", { detail: values }));
}

export function put(values) {
  fill(values);
  keep();
}

// Say the same in other words: what is shown or awaited stays the answer to it.
export function restate(values) {
  const same = isFresh();
  fill(values);
  if (same) {
    answered = asked(answered.question);
    if (current) remember(current);
  }
  keep();
}

export function value(name) {
  const control = form.elements[name];
  return control ? raw(control).trim() : "";
}

// What of the form a question takes, as its parameters.
export function parameters(question, extra = {}) {
  const body = {};
  for (const control of controls()) {
    if (control.disabled || !fields[question].includes(control.name)) continue;
    const text = raw(control).trim();
    if (control.type === "checkbox") { if (control.checked || control.dataset.always) body[control.name] = control.checked; }
    else if (text === "" || (control.type === "radio" && !control.checked)) continue;
    else if (control.type === "number" || control.type === "range" || "number" in control.dataset) body[control.name] = Number(text);
    else if ("list" in control.dataset) body[control.name] = text.split(/\n/).map((line) => line.trim()).filter(Boolean);
    else body[control.name] = text;
  }
  return { ...body, ...extra };
}

// What differs from the form as it came.
function changed() {
  const values = {};
  for (const control of controls()) {
    if (control.type === "radio" && !control.checked) continue;
    const text = raw(control);
    if (text !== initial.get(control.name)) values[control.name] = text;
  }
  return values;
}

const written = (values) => new URLSearchParams(values).toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
const joined = (...parts) => parts.filter(Boolean).join("&");

// A question as it is asked now.
const asked = (question) => ({ question, body: JSON.stringify(parameters(question)), values: changed() });
// Whether the form still says what the pane answers.
const isFresh = () => answered !== null && JSON.stringify(parameters(answered.question)) === answered.body;

let version = 0; // of what is to stand in the address; packing it takes a moment
export function keep() {
  mark();
  const ask = isFresh() ? `ask=${answered.question}` : "";
  const text = written(changed());
  const number = ++version;
  const write = (hash) => history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
  if (isPlain(text)) { write(joined(text, ask)); return; }
  pack(text).then((found) => {
    if (number !== version) return;
    write(found ? joined(found.hash, ask) : "");
    if (!found) toast("This is too long to be kept: it is lost when the page is loaded again");
  });
}

// An answer to something else than the form says is dimmed, and says so.
function mark() {
  const isEarlier = answered !== null && !isFresh() && !answer.classList.contains("waiting");
  const note = document.getElementById("earlier");
  answer.classList.toggle("earlier", isEarlier);
  const words = isEarlier ? (following ? "At work on an earlier question." : "Answer to an earlier question.") : "";
  note.hidden = !isEarlier;
  if (note.firstElementChild.textContent !== words) note.firstElementChild.textContent = words;
}

let restored = 0;
async function restore() {
  const number = ++restored;
  let text = location.hash.slice(1);
  if (isCoded(text)) {
    const [coded, ...rest] = text.split("&");
    try {
      text = joined(await unpack(coded), ...rest);
      if (number !== restored) return;
    } catch (error) {
      if (number !== restored) return;
      fill(Object.fromEntries(initial));
      forget();
      refuse(error.message, "This puzzle is not here");
      return;
    }
  }
  const parts = new URLSearchParams(text);
  const values = {};
  for (const control of controls()) {
    values[control.name] = parts.has(control.name) ? parts.get(control.name) : initial.get(control.name);
  }
  fill(values);
  const question = parts.get("ask") in fields ? parts.get("ask") : null;
  if (isFresh() && question === answered.question) { keep(); return; }
  if (!question) {
    if (!isFresh()) forget();
    keep();
    return;
  }
  const run = remembered(asked(question));
  if (!run) { await ask(question); return; }
  stopFollowing();
  answered = asked(question);
  answer.classList.add("waiting");
  keep();
  await show(run, ++latest);
}

// The pane as before anything was asked.
function forget() {
  latest++;
  stopFollowing();
  answered = current = null;
  answer.classList.remove("waiting");
  answer.replaceChildren(...invitation);
}

// --- Runs that this page has asked for --------------------------------------------------------------------------------

// By what was asked; the one that was at work when it was last heard of; the one that goes on when the page is left.
const memory = `runs of ${family}`;
const REMEMBERED = 20;
function recall() {
  try { return { runs: [], active: null, staying: null, ...JSON.parse(sessionStorage.getItem(memory)) }; }
  catch { return { runs: [], active: null, staying: null }; }
}
function note(change) {
  try { sessionStorage.setItem(memory, JSON.stringify({ ...recall(), ...change })); } catch { /* no storage */ }
}

const key = ({ question, body }) => digest(`${question} ${body}`);
const remembered = (what) => recall().runs.find(([each]) => each === key(what))?.[1];
const remember = (run) => note({ runs: [...recall().runs.filter(([each]) => each !== key(answered)), [key(answered), run]].slice(-REMEMBERED) });

const stop = (run) => fetch(`/api/runs/${encodeURIComponent(run)}`, { method: "DELETE", keepalive: true }).catch(() => {});

// Who asks again does not wait for what was asked before, unless that was told to stay.
function abandon() {
  const { runs, active, staying } = recall();
  stopFollowing();
  if (!active) return;
  note({ active: null, staying: null, runs: runs.filter(([, run]) => run !== active || run === staying) });
  if (active !== staying) stop(active);
}

// --- Questions ------------------------------------------------------------------------------------------------------

async function post(question, body, wait, where = "api", more = "") {
  const reply = await fetch(`/${where}/${family}/${question}?wait=${wait}${more}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return { run: reply.headers.get("Shapewright-Run"), reply };
}

// Ask and show the answer in the page; the address then leads to it.
export async function ask(question) {
  if (following && isFresh() && answered.question === question) { toast("That is being worked on"); return; }
  const number = ++latest;
  abandon();
  answered = asked(question);
  answer.classList.add("waiting"); // what it shows is the answer to something else
  keep();
  try {
    const { run, reply } = await post(question, JSON.parse(answered.body), WAIT);
    if (number !== latest) { if (run && reply.status === 202) stop(run); return; }
    if (!run) { refuse((await reply.json()).error); return; }
    remember(run);
    if (reply.status === 202) note({ active: run });
    await show(run, number);
  } catch (error) {
    if (number === latest) refuse(SILENT);
  }
}

// Ask beside the page: the view of the answer as data (and its card), or the error; null if another of that kind was
// asked since.
const kinds = new Map();
export async function look(question, body, { kind = question, card = false } = {}) {
  const number = (kinds.get(kind) ?? 0) + 1;
  kinds.set(kind, number);
  try {
    const { reply } = await post(question, body, 10, "look", card ? "&card" : "");
    const seen = await reply.json();
    if (kinds.get(kind) !== number) return null;
    return reply.ok && reply.status !== 202 ? seen : { error: seen.error ?? "That takes too long." };
  } catch {
    return kinds.get(kind) === number ? { error: SILENT } : null;
  }
}

// Nobody waits any more for what was asked beside the page.
export function overlook(kind) { kinds.set(kind, (kinds.get(kind) ?? 0) + 1); }

async function show(run, number) {
  let reply, content;
  try {
    reply = await fetch(`/runs/${encodeURIComponent(run)}/card`);
    content = await reply.text();
  } catch { /* told below */ }
  if (number !== latest) return;
  if (content === undefined) { refuse(SILENT); return; }
  if (reply.status === 404) { // it is not kept any more
    note({ active: null, runs: recall().runs.filter(([, each]) => each !== run) });
    await ask(answered.question);
    return;
  }
  if (!reply.ok) { refuse(worded(content)); return; }
  answer.classList.remove("waiting");
  answer.innerHTML = content; // made by the studio, which escapes what it was given
  current = run;
  const card = answer.firstElementChild;
  if (card.classList.contains("running")) follow(run, number);
  else {
    if (recall().active === run) note({ active: null, staying: null });
    wire(card, { put, ask });
  }
  mark();
  form.dispatchEvent(new CustomEvent("studio:shown", { detail: { run, card, question: answered.question } }));
}

// What the studio says when it refuses.
function worded(content) {
  try { return JSON.parse(content).error; } catch { return SILENT; }
}

function refuse(words, title = "That cannot be answered") {
  const card = document.createElement("article");
  card.className = "failed";
  card.innerHTML = '<h2 class="headline bad"></h2><p class="reason"></p>';
  card.querySelector(".headline").textContent = title;
  card.querySelector(".reason").textContent = words;
  current = null;
  answer.classList.remove("waiting");
  answer.replaceChildren(card);
  mark();
}

function follow(run, number) {
  stopFollowing();
  note({ active: run });
  const card = answer.querySelector(".running");
  const began = performance.now() - 1000 * Number(card.querySelector("[data-clock]").dataset.clock);
  const clock = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    card.querySelector("[data-clock]").textContent = `${seconds} s`;
  }, 500);
  const staying = card.querySelector("[data-stay]");
  staying.checked = recall().staying === run;
  staying.addEventListener("change", () => note({ staying: staying.checked ? run : null }));
  const events = new EventSource(`/api/runs/${encodeURIComponent(run)}/events`);
  following = () => { events.close(); clearInterval(clock); following = null; };
  events.addEventListener("progress", (event) => {
    const { state, progress } = JSON.parse(event.data);
    card.querySelector("[data-words]").textContent = state === "waiting" ? "Waiting for a free worker" : "At work";
    card.querySelector("[data-progress]").textContent = progress.text;
    if (progress.fraction !== null) card.querySelector("progress").value = progress.fraction;
  });
  events.addEventListener("over", () => { stopFollowing(); if (number === latest) show(run, number); });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED && number === latest) { stopFollowing(); refuse(SILENT); }
  });
}

function stopFollowing() { following?.(); }

async function cancel() {
  if (following && current) await stop(current);
}

// A run whose page is left is cancelled some seconds later, unless somebody follows it again: a reload does.
addEventListener("pagehide", () => {
  const { active, staying } = form ? recall() : {};
  if (active && active !== staying) fetch(`/api/runs/${encodeURIComponent(active)}?after=${LEAVE}`, { method: "DELETE", keepalive: true }).catch(() => {});
});
addEventListener("pageshow", (event) => { if (event.persisted && current && answered) show(current, ++latest); });

// --- Links ------------------------------------------------------------------------------------------------------------

async function share(place) {
  const what = answered ?? { values: changed() };
  const found = await pack(written(what.values));
  if (found?.whole) {
    const hash = joined(found.hash, answered && `ask=${answered.question}`);
    await copy(location.origin + location.pathname + (hash ? `#${hash}` : ""), "Link copied");
    return;
  }
  const words = "This puzzle is too long for a link.";
  toast(words);
  if (place.parentElement.querySelector("[data-save]")) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "link", textContent: "Download the puzzle" });
  button.dataset.save = "";
  button.addEventListener("click", () => save(what.values));
  place.after(button);
}

// The text that is too long for a link, as a file.
function save(values) {
  const [name, text] = Object.entries(values).reduce((most, each) => (each[1].length > most[1].length ? each : most));
  const isBinary = "base64" in form.elements[name].dataset;
  const content = isBinary ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : text;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = isBinary ? "puzzle.xmpuzzle" : `${name}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

// --- Words ----------------------------------------------------------------------------------------------------------

let toastTimer;
export function toast(words) {
  const place = document.getElementById("toast");
  place.textContent = words;
  place.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("on"), 1800);
}

export async function copy(text, words = "Copied") {
  try { await navigator.clipboard.writeText(text); toast(words); }
  catch { toast("The browser does not let this page copy; select the text instead"); }
}

export function later(work, milliseconds = 160) {
  let timer;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => work(...given), milliseconds); };
}

// --- Begin ----------------------------------------------------------------------------------------------------------

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `shapewright-theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=strict`;
});

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, .copy");
  if (!target) return;
  if (target.matches("[data-ask]:not(.picture)")) ask(target.dataset.ask);
  else if (target.matches("[data-share]")) share(target);
  else if (target.matches("[data-earlier]")) put({ ...Object.fromEntries(initial), ...answered.values });
  else if (target.matches("[data-cancel]")) cancel();
  else if (target.matches(".copy")) copy(target.textContent);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form) { event.preventDefault(); ask(form.dataset.first); }
  else if (event.key === "Escape" && following) cancel();
  else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.(".copy")) { event.preventDefault(); copy(event.target.textContent); }
});

// Called by a page's own module when its editors are ready.
export function begin() {
  for (const control of controls()) if (control.type !== "radio" || control.checked) initial.set(control.name, raw(control));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input:not([type=checkbox], [type=radio])") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.target.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  form.addEventListener("input", (event) => { if (event.target.name && !event.target.name.startsWith("-")) keep(); });
  addEventListener("hashchange", restore);
  restore();
}
