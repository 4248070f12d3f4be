// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_PAGE_PAGE_HPP
#define T2S_SERVE_PAGE_PAGE_HPP

#include "t2s/core/detail/config.hpp"

#include <string>
#include <string_view>

/// The page of `t2s serve`: one document, one style and one script, which need nothing else from any network.
namespace t2s::serve::page {

/// The document for `/` and `/runs/ID`. It asks for `/page.css` and `/page.js`.
[[nodiscard]] T2S_DECL std::string_view html() noexcept;

/// The style for `/page.css`. It loads nothing.
[[nodiscard]] T2S_DECL std::string_view style();

/// The script for `/page.js`. It makes elements and texts and never markup, so that it works under
/// `require-trusted-types-for 'script'; trusted-types 'none'` too.
[[nodiscard]] T2S_DECL std::string_view script();

/// A whole document of one run that is over, for `/v1/runs/ID/page`: the style and the script are inside, and `standalone_policy` is too.
/// `events` is the run's events as a JSON array. Data cannot end the element that they are in: every `<` of theirs is escaped.
[[nodiscard]] T2S_DECL std::string standalone(std::string_view events);

/// The Content-Security-Policy of such a document, which lets only its own style and script run, by their hashes. A server that sends the
/// document sends this policy with it, since that of the page does not let it run.
[[nodiscard]] T2S_DECL std::string_view standalone_policy();

}  // namespace t2s::serve::page

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/page/detail/page.ipp"
#endif

#endif
