// SPDX-License-Identifier: BSL-1.0
// Generated from the files of assets/ by cmake/t2s_page.cmake: change those, then build the target t2s_page_header.
#ifndef T2S_SERVE_PAGE_DETAIL_ASSETS_HPP
#define T2S_SERVE_PAGE_DETAIL_ASSETS_HPP

#include <string_view>

// clang-format off
namespace t2s::serve::page::detail {

inline constexpr std::string_view html_page = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>t2s</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/page.js"></script>
</head>
<body>
<a class="skip" href="#question">Skip to the question</a>
<header class="top">
<p class="brand"><a href="/">t2s</a></p>
<nav aria-label="Views"><a href="#ask" aria-current="page">Ask</a><a href="#tables">Tables</a><a href="#history">History</a><a href="#corrections" hidden>Corrections</a><a href="/admin" hidden>Admin</a></nav>
<label class="theme">Theme <select id="theme">
<option value="">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<main id="main">
<h1 class="unseen">Ask a database</h1>
<noscript><p class="problem">This page needs JavaScript. Without it, use the command line: t2s ask.</p></noscript>
<div id="problem" class="problem" role="alert"></div>
<section id="view-ask" aria-label="Ask">
<form id="form" autocomplete="off">
<div class="choices">
<label>Database <select id="database"></select></label>
<label>System <select id="system" aria-describedby="about"></select></label>
<label>Compare with <select id="other"></select></label>
<label>Answer only with <select id="minimum"></select></label>
</div>
<div class="ask">
<label class="unseen" for="question">Question</label>
<textarea id="question" rows="2" placeholder="What do you want to know?" aria-describedby="keys" enterkeyhint="send"></textarea>
<div class="ask-line">
<p id="keys" class="soft"><kbd>Enter</kbd> asks, <kbd>Shift</kbd> <kbd>Enter</kbd> begins a line, <kbd>Esc</kbd> cancels</p>
<button type="button" id="cancel" hidden>Cancel</button>
<button type="submit" id="ask-button" class="main">Ask</button>
</div>
</div>
<p id="about" class="soft"></p>
</form>
<div id="begin"><h2 hidden>For example</h2><ul id="examples"></ul></div>
<div id="verdict" class="verdict"></div>
<div id="runs" class="runs"></div>
</section>
<section id="view-tables" aria-labelledby="tables-title" hidden>
<div class="view-line"><h2 id="tables-title">Tables</h2><label>of <select id="tables-database"></select></label></div>
<div id="tables"></div>
</section>
<section id="view-history" aria-labelledby="history-title" hidden>
<div class="view-line"><h2 id="history-title">History</h2>
<label>Find <input id="filter" type="search"></label><p id="found" class="soft" role="status"></p></div>
<ol id="history" class="history" reversed></ol>
</section>
<section id="view-corrections" aria-labelledby="corrections-title" hidden>
<div class="view-line"><h2 id="corrections-title" tabindex="-1">Corrections</h2><p id="kept" class="soft" role="status"></p>
<a id="export-corrections" href="/v1/corrections.json" download="t2s-corrections.json" hidden>Export</a></div>
<ol id="corrections" class="history"></ol>
</section>
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
</body>
</html>
)html";
inline constexpr std::string_view html_admin = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Admin · t2s</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/admin.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="brand"><a href="/">t2s</a></p>
<nav aria-label="Pages"><a href="/">Ask</a><a href="/admin" aria-current="page">Admin</a></nav>
<label class="theme">Theme <select id="theme">
<option value="">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<main id="main" tabindex="-1">
<div class="view-line"><h1>Admin</h1><button type="button" id="refresh" class="small">Refresh</button><p id="since" class="soft" role="status"></p></div>
<noscript><p class="problem">This page needs JavaScript. The same is at /v1/admin/runs, /v1/admin/costs and /v1/admin/statements.</p></noscript>
<div id="problem" class="problem" role="alert"></div>
<div id="sections" class="admin"></div>
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
</body>
</html>
)html";
inline constexpr std::string_view css_colours = R"css(
/* The colours of the page, and of the component: an element has those of its color-scheme. A site sets --t2s-NAME for one of its own. */
:root,
:host {
  --page: var(--t2s-background, light-dark(#fff, #121518));
  --raised: var(--t2s-raised, light-dark(#f6f7f8, #1a1e22));
  --line: var(--t2s-line, light-dark(#dde1e6, #2c3238));
  --edge: var(--t2s-edge, light-dark(#838c97, #77818c));
  --ink: var(--t2s-ink, light-dark(#171a1e, #e4e7ea));
  --soft: var(--t2s-soft, light-dark(#58616b, #a0a9b3));
  --accent: var(--t2s-accent, light-dark(#0a58a8, #82b8f7));
  --on-accent: var(--t2s-on-accent, light-dark(#fff, #0c1722));
  --good: var(--t2s-good, light-dark(#14653a, #74d39b));
  --warn: var(--t2s-warn, light-dark(#865200, #e5b35c));
  --bad: var(--t2s-bad, light-dark(#b0241c, #ff938a));
  --ins: light-dark(#d8f3e0, #133c25);
  --ins-ink: light-dark(#0b4a29, #a8ebc2);
  --del: light-dark(#fce0dd, #4a1f1c);
  --del-ink: light-dark(#8a1c16, #ffbdb6);
  --pick: var(--t2s-pick, light-dark(#e5effa, #1d3047));
  --keyword: light-dark(#6f2b95, #cfa4ee);
  --function: light-dark(#0a58a8, #82b8f7);
  --string: light-dark(#14653a, #8fd6a8);
  --number: light-dark(#974600, #efb07a);
  --sans: var(--t2s-font, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif);
  --mono: var(--t2s-mono-font, ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace);
  --series-0: var(--t2s-series-0, light-dark(#0a58a8, #82b8f7));
  --series-1: var(--t2s-series-1, light-dark(#b35a00, #efb07a));
  --series-2: var(--t2s-series-2, light-dark(#14653a, #8fd6a8));
  --series-3: var(--t2s-series-3, light-dark(#8b2f97, #cfa4ee));
  --series-4: var(--t2s-series-4, light-dark(#b0241c, #ff938a));
  --series-5: var(--t2s-series-5, light-dark(#58616b, #a0a9b3));
  --series-6: var(--t2s-series-6, light-dark(#756300, #d9c84a));
  --series-7: var(--t2s-series-7, light-dark(#00727a, #5fd0d6));
}
:root {
  color-scheme: light dark;
}
:root[data-theme="light"] {
  color-scheme: light;
}
:root[data-theme="dark"] {
  color-scheme: dark;
}
)css";
inline constexpr std::string_view css_base = R"css(
* {
  box-sizing: border-box;
}
h1,
h2,
h3,
h4,
p,
ul,
ol,
dl,
dd,
pre {
  margin: 0;
}
h2 {
  font-size: 1.375rem;
  line-height: 1.3;
  font-weight: 600;
  letter-spacing: -0.01em;
}
h3 {
  font-size: 0.8125rem;
  line-height: 1.4;
  font-weight: 600;
  color: var(--soft);
}
h4 {
  font-size: 0.9375rem;
  font-weight: 600;
}
a {
  color: var(--accent);
  text-underline-offset: 0.2em;
  text-decoration-thickness: 1px;
}
code,
pre,
kbd {
  font-family: var(--mono);
  font-size: 0.875rem;
}
pre {
  white-space: pre-wrap;
  tab-size: 4;
}
.soft {
  color: var(--soft);
  font-size: 0.875rem;
}
[hidden] {
  display: none !important;
}
.unseen:not(:focus) {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
.sign {
  font-size: 0.75em;
  padding: 0 0.25em;
  margin: 0 0.1em;
  border: 1px solid var(--edge);
  border-radius: 3px;
  color: var(--warn);
  unicode-bidi: isolate;
  direction: ltr;
  display: inline-block;
  line-height: 1.2;
}
button,
select,
input,
textarea {
  font: inherit;
  color: inherit;
  background: var(--page);
  border: 1px solid var(--edge);
  border-radius: 6px;
  min-height: 2.5rem;
  max-width: 100%;
}
button {
  padding: 0.35rem 1rem;
  cursor: pointer;
  font-weight: 500;
}
button:hover {
  background: var(--raised);
}
button.main {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--on-accent);
  min-width: 5.5rem;
}
button.main:hover {
  filter: brightness(1.08);
}
button[aria-disabled="true"] {
  opacity: 0.55;
  cursor: default;
}
button.small {
  min-height: 1.75rem;
  padding: 0.1rem 0.65rem;
  font-size: 0.8125rem;
  border-color: var(--line);
}
button.small:hover {
  border-color: var(--edge);
}
select,
input {
  padding: 0.35rem 0.6rem;
}
kbd {
  font-size: 0.75rem;
  border: 1px solid var(--line);
  border-radius: 4px;
  padding: 0.05rem 0.35rem;
  background: var(--raised);
}
.ask {
  border: 1px solid var(--edge);
  border-radius: 10px;
  background: var(--page);
}
.ask:focus-within {
  border-color: var(--accent);
  box-shadow: 0 0 0 1px var(--accent);
}
textarea {
  display: block;
  width: 100%;
  border: 0;
  background: none;
  resize: vertical;
  padding: 0.9rem 1rem 0.25rem;
  font-size: 1.125rem;
  line-height: 1.5;
  min-height: 4.5rem;
  field-sizing: content;
  max-height: 18rem;
}
textarea:focus-visible {
  outline: 0;
}
textarea::placeholder {
  color: var(--soft);
  opacity: 1;
}
.ask-line {
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: center;
  gap: 0.5rem;
  padding: 0.5rem 0.6rem 0.6rem 1rem;
}
.ask-line p {
  margin-inline-end: auto;
}
.example {
  width: 100%;
  height: 100%;
  text-align: start;
  font-weight: 400;
  border-color: var(--line);
  padding: 0.6rem 0.9rem;
  border-radius: 8px;
}
summary {
  cursor: pointer;
  font-size: 0.875rem;
  padding: 0.15rem 0;
  color: var(--soft);
}
summary:hover {
  color: var(--ink);
}
details[open] > summary {
  margin-bottom: 0.4rem;
}
details > pre,
.messages pre {
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 6px;
  padding: 0.6rem 0.8rem;
  font-size: 0.8125rem;
}
)css";
inline constexpr std::string_view css_page = R"css(
html {
  -webkit-text-size-adjust: 100%;
  scrollbar-gutter: stable;
}
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 16px/1.55 var(--sans);
  overflow-wrap: anywhere;
}
.skip {
  position: absolute;
  left: -999rem;
  top: 0.5rem;
  padding: 0.5rem 1rem;
  background: var(--page);
  z-index: 2;
}
.skip:focus {
  left: 0.5rem;
}
.top {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.75rem;
  max-width: 76rem;
  margin: 0 auto;
  padding: 0.9rem 1.5rem;
}
.brand a {
  font: 700 1.125rem/1 var(--mono);
  color: var(--ink);
  text-decoration: none;
  letter-spacing: -0.02em;
}
nav {
  display: flex;
  gap: 1.25rem;
}
nav a {
  color: var(--soft);
  text-decoration: none;
  padding: 0.4rem 0;
  border-bottom: 2px solid transparent;
}
nav a:hover {
  color: var(--ink);
}
nav a[aria-current] {
  color: var(--ink);
  border-color: var(--accent);
}
.theme {
  margin-inline-start: auto;
  font-size: 0.8125rem;
  color: var(--soft);
}
.theme select {
  min-height: 1.875rem;
  padding: 0.1rem 0.35rem;
  border-color: var(--line);
  color: var(--ink);
}
main {
  display: block;
  max-width: 76rem;
  margin: 0 auto;
  padding: 1.25rem 1.5rem 5rem;
}
main > section > * + * {
  margin-top: 1.5rem;
}
.wide .top,
.wide main {
  max-width: 112rem;
}
.problem:not(:empty) {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
  border: 1px solid var(--bad);
  border-radius: 8px;
  padding: 0.75rem 1rem;
  margin-bottom: 1.5rem;
}
#form > * + * {
  margin-top: 0.9rem;
}
.choices {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(10.5rem, 100%), 1fr));
  gap: 0.75rem 1rem;
}
.choices label {
  display: grid;
  gap: 0.2rem;
  font-size: 0.8125rem;
  color: var(--soft);
  min-width: 0;
}
.choices select {
  width: 100%;
  color: var(--ink);
  font-size: 0.9375rem;
  text-overflow: ellipsis;
}
#begin h2 {
  font-size: 0.8125rem;
  color: var(--soft);
  letter-spacing: 0;
}
#examples {
  list-style: none;
  padding: 0;
  margin-top: 0.6rem;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
  gap: 0.6rem;
}
.verdict:empty {
  display: none;
}
.verdict {
  border-inline-start: 3px solid var(--accent);
  padding-inline-start: 1rem;
}
.verdict .code {
  margin-top: 0.5rem;
}
.view-line {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1.25rem;
}
.view-line label {
  min-width: 0;
  color: var(--soft);
}
.view-line select,
.view-line input {
  color: var(--ink);
  min-height: 2.125rem;
  max-width: min(18rem, 100%);
  text-overflow: ellipsis;
}
.history {
  list-style: none;
  padding: 0;
}
.history li {
  display: grid;
  gap: 0.15rem;
  padding: 0.9rem 0;
  border-top: 1px solid var(--line);
}
.history a {
  font-weight: 500;
  justify-self: start;
}
.learned-line {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
}
.learned-line input {
  flex: 1 1 12rem;
  min-width: 0;
  min-height: 2.125rem;
  padding: 0 0.6rem;
}
.learned-line [aria-pressed="true"] {
  border-color: var(--accent);
  background: var(--pick);
}
.rejected code,
.rejected input {
  color: var(--soft);
}
.history button {
  justify-self: start;
}
.history > li > code {
  color: var(--soft);
}
.drawing {
  overflow: auto;
  max-height: 36rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 1.25rem;
  background: var(--raised);
}
.drawing svg {
  display: block;
}
.drawing text {
  font: 13px var(--sans);
  fill: var(--ink);
}
.drawing .name {
  font-weight: 600;
}
.drawing .rest,
.drawing .mark {
  fill: var(--soft);
}
.drawing .mark {
  font-size: 10px;
}
.drawing rect {
  fill: var(--page);
  stroke: var(--edge);
}
.drawing line {
  stroke: var(--line);
}
.drawing .view rect {
  stroke-dasharray: 4 3;
}
.drawing a {
  cursor: pointer;
}
.drawing a:focus {
  outline: 0;
}
.drawing .near rect {
  stroke: var(--accent);
}
.drawing a:focus-visible rect {
  stroke: var(--accent);
  stroke-width: 2.5;
}
.edge {
  fill: none;
  stroke: var(--edge);
  stroke-width: 1.25;
}
.edge.inferred {
  stroke-dasharray: 6 4;
}
.edge.near {
  stroke: var(--accent);
  stroke-width: 2;
}
.arrow {
  fill: context-stroke;
}
.table-list {
  columns: 24rem;
  column-gap: 2.5rem;
}
#tables > * + * {
  margin-top: 1.25rem;
}
.table-list details {
  break-inside: avoid;
  border-top: 1px solid var(--line);
  padding: 0.5rem 0;
}
.table-list summary .soft {
  margin-inline-start: 0.75rem;
}
.table-name {
  font-weight: 500;
}
@media (max-width: 40rem) {
  .top {
    padding: 0.75rem 1rem;
  }
  main {
    padding: 0.75rem 1rem 4rem;
  }
  .choices {
    grid-template-columns: 1fr 1fr;
  }
  .top,
  nav {
    gap: 0.25rem 0.6rem;
  }
  .theme {
    font-size: 0;
  }
  .theme select {
    font-size: 0.8125rem;
    padding: 0;
  }
  .ask-line p {
    display: none;
  }
  .ask-line button {
    flex: 1;
  }
  .drawing {
    padding: 0.75rem;
  }
}
@media (prefers-reduced-motion: no-preference) {
  button,
  nav a {
    transition:
      background-color 0.12s,
      border-color 0.12s,
      color 0.12s;
  }
}
@media print {
  .top,
  #form,
  #begin,
  .skip,
  button {
    display: none !important;
  }
}
)css";
inline constexpr std::string_view css_answer = R"css(
.state {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.35rem 0.75rem;
  margin-top: 0.75rem;
  min-height: 1.75rem;
}
.clock {
  font-variant-numeric: tabular-nums;
}
.badge {
  display: inline-block;
  font-size: 0.8125rem;
  font-weight: 600;
  line-height: 1.4;
  padding: 0.05rem 0.6rem;
  border: 1px solid currentcolor;
  border-radius: 99px;
  color: var(--soft);
}
.badge.running {
  color: var(--accent);
}
.badge.good {
  color: var(--good);
}
.badge.warn {
  color: var(--warn);
}
.badge.bad {
  color: var(--bad);
}
.notice {
  margin-top: 0.75rem;
  color: var(--warn);
}
.failure {
  color: var(--bad);
}
.caution strong {
  color: var(--warn);
}
.result > * + * {
  margin-top: 0.9rem;
}
.spent {
  margin-top: 0.9rem;
}
.spent:empty {
  display: none;
}
.likely {
  display: flex;
  align-items: center;
  gap: 0.75rem;
}
.gauge {
  flex: none;
  width: 7rem;
  height: 0.5rem;
  border-radius: 99px;
  background: var(--line);
  overflow: hidden;
}
.fill {
  display: block;
  height: 100%;
  background: var(--soft);
}
.high .fill {
  background: var(--good);
}
.low .fill {
  background: var(--warn);
}
.asks-back {
  border-inline-start: 3px solid var(--accent);
  padding-inline-start: 1rem;
}
.asks-back ul {
  list-style: none;
  padding: 0;
  margin-top: 0.5rem;
  display: grid;
  gap: 0.5rem;
}
.asks-back [aria-pressed="true"] {
  border-color: var(--accent);
  background: var(--pick);
}
.missing ul {
  padding-inline-start: 1.1rem;
  margin-top: 0.2rem;
}
@media (prefers-reduced-motion: no-preference) {
  .badge.running::before {
    content: "";
    display: inline-block;
    width: 0.45rem;
    height: 0.45rem;
    margin-inline-end: 0.4rem;
    border-radius: 50%;
    background: currentcolor;
    animation: beat 1.4s ease-in-out infinite;
  }
  @keyframes beat {
    50% {
      opacity: 0.25;
    }
  }
}
)css";
inline constexpr std::string_view css_run = R"css(
.runs {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2.5rem;
}
.run {
  min-width: 0;
}
.run > header {
  border-top: 1px solid var(--line);
  padding-top: 1.5rem;
}
.question {
  text-wrap: pretty;
  outline-offset: 4px;
}
.facts {
  margin-top: 0.35rem;
}
.facts strong {
  color: var(--ink);
  font-weight: 600;
}
.beside .question {
  font-size: 1.125rem;
}
.runs:not(.beside) .stop {
  display: none;
}
.run-body {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2rem;
  margin-top: 1.5rem;
}
.outcome {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2rem;
  align-content: start;
}
@media (min-width: 64rem) {
  .runs:not(.beside) .run-body,
  main > .run .run-body {
    grid-template-columns: minmax(0, 1.75fr) minmax(0, 1fr);
    gap: 3rem;
  }
  .runs.beside {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
}
.correction {
  display: grid;
  gap: 0.5rem;
  justify-items: start;
}
.correction > * {
  max-width: 100%;
}
.correction .ask,
.correction .said {
  width: 100%;
}
.correction textarea {
  font: 0.875rem/1.5 var(--mono);
}
.said > * + * {
  margin-top: 0.5rem;
}
.said .failure {
  white-space: pre-wrap;
}
)css";
inline constexpr std::string_view css_code = R"css(
.code {
  position: relative;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 8px;
}
.code pre {
  padding: 0.8rem 1rem;
  padding-inline-end: 4.5rem;
  line-height: 1.65;
}
.code button {
  position: absolute;
  top: 0.5rem;
  inset-inline-end: 0.5rem;
  background: var(--raised);
}
.t-keyword {
  color: var(--keyword);
  font-weight: 600;
}
.t-function {
  color: var(--function);
}
.t-string {
  color: var(--string);
}
.t-number {
  color: var(--number);
}
.t-operator,
.t-comment {
  color: var(--soft);
}
.t-comment {
  font-style: italic;
}
ins,
del {
  border-radius: 3px;
  padding: 0.05em 0.15em;
  -webkit-box-decoration-break: clone;
  box-decoration-break: clone;
}
ins {
  background: var(--ins);
  color: var(--ins-ink);
  text-decoration: underline;
  text-decoration-thickness: 1px;
}
del {
  background: var(--del);
  color: var(--del-ink);
}
ins *,
del * {
  color: inherit;
}
ins::before,
ins::after,
del::before,
del::after {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
ins::before {
  content: " [added: ";
}
del::before {
  content: " [removed: ";
}
ins::after,
del::after {
  content: "] ";
}
)css";
inline constexpr std::string_view css_steps = R"css(
.steps {
  list-style: none;
  padding: 0;
  margin-top: 0.75rem;
}
.steps > li {
  position: relative;
  padding: 0 0 1.5rem 1.25rem;
  border-inline-start: 1px solid var(--line);
}
.steps > li::before {
  content: "";
  position: absolute;
  inset-inline-start: -4px;
  top: 0.55rem;
  width: 7px;
  height: 7px;
  border-radius: 50%;
  background: var(--edge);
}
.steps > li:last-child {
  padding-bottom: 0;
}
.steps > li > * + * {
  margin-top: 0.5rem;
}
.step-head {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  align-items: baseline;
}
.step-head .soft {
  flex: none;
  font-variant-numeric: tabular-nums;
}
.attempt > * + * {
  margin-top: 0.5rem;
}
.messages {
  display: grid;
  gap: 0.35rem;
}
.messages dt {
  font-size: 0.8125rem;
  font-weight: 600;
}
.demonstrations {
  padding-inline-start: 1.25rem;
  display: grid;
  gap: 0.75rem;
  font-size: 0.875rem;
}
.demonstrations .code {
  margin-top: 0.25rem;
}
.remarks {
  padding-inline-start: 1.1rem;
  font-size: 0.9375rem;
}
.entities {
  display: grid;
  gap: 0.3rem;
}
.chips {
  display: grid;
  grid-template-columns: 4rem minmax(0, 1fr);
  align-items: baseline;
}
.chips > div {
  display: flex;
  flex-wrap: wrap;
  gap: 0.3rem 0.4rem;
}
.chips .soft {
  font-size: 0.8125rem;
}
.chip {
  border: 1px solid var(--line);
  border-radius: 5px;
  padding: 0 0.45rem;
  font: 0.8125rem/1.5 var(--mono);
  background: var(--raised);
}
.chip.value {
  color: var(--string);
}
.skeleton {
  color: var(--soft);
  font-size: 0.8125rem;
}
.candidates {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr));
  gap: 0.9rem;
}
.card {
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 0.75rem 0.9rem;
  min-width: 0;
}
.card.chosen {
  border-color: var(--good);
}
.card > * + * {
  margin-top: 0.4rem;
}
.card .badge {
  margin-inline-start: 0.5rem;
  color: var(--good);
}
)css";
inline constexpr std::string_view css_rows = R"css(
table {
  border-collapse: collapse;
  font-size: 0.875rem;
}
.table-head {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  justify-content: space-between;
  align-items: center;
  min-height: 1.75rem;
}
.tools {
  display: flex;
  gap: 0.4rem;
}
.rows {
  overflow: auto;
  max-height: 26rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  margin-top: 0.5rem;
  width: fit-content;
  max-width: 100%;
  background: var(--page);
}
.rows:has(table:focus-visible) {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
.rows table {
  table-layout: fixed;
  width: 0;
  font-variant-numeric: tabular-nums;
  border-collapse: separate;
  border-spacing: 0;
}
.rows table:focus-visible {
  outline: 0;
}
.rows tr {
  height: 32px;
}
.rows th,
.rows td {
  padding: 0 0.75rem;
  height: 32px;
  max-height: 32px;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
  text-align: start;
  border-bottom: 1px solid var(--line);
}
.rows tr:last-child td {
  border-bottom: 0;
}
.rows th {
  position: sticky;
  top: 0;
  background: var(--raised);
  padding: 0;
  z-index: 1;
}
.rows td.number,
.rows th.number,
td.number {
  text-align: right;
}
.rows td.none {
  color: var(--soft);
  font-style: italic;
}
.rows td[dir] {
  unicode-bidi: isolate;
}
.rows td[aria-selected] {
  background: var(--pick);
  box-shadow: inset 0 0 0 1px var(--accent);
}
.rows tr:hover td {
  background: var(--raised);
}
.rows tr:hover td[aria-selected] {
  background: var(--pick);
}
.rows .space td,
.rows .space {
  padding: 0;
  border: 0;
  height: auto;
  max-height: none;
}
.sort {
  width: 100%;
  min-height: 31px;
  border: 0;
  border-radius: 0;
  background: none;
  padding: 0 0.75rem;
  text-align: inherit;
  font-weight: 600;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.sort:focus-visible {
  outline-offset: -2px;
}
th[aria-sort]:not([aria-sort="none"]) .sort {
  color: var(--accent);
}
th[aria-sort="ascending"] .sort::after {
  content: " \2191"/"";
}
th[aria-sort="descending"] .sort::after {
  content: " \2193"/"";
}
.whole {
  position: relative;
  margin-top: 0.5rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 0.6rem 0.9rem;
  background: var(--raised);
}
.whole p {
  font-size: 0.8125rem;
  color: var(--soft);
  padding-inline-end: 4rem;
}
.whole pre {
  max-height: 12rem;
  overflow: auto;
  margin-top: 0.25rem;
}
.whole button {
  position: absolute;
  top: 0.5rem;
  inset-inline-end: 0.5rem;
}

.scroll {
  overflow-x: auto;
  max-width: 100%;
}
.scroll th,
.scroll td {
  text-align: start;
  vertical-align: top;
  padding: 0.3rem 0.75rem 0.3rem 0;
  font-weight: 400;
}
.scroll thead th {
  font-size: 0.8125rem;
  color: var(--soft);
  font-weight: 600;
  white-space: nowrap;
}
.scroll tbody th {
  font-weight: 500;
}
.scroll td.number {
  text-align: right;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
)css";
inline constexpr std::string_view css_chart = R"css(
.forms {
  flex-wrap: wrap;
}
.forms [aria-pressed="true"] {
  border-color: var(--accent);
  background: var(--pick);
}
.chart-place {
  background: var(--page);
  margin-top: 0.5rem;
  min-width: 0;
}
.chart svg {
  display: block;
  max-width: 100%;
  height: auto;
}
.chart text {
  fill: var(--soft);
  font: 12px var(--sans);
}
.chart .axis {
  fill: var(--ink);
}
.chart .grid {
  stroke: var(--line);
}
.chart .zero {
  stroke: var(--edge);
}
.chart .mark:hover {
  fill-opacity: 0.7;
}
.chart .line {
  fill: none;
  stroke-width: 2;
}
.chart .loose {
  fill-opacity: 0.7;
}
.figure strong {
  font-size: 2.5rem;
  line-height: 1.2;
}
.chart .series-0 {
  fill: var(--series-0);
}
.chart .line.series-0 {
  fill: none;
  stroke: var(--series-0);
}
.chart .series-1 {
  fill: var(--series-1);
}
.chart .line.series-1 {
  fill: none;
  stroke: var(--series-1);
}
.chart .series-2 {
  fill: var(--series-2);
}
.chart .line.series-2 {
  fill: none;
  stroke: var(--series-2);
}
.chart .series-3 {
  fill: var(--series-3);
}
.chart .line.series-3 {
  fill: none;
  stroke: var(--series-3);
}
.chart .series-4 {
  fill: var(--series-4);
}
.chart .line.series-4 {
  fill: none;
  stroke: var(--series-4);
}
.chart .series-5 {
  fill: var(--series-5);
}
.chart .line.series-5 {
  fill: none;
  stroke: var(--series-5);
}
.chart .series-6 {
  fill: var(--series-6);
}
.chart .line.series-6 {
  fill: none;
  stroke: var(--series-6);
}
.chart .series-7 {
  fill: var(--series-7);
}
.chart .line.series-7 {
  fill: none;
  stroke: var(--series-7);
}
)css";
inline constexpr std::string_view css_time = R"css(
.statements td:first-child {
  min-width: 16rem;
}
.statements code {
  font-size: 0.8125rem;
}
.time .scroll {
  margin-top: 0.6rem;
}
.waterfall {
  width: 100%;
  min-width: 24rem;
}
.waterfall th,
.waterfall td {
  padding: 0.15rem 1rem 0.15rem 0;
  white-space: nowrap;
  line-height: 1.4;
}
.waterfall th {
  max-width: 16rem;
  overflow: hidden;
  text-overflow: ellipsis;
}
.waterfall .bars {
  width: 60%;
  padding-inline-end: 0;
}
.bar {
  display: block;
  height: 0.625rem;
  margin-top: 0.35rem;
  min-width: 2px;
  border-radius: 2px;
  background: var(--accent);
}
.bar.open {
  opacity: 0.55;
}
)css";
inline constexpr std::string_view css_screens = R"css(
@media (max-width: 40rem) {
  .gauge {
    width: 4.5rem;
  }
  .waterfall {
    min-width: 0;
  }
  .waterfall th {
    max-width: 9rem;
  }
  .waterfall th,
  .waterfall td {
    padding-inline-end: 0.6rem;
  }
  .waterfall .bars {
    width: 45%;
  }
}
)css";
inline constexpr std::string_view css_admin = R"css(
h1 {
  font-size: 1.375rem;
  line-height: 1.3;
  font-weight: 600;
}
.admin > section {
  margin-top: 2.5rem;
}
.admin-place > * {
  margin-top: 0.75rem;
}
.admin-place > h3 {
  margin-top: 1.5rem;
}
)css";
inline constexpr std::string_view js_theme = R"js(

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
)js";
inline constexpr std::string_view js_elements = R"js(

// ---- elements. Data become text nodes only: every text reaches the page through shown().

// Characters that are invisible or change the order of others are shown as their numbers: two texts must not look alike. Joiners and
// variation selectors stay where scripts and emoji need them. The same characters as in core/detail/one_line.ipp, but for line ends.
const invisible = "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}";
const visible = `[^\\x00-\\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000${invisible}]`; // beyond ASCII
const needed = [
  `(?<=${visible}[\\ufe00-\\ufe0f]?)[\\u034f\\u200c\\u200d]`,
  `(?<=${visible})[\\ufe00-\\ufe0f]`,
  "(?<=[#*0-9])[\\ufe00-\\ufe0f](?=\\u20e3)", // keycaps
  "(?<=[\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}])[\\u{e0100}-\\u{e01ef}]", // ideographs
  "(?<=[\\u1800-\\u180a\\u1810-\\u18aa])[\\u180b-\\u180d\\u180f]", // Mongolian
];
const unseen = new RegExp(`((?!${needed.join("|")})[${invisible}])`, "u");

function sign(character) {
  const element = document.createElement("span");
  element.className = "sign";
  element.textContent = "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return element;
}

function shown(text) {
  const parts = String(text).replaceAll("\r\n", "\n").split(unseen); // text, character, text, ...
  return parts.flatMap((part, i) => (i % 2 ? sign(part) : part ? document.createTextNode(part) : []));
}

function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) parent.append(child);
    else parent.append(...shown(child));
  }
  return parent;
}

function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

const h = (name, attributes, ...children) => put(dress(document.createElement(name), attributes), children);
const svg = (name, attributes, ...children) =>
  put(dress(document.createElementNS("http://www.w3.org/2000/svg", name), attributes), children);
const button = (text, click, attributes) => h("button", { type: "button", click, ...attributes }, text);
const fill = (element, ...children) => {
  element.replaceChildren();
  return put(element, children);
};
const byId = (id) => document.getElementById(id);

let lastNumber = 0;
const newId = (name) => name + "-" + ++lastNumber;

function more(summary, attributes, make) {
  // the content is made when it is first opened
  const details = h("details", attributes, h("summary", null, summary));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) put(details, make());
  });
  return details;
}

// ---- messages for screen readers

// The element that has the focus, also one within a component.
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const saying = new WeakMap(); // by live region: when it spoke last, and what it says next

// If now is false, at most one message in four seconds is read out: the last one. place: the live region; if left out that of the page, or of the
// component in which the user is.
function say(text, now = true, place = focused()?.getRootNode().getElementById("said") ?? byId("said")) {
  if (!place) return;
  const state = saying.get(place) ?? { at: 0, timer: 0 };
  saying.set(place, state);
  clearTimeout(state.timer);
  const wait = now ? 0 : Math.max(0, state.at + 4000 - Date.now());
  state.timer = setTimeout(() => {
    state.at = Date.now();
    fill(place, text);
  }, wait);
}

// ---- texts and figures

const amount = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ","); // not Intl: it delays the first paint by 20 ms
const counted = (n, what, many = what + "s") => amount(n) + " " + (n === 1 ? what : many);
const percent = (p) => Math.floor(p * 100 + 1e-9) + " %"; // rounded down: 0.749 must not look like 0.75, which may be a minimum

function took(ms) {
  if (ms < 10) return ms.toFixed(1) + " ms";
  if (ms < 1000) return Math.round(ms) + " ms";
  if (ms < 60000) return (ms / 1000).toFixed(2) + " s";
  return Math.floor(ms / 60000) + " min " + Math.round((ms % 60000) / 1000) + " s";
}

function cut(text, most) {
  if (text.length <= most) return text;
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "") + "…";
}

function moment(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return String(iso ?? "");
  const day = time.toDateString() === new Date().toDateString() ? {} : { year: "numeric", month: "short", day: "numeric" };
  return time.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
}

function messageOf(problem) {
  // problem: a text, or {message, remedy} from the server
  if (typeof problem === "string") return problem;
  const message = problem?.message ?? problem?.text ?? JSON.stringify(problem);
  return problem?.remedy ? message + ": " + problem.remedy : message;
}

async function copy(text, what) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    // the clipboard needs a secure context: loopback or TLS
    const area = h("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    const before = focused();
    area.value = text;
    document.body.append(area);
    area.select();
    try {
      done = document.execCommand("copy");
    } catch {
      /* reported below */
    }
    area.remove();
    before?.focus?.();
  }
  say(done ? what + " copied." : "The browser refuses to copy. Select the text and copy it by hand.");
  return done;
}

function copyButton(text, what) {
  const element = button(
    "Copy",
    async () => {
      fill(element, (await copy(text(), what)) ? "Copied" : "Not copied");
      setTimeout(() => fill(element, "Copy"), 1500);
    },
    { class: "small", "aria-label": "Copy " + what },
  );
  return element;
}
)js";
inline constexpr std::string_view js_diff = R"js(

// ---- differences: lists of [kind, item], kind one of " ", "+" and "-"

const words = (text) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function difference(before, after, key = (item) => item) {
  const a = before.map(key),
    b = after.map(key);
  let head = 0,
    tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) ++tail;
  const middle = changes(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const out = [];
  for (let i = 0; i < head; ++i) out.push([" ", after[i]]);
  for (const [kind, i] of middle) out.push([kind, kind === "-" ? before[head + i] : after[head + i]]);
  for (let i = after.length - tail; i < after.length; ++i) out.push([" ", after[i]]);
  return joined(out, key);
}

function changes(a, b) {
  // longest common subsequence; items are indices into b, or into a if they were removed
  const width = b.length + 1;
  const all = (kind, list) => list.map((_, i) => [kind, i]);
  if ((a.length + 1) * width > 4e6) return [...all("-", a), ...all("+", b)];
  const most = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i)
    for (let j = b.length - 1; j >= 0; --j)
      most[i * width + j] =
        a[i] === b[j] ? most[(i + 1) * width + j + 1] + 1 : Math.max(most[(i + 1) * width + j], most[i * width + j + 1]);
  const out = [];
  let i = 0,
    j = 0;
  const same = () => i < a.length && j < b.length && a[i] === b[j];
  const loses = (di, dj) => most[(i + di) * width + j + dj] < most[i * width + j];
  while (i < a.length || j < b.length) {
    const kind = out.at(-1)?.[0],
      blank = same() && !a[i].trim(); // white space extends a change if the common subsequence stays as long
    if (blank && kind === "+" && !loses(0, 1)) out.push(["+", j++]);
    else if (blank && kind === "-" && !loses(1, 0)) out.push(["-", i++]);
    else if (same()) {
      out.push([" ", j]);
      ++i;
      ++j;
    } else if (j === b.length || (i < a.length && !loses(1, 0))) out.push(["-", i++]);
    else out.push(["+", j++]);
  }
  return out;
}

function joined(list, key) {
  // white space between two changes belongs to both: changed phrases are easier to read than single words
  const out = [];
  let removed = [],
    added = [];
  const flush = () => {
    out.push(...removed.map((item) => ["-", item]), ...added.map((item) => ["+", item]));
    removed = [];
    added = [];
  };
  list.forEach(([kind, item], i) => {
    if (kind === "-") removed.push(item);
    else if (kind === "+") added.push(item);
    else if (removed.length && added.length && !key(item).trim() && list[i + 1] && list[i + 1][0] !== " ") {
      removed.push(item);
      added.push(item);
    } else {
      flush();
      out.push([" ", item]);
    }
  });
  flush();
  return out;
}

function marked(list, draw) {
  // runs of one kind are one <ins> or <del>
  const nodes = [];
  let open = null,
    openKind = " ";
  for (const [kind, item] of list) {
    if (kind !== openKind) {
      open = kind === " " ? null : h(kind === "+" ? "ins" : "del");
      if (open) nodes.push(open);
      openKind = kind;
    }
    const drawn = draw(item);
    if (open) put(open, drawn);
    else nodes.push(drawn);
  }
  return nodes;
}

const changedWords = (from, to) => marked(difference(words(from), words(to)), (word) => word);

// ---- SQL

const kinds = new Set(["keyword", "name", "function", "string", "number", "operator", "comment"]);

const drawToken = ([text, kind]) => (kinds.has(kind) ? h("span", { class: "t-" + kind }, text) : text);

const seenTokens = new Map(); // by SQL: a candidate has the SQL of an attempt, whose tokens are known

function tokensOf({ sql, tokens }) {
  return tokens?.length ? tokens : (seenTokens.get(sql) ?? words(sql ?? "").map((word) => [word, ""]));
}

function coloured(holder, before) {
  if (!before || before.sql === holder.sql) return tokensOf(holder).map(drawToken);
  const list = difference(tokensOf(before), tokensOf(holder), (token) => token[0]);
  return marked(list, drawToken);
}

function sqlBlock(holder, before) {
  // shows a difference if there is SQL to compare with
  return h(
    "div",
    { class: "code" },
    h("pre", { dir: "ltr" }, h("code", null, coloured(holder, before))),
    copyButton(() => holder.sql, "SQL"),
  );
}
)js";
inline constexpr std::string_view js_rows = R"js(

// ---- values: null, numbers (integers beyond 2^53 as BigInt), texts, {blob: bytes}

const isNumber = (value) => typeof value === "number" || typeof value === "bigint";

function textOf(value) {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "object") return "blob" in value ? "blob, " + counted(Number(value.blob), "byte") : JSON.stringify(value);
  return String(value);
}

function cellClass(value) {
  if (isNumber(value)) return "number";
  return value === null || value === undefined || typeof value === "object" ? "none" : null;
}

let collator;
const collated = (a, b) => (collator ??= new Intl.Collator("en", { numeric: true })).compare(a, b);

function compared(a, b) {
  // numbers before texts, null and blobs last
  const rank = (value) => (isNumber(value) ? 0 : typeof value === "string" ? 1 : 2);
  return rank(a) - rank(b) || (isNumber(a) ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "string" ? collated(a, b) : 0);
}

function sortedOrder(rows, column, up) {
  const keys = rows.map((row) => row[column]);
  const exists = (i) => isNumber(keys[i]) || typeof keys[i] === "string";
  const order = rows.map((_, i) => i).filter(exists);
  order.sort((i, j) => (up ? compared(keys[i], keys[j]) : compared(keys[j], keys[i])) || i - j);
  return [...order, ...rows.map((_, i) => i).filter((i) => !exists(i))];
}

// ---- export: a spreadsheet must not run a text as a formula

// A text that begins with = + - @, a tab or a line end gets an apostrophe in front, unless it is a number; numbers stay as they are.
function harmless(text) {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) && !/^[+-]?\d+([.,]\d+)*(e[+-]?\d+)?$/i.test(text) ? "'" + text : text;
}

function csvOf(columns, rows) {
  // RFC 4180; NULL is empty, and an empty text is ""
  const field = (value) => {
    if (value === null || value === undefined) return columns.length === 1 ? '""' : "";
    if (isNumber(value)) return String(value);
    const text = harmless(typeof value === "string" ? value : textOf(value));
    return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [columns, ...rows].map((row) => row.map(field).join(",") + "\r\n").join("");
}

function tabbed(columns, rows) {
  const field = (value) => {
    if (value === null || value === undefined) return "";
    const text = isNumber(value) ? String(value) : harmless(typeof value === "string" ? value : textOf(value));
    return /[\t\r\n"]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [columns, ...rows].map((row) => row.map(field).join("\t")).join("\n");
}

function download(name, type, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---- the table

const rowHeight = 32; // as in the style sheet
const longestInCell = 300; // characters; the whole value is shown below the table

function columnWidth(name, rows, column) {
  // in characters, from the first 500 rows: columns keep their width while the table scrolls
  const wide = (text) => text.length + (text.match(/[\u1100-\uffdc]/g)?.length ?? 0);
  let most = wide(name) + 3;
  for (let i = 0; i < rows.length && i < 500; ++i) most = Math.max(most, wide(textOf(rows[i][column]).slice(0, 60)));
  return Math.min(Math.max(most, 5), 42);
}

// columns, rows: as in an answer. name: the name for screen readers. facts: the line above the table, with the number of rows. file, sql: what can be
// downloaded.
function rowTable({ columns, rows, name, facts, file, sql }) {
  const id = newId("rows");
  const numeric = columns.map((_, c) => rows.some((row) => isNumber(row[c])) && rows.every((row) => isNumber(row[c]) || row[c] === null));
  let order = rows.map((_, i) => i),
    sort = { column: -1, up: true };
  let first = -1,
    last = -1,
    active = null;

  const buttons = columns.map((column, c) => button(column, () => sortBy(c), { class: "sort", dir: "auto" }));
  const heads = columns.map((_, c) =>
    h("th", { scope: "col", "aria-sort": "none", class: numeric[c] ? "number" : null, "aria-colindex": c + 1 }, buttons[c]),
  );
  const widths = columns.map((column, c) => {
    const col = h("col");
    col.style.width = `calc(${columnWidth(column, rows, c)}ch + 1.75rem)`;
    return col;
  });
  const body = h("tbody");
  const table = h(
    "table",
    {
      role: "grid",
      tabindex: "0",
      "aria-label": name,
      "aria-rowcount": rows.length + 1,
      "aria-colcount": columns.length,
      "aria-describedby": id + "-help",
      keydown: moved,
      click: clicked,
    },
    h("colgroup", null, widths),
    h("thead", null, h("tr", { "aria-rowindex": 1 }, heads)),
    body,
  );
  const scroller = h("div", { class: "rows", scroll: () => requestAnimationFrame(() => draw()) }, table);
  const whole = h("div", { class: "whole", hidden: true });

  function drawRow(place) {
    const row = rows[order[place]];
    return h(
      "tr",
      { "aria-rowindex": place + 2 },
      columns.map((_, c) => {
        const value = row[c];
        return h(
          "td",
          {
            id: `${id}-${place}-${c}`,
            class: cellClass(value),
            dir: typeof value === "string" ? "auto" : null,
            "aria-colindex": c + 1,
            "aria-selected": active && active.row === place && active.column === c ? "true" : null,
          },
          cut(textOf(value), longestInCell),
        );
      }),
    );
  }

  function space(count) {
    if (!count) return null;
    const cell = h("td", { colspan: columns.length });
    cell.style.height = count * rowHeight + "px";
    return h("tr", { class: "space", "aria-hidden": "true" }, cell);
  }

  function draw(again = false) {
    const visible = Math.ceil((scroller.clientHeight || 400) / rowHeight);
    const top = Math.max(0, Math.floor(scroller.scrollTop / rowHeight));
    if (!again && (first === 0 || top >= first + 4) && (last === rows.length || top + visible <= last - 4)) return;
    first = Math.max(0, top - 16);
    last = Math.min(rows.length, top + visible + 16);
    const drawn = [];
    for (let i = first; i < last; ++i) drawn.push(drawRow(i));
    fill(body, space(first), drawn, space(rows.length - last));
    pointAt();
  }

  const cellAt = ({ row, column }) => body.querySelector(`#${id}-${row}-${column}`);

  function pointAt() {
    // the active cell may be outside the rows that are drawn
    const cell = active && cellAt(active);
    if (cell) table.setAttribute("aria-activedescendant", cell.id);
    else table.removeAttribute("aria-activedescendant");
  }

  function sortBy(column) {
    sort = sort.column !== column ? { column, up: true } : sort.up ? { column, up: false } : { column: -1, up: true };
    order = sort.column < 0 ? rows.map((_, i) => i) : sortedOrder(rows, sort.column, sort.up);
    heads.forEach((head, c) => head.setAttribute("aria-sort", sort.column !== c ? "none" : sort.up ? "ascending" : "descending"));
    choose(null);
    scroller.scrollTop = 0;
    draw(true);
    say(sort.column < 0 ? "In the order of the answer." : `Sorted by ${columns[column]}, ${sort.up ? "ascending" : "descending"}.`);
  }

  function choose(cell) {
    active = cell;
    for (const old of body.querySelectorAll("[aria-selected]")) old.removeAttribute("aria-selected");
    if (cell) {
      const top = cell.row * rowHeight,
        head = rowHeight + 2;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top + rowHeight + head > scroller.scrollTop + scroller.clientHeight)
        scroller.scrollTop = top + rowHeight + head - scroller.clientHeight;
      draw();
      const drawn = cellAt(cell);
      drawn?.setAttribute("aria-selected", "true");
      if (drawn) {
        if (drawn.offsetLeft < scroller.scrollLeft) scroller.scrollLeft = drawn.offsetLeft;
        else if (drawn.offsetLeft + drawn.offsetWidth > scroller.scrollLeft + scroller.clientWidth)
          scroller.scrollLeft = Math.min(drawn.offsetLeft, drawn.offsetLeft + drawn.offsetWidth - scroller.clientWidth);
      }
      if (!whole.hidden) showWhole();
    } else whole.hidden = true;
    pointAt();
  }

  function showWhole() {
    const value = rows[order[active.row]][active.column];
    fill(
      whole,
      h("p", null, columns[active.column], ", row ", amount(active.row + 1)),
      copyButton(() => textOf(value), "value"),
      h("pre", { dir: "auto", tabindex: "0", role: "group", "aria-label": "Whole value" }, cut(textOf(value), 100000)),
    );
    whole.hidden = false;
  }

  function moved(event) {
    if (event.target !== table || event.altKey) return;
    const page = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 2),
      far = event.ctrlKey || event.metaKey;
    const at = active ?? { row: 0, column: 0 };
    const move = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      Home: [far ? -Infinity : 0, -Infinity],
      End: [far ? Infinity : 0, Infinity],
    }[event.key];
    if (far && event.key === "c" && active && getSelection().isCollapsed) copy(textOf(rows[order[at.row]][at.column]), "Value");
    else if (event.key === "Enter" && !far && active) showWhole();
    else if (event.key === "Escape" && !whole.hidden) whole.hidden = true;
    else if (move && rows.length) {
      const within = (value, count) => Math.max(0, Math.min(count - 1, value));
      choose(active ? { row: within(at.row + move[0], rows.length), column: within(at.column + move[1], columns.length) } : at);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function clicked(event) {
    const cell = event.target.closest?.("td[aria-colindex]");
    if (!cell || !getSelection().isCollapsed) return;
    table.focus({ preventScroll: true });
    choose({
      row: Number(cell.parentElement.getAttribute("aria-rowindex")) - 2,
      column: Number(cell.getAttribute("aria-colindex")) - 1,
    });
    showWhole();
  }

  const ordered = () => order.map((i) => rows[i]);
  const tools =
    file && rows.length
      ? h(
          "div",
          { class: "tools" },
          copyButton(() => tabbed(columns, ordered()), "rows"),
          button("Download CSV", () => download(file + ".csv", "text/csv;charset=utf-8", csvOf(columns, ordered())), {
            class: "small",
          }),
          sql
            ? button("Download SQL", () => download(file + ".sql", "application/sql;charset=utf-8", sql + "\n"), { class: "small" })
            : null,
        )
      : null;
  const element = h(
    "div",
    { class: "table" },
    h("div", { class: "table-head" }, h("p", { class: "soft" }, facts ?? counted(rows.length, "row")), tools),
    rows.length
      ? [scroller, h("p", { id: id + "-help", class: "unseen" }, "Arrow keys move from cell to cell, Enter shows the whole value."), whole]
      : null,
  );
  if (rows.length) {
    draw(true);
    new ResizeObserver(() => draw()).observe(scroller);
  }
  return element;
}
)js";
inline constexpr std::string_view js_chart = R"js(

// ---- charts: the page draws what an answer proposes, which is a specification of Vega-Lite with all its points

const most = { bars: 30, marked: 60 }; // a line with more points has no circles
const gap = { side: 12, tick: 6, bar: 26, part: 14, legend: 20, plot: 300 };
const letter = 7; // pixels of a character

// A number on an axis or beside a bar.
function figure(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return amount(value);
  const text = String(Number(value.toPrecision(6)));
  const [whole, part] = text.split(".");
  return /^-?\d+$/.test(whole) && part && !part.includes("e") ? amount(whole) + "." + part : text;
}

// Round numbers that span the values: [first, ..., last], about `count` of them.
function roundTicks(least, greatest, count) {
  const span = Math.max(greatest - least, Math.abs(greatest) * 1e-9) || 1; // not so little that its parts are one number
  const power = 10 ** Math.floor(Math.log10(span / count));
  const step = power * [1, 2, 5, 10].find((by) => power * by * count >= span);
  const ticks = [];
  for (let i = Math.floor(least / step + 1e-9); ; ++i) {
    ticks.push(Number((i * step).toPrecision(12)));
    if (ticks.at(-1) >= greatest - step * 1e-9 && ticks.length > 1) return ticks;
  }
}

// Beginnings of years, months, days or parts of days between two times: [[milliseconds, label], ...].
function timeTicks(from, to, count) {
  const day = 86400000,
    days = (to - from) / day;
  const iso = (time, length) => new Date(time).toISOString().slice(0, length);
  const ticks = [];
  const begin = new Date(from);
  if (days > 60) {
    const months = days / 30 / count;
    const step = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 12000].find((by) => by >= months) ?? 24000;
    let at = Math.ceil((begin.getUTCFullYear() * 12 + begin.getUTCMonth()) / step) * step;
    for (; ; at += step) {
      const time = new Date(0).setUTCFullYear(Math.floor(at / 12), at % 12, 1);
      if (time > to) return ticks;
      if (time >= from) ticks.push([time, iso(time, step % 12 ? 7 : 4)]);
    }
  }
  const step = [1 / 24, 1 / 8, 1 / 4, 1 / 2, 1, 2, 5, 10].find((by) => by * count >= days) ?? 20;
  for (let at = Math.ceil(from / (day * step)) * day * step; at <= to; at += day * step)
    ticks.push([at, step < 1 ? iso(at, 16).slice(5).replace("T", " ") : iso(at, 10)]);
  return ticks;
}

const unique = (values) => [...new Set(values)];

// What a chart has, read from its specification.
function chartOf({ kind, spec, left_out }) {
  const { values } = spec.data,
    { x, y, color, text } = spec.encoding;
  const lies = kind === "bar" || kind === "stacked";
  const first = lies ? y : x;
  return {
    kind,
    why: spec.description,
    leftOut: left_out,
    first: first?.title ?? "",
    measure: (lies ? x : (y ?? text)).title ?? "",
    field: first?.field,
    type: first?.type,
    points: values,
    series: color ? unique(values.map((point) => point.series)) : [],
  };
}

// The forms in which a chart can be drawn without saying something else: [[form, name], ...].
function formsOf(chart) {
  if (chart.kind === "number") return [["number", "Number"]];
  if (chart.kind === "stacked")
    return [
      ["stacked", "Stacked"],
      ["bar", "Side by side"],
    ];
  if (chart.kind !== "line") return [[chart.kind, chart.kind === "bar" ? "Bars" : "Points"]];
  const bars = chart.points.length <= most.bars && !chart.series.length;
  return [["line", "Line"], ["scatter", "Points"], ...(bars ? [["bar", "Bars"]] : [])];
}

const said = (point, chart) =>
  [point.label ?? point.series, chart.field && point[chart.field], point.value].filter((part) => part !== undefined).join(", ");

const chartText = (x, y, anchor, text, attributes) => svg("text", { x, y, "text-anchor": anchor, ...attributes }, text);

// The names of the series in rows above the plot, and the height of these.
function legendOf(chart, width) {
  let x = gap.side,
    y = 14;
  const drawn = chart.series.map((name, i) => {
    const shown = cut(name, 30),
      wide = shown.length * letter + 30;
    if (x > gap.side && x + wide > width) {
      x = gap.side;
      y += gap.legend;
    }
    const here = [svg("rect", { class: "series-" + i, x, y: y - 9, width: 10, height: 10 }), chartText(x + 15, y, "start", shown)];
    x += wide;
    return here;
  });
  return { drawn, height: chart.series.length ? y + 10 : 4 };
}

// Bars lie, and begin at zero: [picture, height].
function barPicture(chart, width, form) {
  const categories = unique(chart.points.map((point) => point[chart.field]));
  const stacked = form === "stacked",
    apart = !stacked && chart.series.length > 1;
  const legend = legendOf(chart, width);
  const label = Math.min(Math.max(...categories.map((name) => String(name).length)) * letter, width * 0.35);
  const sums = categories.map((name) =>
    chart.points.filter((point) => point[chart.field] === name).reduce((sum, { value }) => sum + value, 0),
  );
  const values = stacked ? sums : chart.points.map(({ value }) => value);
  const ticks = roundTicks(Math.min(0, ...values), Math.max(0, ...values), width < 500 ? 3 : 6);
  const left = gap.side + label + 8,
    right = width - gap.side - 28;
  const at = (value) => left + ((value - ticks[0]) / (ticks.at(-1) - ticks[0])) * (right - left);
  const step = apart ? gap.part * chart.series.length + 8 : gap.bar;
  const bottom = legend.height + step * categories.length;
  const ends = new Map();
  const bars = chart.points.map((point) => {
    const name = point[chart.field],
      series = Math.max(0, chart.series.indexOf(point.series));
    const from = stacked ? (ends.get(name) ?? 0) : 0;
    ends.set(name, from + point.value);
    const y = legend.height + categories.indexOf(name) * step + 4 + (apart ? series * gap.part : 0);
    const [start, end] = [at(from), at(from + point.value)];
    return svg(
      "rect",
      {
        class: "mark series-" + series,
        x: Math.min(start, end),
        y,
        width: Math.abs(end - start),
        height: apart ? gap.part - 2 : gap.bar - 8,
      },
      svg("title", null, said(point, chart)),
    );
  });
  const names = categories.map((name, i) =>
    chartText(left - 8, legend.height + i * step + step / 2 + 4, "end", cut(String(name), Math.max(3, Math.floor(label / letter))), {
      dir: "auto",
    }),
  );
  const grid = ticks.map((tick) => [
    svg("line", { class: tick === 0 ? "zero" : "grid", x1: at(tick), x2: at(tick), y1: legend.height, y2: bottom }),
    chartText(at(tick), bottom + 16, "middle", figure(tick)),
  ]);
  return [[legend.drawn, grid, bars, names, chartText(right, bottom + 36, "end", cut(chart.measure, 60), { class: "axis" })], bottom + 44];
}

// Points on two axes, joined in the order of the first where they are a line: [picture, height].
function pointPicture(chart, width, form) {
  const legend = legendOf(chart, width);
  const timed = chart.type === "temporal";
  const placeOf = (point) => (timed ? Date.parse(point[chart.field]) : point[chart.field]);
  const places = chart.points.map(placeOf),
    values = chart.points.map(({ value }) => value);
  const fromZero = chart.kind === "line" ? [0] : []; // as the specification has it
  const rows = roundTicks(Math.min(...fromZero, ...values), Math.max(...fromZero, ...values), 5);
  const left = gap.side + Math.max(...rows.map((tick) => figure(tick).length)) * letter + gap.tick,
    right = width - gap.side - 16;
  const top = legend.height + 26,
    bottom = top + gap.plot;
  const count = Math.max(2, Math.floor(width / 130));
  const [least, greatest] = [Math.min(...places), Math.max(...places)];
  const columns = timed ? timeTicks(least, greatest, count) : roundTicks(least, greatest, count).map((tick) => [tick, figure(tick)]);
  const begin = timed ? least : columns[0][0],
    end = timed ? greatest : columns.at(-1)[0];
  const x = (place) => (end > begin ? left + ((place - begin) / (end - begin)) * (right - left) : (left + right) / 2);
  const y = (value) => bottom - ((value - rows[0]) / (rows.at(-1) - rows[0])) * (bottom - top);
  const grid = [
    rows.map((tick) => [
      svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) }),
      chartText(left - gap.tick, y(tick) + 4, "end", figure(tick)),
    ]),
    columns.map(([place, label]) => [
      svg("line", { class: "grid", x1: x(place), x2: x(place), y1: top, y2: bottom }),
      chartText(x(place), bottom + 16, "middle", label),
    ]),
  ];
  const of = (name) => chart.points.filter((point) => !chart.series.length || point.series === name);
  const lines = (chart.series.length ? chart.series : [undefined]).map((name, i) => [
    form === "line"
      ? svg("path", {
          class: "line series-" + i,
          d: of(name)
            .map((point, p) => `${p ? "L" : "M"}${x(placeOf(point)).toFixed(1)} ${y(point.value).toFixed(1)}`)
            .join(""),
        })
      : null,
    form === "scatter" || chart.points.length <= most.marked
      ? of(name).map((point) =>
          svg(
            "circle",
            {
              class: `mark series-${i}${form === "line" ? "" : " loose"}`,
              cx: x(placeOf(point)),
              cy: y(point.value),
              r: form === "line" ? 3 : 4,
            },
            svg("title", null, said(point, chart)),
          ),
        )
      : null,
  ]);
  const titles = [
    chartText(gap.side, legend.height + 12, "start", cut(chart.measure, 60), { class: "axis" }),
    chartText(right, bottom + 36, "end", cut(chart.first, 60), { class: "axis" }),
  ];
  return [[legend.drawn, grid, lines, titles], bottom + 44];
}

function chartPicture(chart, width, form) {
  const [content, height] = (form === "bar" || form === "stacked" ? barPicture : pointPicture)(chart, width, form);
  const name = `${chart.why} ${chart.measure} by ${chart.first}, ${counted(chart.points.length, "value")}. The table below has them.`;
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name }, content);
}

// The picture as a file: what the style sheet says becomes attributes, since a file has none.
function downloadPng(picture, file) {
  const copyOf = picture.cloneNode(true);
  const elements = [...picture.querySelectorAll("*")];
  [...copyOf.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(elements[i]);
    for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "font-size", "font-weight", "font-family"])
      element.setAttribute(name, style.getPropertyValue(name));
  });
  const scale = 2,
    [width, height] = [picture.clientWidth, picture.clientHeight].map((length) => length * scale);
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = dress(h("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(picture.parentElement).backgroundColor;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    canvas.toBlob((blob) => download(file + ".png", "image/png", blob));
  });
  image.addEventListener("error", () => say("The browser refuses to make the picture."));
  image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(copyOf));
}

// The chart of an answer with its forms to choose from and what can be kept of it; null if the answer is best seen as a table.
function chartView(event, file) {
  if (!event.chart?.spec || !event.chart.spec.data.values.length) return null;
  const chart = chartOf(event.chart);
  const forms = [...formsOf(chart), ["none", "Table only"]];
  const place = h("div", { class: "chart-place" });
  let form = forms[0][0],
    width = 0;

  function draw() {
    png.hidden = form === "none" || form === "number";
    if (form === "none") return fill(place);
    if (form === "number")
      return fill(
        place,
        h("p", { class: "figure" }, h("strong", null, figure(chart.points[0].value)), " ", h("span", null, chart.measure)),
      );
    return fill(
      place,
      chartPicture(chart, Math.max(240, Math.min(width || place.clientWidth || 640, 900)), form),
      chart.leftOut ? h("p", { class: "soft" }, counted(chart.leftOut, "row"), " without a number: not drawn") : null,
    );
  }
  const buttons = forms.map(([name, text]) =>
    button(
      text,
      () => {
        form = name;
        buttons.forEach((one, i) => one.setAttribute("aria-pressed", String(forms[i][0] === form)));
        draw();
        say(form === "none" ? "The chart is hidden." : `${text}. ${chart.why}`);
      },
      { class: "small", "aria-pressed": String(name === form) },
    ),
  );
  const png = button("Download PNG", () => downloadPng(place.querySelector("svg"), file), { class: "small" });
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - width) < 1) return;
    width = Math.floor(contentRect.width);
    draw();
  }).observe(place);
  draw();
  return h(
    "div",
    { class: "chart", role: "group", "aria-label": "Chart" },
    h("div", { class: "table-head" }, h("div", { class: "tools forms", role: "group", "aria-label": "Form of the chart" }, buttons), png),
    place,
  );
}
)js";
inline constexpr std::string_view js_time = R"js(

// ---- spans: {span, parent, name, at, end, notes}

function spanRows(spans) {
  // depth first; spans of one parent in the order in which they began
  const inside = new Map();
  for (const span of spans.values()) {
    const parent = spans.has(span.parent) ? span.parent : null;
    if (!inside.has(parent)) inside.set(parent, []);
    inside.get(parent).push(span);
  }
  const out = [];
  const open = (inside.get(null) ?? [])
    .slice()
    .reverse()
    .map((span) => [span, 0]);
  while (open.length) {
    const [span, depth] = open.pop();
    out.push([span, depth]);
    for (const child of (inside.get(span.span) ?? []).slice().reverse()) open.push([child, depth + 1]);
  }
  return out;
}

const mostSpans = 300;

function waterfall(spans, end) {
  const rows = spanRows(spans);
  const whole = Math.max(end, 0.001, ...rows.slice(0, mostSpans).map(([span]) => span.end ?? 0));
  const share = (ms) => (100 * Math.min(1, Math.max(0, ms / whole))).toFixed(3) + "%";
  const line = ([span, depth]) => {
    const until = span.end ?? end;
    const bar = h("span", { class: span.end === undefined ? "bar open" : "bar" });
    bar.style.marginInlineStart = share(span.at);
    bar.style.width = share(until - span.at);
    const name = h("th", { scope: "row" }, span.name);
    name.style.paddingInlineStart = Math.min(depth, 6) * 0.9 + "rem";
    const notes = [...span.notes].map(([key, value]) => `${key}: ${value}`).join("; ");
    put(name, notes ? [" ", h("span", { class: "soft" }, cut(notes, 120))] : null);
    return h("tr", null, name, h("td", { class: "number" }, took(until - span.at)), h("td", { class: "bars", "aria-hidden": "true" }, bar));
  };
  return [
    h(
      "table",
      { class: "waterfall" },
      h(
        "thead",
        { class: "unseen" },
        h("tr", null, h("th", { scope: "col" }, "Part"), h("th", { scope: "col" }, "Time"), h("td", { "aria-hidden": "true" })),
      ),
      h("tbody", null, rows.slice(0, mostSpans).map(line)),
    ),
    rows.length > mostSpans ? h("p", { class: "soft" }, "and ", counted(rows.length - mostSpans, "more part", "more parts")) : null,
  ];
}
)js";
inline constexpr std::string_view js_answer = R"js(

// ---- an answer, on the page and in the component

const doesNotRun = (answer) => (answer.cut ? null : answer.failure); // if rows were cut, the failure is a limit, and the SQL runs

const failureOf = (failure) => (failure ? h("p", { class: "failure" }, h("strong", null, "Does not run: "), messageOf(failure)) : null);

function likelihood(confidence, low) {
  // low: whether it is below the minimum; undefined if no minimum was asked for
  if (typeof confidence !== "number") return null;
  const bar = h("span", { class: "fill" });
  bar.style.width = 100 * Math.min(1, Math.max(0, confidence)) + "%";
  return h(
    "p",
    { class: low === undefined ? "likely" : low ? "likely low" : "likely high" },
    h("span", { class: "gauge", "aria-hidden": "true" }, bar),
    h("span", null, h("strong", null, percent(confidence)), " likely to be right"),
  );
}

function rowsOf(event, name, file) {
  if (!event.columns?.length) return null;
  const rows = event.rows ?? [],
    all = event.row_count ?? rows.length;
  const facts =
    all > rows.length
      ? `The first ${amount(rows.length)} of ${counted(all, "row")}`
      : event.cut
        ? `The first ${counted(rows.length, "row")}; there are more`
        : counted(rows.length, "row");
  return rowTable({ columns: event.columns, rows, name, facts, file, sql: event.sql });
}

// The readings of the question; a click on one calls `choose` with its index. chosen: that index, once there is one.
function questionBack({ question, options }, chosen, choose) {
  const one = ({ text, row_count }, i) => {
    const content = [h("span", null, text), " ", h("span", { class: "soft" }, counted(row_count ?? 0, "row"))];
    return h(
      "li",
      { dir: "auto" },
      choose ? button(content, () => choose(i), { class: "example", "aria-pressed": String(i === chosen) }) : content,
    );
  };
  return h(
    "div",
    { class: "asks-back", role: "group", "aria-label": "Question back" },
    h("p", { dir: "auto" }, h("strong", null, question)),
    h("ul", null, options.map(one)),
  );
}

const listOf = (title, items) =>
  items?.length
    ? h(
        "div",
        { class: "missing" },
        h("p", null, h("strong", null, title)),
        h(
          "ul",
          null,
          items.map((text) => h("li", { dir: "auto" }, messageOf(text))),
        ),
      )
    : null;

const withheldOf = ({ withheld }) => (typeof withheld === "string" ? withheld : withheld?.sql);

function withheldSql(event) {
  const sql = withheldOf(event);
  return h(
    "div",
    null,
    h("p", { class: "caution" }, h("strong", null, "Withheld. "), "SQL was found, and it is less likely to be right than the minimum."),
    sql ? more("Show the SQL that is withheld", null, () => sqlBlock(typeof event.withheld === "string" ? { sql } : event.withheld)) : null,
  );
}

// What an answer says apart from its SQL. file: the name of files to download; chosen, choose: as in questionBack.
function answerContent(event, { file, chosen, choose }) {
  const failure = doesNotRun(event);
  return [
    event.withheld ? withheldSql(event) : null,
    event.uncertain && !event.withheld
      ? h("p", { class: "caution" }, h("strong", null, "Uncertain. "), "Check the SQL before you use the rows.")
      : null,
    event.ask_back ? questionBack(event.ask_back, chosen, choose) : null,
    failureOf(failure),
    event.notice ? h("p", { class: "caution" }, messageOf(event.notice)) : null,
    event.failed ? h("p", { class: "caution" }, h("strong", null, "The model failed after the draft. "), messageOf(event.failed)) : null,
    event.sql && !failure ? [chartView(event, file), rowsOf(event, "Rows of the answer", file)] : null,
    likelihood(event.confidence, Boolean(event.uncertain)),
    listOf("What speaks against it", event.missing),
  ];
}

// How an answer is called, and what is said of it.
function verdictOf(event) {
  const rows = counted(event.row_count ?? event.rows?.length ?? 0, "row");
  const more =
    (typeof event.confidence === "number" ? `, ${percent(event.confidence)} likely to be right` : "") +
    (event.ask_back ? `. ${event.ask_back.question}` : "");
  if (event.withheld) return { kind: "warn", word: "Withheld", text: "No answer is given", more: event.ask_back ? more : "" };
  if (!event.sql) return { kind: "bad", word: "No SQL", text: "None was found", more: "" };
  if (doesNotRun(event)) return { kind: "bad", word: "Failed", text: "The SQL does not run", more: "" };
  if (event.uncertain) return { kind: "warn", word: "Uncertain", text: rows, more };
  return { kind: "good", word: "Answered", text: rows, more };
}

// The reading of that index, run: an answer in the place of `event`. send: posts a body to a path.
async function readingOf(event, i, database, limit, send) {
  const { sql } = event.ask_back.options[i];
  const { columns, rows, more: cut } = await send("/v1/query", { ...(database && { database }), sql, limit });
  return { event: "answer", sql, columns, rows, cut, ask_back: event.ask_back, uncertain: false };
}
)js";
inline constexpr std::string_view js_steps = R"js(

// ---- steps of a run. Attempts, candidates and calls are numbered from 0 in events, and from 1 for people.

const chip = (text, kind) => h("span", { class: "chip " + kind, dir: "auto" }, text);

function chips(title, list, kind) {
  return list?.length
    ? h(
        "div",
        { class: "chips" },
        h("span", { class: "soft" }, title),
        h(
          "div",
          null,
          list.map((text) => chip(text, kind)),
        ),
      )
    : null;
}

function entitiesOf({ entities, skeleton }) {
  const parts = [
    chips("Tables", entities?.tables, "table-name"),
    chips("Columns", entities?.columns, "column-name"),
    chips("Values", entities?.values, "value"),
    skeleton ? h("div", { class: "chips" }, h("span", { class: "soft" }, "Form"), h("code", { class: "skeleton" }, skeleton)) : null,
  ];
  return parts.some(Boolean) ? h("div", { class: "entities" }, parts) : null;
}

function remarksOf(remarks) {
  return remarks?.length
    ? h(
        "ul",
        { class: "remarks" },
        remarks.map(({ by, text }) => h("li", null, h("strong", null, by), " ", text)),
      )
    : null;
}

function demonstrationList(list) {
  return h(
    "ol",
    { class: "demonstrations" },
    list.map((shown) => h("li", null, h("p", { dir: "auto" }, shown.question), sqlBlock(shown))),
  );
}

function messageList(messages) {
  return h(
    "dl",
    { class: "messages" },
    messages.map(({ role, content }) => [h("dt", null, role), h("dd", null, h("pre", { dir: "auto" }, content))]),
  );
}

function candidateCards(candidates, chosen) {
  return h(
    "div",
    { class: "candidates" },
    candidates.map((one) => {
      const wins = one.chosen ?? (chosen && one.sql === chosen);
      const facts = [
        one.generator,
        typeof one.votes === "number" ? counted(one.votes, "vote") : null,
        typeof one.weight === "number" ? "weight " + one.weight.toFixed(2) : null,
      ]
        .filter(Boolean)
        .join(", ");
      return h(
        "section",
        { class: wins ? "card chosen" : "card" },
        h("h4", null, "Candidate ", one.number + 1, wins ? h("span", { class: "badge" }, "chosen") : null),
        facts ? h("p", { class: "soft" }, facts) : null,
        wins ? h("p", { class: "soft" }, "Its SQL is that of the answer.") : one.sql ? sqlBlock(one) : h("p", { class: "soft" }, "No SQL"),
      );
    }),
  );
}

// Adds steps to a list as events come. Later events find the step that they complete by its number.
function stepList() {
  const list = h("ol", { class: "steps" });
  const prompts = new Map(),
    attempts = new Map(),
    latest = new Map();
  let statements = null;

  function step(title, at, ...body) {
    statements = null;
    const item = h("li", null, h("div", { class: "step-head" }, h("h4", null, title), h("span", { class: "soft" }, took(at))), body);
    list.append(item);
    return item;
  }

  function showAttempt({ item, before, event, title }, isAnswer) {
    // the SQL of the answer, its confidence and its rows stand with the answer
    const changed = event.sql && before?.sql && before.sql !== event.sql;
    fill(
      item.querySelector(".attempt"),
      event.why ? h("p", { class: "soft", dir: "auto" }, event.why) : null,
      isAnswer && !changed ? h("p", { class: "soft" }, "Its SQL is that of the answer.") : null,
      event.sql && (changed || !isAnswer) ? sqlBlock(event, changed ? before : null) : null,
      event.sql ? null : h("p", { class: "soft" }, "No SQL"),
      changed ? h("p", { class: "soft" }, "Changes from the attempt before are marked.") : null,
      entitiesOf(event),
      failureOf(event.failure),
      remarksOf(event.remarks),
      isAnswer ? null : likelihood(event.confidence),
      event.columns?.length && !isAnswer ? more("First rows", null, () => rowsOf(event, title + ", first rows")) : null,
    );
  }

  const show = {
    rewritten({ at, from, to }) {
      step("Question rewritten", at, h("p", { class: "changes", dir: "auto" }, changedWords(from, to)));
    },
    samples({ at, demonstrations, tables, text }) {
      const count = demonstrations?.length ?? 0;
      step(
        count ? "Samples and " + counted(count, "demonstration") : "Samples",
        at,
        chips("Tables", tables, "table-name"),
        count
          ? more("Show the " + (count === 1 ? "demonstration" : "demonstrations"), null, () => demonstrationList(demonstrations))
          : null,
        text ? more("Show the samples", null, () => h("pre", { dir: "auto" }, text)) : null,
      );
    },
    prompt({ at, call, stage, messages }) {
      const length = messages.reduce((sum, { content }) => sum + content.length, 0);
      const waits = h("p", { class: "soft" }, "Waiting for the model.");
      const item = step(
        `Model call ${call + 1}` + (stage ? `: ${stage}` : ""),
        at,
        more(`Prompt, ${counted(length, "character")}`, null, () => messageList(messages)),
        waits,
      );
      prompts.set(call, { item, waits });
    },
    completion({ at, call, text, others, prompt_tokens, completion_tokens, ms }) {
      const asked = prompts.get(call) ?? { item: step(`Model call ${call + 1}`, at) };
      asked.waits?.remove();
      put(
        asked.item,
        h("p", { class: "soft" }, `${amount(prompt_tokens ?? 0)} tokens in, ${amount(completion_tokens ?? 0)} out, ${took(ms ?? 0)}`),
        more(`Answer, ${counted(text.length, "character")}`, null, () => h("pre", { dir: "auto" }, text)),
        (others ?? []).map((other, i) =>
          more(`Answer ${i + 2}, ${counted(other.length, "character")}`, null, () => h("pre", { dir: "auto" }, other)),
        ),
      );
    },
    statement({ at, sql, rows, failure, ms }) {
      if (!statements) {
        const table = h("tbody");
        const item = step(
          "",
          at,
          h(
            "details",
            null,
            h("summary", null, "Show SQL"),
            h(
              "div",
              { class: "scroll", tabindex: "0", role: "group", "aria-label": "Statements" },
              h(
                "table",
                { class: "statements" },
                h(
                  "thead",
                  null,
                  h(
                    "tr",
                    null,
                    ["SQL", "Rows", "Time"].map((name) => h("th", { scope: "col" }, name)),
                  ),
                ),
                table,
              ),
            ),
          ),
        );
        statements = { title: item.querySelector("h4"), table, count: 0, failures: 0 };
      }
      statements.count += 1;
      statements.failures += failure ? 1 : 0;
      fill(statements.title, counted(statements.count, "statement"), statements.failures ? `, ${statements.failures} failed` : "");
      if (statements.count <= 200)
        statements.table.append(
          h(
            "tr",
            null,
            h("td", null, h("code", { dir: "ltr" }, cut(sql, 2000))),
            h("td", { class: failure ? "failure" : "number" }, failure ? cut(messageOf(failure), 300) : rows === null ? "" : amount(rows)),
            h("td", { class: "number" }, took(ms ?? 0)),
          ),
        );
    },
    attempt(event) {
      // the server sends the event again when the attempt has rows or remarks
      if (seenTokens.size > 500) seenTokens.clear();
      if (event.sql && event.tokens?.length) seenTokens.set(event.sql, event.tokens);
      const lane = event.candidate ?? -1,
        key = lane + " " + event.number;
      const title = (lane >= 0 ? `Candidate ${lane + 1}, attempt` : "Attempt") + ` ${event.number + 1}`;
      const shown = attempts.get(key) ?? { before: latest.get(lane), item: step(title, event.at, h("div", { class: "attempt" })) };
      attempts.set(key, shown);
      if (!shown.before || shown.before.number < event.number) latest.set(lane, event);
      Object.assign(shown, { event, title });
      showAttempt(shown, false);
    },
    answer({ sql }) {
      const last = [...attempts.values()].findLast(({ event }) => event.sql && event.sql === sql);
      if (last) showAttempt(last, true);
    },
    note({ at, span, key, value }) {
      if (span === null) step(`${key}: ${value}`, at);
    },
  };

  return {
    element: list,
    take(event) {
      if (Object.hasOwn(show, event.event)) show[event.event](event);
    },
    empty: () => list.childElementCount === 0,
  };
}
)js";
inline constexpr std::string_view js_correct = R"js(

// ---- correcting an answer

// The form in which the right SQL of a question is given. sql: what it begins with.
function correctionForm(view, sql, actions) {
  const id = newId("right-sql");
  const field = h("textarea", { id, dir: "ltr", rows: 4, spellcheck: "false", autocomplete: "off", "aria-describedby": id + "-help" });
  const said = h("div", { class: "said", role: "status" });
  let busy = false;
  field.value = sql ?? "";
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    fill(said, h("p", { class: "soft" }, "Trying it."));
    try {
      const kept = await actions.send("/v1/corrections", { database: view.database, question: view.question, sql: field.value });
      if (kept.proposed)
        fill(said, h("p", null, h("strong", null, "Proposed. "), "It counts once it is confirmed by who runs the server."));
      else
        fill(
          said,
          h(
            "p",
            null,
            h("strong", null, "Remembered. "),
            kept.replaced ? "It replaces the SQL that was remembered before." : "From now on this question gets this SQL.",
          ),
          rowsOf({ ...kept, row_count: undefined, cut: kept.more }, "Rows of the remembered SQL"),
          button("Ask again", () => actions.again(view), { class: "small" }),
        );
    } catch (problem) {
      fill(said, h("p", { class: "failure", dir: "auto" }, messageOf(problem)));
      field.focus();
    }
    busy = false;
  };
  return h(
    "form",
    { submit, class: "correction" },
    h("label", { for: id }, "The right SQL of this question"),
    h("div", { class: "ask" }, field),
    h(
      "p",
      { id: id + "-help", class: "soft" },
      actions.proposes()
        ? "It is remembered once who runs the server has confirmed it: for this question, and as an example for similar ones."
        : "It is run, and remembered if it reads and runs: for this question, and as an example for similar ones.",
    ),
    h("button", { type: "submit", class: "small" }, actions.proposes() ? "Propose" : "Remember"),
    said,
  );
}
)js";
inline constexpr std::string_view js_run = R"js(

