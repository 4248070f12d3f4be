// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_USERS_IPP
#define T2S_SERVE_DETAIL_USERS_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_part.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/serve/users.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace t2s::serve {
namespace detail {

inline constexpr std::string_view shape_of_users = "docs/serve.md shows what a file of users has";
inline constexpr std::size_t least_token = 16;

inline std::string token_in(t2s::detail::json_part const& json) {
  auto token = json.text();
  if (token.starts_with('/') || token.starts_with('$') || token.starts_with('~'))
    json.refuse("begins with /, $ or ~, as a file or variable: write file:PATH or env:NAME, or take a token that does not");
  if (token.starts_with("env:")) {
    auto const* const value = std::getenv(token.c_str() + 4);
    if (!value) json.refuse(std::string("names the variable \"").append(text::cut(token.substr(4), 100)).append("\", which is not set"));
    token = value;
  } else if (token.starts_with("file:")) {
    token = text::trim(read_file(token.substr(5), "a file of a token"));
  }
  if (token.size() < least_token) json.refuse(std::string("has less than ").append(std::to_string(least_token)).append(" characters"));
  return token;
}

inline user user_of(std::string name, t2s::detail::json_part const& json) {
  json.with_keys({"token", "role", "parameters", "corrects", "admin"});
  user u{std::move(name), token_in(json["token"]), {json["role"].text(), {}}, false, false};
  if (u.name.empty()) json.refuse("has no name");
  if (std::ranges::any_of(u.name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }))
    json.refuse("has a control character in its name");
  json.if_has("parameters", [&](auto const& all) {
    all.each([&](std::string const& parameter, auto const& value) { u.sees.parameters[parameter] = value.text(); });
  });
  json.if_has("corrects", [&](auto const& yes) { u.corrects = yes.truth(); });
  json.if_has("admin", [&](auto const& yes) { u.admin = yes.truth(); });
  return u;
}

}  // namespace detail

T2S_DECL std::vector<user> parse_users(std::string_view json, std::string const& name) {
  auto const content = t2s::detail::without_mark(json);
  auto const value = t2s::detail::json_of(content, json, name, detail::shape_of_users);
  t2s::detail::json_part const file(value, name, detail::shape_of_users);
  file.with_keys({"users"});
  std::vector<user> all;
  file["users"].each([&](std::string const& who, auto const& json_of_user) {
    all.push_back(detail::user_of(who, json_of_user));
    auto const same = std::ranges::find(all, all.back().token, &user::token);
    if (same + 1 != all.end())
      json_of_user.refuse(std::string("has the token of ").append(same->name).append(": give each user a token of its own"));
  });
  if (all.empty()) file["users"].refuse("is empty");
  return all;
}

T2S_DECL std::vector<user> read_users(std::string const& file) { return parse_users(read_file(file, "a file of users"), file); }

}  // namespace t2s::serve

#endif
