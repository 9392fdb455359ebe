// The shapez page: a shape clicked together, judged at once; machines tried on it; plans.
import { begin, form, later, look, overlook, put, toast, value } from "./studio.js";
import { wire } from "./answer.js";

const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const COLOURS = { u: ["uncoloured", "#a9a5ad"], r: ["red", "#ef4141"], g: ["green", "#4fcf4a"], b: ["blue", "#3f6ff2"], c: ["cyan", "#3fe0ea"], m: ["magenta", "#e552e0"], y: ["yellow", "#fbe63a"], w: ["white", "#fdfdfd"] };
const TYPES = { C: "circle", R: "square", S: "star", W: "windmill", H: "hexagon", G: "gear", F: "flower", "P-": "pin", c: "crystal", "--": "nothing" };
const MOST = { 4: 7, 6: 5, 8: 3, 10: 3 };
const MACHINES = ["cut", "half-destroy", "swap", "stack", "push-pin", "paint", "crystal", "rotate", "gravity"];

let layers = []; // bottom first
let cursor = [0, 0]; // layer, column
let type = "C";
let colour = "u";

// --- The palette ----------------------------------------------------------------------------------------------------

function palette(place, name, entries, chosen, choose) {
  place.replaceChildren(...entries.map(([key, words, fill]) => {
    const label = document.createElement("label");
    label.title = words;
    label.innerHTML = `<input type="radio" name="-${name}"><span></span>`;
    const [input, face] = label.children;
    input.value = key;
    input.checked = key === chosen;
    input.setAttribute("aria-label", words);
    face.textContent = fill || key.length === 1 && key !== "c" ? key : words;
    if (fill) face.style.background = fill;
    input.addEventListener("change", () => choose(key));
    return label;
  }));
}
// A ring offers the types that it takes; from one kind of ring to the other each type has its counterpart.
const OTHERS = { C: "H", R: "G", S: "F", W: "H", H: "C", G: "R", F: "S" };
const typesOf = (count) => (count === 6 ? "HGF" : "CRSW");
const fitting = (key, count) => (key in OTHERS && !typesOf(count).includes(key) ? OTHERS[key] : key);
let offered = "";
function offer(count) {
  if (typesOf(count) === offered) return;
  offered = typesOf(count);
  type = fitting(type, count);
  palette(byId("types"), "type", Object.entries(TYPES).filter(([key]) => fitting(key, count) === key), type, (key) => { type = key; });
}
palette(byId("colours"), "colour", Object.entries(COLOURS).map(([key, [words, fill]]) => [key, words, fill]), colour, (key) => { colour = key; });

const part = () => (type === "P-" || type === "--" ? type : type + colour);

// --- The rings ------------------------------------------------------------------------------------------------------

function sector(index, count) {
  const angle = (step) => [50 + 46 * Math.sin((2 * Math.PI * step) / count), 50 - 46 * Math.cos((2 * Math.PI * step) / count)];
  const [a, b] = [angle(index), angle(index + 1)];
  return `M50 50L${a.map((n) => n.toFixed(2)).join(" ")}A46 46 0 0 1 ${b.map((n) => n.toFixed(2)).join(" ")}Z`;
}

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, each] of Object.entries(attributes)) made.setAttribute(key, each);
  if (text) made.textContent = text;
  return made;
}

