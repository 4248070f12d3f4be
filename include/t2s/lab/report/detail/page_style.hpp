// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PAGE_STYLE_HPP
#define T2S_LAB_REPORT_DETAIL_PAGE_STYLE_HPP

#include <string_view>

namespace t2s::evaluation::reporting {

/// The style of all pages; that of their plots is `plot_style`.
inline constexpr std::string_view style = R"css(
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#59636e;--line:#d1d9e0;--panel:#f6f8fa;--link:#0757a8;
--lost:#c9efd3;--extra:#ffd8cf;--bad:#b3261e;--good:#116329}
@media (prefers-color-scheme:dark){:root{--back:#12161b;--text:#e3e8ee;--soft:#9aa6b2;--line:#39424c;--panel:#1b2128;--link:#7fb8ff;
--lost:#14532d;--extra:#7a2317;--bad:#ff8f85;--good:#6fdd8b}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:84rem;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
h1,h2,h3,h4{line-height:1.25}
h2{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line)}
h4{margin:.8rem 0 .3rem}
a{color:var(--link)}
.note,caption,figcaption,.setting{color:var(--soft)}
.failure{color:var(--bad)}
.wide{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}
caption{text-align:left;padding-bottom:.3rem}
th,td{border:1px solid var(--line);padding:.2rem .6rem;vertical-align:top}
thead th{background:var(--panel)}
th[scope=row]{text-align:left;font-weight:normal}
.scores td{text-align:right}
.levels td:last-child{font-weight:bold}
.result{font-size:13px}
.result td{white-space:pre-wrap;overflow-wrap:anywhere;min-width:3rem}
.number{text-align:right}
.null{color:var(--soft);font-style:italic}
.plots{display:flex;flex-wrap:wrap;gap:1rem 2rem}
figure{margin:.5rem 0;min-width:0;max-width:100%}
figcaption{font-weight:bold}
svg{display:block;max-width:100%;height:auto}
.filters p{margin:.3rem 0}
.filters label{display:inline-block;margin-right:.8rem;color:var(--link);cursor:pointer}
.filters label.bar{display:block;max-width:40rem;background:linear-gradient(90deg,var(--extra) var(--n),transparent 0);margin:1px 0;padding:0 .3rem}
.pick{position:fixed;top:0;opacity:0;pointer-events:none}
.pick:focus-visible~.filters{outline:2px solid var(--link)}
.examples{counter-reset:shown}
details.example{counter-increment:shown}
.shown::after{content:counter(shown)}
details.example{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.3rem .8rem}
details.example[open]{padding-bottom:.8rem}
summary{cursor:pointer}
.where{color:var(--soft);margin:0 .5rem}
.tag{display:inline-block;border:1px solid var(--line);border-radius:1em;padding:0 .6em;margin:0 .3em .2em 0;font-size:12px}
.tag.bad{color:var(--bad);border-color:var(--bad)}
.tag.good{color:var(--good);border-color:var(--good)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:0 1.5rem}
.pair section{min-width:0}
pre{margin:0;padding:.5rem .7rem;background:var(--panel);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
mark{color:inherit;border-radius:3px;text-decoration:underline;text-decoration-thickness:2px}
.gold mark{background:var(--lost);text-decoration-color:var(--good)}
.predicted mark{background:var(--extra);text-decoration-color:var(--bad)}
@media print{details.example{break-inside:avoid}}
)css";

}  // namespace t2s::evaluation::reporting

#endif
