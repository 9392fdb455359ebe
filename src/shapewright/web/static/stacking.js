// The stacking page: a sequence to type or pick, and a game to play by hand.
import { begin, form, keep, later, look, overlook, parameters, value } from "./studio.js";

const LETTERS = "IOTJLSZ";
const byId = (id) => document.getElementById(id);
const sequence = form.elements.sequence;

function told(control) { control.dispatchEvent(new Event("input", { bubbles: true })); }

// --- The sequence ---------------------------------------------------------------------------------------------------

byId("add").replaceChildren(...[...LETTERS].map((letter) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.textContent = letter;
  button.ariaLabel = `Add ${letter}`;
  button.addEventListener("click", () => { sequence.value += letter; told(sequence); });
  return button;
}));
byId("less").addEventListener("click", () => { sequence.value = sequence.value.trim().slice(0, -1); told(sequence); });
byId("shuffle").addEventListener("click", () => {
  const bag = () => { const letters = [...LETTERS]; for (let i = 6; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [letters[i], letters[j]] = [letters[j], letters[i]]; } return letters.join(""); };
  sequence.value = bag() + bag() + bag();
  told(sequence);
});

// --- The game -------------------------------------------------------------------------------------------------------

const drops = form.elements.drops;
let column = 0;
let rotation = 0;
let game = { left: [], rotations: [0], columns: 1 };

function say(words, bad = false) {
  byId("score").textContent = words;
  byId("score").classList.toggle("bad", bad);
  for (const id of ["score", "game"]) byId(id).classList.remove("earlier");
}

async function draw(hint = false, advice = "") {
  if (!value("sequence")) {
    overlook("play");
    game = { left: [], rotations: [0], columns: 1 };
    byId("game").replaceChildren();
    say("There are no pieces yet.");
    return;
  }
  const asked = () => ({ ...parameters("play"), column, rotation, ...(hint ? { hint: true } : {}) });
  const body = asked();
  const found = await look("play", body);
  if (!found || JSON.stringify(body) !== JSON.stringify(asked())) return; // what it says now is drawn next
  if (found.error) { say(found.error, true); byId("game").classList.add("earlier"); return; }
  byId("game").innerHTML = found.view.sections[0].pictures[0].svg; // drawn by the studio
  game = found.view.game;
  const next = game.left.length ? `next ${game.left.slice(0, 6).join(" ")}` : "all have fallen";
  say([found.view.headline, next, advice].filter(Boolean).join(" · "));
  if (game.hint) {
    // The piece goes to where the solver would drop it; dropping it is the player's.
    ({ column, rotation } = game.hint);
    await draw(false, found.view.notes[0]);
  }
}

const taken = () => drops.value.split(" ").filter(Boolean);
const moves = {
  left: () => { column = Math.max(0, column - 1); },
  right: () => { column = Math.min(game.columns - 1, column + 1); },
  turn: () => { rotation = game.rotations[(game.rotations.indexOf(rotation) + 1) % game.rotations.length] ?? 0; },
  drop: () => {
    if (!game.left.length) return;
    column = Math.min(column, Math.max(0, game.columns - 1));
    drops.value = [...taken(), `${column}${rotation ? `(${rotation})` : ""}`].join(" ");
    rotation = 0;
    keep();
  },
  undo: () => { drops.value = taken().slice(0, -1).join(" "); rotation = 0; keep(); },
  new: () => { drops.value = ""; column = rotation = 0; keep(); },
};

async function move(name) {
  if (name === "hint") { await draw(true); return; }
  moves[name]();
  await draw();
}

form.querySelector(".keys").addEventListener("click", (event) => {
  const name = event.target.closest("[data-move]")?.dataset.move;
  if (name) move(name);
});
byId("game").addEventListener("keydown", (event) => {
  const name = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "turn", ArrowDown: "drop", " ": "drop", Backspace: "undo", u: "undo", h: "hint" }[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(name);
});

const redraw = later(() => draw());
form.addEventListener("input", (event) => {
  if (!["sequence", "width", "board", "pieces", "height_limit", "clear_lines", "no_rotation"].includes(event.target.name)) return;
  drops.value = "";
  column = rotation = 0;
  refresh();
});
function refresh() {
  for (const id of ["score", "game"]) byId(id).classList.add("earlier");
  redraw();
}
form.addEventListener("studio:put", refresh);
begin();
