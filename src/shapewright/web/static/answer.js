// An answer in the page: pictures to step through, to play, and to take over into the form.

export function wire(card, { put, ask }) {
  for (const button of card.querySelectorAll("button.picture")) {
    button.addEventListener("click", () => {
      put(JSON.parse(button.dataset.set));
      if (button.dataset.ask) ask(button.dataset.ask);
    });
  }
  for (const place of card.querySelectorAll("[data-frames]")) frames(place);
}

export function frames(place) {
  const all = [...place.querySelectorAll(".frame")];
  const stepper = place.querySelector(".stepper");
  if (!stepper) return;
  const slider = stepper.querySelector("input");
  const output = stepper.querySelector("output");
  const play = stepper.querySelector("[data-step=play]");
  let at = 0;
  let timer = null;

  const show = (number) => {
    at = Math.max(0, Math.min(all.length - 1, number));
    all.forEach((frame, index) => { frame.hidden = index !== at; });
    slider.value = at + 1;
    output.textContent = `${at + 1} of ${all.length}`;
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; play.setAttribute("aria-pressed", "false"); };
  const start = () => {
    if (at === all.length - 1) show(0);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (!place.isConnected) { stop(); return; }
      if (at < all.length - 1) show(at + 1);
      else { stop(); place.dispatchEvent(new CustomEvent("frames:over")); }
    }, Number(place.dataset.seconds) * 1000);
  };
  const steps = {
    first: () => show(0), back: () => show(at - 1), on: () => show(at + 1), last: () => show(all.length - 1),
    play: () => (timer ? stop() : start()),
  };
  stepper.addEventListener("click", (event) => {
    const step = event.target.closest("button")?.dataset.step;
    if (!step) return;
    if (step !== "play") stop();
    steps[step]();
  });
  slider.addEventListener("input", () => { stop(); show(slider.value - 1); });
  place.tabIndex = 0;
  place.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (step) { event.preventDefault(); stop(); steps[step](); }
  });
  if ("last" in place.dataset) show(all.length - 1);
  if ("play" in place.dataset) start();
}
