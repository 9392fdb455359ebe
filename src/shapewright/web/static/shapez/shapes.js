// Shapes of Shapez 2: their codes, their places in words, and their drawing from the outlines that the server states.
import data from "../data.js";
import { svg } from "../dom.js";
import { draws } from "../stage/picture.js";

/** @typedef {string[][]} Layers  parts in layers, the bottom one first; a part is two characters, such as Cu */
/** @typedef {[number, number]} Place  layer and column, from 0 */
/** @typedef {{name: string, types: string, unpainted: string, most: number, columns: string[], outlines: Record<string, string>}} Ring */

const own = data.shapez;
const drawing = own.drawing;
const SIZE = 200;

export const NOTHING = "--";
/** @type {Record<string, string>} */
export const PAINTS = drawing.paints;
/** @type {Record<string, string>} */
export const COLOURS = own.colours;
/** The colours of every version of the game, in words. @type {Record<string, string>} */
export const COLOUR_NAMES = own.colour_names;
/** The rings that there are. */
export const RINGS = Object.keys(own.rings).map(Number);

/** A ring by its number of parts. @param {number} count @returns {Ring} */
export const ringOf = (count) => own.rings[count];
/** A layer of nothing. @param {number} count */
export const blank = (count) => Array(count).fill(NOTHING);

// --- Codes and words ----------------------------------------------------------------------------------------------

/**
 * The layers that a code says, wildcards as they are; null if it is none.
 * @param {string} code
 * @returns {Layers | null}
 */
export function readCode(code) {
  const rows = code.trim().split(":");
  const layers = rows.map((row) => row.match(/../g) ?? []);
  const count = layers[0].length;
  const isWhole = rows.every((row) => row.length === 2 * count) && count in own.rings;
  return isWhole && layers.flat().every((part) => isPart(part, count) || isWild(part, count)) ? layers : null;
}

/** Whether a ring takes that. @param {string} part @param {number} count */
export function isPart(part, count) {
  if (part === NOTHING || part === "P-") return true;
  const { types, unpainted } = ringOf(count);
  return (types + unpainted + "c").includes(part[0]) && part[1] in COLOUR_NAMES;
}

/** Whether a ring takes that for several parts. @param {string} part @param {number} count */
const isWild = (part, count) =>
  /^(\?\?|[AN?cP]\?|[N?][urgbcmyw])$/.test(part) || (/^[CRSWHGF]\?$/.test(part) && ringOf(count).types.includes(part[0]));

/** Whether any part stands for several. @param {Layers} layers */
export const isPattern = (layers) =>
  layers.some((layer) => layer.some((part) => part.includes("?") || part[0] === "N"));

/** Without empty layers at the top, but for one. @param {Layers} layers @returns {Layers} */
export function trimmed(layers) {
  let height = layers.length;
  while (height > 1 && layers[height - 1].every((part) => part === NOTHING)) height--;
  return layers.slice(0, height);
}

/** @param {Layers} layers */
export const writeCode = (layers) => layers.map((layer) => layer.join("")).join(":");

/** A part as one says it. @param {string} part */
export function partWords(part) {
  if (part === NOTHING) return "nothing";
  if (part === "P-") return "pin";
  if (part.includes("?") || part[0] === "N") return part === "??" ? "anything" : `anything like ${part}`;
  return `${COLOUR_NAMES[part[1]]} ${own.types[part[0]]}`;
}

/** Where a part is, as players say it: layers from the bottom. @param {Place} place @param {number} count */
export const placeWords = ([layer, column], count) => `layer ${layer + 1}, ${ringOf(count).columns[column]}`;

/** The part that stands for it on a ring of another kind. @param {string} part @param {number} count */
export function fitting(part, count) {
  const other = own.counterparts[part[0]];
  return other && !ringOf(count).types.includes(part[0]) ? other + part[1] : part;
}

// --- Drawing ------------------------------------------------------------------------------------------------------

