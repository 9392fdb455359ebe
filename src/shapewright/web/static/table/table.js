// What every family's page is made of: fields in a store, a stage, a verdict bar that follows them, and an answers' column.
import data from "../data.js";
import { Answers } from "./answers.js";
import { Refusal, askIn, leave, save } from "../doors/ask.js";
import { Bar } from "./bar.js";
import { byId, toast } from "../dom.js";
import { Faults } from "./faults.js";
import { formsOf, optionFields, optionValues } from "./options.js";
import { Store, text, view as shown } from "./store.js";
import { wireShell } from "../shell.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {{question: string, parameters: Record<string, any>}} Wanted */
/**
 * @typedef {object} Family
 * @property {string} name  as in addresses
 * @property {Record<string, import("./store.js").Field>} fields
 * @property {(state: State) => Wanted | import("./bar.js").Verdict | null} live  what the bar asks of this state; or what it
 *   says without asking; null asks nothing and leaves the bar to the page
 * @property {(state: State, names: Set<string>) => void} changed  draw the inputs and the stage anew
 * @property {(view: any, wanted: Wanted, state: State, error?: Error) => void} [told]  the live answer is there, or why there is
 *   none: `table.bar` says it already
 * @property {(view: any, state: State) => import("./bar.js").Verdict} [verdict]  what the bar says, if not `view.bar`
 * @property {(picture: import("./parts.js").Picture, index: number, all: import("./parts.js").Picture[], section: any) => void} [stage]
 *   a picture of an answer is chosen
 * @property {(view: any, wanted: Wanted, state: State) => void} [answered]  a long question was answered and is shown
 * @property {string[]} [subject]  the parameters of `live` that say what lies on the stage
 * @property {(wanted: Wanted) => boolean} [apart]  whether a long question is not about that, whatever its parameters
 * @property {Record<string, string>} [labels]  what long questions are called while they are at work
 * @property {(question: string, state: State) => Record<string, any>} [parameters]  for a long question, if not by the fields
 * @property {(words: string) => void} [refused]  why a long question has no answer; empty: it has one
 * @property {(question: string) => Promise<void> | null} [ready]  what is to be waited for until a long question has them
 */

const PACE = 100; // milliseconds from one look to the next while somebody paints
const PATIENCE = 220; // milliseconds until the bar says that it is at work
const KEPT = 40; // live answers that are kept, for undo and redo

export class Table {
  /** @type {Map<string, any>} */
  #kept = new Map();
  #shown = "";
  /** @type {Wanted | null} */
  #asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #last = 0;
  #waiting = false;
  /** The answer to the question in the address. @type {any} */
  #found = null;