// ---- one run

// actions: what the page can do with a run: cancel(view), again(view), corrects(), proposes(), send(path, body); none in an exported page.
// minimum: the least confidence of an answer, if one was chosen: SQL is shown once it has it.
function runView({ question, database, system, minimum, actions }) {
  const id = newId("run");
  const view = { id: null, ended: false, waiting: false, answer: null, question, database, system };
  const spans = new Map(),
    openSpans = [];
  const spent = { calls: 0, prompt_tokens: 0, completion_tokens: 0, statements: 0, ms: 0 };
  let drawTime = 0,
    lastAt = 0,
    lastSeen = performance.now(),
    attempt = null,
    begunAs = null;

  const steps = stepList();
  const heading = h("h2", { id: id + "-question", class: "question", tabindex: "-1", dir: "auto" }, question);
  const facts = h("p", { class: "facts soft" });
  const badge = h("span", { class: "badge running" }, "Running");
  const doing = h("span", { class: "doing" }, "Asking");
  const clock = h("span", { class: "clock soft" });
  const stop = actions ? button("Cancel", () => actions.cancel(view), { class: "small stop" }) : null;
  const notice = h("p", { class: "notice", hidden: true });
  const result = h("div", { class: "result" }, h("p", { class: "soft" }, "The SQL appears here as soon as there is some."));
  const spentLine = h("p", { class: "spent soft" });
  steps.element.hidden = Boolean(minimum);
  const stepsPlace = h("section", { hidden: true }, h("h3", null, "Steps"), steps.element);
  const timePlace = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Time of each part" });
  const time = h("section", { class: "time", hidden: true }, h("h3", null, "Time"), timePlace);
  view.element = h(
    "article",
    { class: "run", "aria-labelledby": id + "-question" },
    h("header", null, heading, facts, h("p", { class: "state" }, badge, doing, clock, stop), notice),
    h("div", { class: "run-body" }, h("div", { class: "outcome" }, h("section", { class: "answer" }, result, spentLine), time), stepsPlace),
  );

  const now = () => lastAt + performance.now() - lastSeen; // milliseconds since the run began
  const ticking = setInterval(() => {
    if (view.ended) return clearInterval(ticking);
    if (view.waiting) return;
    fill(clock, took(now()));
    if (openSpans.length) timeChanged(400);
  }, 100);

  function showFacts({ id: run, database, system, started }) {
    // the run can be exported once it is over
    const path = run ? "/runs/" + encodeURIComponent(run) : null;
    fill(
      facts,
      [database, system, started ? moment(started) : null]
        .filter(Boolean)
        .map((text, i) => [i ? " · " : "", h(text === system ? "strong" : "span", { dir: "auto" }, text)]),
      path && actions ? [" · ", h("a", { href: path }, "Permalink")] : null,
      path && actions && view.ended
        ? [" · ", h("a", { href: `/v1${path}/page`, download: `t2s-run-${run}.html`.replace(/[^\w.-]/g, "") }, "Export")]
        : null,
    );
  }
  showFacts({ database, system });

  function showSpent(figures, stopped) {
    const parts = [
      figures.calls ? counted(figures.calls, "model call") : "no model call",
      figures.calls ? `${amount(figures.prompt_tokens ?? 0)} + ${amount(figures.completion_tokens ?? 0)} tokens` : null,
      figures.statements ? counted(figures.statements, "statement") : null,
      figures.ms ? took(figures.ms) : null,
      stopped ? "ended: " + stopped : null,
    ];
    fill(spentLine, parts.filter(Boolean).join(" · "));
  }

  function setState(kind, word, text) {
    badge.className = "badge " + kind;
    fill(badge, word);
    fill(doing, text);
  }

  function finish(kind, word, text, at, more = "") {
    view.ended = true;
    if (steps.element.hidden) showSteps(true); // it ended without an answer
    if (begunAs) showFacts(begunAs);
    clearInterval(ticking);
    stop?.remove();
    view.note(null);
    fill(clock, took(at));
    setState(kind, word, text);
    clearTimeout(drawTime);
    showTime(at);
    if (actions)
      put(
        badge.parentElement,
        button("Ask again", () => actions.again(view), { class: "small" }),
      );
    say(`${word}. ${text}${more}`);
  }

  function showTime(at) {
    time.hidden = spans.size === 0;
    if (spans.size) fill(timePlace, waterfall(spans, at));
  }

  function timeChanged(wait = 150) {
    // draws at most once per `wait`, also if many events come
    if (!drawTime)
      drawTime = setTimeout(() => {
        drawTime = 0;
        if (!view.ended) showTime(now());
      }, wait);
  }

  function showResult(...content) {
    // keeps the focus in the rows if it was there
    const inside = result.contains(document.activeElement);
    fill(result, content);
    if (inside) (result.querySelector("table[role=grid]") ?? heading).focus({ preventScroll: true });
  }

  function showAttempt(event) {
    attempt = event;
    if (!event.sql || minimum) return;
    showResult(
      h("h3", null, "Attempt ", event.number + 1, " so far"),
      sqlBlock(event),
      failureOf(event.failure),
      event.failure ? null : rowsOf(event, "Rows so far"),
    );
  }

  function showSteps(withheld) {
    // the steps have the SQL
    steps.element.hidden = false;
    if (withheld)
      fill(
        stepsPlace,
        h("h3", null, "Steps"),
        more("Show the steps, with SQL that is no answer", null, () => steps.element),
      );
  }

  // chosen: the option of the question back that the user chose, of which `event` then has the SQL and the rows.
  function drawAnswer(event, chosen) {
    const file = "t2s-" + (view.id ?? "rows").replace(/[^\w-]/g, "");
    showResult(
      h("h3", null, "Answer"),
      answerContent(event, { file, chosen, choose: actions ? (i) => chooseReading(event, i) : null }),
      event.sql
        ? sqlBlock(event)
        : event.withheld
          ? null
          : h("p", null, "No SQL was found", event.stopped ? ": " + event.stopped : "", ". Ask in other words, or choose another system."),
      actions?.corrects()
        ? more(chosen === undefined ? "Correct this answer" : "Remember this answer", { class: "correct" }, () =>
            correctionForm(view, event.sql ?? withheldOf(event), actions),
          )
        : null,
      event.candidates?.length > 1
        ? [h("h3", null, counted(event.candidates.length, "candidate")), candidateCards(event.candidates, event.sql)]
        : null,
    );
  }

  // Runs a reading that the user chose, and shows it in the place of the answer.
  async function chooseReading(event, i) {
    view.note("Running the reading that you chose.");
    try {
      const chosen = await readingOf(event, i, view.database, 1000, actions.send);
      drawAnswer(chosen, i);
      view.note(null);
      setState("good", "Answered", counted(chosen.rows.length, "row") + ", by the reading that you chose");
      result.querySelector('.asks-back [aria-pressed="true"]')?.focus();
      say(`Answered by the reading that you chose. ${counted(chosen.rows.length, "row")}.`);
    } catch (problem) {
      view.note("This reading could not be run: " + messageOf(problem));
    }
  }

  function showAnswer(event) {
    drawAnswer(event);
    showSteps(event.withheld);
    showSpent(event.spent ?? spent, event.sql ? event.stopped : null);
    const { kind, word, text, more } = verdictOf(event);
    finish(kind, word, text, event.at, more);
  }

  const take = {
    run(event) {
      Object.assign(view, { id: event.id, question: event.question, database: event.database, system: event.system });
      fill(heading, event.question);
      begunAs = event;
      minimum ||= event.min_confidence;
      steps.element.hidden = Boolean(minimum);
      showFacts(event);
      setState("running", "Running", "Begun");
    },
    span(event) {
      spans.set(event.span, { ...event, notes: new Map() });
      openSpans.push(event.name);
      setState("running", "Running", event.name);
      timeChanged();
    },
    end(event) {
      const span = spans.get(event.span);
      if (!span) return;
      span.end = event.at;
      openSpans.splice(openSpans.lastIndexOf(span.name), 1);
      setState("running", "Running", openSpans.at(-1) ?? "Between two parts");
      timeChanged();
    },
    note({ span, key, value }) {
      spans.get(span)?.notes.set(String(key), String(value));
    },
    completion(event) {
      spent.calls += 1;
      spent.prompt_tokens += event.prompt_tokens ?? 0;
      spent.completion_tokens += event.completion_tokens ?? 0;
      showSpent(spent);
    },
    statement() {
      spent.statements += 1;
      showSpent(spent);
    },
    attempt(event) {
      showAttempt(event);
      say(
        event.failure
          ? `Attempt ${event.number + 1} does not run.`
          : `Attempt ${event.number + 1}, ${counted(event.row_count ?? event.rows?.length ?? 0, "row")}.`,
        false,
      );
    },
    answer(event) {
      view.answer = event;
      showAnswer(event);
    },
    failed(event) {
      if (!attempt || minimum) fill(result);
      put(result, h("p", { class: "failure", dir: "auto" }, h("strong", null, "The run failed: "), messageOf(event.message)));
      finish("bad", "Failed", "No answer", event.at);
    },
    cancelled(event) {
      if (!attempt || minimum) fill(result, h("p", { class: "soft" }, "Cancelled before there was an answer."));
      finish("warn", "Cancelled", "Stopped before it ended", event.at);
    },
  };

  view.take = (event) => {
    lastAt = event.at ?? lastAt;
    lastSeen = performance.now();
    steps.take(event);
    if (Object.hasOwn(take, event.event)) take[event.event](event);
    stepsPlace.hidden = steps.empty() || steps.element.hidden;
  };
  view.note = (text, ...more) => {
    notice.hidden = !text;
    fill(notice, text, more);
  };
  view.fail = (message) => {
    // not an event of the server: the run could not be followed
    view.note(null);
    take.failed({ message, at: now() });
  };
  view.stopped = () => take.cancelled({ at: now() });
  view.focus = () => heading.focus();
  return view;
}

