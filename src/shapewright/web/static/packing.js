// The packing page: a bag by sliders, and what it goes into.
import { begin, form, keep, later, look, parameters, toast, value } from "./studio.js";
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
  const input = label.querySelector("input");
  input.addEventListener("input", async () => {
    const by = input.valueAsNumber - sliders[letter].at;
    sliders[letter].at += by;
    if (value("bag") !== known) await reading; // what was typed just before counts, too
    counts[letter] = Math.max(0, (counts[letter] ?? 0) + by);
    known = [...LETTERS].filter((each) => counts[each]).map((each) => each + counts[each]).join(" ");
    form.elements.bag.value = known;
    if (value("random")) form.elements.random.value = "";
    slide();
    told(form.elements.bag);
  });
  byId("sliders").append(label);
  return [letter, { input, output: label.querySelector("output"), at: 0 }];
}));

let counts = {}; // of each letter, as the studio read them or a slider set them
let known = null; // the text that says so
let reading = Promise.resolve(); // until the studio has read the text as it is
let finish = null;

function say(words, bad = false) {
  byId("facts").textContent = words;
  byId("facts").classList.toggle("bad", bad);
  byId("facts").classList.remove("earlier");
}

function slide() {
  for (const [letter, slider] of Object.entries(sliders)) {
    slider.at = counts[letter] ?? 0;
    slider.input.max = Math.max(48, slider.at);
    slider.input.value = slider.output.textContent = slider.at;
  }
}

const inspect = later(async () => {
  const body = parameters("facts");
  const found = await look("facts", body);
  if (!found || JSON.stringify(body) !== JSON.stringify(parameters("facts"))) return; // what it says now is looked at next
  if (found.error) say(found.error, true);
  else {
    if ("bag" in body && body.bag !== known) {
      counts = found.view.counts;
      known = body.bag;
      slide();
    }
    say(found.view.headline);
  }
  finish?.();
  finish = null;
}, 60);

function refresh() {
  const random = value("random"), pieces = value("pieces");
  if (pieces) form.elements.pieces.closest("details").open = true;
  // Only one of the three says what is packed: the last in this order.
  form.elements.bag.disabled = Boolean(random || pieces);
  form.elements.random.disabled = Boolean(pieces);
  byId("sliders").classList.toggle("off", Boolean(random || pieces));
  into(value("board") ? "board" : value("box") ? "box" : form.elements["-into"].value);
  byId("facts").classList.add("earlier");
  if (!finish) reading = new Promise((resolve) => { finish = resolve; });
  inspect();
}

// --- Into what ------------------------------------------------------------------------------------------------------

function into(which) {
  form.elements["-into"].value = which;
  for (const part of form.querySelectorAll("[data-into]")) {
    part.hidden = part.dataset.into !== which;
    for (const control of part.querySelectorAll("[name]")) control.disabled = part.hidden;
  }
  byId("feasible").hidden = which !== "box";
  byId("bins").hidden = which === "objective";
  const strip = form.elements.objective.value === "strip";
  form.elements.width.closest("label").hidden = !strip;
  if (!strip) form.elements.width.disabled = true;
  if (which === "board") paintBoard();
}

byId("into").addEventListener("change", () => {
  const which = form.elements["-into"].value;
  if (which === "board" && !value("board")) {
    form.elements.board.value = "9x9";
    form.elements.best_subset.checked = true; // a bag rarely has the very cells of a board
  }
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

// --- A packing to change --------------------------------------------------------------------------------------------

byId("take").addEventListener("click", async () => {
  const link = document.querySelector('#answer .downloads a[href$=".jsonl"]');
  const lines = link ? (await (await fetch(link.href)).text()).trim().split("\n") : [];
  const shown = parseInt(document.querySelector("#answer .stepper output")?.textContent ?? "1", 10);
  const line = lines[lines.length > 1 ? shown - 1 : 0];
  if (!line) { toast("There is no packing on this page yet; pack a bag first"); return; }
  form.elements.packing.value = line;
  told(form.elements.packing);
});

form.addEventListener("input", (event) => { if (["bag", "random", "even_t", "seed", "pieces", "board", "objective"].includes(event.target.name)) refresh(); });
form.addEventListener("studio:put", refresh);
begin();
