// The parts of the script share one scope, so they are checked as one text: scripts/check page.
const browser =
  "AbortController Blob CSSStyleSheet CustomEvent HTMLElement Image Node ResizeObserver TextDecoderStream URL URLSearchParams XMLSerializer " +
  "addEventListener clearInterval clearTimeout console customElements document fetch getComputedStyle getSelection history localStorage location " +
  "navigator performance queueMicrotask requestAnimationFrame setInterval setTimeout t2sHome t2sStyle";

export default [
  {
    languageOptions: {
      sourceType: "script",
      globals: Object.fromEntries(browser.split(" ").map((name) => [name, "readonly"])),
    },
    rules: {
      "no-undef": "error",
      "no-unused-vars": "error",
      "no-redeclare": "error",
      "no-implied-eval": "error",
      "no-eval": "error",
      "prefer-const": "error",
      "no-var": "error",
      "no-unreachable": "error",
      "no-dupe-keys": "error",
      "no-fallthrough": "error",
      "no-cond-assign": "error",
      "no-self-assign": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
];
