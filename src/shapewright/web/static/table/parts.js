// The parts of an answer as elements: pictures, frames, tables, counts, bars, text.
import { button, copy, el } from "../dom.js";
import { picture } from "../stage/picture.js";

/** @typedef {{scene: any, caption: string, code: string, set: Record<string, any>, ask: string}} Picture */
/**
 * @typedef {object} Chosen  what happens when a picture is chosen
 * @property {(picture: Picture, index: number, all: Picture[], section: any) => void} stage  it is to be seen on the stage
 * @property {(picture: Picture) => void} put  it is to be taken over
 */

const FIRST = 60; // pictures that are drawn before somebody asks for more

/**
 * @param {any} view
 * @param {Chosen} chosen
 * @returns {HTMLElement[]}
 */
export function partsOf(view, chosen) {
  return (view.sections ?? []).map((/** @type {any} */ section) => {
    const made = kinds[section.kind]?.(section, chosen);
    return el("section", { class: `part ${section.kind}` }, section.title && !section.folded && el("h3", {}, section.title), ...(made ?? []));
  });
}

/** @type {Record<string, (section: any, chosen: Chosen) => HTMLElement[]>} */
const kinds = {
  pictures: (section, chosen) => [thumbnails(section.pictures, section, chosen)],
  frames: (section, chosen) => [thumbnails(section.frames, section, chosen)],
  table: ({ columns, rows }) => [el("div", { class: "scroll" }, el("table", {},
    columns.some(Boolean) && el("thead", {}, el("tr", {}, ...columns.map((/** @type {string} */ name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows.map((/** @type {any[]} */ row) => el("tr", {}, ...row.map((cell, index) => el("td", { class: typeof cell === "number" ? "number" : "" },
      columns[index] === "code" ? el("code", {}, cell) : Number.isInteger(cell) ? cell.toLocaleString("en") : cell ?? "")))))))],
  counts: ({ counts }) => [el("ul", { class: "counts" }, ...counts.map((/** @type {[string, number]} */ [name, count]) => el("li", {}, el("b", {}, count), ` ${name}`)))],
  bars: ({ bars }) => [el("ul", { class: "bars" }, ...bars.map((/** @type {[string, number, number, number]} */ [name, part, whole, depth]) => el("li", { class: `depth${depth}` },
    el("b", {}, name), el("meter", { min: 0, max: whole || 1, value: part, "aria-label": name }),
    el("span", {}, `${(whole ? (100 * part) / whole : 0).toFixed(2)} %`), el("span", { class: "of" }, `${part} / ${whole}`))))],
  text: ({ text, label, title, folded }) => {
    const shown = el("pre", { tabIndex: 0 }, text);
    const block = el("div", { class: "copied", role: "group", "aria-label": label || "text" }, shown, button("Copy", () => copy(text), { class: "quiet small" }));
    return [folded ? el("details", {}, el("summary", {}, title), block) : block];
  },
};

/**
 * Small pictures; a click takes one to the stage, or puts what it stands for into the page.
 * @param {Picture[]} all
 * @param {any} section
 * @param {Chosen} chosen
 */
function thumbnails(all, section, chosen) {
  const box = el("ul", { class: `thumbnails ${section.size ?? ""}` });
  /** @param {number} from */
  const more = (from) => {
    const until = from + FIRST;
    box.append(...all.slice(from, until).map((each, at) => thumbnail(each, from + at, all, section, chosen)));
    if (until < all.length) {
      const next = el("li", { class: "more" }, button(`${all.length - until} more`, () => { next.remove(); more(until); }, { class: "quiet" }));
      box.append(next);
    }
  };
  more(0);
  return box;
}

/**
 * @param {Picture} each
 * @param {number} index
 * @param {Picture[]} all
 * @param {any} section
 * @param {Chosen} chosen
 */
function thumbnail(each, index, all, section, chosen) {
  const takes = Boolean(each.set && Object.keys(each.set).length);
  const name = each.caption || (all.length > 1 ? `${index + 1} of ${all.length}` : "Show on the stage");
  const seen = button("", () => (takes ? chosen.put(each) : chosen.stage(each, index, all, section)), {
    class: "thumbnail", title: takes ? "Take this" : "Show on the stage", "aria-label": takes ? `Take ${name}` : name, data: { index },
  });
  seen.append(picture(each.scene, { hidden: true, labels: all.length < 12 }));
  return el("li", {}, seen, each.caption && el("span", { class: "caption" }, each.caption),
    each.code && section.kind === "pictures" && el("code", { class: "code" }, each.code));
}
