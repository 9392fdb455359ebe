// Steps through pictures on the stage: back, on, play, and a slider; nothing plays by itself where motion is unwanted.
import { button, el, hide, isStill, write } from "../dom.js";

/**
 * @template Frame
 */
export class Stepper {
  /** @type {Frame[]} */
  frames = [];
  at = 0;
  #seconds = 0.8;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} place
   * @param {{show: (frame: Frame, index: number) => void, label?: string, words?: (frame: Frame, index: number) => string}} how
   */
  constructor(place, how) {
    this.how = how;
    this.slider = el("input", { type: "range", min: "1", "aria-label": how.label ?? "Step", oninput: () => { this.pause(); this.to(Number(this.slider.value) - 1); } });
    this.count = el("output", { class: "note" });
    this.playing = button("Play", () => (this.#timer ? this.pause() : this.play()), { "aria-pressed": "false", class: "quiet" });
    this.place = place;
    place.classList.add("stepper");
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", how.label ?? "Steps");
    place.replaceChildren(
      button("◀", () => { this.pause(); this.to(this.at - 1); }, { "aria-label": "Back", class: "quiet" }),
      this.playing,
      button("▶", () => { this.pause(); this.to(this.at + 1); }, { "aria-label": "On", class: "quiet" }),
      this.slider, this.count);
    place.hidden = true;
  }

  /**
   * Other frames; one alone has nothing to step through.
   * @param {Frame[]} frames
   * @param {{seconds?: number, at?: number, play?: boolean}} [how]
   */
  set(frames, { seconds = 0.8, at = 0, play = false } = {}) {
    this.pause();
    this.frames = frames;
    this.#seconds = seconds;
    hide(this.place, frames.length < 2);
    if (this.slider.max !== String(frames.length)) this.slider.max = String(frames.length);
    if (frames.length) this.to(at);
    if (play && !isStill()) this.play();
  }

  /** @param {number} index */
  to(index) {
    this.at = Math.max(0, Math.min(this.frames.length - 1, index));
    if (this.slider.value !== String(this.at + 1)) this.slider.value = String(this.at + 1);
    const frame = this.frames[this.at];
    write(this.count, this.how.words?.(frame, this.at) ?? `${this.at + 1} of ${this.frames.length}`);
    this.how.show(frame, this.at);
  }

  play() {
    if (this.frames.length < 2) return;
    if (this.at >= this.frames.length - 1) this.to(0);
    this.playing.setAttribute("aria-pressed", "true");
    this.playing.textContent = "Pause";
    this.#timer = setInterval(() => {
      if (this.at >= this.frames.length - 1) this.pause();
      else this.to(this.at + 1);
    }, this.#seconds * 1000);
  }

  pause() {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.playing.setAttribute("aria-pressed", "false");
    this.playing.textContent = "Play";
  }
}
