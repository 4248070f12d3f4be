// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CONVERSATIONS_IPP
#define T2S_SERVE_DETAIL_CONVERSATIONS_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/sqlite_store.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/without_password.hpp"
#include "t2s/serve/detail/conversations.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/http/detail/access.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <ranges>

namespace t2s::serve {
namespace detail {

inline constexpr t2s::detail::store_kind conversation_file{"the file of conversations", 0x74327376, 1, tables_of_conversations,
                                                           "give another path, or restore it from a copy together with its -wal file"};

/// SQLite in a file or in memory.
class sqlite_conversations : public conversation_database {
 public:
  explicit sqlite_conversations(std::string const& path)
      : file_(conversation_file, path.empty() ? ":memory:" : path, std::chrono::seconds(5)) {
    file_.run_patiently("PRAGMA journal_mode = WAL");  // where the file system does not support it, the old journal works too
    file_.run("PRAGMA synchronous = FULL");            // a turn that was answered outlasts a failure of the power
  }

  void begin() override { file_.run_patiently("BEGIN IMMEDIATE"); }
  void commit() override { file_.run("COMMIT"); }
  void roll_back() noexcept override { sqlite3_exec(file_.get(), "ROLLBACK", nullptr, nullptr, nullptr); }

  std::vector<row> run(std::string const& sql, std::vector<std::string> const& values) override {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(file_.get(), sql.c_str(), -1, &made, nullptr) != SQLITE_OK) file_.fail();
    t2s::detail::sqlite_statement const held(made);
    int place = 0;
    for (auto const& v : values)
      if (sqlite3_bind_text64(made, ++place, v.data(), v.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK) file_.fail();
    std::vector<row> rows;
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(made)) == SQLITE_ROW) {
      auto& one = rows.emplace_back();
      for (int column = 0; column < sqlite3_column_count(made); ++column) one.emplace_back(t2s::detail::text_of(made, column));
    }
    if (code != SQLITE_DONE) file_.fail();
    return rows;
  }

 private:
  t2s::detail::sqlite_store file_;
};

/// Makes the file, if it does not exist, for its owner alone. What fails is said when it is opened.
inline void make_private(std::string const& path) {
  if (int const made = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR); made >= 0) ::close(made);
}

inline std::int64_t number_in(std::string const& text) {
  std::int64_t n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

/// As a database of ours takes it: valid UTF-8 without zero bytes.
inline std::string storable(std::string_view raw) {
  auto valid = text::valid_utf8(raw);
  std::erase(valid, '\0');
  return valid;
}

inline std::string title_of(std::string_view raw, std::size_t most) {
  return storable(text::cut(text::trim(one_line(text::cut(raw, most * 4))), most));
}

inline std::string utc_of(std::int64_t milliseconds) {
  return utc_text(std::chrono::system_clock::time_point(std::chrono::milliseconds(milliseconds)));
}

/// Whether the database, as its user sees it now, has all tables and columns of a statement.
inline bool sees(served_database const& database, std::string const& sql) {
  auto const parsed = sql::parse(sql, database.schema());
  return parsed && sql::resolve(*parsed, database.schema()).ok();
}

/// Tells who runs the server what the database said, and users that it failed.
[[noreturn]] inline void fail_for_users(error const& of_database) {
  std::clog << "t2s: conversations: " + db::without_password(one_line(of_database.what())) + "\n" << std::flush;
  throw error(of_database.details().code, "conversations cannot be reached for now", "ask without \"conversation\"");
}

}  // namespace detail

T2S_DECL std::unique_ptr<conversation_database> open_conversation_file(std::string const& path) {
  if (!path.empty()) detail::make_private(path);
  return std::make_unique<detail::sqlite_conversations>(path);
}

T2S_DECL conversations::conversations(std::unique_ptr<conversation_database> in, conversation_limits limits)
    : in_(std::move(in)), limits_(limits) {}

template <class F>
auto conversations::within_transaction(F work) {
  std::lock_guard const lock(guard_);
  try {
    in_->begin();
    auto result = work();
    in_->commit();
    return result;
  } catch (error const& e) {
    in_->roll_back();
    detail::fail_for_users(e);
  } catch (...) {
    in_->roll_back();
    throw;
  }
}

T2S_DECL std::vector<conversation> conversations::found(std::string const& where, std::vector<std::string> const& values) {
  auto const rows = in_->run(
      "SELECT id, database, title, begun, changed, (SELECT count(*) FROM t2s_turns t WHERE t.conversation = c.id) "
      "FROM t2s_conversations c WHERE " +
          where,
      values);
  std::vector<conversation> all;
  for (auto const& r : rows)
    all.push_back({r[0], r[1], r[2], detail::number_in(r[3]), detail::number_in(r[4]), static_cast<std::size_t>(detail::number_in(r[5]))});
  return all;
}

