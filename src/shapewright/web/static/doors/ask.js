// What pages ask. Who answers is ask_door.js: a server, or a worker of this browser; nothing else differs.
import { answerOf, fileOf } from "./ask_door.js";
import { nameOf } from "./refusal.js";

export { keepTheme, watchWork } from "./ask_door.js";
export { Refusal, suffixOf } from "./refusal.js";

/** @typedef {Record<string, any>} Parameters */
/** @typedef {{run: string, view: any, files: string[]}} Answer */
/** @typedef {{text: string, fraction: number | null, seconds: number, waiting: boolean, view: any}} Progress */
/** @typedef {(work: {words: string, lost: boolean, page: string}) => void} TellWork  what is at work, and its page */
/**
 * @typedef {object} How
 * @property {boolean} [light]  no files are wanted: for what is asked while somebody paints
 * @property {number} [wait]  seconds after which a question counts as long, and its progress is told
 * @property {AbortSignal} [signal]  ends the question
 * @property {(progress: Progress) => void} [progress]
 * @property {boolean} [again]  find the run of a page that was loaded anew
 */

/**
 * Ask a question; the answer, however long it takes. Raises `Refusal`, or an AbortError where `signal` said so.
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {How} [how]
 * @returns {Promise<Answer>}
 */
export function ask(family, question, parameters, how = {}) {
  return answerOf(family, question, parameters, how);
}

/** @type {Map<string, AbortController>} */
const lanes = new Map();

/**
 * Ask in a lane: a newer question there ends the older one, which then answers null.
 * @param {string} lane
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {Omit<How, "signal">} [how]
 * @returns {Promise<Answer | null>}
 */
export async function askIn(lane, family, question, parameters, how = {}) {
  leave(lane);
  const controller = new AbortController();
  lanes.set(lane, controller);
  try {
    const answer = await ask(family, question, parameters, { ...how, signal: controller.signal });
    return lanes.get(lane) === controller ? answer : null;
  } catch (error) {
    if (controller.signal.aborted) return null;
    throw error;
  } finally {
    if (lanes.get(lane) === controller) lanes.delete(lane);
  }
}

/** Nobody waits any more for what was asked in a lane. @param {string} lane */
export function leave(lane) {
  lanes.get(lane)?.abort();
  lanes.delete(lane);
}

/**
 * Save the file of an answer; `suffix` such as ".svg" is one of those in `view.files`. Raises `Refusal`.
 * @param {string} family
 * @param {string} question
 * @param {Parameters} parameters
 * @param {any} view  the answer as it was told
 * @param {string} suffix
 */
export async function save(family, question, parameters, view, suffix) {
  download(await fileOf(family, question, parameters, view, suffix), nameOf(view.files, suffix));
}

/** Let the browser save something. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
