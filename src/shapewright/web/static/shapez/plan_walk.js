// A plan gone through machine by machine: the graph on the stage, the strip below it, the list beside it.
import { swatch } from "./bench.js";
import { button, byId, el, svg } from "../dom.js";
import { Graph } from "./graph.js";
import { machinesOf, stepWords } from "./plan_picture.js";
import { iconNode, shapePicture } from "./shapes.js";
import { Stepper } from "../table/stepper.js";

/** @typedef {import("./plan_picture.js").Plan} Plan */
/** @typedef {import("./plan_picture.js").Box} Box */

/** Whether a section of a view shows a plan. @param {any} section */
const isPlan = (section) => section.pictures?.some((/** @type {any} */ each) => each.scene.kind === "plan") ?? false;

export class PlanWalk {
  /** @type {Map<number, Box>} */
  #machines = new Map();

  /** @param {import("../table/answers.js").Answers} answers */
  constructor(answers) {
    this.answers = answers;
    this.graph = new Graph(byId("graph"), {
      select: (step) => this.walk.to([...this.#machines.keys()].indexOf(step) + 1),
      walk: (by) => this.walk.to(this.walk.at + by),
    });
    this.walk = new Stepper(byId("walk"), {
      label: "Machine",
      show: (/** @type {number} */ step) => this.#show(step),
      words: (_, index) => (index ? `${index} of ${this.#machines.size}` : `${this.#machines.size} machines`),
    });
  }

  /** @param {number} step */
  #show(step) {
    this.graph.highlight(step);
    const box = this.#machines.get(step);
    byId("step-words").replaceChildren(...(box ? stepNodes(box) : ["Step through the plan, or click a machine."]));
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-goto]"))) {
      if (Number(each.dataset.goto) !== step) {
        each.removeAttribute("aria-current");
        continue;
      }
      each.setAttribute("aria-current", "step");
      each.scrollIntoView({ block: "nearest" });
    }
  }

  /**
   * Another answer to `plan`, or none; the graph is laid out only where it is seen.
   * @param {any} found
   * @param {import("../table/answers.js").Asked} asked
   * @param {{isSeen?: boolean, column?: "headed" | "plain" | "other"}} [how]  column: how the answers' column shows it,
   *   where that does not show something else
   */
  show(found, asked, { isSeen = true, column = "plain" } = {}) {
    /** @type {any[]} */
    const sections = found?.sections ?? [];
    const pictures = sections.filter(isPlan).flatMap((section) => section.pictures);
    const plan = /** @type {Plan | null} */ (pictures[0]?.scene ?? null);
    byId("plan-missing").hidden = Boolean(plan);
    byId("graph").hidden = !plan;
    this.#machines = plan ? machinesOf(plan) : new Map();
    if (isSeen) this.graph.show(plan);
    const at = [...this.#machines.keys()].indexOf(this.graph.step) + 1;
    this.walk.set([0, ...this.#machines.keys()], { at, seconds: 1.2 });
    if (!found || column === "other") return;
    const others = sections.filter((section) => !isPlan(section));
    this.answers.show({ ...found, sections: others }, asked, { headed: column === "headed" });
    if (!plan) return;
    const headline = this.answers.body.querySelector(".headline");
    if (headline) headline.after(this.#steps());
    else this.answers.body.prepend(this.#steps());
  }

  #steps() {
    const steps = [...this.#machines.values()].map((box, index) => {
      const made = button("", () => this.walk.to(index + 1), { class: "step", data: { goto: box.step } });
      made.append(...stepNodes(box));
      return el("li", {}, made);
    });
    return el("section", { class: "part" }, el("h3", {}, "Machine by machine"), el("ol", { class: "steps" }, ...steps));
  }
}

/** A step drawn: what it takes, the machine, what it gives. @param {Box} box */
function stepNodes(box) {
  /** @param {string} value @param {boolean} [waste] */
  const small = (value, waste = false) => {
    const name = waste ? "shape waste" : "shape";
    return value.length === 1 ? swatch(value) : shapePicture(value, { "aria-hidden": "true", class: name });
  };
  const fluids = box.inputs.filter((value) => value.length === 1);
  const machine = svg("svg", { viewBox: "-13 -13 26 26", class: "step-icon" }, iconNode(box.machine, fluids));
  const given = box.outputs.map((output) => small(output.code ?? output.fluid ?? "", output.waste));
  const taken = box.inputs.map((value) => small(value));
  const name = `${box.machine.replaceAll("-", " ")}${box.runs > 1 ? ` ×${box.runs}` : ""}`;
  return [
    el("span", { class: "visually-hidden" }, stepWords(box)),
    el("span", { class: "step-flow", "aria-hidden": "true" }, ...taken, machine, ...given),
    el("span", { class: "step-name", "aria-hidden": "true" }, name),
  ];
}
