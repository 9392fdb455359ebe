// In the folder without a server: what the page has loaded is not loaded again to be kept, whatever the host says of caching.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const ROOT = "https://host.test/studio/";
const digest = (text) => createHash("sha256").update(text).digest("hex");

/** A browser before a host that sends no header about caching; `sent` are the files that went over the network. */
function browser(host) {
  const stored = new Map(), sent = [];
  const load = async (address, { cache = "default" } = {}) => {
    const name = String(address).slice(ROOT.length), isKept = stored.has(name) && ["force-cache", "only-if-cached"].includes(cache);
    if (!isKept) { sent.push(name); stored.set(name, host[name]); }
    return new Response(stored.get(name));
  };
  return { load, sent, stored };
}

/** Install the service worker of a version; returns what it keeps. */
async function install({ load }, files) {
  const kept = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, digest(text)])), shelf = new Map(), listeners = {};
  const cache = { put: async (key, reply) => { shelf.set(key, await reply.text()); } };
  const self = {
    location: { href: `${ROOT}service_worker.js` }, importScripts() {}, addEventListener: (kind, act) => { listeners[kind] = act; },
    folder: { version: "2", first: Object.keys(files), wide: { wide: [], plain: [] }, kept },
  };
  const caches = { open: async () => cache, match: async () => undefined, keys: async () => [] };
  vm.runInNewContext(readFileSync(new URL("service_worker.js", process.env.PAGES), "utf8"), { self, caches, fetch: load, URL, WebAssembly, Uint8Array, crypto, Response });
  await new Promise((resolve, reject) => listeners.install({ waitUntil: (work) => work.then(resolve, reject) }));
  return shelf;
}

const FILES = { "index.html": "a page", "python/1/pyodide.asm.wasm": "Python", "package/2/shapewright.whl": "the package" };

test("files that the page has loaded are kept without being sent again", async () => {
  const seen = browser(FILES);
  for (const name of Object.keys(FILES)) await seen.load(ROOT + name);
  const shelf = await install(seen, FILES);
  assert.equal(shelf.size, 3);
  assert.equal(seen.sent.length, 3);
});

test("a file of another version in the browser's cache is loaded anew", async () => {
  const seen = browser(FILES);
  seen.stored.set("index.html", "an older page");
  const shelf = await install(seen, FILES);
  assert.deepEqual([...shelf.values()], Object.values(FILES));
  await assert.rejects(install(browser({ ...FILES, "index.html": "a newer page" }), FILES), /index.html is not that of this version/);
});
