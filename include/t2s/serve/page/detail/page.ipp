// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_DETAIL_PAGE_IPP
#define T2S_SERVE_PAGE_DETAIL_PAGE_IPP

#include "t2s/core/detail/base64.hpp"
#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/sha256.hpp"
#include "t2s/serve/page/detail/assets.hpp"
#include "t2s/serve/page/page.hpp"

#include <span>
#include <string>
#include <string_view>

namespace t2s::serve::page {
namespace detail {

inline std::string joined(std::span<std::string_view const> parts) {
  std::string out;
  for (auto const part : parts) out += part;
  return out;
}

/// Parts that share the scope of one function, so that the document has no global names of theirs.
inline std::string script_of(std::span<std::string_view const> parts, std::string_view names = {}, std::string_view values = {}) {
  return std::string("\n((")
      .append(names)
      .append(") => {\n\"use strict\";")
      .append(joined(parts))
      .append("})(")
      .append(values)
      .append(");\n");
}

/// The source expression for this text in a Content-Security-Policy.
inline std::string hash_source(std::string_view text) {
  return "'sha256-" + t2s::detail::base64_of(t2s::detail::sha256(text).bytes()) + '\'';
}

}  // namespace detail

T2S_DECL std::string_view html() noexcept { return detail::html_page; }
T2S_DECL std::string_view admin_html() noexcept { return detail::html_admin; }

T2S_DECL std::string_view style() {
  static std::string const all = detail::joined(detail::style_parts);
  return all;
}

T2S_DECL std::string_view script() {
  static std::string const all = detail::script_of(detail::script_parts);
  return all;
}

T2S_DECL std::string_view admin_script() {
  static std::string const all = detail::script_of(detail::admin_script_parts);
  return all;
}

T2S_DECL std::string_view component() {
  static std::string const all = [] {
    std::string values = "new URL(\".\", import.meta.url).href, ";
    t2s::detail::append_json(values, detail::joined(detail::component_style_parts));
    return detail::script_of(detail::component_script_parts, "t2sHome, t2sStyle", values);
  }();
  return all;
}

T2S_DECL std::string_view standalone_policy() {
  static std::string const all =
      "default-src 'none'; script-src " + detail::hash_source(script()) + "; style-src " + detail::hash_source(style()) +
      "; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  return all;
}

T2S_DECL std::string standalone(std::string_view events) {
  static std::string const head = [] {
    std::string text = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content=")html";
    text.append(standalone_policy()).append(R"html(">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>A run of t2s</title>
<link rel="icon" href="data:,">
<style>)html");
    text.append(style()).append("</style>\n<script>").append(script());
    return text.append(R"html(</script>
</head>
<body>
<main id="main">
<h1 class="unseen">A question to a database, and how it became SQL</h1>
<noscript><p class="problem">This page needs JavaScript.</p></noscript>
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
<script type="application/json" id="run-events">)html");
  }();
  std::string out = head;
  out.reserve(head.size() + events.size() + events.size() / 16 + 64);
  for (char const c : events) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  out += "</script>\n</body>\n</html>\n";
  return out;
}

}  // namespace t2s::serve::page

#endif
