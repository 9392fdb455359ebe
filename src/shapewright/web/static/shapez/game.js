// The game of the Shapez 2 page: a given shape is built part by part.
import { askIn } from "../doors/ask.js";
import { byId, toast } from "../dom.js";
import { isBlank, withPart } from "./shape_edits.js";
import { COLOURS, NOTHING, blank, readCode, ringOf, trimmed, writeCode } from "./shapes.js";
import { MOST_KNOWN } from "./tray.js";

/** @typedef {import("./shapes.js").Layers} Layers */
/** @typedef {import("./shapes.js").Place} Place */

export class Game {
  /**
   * @param {import("../table/store.js").Store} store
   * @param {{layers: () => Layers, put: (layers: Layers, place: Place) => void}} doors  what lies on the stage; another
   *   shape there, with the place that changed
   */
  constructor(store, doors) {
    this.store = store;
    this.doors = doors;
  }

  /**
   * How far one is.
   * @param {boolean} isBuildable  what there is so far
   * @returns {import("../table/bar.js").Verdict}
   */
  verdict(isBuildable) {
    const [right, all] = score(readCode(this.store.state.target) ?? [], trimmed(this.doors.layers()));
    const next = { label: "Next shape", act: () => this.next(), primary: true };
    if (right === all) return { words: "Built!", tone: "good", chips: [`${all} parts`], actions: [next] };
    const chip = isBuildable ? "so far it can be built" : "so far it cannot be built";
    return { words: `${right} of ${all} parts are right`, tone: "plain", chips: [chip] };
  }

  /** Another shape to build, drawn at random from all that can be built. */
  async next() {
    const { name } = ringOf(this.doors.layers()[0].length);
    const count = this.doors.layers()[0].length;
    const level = Math.min(Number(/** @type {HTMLSelectElement} */ (byId("level")).value), MOST_KNOWN[count]);
    byId("target").classList.add("old");
    try {
      const parameters = { configuration: `${name}${level}`, limit: 1 };
      const found = await askIn("target", "shapez", "random", parameters, { wait: 5 });
      const read = readCode(found?.view.sections[0]?.pictures[0]?.code ?? "");
      if (read && isBlank(read)) await this.next();
      else if (read) {
        const target = writeCode(decorated(read));
        this.store.set({ target, codes: [writeCode([blank(count)])], goal: 0 }, { push: true });
      }
    } catch (error) {
      byId("target").classList.remove("old");
      toast(/** @type {Error} */ (error).message);
    }
  }

  /** Put one part where it belongs. */
  hint() {
    const next = hinted(readCode(this.store.state.target) ?? [], this.doors.layers());
    if (next) this.doors.put(next.layers, next.place);
  }
}

/**
 * How many parts are as they should be, of how many that are or should be.
 * @param {Layers} target
 * @param {Layers} mine
 * @returns {[number, number]}
 */
function score(target, mine) {
  const count = mine[0].length;
  let [right, all] = [0, 0];
  for (let layer = 0; layer < Math.max(target.length, mine.length); layer++) {
    for (let column = 0; column < count; column++) {
      const [wanted, is] = [target[layer]?.[column] ?? NOTHING, mine[layer]?.[column] ?? NOTHING];
      if (wanted === NOTHING && is === NOTHING) continue;
      all++;
      if (wanted === is) right++;
    }
  }
  return [right, all];
}

/** Other forms and paints: only kinds decide what can be built. @param {Layers} read @returns {Layers} */
function decorated(read) {
  const { types } = ringOf(read[0].length);
  const paints = Object.keys(COLOURS);
  /** @template T @param {ArrayLike<T>} from */
  const any = (from) => from[Math.floor(Math.random() * from.length)];
  const colours = [any(paints), any(paints), any(paints)];
  const forms = [any(types), any(types)];
  /** @param {string} part */
  const other = (part) => (part[0] === "c" ? "c" : any(forms)) + any(colours);
  return read.map((layer) => layer.map((part) => (part === NOTHING || part === "P-" ? part : other(part))));
}

/**
 * One part nearer to the target; null where nothing is left to do.
 * @param {Layers} target
 * @param {Layers} mine
 * @returns {{layers: Layers, place: Place} | null}
 */
function hinted(target, mine) {
  const next = target.map((layer, z) => mine[z] ?? blank(layer.length));
  for (const [z, layer] of target.entries()) {
    const column = layer.findIndex((part, at) => next[z][at] !== part);
    if (column >= 0) return { layers: withPart(next, [z, column], layer[column]), place: [z, column] };
  }
  return mine.length > target.length ? { layers: next, place: [0, 0] } : null;
}
