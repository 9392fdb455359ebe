// The packing page: a bag by sliders, and what it goes into.
import { begin, form, keep, value } from "./studio.js";
import { Painter, readArt, writeArt } from "./painter.js";

const LETTERS = "IJLOSTZ";
const ART = { I: ["####"], J: ["#..", "###"], L: ["..#", "###"], O: ["##", "##"], S: [".##", "##."], T: [".#.", "###"], Z: ["##.", ".##"] };
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function told(control) { control.dispatchEvent(new Event("input", { bubbles: true })); }

// --- The bag --------------------------------------------------------------------------------------------------------

const sliders = Object.fromEntries([...LETTERS].map((letter) => {
  const label = document.createElement("label");
  label.className = "slider";
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 4 2");
  picture.setAttribute("aria-hidden", "true");
  ART[letter].forEach((row, y) => [...row].forEach((cell, x) => {
    if (cell !== "#") return;
    const square = document.createElementNS(SVG, "rect");
    for (const [key, each] of Object.entries({ x, y: y + (2 - ART[letter].length), width: 0.94, height: 0.94, rx: 0.12 })) square.setAttribute(key, each);
    picture.append(square);
  }));
  label.innerHTML = '<b></b><input type="range" min="0" max="48" value="0"><output>0</output>';
  label.firstChild.textContent = letter;
  label.prepend(picture);
  label.querySelector("input").setAttribute("aria-label", `How many ${letter}`);
  label.addEventListener("input", () => {
    label.querySelector("output").textContent = label.querySelector("input").value;
    form.elements.bag.value = LETTERS.split("").filter((each) => Number(sliders[each].input.value)).map((each) => each + sliders[each].input.value).join(" ");
    if (value("random")) form.elements.random.value = "";
    told(form.elements.bag);
  });
  byId("sliders").append(label);
  return [letter, { input: label.querySelector("input"), output: label.querySelector("output") }];
}));

function counts() {
  const found = Object.fromEntries([...LETTERS].map((letter) => [letter, 0]));
  for (const [, letters, number] of value("bag").toUpperCase().matchAll(/([IJLOSTZ]+)\s*[*X:=]?\s*(\d*)/g)) {
    for (const letter of letters) found[letter] += number ? Number(number) : 1;
  }
  return found;
}

function refresh() {
  const found = counts();
  for (const [letter, { input, output }] of Object.entries(sliders)) {
    input.max = Math.max(48, found[letter]);
    input.value = found[letter];
    output.textContent = found[letter];
  }
  const total = Object.values(found).reduce((sum, each) => sum + each, 0);
  const random = value("random"), pieces = value("pieces");
  byId("facts").textContent = pieces ? "other pieces" : random ? `${random} pieces at random, ${4 * random} cells` : `${total} pieces, ${4 * total} cells`;
  if (pieces) form.elements.pieces.closest("details").open = true;
  // Only one of the three says what is packed: the last in this order.
  form.elements.bag.disabled = Boolean(random || pieces);
  form.elements.random.disabled = Boolean(pieces);
  byId("sliders").classList.toggle("off", Boolean(random || pieces));
  into(value("board") ? "board" : value("box") ? "box" : form.elements["-into"].value);
}

// --- Into what ------------------------------------------------------------------------------------------------------

function into(which) {
  form.elements["-into"].value = which;
  for (const part of form.querySelectorAll("[data-into]")) {
    part.hidden = part.dataset.into !== which;
    for (const control of part.querySelectorAll("[name]")) control.disabled = part.hidden;
  }
  byId("feasible").hidden = which !== "box";
  const strip = form.elements.objective.value === "strip";
  form.elements.width.closest("label").hidden = !strip;
  if (!strip) form.elements.width.disabled = true;
  if (which === "board") paintBoard();
}

byId("into").addEventListener("change", () => {
  const which = form.elements["-into"].value;
  if (which === "board" && !value("board")) form.elements.board.value = "9x9";
  if (which !== "board") form.elements.board.value = "";
  if (which === "box" && !value("box")) form.elements.box.value = "16x16";
  if (which !== "box") form.elements.box.value = "";
  if (which === "objective") form.elements.objective.disabled = false;
  into(which);
  keep();
});

const painter = new Painter(byId("painter"), {
  brush: () => ".", letters: "#.", change: (layers) => { form.elements.board.value = writeArt(layers); told(form.elements.board); },
});

function paintBoard() {
  const layers = readArt(value("board"), "#.");
  byId("painter").hidden = !layers;
  if (layers && (!painter.layers[0].length || writeArt(layers) !== writeArt(painter.layers))) painter.set(layers);
}

form.addEventListener("input", (event) => { if (["bag", "random", "pieces", "board", "objective"].includes(event.target.name)) refresh(); });
form.addEventListener("studio:put", refresh);
begin();
