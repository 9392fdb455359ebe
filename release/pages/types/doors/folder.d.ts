// The types of the module `doors/folder.js`, which the build of the folder without a server writes (see release/site/).
// Addresses are relative to the module.
declare const folder: {
  version: string; // of all that a worker runs
  python: string; // the folder of Python
  engine: Record<"wide" | "plain", { script: string; module: string }>;
  wheel: string;
  data: Record<string, { name: string; address: string }[]>; // the data files of each family
  keeper: string; // the service worker
  encoder: string; // what writes GIF
};
export default folder;
