// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEPT_VALUES_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEPT_VALUES_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace t2s::knowledge {
namespace detail::keeping {

/// Whether LIKE compares a text byte by byte, apart from the case of ASCII letters. It reads undecodable bytes as U+FFFD, and U+FFFE and
/// U+FFFF as U+FFFD, so none of these can be searched for here.
inline bool is_plain(std::string_view s) {
  return !s.empty() && s.find('\0') == s.npos && s.find("\xEF\xBF") == s.npos && !text::first_invalid_utf8(s);
}

/// Longer ones make patterns that the database may reject.
inline constexpr std::size_t longest_content = 64;

/// For greater ones a real number may equal the integer, and DISTINCT does not separate them.
inline bool is_plain(std::int64_t i) {
  static constexpr std::int64_t least_doubtful = std::int64_t{1} << 46U;
  return -least_doubtful < i && i < least_doubtful;
}

/// The value as LIKE sees it; nothing if it cannot be kept.
inline std::optional<std::string> as_text(value const& v, bool numeric) {
  if (auto const* i = v.integer()) return numeric && is_plain(*i) ? std::optional(std::to_string(*i)) : std::nullopt;
  auto const* t = v.text();
  if (!t || t->find('\0') != t->npos || text::first_invalid_utf8(*t)) return {};
  return *t;
}

}  // namespace detail::keeping

T2S_DECL std::string kept_values::probe() { return "SELECT 'A' LIKE 'a', '\xC3\x84' LIKE '\xC3\xA4', 'A' = 'a', 'ba' LIKE '%A%'"; }

T2S_DECL bool kept_values::is_as_sqlite(db::execution const& answer) {
  return answer.ok() && answer.rows.values == std::vector<std::vector<value>>{{1, 0, 0, 1}};
}

T2S_DECL bool kept_values::may_keep(schema::table const& t, schema::column const& c) {
  auto const ddl = text::lower(t.ddl);
  bool const is_ordinary = !t.is_view && ddl.starts_with("create table");
  bool const has_affinity = !text::same(c.type, "any");  // in a strict table, ANY has no affinity
  return is_ordinary && has_affinity && ddl.find("collate") == ddl.npos && schema::affinity_of(c.type) != schema::affinity::real;
}

T2S_DECL std::string kept_values::statement(schema::table const& t, schema::column const& c) const {
  auto const in_quotes = [](std::string const& name) { return schema::in_quotes(name, sql::dialect::sqlite); };  // `is_as_sqlite`
  auto const column = in_quotes(c.name);
  auto sql = "SELECT DISTINCT " + column + " FROM " + in_quotes(t.name) + " WHERE " + column + " LIKE '%%' LIMIT ";
  return sql.append(std::to_string(limits_.values + 1));
}

T2S_DECL void kept_values::keep(schema::table const& t, schema::column const& c, db::execution const& read) {
  if (!read.ok()) return leave_out(t, c, read.failure->message);
  if (read.rows.values.size() > limits_.values)
    return leave_out(t, c, "it has more than " + std::to_string(limits_.values) + " different values");
  column_values made;
  auto const affinity = schema::affinity_of(c.type);
  made.compares_numbers = affinity != schema::affinity::text && affinity != schema::affinity::blob;
  for (auto const& row : read.rows.values) {
    auto const text = row.empty() ? std::nullopt : detail::keeping::as_text(row.front(), made.compares_numbers);
    if (!text || made.texts.size() + text->size() >= std::numeric_limits<std::uint32_t>::max()) return;
    made.begins.push_back(static_cast<std::uint32_t>(made.texts.size()));
    made.is_number.push_back(row.front().integer() != nullptr);
    made.texts.append(*text).append(1, '\0');
  }
  made.lowered = text::lower(made.texts);
  auto const bytes = 2 * made.texts.size() + made.begins.size() * (sizeof(std::uint32_t) + 1);
  if (bytes > limits_.bytes - bytes_)
    return leave_out(t, c, "all columns together take more than " + std::to_string(limits_.bytes) + " bytes");
  bytes_ += bytes;
  columns_.insert_or_assign({t.name, c.name}, std::move(made));
}

/// The first `most` texts that contain the content, or equal it if `whole`.
T2S_DECL kept_values::values kept_values::search(column_values const& in, std::string_view content, std::size_t most, bool whole) {
  values found;
  auto const looked_for = text::lower(content);
  std::string_view const texts = in.texts, lowered = in.lowered;
  for (auto at = lowered.find(looked_for); at != lowered.npos && found.size() < most;) {
    auto const next = std::upper_bound(in.begins.begin(), in.begins.end(), at);
    auto const i = static_cast<std::size_t>(next - in.begins.begin()) - 1;
    auto const end = next == in.begins.end() ? texts.size() : *next;
    auto const text = texts.substr(in.begins[i], end - 1 - in.begins[i]);
    if (!whole || text == content) {
      std::int64_t number = 0;
      if (in.is_number[i]) std::from_chars(text.data(), text.data() + text.size(), number);
      found.push_back(in.is_number[i] ? value(number) : value(text));
    }
    at = lowered.find(looked_for, end);
  }
  return found;
}

T2S_DECL kept_values::column_values const* kept_values::find(std::string const& table, std::string const& column,
                                                             std::string_view content) const {
  if (!detail::keeping::is_plain(content) || content.size() > detail::keeping::longest_content) return nullptr;
  auto const known = columns_.find({table, column});
  return known == columns_.end() ? nullptr : &known->second;
}

T2S_DECL std::optional<kept_values::values> kept_values::equal_to(std::string const& table, std::string const& column,
                                                                  std::string_view content) const {
  auto const* in = find(table, column, content);
  if (!in || (in->compares_numbers && std::any_of(content.begin(), content.end(), text::is_digit))) return {};
  return search(*in, content, 1, true);
}

T2S_DECL std::optional<kept_values::values> kept_values::containing(std::string const& table, std::string const& column,
                                                                    std::string_view content, std::size_t most) const {
  auto const* in = find(table, column, content);
  return in ? std::optional(search(*in, content, most, false)) : std::nullopt;
}

}  // namespace t2s::knowledge

#endif
