// The page of perfect clears: a field to draw, queues and patterns to type, and a demo that plays on.
import { ask, begin, copy, form, later, look, put, restate, value } from "./studio.js";
import { Painter } from "./painter.js";

const byId = (id) => document.getElementById(id);
const PIECES = "IOTSZLJ";
const LEAST = 4; // rows that are drawn
const field = form.elements.field;
let fumen = "";

function told(control) { control.dispatchEvent(new Event("input", { bubbles: true })); }

// --- The field ------------------------------------------------------------------------------------------------------

byId("brushes").replaceChildren(...["X", ...PIECES, "_"].map((value, index) => {
  const label = document.createElement("label");
  label.innerHTML = '<input type="radio" name="-brush"><span class="swatch"></span>';
  const [input, swatch] = label.children;
  input.value = value;
  input.checked = index === 0;
  input.ariaLabel = value === "X" ? "filled" : value === "_" ? "empty" : `piece ${value}`;
  swatch.textContent = value === "_" ? "" : value;
  swatch.dataset.value = value;
  return label;
}));

const painter = new Painter(byId("painter"), {
  brush: () => form.elements["-brush"].value, letters: `X_${PIECES}`, empty: "_", side: 30,
  change: (layers) => { field.value = rowsOf(layers[0]); told(field); },
});

const blank = (count) => Array.from({ length: count }, () => Array(10).fill("_"));
// Nothing at all is the field of so many rows, unless more were asked for.
const rowsOf = (rows) => (rows.length === LEAST && rows.every((row) => row.every((cell) => cell === "_")) ? "" : rows.map((row) => row.join("")).join("/"));

function read(text) {
  const rows = text.trim().toUpperCase().replaceAll(".", "_").split(/[/\n]/).map((row) => [...row]);
  if (!text.trim()) return blank(LEAST);
  if (rows.some((row) => row.length !== 10 || row.some((cell) => !`X_${PIECES}`.includes(cell))) || rows.length > 20) return null;
  while (rows.length < LEAST) rows.unshift(Array(10).fill("_"));
  return rows;
}

function show(rows) {
  byId("rows").value = rows.length;
  if (!painter.layers[0].length || painter.layers[0].map((row) => row.join("")).join("/") !== rows.map((row) => row.join("")).join("/")) painter.set([rows]);
}

byId("rows").addEventListener("change", () => {
  const count = Math.max(LEAST, Math.min(20, byId("rows").valueAsNumber || LEAST));
  const rows = painter.layers[0].slice(-count);
  painter.set([[...blank(count - rows.length), ...rows]]);
  field.value = rowsOf(painter.layers[0]);
  told(field);
});
byId("empty").addEventListener("click", () => { field.value = ""; byId("rows").value = LEAST; told(field); });
byId("copy-fumen").addEventListener("click", () => { if (fumen) copy(fumen, "Fumen copied"); });

const inspect = later(async () => {
  const asked = value("field");
  const found = await look("show", asked ? { field: asked } : {});
  if (!found || value("field") !== asked) return; // what was typed meanwhile is looked at next
  byId("facts").classList.remove("earlier");
  byId("facts").classList.toggle("bad", Boolean(found.error));
  byId("facts").textContent = found.error ?? found.view.headline;
  if (found.error) return;
  fumen = found.view.editor.fumen;
  if (/@|%40/.test(asked)) {
    // A fumen becomes a field that can be painted, and its queue if it has one.
    const { rows, queue } = found.view.editor;
    if (!queue || queue === value("queue")) restate({ field: rows });
    else put({ field: rows, queue });
  }
});

// --- The pieces -----------------------------------------------------------------------------------------------------

byId("add").replaceChildren(...[...PIECES].map((letter) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.textContent = letter;
  button.ariaLabel = `Add ${letter} to the queue`;
  button.addEventListener("click", () => { form.elements.queue.value += letter; told(form.elements.queue); });
  return button;
}));

function refresh() {
  const rows = read(value("field"));
  byId("painter").hidden = !rows;
  if (rows) show(rows);
  byId("facts").classList.add("earlier");
  inspect();
}

// The demo plays on: when its last picture was shown, the next clears are asked for.
form.addEventListener("studio:shown", (event) => {
  if (event.detail.question !== "demo" || !event.detail.card?.classList.contains("done")) return;
  const place = event.detail.card.querySelector("[data-frames]");
  place?.addEventListener("frames:over", () => { if (place.isConnected && !value("seed")) ask("demo"); });
});

form.addEventListener("input", (event) => { if (event.target.name === "field") refresh(); });
form.addEventListener("studio:put", refresh);
begin();
