// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LIKE_CLASSES_HPP
#define T2S_SQL_DETAIL_LIKE_CLASSES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Classes of characters in a pattern of LIKE, as SQL Server has them: [a-d], [^a-d], [abc].
namespace t2s::sql {

/// A pattern with classes as one of GLOB, in lower case.
struct class_pattern {
  std::string glob{};
  bool certain = false;  // a range or ^: hardly a text in brackets
};

/// Whether the text between brackets may be a class: its ranges are of digits or of letters of one case, and no other character is twice.
/// `certain` is set if there is a range or ^.
inline bool is_character_class(std::string_view inside, bool& certain) {
  auto const kind_of = [](char c) { return text::is_digit(c) ? 1 : !text::is_letter(c) ? 0 : text::is_upper(c) ? 2 : 3; };
  bool const excludes = inside.starts_with('^');
  if (excludes) inside.remove_prefix(1);
  bool ranges = false;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (static_cast<unsigned char>(inside[i]) >= 0x80) return false;
    if (i + 2 < inside.size() && inside[i + 1] == '-') {
      if (kind_of(inside[i]) == 0 || kind_of(inside[i]) != kind_of(inside[i + 2]) || inside[i] > inside[i + 2]) return false;
      ranges = true;
      i += 2;
    } else if (inside.find(inside[i], i + 1) != inside.npos) {
      return false;
    }
  }
  certain = certain || ranges || excludes;
  return !inside.empty();
}

/// The pattern of a LIKE without ESCAPE that has classes; nothing for others.
inline std::optional<class_pattern> class_pattern_of(node const& like) {
  if (like.kind != kind::like || like.op != op::like || like.count != 2 || like[1].kind != kind::string) return {};
  auto const pattern = like[1].name.view();
  class_pattern made;
  bool has_class = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    auto const c = pattern[i];
    auto const end = c == '[' ? pattern.find(']', i) : pattern.npos;
    if (end != pattern.npos) {
      if (!is_character_class(pattern.substr(i + 1, end - i - 1), made.certain)) return {};
      has_class = true;
      made.glob += text::lower(pattern.substr(i, end - i + 1));
      i = end;
    } else if (c == '%' || c == '_') {
      made.glob += c == '%' ? '*' : '?';
    } else if (c == '*' || c == '?' || c == '[') {
      made.glob.append("[").append(1, c).append("]");
    } else {
      made.glob += text::lower(c);
    }
  }
  return has_class ? std::optional(std::move(made)) : std::nullopt;
}

}  // namespace t2s::sql

#endif
