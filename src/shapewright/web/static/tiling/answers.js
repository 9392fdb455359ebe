// What is said of a tiling puzzle: the bar's words while one paints or plays, the tilings beside the stage, the picture
// of a reason.
import { askIn, leave } from "../doors/ask.js";
import { byId, el, hide } from "../dom.js";
import { partsOf } from "../table/parts.js";
import { picture as drawn } from "../stage/picture.js";
import { Stepper } from "../table/stepper.js";
import { stating } from "./puzzle.js";
import { seen } from "./seen.js";

/** @typedef {import("../stage/board.js").Cell} Cell */
/** @typedef {import("../table/parts.js").Picture} Picture */
/** @typedef {import("../table/store.js").State} State */
/** @typedef {import("../table/bar.js").Verdict} Verdict */
/**
 * @typedef {object} Page
 * @property {import("../table/table.js").Table} table
 * @property {() => import("./play.js").Game | null} game
 * @property {(how?: {animate?: boolean}) => void} draw
 * @property {(mode: string) => void} show  the page is in this mode from now on
 * @property {() => string} mode
 * @property {(act: () => void) => void} after  when no stroke lasts: what is beside the stage is old until then
 * @property {() => void} known  a longer look is over
 */

const PAUSE = 350; // milliseconds without a change, after which a longer look is worth it
const LONGER = 2; // seconds that it takes at most

