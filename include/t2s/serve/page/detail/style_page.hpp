// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_DETAIL_STYLE_PAGE_HPP
#define T2S_SERVE_PAGE_DETAIL_STYLE_PAGE_HPP

#include <string_view>

namespace t2s::serve::page::detail {

/// Colours, texts, form and views.
inline constexpr std::string_view style_page = R"css(
:root{color-scheme:light;--page:#fff;--raised:#f6f7f8;--line:#dde1e6;--edge:#838c97;--ink:#171a1e;--soft:#58616b;--accent:#0a58a8;
--on-accent:#fff;
--good:#14653a;--warn:#865200;--bad:#b0241c;--ins:#d8f3e0;--ins-ink:#0b4a29;--del:#fce0dd;--del-ink:#8a1c16;--pick:#e5effa;
--keyword:#6f2b95;--function:#0a58a8;--string:#14653a;--number:#974600;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;--page:#121518;--raised:#1a1e22;--line:#2c3238;
--edge:#77818c;--ink:#e4e7ea;
--soft:#a0a9b3;--accent:#82b8f7;--on-accent:#0c1722;--good:#74d39b;--warn:#e5b35c;--bad:#ff938a;--ins:#133c25;--ins-ink:#a8ebc2;
--del:#4a1f1c;--del-ink:#ffbdb6;
--pick:#1d3047;--keyword:#cfa4ee;--function:#82b8f7;--string:#8fd6a8;--number:#efb07a}}
:root[data-theme=dark]{color-scheme:dark;--page:#121518;--raised:#1a1e22;--line:#2c3238;--edge:#77818c;--ink:#e4e7ea;
--soft:#a0a9b3;--accent:#82b8f7;--on-accent:#0c1722;--good:#74d39b;--warn:#e5b35c;--bad:#ff938a;--ins:#133c25;--ins-ink:#a8ebc2;
--del:#4a1f1c;--del-ink:#ffbdb6;
--pick:#1d3047;--keyword:#cfa4ee;--function:#82b8f7;--string:#8fd6a8;--number:#efb07a}

*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scrollbar-gutter:stable}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 var(--sans);overflow-wrap:anywhere}
h1,h2,h3,h4,p,ul,ol,dl,dd,pre{margin:0}
h2{font-size:1.375rem;line-height:1.3;font-weight:600;letter-spacing:-.01em}
h3{font-size:.8125rem;line-height:1.4;font-weight:600;color:var(--soft)}
h4{font-size:.9375rem;font-weight:600}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
code,pre,kbd{font-family:var(--mono);font-size:.875rem}
pre{white-space:pre-wrap;tab-size:4}
.soft{color:var(--soft);font-size:.875rem}
[hidden]{display:none!important}
.unseen:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999rem;top:.5rem;padding:.5rem 1rem;background:var(--page);z-index:2}
.skip:focus{left:.5rem}
.sign{font-size:.75em;padding:0 .25em;margin:0 .1em;border:1px solid var(--edge);border-radius:3px;color:var(--warn);unicode-bidi:isolate;
direction:ltr;display:inline-block;line-height:1.2}

button,select,input,textarea{font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:6px;
min-height:2.5rem;max-width:100%}
button{padding:.35rem 1rem;cursor:pointer;font-weight:500}
button:hover{background:var(--raised)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);min-width:5.5rem}
button.main:hover{filter:brightness(1.08)}
button[aria-disabled=true]{opacity:.55;cursor:default}
button.small{min-height:1.75rem;padding:.1rem .65rem;font-size:.8125rem;border-color:var(--line)}
button.small:hover{border-color:var(--edge)}
select,input{padding:.35rem .6rem}
kbd{font-size:.75rem;border:1px solid var(--line);border-radius:4px;padding:.05rem .35rem;background:var(--raised)}

.top{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.75rem;max-width:76rem;margin:0 auto;padding:.9rem 1.5rem}
.brand a{font:700 1.125rem/1 var(--mono);color:var(--ink);text-decoration:none;letter-spacing:-.02em}
nav{display:flex;gap:1.25rem}
nav a{color:var(--soft);text-decoration:none;padding:.4rem 0;border-bottom:2px solid transparent}
nav a:hover{color:var(--ink)}
nav a[aria-current]{color:var(--ink);border-color:var(--accent)}
.theme{margin-inline-start:auto;font-size:.8125rem;color:var(--soft)}
.theme select{min-height:1.875rem;padding:.1rem .35rem;border-color:var(--line);color:var(--ink)}

