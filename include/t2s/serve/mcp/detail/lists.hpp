// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_LISTS_HPP
#define T2S_SERVE_MCP_DETAIL_LISTS_HPP

#include "t2s/serve/mcp/detail/offering.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve::mcp::detail {

inline json::object const& shown(json::object const& o) { return o; }
inline json::object const& shown(tool const& t) { return t.shown; }
inline json::object const& shown(prompt const& p) { return p.shown; }

/// The position in a list for one of our cursors.
inline std::size_t place_of(json::object const& params, std::size_t items) {
  auto const* given = params.if_contains("cursor");
  if (!given) return 0;
  std::string_view const text = given->is_string() ? std::string_view(given->get_string()) : std::string_view();
  std::size_t at = 0;
  auto const read = std::from_chars(text.data(), text.data() + text.size(), at);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size() || at > items)
    throw refused(rpc_code::invalid_params, "the cursor is not one that this list gave: begin without a cursor");
  return at;
}

/// One page of a list, under its name.
template <class Item>
json::object page_of(std::vector<Item> const& all, std::string_view name, std::size_t page, json::object const& params) {
  auto const begin = place_of(params, all.size());
  auto const end = std::min(all.size(), begin + page);
  json::array items;
  for (auto i = begin; i < end; ++i) items.emplace_back(shown(all[i]));
  json::object out{{name, std::move(items)}};
  if (end < all.size()) out["nextCursor"] = std::to_string(end);
  return out;
}

/// The item of a name. Throws `refused` with the existing names.
template <class Item>
Item const& named(std::vector<Item> const& all, json::object const& params, std::string_view what) {
  auto const* given = params.if_contains("name");
  if (!given || !given->is_string()) throw refused(rpc_code::invalid_params, "\"name\" of the " + std::string(what) + " is missing");
  std::string names;
  for (auto const& item : all) {
    auto const* name = shown(item).if_contains("name");
    if (name && *name == *given) return item;
    names.append(names.empty() ? "" : ", ").append(name ? std::string_view(name->as_string()) : std::string_view());
  }
  throw refused(rpc_code::invalid_params,
                "Unknown " + std::string(what) + ": " + text::cut(given->get_string(), 100) + "; there are " + names);
}

/// A member that is an object; an empty object if it is absent. Throws `refused` for any other type.
inline json::object object_of(json::object const& in, std::string_view name) {
  auto const* given = in.if_contains(name);
  if (!given) return {};
  if (!given->is_object()) throw refused(rpc_code::invalid_params, "\"" + std::string(name) + "\" must be an object");
  return given->get_object();
}

}  // namespace t2s::serve::mcp::detail

#endif
