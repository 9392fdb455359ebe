// A layer of the stage: nodes that stay while what they show changes, so that a painted cell costs a few attributes.
import { svg } from "../dom.js";

/** @typedef {import("./board.js").Drawn} Drawn */

export class Layer {
  /** @type {Drawn[]} */
  #shown = [];

  /** @param {SVGElement} group */
  constructor(group) { this.group = group; }

  /** @param {Drawn[]} drawn */
  show(drawn) {
    const { group } = this, before = this.#shown;
    drawn.forEach(([tag, attributes, text], index) => {
      const node = group.children[index], [was, had, said] = before[index] ?? [];
      if (!node) group.append(svg(tag, attributes, text));
      else if (was !== tag || text !== said || Object.keys(had ?? {}).some((name) => !(name in attributes))) node.replaceWith(svg(tag, attributes, text));
      else for (const [name, value] of Object.entries(attributes)) if (had?.[name] !== value) node.setAttribute(name, String(value));
    });
    while (group.children.length > drawn.length) /** @type {Element} */ (group.lastElementChild).remove();
    this.#shown = drawn;
  }
}
