// Why there is no answer, and the names of files: what both halves of asking share.

/** Why there is no answer, in words for people. */
export class Refusal extends Error {
  /**
   * @param {string} words
   * @param {string} [state]  stopped, cancelled or failed
   * @param {Record<string, string>} [equivalents]  what can answer it where this page cannot
   */
  constructor(words, state = "failed", equivalents = {}) {
    super(words);
    this.state = state;
    this.equivalents = equivalents;
  }
}

/** The end of a file's name, from its dot. @param {string} name */
export const suffixOf = (name) => name.slice(name.indexOf("."));

/** The name of the file with this end. @param {string[]} files @param {string} suffix */
export function nameOf(files, suffix) {
  const name = files.find((each) => suffixOf(each) === suffix);
  if (!name) throw new Refusal(`This answer cannot be saved as ${suffix}`);
  return name;
}
