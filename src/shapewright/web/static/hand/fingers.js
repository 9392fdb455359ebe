// A finger's stroke where the page says `touch-action: none` is the page's own, to its end. Chromium takes a quick one
// for a fling all the same, and the next tap stops the fling and is no click: the hint that is asked for right after a
// piece was thrown onto the board would never come.

const FREE = "auto";

/** Whether the browser does nothing of its own with a finger that comes down there. @param {Element} element */
function isOwn(element) {
  for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
    const { touchAction } = getComputedStyle(each);
    if (touchAction !== FREE) return touchAction === "none";
  }
  return false;
}

/** @param {PointerEvent} event */
function hold({ pointerType, target }) {
  if (pointerType !== "touch" || !(target instanceof Element) || !isOwn(target)) return;
  const ends = new AbortController(), { signal } = ends;
  // What was touched hears its finger even when it is taken off the page meanwhile; the page does not.
  target.addEventListener("touchmove", (event) => { if (event.cancelable) event.preventDefault(); }, { signal, passive: false });
  for (const end of ["touchend", "touchcancel"]) target.addEventListener(end, () => ends.abort(), { signal });
}

/** From now on. */
export function holdFingers() {
  document.addEventListener("pointerdown", hold, { capture: true });
}
