// What the modules of pages find in a browser and node does not have: as little of it as they touch, without a layout.
// The folder with the modules is named by PAGES (see conftest.py).

class Storage {
  getItem(name) { return Object.hasOwn(this, name) ? this[name] : null; }
  setItem(name, value) { this[name] = String(value); }
  removeItem(name) { delete this[name]; }
  clear() { for (const name of Object.keys(this)) delete this[name]; }
}

/** An element that keeps what it is given. */
export class Element extends EventTarget {
  attributes = {};
  children = [];
  dataset = {};
  style = {};
  hidden = false;
  className = "";
  classList = { add() {}, remove() {}, toggle() {} };
  constructor(tag) { super(); this.tag = tag; }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  remove() {}
  toggleAttribute(name, isOn) { if (isOn) this.attributes[name] = ""; else delete this.attributes[name]; }
  setAttribute(name, value) { this.attributes[name] = value; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  get childNodes() { return this.children; }
  get textContent() { return this.children.map((child) => child.textContent ?? child).join(""); }
  set textContent(text) { this.children = [text]; }
  /** All elements in it with this tag. */
  all(tag) { return this.children.flatMap((child) => (child instanceof Element ? [...(child.tag === tag ? [child] : []), ...child.all(tag)] : [])); }
}

class Document extends EventTarget {
  body = new Element("body");
  hidden = false;
  #named = new Map();
  createElement(tag) { return new Element(tag); }
  createElementNS(_, tag) { return new Element(tag); }
  getElementById(id) {
    if (!this.#named.has(id)) this.#named.set(id, new Element("div"));
    return this.#named.get(id);
  }
}

const location = { origin: "https://studio.test", pathname: "/page", search: "", hash: "" };
const went = (_, __, address) => { location.hash = address.includes("#") ? address.slice(address.indexOf("#")) : ""; };
/** What the browser's Back leads to is not kept: how often a step was made for it is. */
const history = { steps: 0, replaceState: went, pushState(...to) { this.steps += 1; went(...to); } };

const about = new EventTarget();
for (const [name, value] of Object.entries({
  window: globalThis, document: new Document(), Node: Element, Text: class {}, localStorage: new Storage(), location, history,
  matchMedia: () => ({ matches: true, addEventListener() {} }), MutationObserver: class { observe() {} }, addEventListener: about.addEventListener.bind(about), dispatchEvent: about.dispatchEvent.bind(about),
})) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** A module of the pages, by its name. */
export const load = (name) => import(new URL(name, process.env.PAGES));

/** Numbers from 0 to 1, the same in every run (mulberry32, public domain). */
export function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
