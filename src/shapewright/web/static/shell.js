// What is round every page: theme, what is at work, the sheets of a phone, keys that work everywhere.
import { keepTheme, watchWork } from "./doors/ask.js";
import { byId, copy, el, isNarrow, toast } from "./dom.js";
import { holdFingers } from "./hand/fingers.js";

/** @typedef {import("./table/table.js").Table} Table */

holdFingers();

byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  keepTheme(root.dataset.theme);
});

watchWork(({ words, lost, page }) => {
  const place = byId("busy");
  if (place.textContent !== words) place.replaceChildren(...(words ? [el("a", { href: page, class: lost ? "lost" : "" }, words)] : []));
});

// To the board, where there is one: a link to a part of the page would take the place of the puzzle in the address.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const boards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".walk"));
  const goal = [...boards].find((board) => board.checkVisibility()) ?? byId("main");
  if (goal.id === "main") goal.tabIndex = -1;
  goal.focus();
});

/**
 * The keys and buttons that every table has.
 * @param {Table} table
 */
export function wireShell(table) {
  document.addEventListener("keydown", (event) => {
    const isField = /** @type {Element} */ (event.target).matches?.("input:not([type=range], [type=checkbox], [type=radio]), textarea, select");
    if ((event.ctrlKey || event.metaKey) && !isField) {
      if (event.key === "z" && !event.shiftKey) { event.preventDefault(); table.undo(); }
      else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) { event.preventDefault(); table.redo(); }
    } else if (event.key === "Escape") {
      // The question that was asked, before the look that the page takes by itself.
      const cancel = /** @type {HTMLElement | null} */ (document.querySelector("#answer [data-cancel]") ?? document.querySelector("[data-cancel]"));
      if (document.querySelector(".sheet-open")) openSheet(null);
      else cancel?.click();
    }
  });
  document.addEventListener("click", async (event) => {
    const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ask], [data-undo], [data-redo], [data-share], [data-sheet]"));
    if (!target) return;
    if (target.dataset.ask !== undefined) { table.ask(target.dataset.ask); if (isNarrow()) openSheet("answers"); }
    else if (target.dataset.undo !== undefined) table.undo();
    else if (target.dataset.redo !== undefined) table.redo();
    else if (target.dataset.sheet !== undefined) openSheet(target.getAttribute("aria-expanded") === "true" ? null : target.dataset.sheet);
    else {
      const link = await table.store.link();
      if (link) await copy(link, "Link copied");
      else toast("This puzzle is too long for a link; save it as a file instead");
    }
  });
  let shown = "";
  document.addEventListener("table:changed", () => {
    const { canUndo, canRedo } = table.store;
    if (shown === `${canUndo} ${canRedo}`) return;
    shown = `${canUndo} ${canRedo}`;
    for (const each of document.querySelectorAll("[data-undo]")) /** @type {HTMLButtonElement} */ (each).disabled = !canUndo;
    for (const each of document.querySelectorAll("[data-redo]")) /** @type {HTMLButtonElement} */ (each).disabled = !canRedo;
  });
}

/** On a phone: the tray or the answers over the lower half of the stage; null puts them away. @param {string | null} name */
export function openSheet(name) {
  for (const control of document.querySelectorAll("[data-sheet]")) {
    const isThis = /** @type {HTMLElement} */ (control).dataset.sheet === name;
    control.setAttribute("aria-expanded", String(isThis));
    byId(/** @type {string} */ (control.getAttribute("aria-controls"))).classList.toggle("sheet-open", isThis);
  }
}
