// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_SIMULATED_IPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_SIMULATED_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/studies/correctors/detail/simulated.hpp"
#include "t2s/lab/studies/detail/exchange.hpp"
#include "t2s/lab/studies/detail/simulated_reply.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace t2s::correctors {

namespace detail {

using studies::correction;
using namespace studies::detail;

/// One revision of a simulated corrector.
class simulated_revision {
 public:
  simulated_revision(simulated const& by, correction const& at)
      : by_(by), at_(at), sql_(simulated_reply::latest_sql(at)), gold_(align::entities_used(at.asked.sql, at.schema)) {}

  [[nodiscard]] std::string sql() {
    bool entities = false, skeleton = false, other = false;
    for (auto const& r : at_.run.past()->latest().remarks) {
      bool const names_entities = r.is_about<align::linked_entities>() && at_.run.linked();
      bool const names_skeleton = r.is_about<skeleton::parsed>() && at_.run.parsed();
      entities |= names_entities;
      skeleton |= names_skeleton;
      other |= !names_entities && !names_skeleton;
    }
    if (other && follow_other()) return sql_;
    if (skeleton) follow_skeleton();
    if (entities) follow_entities();
    return sql_;
  }

 private:
  [[nodiscard]] bool follows(bool rightly, std::string const& what) const {
    auto const round = std::to_string(at_.run.past()->size());
    return at_.draw(round + " " + what) < (rightly ? by_.mends : by_.spoils);
  }

  /// Whether the whole SQL was replaced.
  bool follow_other() {
    bool const wrong = !at_.is_right(sql_);
    if (!follows(wrong, "wrong")) return false;
    sql_ = wrong ? at_.asked.sql : spoilt();
    return true;
  }

  void follow_skeleton() {
    auto const wanted = skeleton::parse_sql(at_.asked.sql, sql::dialect_of(at_.schema)).skeleton;
    bool const rightly = at_.run.parsed()->skeleton == wanted;
    if (!follows(rightly, "skeleton")) return;
    if (!rightly) {
      sql_ = spoilt();
      return;
    }
    auto const used = align::entities_used(sql_, at_.schema);
    sql_ = exchanged(at_.asked.sql, at_.schema, paired(only_in(gold_, used), only_in(used, gold_)));
  }

  void follow_entities() {
    auto const missing = align::missing_in(sql_, at_.schema, *at_.run.linked());
    std::vector<align::entity> named = missing.columns, followed_wrongly;
    for (auto const& t : missing.tables) named.insert(named.begin(), {t, {}});
    std::vector<align::entity> mended;
    for (auto const& e : named) {
      bool const rightly = uses(gold_, e);
      if (follows(rightly, align::to_text(e))) (rightly ? mended : followed_wrongly).push_back(e);
    }
    auto const used = align::entities_used(sql_, at_.schema);
    auto all = paired(only_in(used, gold_), mended);
    auto const wrongly = paired(only_in(used, {}), followed_wrongly);
    all.insert(all.end(), wrongly.begin(), wrongly.end());
    sql_ = exchanged(sql_, at_.schema, all);
  }

  [[nodiscard]] static bool uses(align::linked_entities const& in, align::entity const& e) {
    if (e.column.empty()) return std::ranges::any_of(in.tables, [&](auto const& t) { return text::same(t, e.table); });
    return std::ranges::any_of(
        in.columns, [&](auto const& c) { return text::same(c.column, e.column) && (e.table.empty() || text::same(c.table, e.table)); });
  }

  /// Wrong SQL.
  [[nodiscard]] std::string spoilt() const {
    auto const files = at_.drafts.size();
    for (std::size_t i = 1; i < files; ++i)
      if (auto const& other = at_.drafts[(at_.file + i) % files]; other != sql_ && !at_.is_right(other)) return other;
    auto const used = align::entities_used(sql_, at_.schema);
    auto const* const table = used.columns.empty() ? nullptr : at_.schema.find_table(used.columns.front().table);
    auto const columns = table ? table->columns.size() : 0;
    auto const begin = static_cast<std::size_t>(at_.draw("column") * static_cast<double>(columns));
    for (std::size_t i = 0; i < columns; ++i) {
      std::array const one{exchange{used.columns.front(), {table->name, table->columns[(begin + i) % columns].name}}};
      if (auto other = exchanged(sql_, at_.schema, one); !at_.is_right(other)) return other;
    }
    return "SELECT NULL";
  }

  simulated const& by_;
  correction const& at_;
  std::string sql_;
  align::linked_entities gold_;
};

inline std::string probability(double p) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), p).ptr};
}

}  // namespace detail

T2S_DECL llm::completion simulated::answer(studies::correction const& at, llm::request const&) const {
  using reply = studies::detail::simulated_reply;
  return reply(at).text([&] { return detail::simulated_revision(*this, at).sql(); }, [&] { return at.is_right(reply::latest_sql(at)); });
}

T2S_DECL std::string simulated::description() const {
  return "simulated: mends " + detail::probability(mends) + " of what is named rightly, follows " + detail::probability(spoils) +
         " of what is named wrongly";
}

T2S_DECL std::vector<std::string> simulated::assumptions() const {
  auto all = studies::detail::simulated_reply::assumptions();
  all.insert(all.end(),
             {"A table, a column or a skeleton that a remark names rightly is mended with probability " + detail::probability(mends) +
                  ", and nothing else of the SQL; so is the whole SQL after any other remark about wrong SQL.",
              "What a remark names wrongly is followed with probability " + detail::probability(spoils) +
                  ": another table or column takes the place of one that is used, or the revision is another file's wrong prediction.",
              "A judge knows what is right."});
  return all;
}

}  // namespace t2s::correctors

#endif
