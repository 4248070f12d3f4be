// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_SQL_READER_HPP
#define T2S_LLM_DETAIL_READING_SQL_READER_HPP

#include "t2s/llm/detail/reading/meant_as_sql.hpp"
#include "t2s/llm/detail/reading/object_offers.hpp"

#include <iterator>

namespace t2s::llm::detail::reading_impl {

/// A text without the marks of a quotation (">") before the lines of a statement.
inline std::string without_quotation(std::string_view s) {
  std::string out;
  bool inside = false;
  for (std::size_t line = 0; line < s.size();) {
    auto const end = std::min(s.find('\n', line), s.size() - 1) + 1;
    auto content = s.substr(line, end - line);
    bool const quoted = content.starts_with('>');
    inside = quoted && (inside || begins_statement(content.substr(1)));
    if (inside) content.remove_prefix(content.starts_with("> ") ? 2 : 1);
    out += content;
    line = end;
  }
  return out;
}

/// Whether a statement may be in a text.
inline bool offers_statement(std::string_view s) { return !beginnings(s, 1).empty(); }

/// A text without the statements that are struck out, as in ~~SELECT ...~~, if others remain.
inline std::string without_struck_out(std::string s) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> marks{
      {{"~~", "~~"}, {"<del>", "</del>"}, {"<strike>", "</strike>"}}};
  std::string out;
  for (auto const& [open, close] : marks) {
    out.clear();
    std::size_t from = 0;
    for (auto at = s.find(open); at != s.npos;) {
      auto const begin = at + open.size();
      bool const is_fence = s.substr(begin, 1) == "~";
      bool const opens = !is_fence && begin < s.size() && !text::is_space(s[begin]);
      auto const end = opens ? s.find(close, begin) : s.npos;
      if (opens && end == s.npos) break;
      auto const after = opens ? end + close.size() : s.find_first_not_of('~', begin);
      if (opens && offers_statement(std::string_view(s).substr(begin, end - begin))) {
        out.append(s, from, at - from);
        from = after;
      }
      at = s.find(open, after);
    }
    if (from > 0 && offers_statement(out.append(s, from))) s = out;
  }
  return s;
}

/// Reads one completion; each function returns nothing if there is no SQL.
class sql_reader {
 public:
  sql_reader(std::string_view s, sql_reading_options const& options, reading_notes& notes)
      : unquoted_(without_struck_out(without_quotation(s))), s_(unquoted_), options_(&options), notes_(&notes), found_(options) {
    auto const whole = text::trim(s_);
    bool const fences_are_inside = !whole.empty() && (whole[0] == '{' || whole[0] == '[') && begins_literal(whole, 0);
    bool const is_sql = begins_statement(whole) && sql::parse(whole, options.limits);
    if (fences_are_inside || is_sql)
      around_ = s_;
    else
      found_.read(s_);
    if (around_.empty()) around_ = found_.around();
  }

  std::optional<std::string> read() {
    if (auto sql = from_blocks()) return sql;
    if (auto sql = from_objects()) return sql;
    return from_text();
  }

  /// A placeholder of a statement that did not count for that; "" if there was none.
  [[nodiscard]] std::string const& placeholder() const noexcept { return placeholder_; }

  std::optional<std::string> from_blocks() {
    auto usable = found_.offers();
    if (found_.only_announced()) usable = blocks_to_continue();
    for (auto const place : order_of(usable)) {
      auto const& taken = usable[place];
      auto done = statement_of(taken.content);
      if (!is_meant_as_sql(done)) continue;
      note_others(usable.size());
      if (taken.fenced) add(*notes_, taken.closed ? step::fenced_block : step::unclosed_fence, taken.language);
      add_unless_blank(*notes_, step::text_before, around_);
      return finish(std::move(done));
    }
    return {};
  }

 private:
  /// With SELECT in the prompt, a block without a language or with an unusable one may continue it.
  [[nodiscard]] std::vector<offer> blocks_to_continue() const {
    std::vector<offer> usable;
    for (std::size_t i = 0; i < found_.blocks().size(); ++i) {
      auto const& b = found_.blocks()[i];
      if (options_->continues_select && !is_other_language(b.language) && !text::trim(b.content).empty() &&
          continue_select(b.content, options_->limits))
        usable.push_back({std::string(b.content), std::string(b.language), found_.roles()[i], true, b.closed});
    }
    return usable;
  }

  /// Whether a text continues SELECT; in brackets it may begin with SELECT, as a subquery.
  [[nodiscard]] bool continues(std::string_view s) const {
    if (!options_->continues_select) return false;
    s = text::trim(s);
    bool const in_brackets = s.starts_with('(') && !sql::parse(s, options_->limits);
    return in_brackets || !begins_statement(s);
  }

  [[nodiscard]] statement_read statement_of(std::string_view content) const {
    if (continues(content))
      if (auto done = continue_select(content, options_->limits)) return *std::move(done);
    return read_statement(content, options_->limits);
  }

