// What the bar of the stacking page says: the best that is known, and how one's own game stands against it.
import { valueOf } from "./falling.js";

/** @typedef {import("../table/bar.js").Verdict} Verdict */
/** @typedef {import("./falling.js").Drop} Drop */
/**
 * @typedef {object} Acts
 * @property {(drops: Drop[], lying?: Drop[]) => void} watch
 * @property {() => void} again
 * @property {() => void} longer
 * @property {() => void} reason
 */

const WORDS = /** @type {Record<string, string>} */ ({ height: "height", holes: "holes", flatness: "bumpiness" });

/**
 * @param {any} known  the live answer about the whole game
 * @param {import("./well.js").Well | null} well  the game that is played, if the answer is about it
 * @param {any} here  what the solver says about the game as it is
 * @param {Acts} acts
 * @returns {Verdict}
 */
export function verdictOf({ bar, plans }, well, here, acts) {
  if (!plans) return { ...bar, actions: [{ label: "Show me", act: acts.reason }] };
  const [best] = plans;
  const watch = { label: "Watch it fall", act: () => acts.watch(best.drops) };
  if (!well?.game || !well.state.drops.length) {
    return { ...bar, actions: best.optimal ? [watch] : [{ label: "Search longer", act: acts.longer }, watch] };
  }
  const { game, state } = well;
  const name = WORDS[game.objective];
  const value = valueOf(state.stack, game.width, game.objective);
  const proven = best.optimal ? `proven best: ${best.value}` : `best known: ${best.value}`;
  const words = `your ${name}: ${value}`;
  if (!well.choices.length) {
    if (value > best.value) {
      return { words, tone: "plain", chips: [proven], actions: [watch, { label: "Start over", act: acts.again }] };
    }
    return best.optimal
      ? { words: `${name} ${value}: proven best`, tone: "good", chips: [] }
      : { words: `${name} ${value}: as good as the solver`, tone: "good", chips: [`at least ${best.bound} is needed`] };
  }
  const left = game.sequence.length - state.drops.length;
  const on = here?.game.continuation;
  const further = on ? `best from here: ${on.value}` : (here?.notes[0] ?? `${left} to come`);
  return {
    words,
    tone: on && best.optimal && on.value > best.value ? "bad" : "plain",
    chips: [proven, further],
    actions: on ? [{ label: "Watch the solver", act: () => acts.watch(on.drops, state.drops) }] : [],
  };
}
