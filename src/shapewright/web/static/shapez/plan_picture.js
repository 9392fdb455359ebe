// The drawing of a plan: machines, belts, and the shapes on them, where the server says that they stand.
import { svg } from "../dom.js";
import { draws } from "../stage/picture.js";
import { COLOUR_NAMES, iconNode, layersOf, shapeNode } from "./shapes.js";

/**
 * @typedef {{code?: string, fluid?: string, x: number, y: number, size: number, letters?: string[], waste?: boolean,
 *   goal?: boolean}} Output
 */
/**
 * @typedef {{x: number, y: number, width: number, height: number, head: [number, number, number], machine: string,
 *   title: string,
 *   step: number, runs: number, source: boolean, inputs: string[], outputs: Output[]}} Box
 */
/** @typedef {{from: number, output: number, to: number[], code?: string, fluid?: string, pieces: number[][]}} Belt */
/**
 * @typedef {{kind: "plan", title: string, width: number, height: number, boxes: Box[], belts: Belt[],
 *   goals: string[]}} Plan
 */

/** Around a plan, in units of its drawing. */
export const MARGIN = 16;
const LINE = 9.5;

/** A shape or a fluid in words. @param {string} value */
export const valueWords = (value) => (value.length === 1 ? COLOUR_NAMES[value] : value);

/** A step in words. @param {Box} box */
export function stepWords(box) {
  const made = box.outputs.map(
    (output) => `${valueWords(output.code ?? output.fluid ?? "")}${output.waste ? " (to the trash)" : ""}`,
  );
  const name = box.machine.replaceAll("-", " ");
  return box.source
    ? `${name} gives ${made.join(" and ")}`
    : `${name} takes ${box.inputs.map(valueWords).join(" and ")}, gives ${made.join(" and ")}`;
}

/**
 * @param {Plan} plan
 * @returns {Map<number, Box>} the machines by their steps, in the order in which they can be built
 */
export function machinesOf(plan) {
  const machines = plan.boxes.filter((box) => !box.source).sort((a, b) => a.step - b.step);
  return new Map(machines.map((box) => [box.step, box]));
}

/** @param {Plan} plan */
export function planNode(plan) {
  const belts = svg("g", { class: "belts" }, ...plan.belts.map((belt, number) => beltNode(belt, number)));
  const boxes = svg("g", { class: "boxes" }, ...plan.boxes.map((box, number) => boxNode(box, number)));
  return svg("g", {}, belts, boxes);
}

/** @param {Belt} belt @param {number} number */
function beltNode(belt, number) {
  const d = belt.pieces
    .map(([x1, y1, x2, y, end]) => {
      const y2 = end === null ? y : y - 6,
        middle = (y1 + y2) / 2;
      return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
    })
    .join("");
  const heads = belt.pieces
    .filter((piece) => piece[4] !== null)
    .map(([, , x, y]) => `M${x - 4.5} ${y - 8.5}h9L${x} ${y - 1}Z`)
    .join("");
  const fluid = belt.fluid ? ` fluid-${belt.fluid}` : "";
  return svg(
    "g",
    { class: `belt${fluid}`, "data-belt": number },
    svg("path", { d, class: "rim" }),
    svg("path", { d, class: "band" }),
    svg("path", { d: heads, class: "head" }),
    svg("title", {}, valueWords(belt.code ?? belt.fluid ?? "")),
  );
}

/** @param {Box} box @param {number} number */
function boxNode(box, number) {
  const [x, width, height] = box.head;
  const fluids = box.inputs.filter((value) => value.length === 1);
  const machine = box.source
    ? []
    : [
        svg("rect", { x, y: box.y, width, height, rx: 8, class: "machine" }),
        svg("rect", { x: x + 5, y: box.y + height / 2 - 14, width: 29, height: 28, rx: 6, class: "plate" }),
        svg("g", { transform: `translate(${x + 20} ${box.y + height / 2})` }, iconNode(box.machine, fluids)),
        svg("text", { x: x + 38, y: box.y + height / 2, class: "title" }, box.title),
      ];
  return svg(
    "g",
    { class: `box${box.source ? " source" : ""}`, "data-box": number, "data-step": box.step },
    ...machine,
    ...box.outputs.flatMap((output) => outputNodes(output, box)),
    svg("title", {}, `${box.step}: ${stepWords(box)}`),
  );
}

/** @param {Output} output @param {Box} box */
function outputNodes(output, box) {
  const { x, y, size } = output;
  if (output.fluid)
    return [
      svg(
        "g",
        { transform: `translate(${x} ${y + size})`, class: "given" },
        iconNode("fluid", [output.fluid, output.fluid]),
      ),
    ];
  if (!size || !output.code) return [];
  const lines = [...(box.source ? [box.title] : []), ...(output.letters ?? [])];
  return [
    svg(
      "g",
      { transform: `translate(${x} ${y + size / 2}) scale(${size / 200})`, class: "given" },
      shapeNode(layersOf(output.code)),
      output.goal && svg("circle", { r: 98, class: "goal-ring" }),
    ),
    output.waste && svg("g", { transform: `translate(${x + size / 2} ${y + size - 6})` }, iconNode("trash")),
    ...lines.map((line, at) => svg("text", { x, y: y + size + LINE * (at + 1), class: "letters" }, line)),
    output.goal && svg("text", { x, y: y + size + LINE * (lines.length + 1) + 2, class: "goal-word" }, "goal"),
  ].filter((node) => node !== false && node !== undefined);
}

draws("plan", (plan) =>
  svg(
    "svg",
    { viewBox: `${-MARGIN} ${-MARGIN} ${plan.width + 2 * MARGIN} ${plan.height + 2 * MARGIN}`, class: "plan" },
    planNode(plan),
  ),
);