// ---- the exported page of one run

function standalone(place, events) {
  const first = events.find(({ event }) => event === "run") ?? { question: "A run" };
  const view = runView(first);
  place.append(view.element);
  for (const event of events) view.take(event);
  if (!view.ended) view.fail("it was not over when it was exported");
  document.title = cut(first.question, 60) + " · t2s";
}
)js";
inline constexpr std::string_view js_net = R"js(

// ---- a server

class Problem extends Error {
  // a refusal of the server; status 0 if the server does not answer
  constructor(status, message, { code = "", retryAfter } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

// An integer that a double cannot hold becomes a BigInt, if the browser passes the source text to the reviver.
const exact = (key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value;
const parsed = (text) => (/\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text));

// Reads server-sent events (HTML standard) and gives the data of each as JSON.
async function* eventsOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pieces = [],
    data = [];
  const lineEnd = /\r\n|\n|\r/;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pieces.push(value);
      if (!value.includes("\n")) continue; // long lines come in many pieces
      const lines = pieces.join("").split(lineEnd);
      pieces = [lines.pop()];
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
        else if (line === "" && data.length) {
          yield parsed(data.join("\n"));
          data = [];
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

const waitsBefore = [0.5, 1, 2, 4, 8, 8]; // seconds to wait before each try to connect again

async function countdown(view, seconds, text, signal) {
  view.waiting = true;
  for (let left = Math.ceil(seconds); left > 0; --left) {
    view.note(text(left));
    await pause(1000 * Math.min(1, seconds), signal);
  }
  view.waiting = false;
}

// A server at an address, which is "" for that of the page. authorization: gives the value of that header, or nothing; gone: what is said if it
// does not answer.
function serverAt(base, { authorization, gone }) {
  async function request(method, path, { body, accept = "application/json", headers, signal } = {}) {
    const known = await authorization();
    let response;
    try {
      response = await fetch(base + path, {
        method,
        signal,
        cache: "no-store",
        credentials: "same-origin",
        redirect: "error",
        headers: {
          Accept: accept,
          ...(body && { "Content-Type": "application/json" }),
          ...(known && { Authorization: known }),
          ...headers,
        },
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(0, gone);
    }
    if (response.ok) return response;
    let message = "",
      code = "";
    try {
      const { error } = await response.json();
      message = messageOf(error);
      code = String(error.code);
    } catch {
      /* not JSON, perhaps from a proxy */
    }
    const seconds = Number(response.headers.get("Retry-After"));
    throw new Problem(response.status, message || `The server refuses this (status ${response.status}).`, {
      code,
      retryAfter: seconds > 0 ? seconds : undefined,
    });
  }

  const getJson = async (path) => parsed(await (await request("GET", path)).text());

  // Follows a run to its end: a new one (`body`) or a known one (`id`). Every event reaches the view once and in order.
  async function follow(view, { body, id }, signal) {
    const accept = "text/event-stream";
    let last = -1,
      lost = 0;
    const connect = () =>
      id
        ? request("GET", "/v1/runs/" + encodeURIComponent(id), {
            accept,
            signal,
            headers: last >= 0 ? { "Last-Event-ID": String(last) } : {},
          })
        : request("POST", "/v1/ask", { accept, signal, body });
    for (;;) {
      try {
        for await (const event of eventsOf(await connect())) {
          if (event.n <= last) continue;
          last = event.n;
          lost = 0;
          view.note(null);
          if (event.event === "run") id = event.id;
          view.take(event);
          if (event.event === "run") view.named?.();
          if (view.ended) return;
        }
      } catch (problem) {
        if (
          signal.aborted ||
          (problem instanceof Problem && problem.status !== 0 && problem.status !== 503) ||
          problem instanceof SyntaxError
        )
          throw problem;
        if (problem.status === 503) {
          await countdown(
            view,
            problem.retryAfter ?? 2,
            (seconds) => `The server answers as many questions as it can at once. This one is asked again in ${seconds} s.`,
            signal,
          );
          continue;
        }
      }
      const wait = waitsBefore[lost++];
      if (wait === undefined || !id) throw new Problem(0, gone); // without an id the run cannot be found again
      await countdown(view, wait, () => "The connection is lost. Trying to come back.", signal);
    }
  }

  return { request, getJson, follow };
}
)js";
inline constexpr std::string_view js_home = R"js(

// ---- the server of the page

let token = null; // in memory only; the server keeps it in a cookie that scripts cannot read

const { request, getJson, follow } = serverAt("", {
  authorization: () => token && "Bearer " + token,
  gone: "The server does not answer. See whether t2s serve is still running, start it again if not, and then ask again.",
});

// ---- what is wrong, and what to do

function complain(problem, retry) {
  const place = byId("problem");
  if (problem?.status === 401) return askForToken(problem, retry);
  fill(
    place,
    h("p", null, messageOf(problem)),
    retry
      ? button(
          "Try again",
          () => {
            fill(place);
            retry();
          },
          { class: "small" },
        )
      : null,
  );
}

function askForToken(problem, retry) {
  const input = h("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const submit = async (event) => {
    event.preventDefault();
    token = input.value.trim();
    try {
      await request("GET", "/v1/databases");
      await fetch("/?token=" + encodeURIComponent(token), { cache: "no-store" }).catch(() => {}); // links need the cookie that this sets
      fill(byId("problem"));
      retry?.();
    } catch (error) {
      complain(error, retry);
    }
  };
  fill(
    byId("problem"),
    h(
      "form",
      { submit },
      h(
        "p",
        null,
        token ? "That is not the token of this server. " : "This server needs a token. ",
        "It was printed where t2s serve was started.",
      ),
      h("label", { for: "token" }, "Token "),
      input,
      " ",
      h("button", { type: "submit", class: "small" }, "Use it"),
    ),
  );
  token = null;
  input.focus();
}
)js";
inline constexpr std::string_view js_schema = R"js(

// ---- the drawing: a table stands to the right of the tables that it refers to

const box = { head: 30, row: 20, pad: 12, gapX: 76, gapY: 22, most: 8, character: 7.4 };

function schemaGraph(tables) {
  const known = new Map(tables.map((table, i) => [table.name, i]));
  const nodes = tables.map((table, i) => {
    const foreign = new Set(table.foreign_keys.flatMap(({ columns }) => columns));
    const keys = table.columns.filter(({ name, primary_key }) => primary_key || foreign.has(name));
    const shownKeys = keys.slice(0, box.most),
      rest = table.columns.length - shownKeys.length;
    const lines = [...shownKeys.map(({ name }) => name), ...(rest ? [`and ${counted(rest, "column")}`] : [])];
    const longest = Math.max(table.name.length, ...lines.map((line) => line.length));
    return {
      i,
      table,
      foreign,
      keys: shownKeys,
      lines,
      to: new Set(),
      from: new Set(),
      layer: 0,
      width: Math.min(260, Math.max(110, longest * box.character + 44)),
      height: box.head + lines.length * box.row + 8,
    };
  });
  const edges = tables.flatMap((table, i) =>
    table.foreign_keys
      .filter(({ table: target }) => known.has(target))
      .map((key) => {
        const target = known.get(key.table);
        if (target !== i) {
          nodes[i].to.add(target);
          nodes[target].from.add(i);
        }
        return { from: i, to: target, key };
      }),
  );
  return { nodes, edges };
}

function layersOf(nodes) {
  const state = new Map(); // depth first, without recursion; an edge back to an open table is skipped
  for (const start of nodes) {
    const path = [[start.i, [...start.to]]];
    if (state.has(start.i)) continue;
    state.set(start.i, "open");
    while (path.length) {
      const [i, left] = path.at(-1),
        next = left.pop();
      if (next === undefined) {
        state.set(i, "done");
        path.pop();
        if (path.length) raise(path.at(-1)[0], i);
      } else if (!state.has(next)) {
        state.set(next, "open");
        path.push([next, [...nodes[next].to]]);
      } else if (state.get(next) === "done") raise(i, next);
    }
  }
  function raise(i, above) {
    nodes[i].layer = Math.max(nodes[i].layer, nodes[above].layer + 1);
  }
  const layers = [];
  for (const node of nodes) if (node.to.size || node.from.size) (layers[node.layer] ??= []).push(node);
  const placeIn = (layer) =>
    layer.forEach((node, place) => {
      node.place = place;
    });
  layers.forEach(placeIn);
  const middle = (node, near) => {
    const places = [...near].map((i) => nodes[i].place);
    return places.length ? places.reduce((a, b) => a + b) / places.length : node.place;
  };
  for (let sweep = 0; sweep < 4; ++sweep)
    for (const layer of sweep % 2 ? layers.toReversed() : layers) {
      layer.sort((a, b) => middle(a, sweep % 2 ? a.from : a.to) - middle(b, sweep % 2 ? b.from : b.to));
      placeIn(layer);
    }
  return layers.flatMap((layer) => {
    // a layer with many tables takes several columns
    const columns = Math.ceil(layer.length / 9),
      each = Math.ceil(layer.length / columns);
    return Array.from({ length: columns }, (_, i) => layer.slice(i * each, (i + 1) * each));
  });
}

function placed(graph) {
  // sets x and y of every table
  const columns = layersOf(graph.nodes);
  const heights = columns.map((column) => column.reduce((sum, node) => sum + node.height + box.gapY, -box.gapY));
  const tallest = Math.max(0, ...heights);
  let x = 1,
    bottom = 0,
    right = 0;
  columns.forEach((column, c) => {
    let y = 1 + (tallest - heights[c]) / 2;
    const width = Math.max(...column.map((node) => node.width));
    for (const node of column) {
      Object.assign(node, { x, y, width });
      y += node.height + box.gapY;
      bottom = Math.max(bottom, y);
    }
    x += width + box.gapX;
    right = Math.max(right, x - box.gapX);
  });
  const widest = Math.max(right, 900);
  let rowX = 1,
    rowY = bottom + (bottom ? 10 : 1),
    rowHeight = 0;
  for (const node of graph.nodes.filter(({ to, from }) => !to.size && !from.size)) {
    // tables without foreign keys to or from others stand in rows below
    if (rowX > 1 && rowX + node.width > widest) {
      rowX = 1;
      rowY += rowHeight + box.gapY;
      rowHeight = 0;
    }
    Object.assign(node, { x: rowX, y: rowY });
    rowX += node.width + box.gapY;
    rowHeight = Math.max(rowHeight, node.height);
    right = Math.max(right, rowX - box.gapY);
  }
  return { width: right + 30, height: Math.max(bottom - box.gapY, rowHeight ? rowY + rowHeight : 0) + 3 };
}

function lineHeight(node, column) {
  const at = node.keys.findIndex(({ name }) => name === column);
  return node.y + (at < 0 ? box.head / 2 : box.head + 4 + at * box.row + box.row / 2);
}

function edgePath(from, to, key) {
  const startY = lineHeight(from, key.columns[0]),
    endY = lineHeight(to, key.references?.[0]);
  const endX = to.x + to.width;
  if (from === to || from.x <= endX) {
    // an edge within a table or a column, or to the right
    const start = from.x + from.width,
      out = Math.max(start, endX) + 26;
    return `M${start} ${startY} C${out} ${startY} ${out} ${endY} ${endX + 2} ${endY}`;
  }
  const bend = Math.max(24, (from.x - endX) / 2);
  return `M${from.x} ${startY} C${from.x - bend} ${startY} ${endX + bend} ${endY} ${endX + 2} ${endY}`;
}

function schemaDrawing(tables, listId) {
  const graph = schemaGraph(tables),
    size = placed(graph);
  const lines = graph.edges.map(({ from, to, key }) =>
    svg("path", {
      class: key.inferred ? "edge inferred" : "edge",
      d: edgePath(graph.nodes[from], graph.nodes[to], key),
      "marker-end": "url(#arrow)",
    }),
  );
  const near = (i, on) => {
    graph.edges.forEach(({ from, to }, e) => lines[e].classList.toggle("near", on && (from === i || to === i)));
    boxes.forEach((element, b) =>
      element.classList.toggle("near", on && (b === i || graph.nodes[i].to.has(b) || graph.nodes[i].from.has(b))),
    );
  };
  const boxes = graph.nodes.map((node) => {
    const text = (x, y, kind, content) =>
      svg("text", { x: node.x + x, y: node.y + y, class: kind }, cut(content, Math.floor((node.width - 40) / box.character) + 1));
    const refers = [...node.to].map((i) => tables[i].name);
    return svg(
      "a",
      {
        class: node.table.is_view ? "box view" : "box",
        href: `#${listId}-${node.i}`,
        tabindex: "0",
        "aria-label":
          `${node.table.name}, ${counted(node.table.columns.length, "column")}` + (refers.length ? `, refers to ${refers.join(", ")}` : ""),
        focus: () => near(node.i, true),
        blur: () => near(node.i, false),
        mouseenter: () => near(node.i, true),
        mouseleave: () => near(node.i, false),
        click: (event) => {
          event.preventDefault();
          openTable(`${listId}-${node.i}`);
        },
      },
      svg("rect", { x: node.x, y: node.y, width: node.width, height: node.height, rx: 6 }),
      text(12, 20, "name", node.table.name),
      svg("line", { x1: node.x, x2: node.x + node.width, y1: node.y + box.head, y2: node.y + box.head }),
      node.lines.map((line, l) => {
        const column = node.keys[l],
          y = box.head + 4 + l * box.row + 14;
        return [
          text(12, y, column ? "key" : "rest", line),
          column
            ? svg(
                "text",
                { x: node.x + node.width - 10, y: node.y + y, class: "mark", "text-anchor": "end" },
                column.primary_key ? "PK" : "FK",
              )
            : null,
        ];
      }),
    );
  });
  const picture = svg(
    "svg",
    { width: size.width, height: size.height, viewBox: `0 0 ${size.width} ${size.height}` },
    svg(
      "defs",
      null,
      svg(
        "marker",
        { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" },
        svg("path", { d: "M0 0.5 L7 4 L0 7.5 z", class: "arrow" }),
      ),
    ),
    lines,
    boxes,
  );
  return [zoomed(picture, size), graph.edges.some(({ key }) => key.inferred) ? h("p", { class: "soft" }, impliedKeys) : null];
}

const impliedKeys = "Dashed lines are keys that are not declared: names and values imply them.";

// A picture in a region that scrolls: it is drawn along with the pointer, and larger and smaller by buttons, by + and -, and by Ctrl and the wheel.
function zoomed(picture, { width, height }) {
  let scale = 1;
  const region = h(
    "div",
    {
      class: "drawing",
      role: "group",
      "aria-label": "Drawing of tables and keys. The list below says the same in words.",
      tabindex: "0",
      keydown: (event) => {
        const by = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey || (!by && event.key !== "0")) return;
        event.preventDefault();
        if (by) zoom(by);
        else whole();
      },
      wheel: (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
      },
      pointerdown: (event) => {
        if (event.button || event.pointerType !== "mouse" || event.target.closest("a")) return;
        const move = ({ movementX, movementY }) => region.scrollBy(-movementX, -movementY);
        region.addEventListener("pointermove", move);
        region.setPointerCapture(event.pointerId);
        region.addEventListener("pointerup", () => region.removeEventListener("pointermove", move), { once: true });
      },
    },
    picture,
  );
  function zoom(by) {
    // what is in the middle stays there
    const before = scale,
      middle = [region.scrollLeft + region.clientWidth / 2, region.scrollTop + region.clientHeight / 2];
    scale = Math.min(2, Math.max(0.1, scale * by));
    picture.setAttribute("width", width * scale);
    picture.setAttribute("height", height * scale);
    region.scrollTo((middle[0] * scale) / before - region.clientWidth / 2, (middle[1] * scale) / before - region.clientHeight / 2);
  }
  function whole() {
    const space = 40; // of the region around it
    zoom(Math.min(1, (region.clientWidth - space) / width, (region.clientHeight - space) / height) / scale);
  }
  const tools = h(
    "div",
    { class: "tools" },
    button("All tables", whole, { class: "small" }),
    button("Larger", () => zoom(1.25), { class: "small" }),
    button("Smaller", () => zoom(0.8), { class: "small" }),
  );
  requestAnimationFrame(whole); // once it has its place
  return [tools, region];
}

function openTable(id) {
  const details = byId(id);
  details.open = true;
  details.scrollIntoView({ block: "start" });
  details.querySelector("summary").focus();
}

function tableList(tables, listId) {
  return h(
    "div",
    { class: "table-list" },
    tables.map((table, i) => {
      const target = new Map(
        table.foreign_keys.flatMap((key) =>
          key.columns.map((column, k) => [
            column,
            key.table + (key.references?.[k] ? "." + key.references[k] : "") + (key.inferred ? ", as names and values imply" : ""),
          ]),
        ),
      );
      const facts = ({ name, primary_key, nullable }) =>
        [
          primary_key ? "primary key" : null,
          target.has(name) ? "refers to " + target.get(name) : null,
          nullable === false && !primary_key ? "never NULL" : null,
        ]
          .filter(Boolean)
          .join(", ");
      return h(
        "details",
        { id: `${listId}-${i}` },
        h(
          "summary",
          null,
          h("span", { class: "table-name", dir: "auto" }, table.name),
          h("span", { class: "soft" }, table.is_view ? "view, " : "", counted(table.columns.length, "column")),
        ),
        h(
          "div",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": "Columns of " + table.name },
          h(
            "table",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["Column", "Type", ""].map((head) => (head ? h("th", { scope: "col" }, head) : h("td"))),
              ),
            ),
            h(
              "tbody",
              null,
              table.columns.map((column) =>
                h(
                  "tr",
                  null,
                  h("th", { scope: "row", dir: "auto" }, column.name),
                  h("td", { class: "soft" }, column.type ?? ""),
                  h("td", { class: "soft" }, facts(column)),
                ),
              ),
            ),
          ),
        ),
      );
    }),
  );
}
)js";
inline constexpr std::string_view js_learned = R"js(

