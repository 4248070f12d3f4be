// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_OBJECT_OFFERS_HPP
#define T2S_LLM_DETAIL_READING_OBJECT_OFFERS_HPP

#include "t2s/llm/detail/reading/offer_collector.hpp"

namespace t2s::llm::detail::reading_impl {

/// Collects the SQL in values of JSON and Python. The keys say what it is: {"draft_sql": ..., "final_sql": ...}.
class object_offers {
 public:
  explicit object_offers(sql_reading_options const& options) : options_(&options) {}

  void collect(literal const& l, role what, bool names_sql = false) {
    if (l.what == literal::kind::object) what = role_of_object(l, what);
    if (auto const* named = named_best(l)) best_ = named;
    if (&l == best_) what = role::final;
    if (l.what == literal::kind::text) add(l.text, {}, what, names_sql);
    for (std::size_t i = 0; i < l.items.size(); ++i) {
      auto const& item = l.items[i];
      if (l.what != literal::kind::object) {
        collect(item, what, names_sql);
        continue;
      }
      auto const name = plain_name(l.names[i]);
      auto const named = role_of_key(l.names[i]);
      auto const own = &item == best_ ? role::final : named == role::plain ? what : named;
      bool const of_sql = names_sql || name.find("sql") != name.npos || name.find("quer") != name.npos;
      if (item.what == literal::kind::text)
        add(item.text, name, own, of_sql);
      else
        collect(item, own, of_sql);
    }
  }

  [[nodiscard]] bool empty() const {
    return std::ranges::all_of(groups_, [](auto const& group) { return group.empty(); });
  }
  /// The groups in the order in which they count: under a key for SQL; under another key for answers; other texts under a key for SQL;
  /// other statements.
  [[nodiscard]] std::array<std::vector<offer>, 4> const& groups() const noexcept { return groups_; }

 private:
  void add(std::string const& value, std::string const& name, role what, bool names_sql) {
    static constexpr std::string_view answers =
        " answer finalanswer code result output statement response solution final corrected revised ";
    if (text::trim(value).empty()) return;
    offer_collector inner(*options_);
    inner.read(value, what);
    bool const has_inner = !inner.only_announced();
    bool const begins = has_inner || begins_statement(value);
    if (!begins && !names_sql) return;
    bool const counts = what == role::final || what == role::plain || what == role::step;
    bool const sql_or_final = (names_sql && counts) || what == role::final;
    auto& group = groups_[!begins ? 2 : sql_or_final ? 0 : names_sql || is_listed(answers, name) ? 1 : 3];
    if (has_inner)
      group.insert(group.end(), inner.offers().begin(), inner.offers().end());
    else
      group.push_back({value, {}, what});
  }

  [[nodiscard]] role role_of_key(std::string_view key) const {
    auto const words = plain_words(key);
    if (words == " answer ") return role::plain;
    if (has_phrase(words, "attempt|iteration|revision|history|round|chain")) return role::step;
    auto const what = role_of_words(words, options_->limits.grammar.dialect, false);
    return what == role::next_question ? role::plain : what;
  }

  /// What the other members say of an object's SQL: {"type": "verification", "sql": ...}.
  [[nodiscard]] role role_of_object(literal const& object, role outer) const {
    static constexpr std::string_view labels =
        " dialect database engine label type title name kind purpose role status stage version description ";
    constexpr std::size_t longest = 80;
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      auto const& item = object.items[i];
      auto const name = plain_name(object.names[i]);
      if (is_listed(" step attempt iteration round ", name)) return role::step;
      bool const yes = text::same(item.text, "true");
      if (is_listed(" isfinal final selected chosen iscorrect correct isbest ", name) && (yes || text::same(item.text, "false")))
        return yes ? role::final : role::draft;
      if (item.what != literal::kind::text || item.text.size() > longest || !is_listed(labels, name)) continue;
      if (auto const what = role_of_key(item.text); what != role::plain) return what;
    }
    return outer;
  }

  /// The item that an object calls the best of its others: {"candidates": ["SELECT ...", "SELECT ..."], "best": 1}; nullptr if none.
  [[nodiscard]] static literal const* named_best(literal const& object) {
    static constexpr std::string_view keys =
        " best bestindex bestid bestcandidate chosen chosenindex selected selectedindex choice winner preferred ";
    if (object.what != literal::kind::object) return nullptr;
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      auto const value = plain_name(object.items[i].text);
      if (value.empty() || value.size() > 40 || !is_listed(keys, plain_name(object.names[i]))) continue;
      if (auto const* own = item_called(object, value)) return own;
      for (auto const& item : object.items)
        if (auto const* found = item.what == literal::kind::object ? item_called(item, value) : candidate(item, value)) return found;
    }
    return nullptr;
  }
  [[nodiscard]] static literal const* item_called(literal const& object, std::string const& name) {
    for (std::size_t i = 0; i < object.names.size(); ++i)
      if (plain_name(object.names[i]) == name) return &object.items[i];
    return nullptr;
  }
  /// The item of a list of statements with this name or number; else the one at this index, from 0 as in JSON.
  [[nodiscard]] static literal const* candidate(literal const& list, std::string const& value) {
    static constexpr std::array<std::string_view, 7> names{"id", "index", "number", "candidate", "option", "name", "label"};
    auto const offers = [](literal const& l) { return l.what == literal::kind::object || begins_statement(l.text); };
    if (list.items.size() < 2 || !std::ranges::all_of(list.items, offers)) return nullptr;
    for (auto const& item : list.items)
      if (auto const* own = find_item(item, names); own != nullptr && plain_name(own->text) == value) return &item;
    bool const is_digit = value.size() == 1 && text::is_digit(value[0]);
    auto const at = is_digit ? static_cast<std::size_t>(value[0] - '0') : list.items.size() + 1;
    return at < list.items.size() ? &list.items[at] : at == list.items.size() ? &list.items.back() : nullptr;
  }

  sql_reading_options const* options_;
  literal const* best_ = nullptr;
  std::array<std::vector<offer>, 4> groups_{};
};

}  // namespace t2s::llm::detail::reading_impl

#endif
