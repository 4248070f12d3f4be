// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_MESSAGE_IPP
#define T2S_SERVE_HTTP_DETAIL_MESSAGE_IPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/http/detail/same_word.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <utility>

namespace t2s::serve {
namespace detail {

/// The text, percent-decoded. Nothing if it is malformed or has a zero byte.
[[nodiscard]] inline std::optional<std::string> percent_decoded(std::string_view s) {
  auto decoded = text::percent_decoded(s);
  if (!decoded.well_formed || decoded.text.find('\0') != decoded.text.npos) return {};
  return std::move(decoded.text);
}

/// The same for a name or value of a query, in which "+" is a blank.
[[nodiscard]] inline std::optional<std::string> form_decoded(std::string_view s) {
  std::string blanks(s);
  std::ranges::replace(blanks, '+', ' ');
  return percent_decoded(blanks);
}

}  // namespace detail

T2S_DECL std::string_view headers::get(std::string_view name) const noexcept {
  for (auto const& line : lines_)
    if (detail::same_word(line.name, name)) return line.value;
  return {};
}

T2S_DECL std::size_t headers::count(std::string_view name) const noexcept {
  std::size_t n = 0;
  for (auto const& line : lines_) n += detail::same_word(line.name, name) ? 1U : 0U;
  return n;
}

T2S_DECL void headers::set(std::string name, std::string value) {
  std::erase_if(lines_, [&](header const& line) { return detail::same_word(line.name, name); });
  add(std::move(name), std::move(value));
}

T2S_DECL std::optional<std::string> request::parameter(std::string_view name) const {
  for (auto const& [key, value] : query)
    if (key == name) return value;
  return {};
}

T2S_DECL bool read_target(std::string_view target, request& into) {
  if (!target.starts_with('/') || target.find('#') != target.npos) return false;
  auto const mark = target.find('?');
  auto path = detail::percent_decoded(target.substr(0, mark));
  if (!path) return false;
  into.path = *std::move(path);
  into.query.clear();
  if (mark == target.npos) return true;
  for (auto rest = target.substr(mark + 1); !rest.empty();) {
    auto const end = rest.find('&');
    auto const pair = rest.substr(0, end);
    auto const equals = pair.find('=');
    auto name = detail::form_decoded(pair.substr(0, equals));
    auto value = detail::form_decoded(equals == pair.npos ? std::string_view() : pair.substr(equals + 1));
    if (!name || !value) return false;
    if (!pair.empty()) into.query.emplace_back(*std::move(name), *std::move(value));
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  }
  return true;
}

T2S_DECL response error_response(int status, std::string_view code, std::string_view message) {
  boost::json::object const error{{"code", code}, {"message", text::valid_utf8(message)}};
  return json_response(serialize(boost::json::object{{"error", error}}), status);
}

T2S_DECL std::string_view reason_of(int status) noexcept {
  switch (status) {
    case 200: return "OK";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Content";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    case 505: return "HTTP Version Not Supported";
    default: return "Status";
  }
}

}  // namespace t2s::serve

#endif
