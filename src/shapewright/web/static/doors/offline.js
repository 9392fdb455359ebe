// In the folder without a server: keep its files, so that its pages open without a network after the first time.
import folder from "./folder.js";

/** Once the page has what it needs; what it loaded is then at hand. */
function keep() {
  navigator.serviceWorker.register(new URL(folder.keeper, import.meta.url)).catch((error) => {
    console.info(`These pages cannot be used without a network later: ${error.message}`); // a private window, mostly
  });
}

/** What came before there was who keeps it: the data of this page's family. */
function keepData() {
  const family = /** @type {HTMLElement | null} */ (document.querySelector("[data-family]"))?.dataset.family ?? "";
  for (const { address } of folder.data[family] ?? []) fetch(new URL(address, import.meta.url)).catch(() => {});
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("controllerchange", keepData, { once: true });
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
