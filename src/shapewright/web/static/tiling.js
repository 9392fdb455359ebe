// The tiling page: a board to paint, pieces to count, puzzles from elsewhere.
import { begin, form, later, look, overlook, parameters, put, restate, toast, value } from "./studio.js";
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
const text = form.elements.puzzle;
let pasted = false; // what is in the text was pasted or read from a file, and nothing typed since

const isWhole = () => Boolean(value("puzzle") || value("puzzle_file"));
// Text that somebody is typing stays where it is.
const isTyped = () => !pasted && byId("whole-details").contains(document.activeElement);

const inspect = later(async () => {
  if (!isWhole() && (!value("board") || !value("pieces"))) {
    overlook("show");
    facts("A puzzle is a board and pieces.");
    drawPieces([]);
    return;
  }
  const body = parameters("show", { brief: true });
  const found = await look("show", body);
  if (!found || JSON.stringify(body) !== JSON.stringify(parameters("show", { brief: true }))) return; // what it says now is looked at next
  if (found.error) { facts(found.error, true); return; }
  const { headline, editor } = found.view;
  facts(headline);
  byId("adopt").hidden = !isWhole() || !fits(editor);
  byId("adopt").onclick = () => adopt(editor);
  if (isWhole() && !isTyped() && fits(editor)) adopt(editor);
  else drawPieces(editor?.pieces ?? []);
});

function facts(words, bad = false) {
  for (const [id, here] of [["facts", !isWhole()], ["whole-facts", isWhole()]]) {
    byId(id).textContent = here ? words : "";
    byId(id).classList.toggle("bad", bad);
    byId(id).classList.remove("earlier");
  }
}

// Whether board and pieces can say it all.
const listed = (editor) => editor.pieces.map((piece) => counted(piece)).join(", ");
const fits = (editor) => Boolean(editor?.board && editor.whole && readArt(editor.board, `#.?${LETTERS}`) && listed(editor).length < 10000);

// A puzzle that came whole becomes board and pieces.
function adopt(editor) {
  const board = writeArt(readArt(editor.board, `#.?${LETTERS}`));
  const isHere = byId("whole-details").contains(document.activeElement);
  pasted = false;
  restate({ board, pieces: listed(editor), fixed: editor.fixed, puzzle: "", puzzle_file: "", problem: "" });
  byId("whole-details").open = false;
  if (isHere) byId("whole-details").firstElementChild.focus({ preventScroll: true });
  toast("The puzzle is on the board");
  drawPieces(editor.pieces);
}

function counted({ minimum, maximum, text }) {
  if (maximum === null) return minimum ? `${minimum}+*${text}` : `any*${text}`;
  if (minimum === maximum) return minimum === 1 ? text : `${minimum}*${text}`;
  return `${minimum}-${maximum}*${text}`;
}

let counters = ""; // the piece list as the counters wrote it; pieces that they took to 0 stay to be brought back

const isNone = (piece) => piece.maximum === 0;
function withNone(list) {
  if (!pieces.some(isNone) || value("pieces") !== counters.trim() || pieces.filter((piece) => !isNone(piece)).length !== list.length) return list;
  const left = [...list];
  return pieces.map((piece) => (isNone(piece) ? piece : left.shift()));
}

function amount({ minimum, maximum }) {
  if (maximum === null) return minimum ? `${minimum}+` : "any";
  return minimum === maximum ? `${minimum}` : `${minimum}–${maximum}`;
}

function drawPieces(list) {
  pieces = withNone(list);
  byId("pieces").replaceChildren(...pieces.map((piece, index) => {
    const item = document.createElement("li");
    item.classList.toggle("none", isNone(piece));
    item.innerHTML = '<span class="picture"></span><span class="name"></span><span class="counter"><button type="button" class="quiet">−</button><output></output><button type="button" class="quiet">+</button></span>';
    item.querySelector(".picture").innerHTML = piece.svg; // drawn by the studio
    item.querySelector(".name").textContent = piece.name;
    item.querySelector("output").textContent = amount(piece);
    const [less, more] = item.querySelectorAll("button");
    less.ariaLabel = `One ${piece.name} less`;
    more.ariaLabel = `One ${piece.name} more`;
    less.disabled = isNone(piece);
    less.addEventListener("click", () => change(index, -1));
    more.addEventListener("click", () => change(index, 1));
    return item;
  }));
}

// One more or one less, each the inverse of the other: a range moves by one, "any" has a least number that does, and
// what has nothing left to lose is none, which one more brings back as it was.
function change(index, by) {
  const { minimum, maximum, before } = pieces[index];
  const moved = isNone(pieces[index]) ? before ?? { minimum: 1, maximum: 1 }
    : minimum + by < 0 || maximum + by === 0 && maximum !== null ? { minimum: 0, maximum: 0, before: { minimum, maximum } }
    : { minimum: minimum + by, maximum: maximum === null ? null : maximum + by };
  pieces[index] = { ...pieces[index], before: undefined, ...moved };
  counters = pieces.filter((each) => !isNone(each)).map(counted).join(", ");
  form.elements.pieces.value = counters;
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
  const given = isWhole();
  // While somebody types below them, the cards stay where they are.
  for (const card of form.querySelectorAll(".stated")) {
    card.hidden = given && !isTyped();
    card.classList.toggle("earlier", given);
    card.inert = given;
  }
  byId("forget").hidden = !given;
  if (!given) byId("adopt").hidden = true;
  if (given) byId("whole-details").open = true;
  byId("fixed-row").hidden = !value("fixed");
  // What is stated and what is given whole exclude each other.
  for (const name of ["board", "pieces", "fixed"]) form.elements[name].disabled = given;
}
text.addEventListener("paste", () => { setTimeout(() => { pasted = true; refresh(); }); });
byId("whole-details").addEventListener("focusout", later(() => { if (isWhole() && !isTyped()) refresh(); }));

async function open(file) {
  if (!file) return;
  if (file.size > 500_000) { toast("The studio takes files of up to 500 kB"); return; }
  pasted = true;
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

function refresh() {
  whole();
  paintBoard();
  byId("facts").classList.add("earlier");
  byId("whole-facts").classList.add("earlier");
  inspect();
}
text.addEventListener("input", () => { pasted = false; });
form.addEventListener("input", (event) => { if (["board", "pieces", "fixed", "puzzle", "problem"].includes(event.target.name)) refresh(); });
form.addEventListener("studio:put", refresh);
addEventListener("resize", later(() => painter.layers[0].length && painter.set(painter.layers)));
begin();