main{display:block;max-width:76rem;margin:0 auto;padding:1.25rem 1.5rem 5rem}
main>section>*+*{margin-top:1.5rem}
.wide .top,.wide main{max-width:112rem}
.problem:not(:empty){display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;border:1px solid var(--bad);border-radius:8px;
padding:.75rem 1rem;margin-bottom:1.5rem}
#form>*+*{margin-top:.9rem}
.choices{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(10.5rem,100%),1fr));gap:.75rem 1rem}
.choices label{display:grid;gap:.2rem;font-size:.8125rem;color:var(--soft);min-width:0}
.choices select{width:100%;color:var(--ink);font-size:.9375rem;text-overflow:ellipsis}
.ask{border:1px solid var(--edge);border-radius:10px;background:var(--page)}
.ask:focus-within{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
textarea{display:block;width:100%;border:0;background:none;resize:vertical;padding:.9rem 1rem .25rem;font-size:1.125rem;line-height:1.5;
min-height:4.5rem;field-sizing:content;max-height:18rem}
textarea:focus-visible{outline:0}
textarea::placeholder{color:var(--soft);opacity:1}
.ask-line{display:flex;flex-wrap:wrap;justify-content:flex-end;align-items:center;gap:.5rem;padding:.5rem .6rem .6rem 1rem}
.ask-line p{margin-inline-end:auto}
#begin h2{font-size:.8125rem;color:var(--soft);letter-spacing:0}
#examples{list-style:none;padding:0;margin-top:.6rem;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));
gap:.6rem}
.example{width:100%;height:100%;text-align:start;font-weight:400;border-color:var(--line);padding:.6rem .9rem;border-radius:8px}
.verdict:empty{display:none}
.verdict{border-inline-start:3px solid var(--accent);padding-inline-start:1rem}
.verdict .code{margin-top:.5rem}

.view-line{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem}
.view-line label{min-width:0;color:var(--soft)}
.view-line select,.view-line input{color:var(--ink);min-height:2.125rem;max-width:min(18rem,100%);text-overflow:ellipsis}
.history{list-style:none;padding:0}
.history li{display:grid;gap:.15rem;padding:.9rem 0;border-top:1px solid var(--line)}
.history a{font-weight:500;justify-self:start}
.history code{color:var(--soft)}

.drawing{overflow:auto;max-height:36rem;border:1px solid var(--line);border-radius:8px;padding:1.25rem;background:var(--raised)}
.drawing svg{display:block}
.drawing text{font:13px var(--sans);fill:var(--ink)}
.drawing .name{font-weight:600}
.drawing .rest,.drawing .mark{fill:var(--soft)}
.drawing .mark{font-size:10px}
.drawing rect{fill:var(--page);stroke:var(--edge)}
.drawing line{stroke:var(--line)}
.drawing .view rect{stroke-dasharray:4 3}
.drawing a{cursor:pointer}
.drawing a:focus{outline:0}
.drawing .near rect{stroke:var(--accent)}
.drawing a:focus-visible rect{stroke:var(--accent);stroke-width:2.5}
.edge{fill:none;stroke:var(--edge);stroke-width:1.25}
.edge.near{stroke:var(--accent);stroke-width:2}
.arrow{fill:context-stroke}
.table-list{columns:24rem;column-gap:2.5rem}
#tables>*+*{margin-top:1.25rem}
.table-list details{break-inside:avoid;border-top:1px solid var(--line);padding:.5rem 0}
.table-list summary .soft{margin-inline-start:.75rem}
.table-name{font-weight:500}

@media (max-width:40rem){
.top{padding:.75rem 1rem}
main{padding:.75rem 1rem 4rem}
.choices{grid-template-columns:1fr 1fr}
.top,nav{gap:.25rem .6rem}
.theme{font-size:0}
.theme select{font-size:.8125rem;padding:0}
.ask-line p{display:none}
.ask-line button{flex:1}
.drawing{padding:.75rem}
}
@media (prefers-reduced-motion:no-preference){button,nav a{transition:background-color .12s,border-color .12s,color .12s}}
@media print{.top,#form,#begin,.skip,button{display:none!important}}
)css";

}  // namespace t2s::serve::page::detail

#endif
