// The engine as WebAssembly: which of its two builds this browser can run, and the two functions that Python calls.

// (module (func (drop (i8x16.popcnt (i32x4.splat (i32.const 0)))))): valid where there are vectors of 128 bits.
const WIDE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 11, 1, 9, 0, 65, 0, 253, 17, 253, 98, 26, 11,
]);

/** Whether this browser runs the build with vectors. */
export const isWide = () => WebAssembly.validate(WIDE);

/**
 * @typedef {object} Engine  what Python calls; messages lie in the engine's memory
 * @property {() => string} describe
 * @property {(size: number) => Uint8Array} place  where the next message goes
 * @property {(number: number) => Uint8Array} run  call a function with that message; the answer, until the next call
 * @property {() => boolean} isWorn  whether it failed, or holds memory that it cannot give back
 */

const LARGE = 1 << 29; // bytes

/**
 * The engine, ready to be called.
 * @param {string} script  the address of what emscripten wrote beside the module
 * @param {WebAssembly.Module} module
 * @returns {Promise<Engine>}
 */
export async function openEngine(script, module) {
  const { default: open } = await import(script);
  const wasm = await open({
    /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} done */
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  });
  let start = 0, size = 0, room = 0, failed = false;
  return {
    describe() {
      const text = wasm._shapewright_describe();
      return new TextDecoder().decode(wasm.HEAPU8.subarray(text, wasm.HEAPU8.indexOf(0, text)));
    },
    place(wanted) {
      size = wanted;
      if (size > room) {
        wasm._shapewright_free(start);
        room = Math.max(size, 2 * room);
        start = wasm._shapewright_reserve(room) >>> 0; // addresses beyond 2 GB come as negative numbers
        if (!start) throw new Error("the engine has no memory left");
      }
      return wasm.HEAPU8.subarray(start, start + size);
    },
    run(number) {
      let answer;
      try {
        answer = wasm._shapewright_call(number, start, size) >>> 0;
      } catch (error) { // it stopped in the middle of something
        failed = true;
        throw error;
      }
      return wasm.HEAPU8.subarray(answer, answer + wasm._shapewright_answer_size());
    },
    isWorn: () => failed || wasm.HEAPU8.length > LARGE,
  };
}
