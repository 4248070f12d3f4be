// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_JSON_DATA_HPP
#define T2S_CORE_DETAIL_JSON_DATA_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"

#include <boost/json/parser.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <utility>

/// JSON data files, with messages that locate errors. Their readers throw `error` with `malformed_data`.
namespace t2s::detail {

[[noreturn]] inline void malformed(std::string_view name, std::string const& what, std::string_view remedy) {
  throw error(failure{errc::malformed_data, std::string(name) + ": " + what, std::string(name), std::string(remedy)});
}

/// Removes the byte order mark (U+FEFF) that some editors put before UTF-8.
inline std::string_view without_mark(std::string_view s) {
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  return s;
}

inline std::string line_number(std::size_t n) { return std::string("line ").append(std::to_string(n)); }

/// Parses `text`, a part of the file `whole`. Errors name the line and the byte.
inline boost::json::value json_of(std::string_view text, std::string_view whole, std::string_view name, std::string_view remedy) {
  boost::json::parser parser;
  boost::system::error_code wrong;
  auto const read = parser.write(text.data(), text.size(), wrong);
  if (!wrong) return parser.release();
  auto const at = static_cast<std::size_t>(text.data() - whole.data()) + std::min(read, text.size());
  auto const line = 1 + static_cast<std::size_t>(std::ranges::count(whole.substr(0, at), '\n'));
  throw error(failure{errc::malformed_data, std::string(name) + ": " + line_number(line) + " is not JSON (" + wrong.message() + ")",
                      std::string(name), std::string(remedy), at});
}

/// An object in a file's list.
class json_element {
 public:
  /// `remedy` says what the file should be.
  json_element(boost::json::value const& v, std::size_t index, std::string_view name, std::string_view remedy)
      : object_(v.if_object()), name_(name), remedy_(remedy), place_(std::string("element ").append(std::to_string(index))) {}

  [[noreturn]] void refuse(std::string const& what) const { malformed(name_, place_ + " " + what, remedy_); }

  [[nodiscard]] boost::json::object const& object() const {
    if (!object_) refuse("is not an object");
    return *object_;
  }

  /// Its "db_id", which later messages name.
  [[nodiscard]] std::string read_id() {
    auto const* id = object_ ? object_->if_contains("db_id") : nullptr;
    if (!id || !id->is_string()) refuse("has no \"db_id\"");
    std::string read(id->get_string());
    place_.append(" (").append(text::valid_utf8(read)).append(")");
    return read;
  }

  [[nodiscard]] std::string text(std::string_view key) const {
    auto const* found = object().if_contains(key);
    if (!found || !found->is_string()) refuse(std::string("has no text ").append(quoted(key)));
    return std::string(found->get_string());
  }

  [[nodiscard]] boost::json::array const& list(std::string_view key) const {
    auto const* found = object().if_contains(key);
    if (!found || !found->is_array()) refuse(std::string("has no list ").append(quoted(key)));
    return found->get_array();
  }

  /// An element of the list `key`, as text.
  [[nodiscard]] std::string text_in(boost::json::value const& v, std::string_view key) const {
    if (!v.is_string()) refuse(std::string("has in ").append(quoted(key)).append(" an item that is not a string"));
    return std::string(v.get_string());
  }

  /// An element of the list `key`, as a list of two.
  [[nodiscard]] boost::json::array const& pair_in(boost::json::value const& v, std::string_view key) const {
    auto const* both = v.if_array();
    if (!both || both->size() != 2) refuse(std::string("has in ").append(quoted(key)).append(" an item that is not a list of two"));
    return *both;
  }

 private:
  static std::string quoted(std::string_view key) { return std::string("\"").append(key).append("\""); }

  boost::json::object const* object_;
  std::string_view name_, remedy_;
  std::string place_;
};

}  // namespace t2s::detail

#endif
