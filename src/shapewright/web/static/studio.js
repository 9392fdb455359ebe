// What every page does: the form is the state, the address holds it, questions are asked and their runs followed.
import { wire } from "./answer.js";

const WAIT = 0.3; // seconds that a question may take before the page shows that it is at work

export const form = document.getElementById("question");
const family = form?.dataset.family;
const fields = form ? JSON.parse(form.dataset.fields) : {};
const answer = document.getElementById("answer");
let latest = 0; // number of the question asked last; answers to earlier ones are not shown
let following = null;
let current = null; // the run that is shown

// --- The form and the address ---------------------------------------------------------------------------------------

const controls = () => [...form.elements].filter((element) => element.name && !element.name.startsWith("-"));
const initial = new Map();

function raw(control) {
  if (control.type === "checkbox") return control.checked ? "1" : "";
  return control.value;
}

export function put(values) {
  for (const control of controls()) {
    if (!(control.name in values)) continue;
    const value = values[control.name];
    if (control.type === "checkbox") control.checked = value === true || value === "1";
    else if (control.type === "radio") control.checked = control.value === value;
    else control.value = Array.isArray(value) ? value.join("\n") : value ?? "";
  }
  form.dispatchEvent(new CustomEvent("studio:put", { detail: values }));
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

function state(question) {
  const parts = new URLSearchParams();
  for (const control of controls()) {
    if (control.type === "radio" && !control.checked) continue;
    const text = raw(control);
    if (text !== initial.get(control.name) && text.length < 6000) parts.set(control.name, text);
  }
  if (question) parts.set("ask", question);
  return parts.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
}

let asked = null;
export function keep() {
  const text = state(asked);
  history.replaceState(null, "", text ? `#${text}` : location.pathname);
}

function restore() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const values = {};
  for (const control of controls()) {
    values[control.name] = parts.has(control.name) ? parts.get(control.name) : initial.get(control.name);
  }
  asked = parts.get("ask") in fields ? parts.get("ask") : null;
  const question = asked;
  put(values);
  if (!question) return;
  const kept = remembered();
  if (kept && kept.state === location.hash) show(kept.run, ++latest);
  else ask(question);
}

// --- Questions ------------------------------------------------------------------------------------------------------

const memory = `run of ${family}`;
const remembered = () => { try { return JSON.parse(sessionStorage.getItem(memory)); } catch { return null; } };
const remember = (run) => { try { sessionStorage.setItem(memory, JSON.stringify({ run, state: location.hash })); } catch { /* no storage */ } };

async function post(question, body, wait, where = "api", more = "") {
  const reply = await fetch(`/${where}/${family}/${question}?wait=${wait}${more}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return { run: reply.headers.get("Shapewright-Run"), reply };
}

// Ask and show the answer in the page; the address then leads to it.
export async function ask(question, extra = {}) {
  const number = ++latest;
  asked = question;
  keep();
  stopFollowing();
  const timer = setTimeout(() => answer.classList.add("waiting"), 150);
  try {
    const { run, reply } = await post(question, parameters(question, extra), WAIT);
    if (number !== latest) return;
    if (!run) { refuse((await reply.json()).error); return; }
    remember(run);
    await show(run, number);
  } catch (error) {
    if (number === latest) refuse("The studio does not answer; is it still running?");
  } finally {
    clearTimeout(timer);
    answer.classList.remove("waiting");
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
    return { error: "The studio does not answer; is it still running?" };
  }
}

// The page paints before that script is read.
const ready = window.htmx ? Promise.resolve() : new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });

async function show(run, number) {
  await ready;
  await htmx.ajax("GET", `/runs/${encodeURIComponent(run)}/card`, { target: "#answer", swap: "innerHTML" });
  if (number !== latest) return;
  current = run;
  const card = answer.firstElementChild;
  if (card?.dataset.state === "gone" && asked) { try { sessionStorage.removeItem(memory); } catch { /* no storage */ } await ask(asked); return; }
  if (card?.classList.contains("running")) follow(run, number);
  else if (card) wire(card, { put, ask });
  form.dispatchEvent(new CustomEvent("studio:shown", { detail: { run, card, question: asked } }));
}

function refuse(words) {
  const card = document.createElement("article");
  card.className = "failed";
  card.innerHTML = '<h2 class="headline bad">That cannot be answered</h2><p class="reason"></p>';
  card.querySelector(".reason").textContent = words;
  answer.replaceChildren(card);
}

function follow(run, number) {
  stopFollowing();
  const card = answer.querySelector(".running");
  const began = performance.now();
  const clock = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    card.querySelector("[data-clock]").textContent = `${seconds} s`;
  }, 500);
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
    if (events.readyState === EventSource.CLOSED && number === latest) { stopFollowing(); refuse("The studio does not answer; is it still running?"); }
  });
}

function stopFollowing() { following?.(); }

async function cancel() {
  if (following && current) await fetch(`/api/runs/${encodeURIComponent(current)}`, { method: "DELETE" });
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
  else if (target.matches("[data-share]")) copy(location.href, "Link copied");
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
  form.addEventListener("input", (event) => { if (event.target.name && !event.target.name.startsWith("-")) { asked = null; keep(); } });
  addEventListener("hashchange", restore);
  restore();
}