// ---- what the owner of a database knows: the lines of t2s learn

const kindsOfLearned = {
  key: "refers to",
  words: "is called",
  code: "means",
  time: "has times as",
  unit: "is in",
};

// One line, with the buttons that decide about it. send(decision) changes it at the server and resolves to the line as it is then.
function learnedLine(line, send) {
  const id = newId("learned");
  const name = [line.column ? line.table + "." + line.column : line.table, line.code === null ? null : ` '${line.code}'`];
  const field = h("input", { id, autocomplete: "off", spellcheck: "false", dir: "auto", "aria-describedby": id + "-why" });
  const said = h("p", { class: "failure", role: "alert" });
  field.value = line.value;
  const decide = async (state) => {
    fill(said);
    try {
      const now = await send({ line: line.line, text: line.text, state, ...(field.value !== line.value && { value: field.value }) });
      const changed = learnedLine(now, send);
      item.replaceWith(changed);
      changed.querySelector("input").focus();
      say(`${now.state}: ${name.join("")} ${kindsOfLearned[now.kind]} ${now.value}`);
    } catch (problem) {
      fill(said, messageOf(problem));
    }
  };
  const choice = (state, word) => button(word, () => decide(state), { class: "small", "aria-pressed": String(line.state === state) });
  const item = h(
    "li",
    { class: "learned " + line.state },
    h("label", { for: id }, h("code", { dir: "auto" }, name), " ", h("span", { class: "soft" }, kindsOfLearned[line.kind])),
    h("div", { class: "learned-line" }, field, choice("confirmed", "Confirm"), choice("rejected", "Reject")),
    h("p", { id: id + "-why", class: "soft", dir: "auto" }, line.evidence || "without evidence"),
    said,
  );
  return item;
}
)js";
inline constexpr std::string_view js_page = R"js(

