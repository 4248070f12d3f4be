// ---- the theme, before anything is drawn

const kept = {
  // a browser may refuse to store anything
  get(key) {
    try {
      return localStorage.getItem("t2s." + key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem("t2s." + key, value);
    } catch {
      /* not stored */
    }
  },
};

function useTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
useTheme(kept.get("theme"));

// The list of themes of a page.
function offerThemes() {
  byId("theme").value = kept.get("theme") ?? "";
  byId("theme").addEventListener("change", ({ target }) => {
    useTheme(target.value);
    kept.set("theme", target.value);
  });
}
