// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_DETAIL_STYLE_RUN_HPP
#define T2S_SERVE_PAGE_DETAIL_STYLE_RUN_HPP

#include <string_view>

namespace t2s::serve::page::detail {

/// A run: its state, answer, steps, rows and time.
inline constexpr std::string_view style_run = R"css(
.runs{display:grid;grid-template-columns:minmax(0,1fr);gap:2.5rem}
.run{min-width:0}
.run>header{border-top:1px solid var(--line);padding-top:1.5rem}
.question{text-wrap:pretty;outline-offset:4px}
.facts{margin-top:.35rem}
.facts strong{color:var(--ink);font-weight:600}
.beside .question{font-size:1.125rem}
.state{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .75rem;margin-top:.75rem;min-height:1.75rem}
.clock{font-variant-numeric:tabular-nums}
.runs:not(.beside) .stop{display:none}
.badge{display:inline-block;font-size:.8125rem;font-weight:600;line-height:1.4;padding:.05rem .6rem;border:1px solid currentcolor;
border-radius:99px;color:var(--soft)}
.badge.running{color:var(--accent)}
.badge.good{color:var(--good)}
.badge.warn{color:var(--warn)}
.badge.bad{color:var(--bad)}
.notice{margin-top:.75rem;color:var(--warn)}
.failure{color:var(--bad)}
.caution strong{color:var(--warn)}
.run-body{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem;margin-top:1.5rem}
.outcome{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem;align-content:start}
.result>*+*{margin-top:.9rem}
.spent{margin-top:.9rem}
.spent:empty{display:none}
@media (min-width:64rem){
.runs:not(.beside) .run-body,main>.run .run-body{grid-template-columns:minmax(0,1.75fr) minmax(0,1fr);gap:3rem}
.runs.beside{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
}

.code{position:relative;background:var(--raised);border:1px solid var(--line);border-radius:8px}
.code pre{padding:.8rem 1rem;padding-inline-end:4.5rem;line-height:1.65}
.code button{position:absolute;top:.5rem;inset-inline-end:.5rem;background:var(--raised)}
.t-keyword{color:var(--keyword);font-weight:600}
.t-function{color:var(--function)}
.t-string{color:var(--string)}
.t-number{color:var(--number)}
.t-operator,.t-comment{color:var(--soft)}
.t-comment{font-style:italic}
ins,del{border-radius:3px;padding:.05em .15em;-webkit-box-decoration-break:clone;box-decoration-break:clone}
ins{background:var(--ins);color:var(--ins-ink);text-decoration:underline;text-decoration-thickness:1px}
del{background:var(--del);color:var(--del-ink)}
ins *,del *{color:inherit}
ins::before,ins::after,del::before,del::after{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
white-space:nowrap}
ins::before{content:" [added: "}
del::before{content:" [removed: "}
ins::after,del::after{content:"] "}

.likely{display:flex;align-items:center;gap:.75rem}
.gauge{flex:none;width:7rem;height:.5rem;border-radius:99px;background:var(--line);overflow:hidden}
.fill{display:block;height:100%;background:var(--soft)}
.high .fill{background:var(--good)}
.low .fill{background:var(--warn)}
.missing ul{padding-inline-start:1.1rem;margin-top:.2rem}

.steps{list-style:none;padding:0;margin-top:.75rem}
.steps>li{position:relative;padding:0 0 1.5rem 1.25rem;border-inline-start:1px solid var(--line)}
.steps>li::before{content:"";position:absolute;inset-inline-start:-4px;top:.55rem;width:7px;height:7px;border-radius:50%;
background:var(--edge)}
.steps>li:last-child{padding-bottom:0}
.steps>li>*+*{margin-top:.5rem}
.step-head{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.step-head .soft{flex:none;font-variant-numeric:tabular-nums}
summary{cursor:pointer;font-size:.875rem;padding:.15rem 0;color:var(--soft)}
summary:hover{color:var(--ink)}
details[open]>summary{margin-bottom:.4rem}
.attempt>*+*{margin-top:.5rem}
details>pre,.messages pre{background:var(--raised);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;font-size:.8125rem}
.messages{display:grid;gap:.35rem}
.messages dt{font-size:.8125rem;font-weight:600}
.demonstrations{padding-inline-start:1.25rem;display:grid;gap:.75rem;font-size:.875rem}
.demonstrations .code{margin-top:.25rem}
.remarks{padding-inline-start:1.1rem;font-size:.9375rem}
.entities{display:grid;gap:.3rem}
.chips{display:grid;grid-template-columns:4rem minmax(0,1fr);align-items:baseline}
.chips>div{display:flex;flex-wrap:wrap;gap:.3rem .4rem}
.chips .soft{font-size:.8125rem}
.chip{border:1px solid var(--line);border-radius:5px;padding:0 .45rem;font:.8125rem/1.5 var(--mono);background:var(--raised)}
.chip.value{color:var(--string)}
.skeleton{color:var(--soft);font-size:.8125rem}

.candidates{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:.9rem}
.card{border:1px solid var(--line);border-radius:8px;padding:.75rem .9rem;min-width:0}
.card.chosen{border-color:var(--good)}
.card>*+*{margin-top:.4rem}
.card .badge{margin-inline-start:.5rem;color:var(--good)}

table{border-collapse:collapse;font-size:.875rem}
.table-head{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center;min-height:1.75rem}
.tools{display:flex;gap:.4rem}
.rows{overflow:auto;max-height:26rem;border:1px solid var(--line);border-radius:8px;margin-top:.5rem;width:fit-content;max-width:100%;
background:var(--page)}
.rows:has(table:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.rows table{table-layout:fixed;width:0;font-variant-numeric:tabular-nums;border-collapse:separate;border-spacing:0}
.rows table:focus-visible{outline:0}
.rows tr{height:32px}
.rows th,.rows td{padding:0 .75rem;height:32px;max-height:32px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;text-align:start;
border-bottom:1px solid var(--line)}
.rows tr:last-child td{border-bottom:0}
.rows th{position:sticky;top:0;background:var(--raised);padding:0;z-index:1}
.rows td.number,.rows th.number,td.number{text-align:right}
.rows td.none{color:var(--soft);font-style:italic}
.rows td[dir]{unicode-bidi:isolate}
.rows td[aria-selected]{background:var(--pick);box-shadow:inset 0 0 0 1px var(--accent)}
.rows tr:hover td{background:var(--raised)}
.rows tr:hover td[aria-selected]{background:var(--pick)}
.rows .space td,.rows .space{padding:0;border:0;height:auto;max-height:none}
.sort{width:100%;min-height:31px;border:0;border-radius:0;background:none;padding:0 .75rem;text-align:inherit;font-weight:600;
overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sort:focus-visible{outline-offset:-2px}
th[aria-sort]:not([aria-sort=none]) .sort{color:var(--accent)}
th[aria-sort=ascending] .sort::after{content:" \2191"/""}
th[aria-sort=descending] .sort::after{content:" \2193"/""}
.whole{position:relative;margin-top:.5rem;border:1px solid var(--line);border-radius:8px;padding:.6rem .9rem;background:var(--raised)}
.whole p{font-size:.8125rem;color:var(--soft);padding-inline-end:4rem}
.whole pre{max-height:12rem;overflow:auto;margin-top:.25rem}
.whole button{position:absolute;top:.5rem;inset-inline-end:.5rem}

.scroll{overflow-x:auto;max-width:100%}
.scroll th,.scroll td{text-align:start;vertical-align:top;padding:.3rem .75rem .3rem 0;font-weight:400}
.scroll thead th{font-size:.8125rem;color:var(--soft);font-weight:600;white-space:nowrap}
.scroll tbody th{font-weight:500}
.scroll td.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.statements td:first-child{min-width:16rem}
.statements code{font-size:.8125rem}
.time .scroll{margin-top:.6rem}
.waterfall{width:100%;min-width:24rem}
.waterfall th,.waterfall td{padding:.15rem 1rem .15rem 0;white-space:nowrap;line-height:1.4}
.waterfall th{max-width:16rem;overflow:hidden;text-overflow:ellipsis}
.waterfall .bars{width:60%;padding-inline-end:0}
.bar{display:block;height:.625rem;margin-top:.35rem;min-width:2px;border-radius:2px;background:var(--accent)}
.bar.open{opacity:.55}
@media (max-width:40rem){
.gauge{width:4.5rem}
.waterfall{min-width:0}
.waterfall th{max-width:9rem}
.waterfall th,.waterfall td{padding-inline-end:.6rem}
.waterfall .bars{width:45%}
}
@media (prefers-reduced-motion:no-preference){
.badge.running::before{content:"";display:inline-block;width:.45rem;height:.45rem;margin-inline-end:.4rem;border-radius:50%;
background:currentcolor;animation:beat 1.4s ease-in-out infinite}
@keyframes beat{50%{opacity:.25}}
}
)css";

}  // namespace t2s::serve::page::detail

#endif
