// The types of the module `gallery.js`, which the server makes out of the gallery's entries.
declare const gallery: {
  name: string;
  title: string;
  sentence: string;
  family: string;
  question: string;
  parameters: Record<string, any>;
  mode: string;
  verdict: string;
  scene: any;
}[];
export default gallery;