  /** @param {Family} family */
  constructor(family) {
    this.family = family;
    this.store = new Store({ ...optionFields(family.name), ...family.fields, ask: shown(text()) });
    this.bar = new Bar(byId("bar"));
    this.faults = new Faults(byId("tray"), () => this.live());
    this.store.opened = () => this.faults.accept();
    this.answers = new Answers(byId("answers-body"), {
      family: family.name,
      save: (asked, view, suffix) => save(family.name, asked.question, asked.parameters, view, suffix),
      link: () => this.store.link(),
      again: () => { if (this.#asked) this.ask(this.#asked.question); },
      choose: {
        stage: (...given) => family.stage?.(...given),
        put: (picture) => this.put(picture.set, picture.ask),
      },
    });
    this.store.subscribe((state, names, loaded) => this.#changed(state, names, loaded));
    wireShell(this);
  }

  /** Read the address and begin. */
  async open() {
    await this.store.open();
    document.documentElement.dataset.ready = "";
  }

  /** @param {State} state @param {Set<string>} names @param {boolean} loaded */
  #changed(state, names, loaded) {
    const isPuzzle = [...names].some((name) => !this.store.fields[name].view);
    if (isPuzzle && !loaded && !names.has("ask") && state.ask) { // the answer in the address belongs to what was there before
      this.store.set({ ask: "" }, { undo: false });
      state = this.store.state;
    }
    this.family.changed(state, names);
    if (isPuzzle) {
      leave("long");
      this.answers.old();
    }
    if (loaded && !state.ask) { // what the bar's question says may stand there, too
      this.answers.clear();
      this.#shown = "";
    }
    this.live();
    if (state.ask && (names.has("ask") || (loaded && isPuzzle))) this.#answer(state.ask);
    document.dispatchEvent(new CustomEvent("table:changed"));
  }

  // --- Live -----------------------------------------------------------------------------------------------------------

  /** Bring the bar up to date: at once if it is quiet, else as soon as there is a moment. */
  live() {
    if (this.store.lost) { // what the address says is not to be had: nothing else is answered in its place
      clearTimeout(this.#timer);
      leave("live");
      this.#shown = "";
      this.bar.show({ words: "This puzzle is not here", tone: "bad" });
      this.answers.refuse(this.store.lost, "This puzzle is not here");
      return;
    }
    clearTimeout(this.#timer);
    this.bar.fixed = this.faults.words ? { words: this.faults.words } : null;
    if (this.bar.fixed) { // what stands there cannot be taken: nothing that was true before is said beside it
      leave("live");
      this.#shown = "";
      this.bar.show(this.bar.fixed);
      this.answers.old();
      return;
    }
    const wanted = this.family.live(this.store.state);
    if (wanted && this.#isApart(wanted)) this.bar.fixed = this.#apart();
    if (!wanted || !("question" in wanted)) {
      leave("live");
      this.#shown = "";
      if (wanted) this.bar.show(wanted);
      return;
    }
    const key = `${wanted.question} ${JSON.stringify(wanted.parameters)}`;
    if (key === this.#shown && !this.#waiting) return;
    const kept = this.#kept.get(key);
    if (kept) { leave("live"); this.#tell(kept, wanted, key); return; }
    this.bar.old();
    const pause = Math.max(0, PACE - (performance.now() - this.#last));
    this.#timer = setTimeout(() => this.#look(wanted, key), pause);
  }

  /** @param {Wanted} wanted @param {string} key */
  async #look(wanted, key) {
    this.#last = performance.now();
    this.#waiting = true;
    const patience = setTimeout(() => this.bar.busy("working", () => { leave("live"); this.bar.show({ words: "cancelled" }); }), PATIENCE);
    try {
      const found = await askIn("live", this.family.name, wanted.question, wanted.parameters, {
        wait: 2,
        progress: ({ seconds, fraction, waiting, text }) => this.bar.busy((waiting && text) || `${Math.round(seconds)} s`, () => { leave("live"); this.bar.show({ words: "cancelled" }); }, fraction),
      });
      if (found === null) return; // something newer is asked
      this.#waiting = false;
      this.#kept.set(key, found.view);
      if (this.#kept.size > KEPT) this.#kept.delete(/** @type {string} */ (this.#kept.keys().next().value));
      this.#tell(found.view, wanted, key);
    } catch (error) {
      this.#waiting = false;
      this.#shown = "";
      this.bar.show({ words: /** @type {Error} */ (error).message });
      if (!(error instanceof Refusal)) throw error;
      this.faults.blame(error.message);
      this.family.told?.(null, wanted, this.store.state, error);
    } finally {
      clearTimeout(patience);
    }
  }

  /** @param {any} view @param {Wanted} wanted @param {string} key */
  #tell(view, wanted, key) {
    this.#shown = key;
    this.#waiting = false;
    this.faults.blame("");
    const state = this.store.state;
    const verdict = this.family.verdict?.(view, state) ?? { words: view.headline, tone: view.tone, ...view.bar };
    this.bar.show({ seconds: view.seconds, ...verdict });
    this.family.told?.(view, wanted, state);
    this.#onStage();
  }

  // --- An address may ask what is not about the stage ---------------------------------------------------------------------

  /** Whether the question in the address is about something else than what lies on the stage. @param {Wanted | import("./bar.js").Verdict} live */
  #isApart(live) {
    const { subject = [], apart } = this.family, { ask } = this.store.state;
    if (!(ask in data.families[this.family.name].questions) || !("question" in live)) return false;
    const parameters = this.parameters(ask);
    if (apart?.({ question: ask, parameters })) return true;
    return subject.some((name) => [live.parameters[name] ?? []].flat().some((each) => ![parameters[name]].flat().includes(each)));
  }

  /** What the bar says of such a question. @returns {import("./bar.js").Verdict} */
  #apart() {
    const found = this.#found;
    if (found) return { words: found.headline, tone: found.tone, seconds: found.seconds };
    return { words: this.#label(this.store.state.ask) };
  }

  /** Its first picture is on the stage, too. */
  #onStage() {
    const section = this.bar.fixed && this.#found?.sections.find((/** @type {any} */ each) => (each.pictures ?? each.frames)?.length);
    const pictures = section?.pictures ?? section?.frames;
    if (pictures) this.family.stage?.(pictures[0], 0, pictures, section);
  }

  /** @param {string} question */
  #label(question) { return this.family.labels?.[question] ?? question.replaceAll("-", " "); }

  // --- Long questions ---------------------------------------------------------------------------------------------------

  /** What a question takes of the page. @param {string} question */
  parameters(question) { return this.family.parameters?.(question, this.store.state) ?? this.stated(question); }

  /** What the fields and the options of the page say to a question. @param {string} question @returns {Record<string, any>} */
  stated(question) {
    const { name } = this.family, own = new Set(formsOf(name)[question]?.options.map((option) => option.name));
    const common = data.families[name].questions[question].fields.filter((/** @type {string} */ field) => !own.has(field));
    return { ...this.store.parameters(common), ...optionValues(name, question, this.store.state) };
  }

  /**
   * Ask a question and show its answer in the column; the address then leads to it.
   * @param {string} question @param {State} [values]  what becomes different for it
   */
  ask(question, values = {}) {
    const { fields } = this.store, isAsked = this.store.state.ask === question;
    const changes = "question" in fields ? { ...values, question: "" } : values; // its own form is seen
    if (!isAsked) { this.store.set({ ...changes, ask: question }, { push: true, undo: Object.keys(values).length > 0 }); return; }
    this.store.set(changes);
    if (this.store.state.ask === question) this.#answer(question);
    else this.store.set({ ask: question }, { push: true, undo: false }); // with a change it was taken back
  }

  /** Put what a picture stands for into the page, and ask if it says so. @param {State} values @param {string} [question] */
  put(values, question = "") {
    const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in this.store.fields));
    this.store.set({ ...known, ask: "" }, { push: true });
    if (question) this.ask(question);
  }

  /** @param {string} question */
  async #answer(question) {
    if (!(question in data.families[this.family.name].questions)) return;
    const asked = this.#asked, ready = this.family.ready?.(question);
    if (ready) {
      await ready;
      if (this.#asked !== asked || this.store.state.ask !== question) return; // something newer is asked
    }
    const parameters = this.parameters(question);
    const wanted = this.#asked = { question, parameters };
    const cancel = () => { leave("long"); this.answers.refuse("The question was cancelled.", "Cancelled"); };
    const label = this.#label(question);
    this.#said(null);
    /** @type {((progress: import("../doors/ask.js").Progress) => void) | null} */
    let tell = null;
    const patience = setTimeout(() => { tell ??= this.answers.busy(label, cancel); }, PATIENCE);
    try {
      const found = await askIn("long", this.family.name, question, parameters, {
        again: true,
        progress: (progress) => { tell ??= this.answers.busy(label, cancel); tell(progress); },
      });
      if (found === null) return;
      this.answers.show(found.view, wanted);
      this.family.refused?.("");
      this.#said(found.view);
      this.family.answered?.(found.view, wanted, this.store.state);
    } catch (error) {
      this.family.refused?.(/** @type {Error} */ (error).message);
      this.#said({ headline: /** @type {Error} */ (error).message, tone: "", sections: [] });
      if (this.bar.place.dataset.state === "old") this.bar.show({ words: /** @type {Error} */ (error).message });
      const isRefusal = error instanceof Refusal;
      this.answers.refuse(/** @type {Error} */ (error).message, isRefusal && error.state !== "failed" ? "Stopped" : "Please check", isRefusal ? error.equivalents : {});
      if (!isRefusal) throw error;
    } finally {
      clearTimeout(patience);
    }
  }

  /** What was found is what the bar says, if the stage cannot show it. @param {any} found */
  #said(found) {
    this.#found = found;
    const live = this.faults.words || this.store.lost ? null : this.family.live(this.store.state);
    if (!live || !this.#isApart(live)) return;
    this.bar.fixed = this.#apart();
    if (!found) return;
    this.bar.show(this.bar.fixed);
    this.#onStage();
  }

  undo() { if (!this.store.undo()) toast("There is nothing to undo"); }
  redo() { if (!this.store.redo()) toast("There is nothing to redo"); }
}
