// In the folder without a server: keeps its files. What every page needs is kept when this worker is installed, anything
// else when it is first loaded. Nothing is asked for but files of the folder.
// The build writes keep.js, which says what there is: `kept` has the digest of each file, `first` those to begin with.

const worker = /** @type {any} */ (self);
worker.importScripts("keep.js");

const { version, first, wide, kept } = worker.folder;
const NAME = "shapewright-files-"; // and the version after it
const ROOT = new URL("./", worker.location.href).href;

// (module (func (drop (i8x16.popcnt (i32x4.splat (i32.const 0))))))
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 11, 1, 9, 0, 65, 0, 253, 17, 253, 98, 26, 11,
]);

/** The name of a file of the folder, null for what is none. @param {string} address */
function nameOf(address) {
  const url = new URL(address);
  const plain = url.origin + url.pathname;
  if (!plain.startsWith(ROOT)) return null;
  const name = decodeURIComponent(plain.slice(ROOT.length));
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

/** @param {ArrayBuffer} content */
async function digestOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A file that is what this version says it is: from the browser's cache, where the page has left it, or from the host.
 * @param {string} name
 */
async function whole(name) {
  for (const cache of ["force-cache", "no-cache", "reload"]) { // a copy may be of another version, here or on the way
    const reply = await fetch(ROOT + name, { cache: /** @type {RequestCache} */ (cache) });
    if (!reply.ok) continue;
    if (await digestOf(await reply.clone().arrayBuffer()) === kept[name]) return reply;
  }
  throw new Error(`${name} is not that of this version`);
}

/** Keep a file under its name and digest. @param {Cache} cache @param {string} name */
async function keep(cache, name) {
  const key = keyOf(name);
  const old = await caches.match(key); // unchanged since another version
  await cache.put(key, old ?? await whole(name));
}

/** @param {string} name */
const keyOf = (name) => `${ROOT}${name}?${kept[name]}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME + version);
    const engine = wide[WebAssembly.validate(VECTORS) ? "wide" : "plain"];
    for (const name of [...first, ...engine]) await keep(cache, name);
  })());
});

// A new version waits until no page of the old one is open: modules of the two must not meet.
worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME + version);
    for (const name of await caches.keys()) {
      if (!name.startsWith(NAME) || name === NAME + version) continue;
      const old = await caches.open(name);
      for (const { url } of await old.keys()) { // what was kept when it was opened, and is still the same
        const place = nameOf(url);
        if (place && place in kept && keyOf(place) === url && !(await cache.match(url))) await cache.put(url, /** @type {Response} */ (await old.match(url)));
      }
      await caches.delete(name);
    }
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event, name = nameOf(request.url);
  if (name === null) event.respondWith(Response.error()); // nothing leaves the folder
  else if (request.method === "GET" && name in kept) event.respondWith(answer(name, request));
});

/** @param {string} name @param {Request} request */
async function answer(name, request) {
  const cache = await caches.open(NAME + version);
  const found = await cache.match(keyOf(name));
  if (found) return found;
  const reply = await fetch(request);
  if (reply.ok && await digestOf(await reply.clone().arrayBuffer()) === kept[name]) await cache.put(keyOf(name), reply.clone());
  return reply;
}
