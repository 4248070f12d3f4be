// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_JSON_PART_HPP
#define T2S_CORE_DETAIL_JSON_PART_HPP

#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

#include <boost/json/value.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::detail {

/// A part of a JSON configuration and its path, "roles.clerk.tables". Its errors name file, path and `remedy`. Its sources must outlive it.
class json_part {
 public:
  json_part(boost::json::value const& v, std::string_view file, std::string_view remedy, std::string place = {})
      : value_(v), file_(file), remedy_(remedy), place_(std::move(place)) {}

  [[noreturn]] void refuse(std::string const& what) const {
    malformed(file_, (place_.empty() ? std::string("the file ") : place_ + " ") + what, remedy_);
  }

  /// Rejects all other keys.
  json_part const& with_keys(std::initializer_list<std::string_view> known) const {
    for (auto const& member : object()) {
      std::string_view const key(member.key().data(), member.key().size());
      bool is_known = false;
      for (auto const k : known) is_known = is_known || k == key;
      if (is_known) continue;
      std::vector<std::string> const names(known.begin(), known.end());
      auto const* near = text::nearest(key, names);
      refuse("has \"" + text::cut(key, 100) +
             "\", which is not known: " + (near ? "there is \"" + *near + "\"" : "known: " + text::join(names, ", ")));
    }
    return *this;
  }

  [[nodiscard]] boost::json::object const& object() const {
    if (!value_.is_object()) refuse("is not an object");
    return value_.get_object();
  }
  [[nodiscard]] bool is_text() const { return value_.is_string(); }
  [[nodiscard]] bool is_object() const { return value_.is_object(); }
  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] std::string text() const {
    if (!is_text()) refuse("is not a string");
    return std::string(value_.get_string());
  }
  [[nodiscard]] bool truth() const {
    if (!value_.is_bool()) refuse("is neither true nor false");
    return value_.get_bool();
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    if (!value_.is_array()) refuse("is not a list of strings");
    std::vector<std::string> all;
    for (auto const& v : value_.get_array()) all.push_back(json_part(v, file_, remedy_, place_).text());
    return all;
  }
  /// The part at a key, which must exist.
  [[nodiscard]] json_part operator[](std::string_view key) const {
    if (!object().contains(key)) refuse("has no \"" + std::string(key) + "\"");
    return {object().at(key), file_, remedy_, inner(key)};
  }

  /// Calls `take(key, part)` for each member.
  template <class Take>
  void each(Take const& take) const {
    for (auto const& member : object()) {
      std::string const key(member.key());
      take(key, json_part(member.value(), file_, remedy_, inner(key)));
    }
  }
  /// Calls `take(part)` if the key exists.
  template <class Take>
  void if_has(std::string_view key, Take const& take) const {
    if (object().contains(key)) take((*this)[key]);
  }

 private:
  [[nodiscard]] std::string inner(std::string_view key) const { return (place_.empty() ? "" : place_ + ".").append(text::cut(key, 100)); }

  boost::json::value const& value_;
  std::string_view file_, remedy_;
  std::string place_;
};

}  // namespace t2s::detail

#endif
