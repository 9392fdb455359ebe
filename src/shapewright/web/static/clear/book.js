// The pages of a fumen: fields one after the other, each with a comment, kept as text in the address.

/** @typedef {{rows: string, comment: string}} Page */

/** Pages from text: rows, and after "~" the comment, with "|" between pages. @param {string} text @returns {Page[]} */
export function readBook(text) {
  if (!text) return [];
  return text.split("|").map((each) => {
    const [rows, ...words] = each.split("~"), comment = words.join("~");
    try { return { rows, comment: decodeURIComponent(comment) }; } catch { return { rows, comment: "" }; }
  });
}

/** A text without halves of characters, which no address can have. @param {string} text */
const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

/** @param {Page[]} pages */
export const writeBook = (pages) => pages.map(({ rows, comment }) => (comment ? `${rows}~${encodeURIComponent(wellFormed(comment))}` : rows)).join("|");

/**
 * The pages that a state stands for; a field alone is one page.
 * @param {import("../table/store.js").State} state
 */
export function pagesOf({ book, field }) {
  const pages = readBook(book);
  return pages.length ? pages : [{ rows: field, comment: "" }];
}

/**
 * What changes in the state when these pages, and one of them, are to be seen.
 * @param {Page[]} pages @param {number} at
 */
export function opened(pages, at) {
  const index = Math.max(0, Math.min(pages.length - 1, Math.floor(at) || 0));
  const page = pages[index];
  const isPlain = pages.length === 1 && !page.comment;
  return { book: isPlain ? "" : writeBook(pages), at: index, field: page.rows, moves: "", ...comingOf(page.comment) };
}

/** The queue that a comment tells, as players write it: #Q=[hold](current)next. @param {string} comment */
export function comingOf(comment) {
  const told = comment.match(/^#Q=\[([A-Z]?)\]\(([A-Z]?)\)([A-Z]*)/i);
  if (!told) return {};
  const [, hold, now, next] = told;
  return { pieces: `${now}${next}`, hold, queue: "", patterns: "" };
}