function drawRings() {
  const count = layers[0]?.length ?? Number(byId("ring").value);
  byId("ring").value = count;
  offer(count);
  byId("rings").replaceChildren(...layers.map((layer, z) => {
    const figure = document.createElement("figure");
    const svg = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    layer.forEach((each, column) => {
      const kind = each === "--" ? "none" : each === "P-" ? "pin" : each[0] === "c" ? "crystal" : "normal";
      const group = element("g", { "data-at": `${z},${column}`, class: `${kind}${z === cursor[0] && column === cursor[1] ? " cursor" : ""}` });
      const path = element("path", { d: sector(column, count) });
      if (kind === "normal" || kind === "crystal") path.setAttribute("fill", COLOURS[each[1]]?.[1] ?? "#a9a5ad");
      const middle = (2 * Math.PI * (column + 0.5)) / count;
      const [x, y] = [50 + 29 * Math.sin(middle), 50 - 29 * Math.cos(middle) + 4];
      group.append(path, element("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": "middle" }, each === "--" ? "" : each === "P-" ? "pin" : kind === "crystal" ? `◆${each[1]}` : each));
      svg.append(group);
    });
    const caption = document.createElement("figcaption");
    caption.innerHTML = `<span>layer ${z}</span><button type="button" class="quiet" data-drop="${z}" aria-label="Take layer ${z} away">×</button>`;
    figure.append(svg, caption);
    return figure;
  }));
  byId("add-layer").disabled = layers.length >= MOST[count];
}

function set(at, each) {
  const [z, column] = at;
  layers[z][column] = each;
  written();
}

byId("rings").addEventListener("click", (event) => {
  const drop = event.target.closest("[data-drop]");
  if (drop) { layers.splice(Number(drop.dataset.drop), 1); if (!layers.length) layers = [blank()]; written(); return; }
  const group = event.target.closest("[data-at]");
  if (!group) return;
  cursor = group.dataset.at.split(",").map(Number);
  set(cursor, layers[cursor[0]][cursor[1]] === part() ? "--" : part());
});

byId("rings").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  const count = layers[0].length;
  const [z, column] = cursor;
  const moves = { ArrowRight: [z, (column + 1) % count], ArrowLeft: [z, (column + count - 1) % count], ArrowUp: [Math.min(z + 1, layers.length - 1), column], ArrowDown: [Math.max(z - 1, 0), column] };
  const key = event.key;
  const old = layers[z][column];
  let each = null;
  if (moves[key]) { cursor = moves[key]; drawRings(); }
  else if (key === " " || key === "Enter") each = old === part() ? "--" : part();
  else if (key === "-" || key === "Backspace" || key === "Delete") each = "--";
  else if (key === "p") each = "P-";
  else if (key === "x") each = `c${colour}`;
  else if (key.length === 1 && typesOf(count).includes(key)) each = key + (old[1] in COLOURS && old[0] !== "P" ? old[1] : colour);
  else if (key in COLOURS && old !== "--" && old !== "P-") each = old[0] + key;
  else return;
  event.preventDefault();
  if (each) set(cursor, each);
});

const blank = (count = layers[0]?.length ?? Number(byId("ring").value)) => Array(count).fill("--");
byId("add-layer").addEventListener("click", () => { layers.push(blank()); cursor = [layers.length - 1, 0]; drawRings(); byId("rings").focus(); });
byId("clear-shape").addEventListener("click", () => { layers = [blank()]; written(); });
byId("ring").addEventListener("change", (event) => {
  const count = Number(event.target.value);
  layers = layers.slice(0, MOST[count]).map((layer) => [...layer, ...blank(count)].slice(0, count).map((each) => fitting(each[0], count) + each[1]));
  if (byId("second").value.trim().split(":")[0].length !== 2 * count) byId("second").value = `${typesOf(count)[1]}r${"--".repeat(count - 1)}`;
  written();
});
form.querySelector("[data-turn]").addEventListener("click", () => { layers = layers.map((layer) => [layer.at(-1), ...layer.slice(0, -1)]); written(); });

// --- The code -------------------------------------------------------------------------------------------------------

const codes = form.elements.codes;
const lines = () => codes.value.split("\n").map((line) => line.trim()).filter(Boolean);

function written() {
  const shown = [...layers];
  while (shown.length > 1 && shown.at(-1).every((each) => each === "--")) shown.pop();
  const all = lines();
  all[0] = shown.map((layer) => layer.join("")).join(":");
  codes.value = all.join("\n");
  drawRings();
  codes.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "rings" }));
}

