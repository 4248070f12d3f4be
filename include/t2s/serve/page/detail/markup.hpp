// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_DETAIL_MARKUP_HPP
#define T2S_SERVE_PAGE_DETAIL_MARKUP_HPP

#include <string_view>

namespace t2s::serve::page::detail {

/// What the page is before its script runs.
inline constexpr std::string_view markup = R"html(
<!doctype html>
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
<nav aria-label="Views"><a href="#ask" aria-current="page">Ask</a><a href="#tables">Tables</a><a href="#history">History</a></nav>
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
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
</body>
</html>
)html";

}  // namespace t2s::serve::page::detail

#endif
