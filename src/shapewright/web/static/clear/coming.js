// What comes, as pictures: the piece in hold, the pieces of a queue, the choices of a pattern.
import data from "../data.js";
import { button, el } from "../dom.js";
import { picture } from "../stage/picture.js";
import { pieceBoard } from "./boards.js";
import { capitals } from "./rules.js";

/** @typedef {{letter: string, text: string, words: string}} Token  a piece by its letter, or (without one) a choice in words */

const MOST = 14; // pieces that are drawn
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];

/** The piece in square brackets before a queue, which is held; empty if there is none. @param {string} text */
export function heldIn(text) {
  return text.match(/^\s*\[([a-z])\](?=[a-z,\s]*$)/i)?.[1].toUpperCase() ?? "";
}

/** Whether a text is one queue. @param {string} text */
export const isQueue = (text) => /^\s*(\[[a-z]?\])?[a-z,\s]*$/i.test(text) && text.trim() !== "";

/** The letters of a queue, without what is held; empty for a pattern. @param {string} text */
export const lettersOf = (text) => (isQueue(text) ? text.replace(/^\s*\[[a-z]?\]/i, "").toUpperCase().replace(/[^A-Z]/g, "") : "");

/** A queue or a pattern piece by piece. @param {string} text @returns {Token[]} */
export function tokensOf(text) {
  const held = heldIn(text), rest = capitals(held ? text.replace(/^\s*\[[a-z]\]/i, "") : text);
  const tokens = [];
  for (let at = 0; at < rest.length; at += 1) {
    const begin = at, closing = CLOSING[rest[at]];
    if (closing) at = endOf(rest, at, closing);
    if (rest[begin] !== "{" && (closing || rest[at] === "*")) at += rest.slice(at + 1).match(/^(?:!|P\d)/)?.[0].length ?? 0;
    const token = rest.slice(begin, at + 1);
    if (data.clear.letters.includes(token)) tokens.push({ letter: token, text: token, words: token });
    else if (/[[*;{]/.test(token[0])) tokens.push({ letter: "", text: token.replace(/P(?=\d$)/, "p"), words: inWords(token) });
  }
  return tokens;
}

/** Whether the choices of a pattern depend on each other, so that none can be taken out. @param {string} text */
export const hasConditions = (text) => /[({]/.test(text);

const CLOSING = /** @type {Record<string, string>} */ ({ "[": "]", "{": "}" });

/** Where a bracket is closed, others inside it; the end of the text if it is not. @param {string} text @param {number} from @param {string} closing */
function endOf(text, from, closing) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === text[from]) depth += 1;
    else if (text[at] === closing) depth -= 1;
    if (!depth) return at;
  }
  return text.length - 1;
}

/** @param {string} token */
function inWords(token) {
  if (token === ";") return "or";
  if (token.startsWith("{")) return `where ${token.replace(/^\{|\}$/g, "")}`;
  if (token.lastIndexOf("[") > 0) return token;
  const [, inside, ending] = token.match(/^(?:\[(.*?)\]?|\*)(!|P\d)?$/) ?? [];
  const some = inside === undefined ? [...data.clear.letters] : inside.startsWith("^") ? [...data.clear.letters].filter((letter) => !inside.includes(letter)) : [...inside];
  const many = ending === "!" ? some.length : ending ? Number(ending.slice(1)) : 1;
  const which = some.length === data.clear.letters.length ? "" : ` of ${some.join(" ")}`;
  if (many === some.length && which) return `${some.join(" ")} in any order`;
  return which ? `${NUMBERS[many] ?? many}${which}` : `any ${many === 1 ? "piece" : NUMBERS[many] ?? many}`;
}

/** A button with the picture of a piece. @param {string} letter @param {string} label @param {(() => void) | null} act */
export function pieceButton(letter, label, act) {
  const made = button("", () => act?.(), { class: "piece-button", "aria-label": label, title: label, data: { piece: letter } });
  made.append(letter ? picture(pieceBoard(letter), { hidden: true }) : el("span", { class: "nothing" }));
  made.disabled = !act;
  return made;
}

/** What the buttons do that stand there. @type {WeakMap<HTMLElement, {swap: (() => void) | null, remove: ((index: number) => void) | null}>} */
const acts = new WeakMap();

/**
 * The piece in hold and what comes next, beside the stage.
 * @param {HTMLElement} holdPlace @param {HTMLElement} nextPlace
 * @param {{hold: string, tokens: Token[], swap: (() => void) | null, remove: ((index: number) => void) | null, most?: number}} what
 */
export function showComing(holdPlace, nextPlace, { hold, tokens, swap, remove, most = MOST }) {
  acts.set(holdPlace, { swap, remove });
  const key = JSON.stringify([hold, tokens, swap !== null, remove !== null, most]);
  if (holdPlace.dataset.shown === key) return;
  holdPlace.dataset.shown = key;
  swap &&= () => acts.get(holdPlace)?.swap?.();
  remove &&= (index) => acts.get(holdPlace)?.remove?.(index);
  keepFocus(holdPlace, [pieceButton(hold, hold ? `Hold: ${hold}` : "Hold: empty", swap)]);
  const shown = tokens.slice(0, most);
  const nodes = shown.map((token, index) => {
    const act = remove && (() => remove(index));
    if (token.letter) return pieceButton(token.letter, remove ? `${token.letter}, piece ${index + 1}: remove it` : `Next: ${token.letter}`, act);
    const made = button(token.words, () => act?.(), { class: "some", title: remove ? "Remove it" : token.words });
    made.disabled = !act;
    return made;
  });
  const more = tokens.length - shown.length;
  keepFocus(nextPlace, [...nodes, ...(more > 0 ? [el("span", { class: "note" }, `${more} more`)] : [])]);
}

/** Other children, the focus where it was. @param {HTMLElement} place @param {HTMLElement[]} nodes */
function keepFocus(place, nodes) {
  const index = [...place.children].findIndex((child) => child === document.activeElement);
  place.replaceChildren(...nodes);
  if (index >= 0) /** @type {HTMLElement | undefined} */ (place.children[Math.min(index, place.children.length - 1)])?.focus();
}