function readCode() {
  const parts = (lines()[0] ?? "").split(":").map((layer) => layer.match(/../g) ?? []);
  const count = parts[0].length;
  if (!(count in MOST) || parts.some((layer) => layer.length !== count)) return;
  layers = parts.slice(0, 16);
  cursor = [Math.min(cursor[0], layers.length - 1), Math.min(cursor[1], count - 1)];
  drawRings();
}

const judged = () => ({
  codes: lines().slice(0, 1),
  ...(value("layers") ? { layers: Number(value("layers")) } : {}),
  ...(form.elements.vortex.checked ? { vortex: true } : {}),
});
const isJudged = (body) => JSON.stringify(body) === JSON.stringify(judged());

const judge = later(async () => {
  codes.rows = Math.max(1, Math.min(8, codes.value.split("\n").length));
  const body = judged();
  if (!body.codes.length) {
    for (const kind of ["show", "buildable"]) overlook(kind);
    byId("drawn").replaceChildren();
    putCard(byId("verdict"), { error: "There is no shape yet." });
    return;
  }
  const pattern = /[?]|N|A/.test(body.codes[0]);
  const [drawn, verdict] = await Promise.all([
    pattern ? { view: { sections: [] } } : look("show", { codes: body.codes }),
    look("buildable", body, { card: true }),
  ]);
  if (!isJudged(body)) return; // what it says now is judged next
  byId("drawn").innerHTML = drawn?.view?.sections[0]?.pictures[0]?.svg ?? ""; // drawn by the studio
  if (verdict) putCard(byId("verdict"), verdict);
  byId("drawn").classList.remove("earlier");
}, 60);

// What stands there of another shape is dimmed until this one is judged; what a machine made of another one, for good.
function outdate() {
  if (!isJudged(standing)) for (const id of ["drawn", "verdict"]) byId(id).classList.add("earlier");
  standing = judged();
  byId("bench-result").classList.toggle("earlier", benched !== (lines()[0] ?? ""));
}
let standing = null;
let benched = ""; // the shape that the machine was tried on

function putCard(place, found) {
  place.classList.remove("earlier");
  if (found.error) {
    const words = document.createElement("p");
    words.className = "reason";
    words.textContent = found.error;
    place.replaceChildren(words);
    return;
  }
  place.innerHTML = found.card; // made by the studio
  place.querySelector(".downloads")?.remove();
  wire(place.firstElementChild, { put, ask: () => {} });
}

// --- The operations bench -------------------------------------------------------------------------------------------

byId("machines").replaceChildren(...MACHINES.map((machine) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = machine.replace("-", " ");
  button.addEventListener("click", () => operate(machine));
  return button;
}));

async function operate(machine) {
  const all = lines();
  if (!all.length) { toast("There is no shape yet"); return; }
  const body = { machine, codes: machine === "stack" || machine === "swap" ? [all[0], byId("second").value.trim()] : [all[0]] };
  if (machine === "paint" || machine === "crystal") body.colour = colour;
  if (machine === "rotate") body.steps = byId("steps").value;
  if (value("layers") && (machine === "stack" || machine === "push-pin")) body.layers = Number(value("layers"));
  const found = await look("op", body, { card: true });
  if (!found) return;
  putCard(byId("bench-result"), found);
  benched = all[0];
  outdate();
}

byId("exchange").addEventListener("click", () => {
  const second = byId("second").value.trim(), all = lines();
  if (!second) { toast("There is no second shape"); return; }
  byId("second").value = all[0] ?? "";
  codes.value = [second, ...all.slice(1)].join("\n");
  codes.dispatchEvent(new Event("input", { bubbles: true }));
});

codes.addEventListener("input", (event) => { if (event.detail !== "rings") readCode(); });
form.addEventListener("input", (event) => { if (["codes", "layers", "vortex"].includes(event.target.name)) { outdate(); judge(); } });
form.addEventListener("studio:put", () => { readCode(); outdate(); judge(); });
begin();
