// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_OFFER_COLLECTOR_HPP
#define T2S_LLM_DETAIL_READING_OFFER_COLLECTOR_HPP

#include "t2s/llm/detail/reading/statement_in_text.hpp"

namespace t2s::llm::detail::reading_impl {

/// Collects the statements that a text offers in fenced blocks and in elements, in order.
class offer_collector {
 public:
  explicit offer_collector(sql_reading_options const& options) : options_(&options) {}

  void read(std::string_view s, role outer = role::plain, std::size_t depth = 0) {
    auto const elements = element_finder(s).all();
    auto element = elements.begin();
    auto fence = next_fenced(s, 0);
    std::size_t from = 0, lead = 0, announced = 0;  // up to where the text was looked at
    while (fence || element != elements.end()) {
      bool const fence_first = fence && (element == elements.end() || fence->begin <= element->begin);
      auto const begin = fence_first ? fence->begin : element->begin;
      auto const end = fence_first ? fence->end : element->end;
      if (!fence_first && !has_statement(s.substr(begin, end - begin))) {
        ++element;
        continue;
      }
      if (depth == 0) read_announced(s.substr(announced, begin - announced));
      announced = begin;
      auto what = role_of_lead(s.substr(lead, begin - lead));
      option_ = option_of_lead(s.substr(lead, begin - lead));
      if (what == role::plain) what = outer;
      bool const used = fence_first ? read_fence(s, *fence, what, depth) : read_element(s, *element, what, depth);
      if (used) {
        if (depth == 0) around_.append(s.substr(from, begin - from)).append("\n");
        from = lead = announced = end;
      }
      if (!fence_first) ++element;
      while (element != elements.end() && element->begin < from) ++element;
      if (fence && fence->begin < from) fence = next_fenced(s, from);
    }
    if (depth > 0) return;
    around_.append(s.substr(from));
    read_announced(s.substr(std::max(announced, lead)));
    recommend(offers_, s.substr(lead));
  }

  [[nodiscard]] std::vector<offer> const& offers() const noexcept { return offers_; }
  [[nodiscard]] std::vector<block> const& blocks() const noexcept { return blocks_; }
  [[nodiscard]] std::vector<role> const& roles() const noexcept { return roles_; }  ///< of the blocks
  [[nodiscard]] std::string const& around() const noexcept { return around_; }      ///< the text outside
  [[nodiscard]] bool only_announced() const noexcept { return announced_ == added_; }

 private:
  static constexpr std::size_t most_depth = 4, most_leads = 512;

  /// Whether a word that begins statements is in a text.
  static bool has_statement(std::string_view s) {
    static constexpr std::array<std::string_view, 3> first_words{"select", "with", "values"};
    for (std::size_t i = 0; i < s.size();) {
      auto const word = keyword_at(s, i);
      if (is_one_of(word, first_words)) return true;
      i += std::max<std::size_t>(1, word.size());
    }
    return false;
  }

  [[nodiscard]] role role_of_lead(std::string_view lead) {
    if (++leads_ > most_leads) return role::plain;
    return lead_reader(options_->limits.grammar.dialect, offers_.empty()).read(lead);
  }
  [[nodiscard]] role role_of_name(std::string_view name) const {
    return role_of_words(plain_words(name), options_->limits.grammar.dialect, false);
  }

  bool read_fence(std::string_view s, fenced_range const& at, role what, std::size_t depth) {
    auto const b = block_of(s.substr(at.inside, at.inside_end - at.inside), at.closed);
    if (depth == 0) {
      blocks_.push_back(b);
      roles_.push_back(what);
    }
    bool const usable = is_sql_language(b.language) ? !text::trim(b.content).empty() : begins_statement(b.content);
    if (usable && what == role::plain && is_sql_language(b.language)) what = role_of_language(b.language);
    if (usable)
      add_statements({std::string(b.content), std::string(b.language), what, true, b.closed});
    else if (depth < most_depth)
      read(b.content, what, depth + 1);
    return true;
  }

  /// A language such as `sql` is that of any system.
  [[nodiscard]] role role_of_language(std::string_view language) const {
    return is_for_another(plain_words(language), options_->limits.grammar.dialect) ? role::other_dialect : role::plain;
  }

