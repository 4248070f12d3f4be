// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_ALIGN_IMPL_ALIGNMENT_READER_HPP
#define T2S_ALIGN_IMPL_ALIGNMENT_READER_HPP

#include "t2s/align/impl/alignment_by_sql.hpp"
#include "t2s/llm/completion_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::align::detail {

/// The places of two sequences' longest common subsequence, pairwise. O(|a| |b|).
inline std::vector<std::pair<std::size_t, std::size_t>> common_subsequence(std::vector<std::string> const& a,
                                                                           std::vector<std::string> const& b) {
  auto const width = b.size() + 1;
  std::vector<std::uint32_t> longest((a.size() + 1) * width);  // of what follows from i and j on
  for (auto i = a.size(); i-- > 0;)
    for (auto j = b.size(); j-- > 0;)
      longest[i * width + j] =
          a[i] == b[j] ? longest[(i + 1) * width + j + 1] + 1 : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();)
    if (a[i] == b[j])
      pairs.emplace_back(i++, j++);
    else
      ++(longest[(i + 1) * width + j] >= longest[i * width + j + 1] ? i : j);
  return pairs;
}

/// Reads what a model aligned.
class alignment_reader {
 public:
  alignment_reader(std::string_view question, std::string_view sql, schema::database const& d)
      : question_(question), schema_(d), used_(used_columns(sql, d)) {}

  [[nodiscard]] linked_entities read(std::string_view completion) {
    auto const tokens = retrieve::tokens_of(question_);
    alignment out = unaligned(question_, tokens);
    auto const objects = llm::read_objects(completion);
    if (!objects) return linked_entities(std::move(out), objects.error_found().text());
    read_tags(*objects, 2 * tokens.size() + 64);
    std::vector<std::string> own;
    for (auto const& t : tokens) own.push_back(t.text);
    for (auto const& [i, j] : common_subsequence(own, words_)) {
      out[i].schema = tags_[j].schema;
      out[i].to = tags_[j].to;
    }
    return linked_entities(std::move(out), text::join(left_out_, "; "));
  }

 private:
  /// A token of the model's each, however it split the question; at most `most`.
  void read_tags(std::vector<llm::text_object> const& objects, std::size_t most) {
    for (auto const& o : objects) {
      auto const tag = tag_of(o);
      for (auto& t : retrieve::tokens_of(o["token"])) {
        if (words_.size() >= most) return;
        words_.push_back(std::move(t.text));
        tags_.push_back(tag);
      }
    }
  }

  [[nodiscard]] aligned_token tag_of(llm::text_object const& o) {
    auto const schema = o["schema"];
    auto const type = text::lower(text::trim(o["type"]));
    aligned_token tag;
    bool const none = schema.empty() || text::same(schema, "null") || text::same(schema, "none");
    if (none || schema.find('*') != schema.npos) return tag;
    bool const value = type.starts_with("val");
    auto const entity = find(schema, value || type.starts_with("col"));
    if (!entity) {
      leave_out(schema);
      return tag;
    }
    tag.schema = *entity;
    tag.to = entity->column.empty() ? aligned::table : value ? aligned::value : aligned::column;
    return tag;
  }

  void leave_out(std::string_view schema) {
    auto what = std::string("the schema has no ").append(text::valid_utf8(schema.substr(0, 60)));
    if (left_out_.size() < 5 && std::ranges::find(left_out_, what) == left_out_.end()) left_out_.push_back(std::move(what));
  }

  [[nodiscard]] static std::string_view bare(std::string_view name) {
    name = text::trim(name);
    static constexpr std::string_view open = "\"`'[", close = "\"`']";
    auto const mark = name.empty() ? open.npos : open.find(name.front());
    if (name.size() > 1 && mark != open.npos && name.back() == close[mark]) name = name.substr(1, name.size() - 2);
    return text::trim(name);
  }

  /// What the schema has by a name, in its own spelling.
  [[nodiscard]] std::optional<entity> find(std::string_view written, bool column_first) const {
    for (auto const name : {text::trim(written), bare(written)}) {
      auto found = column_first ? column(name) : table(name);
      if (!found) found = column_first ? table(name) : column(name);
      if (found) return found;
    }
    return {};
  }

  [[nodiscard]] std::optional<entity> table(std::string_view name) const {
    auto const* t = schema_.find_table(bare(name));
    return t ? std::optional(entity{t->name, {}}) : std::nullopt;
  }

  [[nodiscard]] std::optional<entity> column(std::string_view name) const {
    for (auto dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
      auto const* t = schema_.find_table(bare(name.substr(0, dot)));
      auto const* c = t ? t->find_column(bare(name.substr(dot + 1))) : nullptr;
      if (c) return entity{t->name, c->name};
    }
    return column_of_any_table(bare(name));
  }

  /// A column alone: of the only table that has it, or of the only one of those that the SQL uses; else just its name.
  [[nodiscard]] std::optional<entity> column_of_any_table(std::string_view name) const {
    auto const owners = schema_.tables_with(name);
    if (owners.empty()) return {};
    std::vector<schema::table const*> used;
    for (auto const* t : owners)
      if (used_.contains({static_cast<std::uint32_t>(t - schema_.tables().data())})) used.push_back(t);
    auto const& told = used.empty() ? owners : used;
    auto const spelt = told.front()->find_column(name)->name;
    return entity{told.size() == 1 ? told.front()->name : "", spelt};
  }

  std::string_view question_;
  schema::database const& schema_;
  std::set<link::column_id> used_;
  std::vector<std::string> words_{};  // of the model's tokens
  std::vector<aligned_token> tags_{};
  std::vector<std::string> left_out_{};
};

}  // namespace t2s::align::detail

#endif
