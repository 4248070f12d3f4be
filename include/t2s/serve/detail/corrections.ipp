// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CORRECTIONS_IPP
#define T2S_SERVE_DETAIL_CORRECTIONS_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace t2s::serve {

T2S_DECL corrections::corrections(std::string file, std::vector<std::string> served) : file_(std::move(file)), served_(std::move(served)) {
  read_file();
}

T2S_DECL corrections::stamp corrections::stamp_now() const {
  std::error_code none;
  stamp s;
  s.changed = std::filesystem::last_write_time(file_, none);
  if (none) return {};
  s.bytes = std::filesystem::file_size(file_, none);
  return s;
}

T2S_DECL void corrections::read_file() {
  auto const at = stamp_now();  // before reading: a change meanwhile is noticed next time
  take(retrieve::read_corrections(file_));
  read_at_ = at;
}

T2S_DECL void corrections::take(list all) {
  if (all == all_) return;
  all_ = std::move(all);
  seen_.clear();
}

T2S_DECL void corrections::write(list all) {
  retrieve::write_corrections(file_, all);
  take(std::move(all));
  read_at_ = stamp_now();
}

T2S_DECL bool corrections::is_seen(demonstration const& one, served_database const& by) const {
  if (one.database != by.name() && std::ranges::find(served_, one.database) != served_.end()) return false;
  auto const parsed = sql::parse(one.sql, by.schema());
  return parsed && sql::resolve(*parsed, by.schema()).ok();
}

T2S_DECL std::shared_ptr<corrections::list const> corrections::seen_by(served_database const& database) {
  auto& known = seen_[&database];
  if (known) return known;
  std::map<std::string, std::size_t> places;  // of questions
  list seen;
  for (auto const& one : all_) {
    if (!is_seen(one, database)) continue;
    auto const [at, is_new] = places.emplace(retrieve::plain_question(one.question), seen.size());
    if (is_new)
      seen.push_back(one);
    else
      seen[at->second] = one;
  }
  return known = std::make_shared<list const>(std::move(seen));
}

T2S_DECL std::shared_ptr<corrections::list const> corrections::of(served_database const& database) {
  std::lock_guard const lock(guard_);
  if (auto const at = stamp_now(); at != read_at_) try {
      read_file();
    } catch (error const&) {
      read_at_ = at;  // those read before remain; `read` says what is wrong
    }
  return seen_by(database);
}

T2S_DECL std::shared_ptr<corrections::list const> corrections::read(served_database const& database) {
  std::lock_guard const lock(guard_);
  read_file();
  return seen_by(database);
}

T2S_DECL std::optional<std::string> corrections::keep(served_database const& database, std::string const& question,
                                                      std::string const& sql) {
  std::lock_guard const lock(guard_);
  read_file();
  std::optional<std::string> replaced;
  auto all = all_;
  auto const plain = retrieve::plain_question(question);
  std::erase_if(all, [&](demonstration const& one) {
    bool const same = retrieve::plain_question(one.question) == plain && is_seen(one, database);
    if (same) replaced = one.sql;
    return same;
  });
  if (all.size() >= most)
    throw error(errc::invalid_argument,
                std::string(file_).append(" has ").append(std::to_string(all.size())).append(" corrections already"), "remove some first");
  demonstration added;
  added.database = database.name();
  added.question = question;
  added.sql = sql;
  added.is_correction = true;
  all.push_back(std::move(added));
  write(std::move(all));
  return replaced;
}

T2S_DECL std::optional<demonstration> corrections::remove(served_database const& database, std::string_view what) {
  std::lock_guard const lock(guard_);
  read_file();
  auto const plain = retrieve::plain_question(what);
  std::optional<demonstration> removed;
  auto all = all_;
  std::erase_if(all, [&](demonstration const& one) {
    bool const is_meant = (id_of(one) == what || retrieve::plain_question(one.question) == plain) && is_seen(one, database);
    if (is_meant) removed = one;
    return is_meant;
  });
  if (removed) write(std::move(all));
  return removed;
}

T2S_DECL std::string corrections::id_of(demonstration const& correction) {
  auto const hashed = text::hash(retrieve::plain_question(correction.question), text::hash(correction.database));
  std::string id;
  for (int shift = 56; shift >= 0; shift -= 8) text::append_hex(id, static_cast<char>((hashed >> static_cast<unsigned>(shift)) & 0xffU));
  return id;
}

}  // namespace t2s::serve

#endif