export class Answering {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {import("../table/table.js").Wanted | null} */
  #wanted = null;
  /** @type {import("../table/table.js").Wanted | null} */
  #told = null;
  /** @type {any} the newest answer */
  #view = null;
  /** @type {{piece: string, cells: Cell[]}[] | null} */
  solution = null;
  /** A longer look may still find what the first one had no time for. */
  looksOn = false;
  /** @type {Map<string, string>} how many ways there are before anything is laid, by puzzle */
  #totals = new Map();

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.steps = new Stepper(byId("steps"), { show: (picture) => this.#onStage(picture), label: "Tilings" });
    const steps = el("div"), place = el("div", { class: "picture" });
    byId("moves").append(place, steps);
    this.moves = new Stepper(steps, { show: (picture) => place.replaceChildren(drawn(picture.scene)), label: "Moves" });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // --- The bar ----------------------------------------------------------------------------------------------------------

  /** @param {any} view @param {State} state @returns {Verdict} */
  verdict(view, state) {
    const game = this.page.game(), laid = state.fixed.length - (state.given ?? 0);
    /** @type {Verdict} */
    const said = { tone: "plain", ...view.bar, seconds: view.seconds, actions: [] };
    const actions = /** @type {NonNullable<Verdict["actions"]>} */ (said.actions);
    const marks = marksOf(view);
    if (marks.length) actions.push({ label: seen.reason ? "Hide it" : "Show me", act: () => this.#reason(view, marks, state), primary: !seen.reason });
    if (view.verdict === "unknown") actions.push({ label: "Search longer", act: () => this.page.table.ask("solve"), primary: true });
    else if (view.verdict === "found" && !view.complete) actions.push({ label: "Count them all", act: () => this.page.table.ask("count") });
    if (laid <= 0) {
      this.#totals.set(this.#key_of(state), said.words);
      return said;
    }
    const total = this.#totals.get(this.#key_of(state));
    if (total === undefined) this.#askTotal(state);
    said.chips = total && !/^(impossible|not known)/.test(total) ? [`${total.replace(" so far", "")} in all`] : [];
    if (view.verdict === "found") said.words = game?.isOver ? "Solved" : said.words.replace(/( so far)?$/, " from here$1");
    else if (view.verdict === "none") said.words = `you cannot go on from here: ${said.words.replace(/^impossible: /, "")}`;
    return said;
  }

  /** The puzzle without what was laid. @param {State} state */
  #before(state) { return { ...this.page.table.store.parameters(stating(state)), fixed: state.fixed.slice(0, state.given ?? 0) }; }
  /** @param {State} state */
  #key_of(state) { return JSON.stringify(this.#before(state)); }

  /** How many ways there were at first, where a game is opened in its middle. @param {State} state */
  async #askTotal(state) {
    const key = this.#key_of(state);
    this.#totals.set(key, "");
    const found = await askIn("total", "tiling", "glance", this.#before(state)).catch(() => null);
    if (!found) { this.#totals.delete(key); return; }
    this.#totals.set(key, found.view.bar.words);
    if (seen.fresh && this.#view) this.page.table.bar.show(this.verdict(this.#view, this.page.table.store.state));
  }

  /** Show the picture of a reason, or put it away. @param {any} view @param {import("../stage/board.js").Mark[]} marks @param {State} state */
  #reason(view, marks, state) {
    seen.reason = !seen.reason;
    seen.marks = seen.reason ? marks : [];
    this.page.draw();
    this.page.table.bar.show(this.verdict(view, state));
  }

  // --- The answers' column ------------------------------------------------------------------------------------------------

  /** A longer look, once nobody paints: the number that the first one had no time for. @param {import("../table/table.js").Wanted} wanted */
  #lookOn(wanted) {
    this.looksOn = true;
    this.#timer = setTimeout(async () => {
      const found = await askIn("more", "tiling", "glance", { ...wanted.parameters, time_limit: LONGER }).catch(() => null);
      if (this.#wanted !== wanted) return;
      this.looksOn = false;
      if (found && seen.fresh && found.view.verdict !== "unknown") {
        const { state } = this.page.table.store;
        this.#tell(found.view, wanted, state);
        this.page.table.bar.show(this.verdict(found.view, state));
      }
      this.page.known();
    }, PAUSE);
  }

  /** The live answer. @param {any} view @param {import("../table/table.js").Wanted} wanted @param {State} state */
  told(view, wanted, state) {
    clearTimeout(this.#timer);
    leave("more");
    this.looksOn = false;
    this.#wanted = wanted;
    this.#tell(view, wanted, state);
    if (view && !view.settled) this.#lookOn(wanted);
  }

  /** @param {any} view @param {import("../table/table.js").Wanted} wanted @param {State} state */
  #tell(view, wanted, state) {
    const isMore = this.#view !== null && view !== null && seen.tiling !== null && this.#wanted === wanted && this.#told === wanted;
    this.#told = wanted;
    this.#view = view;
    this.solution = view?.solution?.placements ?? null;
    for (const item of document.querySelectorAll("#pieces .nowhere")) item.classList.remove("nowhere");
    if (view?.why?.kind === "piece") document.querySelector(`#pieces [data-piece="${CSS.escape(view.why.piece)}"]`)?.classList.add("nowhere");
    if (state.ask) return;
    this.#move([]);
    const pictures = view?.verdict === "found" ? picturesOf(view) : [];
    if (!isMore) this.#gallery(pictures);
    this.page.after(() => {
      if (view) this.#column(view, wanted, state, pictures.length);
      else this.page.table.answers.clear();
    });
  }

  /** @param {any} view @param {import("../table/table.js").Wanted} wanted @param {State} state @param {number} number  of tilings that are drawn */
  #column(view, wanted, state, number) {
    const parts = partsOf({ sections: view.sections.map((/** @type {any} */ section) => bare(section)) }, { stage: (picture) => this.choose(picture), put: () => {} });
    if (number > 1) parts.push(el("p", { class: "note" }, "Click one to put it on the board; ", el("kbd", {}, "←"), " ", el("kbd", {}, "→"), " step."));
    const isGame = state.mode === "play" && number > 0; // nobody wants to be told how it ends
    this.page.table.answers.put(
      el("h3", {}, titleOf(view, number)),
      ...(view.verdict === "found" ? [] : [el("p", { class: "reason" }, sentence(view.reason))]),
      ...(isGame ? [el("details", { class: "spoiler" }, el("summary", {}, "Show them"), ...parts)] : parts),
    );
    this.page.table.answers.offer(view, wanted);
    this.#current();
  }

  /** The mode is another one: what is shown may be another thing. @param {State} state */
  again(state) {
    if (seen.fresh && this.#view && this.#wanted && !state.ask) this.#column(this.#view, this.#wanted, state, this.steps.frames.length);
  }

  /** A long question was answered. @param {any} view */
  answered(view) {
    this.#move(framesOf(view));
    const isOffer = picturesOf(view).some(({ set }) => Object.keys(set).length); // they are puzzles, to be chosen
    const pictures = isOffer ? [] : picturesOf(view).filter((picture) => !picture.scene.marks?.length);
    if (!pictures.length && seen.tiling === null) return;
    this.#gallery(pictures); // of another question nothing stays
    if (!pictures.length) return;
    if (this.page.mode() === "play") this.page.show("solve");
    else this.page.draw({ animate: true });
    this.#current();
  }

  /** A picture is chosen. @param {Picture} picture */
  choose(picture) {
    if (picture.scene.kind !== "board") {
      const all = this.moves.frames, index = all.findIndex((each) => each.scene === picture.scene);
      this.#move(index >= 0 ? all : [picture], Math.max(0, index));
      return;
    }
    if (picture.scene.marks?.length) {
      seen.reason = false;
      if (this.#view) this.#reason(this.#view, picture.scene.marks, this.page.table.store.state);
      return;
    }
    const index = this.steps.frames.findIndex((each) => each.scene === picture.scene);
    if (this.page.mode() === "play") this.page.show("solve");
    if (index >= 0) this.steps.to(index);
    else this.#onStage(picture);
  }

  /** @param {Picture[]} pictures */
  #gallery(pictures) {
    seen.tiling = null;
    this.steps.set(pictures);
    if (!pictures.length) this.page.draw();
  }

  /** Pictures of moves, which no board can show, stand beside the answer. @param {Picture[]} frames @param {number} [at] */
  #move(frames, at = 0) {
    hide(byId("moves"), !frames.length);
    this.moves.set(frames, { at });
  }

  /** @param {Picture} picture */
  #onStage(picture) {
    seen.tiling = picture.scene.pieces;
    this.page.draw();
    this.#current();
  }

  /** The thumbnail of what is on the stage is marked. */
  #current() {
    const all = document.querySelectorAll("#answers-body .thumbnail");
    all.forEach((each, index) => each.setAttribute("aria-current", String(index === this.steps.at && this.steps.frames.length > 1)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = /** @type {Element} */ (event.target);
    if (!by || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.steps.frames.length < 2) return;
    if (this.page.mode() === "play" || target.matches("input, textarea, select, [role=grid]")) return;
    event.preventDefault();
    this.steps.to(this.steps.at + by);
    if (target.matches(".thumbnail")) /** @type {HTMLElement | undefined} */ (document.querySelectorAll("#answers-body .thumbnail")[this.steps.at])?.focus();
  }
}

/** @param {any} view @returns {Picture[]} */
const picturesOf = (view) => (view?.sections ?? []).flatMap((/** @type {any} */ section) => section.frames ?? section.pictures ?? [])
  .filter((/** @type {Picture} */ picture) => picture.scene.kind === "board");

/** @param {any} view @returns {Picture[]} */
const framesOf = (view) => (view?.sections ?? []).flatMap((/** @type {any} */ section) => section.frames ?? [])
  .filter((/** @type {Picture} */ { scene }) => scene.kind !== "board");

/** @param {any} view @returns {import("../stage/board.js").Mark[]} */
const marksOf = (view) => (view?.verdict === "none" ? picturesOf(view).flatMap((picture) => picture.scene.marks ?? []) : []);

/** @param {any} view @param {number} drawn */
function titleOf(view, drawn) {
  if (view.verdict === "none") return "Why there is none";
  if (view.verdict === "unknown") return "Not known yet";
  const ways = view.bar.words.replace(/ ways?( or more)?( so far)?$/, "");
  return drawn > 1 ? `Tilings 1–${drawn} of ${ways}` : "The tiling";
}

/** @param {string} words */
const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** A section without the words that the column says itself. @param {any} section */
const bare = (section) => ({ ...section, title: "", ...(section.pictures ? { pictures: section.pictures.map((/** @type {Picture} */ picture) => ({ ...picture, caption: "" })) } : {}) });
