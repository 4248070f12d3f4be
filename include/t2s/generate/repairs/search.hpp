// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_SEARCH_HPP
#define T2S_GENERATE_REPAIRS_SEARCH_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"
#include "t2s/knowledge/lexicon.hpp"
#include "t2s/link/lexical.hpp"
#include "t2s/sql/dialect.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::generate {

/// One thing that was put right.
struct repair_step {
  repair_kind what{};                   ///< which rule it was
  std::string why{};                    ///< what was done, in words
  std::string sql{};                    ///< the statement after it
  std::vector<std::string> not_read{};  ///< where the question was read anew, the parts of it that `sql` does without

  friend bool operator==(repair_step const&, repair_step const&) = default;
};

/// What became of a statement.
struct repair_outcome {
  std::string sql{};                         ///< as it was, if nothing was repaired
  std::vector<repair_step> steps{};          ///< empty if it was left alone
  std::optional<db::execution> execution{};  ///< what `sql` gives
  std::size_t executed = 0;                  ///< statements that it took

  /// Whether anything was changed.
  [[nodiscard]] bool repaired() const noexcept { return !steps.empty(); }

  /// All reasons, with "; " between.
  [[nodiscard]] T2S_DECL std::string why() const;
};

/// What repairs may do.
struct repair_options {
  bool aggressive = false;  ///< whether the texts of a statement that runs and gives rows are looked at too
  bool reads = true;  ///< whether the question is read anew (`reader::fill_skeletons`) where no repair of a failing statement is near
  std::size_t statements = 24;  ///< executed at most
  /// The grammars in which a statement is read that SQLite's does not take, in this order: `sql::other_dialects` (sql/dialects.hpp) has
  /// all. Whoever names none compiles none. Functions and row limits of other dialects are translated without them.
  std::span<sql::grammar const> dialects{};
  double farthest = 1.4;        ///< the cost of all repairs of a failing statement together; see `repairs::proposal`
  double farthest_empty = 0.6;  ///< the same of a statement that gives no rows
};

namespace repairs {

/// The search for the repair of one statement: which statement's outcome is wanted next, and what that outcome means. Executes nothing
/// itself. Deterministic.
///
///     while (auto const sql = search.next()) search.learn(database.execute(*sql));
///     auto const done = search.outcome();
class search {
 public:
  /// `question` may be empty. The lexicon must outlive the search.
  T2S_DECL search(link::lexicon const& names, std::string sql, std::string_view question, repair_options const& options);

  /// The statement whose outcome is to be told to `learn`; nothing once the search is over.
  [[nodiscard]] T2S_DECL std::optional<std::string> next();
  T2S_DECL void learn(db::execution done);  ///< takes what the statement that was asked for gave

  [[nodiscard]] T2S_DECL repair_outcome outcome() &&;  ///< what the search came to

 private:
  struct state {
    std::string sql{};
    double cost = 0;
    std::vector<repair_step> steps{};
  };
  enum class aim { unknown, to_run, to_give_rows, to_be_sure };

  T2S_DECL void first_outcome(db::execution done);
  T2S_DECL void accept(db::execution done);
  T2S_DECL void expand_failing(state const& from, statement const& s);
  T2S_DECL void expand_running(state const& from);
  T2S_DECL void add(state const& from, proposals found, std::size_t most);
  T2S_DECL void add_readings();
  [[nodiscard]] T2S_DECL std::optional<state> take();
  [[nodiscard]] T2S_DECL double limit() const;
  [[nodiscard]] T2S_DECL bool prepare(state const& s);

  link::lexicon const& names_;
  std::string question_;
  repair_options options_;
  link::links linked_{};
  knowledge known_{};
  state original_{};
  std::vector<state> open_{};
  std::set<std::string> seen_{};
  std::optional<state> asked_{};
  std::optional<db::execution> first_{};
  std::optional<state> best_{};
  std::optional<db::execution> best_outcome_{};
  aim aim_ = aim::unknown;
  bool over_ = false;
  bool read_ = false;
  std::size_t executed_ = 0, looked_at_ = 0, stopped_ = 0;
};

}  // namespace repairs
}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/search.ipp"
#endif

#endif
