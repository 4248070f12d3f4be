// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_PAGE_HPP
#define T2S_SERVE_PAGE_PAGE_HPP

#include "t2s/core/detail/config.hpp"

#include <string>
#include <string_view>

/// The pages of `t2s serve` and its component for other sites: documents, a style and scripts, which load nothing else from any network.
namespace t2s::serve::page {

/// The document of `/` and `/runs/ID`. It loads `/page.css` and `/page.js`.
[[nodiscard]] T2S_DECL std::string_view html() noexcept;

/// The style at `/page.css`. It loads nothing.
[[nodiscard]] T2S_DECL std::string_view style();

/// The script at `/page.js`. It creates elements and texts but never parses markup, so that it also works under `require-trusted-types-for
/// 'script'; trusted-types 'none'`.
[[nodiscard]] T2S_DECL std::string_view script();

/// The document of `/admin`, for those who run the server. It loads `/page.css` and `/admin.js`.
[[nodiscard]] T2S_DECL std::string_view admin_html() noexcept;

/// The script at `/admin.js`, under the same rules as `script`.
[[nodiscard]] T2S_DECL std::string_view admin_script();

/// The script at `/t2s-ask.js`, a module that defines the element `<t2s-ask>` (docs/embed.md). It asks the server from which it was loaded.
[[nodiscard]] T2S_DECL std::string_view component();

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
