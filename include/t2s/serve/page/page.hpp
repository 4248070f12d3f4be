// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_PAGE_HPP
#define T2S_SERVE_PAGE_PAGE_HPP

#include "t2s/core/detail/config.hpp"

#include <string>
#include <string_view>

/// The page of `t2s serve`: a document, a style and a script, which load nothing else from any network.
namespace t2s::serve::page {

/// The document of `/` and `/runs/ID`. It loads `/page.css` and `/page.js`.
[[nodiscard]] T2S_DECL std::string_view html() noexcept;

/// The style at `/page.css`. It loads nothing.
[[nodiscard]] T2S_DECL std::string_view style();

/// The script at `/page.js`. It creates elements and texts but never parses markup, so that it also works under `require-trusted-types-for
/// 'script'; trusted-types 'none'`.
[[nodiscard]] T2S_DECL std::string_view script();

/// A complete document of one finished run, for `/v1/runs/ID/page`. It contains the style, the script and `standalone_policy`. `events` is
/// the run's events as a JSON array. Data cannot end the element that holds it, because every `<` is escaped.
[[nodiscard]] T2S_DECL std::string standalone(std::string_view events);

/// The Content-Security-Policy of such a document. It allows only the document's own style and script, by their hashes. A server must send
/// it with the document, since the page's own policy does not allow them.
[[nodiscard]] T2S_DECL std::string_view standalone_policy();

}  // namespace t2s::serve::page

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/page/detail/page.ipp"
#endif

#endif
