// The tiling page: a board to paint, pieces to count, puzzles from elsewhere.
import { ask, begin, form, later, look, parameters, put, toast, value } from "./studio.js";
import { Painter, box, readArt, writeArt } from "./painter.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const byId = (id) => document.getElementById(id);
const [width, height, depth] = ["width", "height", "depth"].map(byId);
const letter = byId("letter");
letter.append(...[...LETTERS].map((each) => new Option(each, each, each === "r", each === "r")));

const brush = () => {
  const chosen = form.elements["-brush"].value;
  return LETTERS.includes(chosen) ? letter.value : chosen;
};
letter.addEventListener("change", () => {
  const radio = form.querySelector('[name="-brush"][data-letters], [name="-brush"]:not([value="."], [value="#"], [value="?"])');
  radio.checked = true;
  form.querySelector(".swatch.letter").textContent = letter.value;
});

// --- The board ------------------------------------------------------------------------------------------------------

const painter = new Painter(byId("painter"), {
  brush, letters: `#.?${LETTERS}`,
  change: (layers) => { form.elements.board.value = writeArt(layers); told(form.elements.board); },
});

function told(control) {
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

function paintBoard() {
  const layers = readArt(value("board"), `#.?${LETTERS}`);
  form.elements.board.toggleAttribute("aria-invalid", !layers && value("board") !== "");
  byId("painter").hidden = !layers;
  if (!layers) return;
  if (writeArt(layers) !== (painter.layers[0].length ? writeArt(painter.layers) : "")) painter.set(layers);
  [width.value, height.value, depth.value] = [layers[0][0].length, layers[0].length, layers.length];
}

function resize() {
  const [w, h, d] = [width, height, depth].map((each) => Math.max(1, Math.min(Number(each.max), Math.round(each.valueAsNumber) || 1)));
  const before = painter.layers;
  const layers = box(w, h, d);
  // The bottom left corner stays where it is.
  layers.forEach((rows, z) => rows.forEach((row, y) => row.forEach((_, x) => {
    const old = before[z]?.[before[0].length - h + y]?.[x];
    if (old !== undefined) row[x] = old;
  })));
  form.elements.board.value = writeArt(layers);
  painter.set(layers);
  told(form.elements.board);
}
for (const each of [width, height, depth]) each.addEventListener("change", resize);
byId("refill").addEventListener("click", () => {
  painter.set(painter.layers.map((rows) => rows.map((row) => row.map(() => "#"))));
  form.elements.board.value = writeArt(painter.layers);
  told(form.elements.board);
});

// --- The pieces -----------------------------------------------------------------------------------------------------

let pieces = [];

const inspect = later(async () => {
  const whole = value("puzzle") || value("puzzle_file");
  if (!whole && (!value("board") || !value("pieces"))) { facts("A puzzle is a board and pieces."); return; }
  const found = await look("show", parameters("show", { brief: true }));
  if (!found) return;
  if (found.error) { facts(found.error, true); return; }
  facts(found.view.headline);
  if (found.view.editor) adopt(found.view.editor, Boolean(whole));
  else drawPieces([]);
});

function facts(words, bad = false) {
  byId("facts").textContent = words;
  byId("facts").classList.toggle("bad", bad);
}

// A puzzle that came whole becomes board and pieces, if these can say it all.
function adopt(editor, whole) {
  if (whole && editor.board && editor.whole) {
    const list = editor.pieces.map((piece) => counted(piece)).join(", ");
    const layers = readArt(editor.board, `#.?${LETTERS}`);
    if (layers && list.length < 10000) {
      put({ board: writeArt(layers), pieces: list, fixed: editor.fixed, puzzle: "", puzzle_file: "", problem: "" });
      byId("whole-details").open = false;
      toast("The puzzle is on the board");
    }
  }
  drawPieces(editor.pieces);
}

function counted({ minimum, maximum, text }) {
  if (maximum === null) return minimum ? `${minimum}+*${text}` : `any*${text}`;
  if (minimum === maximum) return minimum === 1 ? text : `${minimum}*${text}`;
  return `${minimum}-${maximum}*${text}`;
}

function drawPieces(list) {
  pieces = list;
  byId("pieces").replaceChildren(...list.map((piece, index) => {
    const item = document.createElement("li");
    item.innerHTML = '<span class="picture"></span><span class="name"></span><span class="counter"><button type="button" class="quiet">−</button><output></output><button type="button" class="quiet">+</button></span>';
    item.querySelector(".picture").innerHTML = piece.svg; // drawn by the studio
    item.querySelector(".name").textContent = piece.name;
    const amount = piece.maximum === null ? (piece.minimum ? `${piece.minimum}+` : "any") : piece.minimum === piece.maximum ? `${piece.minimum}` : `${piece.minimum}–${piece.maximum}`;
    item.querySelector("output").textContent = amount;
    const [less, more] = item.querySelectorAll("button");
    less.ariaLabel = `One ${piece.name} less`;
    more.ariaLabel = `One ${piece.name} more`;
    less.addEventListener("click", () => change(index, -1));
    more.addEventListener("click", () => change(index, 1));
    return item;
  }));
}

function change(index, by) {
  const piece = pieces[index];
  const highest = piece.maximum ?? piece.minimum;
  const minimum = Math.max(0, (piece.minimum === piece.maximum ? highest : piece.minimum) + by);
  // Without a limit the least number is counted, so that + and − undo each other; below "any" there is "0 or 1".
  const unlimited = piece.maximum === null && (by > 0 || piece.minimum > 0);
  const maximum = unlimited ? null : piece.maximum === null ? 1 : Math.max(0, piece.maximum + by);
  pieces[index] = { ...piece, minimum, maximum };
  const left = pieces.filter((each) => each.maximum !== 0);
  form.elements.pieces.value = left.map(counted).join(", ");
  told(form.elements.pieces);
}

for (const chip of form.querySelectorAll("[data-pieces]")) {
  chip.addEventListener("click", () => { form.elements.pieces.value = chip.dataset.pieces; told(form.elements.pieces); });
}

const drawing = new Painter(byId("drawing"), { brush: () => "#", letters: `#.${LETTERS}`, change: () => {}, side: 24 });
drawing.set(box(6, 5, 1, "."));
byId("add-piece").addEventListener("click", () => {
  const rows = drawing.layers[0].filter((row) => row.some((each) => each !== "."));
  if (!rows.length) { toast("Paint the cells of the piece first"); return; }
  const used = rows[0].map((_, x) => rows.some((row) => row[x] !== "."));
  const [first, last] = [used.indexOf(true), used.lastIndexOf(true)];
  const inside = drawing.layers[0].slice(drawing.layers[0].indexOf(rows[0]), drawing.layers[0].indexOf(rows.at(-1)) + 1);
  const art = inside.map((row) => row.slice(first, last + 1).join("")).join("/");
  const count = Number(byId("new-count").value);
  const entry = count > 1 ? `${count}*${art}` : art;
  form.elements.pieces.value = [value("pieces"), entry].filter(Boolean).join(", ");
  drawing.set(box(6, 5, 1, "."));
  told(form.elements.pieces);
});

// --- Whole puzzles --------------------------------------------------------------------------------------------------

function whole() {
  const given = Boolean(value("puzzle") || value("puzzle_file"));
  for (const card of form.querySelectorAll(".stated")) card.hidden = given;
  byId("forget").hidden = !given;
  if (given) byId("whole-details").open = true;
  byId("fixed-row").hidden = !value("fixed");
  // What is stated and what is given whole exclude each other.
  for (const name of ["board", "pieces", "fixed"]) form.elements[name].disabled = given;
}

async function open(file) {
  if (!file) return;
  if (file.size > 500_000) { toast("The studio takes files of up to 500 kB"); return; }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = !/\.xmpuzzle$/i.test(file.name) && !bytes.includes(0);
  if (isText) put({ puzzle: new TextDecoder().decode(bytes), puzzle_file: "" });
  else put({ puzzle_file: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), puzzle: "" });
}
byId("file").addEventListener("change", (event) => { open(event.target.files[0]); event.target.value = ""; });
const drop = byId("drop");
drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => { event.preventDefault(); drop.classList.remove("over"); open(event.dataTransfer.files[0]); });
byId("forget").addEventListener("click", () => put({ puzzle: "", puzzle_file: "", problem: "" }));

function refresh() { whole(); paintBoard(); inspect(); }
form.addEventListener("input", (event) => { if (["board", "pieces", "fixed", "puzzle", "problem"].includes(event.target.name)) refresh(); });
form.addEventListener("studio:put", refresh);
addEventListener("resize", later(() => painter.layers[0].length && painter.set(painter.layers)));
begin();