/** A colour on the way to another. @param {string} from @param {string} to @param {number} share */
function blended(from, to, share) {
  const [a, b] = [from, to].map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
  return `#${a
    .map((value, index) =>
      Math.round(value + (b[index] - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/**
 * How far a ring's edges reach, and its layers' of so many, in a picture of 200.
 * @param {number} count
 * @param {number} height
 */
export function reachesOf(count, height) {
  const reach = drawing.reach[count <= 4 ? "4" : "more"] * drawing.disc * SIZE;
  const shrink = height > 1 ? Math.max(drawing.shrink, drawing.smallest ** (1 / (height - 1))) : 1;
  return Array.from({ length: height }, (_, number) => reach * shrink ** number);
}

/**
 * What a part of column 0 looks like, about the ring's centre, on edges `own.unit` long.
 * @param {string} part
 * @param {number} count
 * @param {number} width  of outlines
 * @param {number} [parity]  0 in layers 1, 3, 5; 1 in layers 2, 4, 6
 * @param {number} [upright]  degrees by which letters are turned back
 * @returns {SVGElement[]}
 */
export function partNodes(part, count, width, parity = 0, upright = 0) {
  const { outlines } = ringOf(count);
  const { pin, outline } = drawing.colours;
  if (part === NOTHING) return [];
  if (part === "P-") return [svg("path", { d: outlines.P, fill: pin, stroke: outline, "stroke-width": 0.6 * width })];
  if (part.includes("?") || part[0] === "N") {
    const middle = Math.PI / count,
      [x, y] = [58 * Math.sin(middle), -58 * Math.cos(middle)];
    return [
      svg("path", { d: outlines["-"], class: "wild" }),
      svg("text", { x, y, class: "wild-text", transform: `rotate(${-upright} ${x} ${y})` }, part.replace("??", "?")),
    ];
  }
  const base = PAINTS[part[1]];
  if (part[0] !== "c")
    return [svg("path", { d: outlines[part[0]], fill: base, stroke: outline, "stroke-width": width })];
  const [dark, edge] = drawing.crystal;
  return [
    svg("path", { d: outlines.c, fill: base }),
    svg("path", { d: outlines[`dark${parity}`], fill: blended(base, outline, dark) }),
    svg("path", { d: outlines[`light${parity}`], stroke: "#ffffff", "stroke-width": 0.45 * width, opacity: 0.75 }),
    svg("path", { d: outlines.c, stroke: blended(base, outline, edge), "stroke-width": 0.6 * width }),
  ];
}

/** The outline of what lies there, or of the whole place. @param {string} part @param {number} count */
export function outlineOf(part, count) {
  const { outlines } = ringOf(count);
  return outlines[part === NOTHING || isWild(part, count) ? "-" : part[0]];
}

/** @param {number} column @param {number} count */
const turn = (column, count) => (column ? `rotate(${(360 * column) / count})` : null);

/**
 * One layer about (0, 0).
 * @param {string[]} layer
 * @param {number} number
 * @param {number} reach
 * @param {{stroke?: number, shadows?: boolean, places?: boolean}} [how]  places: empty ones are outlined
 */
export function layerNode(
  layer,
  number,
  reach,
  { stroke = drawing.stroke * SIZE, shadows = number > 0, places = false } = {},
) {
  const count = layer.length,
    scale = reach / own.unit,
    width = stroke / scale;
  const made = svg("g", {
    transform: `scale(${scale})`,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
    fill: "none",
    "data-layer": number,
  });
  const order = [...layer.keys()].sort((a, b) => rank(layer[a]) - rank(layer[b]));
  if (shadows) {
    for (const column of order) {
      if (layer[column] === NOTHING) continue;
      made.append(
        svg("path", {
          d: outlineOf(layer[column], count),
          transform: turn(column, count),
          stroke: drawing.colours.shadow,
          "stroke-width": 2.4 * width,
          opacity: 0.2,
        }),
      );
    }
  }
  for (const column of order) {
    const part = layer[column];
    const nodes = partNodes(part, count, width, number % 2, (360 * column) / count);
    if (places && !nodes.length) nodes.push(svg("path", { d: ringOf(count).outlines["-"], class: "vacant" }));
    if (nodes.length)
      made.append(svg("g", { "data-at": `${number},${column}`, transform: turn(column, count) }, ...nodes));
  }
  return made;
}

/** Crystals lie below other parts, pins above. @param {string} part */
const rank = (part) => (part[0] === "c" ? 0 : part === "P-" ? 2 : 1);

/** How thick the outlines of a layer are. @param {number[]} reaches @param {number} number */
export function strokeOf(reaches, number) {
  return drawing.stroke * SIZE * Math.min(1, 5 / reaches.length) * (reaches[number] / reaches[0]) ** 0.5;
}

/**
 * A shape as the game shows it, about (0, 0) and 200 wide.
 * @param {Layers} layers
 * @param {Place[]} [marks]  parts that are wrong
 */
export function shapeNode(layers, marks = []) {
  const reaches = reachesOf(layers[0].length, layers.length);
  const drawn = layers.map((layer, number) =>
    layerNode(layer, number, reaches[number], { stroke: strokeOf(reaches, number) }),
  );
  const wrong = marks.map((place) => markNode(layers, place, reaches[place[0]])).filter((node) => node !== null);
  return svg("g", {}, discNode(), ...drawn, ...wrong);
}

/** What lies under all shapes. */
export function discNode() {
  return svg("circle", { r: drawing.disc * SIZE, class: "disc" });
}

/**
 * The outline of a part that is wrong.
 * @param {Layers} layers
 * @param {Place} place
 * @param {number} reach
 * @param {number} [stroke]
 */
export function markNode(layers, [layer, column], reach, stroke = 0.6 * drawing.stroke * SIZE) {
  const part = layers[layer]?.[column];
  if (part === undefined) return null;
  const count = layers[0].length,
    scale = reach / own.unit,
    width = stroke / scale;
  const d = outlineOf(part, count);
  return svg(
    "g",
    {
      class: "wrong",
      transform: `scale(${scale}) ${turn(column, count) ?? ""}`,
      fill: "none",
      "stroke-linejoin": "round",
    },
    svg("path", { d, stroke: "#ffffff", "stroke-width": 1.7 * width }),
    svg("path", {
      d,
      stroke: drawing.colours.wrong,
      "stroke-width": 1.1 * width,
      "stroke-dasharray": `${2.2 * width} ${2 * width}`,
    }),
  );
}

/**
 * One place of a ring, outlined.
 * @param {Place} place
 * @param {number} count
 * @param {number} reach
 * @param {string} name
 */
export function placeNode([, column], count, reach, name) {
  return svg("path", {
    d: ringOf(count).outlines["-"],
    class: name,
    transform: `scale(${reach / own.unit}) ${turn(column, count) ?? ""}`,
  });
}

/** The layers of a code that the server gave. @param {string} code @returns {Layers} */
export const layersOf = (code) => readCode(code) ?? [blank(4)];

/** A picture of a shape. @param {string} code @param {Record<string, string>} [attributes] */
export function shapePicture(code, attributes = {}) {
  return svg("svg", { viewBox: "-100 -100 200 200", class: "shape", ...attributes }, shapeNode(layersOf(code)));
}

/** A machine's picture, 24 by 24. @param {string} machine @param {string[]} [fluids]  the colours that it takes */
export function iconNode(machine, fluids = []) {
  const paths = own.icons[machine] ?? [];
  const swaps = { [PAINTS.u]: PAINTS[fluids[0]] ?? PAINTS.u, [PAINTS.w]: PAINTS[fluids.at(-1) ?? ""] ?? PAINTS.w };
  const takes = machine === "paint" || machine === "crystal" || machine === "mix" || machine === "fluid";
  return svg(
    "g",
    { fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round", class: "icon" },
    ...paths.map((/** @type {any} */ { d, fill, stroke, width, dash, opacity }) =>
      svg("path", {
        d,
        fill: (takes && swaps[fill]) || fill,
        stroke,
        "stroke-width": width,
        "stroke-dasharray": dash.join(" ") || null,
        opacity,
        "fill-rule": "evenodd",
      }),
    ),
  );
}

draws("shape", (scene) =>
  svg(
    "svg",
    { viewBox: "-100 -100 200 200", class: "shape" },
    shapeNode(
      scene.layers.length ? scene.layers : [blank(scene.ring)],
      (scene.marks ?? []).map((/** @type {any[]} */ [layer, column]) => [layer, column]),
    ),
  ),
);