T2S_DECL std::optional<conversation> conversations::find_now(std::string const& owner, std::string const& id) {
  auto all = found("id = $1 AND owner = $2", {detail::storable(id), detail::storable(owner)});
  return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

T2S_DECL conversation conversations::begin(std::string const& owner, std::string const& database, std::string_view question) {
  return within_transaction([&] {
    conversation made;
    made.id = new_secret().substr(0, 32);
    made.database = database;
    made.title = detail::title_of(question, limits_.title_bytes);
    made.begun = made.changed = now();
    auto const at = std::to_string(made.begun);
    in_->run("INSERT INTO t2s_conversations(id, owner, database, title, begun, changed, bytes) VALUES ($1, $2, $3, $4, $5, $6, 0)",
             {made.id, detail::storable(owner), detail::storable(database), made.title, at, at});
    forget_oldest(owner, made.id);
    return made;
  });
}

T2S_DECL std::vector<conversation> conversations::list(std::string const& owner) {
  return within_transaction([&] { return found("owner = $1 ORDER BY changed DESC, id", {detail::storable(owner)}); });
}

T2S_DECL std::optional<conversation> conversations::find(std::string const& owner, std::string const& id) {
  return within_transaction([&] { return find_now(owner, id); });
}

T2S_DECL std::vector<kept_turn> conversations::turns(std::string const& owner, std::string const& id, served_database const& seen,
                                                     std::size_t most) {
  auto const rows = within_transaction([&] {
    auto const one = find_now(owner, id);
    if (!one || one->database != seen.name()) return std::vector<conversation_database::row>();
    return in_->run("SELECT question, sql, at FROM t2s_turns WHERE conversation = $1 ORDER BY number DESC LIMIT " + std::to_string(most),
                    {one->id});
  });
  std::vector<kept_turn> all;
  for (auto const& r : std::views::reverse(rows)) {
    all.push_back({r[0], r[1], detail::number_in(r[2])});
    if (!detail::sees(seen, r[1])) all.back().sql.clear();
  }
  return all;
}

T2S_DECL std::vector<turn> conversations::last_turns(std::string const& owner, std::string const& id, served_database const& seen) {
  std::vector<turn> last;
  for (auto& t : turns(owner, id, seen, limits_.asked)) last.push_back({std::move(t.question), std::move(t.sql)});
  return last;
}

T2S_DECL bool conversations::add(std::string const& owner, std::string const& id, turn const& answered) {
  auto const question = detail::storable(text::cut(answered.question, limits_.text_bytes));
  auto const sql = answered.sql.size() <= limits_.text_bytes ? detail::storable(answered.sql) : std::string();
  return within_transaction([&] {
    auto const one = find_now(owner, id);
    if (!one || !takes_more(*one)) return false;
    auto const at = std::to_string(now());
    in_->run("INSERT INTO t2s_turns(conversation, number, question, sql, at) VALUES ($1, $2, $3, $4, $5)",
             {one->id, std::to_string(one->turns + 1), question, sql, at});
    in_->run(
        "UPDATE t2s_conversations SET changed = $1, bytes = bytes + " + std::to_string(question.size() + sql.size()) + " WHERE id = $2",
        {at, one->id});
    forget_oldest(owner, one->id);
    return true;
  });
}

T2S_DECL std::optional<conversation> conversations::rename(std::string const& owner, std::string const& id, std::string_view title) {
  auto const made = detail::title_of(title, limits_.title_bytes);
  if (made.empty()) throw error(errc::invalid_argument, "the title is blank", "give it a word");
  return within_transaction([&] {
    in_->run("UPDATE t2s_conversations SET title = $1 WHERE id = $2 AND owner = $3", {made, detail::storable(id), detail::storable(owner)});
    return find_now(owner, id);
  });
}

T2S_DECL std::optional<conversation> conversations::remove(std::string const& owner, std::string const& id) {
  return within_transaction([&] {
    auto one = find_now(owner, id);
    if (one) take_out(one->id);
    return one;
  });
}

T2S_DECL bool conversations::remove_if_empty(std::string const& owner, std::string const& id) {
  return within_transaction([&] {
    auto const one = find_now(owner, id);
    if (!one || one->turns > 0) return false;
    take_out(one->id);
    return true;
  });
}

/// The time, which grows with every change, so that the order of changes is known.
T2S_DECL std::int64_t conversations::now() {
  auto const at = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  return latest_ = std::max<std::int64_t>(at, latest_ + 1);
}

T2S_DECL void conversations::take_out(std::string const& id) {
  in_->run("DELETE FROM t2s_turns WHERE conversation = $1", {id});
  in_->run("DELETE FROM t2s_conversations WHERE id = $1", {id});
}

/// Keeps the one in use in any case, even if a clock that was set back says that others were changed later.
T2S_DECL void conversations::forget_oldest(std::string const& owner, std::string const& in_use) {
  auto const rows = in_->run(
      "SELECT id, bytes FROM t2s_conversations WHERE owner = $1 "
      "ORDER BY CASE WHEN id = $2 THEN 0 ELSE 1 END, changed DESC, begun DESC",
      {detail::storable(owner), in_use});
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bytes += static_cast<std::size_t>(detail::number_in(rows[i][1]));
    if (i >= std::max<std::size_t>(limits_.of_user, 1) || (i > 0 && bytes > limits_.bytes)) take_out(rows[i][0]);
  }
}

T2S_DECL turn turn_of(std::string question, answer const& found) {
  auto const* outcome = found.has_sql() ? found.outcome() : nullptr;
  auto const* failed = outcome && outcome->failure ? &*outcome->failure : nullptr;
  bool const is_cut = failed && (failed->code == errc::row_limit || failed->code == errc::size_limit);
  return {std::move(question), found.has_sql() && (!failed || is_cut) ? std::string(found.sql()) : std::string()};
}

T2S_DECL boost::json::object conversation_json(conversation const& one) {
  return {{"id", one.id},
          {"database", json_text(one.database)},
          {"title", json_text(one.title)},
          {"begun", detail::utc_of(one.begun)},
          {"changed", detail::utc_of(one.changed)},
          {"turns", one.turns}};
}

T2S_DECL boost::json::object turn_json(kept_turn const& one) {
  boost::json::object out{{"question", json_text(one.question)}, {"sql", nullptr}, {"at", detail::utc_of(one.at)}};
  if (!one.sql.empty()) out["sql"] = json_text(one.sql);
  return out;
}

}  // namespace t2s::serve

#endif
