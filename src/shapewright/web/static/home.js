// The first page: pictures for the entries of the gallery, the day, and a choice of which entries are shown.
import data from "./data.js";
import gallery from "./gallery.js";
import { byId } from "./dom.js";
import { picture } from "./stage/picture.js";
import "./shapez/shapes.js";
import "./shell.js";

const AHEAD = "400px"; // pictures are drawn that far before they are seen

const entries = new Map(gallery.map((/** @type {any} */ entry) => [entry.name, entry]));

/** Draw what is about to be seen. */
const seen = new IntersectionObserver((shown) => {
  for (const { target, isIntersecting } of shown) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    draw(/** @type {HTMLElement} */ (target));
  }
}, { rootMargin: AHEAD });

/** @param {HTMLElement} place */
function draw(place) {
  const { scene } = entries.get(place.dataset.scene);
  const drawn = picture(scene, { labels: false, hidden: true });
  // The pieces arrive one after the other when the pointer is over them.
  [...drawn.querySelectorAll(".piece")].forEach((piece, index) => /** @type {SVGElement} */ (piece).style.setProperty("--turn", String(index)));
  place.append(drawn);
}

for (const place of document.querySelectorAll("[data-scene]")) seen.observe(place);

// --- The day ----------------------------------------------------------------------------------------------------------

const now = new Date();
const { counts, months } = data.tiling.calendar;
byId("day").textContent = String(now.getDate());
byId("month").textContent = months[now.getMonth()];
byId("today-words").textContent = `Lay eight pieces so that today stays free. There are ${counts[now.getMonth()][now.getDate() - 1]} solutions; find one.`;

// --- The choice -------------------------------------------------------------------------------------------------------

const chips = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-filter]"));

/** @param {HTMLElement} item @param {string} filter */
const suits = (item, filter) => !filter || [item.dataset.family, item.dataset.verdict, item.dataset.mode].includes(filter);

/** Show the entries of a family, or those to play, or the impossible ones. @param {string} filter */
function choose(filter) {
  for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.filter === filter));
  let number = 0;
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".of-family"))) {
    let any = false;
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("li"))) {
      item.hidden = !suits(item, filter);
      if (!item.hidden) { any = true; number++; }
    }
    section.hidden = !any;
  }
  byId("filter-said").textContent = `${number} puzzles`;
}

/** The choice that the address says. */
function read() {
  const filter = new URLSearchParams(location.hash.slice(1)).get("show") ?? "";
  choose([...chips].some((chip) => chip.dataset.filter === filter) ? filter : "");
}

for (const chip of chips) {
  chip.addEventListener("click", () => {
    const filter = chip.dataset.filter ?? "";
    history.replaceState(null, "", filter ? `#show=${filter}` : location.pathname + location.search);
    choose(filter);
  });
}
addEventListener("hashchange", read);
if (location.hash) read();
document.documentElement.dataset.ready = "";
