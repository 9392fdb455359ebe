// A round of the contest as a game: ten bags to lay by hand, each against the best that the solver found.
import data from "../data.js";
import { askIn } from "../doors/ask.js";
import { byId, el } from "../dom.js";
import { Laying } from "../hand/laying.js";

/** @typedef {import("../hand/laying.js").Laid} Laid */
/** @typedef {import("../table/store.js").State} State */
/**
 * @typedef {object} Level
 * @property {Record<string, number>} bag
 * @property {number} pieces
 * @property {[number, number]} size
 * @property {number} score
 * @property {boolean} optimal
 */

/** @typedef {{levels: Level[], scenes: any[], seed: number}} Dealt */

const ROOM = 3; // rows and columns that the plane has beyond the solver's box
const HARD = 64; // pieces of a bag that few people lay by hand

/** What n pieces in a box score. @param {number} pieces @param {number[]} box */
export function scoreOf(pieces, box) {
  const [a, b] = [...box].sort((one, other) => one - other);
  return b ? ((10 * pieces - a * b) * a) / b : 0;
}

/** @param {number} score */
export const points = (score) => score.toLocaleString("en", { maximumFractionDigits: 2 });

export class Round {
  /** @type {Dealt | null} */
  #found = null;

  /**
   * @param {import("../stage/stage.js").Stage} stage
   * @param {import("../table/table.js").Table} table
   */
  constructor(stage, table) {
    this.table = table;
    this.laying = new Laying(stage, byId("rack"), data.packing.pieces, (laid) =>
      table.store.set({ laid: laid.map(writeLaid) }),
    );
  }

  /** Be the round and the level that the page says. @param {State} state */
  async show(state) {
    if (this.#found?.seed !== state.round) {
      this.table.bar.busy("dealing");
      try {
        const found = await askIn("round", "packing", "round", { rounds: 1, seed: state.round ?? 0 });
        if (!found) return;
        const frames = found.view.sections.find((/** @type {any} */ section) => section.kind === "frames").frames;
        this.#found = {
          seed: state.round,
          levels: found.view.round.levels,
          scenes: frames.map((/** @type {any} */ frame) => frame.scene),
        };
      } catch (error) {
        this.table.bar.show({ words: /** @type {Error} */ (error).message, tone: "bad" });
        return;
      }
      state = this.table.store.state;
      if (state.mode !== "round") return;
    }
    const level = this.#level(state);
    const side = Math.max(...level.size) + ROOM;
    this.laying.show(level.bag, state.laid.map(readLaid).filter(Boolean), [side, side]);
    this.#remember(state, level);
    this.#list(state);
    this.table.bar.show(this.#verdict(state, level));
  }

  /** The number of the level, from 1: the nearest one that there is. @param {State} state */
  #at(state) {
    return Math.min(this.#found?.levels.length ?? 1, Math.max(1, state.at ?? 1));
  }

  /** @param {State} state @returns {Level} */
  #level(state) {
    return /** @type {Dealt} */ (this.#found).levels[this.#at(state) - 1];
  }

  /** @param {State} state @param {Level} level @returns {import("../table/bar.js").Verdict} */
  #verdict(state, level) {
    const box = this.laying.box,
      size = `${box[0]}x${box[1]}`;
    const best = `${level.optimal ? "proven best" : "best known"}: ${points(level.score)} (${level.size.join("x")})`;
    const at = this.#at(state);
    const next = { label: "Next bag", act: () => this.go(at + 1) };
    const onward = at < data.packing.levels.length ? [next] : [];
    if (!this.laying.isDone) {
      const left = level.pieces - this.laying.laid.length;
      const chips = [`${left} of ${level.pieces} ${level.pieces === 1 ? "piece" : "pieces"} left`, best];
      return {
        words: this.laying.laid.length ? `box ${size}` : `bag ${at} of ${data.packing.levels.length}`,
        tone: "plain",
        chips,
        actions: level.pieces > HARD ? onward : [],
      };
    }
    const score = scoreOf(level.pieces, box);
    const isBest = score >= level.score - 1e-9;
    return {
      words: `${points(score)} points${isBest && level.optimal ? ": proven best" : ""}`,
      tone: isBest ? "good" : "plain",
      chips: isBest ? [`box ${size}`] : [`box ${size}`, best],
      actions: onward,
    };
  }

  /** @param {number} level */
  go(level) {
    this.table.store.set({ at: level, laid: [] }, { push: true });
  }

  /** What the solver made of this bag, laid on the plane. */
  solve() {
    const state = this.table.store.state;
    if (!this.#found) return;
    const scene = this.#found.scenes[this.#at(state) - 1];
    this.table.store.set({
      laid: scene.pieces.map((/** @type {any} */ piece) => writeLaid({ piece: piece.label, cells: piece.cells })),
    });
  }

  // --- The levels ----------------------------------------------------------------------------------------------------

  /** @param {State} state @returns {Record<string, number>} */
  #scores(state) {
    try {
      const kept = Object.entries(JSON.parse(localStorage.getItem(`packing round ${state.round}`) ?? "{}") ?? {});
      return Object.fromEntries(kept.filter(([, score]) => Number.isFinite(score)));
    } catch {
      return {};
    }
  }

  /** @param {State} state @param {Level} level */
  #remember(state, level) {
    if (!this.laying.isDone) return;
    const scores = this.#scores(state),
      at = this.#at(state),
      score = scoreOf(level.pieces, this.laying.box);
    if (score <= (scores[at] ?? -Infinity)) return;
    try {
      localStorage.setItem(`packing round ${state.round}`, JSON.stringify({ ...scores, [at]: score }));
    } catch {
      /* then it is forgotten */
    }
  }

  /** @param {State} state */
  #list(state) {
    const { levels } = /** @type {Dealt} */ (this.#found),
      scores = this.#scores(state);
    const total = Object.values(scores).reduce((sum, score) => sum + score, 0);
    byId("levels").replaceChildren(
      ...levels.map((level, index) => {
        const mine = scores[index + 1],
          isBest = mine !== undefined && mine >= level.score - 1e-9;
        return el(
          "li",
          {},
          el(
            "button",
            { type: "button", "aria-current": String(index + 1 === this.#at(state)), onclick: () => this.go(index + 1) },
            el("b", {}, index + 1),
            el("span", {}, `${level.pieces} ${level.pieces === 1 ? "piece" : "pieces"}`),
            el(
              "span",
              { class: isBest ? "done" : "" },
              `${mine === undefined ? "–" : points(mine)} / ${points(level.score)}`,
            ),
          ),
        );
      }),
      el(
        "li",
        { class: "note" },
        `your sum: ${points(total)} of ${points(levels.reduce((sum, level) => sum + level.score, 0))}`,
      ),
    );
  }
}

/** @param {Laid} one */
const writeLaid = ({ piece, cells }) => `${piece} ${cells.map((cell) => cell.join(",")).join(" ")}`;

/** @param {string} text @returns {Laid | null} */
function readLaid(text) {
  const [piece, ...cells] = text.split(" ");
  const read = cells.map((cell) => cell.split(",").map(Number));
  return read.length && read.every((cell) => cell.length === 2 && cell.every(Number.isInteger))
    ? { piece, cells: read }
    : null;
}
