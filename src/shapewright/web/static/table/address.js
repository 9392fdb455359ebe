// The state of a page as the end of its address: as it is while it is short, packed while that fits, else under a key
// by which this browser's storage has it.

const PLAIN = 2000; // characters that need no packing
const MOST = 8000; // characters of an address that every browser and most mail programs take
const LARGEST = 4_000_000; // characters that a packed state may unpack to
const KEPT = 12; // states that the storage has at a time

const prefix = "shapewright state ";

/** @param {string} text */
export const isPlain = (text) => text.length <= PLAIN;
/** @param {string} hash */
export const isCoded = (hash) => /^(packed|kept)=/.test(hash);

// Two halves of 53 bits: enough for a key in the reader's own storage.
/** @param {string} text */
function digest(text) {
  return [0x9e3779b9, 0x85ebca6b].map((seed) => {
    let a = 0xdeadbeef ^ seed, b = 0x41c6ce57 ^ seed;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
  }).join("-");
}

// How a state stands in an address, and whether that is all of it; null if it can be kept nowhere.
/** @param {string} text */
export async function pack(text) {
  if (isPlain(text)) return { hash: text, whole: true };
  const packed = await deflated(text);
  const coded = packed === null ? text : `packed=${packed}`;
  if (coded.length <= MOST) return { hash: coded, whole: true };
  const key = digest(text);
  return store(key, coded) ? { hash: `kept=${key}`, whole: false } : null;
}

// The state that such an address says, or words that say why it is not to be had.
/** @param {string} hash @returns {Promise<string>} */
export async function unpack(hash) {
  const [, kind, rest] = /** @type {string[]} */ (hash.match(/^(packed|kept)=(.*)$/s));
  if (kind === "packed") return inflated(rest);
  let coded = null;
  try { coded = JSON.parse(localStorage.getItem(prefix + rest) ?? "").text; } catch { /* told below */ }
  if (!coded || typeof coded !== "string") throw new Error("This puzzle is too long for an address; only the browser in which it was made keeps it, for some time.");
  return coded.startsWith("packed=") ? inflated(coded.slice(7)) : coded;
}

/** @param {any} stream @param {any} bytes @param {number} [most] */
async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    chunks.push(value);
    size += value.length;
    if (size > most) { await reader.cancel(); throw new Error("too long"); }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** @param {string} text */
async function deflated(text) {
  if (!window.CompressionStream) return null;
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
async function inflated(text) {
  if (!window.DecompressionStream) throw new Error("The puzzle of this address is compressed, and this browser cannot decompress it.");
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes, LARGEST));
  } catch {
    throw new Error("The puzzle of this address cannot be read; perhaps a part of the address is missing.");
  }
}

// Keep a state; the oldest make room.
/** @param {string} key @param {string} text */
function store(key, text) {
  for (let most = KEPT - 1; most >= 0; most = most > 3 ? 3 : most - 1) {
    try {
      tidy(most, prefix + key);
      localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), text }));
      return true;
    } catch { /* with fewer of them there may be room */ }
  }
  return false;
}

/** @param {number} most @param {string} except */
function tidy(most, except) {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) && name !== except);
  /** @param {string} name */
  const age = (name) => { try { return JSON.parse(localStorage.getItem(name) ?? "").at; } catch { return 0; } };
  names.sort((one, other) => age(other) - age(one));
  for (const name of names.slice(most)) localStorage.removeItem(name);
}
