// The puzzle of a day, played on the page of tilings: the server states the puzzle, the address names the day.
import data from "../data.js";
import { ask } from "../doors/ask.js";
import { byId, el } from "../dom.js";
import { table } from "./page.js";
import { seen } from "./seen.js";

const { counts, months } = data.tiling.calendar;
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const KINDS = ["calendar", "unique"];

/** @typedef {{year: number, month: number, day: number}} Day  months from 1 */

/** A day as addresses say it. @param {Day} day */
const written = ({ year, month, day }) => [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");

/** @param {Date} date @returns {Day} */
const dayOf = (date) => ({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });

/** Midday, so that no clock change moves it. @param {Day} day */
function dateOf({ year, month, day }) {
  const date = new Date(2000, month - 1, day, 12);
  date.setFullYear(year, month - 1, day);
  return date;
}

/** The day that such a text says, null if there is none. @param {string} text @returns {Day | null} */
function read(text) {
  const parts = text.match(/^(\d{4})-(\d\d)-(\d\d)$/)?.slice(1).map(Number);
  if (!parts || !parts[0]) return null;
  const day = { year: parts[0], month: parts[1], day: parts[2] };
  return written(dayOf(dateOf(day))) === text ? day : null;
}

/** @param {Day} day @param {number} by @returns {Day} */
function later(day, by) {
  const date = dateOf(day);
  date.setDate(date.getDate() + by);
  return dayOf(date);
}

/** Where the puzzle of a day is. @param {Day} day @param {string} kind */
const placeOf = (day, kind) => `?date=${written(day)}${kind === KINDS[0] ? "" : `&kind=${kind}`}`;

/** @param {Day} day */
const solutionsOf = ({ month, day }) => counts[month - 1][day - 1];

// --- The day of the address -------------------------------------------------------------------------------------------

const asked = new URLSearchParams(location.search);
const today = dayOf(new Date());
const wrong = asked.has("date") && !read(asked.get("date") ?? "");
const day = read(asked.get("date") ?? "") ?? today;
const kind = KINDS.includes(asked.get("kind") ?? "") ? /** @type {string} */ (asked.get("kind")) : KINDS[0];
const isToday = written(day) === written(today);

function showDay() {
  const weekday = WEEKDAYS[(dateOf(day).getDay() + 6) % 7];
  byId("day-name").textContent = `${weekday}, ${day.day} ${months[day.month - 1]}${day.year === today.year ? "" : ` ${day.year}`}`;
  document.title = `${byId("day-name").textContent} · shapewright`;
  for (const [id, by] of /** @type {[string, number][]} */ ([["day-before", -1], ["day-after", 1]])) /** @type {HTMLAnchorElement} */ (byId(id)).href = placeOf(later(day, by), kind);
  byId("day-today").hidden = isToday;
  for (const each of KINDS) {
    const link = /** @type {HTMLAnchorElement} */ (byId(`kind-${each}`));
    link.href = placeOf(day, each);
    if (each === kind) link.setAttribute("aria-current", "page");
  }
}

/** The state of the puzzle in words. @param {number} clues */
function wordsOf(clues) {
  if (wrong) return `${asked.get("date")} is not a day; here is today's puzzle.`;
  if (kind === KINDS[0]) return `Cover all but the month and the day: ${solutionsOf(day)} solutions.`;
  return `${clues} ${clues === 1 ? "piece is" : "pieces are"} already on the board; there is one way to place the others.`;
}

// --- Another day ------------------------------------------------------------------------------------------------------

let shownMonth = { year: day.year, month: day.month };

/** The days of a month as links, each with its number of solutions: the fewer, the stronger its colour. */
function showMonth() {
  const { year, month } = shownMonth;
  byId("month-name").textContent = `${months[month - 1]} ${year}`;
  const first = { year, month, day: 1 };
  const blanks = (dateOf(first).getDay() + 6) % 7;
  const cells = WEEKDAYS.map((name) => el("span", { class: "weekday", "aria-hidden": "true" }, name.slice(0, 2)));
  for (let number = 0; number < blanks; number++) cells.push(el("span", {}));
  for (let date = first; date.month === month; date = later(date, 1)) {
    const number = solutionsOf(date), isThis = written(date) === written(day);
    const name = `${date.day} ${months[month - 1]}: ${kind === KINDS[0] ? `${number} solutions` : "one solution"}`;
    const link = el("a", { href: placeOf(date, kind), class: `date${kind === KINDS[0] ? ` hard${hardness(number)}` : ""}`, "aria-label": name, title: name }, date.day);
    if (isThis) link.setAttribute("aria-current", "date");
    if (written(date) === written(today)) link.classList.add("now");
    cells.push(link);
  }
  byId("month-days").replaceChildren(...cells);
  byId("month-words").textContent = kind === KINDS[0] ? "The stronger the colour, the fewer solutions the day has." : "The boards grow from Monday to Sunday.";
}

const sorted = counts.flat().sort((/** @type {number} */ one, /** @type {number} */ other) => one - other);
/** How hard a day is among all of the year: 0 (easy) to 3. @param {number} number */
const hardness = (number) => 3 - Math.min(3, Math.floor((4 * sorted.indexOf(number)) / sorted.length));

for (const [id, by] of /** @type {[string, number][]} */ ([["month-before", -1], ["month-after", 1]])) {
  byId(id).addEventListener("click", () => {
    const month = shownMonth.month - 1 + by;
    const year = shownMonth.year + Math.floor(month / 12);
    if (year < 1 || year > 9999) return;
    shownMonth = { year, month: ((month + 12) % 12) + 1 };
    showMonth();
  });
}

// --- The puzzle -------------------------------------------------------------------------------------------------------

showDay();
showMonth();
try {
  const { view } = await ask("tiling", "daily", { date: written(day), kind }, { wait: 5 });
  const { board, pieces, fixed = [] } = view.stated;
  seen.printed = view.sections[0].pictures[0].scene.marks;
  byId("day-words").textContent = wordsOf(fixed.length);
  table.store.begin({ board, pieces, fixed, given: fixed.length, mode: "play" });
  await table.open();
} catch (error) {
  byId("day-words").textContent = /** @type {Error} */ (error).message;
  byId("day-words").classList.add("bad");
}
