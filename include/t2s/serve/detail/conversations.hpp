// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CONVERSATIONS_HPP
#define T2S_SERVE_DETAIL_CONVERSATIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/serve/detail/served_database.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

/// A conversation: questions of one user over one database, each asked in the light of those before.
struct conversation {
  std::string id{};          ///< 128 random bits, in hexadecimal digits
  std::string database{};    ///< the name under which it is served
  std::string title{};       ///< one line: the first question, until it is renamed
  std::int64_t begun = 0;    ///< in milliseconds since 1970
  std::int64_t changed = 0;  ///< when it was begun, or its last turn was answered
  std::size_t turns = 0;     ///< how many it has
};

/// A question of a conversation, and the SQL that answered it.
struct kept_turn {
  std::string question{};  ///< as it was asked
  std::string sql{};       ///< empty if none answered it, or if it names what its reader may not see (any more)
  std::int64_t at = 0;     ///< when it was answered, in milliseconds since 1970
};

/// How much a store keeps. Beyond the limits of a user the conversations that were unused for longest are forgotten.
struct conversation_limits {
  std::size_t of_user = 1'000;                      ///< conversations of a user
  std::size_t bytes = std::size_t{16} << 20U;       ///< bytes of all questions and SQL of a user
  std::size_t turns = 200;                          ///< turns of a conversation; a further question is refused
  std::size_t asked = 20;                           ///< the last turns that a run knows
  std::size_t text_bytes = std::size_t{64} << 10U;  ///< of a question; longer SQL is kept as none
  std::size_t title_bytes = 200;                    ///< of a title; a longer one is cut
};

/// The database of a store. Statements have their values as $1, $2, ... in the order of their first use, and run between `begin` and
/// `commit` or `roll_back`. All functions throw `t2s::error`, apart from `roll_back`. One thread at a time calls them.
class conversation_database {
 public:
  using row = std::vector<std::string>;  ///< values as text

  conversation_database() = default;
  conversation_database(conversation_database const&) = delete;
  conversation_database& operator=(conversation_database const&) = delete;
  virtual ~conversation_database() = default;

  /// Begins a transaction that no other writer shares, of this process or another; connects anew if the connection was lost.
  virtual void begin() = 0;
  /// The rows of a statement.
  virtual std::vector<row> run(std::string const& sql, std::vector<std::string> const& values) = 0;
  /// Makes the changes last.
  virtual void commit() = 0;
  /// Undoes them.
  virtual void roll_back() noexcept = 0;
};

/// The statements that make its tables, if they are not there; for SQLite and PostgreSQL.
inline constexpr char tables_of_conversations[] =
    "CREATE TABLE IF NOT EXISTS t2s_conversations(id TEXT PRIMARY KEY, owner TEXT NOT NULL, database TEXT NOT NULL, title TEXT NOT NULL, "
    "begun BIGINT NOT NULL, changed BIGINT NOT NULL, bytes BIGINT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS t2s_conversations_by_owner ON t2s_conversations(owner, changed);"
    "CREATE TABLE IF NOT EXISTS t2s_turns(conversation TEXT NOT NULL, number BIGINT NOT NULL, question TEXT NOT NULL, sql TEXT NOT NULL, "
    "at BIGINT NOT NULL, PRIMARY KEY(conversation, number))";

/// An SQLite file for conversations, which only its owner may read; made if it does not exist. "" is memory. Throws `t2s::error`:
/// `file_unwritable`, `malformed_data` for the database of another program, `corrupt_database`.
[[nodiscard]] T2S_DECL std::unique_ptr<conversation_database> open_conversation_file(std::string const& path);

/// The conversations of the users of a server. Questions and SQL are kept, rows are not. Whoever is not the owner of a conversation gets
/// the answer for one that does not exist; without users all callers are the owner "".
///
/// A turn's SQL is given only if all its tables and columns are in the schema that the caller's database has now: who loses a right does
/// not read it in an old conversation, nor does a model on this user's behalf.
///
/// Thread safe; a change lasts when its function returns. When the database fails, all functions throw `t2s::error` with its code and a
/// text for users; what the database said, which may name its address and role, goes to standard error.
class conversations {
 public:
  /// `in` must not be null.
  T2S_DECL explicit conversations(std::unique_ptr<conversation_database> in, conversation_limits limits = {});
  conversations(conversations const&) = delete;
  conversations& operator=(conversations const&) = delete;
  ~conversations() = default;

  /// Begins one, whose title is its first question.
  T2S_DECL conversation begin(std::string const& owner, std::string const& database, std::string_view question);
  /// Those of an owner, the latest changed first.
  [[nodiscard]] T2S_DECL std::vector<conversation> list(std::string const& owner);
  /// One of them; nothing without it.
  [[nodiscard]] T2S_DECL std::optional<conversation> find(std::string const& owner, std::string const& id);
  /// Its turns as that user sees them, the oldest first, and not more than the last `most`; none without it.
  [[nodiscard]] T2S_DECL std::vector<kept_turn> turns(std::string const& owner, std::string const& id, served_database const& seen,
                                                      std::size_t most = 1'000'000);
  /// The last of them, for a run.
  [[nodiscard]] T2S_DECL std::vector<turn> last_turns(std::string const& owner, std::string const& id, served_database const& seen);
  /// Whether it takes another question.
  [[nodiscard]] bool takes_more(conversation const& one) const noexcept { return one.turns < limits_.turns; }
  /// Adds a turn; returns false if the conversation is gone, or takes no more.
  T2S_DECL bool add(std::string const& owner, std::string const& id, turn const& answered);
  /// Gives it another title and returns it; nothing without it. Throws `error` with `invalid_argument` for a title of blanks.
  T2S_DECL std::optional<conversation> rename(std::string const& owner, std::string const& id, std::string_view title);
  /// Deletes it and returns what it was; nothing without it.
  T2S_DECL std::optional<conversation> remove(std::string const& owner, std::string const& id);
  /// Deletes it if it has no turns, for example since its first question failed; returns whether it did.
  T2S_DECL bool remove_if_empty(std::string const& owner, std::string const& id);

 private:
  template <class F>
  auto within_transaction(F work);
  [[nodiscard]] T2S_DECL std::vector<conversation> found(std::string const& where, std::vector<std::string> const& values);
  [[nodiscard]] T2S_DECL std::optional<conversation> find_now(std::string const& owner, std::string const& id);
  [[nodiscard]] T2S_DECL std::int64_t now();
  T2S_DECL void take_out(std::string const& id);
  T2S_DECL void forget_oldest(std::string const& owner, std::string const& in_use);

  std::mutex guard_{};
  std::unique_ptr<conversation_database> in_;
  conversation_limits limits_;
  std::int64_t latest_ = 0;  // the time of the last change
};

/// The conversations of one user, for an operation. `kept` may be null.
struct conversations_of_user {
  std::shared_ptr<conversations> kept{};
  std::string owner{};
};

/// The turn of a question and its answer. It has SQL only if that ran.
[[nodiscard]] T2S_DECL turn turn_of(std::string question, answer const& found);

/// A conversation in JSON: id, database, title, begun, changed (both in UTC: "2026-03-01T12:00:00Z"), turns (their number).
[[nodiscard]] T2S_DECL boost::json::object conversation_json(conversation const& one);
/// A turn in JSON: question, sql (or null), at.
[[nodiscard]] T2S_DECL boost::json::object turn_json(kept_turn const& one);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/conversations.ipp"
#endif

#endif