// ---- the page

const views = ["ask", "tables", "history", "corrections"];
const service = { databases: [], systems: [], may_correct: false };
let running = []; // the runs that are followed: {view, abort}
let tablesOf = null; // the database whose tables are drawn
let shownAt = ""; // the address of the runs that are shown, without the name of the view

const address = () => location.pathname + location.search;

// ---- asking

function settle() {
  // enables the buttons that can be used now
  const busy = running.some(({ view }) => !view.ended);
  byId("cancel").hidden = !busy;
  byId("ask-button").setAttribute("aria-disabled", String(busy));
  document.body.classList.toggle("busy", busy);
}

function showRuns(list) {
  fill(
    byId("runs"),
    list.map((view) => view.element),
  );
  byId("runs").classList.toggle("beside", list.length > 1);
  document.body.classList.toggle("wide", list.length > 1);
  byId("begin").hidden = list.length > 0;
  fill(byId("verdict"));
}

function watch(view, how) {
  // follows one run; resolves when it is over, also after an error
  const abort = new AbortController();
  const entry = { view, abort };
  running.push(entry);
  settle();
  return follow(view, how, abort.signal)
    .catch((problem) => {
      if (view.ended) return;
      if (abort.signal.aborted) return view.stopped();
      view.fail(problem instanceof Problem ? problem.message : "the page could not show it: " + messageOf(problem));
      if (problem.status === 401) complain(problem);
      else if (!(problem instanceof Problem)) console.error(problem);
    })
    .finally(() => {
      running = running.filter((one) => one !== entry);
      settle();
    });
}

