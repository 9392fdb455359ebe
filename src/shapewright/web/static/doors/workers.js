// Workers that answer, and one more than are busy: whoever asks while a question is at work finds a warm one.
// A question cannot be stopped within its worker, so that a worker whose answer nobody wants is ended.

/**
 * @typedef {object} Job
 * @property {Record<string, any>} message  what the worker is asked
 * @property {(message: any) => void} told  what it says until it is done
 * @property {(message: any) => void} done  the last thing it says
 * @property {() => void} [begun]  a worker has it
 * @property {boolean} [unwanted]
 */
/** @typedef {{worker: Worker, state: "starting" | "free" | "busy", job: Job | null}} Member */
/** @typedef {{begin: Record<string, any>, address: URL | string}} Start */

const MOST = 3; // workers at once
const GRACE = 100; // ms in which an answer that nobody wants may still come: to end a worker costs more
const LONG_GRACE = 400; // the same where no other worker is free: a new one takes about as long
const BREATH = 150; // ms: a short question is answered before another worker takes the processor

export class Workers {
  /** @type {Set<Member>} */
  #members = new Set();
  /** @type {Job[]} */
  #waiting = [];
  #number = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Uint8Array | null} */
  #snapshot = null;

  /**
   * @param {{address: URL, begin: () => Promise<Record<string, any>>, snapshot: () => Promise<Uint8Array | null>,
   *   keep: (snapshot: Uint8Array) => void}} doors  where the worker's module is, what a worker is begun with, and where
   *   the memory of a worker that is ready is kept
   */
  constructor(doors) {
    this.doors = doors;
  }

  /** Make a worker ready before anybody asks. */
  warm() {
    if (!this.#members.size) this.#add();
  }

  /** @param {Job} job @returns {() => void} what gives it up */
  submit(job) {
    this.#waiting.push(job);
    this.warm();
    this.#go();
    return () => this.#giveUp(job);
  }

  /** Give work to whoever is free. */
  #go() {
    for (const member of this.#members) {
      if (member.state !== "free") continue;
      const job = this.#waiting.shift();
      if (!job) break;
      job.message.id = ++this.#number;
      Object.assign(member, { state: "busy", job });
      member.worker.postMessage(job.message);
      job.begun?.();
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#grow(), BREATH);
  }

  /** See that somebody is free for the next question. */
  #grow() {
    const members = [...this.#members], busy = members.filter(({ state }) => state === "busy").length;
    const isStarting = members.some(({ state }) => state === "starting"); // one after the other: they share a processor
    if (!isStarting && members.length < Math.min(MOST, busy + this.#waiting.length + 1)) this.#add();
  }

  #add() {
    const worker = new Worker(this.doors.address, { type: "module" });
    /** @type {Member} */
    const member = { worker, state: "starting", job: null };
    this.#members.add(member);
    worker.addEventListener("message", ({ data }) => this.#hear(member, data));
    worker.addEventListener("error", (event) => { event.preventDefault(); this.#lose(member, event.message || "its files could not be loaded"); });
    this.#begin(member).catch((error) => this.#lose(member, String(/** @type {Error} */ (error).message)));
  }

  /** @param {Member} member */
  async #begin(member) {
    const [begin, snapshot] = await Promise.all([this.doors.begin(), this.#snapshot ?? this.doors.snapshot()]);
    this.#snapshot ??= snapshot;
    // The first one answers as soon as it can; the second one has time to import all, and shares that with the others.
    const whole = !this.#snapshot && this.#members.size > 1;
    member.worker.postMessage({ kind: "begin", ...begin, snapshot: this.#snapshot, whole });
  }

  /** @param {Member} member @param {any} message */
  #hear(member, message) {
    const { job } = member;
    if (message.kind === "snapshot") {
      this.#snapshot = message.snapshot;
      this.doors.keep(message.snapshot);
    } else if (message.kind === "lost") this.#lose(member, message.words);
    else if (message.kind === "ready") { member.state = "free"; this.#go(); }
    else if (message.kind === "progress") { if (job && !job.unwanted) job.told(message); }
    else if (job) {
      Object.assign(member, { state: "free", job: null });
      if (message.worn) this.#end(member);
      if (!job.unwanted) job.done(message);
      this.#go();
    }
  }

  /** A worker that can do no more; without any, nobody can. @param {Member} member @param {string} words */
  #lose(member, words) {
    if (!this.#end(member)) return;
    const refused = { kind: "lost", words };
    if (member.job && !member.job.unwanted) member.job.done(refused);
    if (member.state !== "starting") this.#go();
    else if (!this.#members.size) for (const job of this.#waiting.splice(0)) job.done(refused);
  }

  /** @param {Member} member @returns {boolean} whether it was there */
  #end(member) {
    member.worker.terminate();
    return this.#members.delete(member);
  }

  /** @param {Job} job */
  #giveUp(job) {
    job.unwanted = true;
    const place = this.#waiting.indexOf(job);
    if (place >= 0) { this.#waiting.splice(place, 1); return; }
    const member = [...this.#members].find((each) => each.job === job);
    if (!member) return;
    const end = () => { if (member.job === job && this.#end(member)) this.#go(); };
    setTimeout(() => {
      const isFree = [...this.#members].some(({ state }) => state === "free");
      if (isFree || !this.#waiting.length) end();
      else setTimeout(end, LONG_GRACE - GRACE);
    }, GRACE);
  }
}