  /// The order in which to try the offers.
  [[nodiscard]] std::vector<std::size_t> order_of(std::vector<offer> const& all) const {
    using which = sql_reading_options::block;
    if (options_->take != which::first)
      return in_order(all, options_->take == which::last, [&](std::size_t i) { return answers(statement_of(all[i].content)); });
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) order[i] = i;
    return order;
  }

  /// Whether SQL parses and, if there is a schema, has a table or column of it.
  [[nodiscard]] bool answers(statement_read const& done) const {
    auto const p = sql::parse(text::trim(done.sql), options_->limits);
    if (!p) return false;
    bool const knows = options_->names && !options_->names->tables().empty();
    bool const has_from = p->root().count > 0 && p->root()[0].find(sql::kind::from) != nullptr;
    return !knows || !has_from || uses_names_of(*options_->names, p->root());
  }

  void note_others(std::size_t all) {
    if (all > 1) add(*notes_, step::other_blocks, std::to_string(all - 1));
  }

  /// The first placeholder of a statement, or of the clause behind it that was left out since it does not parse.
  [[nodiscard]] std::string_view placeholder_in(statement_read const& done) const {
    if (auto const found = placeholder_finder(done.sql, options_->names).first(); !found.empty()) return found;
    for (auto const& n : done.notes)
      if (n.what == step::text_after && has_clause(n.detail.substr(0, n.detail.find_first_of(" \n"))))
        if (auto const found = placeholder_finder(n.detail, options_->names).first(); !found.empty()) return found;
    return {};
  }

  [[nodiscard]] bool is_meant_as_sql(statement_read const& done) {
    bool const continued = std::ranges::find(done.notes, step::continued, &reading_note::what) != done.notes.end();
    bool const begins = begins_statement(done.sql);
    if (!begins && is_placeholder(done.sql)) return false;
    if (auto const found = placeholder_in(done); !found.empty()) {
      if (placeholder_.empty()) placeholder_ = found;
      return false;
    }
    return is_meant(text::trim(done.sql), *options_, !continued && begins);
  }

  std::string finish(statement_read done) {
    std::ranges::move(done.notes, std::back_inserter(*notes_));
    return std::string(text::trim(done.sql));
  }

  std::optional<std::string> from_objects() {
    object_offers found(*options_);
    bool complete = true;
    auto const collect_from = [&](std::string_view s, role outer) {
      std::size_t lead = 0;
      for (auto const& l : literals_in(s, complete)) {
        auto const what = lead_reader(options_->limits.grammar.dialect, found.empty()).read(s.substr(lead, l.begin - lead));
        found.collect(l, what == role::plain ? outer : what);
        lead = l.end;
      }
    };
    auto const& blocks = found_.blocks();
    if (blocks.empty()) collect_from(s_, role::plain);
    for (std::size_t i = 0; i < blocks.size(); ++i) collect_from(blocks[i].content, found_.roles()[i]);
    if (!blocks.empty() && found.empty()) collect_from(around_, role::plain);
    for (auto const& all : found.groups()) {
      for (auto const place : order_of(all)) {
        auto done = statement_of(all[place].content);
        if (!is_meant_as_sql(done)) continue;
        note_others(all.size());
        add(*notes_, step::object);
        if (!complete) add(*notes_, step::missing_end);
        if (all[place].fenced) add(*notes_, step::fenced_block, all[place].language);
        return finish(std::move(done));
      }
    }
    return {};
  }

  std::optional<std::string> from_text() {
    if (continues(around_) && found_.only_announced())
      for (auto const& o : found_.offers())
        if (auto done = statement_of(o.content); is_meant_as_sql(done)) return finish(std::move(done));
    if (continues(around_))
      if (auto done = continue_select(around_, options_->limits); done && is_meant_as_sql(*done)) return finish(*std::move(done));
    auto const& blocks = found_.blocks();
    auto done = found_in(blocks.empty() ? s_ : around_);
    for (auto b = blocks.rbegin(); !done && b != blocks.rend(); ++b) {
      done = found_in(b->content);
      if (done) add(*notes_, b->closed ? step::fenced_block : step::unclosed_fence, b->language);
    }
    return done ? std::optional(finish(*std::move(done))) : std::nullopt;
  }

  [[nodiscard]] std::optional<statement_read> found_in(std::string_view s) {
    auto found = find_statements(s, options_->limits);
    for (auto const place : order_of(found.offers))
      if (is_meant_as_sql(found.read[place])) return std::move(found.read[place]);
    auto done = found.read.empty() ? unparsed_statement(s, options_->limits) : std::nullopt;
    return done && is_meant_as_sql(*done) ? std::move(done) : std::nullopt;
  }

  std::string unquoted_;
  std::string_view s_;
  sql_reading_options const* options_;
  reading_notes* notes_;
  std::string around_{};
  offer_collector found_;
  std::string placeholder_{};
};

}  // namespace t2s::llm::detail::reading_impl

#endif