function leave() {
  // stops watching: other runs are shown, and the server ends runs that nobody watches
  for (const { view, abort } of running) {
    view.ended = true;
    abort.abort();
  }
  running = [];
}

function newView(facts) {
  return runView({
    ...facts,
    actions: {
      cancel,
      again: (one) => {
        byId("question").value = one.question;
        ask();
      },
      corrects: () => service.may_correct || service.may_propose === true,
      proposes: () => service.may_propose === true,
      send: async (path, body) => parsed(await (await request("POST", path, { body })).text()),
    },
  });
}

const path = (list) => "/runs/" + encodeURIComponent(list[0].id) + (list[1]?.id ? "?with=" + encodeURIComponent(list[1].id) : "");

async function ask() {
  if (running.some(({ view }) => !view.ended)) return say("A question is being answered. Escape cancels it.");
  const question = byId("question").value.trim();
  if (!question) {
    byId("question").focus();
    return say("Type a question first.");
  }
  const database = byId("database").value,
    minimum = byId("minimum").value;
  const systems = [byId("system").value, byId("other").value].filter((name, i) => i === 0 || name);
  const list = systems.map((system) => newView({ question, database, system, minimum: Number(minimum) }));
  fill(byId("problem"));
  showView("ask");
  showRuns(list);
  document.title = cut(question, 60) + " · t2s";
  say("Asked.");
  let named = false;
  const runs = list.map((view, i) => {
    view.named = () => {
      if (!list[0].id) return;
      history[named ? "replaceState" : "pushState"](null, "", path(list));
      named = true;
      shownAt = address();
    };
    return watch(view, {
      body: {
        database,
        question,
        ask_back: true,
        chart: true,
        ...(systems[i] && { system: systems[i] }),
        ...(minimum && { min_confidence: Number(minimum) }),
      },
    });
  });
  await Promise.all(runs);
  compareAnswers(list);
}

