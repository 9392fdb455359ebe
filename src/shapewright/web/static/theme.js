// In the folder without a server, where no page is drawn for somebody: the theme that was chosen in this browser.
// It is no module, so that it runs before anything is seen.
(() => {
  try {
    const theme = localStorage.getItem("shapewright-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch { /* no storage: the theme of the system */ }
})();