  bool read_element(std::string_view s, element const& e, role what, std::size_t depth) {
    auto content = text::trim(s.substr(e.inside, e.inside_end - e.inside));
    if (content.starts_with("<![CDATA[")) content = content.substr(9, content.rfind("]]>") - 9);
    if (auto const named = role_of_name(e.name); named != role::plain && named != role::next_question) what = named;
    auto const before = added_;
    if (depth < most_depth) read(content, what, depth + 1);
    if (added_ == before && begins_statement(content) && has_from_or_parses(content))
      add_statements({std::string(content), std::string(e.name), what, true, e.closed});
    return added_ > before;
  }

  [[nodiscard]] bool has_from_or_parses(std::string_view content) const {
    return text::lower(content.substr(0, most_mended)).find("from") != std::string::npos || sql::parse(content, options_->limits);
  }

  void add(offer o) {
    if (offers_.size() >= most_offers) offers_.erase(offers_.begin() + static_cast<std::ptrdiff_t>(most_offers / 2));
    offers_.push_back(std::move(o));
    ++added_;
  }

  /// Adds the statement of a block, or each of its statements if they have comments.
  void add_statements(offer all) {
    all.option = option_;
    if (all.what == role::plain && is_template(all.content)) all.what = role::example;
    std::string_view const content = all.content;
    std::vector<offer> each;
    bool labelled = false;
    for (std::size_t from = 0; from < content.size() && each.size() < most_offers;) {
      auto const end = statement_end(content, from);
      auto const one = text::trim(content.substr(from, end - from));
      from = end;
      if (!begins_statement(one)) continue;
      auto const comment = one.substr(0, statement_begin(one));
      auto const what = lead_reader(options_->limits.grammar.dialect, each.empty() && offers_.empty()).read(comment);
      labelled |= !text::trim(comment).empty();
      each.push_back({std::string(one), all.language, what == role::plain ? all.what : what, all.fenced, all.closed});
    }
    if (each.size() == 1 && all.what == role::plain) all.what = each[0].what;
    if (each.size() < 2 || !labelled) return add(std::move(all));
    for (auto& o : each) add(std::move(o));
  }

  /// The end of the statement that begins at `s[i]`: after its semicolon.
  static std::size_t statement_end(std::string_view s, std::size_t i) {
    while (i < s.size() && s[i] != ';') i = std::max(i + 1, after_quotes(s, i));
    return std::min(i + 1, s.size());
  }

  /// Whether SQL has the marks of a template in the place of names.
  static bool is_template(std::string_view sql) {
    auto const low = text::lower(sql.substr(0, most_mended));
    static constexpr std::array<std::string_view, 7> marks{"your_", "table_name", "column_name", "my_table", "some_table", "...", "\u2026"};
    return std::ranges::any_of(marks, [&](auto const m) { return low.find(m) != std::string::npos; });
  }

  /// Unfenced SQL that the text announces as the final one: "Correction: SELECT ...".
  void read_announced(std::string_view gap) {
    if (leads_ > most_leads) return;
    for (auto const begin : beginnings(gap)) {
      auto const before = gap.substr(0, gap.find_last_not_of(" \t\r\n*`\"", begin == 0 ? 0 : begin - 1) + 1);
      bool const announces = begin > 0 && (before.ends_with(':') || before.ends_with("\uFF1A"));
      if (!announces || lead_reader(options_->limits.grammar.dialect, offers_.empty()).read(before) != role::final) continue;
      auto done = read_from(gap, begin, options_->limits);
      if (!done) continue;
      ++announced_;
      add({std::move(done->sql), {}, role::final});
      return;
    }
  }

  sql_reading_options const* options_;
  std::vector<offer> offers_{};
  std::vector<block> blocks_{};
  std::vector<role> roles_{};
  std::string around_{};
  std::size_t added_ = 0;
  std::size_t announced_ = 0;  // of these
  std::size_t leads_ = 0;
  std::size_t option_ = 0;
};

}  // namespace t2s::llm::detail::reading_impl

#endif