async function cancel(one) {
  const list = running.filter(({ view }) => !view.ended && (!one || view === one));
  await Promise.all(
    list.map(async ({ view, abort }) => {
      view.note("Cancelling.");
      if (!view.id) return abort.abort();
      try {
        await request("DELETE", "/v1/runs/" + encodeURIComponent(view.id));
      } catch {
        /* the run may be over, or the connection lost; below the page stops following it */
      }
      setTimeout(() => {
        if (!view.ended) abort.abort();
      }, 3000);
    }),
  );
}

function compareAnswers([one, two]) {
  if (!one?.answer || !two?.answer) return;
  const rows = ({ answer }) =>
    (answer.rows ?? [])
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)))
      .sort()
      .concat(answer.row_count ?? 0)
      .join("\n");
  const without = [one, two].filter(({ answer }) => !answer.sql || doesNotRun(answer));
  const verdict =
    without.length === 2
      ? "Neither system has an answer."
      : without.length === 1
        ? `${without[0].system} has no answer.`
        : rows(one) === rows(two)
          ? "Both give the same rows."
          : "The rows differ.";
  fill(
    byId("verdict"),
    h("p", null, h("strong", null, verdict), one.answer.sql && one.answer.sql === two.answer.sql ? " Their SQL is the same." : null),
    one.answer.sql && two.answer.sql && one.answer.sql !== two.answer.sql
      ? more(`The SQL of ${two.system} as a difference from that of ${one.system}`, null, () => sqlBlock(two.answer, one.answer))
      : null,
  );
}

// ---- views

function showView(name) {
  for (const view of views) {
    byId("view-" + view).hidden = view !== name;
    const link = document.querySelector(`nav a[href="#${view}"]`);
    if (view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (name === "tables") showTables();
  if (name === "history") showHistory();
  if (name === "corrections") showCorrections();
}

function viewOfAddress() {
  const name = location.hash.slice(1);
  if (views.includes(name)) showView(name);
  else if (!name) showView("ask");
}

async function showTables() {
  const database = byId("database").value;
  if (!database || tablesOf === database) return;
  byId("tables-database").value = database;
  fill(byId("tables"), h("p", { class: "soft" }, "Reading the schema."));
  try {
    const { tables } = await getJson(`/v1/databases/${encodeURIComponent(database)}/schema`);
    if (byId("database").value !== database) return; // another database was chosen meanwhile
    const listId = newId("table");
    fill(
      byId("tables"),
      tables.length
        ? [schemaDrawing(tables, listId), h("h3", null, "As a list"), tableList(tables, listId)]
        : h("p", null, "There are no tables."),
    );
    tablesOf = database;
    await showLearned(database);
  } catch (problem) {
    fill(byId("tables"));
    complain(problem, showTables);
  }
}

async function showLearned(database) {
  // what t2s learn proposed, if the server lets its clients decide about it
  if (!service.databases.find(({ name }) => name === database)?.learned) return;
  const path = `/v1/databases/${encodeURIComponent(database)}/learned`;
  const { lines } = await getJson(path);
  if (tablesOf !== database) return;
  const send = async (body) => parsed(await (await request("POST", path, { body })).text());
  put(
    byId("tables"),
    h("h3", null, "What the owner knows"),
    h("p", { class: "soft" }, "What is confirmed is used for every question. Correct a value before you confirm it."),
    h(
      "ol",
      { class: "history" },
      lines.map((line) => learnedLine(line, send)),
    ),
  );
}

async function showHistory() {
  const place = byId("history");
  try {
    const list = await getJson("/v1/runs");
    const row = (run) =>
      h(
        "li",
        null,
        h("a", { href: "/runs/" + encodeURIComponent(run.id), dir: "auto", click: openHere }, run.question),
        h(
          "span",
          { class: "soft" },
          [run.database, run.system, moment(run.started), typeof run.confidence === "number" ? percent(run.confidence) : null]
            .filter(Boolean)
            .join(" · "),
        ),
        run.sql ? h("code", { dir: "ltr" }, cut(run.sql, 160)) : h("span", { class: "soft" }, "No SQL"),
      );
    const rows = list.map((run) => [row(run), [run.question, run.database, run.system, run.sql].join(" ").toLowerCase()]);
    const filter = () => {
      const wanted = byId("filter").value.trim().toLowerCase(),
        found = rows.filter(([, text]) => text.includes(wanted));
      fill(
        place,
        found.map(([element]) => element),
      );
      fill(
        byId("found"),
        list.length
          ? wanted
            ? `${amount(found.length)} of ${counted(list.length, "question")}`
            : counted(list.length, "question")
          : "No question was asked yet.",
      );
    };
    byId("filter").oninput = filter;
    filter();
  } catch (problem) {
    complain(problem, showHistory);
  }
}

async function showCorrections() {
  try {
    const { corrections } = await getJson("/v1/corrections");
    fill(
      byId("corrections"),
      corrections.map((one) =>
        h(
          "li",
          null,
          h("p", { dir: "auto" }, one.question),
          h("span", { class: "soft" }, one.database),
          sqlBlock(one),
          button("Remove", () => removeCorrection(one), {
            class: "small",
            "aria-label": "Remove the correction of " + cut(one.question, 100),
          }),
        ),
      ),
    );
    fill(
      byId("kept"),
      corrections.length ? counted(corrections.length, "correction") : "No answer was corrected yet: there is a form below each answer.",
    );
    byId("export-corrections").hidden = !corrections.length;
  } catch (problem) {
    complain(problem, showCorrections);
  }
}

async function removeCorrection({ id, question }) {
  try {
    await request("DELETE", "/v1/corrections/" + encodeURIComponent(id));
    say("Removed: " + cut(question, 100));
  } catch (problem) {
    complain(problem, showCorrections);
  }
  await showCorrections();
  byId("corrections-title").focus();
}

function openHere(event) {
  // opens a link to a run without loading the page again
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", event.currentTarget.getAttribute("href"));
  open(true);
}

// Shows what the address names: a run, two runs side by side, or the empty form.
async function open(focus) {
  leave();
  shownAt = address();
  fill(byId("problem"));
  const id = location.pathname.match(/^\/runs\/([^/]+)$/)?.[1],
    other = new URLSearchParams(location.search).get("with");
  showRuns([]);
  document.title = "t2s";
  viewOfAddress();
  if (!id) {
    settle();
    return;
  }
  const ids = [decodeURIComponent(id), ...(other ? [other] : [])];
  const list = ids.map((one) => newView({ question: "Run " + one }));
  showRuns(list);
  if (focus) list[0].focus();
  list[0].named = () => {
    document.title = cut(list[0].question, 60) + " · t2s";
    byId("question").value = list[0].question;
    choose("database", list[0].database);
    choose("system", list[0].system);
    offerOthers();
    showExamples();
  };
  await Promise.all(list.map((view, i) => watch(view, { id: ids[i] })));
  compareAnswers(list);
}

// ---- the form

function choose(id, value) {
  const select = byId(id);
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

const optionsOf = (list) => list.map(({ name }) => h("option", { value: name }, name));

const chosen = (id) => service[id + "s"].find(({ name }) => name === byId(id).value);

function offerOthers() {
  // a system is compared with another one
  const others = service.systems.filter(({ name }) => name !== byId("system").value),
    before = byId("other").value;
  fill(byId("other"), h("option", { value: "" }, "no other system"), optionsOf(others));
  choose("other", before);
  byId("other").closest("label").hidden = !others.length;
}

function showExamples() {
  const database = chosen("database");
  fill(
    byId("examples"),
    (database?.examples ?? []).slice(0, 6).map((text) =>
      h(
        "li",
        null,
        button(
          text,
          () => {
            byId("question").value = text;
            byId("question").focus();
          },
          { class: "example", dir: "auto" },
        ),
      ),
    ),
  );
  byId("begin").querySelector("h2").hidden = !database?.examples?.length;
  describe();
}

function describe() {
  // shows the choices in a line below the form
  const database = chosen("database"),
    system = chosen("system");
  const count = typeof database?.tables === "number" ? database.tables : database?.tables?.length;
  fill(
    byId("about"),
    database
      ? [database.name, ": ", database.dialect, count === undefined ? "" : ", " + counted(count, "table"), ". "]
      : "There is no database. ",
    system ? [system.name, ": ", system.about.replace(/\.?$/, "."), system.asks_model ? " It asks a model." : ""] : "",
  );
}

async function begin() {
  try {
    Object.assign(service, await getJson("/v1/databases"));
  } catch (problem) {
    return complain(problem, begin);
  }
  document.querySelector('nav a[href="#corrections"]').hidden = !service.may_correct;
  document.querySelector('nav a[href="/admin"]').hidden = !service.may_administer;
  for (const id of ["database", "tables-database"]) fill(byId(id), optionsOf(service.databases));
  fill(byId("system"), optionsOf(service.systems));
  choose("database", kept.get("database"));
  choose("system", kept.get("system"));
  offerOthers();
  const usual = service.usual_minimum;
  fill(
    byId("minimum"),
    h("option", { value: "" }, "50 %; any with a model"),
    h("option", { value: "0" }, "any confidence"),
    [...new Set([0.5, usual, 0.9].filter((p) => typeof p === "number"))]
      .sort()
      .map((p) => h("option", { value: p }, percent(p) + (p === usual ? " (usual)" : ""))),
  );
  showExamples();
  awaitExamples(2);
  await open(false);
}

function awaitExamples(seconds) {
  // a server that has just begun tries them first, one database after another, with a system that asks no model; some have none
  const has = ({ examples }) => examples?.length > 0;
  if (seconds > 64 || service.databases.every(has) || service.systems.every((system) => system.asks_model)) return;
  setTimeout(async () => {
    try {
      const before = JSON.stringify(chosen("database")?.examples);
      service.databases = (await getJson("/v1/databases")).databases;
      if (JSON.stringify(chosen("database")?.examples) !== before) showExamples();
      awaitExamples(2 * seconds);
    } catch {
      /* the next question says what is wrong */
    }
  }, 1000 * seconds);
}

function keyPressed(event) {
  if (event.key === "Escape" && running.some(({ view }) => !view.ended) && !event.defaultPrevented) {
    event.preventDefault();
    cancel();
  }
}

function ready() {
  const events = byId("run-events");
  if (events) return standalone(byId("main"), parsed(events.textContent));
  offerThemes();
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  byId("question").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      ask();
    }
  });
  byId("cancel").addEventListener("click", () => {
    byId("question").focus();
    cancel();
  });
  byId("database").addEventListener("change", ({ target }) => {
    kept.set("database", target.value);
    showExamples();
  });
  byId("tables-database").addEventListener("change", ({ target }) => {
    byId("database").value = target.value;
    showExamples();
    showTables();
  });
  byId("system").addEventListener("change", ({ target }) => {
    kept.set("system", target.value);
    offerOthers();
    describe();
  });
  document.querySelector(".brand a").addEventListener("click", openHere);
  addEventListener("keydown", keyPressed);
  addEventListener("hashchange", viewOfAddress);
  addEventListener("popstate", () => {
    if (shownAt !== address()) open(false);
  });
  begin();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready);
else ready();
)js";
inline constexpr std::string_view js_admin = R"js(

// ---- the page of those who run the server

// A part of the page: a heading, a line about it, and what `show` makes of what `read` resolves to.
function adminSection(title, about, read, show) {
  const id = newId("section");
  const place = h("div", { class: "admin-place" });
  const element = h("section", { "aria-labelledby": id }, h("h2", { id }, title), h("p", { class: "soft" }, about), place);
  const load = async () => {
    const given = await read();
    fill(place, show(given, load));
    return given;
  };
  return { element, load };
}

const administered = (path) => () => getJson("/v1/admin/" + path);

const adminTable = (name, columns, rows, none) =>
  rows.length ? rowTable({ columns, rows, name, file: "t2s-" + name.toLowerCase().replace(/\W+/g, "-") }) : h("p", null, none);

const statusWords = {
  answered: "answered",
  uncertain: "uncertain",
  withheld: "withheld",
  no_sql: "no SQL",
  sql_failed: "SQL fails",
  model_failed: "model failed",
};

const runColumns = [
  "started",
  "who",
  "question",
  "status",
  "confidence",
  "ms",
  "model calls",
  "tokens in",
  "tokens out",
  "database",
  "system",
  "model",
];
const runRow = (run) => [
  run.started,
  run.who,
  run.question,
  statusWords[run.status] ?? run.status,
  run.confidence,
  run.ms === null ? null : Math.round(run.ms),
  run.calls,
  run.prompt_tokens,
  run.completion_tokens,
  run.database,
  run.system,
  run.model || null,
];

// The sums of costs by what `keyOf` gives, the dearest first.
function summed(costs, keyOf) {
  const sums = new Map();
  for (const one of costs) {
    const key = keyOf(one);
    const sum = sums.get(key) ?? [key, 0, 0, 0, 0];
    [one.runs, one.calls, one.prompt_tokens, one.completion_tokens].forEach((n, i) => (sum[i + 1] += n));
    sums.set(key, sum);
  }
  return [...sums.values()];
}

function costTables({ costs }) {
  const by = (name, keyOf, compare) =>
    adminTable(
      "Costs by " + name,
      [name, "questions", "model calls", "tokens in", "tokens out"],
      summed(costs, keyOf).sort(compare),
      "No question was asked yet.",
    );
  const dearest = (a, b) => b[3] + b[4] - a[3] - a[4];
  if (!costs.length) return by("user", () => "", dearest);
  return [
    h("h3", null, "By user"),
    by("user", (one) => one.who, dearest),
    h("h3", null, "By model"),
    by("model", (one) => one.model || "no model", dearest),
    h("h3", null, "By day (UTC)"),
    by(
      "day",
      (one) => one.day,
      (a, b) => (a[0] < b[0] ? 1 : -1),
    ),
  ];
}

