// What is on the tiling page beside its fields: what the answers have brought, and what of it is shown.

export const seen = {
  /** @type {import("./tray.js").TrayPiece[]} */ pieces: [],
  /** @type {import("../stage/board.js").Piece[] | null} the tiling on the stage */ tiling: null,
  /** @type {import("../stage/board.js").Mark[]} the picture of a reason */ marks: [],
  /** @type {import("../stage/board.js").Mark[]} words on the empty cells */ printed: [],
  /** The picture of a reason is shown. */ reason: false,
  /** The tiling belongs to the puzzle as it is now. */ fresh: false,
};
