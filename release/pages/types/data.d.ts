// The types of the module `data.js`, which the server makes out of what Python knows (see web/assets.py).
declare const data: {
  palette: {
    pieces: string[];
    letters: Record<string, string>;
    tetrominoes: Record<string, string>;
    other: string;
    filled: string;
    ink: string;
    paper: string;
  };
  families: Record<
    string,
    {
      title: string;
      lead: string;
      questions: Record<string, { fields: string[]; downloads: string[]; quick: boolean }>;
      // The forms of its page, by question: see table/options.js.
      forms: Record<string, any>;
    }
  >;
  // What each family has for its own page.
  [family: string]: any;
};
export default data;