function statementTables({ refused, slow }) {
  const said = (one) => [one.sql ?? one.read, one.question || null, one.database || null];
  return [
    h("h3", null, "Refused"),
    adminTable(
      "Refused statements",
      ["time", "who", "code", "why", "statement", "question", "database"],
      refused.map((one) => [one.time, one.who || null, one.code, one.why, ...said(one)]),
      "No statement was refused.",
    ),
    h("h3", null, "Slow"),
    adminTable(
      "Slow statements",
      ["ms", "rows", "time", "who", "statement", "question", "database", "failure"],
      slow.map((one) => [Math.round(one.ms), one.rows, one.time, one.who || null, ...said(one), one.code]),
      "No statement took 100 ms or more.",
    ),
  ];
}

// Corrections that users proposed: each with the buttons that decide about it.
function proposalList({ proposals, are_kept }, load) {
  if (!are_kept) return h("p", null, "This server keeps no corrections: start it with --corrections FILE.");
  if (!proposals.length) return h("p", null, "Nothing waits.");
  return h(
    "ol",
    { class: "history" },
    proposals.map((one) => proposal(one, load)),
  );
}

function proposal(one, load) {
  const said = h("p", { class: "failure", role: "alert" });
  const decide = async (as, word) => {
    fill(said);
    try {
      await request("POST", "/v1/admin/corrections/" + encodeURIComponent(one.id), { body: { as } });
      await load();
      byId("main").focus();
      say(word + ": " + cut(one.question, 100));
    } catch (problem) {
      fill(said, messageOf(problem));
    }
  };
  const choice = (as, text) =>
    button(text, () => decide(as, as), { class: "small", "aria-label": text + " the correction of " + cut(one.question, 100) });
  return h(
    "li",
    null,
    h("p", { dir: "auto" }, one.question),
    h("span", { class: "soft" }, [one.database, one.who, one.time].join(" · ")),
    sqlBlock(one),
    h("p", { class: "tools" }, choice("confirmed", "Confirm"), choice("rejected", "Reject")),
    said,
  );
}

const adminSections = [
  adminSection("Runs", "The latest questions over HTTP, as many as --kept-runs says, in memory.", administered("runs"), ({ runs }) =>
    adminTable("Runs", runColumns, runs.map(runRow), "No question was asked yet."),
  ),
  adminSection(
    "Costs",
    "Sums of all questions over HTTP since the server was started, in memory. A run with several models counts for the one that drafts.",
    administered("costs"),
    costTables,
  ),
  adminSection(
    "Statements",
    "Refused by a rule or a limit of costs, and slow ones of 100 ms and more. Kept in memory; --audit FILE writes all into a file.",
    administered("statements"),
    statementTables,
  ),
  adminSection(
    "Corrections to confirm",
    "What users without the right to correct proposed; it counts once it is confirmed. Kept in memory until then.",
    administered("corrections"),
    proposalList,
  ),
  adminSection(
    "What t2s learn proposed",
    "Of databases whose file clients on this machine may change (--learned FILE, without users). Decided lines are on the page under Tables.",
    readProposedLines,
    proposedLines,
  ),
];

// What t2s learn proposed of each database whose file this server shares, and nobody has decided: [[database, lines], ...].
async function readProposedLines() {
  const { databases } = await getJson("/v1/databases");
  return Promise.all(
    databases
      .filter(({ learned }) => learned)
      .map(async ({ name }) => {
        const { lines } = await getJson(`/v1/databases/${encodeURIComponent(name)}/learned`);
        return [name, lines.filter(({ state }) => state === "proposed")];
      }),
  );
}

function proposedLines(all) {
  const waiting = all.filter(([, lines]) => lines.length);
  if (!waiting.length) return h("p", null, "Nothing waits.");
  return waiting.map(([name, lines]) => {
    const send = async (body) =>
      parsed(await (await request("POST", `/v1/databases/${encodeURIComponent(name)}/learned`, { body })).text());
    return [
      h("h3", { dir: "auto" }, name),
      h(
        "ol",
        { class: "history" },
        lines.map((line) => learnedLine(line, send)),
      ),
    ];
  });
}

async function showAdmin() {
  fill(byId("problem"));
  try {
    const [{ since }] = await Promise.all(adminSections.map(({ load }) => load()));
    fill(byId("since"), "Since ", moment(since));
    if (!byId("sections").childElementCount)
      fill(
        byId("sections"),
        adminSections.map(({ element }) => element),
      );
  } catch (problem) {
    complain(problem, showAdmin);
  }
}

function beginAdmin() {
  offerThemes();
  byId("refresh").addEventListener("click", async () => {
    await showAdmin();
    say("Refreshed.");
  });
  showAdmin();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", beginAdmin);
else beginAdmin();
)js";
inline constexpr std::string_view css_embed = R"css(
:host {
  all: initial;
  color-scheme: inherit;
  display: block;
  box-sizing: border-box;
  padding: var(--t2s-padding, 1rem);
  border: 1px solid var(--line);
  border-radius: var(--t2s-radius, 10px);
  background: var(--page);
  color: var(--ink);
  font: var(--t2s-font-size, 1rem) / 1.55 var(--sans);
  overflow-wrap: anywhere;
}
:host([hidden]) {
  display: none;
}
:host([theme="light"]) {
  color-scheme: light;
}
:host([theme="dark"]) {
  color-scheme: dark;
}
.whole-ask > * + * {
  margin-top: 0.75rem;
}
.problem:empty,
.unseen {
  margin: 0;
}
.problem:not(:empty) {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
  border: 1px solid var(--bad);
  border-radius: 8px;
  padding: 0.75rem 1rem;
}
.question {
  font-weight: 600;
}
.result:not(:empty) {
  margin-top: 0.9rem;
}
.rows {
  max-height: var(--t2s-rows-height, 20rem);
}
)css";
inline constexpr std::string_view js_embed = R"js(

// ---- the component <t2s-ask>. Around these parts are the address of the server that gave them, t2sHome, and the style, t2sStyle.

const componentStyle = new CSSStyleSheet(); // allowed also where the site's Content-Security-Policy forbids <style>
componentStyle.replaceSync(t2sStyle);

// The properties that are attributes, too.
const reflected = {
  database: "database",
  system: "system",
  server: "server",
  theme: "theme",
  label: "label",
  placeholder: "placeholder",
  minConfidence: "min-confidence",
  maxRows: "max-rows",
};

function makeParts({ submit, cancel, forget }) {
  const field = h("textarea", { id: "question", rows: 2, "aria-describedby": "keys", enterkeyhint: "send" });
  const parts = {
    field,
    stop: button("Cancel", cancel, { hidden: true }),
    ask: h("button", { type: "submit", class: "main" }, "Ask"),
    follows: h(
      "p",
      { class: "follows soft", hidden: true },
      "The next question continues this conversation. ",
      button("Begin anew", forget, { class: "small" }),
    ),
    problem: h("div", { class: "problem", role: "alert" }),
    run: h("div", { class: "run", hidden: true }),
    said: h("p", { id: "said", class: "unseen", role: "status", "aria-live": "polite" }),
  };
  const form = h(
    "form",
    { submit },
    h("label", { class: "unseen", for: "question" }, "Question"),
    field,
    h("div", { class: "ask-line" }, h("p", { id: "keys", class: "soft" }, "Enter asks, Escape cancels"), parts.stop, parts.ask),
  );
  form.className = "ask";
  parts.whole = h("div", { class: "whole-ask", role: "group" }, form, parts.follows, parts.problem, parts.run, parts.said);
  return parts;
}

// One question: a view for `follow`. most: the most rows that are shown; send: posts a body to a path; say: speaks to screen readers.
function embeddedRun({ question, database, most, send, say }) {
  const badge = h("span", { class: "badge running" }, "Running"),
    doing = h("span", { class: "doing" }, "Asking"),
    notice = h("p", { class: "notice", hidden: true }),
    result = h("div", { class: "result" });
  const view = { question, id: null, conversation: null, ended: false, waiting: false, answer: null, problem: null };
  const open = [];
  view.content = [h("p", { class: "question", dir: "auto" }, question), h("p", { class: "state" }, badge, " ", doing), notice, result];

  function setState(kind, word, text) {
    badge.className = "badge " + kind;
    fill(badge, word);
    fill(doing, text);
  }

  function finish({ kind, word, text, more = "" }) {
    view.ended = true;
    view.note(null);
    setState(kind, word, text);
    say(`${word}. ${text}${more}`);
  }

  function draw(event, chosen) {
    const rows = event.rows?.slice(0, most);
    const shown = {
      ...event,
      rows,
      row_count: rows?.length < event.rows?.length ? (event.row_count ?? event.rows.length) : event.row_count,
    };
    fill(
      result,
      answerContent(shown, { file: "t2s-" + (view.id ?? "rows").replace(/[^\w-]/g, ""), chosen, choose }),
      event.sql ? more("Show the SQL", { class: "sql" }, () => sqlBlock(event)) : null,
    );
    async function choose(i) {
      view.note("Running the reading that you chose.");
      try {
        const reading = await readingOf(event, i, database, most, send);
        draw(reading, i);
        finish({ kind: "good", word: "Answered", text: counted(reading.rows.length, "row") + ", by the reading that you chose" });
        result.querySelector('[aria-pressed="true"]')?.focus();
      } catch (problem) {
        view.note("This reading could not be run: " + messageOf(problem));
      }
    }
  }

  const take = {
    run({ id, conversation }) {
      Object.assign(view, { id, conversation });
      setState("running", "Running", "Begun");
    },
    span({ name }) {
      open.push(name);
      setState("running", "Running", name);
    },
    end() {
      open.pop();
    },
    attempt({ number, failure }) {
      say(`Attempt ${number + 1}${failure ? " does not run" : ""}.`, false);
    },
    answer(event) {
      view.answer = event;
      draw(event);
      finish(verdictOf(event));
    },
    failed({ message, code = "" }) {
      view.problem = { status: 422, code: code || "failed", message: messageOf(message) };
      fill(result, h("p", { class: "failure", dir: "auto" }, view.problem.message));
      finish({ kind: "bad", word: "Failed", text: "No answer" });
    },
    cancelled() {
      view.problem = { status: 0, code: "cancelled", message: "the question was cancelled" };
      finish({ kind: "warn", word: "Cancelled", text: "Stopped before there was an answer" });
    },
  };
  view.take = (event) => {
    if (Object.hasOwn(take, event.event)) take[event.event](event);
  };
  view.note = (text) => {
    notice.hidden = !text;
    fill(notice, text);
  };
  return view;
}

class AskElement extends HTMLElement {
  static observedAttributes = ["label", "placeholder"];

  #token = null;
  #parts = makeParts({
    submit: (event) => {
      event.preventDefault();
      this.ask();
    },
    cancel: () => {
      this.focus();
      this.cancel();
    },
    forget: () => {
      this.forget();
      this.focus();
    },
  });
  #running = null; // {view, abort, server} of the question that is being answered
  #conversation = "new"; // what the next question says; null if the server has no conversations

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [componentStyle];
    root.append(this.#parts.whole);
    this.#parts.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.ask();
    });
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#running || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation(); // a dialog of the site around it stays open
      this.cancel();
    });
    this.attributeChangedCallback();
  }

  connectedCallback() {
    for (const name of ["token", ...Object.keys(reflected)])
      if (Object.hasOwn(this, name)) {
        // it was set before this script was there
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (!this.isConnected) this.#running?.abort.abort(); // it was removed, not moved; the server ends runs that nobody watches
    });
  }

  attributeChangedCallback() {
    this.#parts.whole.setAttribute("aria-label", this.label || "Ask a database");
    this.#parts.field.setAttribute("placeholder", this.placeholder || "What do you want to know?");
  }

  // A text, or a function that gives one, also later. It is no attribute as long as the site does not write one.
  get token() {
    return this.#token ?? this.getAttribute("token");
  }
  set token(value) {
    this.#token = value;
  }

  focus(options) {
    this.#parts.field.focus(options);
  }

  // Forgets the conversation: the next question begins another one.
  forget() {
    this.#conversation &&= "new";
    this.#parts.follows.hidden = true;
  }

  // Asks a question, by default that in the field. Resolves to the answer, or to null without one: the event t2s-error says why.
  async ask(question = this.#parts.field.value) {
    const asked = String(question).trim();
    if (this.#running || !asked) {
      this.#say(asked ? "A question is being answered. Escape cancels it." : "Type a question first.");
      return null;
    }
    this.#parts.field.value = asked;
    const abort = new AbortController(),
      server = this.#server();
    const send = async (path, body) => parsed(await (await server.request("POST", path, { body })).text());
    const view = embeddedRun({
      question: asked,
      database: this.database,
      most: Math.max(1, Number(this.maxRows) || 1000),
      send,
      say: (text, now) => this.#say(text, now),
    });
    this.#running = { view, abort, server };
    this.#settle(view);
    this.#say("Asked.");
    try {
      await this.#follow(server, view, this.#bodyOf(asked), abort.signal);
    } catch (problem) {
      if (view.ended) console.error(problem);
      else if (abort.signal.aborted) view.take({ event: "cancelled" });
      else this.#complain(view, problem);
    }
    this.#running = null;
    this.#settle();
    return this.#report(view);
  }

  async cancel() {
    const { view, abort, server } = this.#running ?? {};
    if (!view) return;
    view.note("Cancelling.");
    if (!view.id) return abort.abort();
    setTimeout(() => abort.abort(), 3000);
    await server.request("DELETE", "/v1/runs/" + encodeURIComponent(view.id)).catch(() => abort.abort());
  }

  #say(text, now = true) {
    say(text, now, this.#parts.said);
  }

  #server() {
    const base = (this.server || t2sHome).replace(/\/+$/, "");
    const authorization = async () => {
      try {
        const token = typeof this.token === "function" ? await this.token(this) : this.token;
        return token ? "Bearer " + token : null;
      } catch (error) {
        throw new Problem(401, "This page has no token for the server: " + messageOf(error), { code: "token_missing" });
      }
    };
    return serverAt(base, { authorization, gone: "The server does not answer, or this site may not ask it. Try again later." });
  }

  #bodyOf(question) {
    return {
      question,
      ask_back: true,
      chart: true,
      ...(this.database && { database: this.database }),
      ...(this.system && { system: this.system }),
      ...(this.minConfidence && { min_confidence: Number(this.minConfidence) }),
      ...(this.#conversation && { conversation: this.#conversation }),
    };
  }

  async #follow(server, view, { conversation, ...body }, signal) {
    try {
      await server.follow(view, { body: { ...body, ...(conversation && { conversation }) } }, signal);
    } catch (problem) {
      // The server has no conversations, or has forgotten this one.
      if (!conversation || view.id || ![400, 404, 409, 410].includes(problem.status) || !/conversation/i.test(problem.message))
        throw problem;
      this.#conversation = conversation === "new" ? null : "new";
      await this.#follow(server, view, { ...body, conversation: this.#conversation }, signal);
    }
  }

  #complain(view, problem) {
    const isOfServer = problem instanceof Problem;
    view.ended = true;
    view.problem = {
      status: isOfServer ? problem.status : 0,
      code: isOfServer ? problem.code || (problem.status ? "refused" : "unreachable") : "failed",
      message: messageOf(problem),
    };
    if (!isOfServer) console.error(problem);
    else if (problem.status === 0)
      console.warn(
        `t2s-ask: no answer from ${this.server || t2sHome}. It runs? Then it must allow this site: t2s serve --allow-origin ${location.origin}`,
      );
    this.#parts.run.hidden = true;
    fill(
      this.#parts.problem,
      h("p", { dir: "auto" }, view.problem.message),
      button(
        "Try again",
        () => {
          this.focus();
          this.ask(view.question);
        },
        { class: "small" },
      ),
    );
  }

  // Shows a run that begins, or that nothing runs any more.
  #settle(view) {
    const { stop, ask, problem, run } = this.#parts;
    if (!view && this.shadowRoot.activeElement === stop) this.focus();
    stop.hidden = !view;
    ask.setAttribute("aria-disabled", String(Boolean(view)));
    if (!view) return;
    fill(problem);
    fill(run, view.content);
    run.hidden = false;
  }

  #report(view) {
    const { answer, problem } = view,
      conversation = answer && (answer.conversation ?? view.conversation);
    if (typeof conversation === "string" && this.#conversation) {
      this.#conversation = conversation;
      this.#parts.follows.hidden = false;
    }
    this.dispatchEvent(new CustomEvent(answer ? "t2s-answer" : "t2s-error", { detail: answer ?? problem, bubbles: true, composed: true }));
    return answer;
  }
}

for (const [property, attribute] of Object.entries(reflected))
  Object.defineProperty(AskElement.prototype, property, {
    configurable: true,
    enumerable: true,
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
  });

if (!customElements.get("t2s-ask")) customElements.define("t2s-ask", AskElement);
)js";

inline constexpr std::string_view style_parts[] = {css_colours, css_base, css_page, css_answer, css_run, css_code, css_steps, css_rows, css_chart, css_time, css_screens, css_admin};
inline constexpr std::string_view script_parts[] = {js_theme, js_elements, js_diff, js_rows, js_chart, js_time, js_answer, js_steps, js_correct, js_run, js_net, js_home, js_schema, js_learned, js_page};
inline constexpr std::string_view admin_script_parts[] = {js_theme, js_elements, js_diff, js_rows, js_net, js_home, js_learned, js_admin};
inline constexpr std::string_view component_style_parts[] = {css_colours, css_base, css_answer, css_code, css_rows, css_chart, css_embed};
inline constexpr std::string_view component_script_parts[] = {js_elements, js_diff, js_rows, js_chart, js_answer, js_net, js_embed};

}  // namespace t2s::serve::page::detail
// clang-format on

#endif
