// The engine as WebAssembly, asked from outside: number and length of each message (4 bytes each) and the message come in,
// length and answer go out. The number 2^32 - 1 asks what the engine says of itself.
import { readFileSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

// What emscripten writes as an ES module still asks node for the names of its older modules.
Object.assign(globalThis, { __dirname: dirname(process.argv[2]), require: createRequire(import.meta.url) });
const { default: open } = await import(pathToFileURL(process.argv[2]).href);
const wasm = await open({ wasmBinary: readFileSync(process.argv[2].replace(/mjs$/, "wasm")) });

/** @param {number} size @returns {Buffer | null} null at the end of what comes in */
function take(size) {
  const found = Buffer.alloc(size);
  for (let place = 0; place < size;) {
    const read = readSync(0, found, place, size - place, null);
    if (read === 0) return null;
    place += read;
  }
  return found;
}

/** @param {Uint8Array} content */
function give(content) {
  const answer = Buffer.alloc(4 + content.length);
  answer.writeUInt32LE(content.length);
  answer.set(content, 4);
  for (let place = 0; place < answer.length;) place += writeSync(1, answer, place);
}

for (let head = take(8); head !== null; head = take(8)) {
  const number = head.readUInt32LE(0), message = take(head.readUInt32LE(4));
  if (number === 0xffffffff) {
    const text = wasm._shapewright_describe();
    give(wasm.HEAPU8.subarray(text, wasm.HEAPU8.indexOf(0, text)));
    continue;
  }
  const place = wasm._shapewright_reserve(message.length);
  wasm.HEAPU8.set(message, place);
  const answer = wasm._shapewright_call(number, place, message.length);
  give(wasm.HEAPU8.subarray(answer, answer + wasm._shapewright_answer_size()));
  wasm._shapewright_free(place);
}
