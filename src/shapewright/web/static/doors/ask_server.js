// The server's half of asking: a question is a request, a long one a run whose events are followed.
import { Refusal, nameOf } from "./refusal.js";

/** @typedef {import("./ask.js").Parameters} Parameters */
/** @typedef {import("./ask.js").Answer} Answer */
/** @typedef {import("./ask.js").How} How */

const SILENT = "The studio does not answer. Is it still running?";
const LEAVE = 10; // seconds after which a run is cancelled whose page was left and not loaded again
// A page asks how far its runs are, and keeps no connection: browsers open six to a host, for all of their tabs together.
const SOONEST = 60, LATEST = 500; // milliseconds between two looks; a quarter of the time since the question, in between
const HIDDEN = 3000;
// Seconds until the next look at most; a run without one is cancelled. Browsers wake hidden pages once a minute.
const PLEDGE = 15, HIDDEN_PLEDGE = 90;
const TRIES = 4; // looks without an answer after which the studio counts as lost
const BUSY_EVERY = 4000;

/** @type {Set<string>} */
const active = new Set();

/**
 * The answer of the server; see `ask`.
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {How} [how]
 * @returns {Promise<Answer>}
 */
export async function answerOf(family, question, parameters, how = {}) {
  const { light = true, wait = 0.3, signal, again = false } = how;
  const body = JSON.stringify(parameters);
  const memory = `run ${family} ${question} ${light ? "" : "whole "}${body}`;
  const known = again ? recall(memory) : null;
  if (known) {
    const found = await viewOf(known, signal).catch(passing);
    if (found?.state === "done") return whole(found);
    if (found && (found.state === "running" || found.state === "waiting")) return follow(known, how, memory);
  }
  const reply = await sent(`/look/${family}/${question}?wait=${wait}${light ? "&light" : ""}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body, signal,
  });
  const seen = await read(reply);
  if (seen.state === "done") {
    if (again) remember(memory, seen.run);
    return whole(seen);
  }
  if (!seen.run) throw new Refusal(seen.error ?? SILENT, seen.state);
  return follow(seen.run, how, memory);
}

/** The view of an answer knows where its files are. @param {any} seen @returns {Answer} */
function whole(seen) {
  Object.assign(seen.view, { run: seen.run, files: seen.files });
  return seen;
}

/**
 * The content of a file of an answer; see `save`.
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {any} view  the answer as it was told
 * @param {string} suffix
 * @returns {Promise<Blob>}
 */
export async function fileOf(family, question, parameters, view, suffix) {
  const name = nameOf(view.files, suffix);
  let content = await sent(`/api/runs/${encodeURIComponent(view.run)}/files/${encodeURIComponent(name)}`, {});
  if (content.status === 404) { // an answer is kept for a while only
    const { run, files } = await answerOf(family, question, parameters, { wait: 2 });
    content = await sent(`/api/runs/${encodeURIComponent(run)}/files/${encodeURIComponent(nameOf(files, suffix))}`, {});
  }
  if (content.status === 202) throw new Refusal("The studio is still drawing this file; ask for it again in a minute");
  if (!content.ok) throw new Refusal((await read(content)).error ?? SILENT);
  return content.blob();
}

/** The theme is kept in a cookie: the server draws the page in it. @param {string} theme */
export function keepTheme(theme) {
  document.cookie = `shapewright-theme=${theme}; path=/; max-age=31536000; samesite=strict`;
}

/** Tell every few seconds how many long questions are at work. @param {import("./ask.js").TellWork} tell */
export function watchWork(tell) {
  const look = async () => {
    if (document.hidden) return;
    try {
      const { runs, lost } = await work();
      tell({ words: lost ? "no workers" : runs.length ? `${runs.length} running` : "", lost, page: "/runs" });
    } catch { /* the next look may find the studio again */ }
  };
  setInterval(look, BUSY_EVERY);
  look();
}

/**
 * The long questions that are at work or wait, and whether there is anybody to answer them.
 * @param {boolean} [watched]  somebody looks at them: those whose pages were left are kept as long as that
 * @returns {Promise<{runs: any[], lost: boolean}>}
 */
export async function work(watched = false) {
  const reply = await fetch(`/runs.json${watched ? "?watch" : ""}`);
  if (!reply.ok) throw new Refusal(SILENT);
  return reply.json();
}

/**
 * Follow a run to its end.
 * @param {string} run
 * @param {How} how
 * @param {string} memory
 * @returns {Promise<Answer>}
 */
async function follow(run, { signal, progress, again }, memory) {
  if (again) remember(memory, run);
  active.add(run);
  const stop = () => { cancel(run).catch(() => {}); };
  signal?.addEventListener("abort", stop);
  try {
    if (signal?.aborted) { stop(); throw new DOMException("ended", "AbortError"); }
    await over(run, signal, progress);
    const found = await viewOf(run, signal);
    if (found.state === "done") return whole(found);
    throw new Refusal(found.error ?? SILENT, found.state);
  } finally {
    signal?.removeEventListener("abort", stop);
    active.delete(run);
  }
}

/**
 * Wait until a run is over, and report its progress meanwhile.
 * @param {string} run
 * @param {AbortSignal | undefined} signal
 * @param {How["progress"]} progress
 */
async function over(run, signal, progress) {
  const began = performance.now();
  for (let failed = 0; ;) {
    const pledge = document.hidden ? HIDDEN_PLEDGE : PLEDGE;
    const reply = await sent(`/api/runs/${encodeURIComponent(run)}?follow=${pledge}`, { signal }).catch(passing);
    const record = reply ? await read(reply).catch(passing) : null;
    if (reply && record && !reply.ok) throw new Refusal(record.error ?? SILENT);
    if (record) {
      failed = 0;
      const { state, seconds, progress: far } = record;
      if (state !== "running" && state !== "waiting") return;
      progress?.({ text: far.text, fraction: far.fraction, seconds, waiting: state === "waiting", view: far.view ?? null });
    } else if (++failed === TRIES) throw new Refusal(SILENT);
    await pause(failed ? 1000 : Math.min(LATEST, SOONEST + (performance.now() - began) / 4), signal);
  }
}

/** Wait for the next look: longer while nobody sees the page. @param {number} soon @param {AbortSignal} [signal] */
function pause(soon, signal) {
  return new Promise((resolve, reject) => {
    const end = () => { clearTimeout(timer); document.removeEventListener("visibilitychange", end); signal?.removeEventListener("abort", ended); resolve(undefined); };
    const ended = () => { end(); reject(new DOMException("ended", "AbortError")); };
    const timer = setTimeout(end, document.hidden ? HIDDEN : soon);
    document.addEventListener("visibilitychange", end);
    signal?.addEventListener("abort", ended);
    if (signal?.aborted) ended();
  });
}

/** @param {string} run @param {AbortSignal} [signal] */
async function viewOf(run, signal) {
  const reply = await sent(`/runs/${encodeURIComponent(run)}/view`, { signal });
  const seen = await read(reply);
  if (reply.status === 404) throw new Refusal(seen.error ?? SILENT);
  return seen;
}

/** End a run, whoever asked for it. @param {string} run */
export async function cancel(run) {
  await fetch(`/api/runs/${encodeURIComponent(run)}`, { method: "DELETE", keepalive: true });
}

/** @param {string} address @param {RequestInit} request */
async function sent(address, request) {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new Refusal(SILENT);
  }
}

/** @param {Response} reply @returns {Promise<any>} */
async function read(reply) {
  try {
    return await reply.json();
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new Refusal(SILENT);
  }
}

/** @param {unknown} error @returns {null} */
function passing(error) {
  if (/** @type {Error} */ (error).name === "AbortError") throw error;
  return null;
}

/** @param {string} memory */
function recall(memory) {
  try { return sessionStorage.getItem(memory); } catch { return null; }
}

/** @param {string} memory @param {string} run */
function remember(memory, run) {
  try {
    if (memory.length < 20_000) sessionStorage.setItem(memory, run);
  } catch { /* no storage: a page that is loaded anew asks again */ }
}

// A run whose page is left is cancelled some seconds later, unless somebody follows it again: a reload does.
addEventListener("pagehide", () => {
  for (const run of active) {
    fetch(`/api/runs/${encodeURIComponent(run)}?after=${LEAVE}`, { method: "DELETE", keepalive: true }).catch(() => {});
  }
});
