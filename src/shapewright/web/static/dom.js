// Elements in one call, and the few words that a page says beside its answer.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element: properties by their names, attributes with a hyphen or `role`, listeners as `onclick`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name.includes("-") || name === "role" || name === "for" || name === "list") made.setAttribute(name, String(value));
    else /** @type {any} */ (made)[name] = value;
  }
  made.append(...kept(children));
  return made;
}

/**
 * An SVG element with attributes.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) made.setAttribute(name, String(value));
  }
  made.append(...kept(children));
  return made;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function kept(children) {
  return children.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * The element of that identity, which must be there.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {Kind} */ (found);
}

/**
 * A button.
 * @param {string} label
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [properties]
 */
export function button(label, act, properties = {}) {
  return el("button", { type: "button", onclick: act, ...properties }, label);
}

/** Let an element say that; nothing is laid out anew where it says so already. @param {Node} place @param {string} text */
export function write(place, text) {
  const [first, second] = place.childNodes;
  if (first instanceof Text && !second && text) { if (first.data !== text) first.data = text; }
  else if (place.textContent !== text) place.textContent = text;
}

/** Put an element away or show it. @param {HTMLElement} place @param {boolean} isAway */
export function hide(place, isAway) {
  if (place.hidden !== isAway) place.hidden = isAway;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/** Say something for a moment. @param {string} words */
export function toast(words) {
  const place = byId("toast");
  place.textContent = words;
  place.classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("on"), 2200);
}

/** @param {string} text @param {string} [words] */
export async function copy(text, words = "Copied") {
  try {
    await navigator.clipboard.writeText(text);
    toast(words);
  } catch {
    toast("The browser does not let this page copy; select the text instead");
  }
}

/**
 * The work, once nothing has asked for it for so long.
 * @template {any[]} Given
 * @param {(...given: Given) => void} work
 */
export function later(work, milliseconds = 160) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (/** @type {Given} */ ...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}

/** Whether the reader wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the page is laid out for a phone. */
export const isNarrow = () => matchMedia("(max-width: 900px)").matches;
