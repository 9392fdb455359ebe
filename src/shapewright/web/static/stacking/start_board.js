// What lies in the well before the first piece falls, painted cell by cell.
import { readArt, writeArt } from "../stage/art.js";

/** @typedef {import("../stage/stage.js").Press} Press */

export class StartBoard {
  /** @type {{value: string, tag: string} | null} */
  #stroke = null;

  /** @param {import("../table/table.js").Table} table @param {import("../stage/stage.js").Stage} stage */
  constructor(table, stage) {
    this.table = table;
    this.stage = stage;
  }

  /** The board as rows from the top, as many as are seen and as it has. */
  #rows() {
    const { board, width } = this.table.store.state;
    const isArt = board.trim() && !/^\d+x\d+$/.test(board.trim());
    const art = (isArt ? readArt(board.replace(/[^./\s]/g, "#"), "#.") : null)?.[0] ?? [];
    const across = Math.max(width ?? 10, ...art.map((row) => row.length));
    const empty = () => Array(across).fill(".");
    const found = art.map((row) => [...row, ...empty()].slice(0, across));
    while (found.length < this.stage.figure.size[1]) found.unshift(empty());
    return found;
  }

  /** @param {Press} at */
  begin(at) {
    if (!at.inside) return false;
    const rows = this.#rows(),
      row = rows[rows.length - 1 - at.cell[1]];
    this.#stroke = { value: row?.[at.cell[0]] === "#" ? "." : "#", tag: `stroke ${performance.now()}` };
    this.paint(at);
    return true;
  }

  /** @param {Press} at */
  paint({ cell: [x, y], inside }) {
    if (!inside || !this.#stroke) return;
    const { value, tag } = this.#stroke,
      rows = this.#rows(),
      row = rows[rows.length - 1 - y];
    if (!row || row[x] === value) return;
    row[x] = value;
    while (rows.length && !rows[0].includes("#")) rows.shift();
    this.table.store.set({ board: rows.length ? written(rows) : "", drops: "" }, { tag });
  }

  end() {
    this.#stroke = null;
  }
}

/** Rows as text; a board without an empty cell is no size here. @param {string[][]} rows */
const written = (rows) => (rows.flat().includes(".") ? writeArt([rows]) : rows.map((row) => row.join("")).join("/"));
