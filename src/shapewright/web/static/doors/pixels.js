// Pictures of pixels, made by the browser: SVG drawn on a canvas, as PNG, or as the frames of a GIF.
import folder from "./folder.js";

/**
 * @typedef {object} Film  what is to be drawn
 * @property {string[]} svgs
 * @property {number[]} seconds  how long each is shown
 * @property {number} scale  pixels for a unit
 * @property {string | null} background
 * @property {boolean} loop
 */

const COLOURS = 256;

/** @param {Film} film */
export async function toPng(film) {
  const canvas = document.createElement("canvas");
  await draw(canvas, film, film.svgs[0]);
  return new Promise((/** @type {(made: Blob) => void} */ resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("This picture is too large for this browser"))), "image/png");
  });
}

/**
 * All frames share the most common colours: pictures of a few flat colours stay exact, and nothing flickers.
 * @param {Film} film
 */
export async function toGif(film) {
  const { GIFEncoder, applyPalette } = await import(new URL(folder.encoder, import.meta.url).href);
  const canvas = document.createElement("canvas");
  /** @type {Map<number, number>} */
  const common = new Map();
  for (const frame of film.svgs) {
    const pixels = new Uint32Array((await draw(canvas, film, frame)).data.buffer);
    for (const pixel of pixels) common.set(pixel, (common.get(pixel) ?? 0) + 1);
  }
  const most = [...common].sort(([one, often], [other, oftener]) => oftener - often || one - other).slice(0, COLOURS);
  const palette = most.map(([pixel]) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]);
  const gif = GIFEncoder();
  for (const [index, frame] of film.svgs.entries()) {
    const { data, width, height } = await draw(canvas, film, frame);
    const first = index ? {} : { palette, repeat: film.loop ? 0 : -1 };
    gif.writeFrame(applyPalette(data, palette), width, height, { ...first, delay: 1000 * film.seconds[index] });
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** @param {HTMLCanvasElement} canvas @param {Film} film @param {string} svg */
async function draw(canvas, { scale, background }, svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser draws no pictures");
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
