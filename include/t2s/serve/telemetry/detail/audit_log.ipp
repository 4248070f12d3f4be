// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_AUDIT_LOG_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_AUDIT_LOG_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/serve/telemetry/detail/audit_log.hpp"
#include "t2s/serve/telemetry/detail/run_metrics.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

namespace t2s::telemetry {
namespace detail {

/// Appends a text as a JSON string in which every character is visible.
inline void append_visible(std::string& to, std::string_view raw) {
  std::string quoted = "\"";
  for (char const c : raw) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  to += without_steering(quoted + '"', append_escape);
}

/// "2025-11-26T02:05:00.123Z".
inline std::string utc_text(std::chrono::system_clock::time_point at) {
  auto const milliseconds = std::chrono::floor<std::chrono::milliseconds>(at.time_since_epoch()).count();
  auto const seconds = static_cast<std::time_t>(milliseconds / 1000);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(milliseconds % 1000));
  return text;
}

inline void append_member(std::string& to, std::string_view name, std::string_view value) {
  if (!value.empty()) append_visible(to.append(",\"").append(name).append("\":"), value);
}
inline void append_number(std::string& to, std::string_view name, std::string const& digits) {
  to.append(",\"").append(name).append("\":").append(digits);
}

/// Milliseconds with three decimals.
inline std::string milliseconds_text(std::chrono::nanoseconds t) {
  char digits[48];
  auto const end = std::to_chars(digits, digits + sizeof digits, static_cast<double>(t.count()) / 1e6, std::chars_format::fixed, 3).ptr;
  return {digits, end};
}

/// Whether a file ends within a line, as after a full disk or a killed program.
inline bool ends_within_line(std::string const& path) noexcept {
  int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  struct stat is{};
  char last = '\n';
  bool const was_read =
      file >= 0 && ::fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > 0 && ::pread(file, &last, 1, is.st_size - 1) == 1;
  if (file >= 0) (void)::close(file);
  return was_read && last != '\n';
}

}  // namespace detail

T2S_DECL std::size_t bytes_of(std::span<value const> row) noexcept {
  std::size_t bytes = 0;
  for (auto const& v : row) bytes += v.text() ? v.text()->size() : v.bytes() ? v.bytes()->bytes.size() : v.is_null() ? 0 : 8;
  return bytes;
}
T2S_DECL std::size_t bytes_of(db::rows const& all) noexcept {
  std::size_t bytes = 0;
  for (auto const& row : all.values) bytes += bytes_of(row);
  return bytes;
}

T2S_DECL std::string audit_line(audit_entry const& e, std::chrono::system_clock::time_point at) {
  std::string out = "{\"time\":\"" + detail::utc_text(at) + '"';
  detail::append_member(out, "who", e.by.who);
  detail::append_member(out, "role", e.by.role);
  detail::append_member(out, "database", e.by.database);
  detail::append_member(out, "question", e.by.question);
  detail::append_member(out, "sql", e.sql);
  detail::append_member(out, "read", e.read);
  detail::append_number(out, "rows", std::to_string(e.rows));
  detail::append_number(out, "bytes", std::to_string(e.bytes));
  detail::append_number(out, "ms", detail::milliseconds_text(e.took));
  if (e.failed) {
    auto const code = name_of(e.failed->code);
    detail::append_member(out, is_refusal(code) ? "refused" : "failed", code);
    detail::append_member(out, "why", e.failed->message);
  }
  return out.append("}\n");
}

T2S_DECL audit_log::audit_log(std::string path, audit_options how) : path_(std::move(path)), how_(how) { open(); }
T2S_DECL audit_log::~audit_log() { close(); }

T2S_DECL void audit_log::close() noexcept {
  if (file_ >= 0) (void)::close(file_);
  file_ = -1;
}

T2S_DECL void audit_log::open() {
  if (path_.empty()) return;
  int const made = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, S_IRUSR | S_IWUSR);
  if (made < 0) {
    int const why = errno;
    close();
    throw error(failure{errc::file_unwritable,
                        "cannot open the audit log " + path_ + ": " + std::strerror(why),
                        path_,
                        "check the folder and its permissions; without a log no statement is run",
                        {}});
  }
  close();
  file_ = made;
  is_broken_ = detail::ends_within_line(path_);
}

/// Whether the file of that name is still the open one.
T2S_DECL bool audit_log::is_in_place() const noexcept {
  if (path_.empty()) return true;
  struct stat here{}, there{};
  return file_ >= 0 && ::fstat(file_, &here) == 0 && ::stat(path_.c_str(), &there) == 0 && here.st_ino == there.st_ino &&
         here.st_dev == there.st_dev;
}

T2S_DECL void audit_log::append(std::string const& line) {
  auto const whole = is_broken_ ? "\n" + line : line;
  std::size_t done = 0;
  has_failed_ = true;  // until it is written
  while (done < whole.size()) {
    auto const n = ::write(file_, whole.data() + done, whole.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  int const why = errno;
  is_broken_ = done == 0 ? is_broken_ : done < whole.size();
  if (done == whole.size() && (!how_.sync || ::fdatasync(file_) == 0 || errno == EINVAL || errno == EROFS)) {
    has_failed_ = false;
    return;
  }
  throw error(failure{errc::file_unwritable,
                      "cannot write the audit log " + path_ + ": " + std::strerror(done < whole.size() ? why : errno),
                      path_,
                      "make room on the disk; a statement that cannot be written down is not answered",
                      {}});
}

/// Runs `f` under the lock; counts its exceptions if lines are not required.
template <class F>
void audit_log::guarded(bool loses, F f) {
  std::lock_guard const lock(guard_);
  try {
    f();
  } catch (error const&) {
    lost_ += loses ? 1 : 0;
    if (how_.is_required) throw;
  }
}

/// Keeps a statement in memory if it was refused or slow.
T2S_DECL void audit_log::keep(audit_entry const& e, std::chrono::system_clock::time_point at) {
  constexpr std::chrono::milliseconds slow(100);
  bool const refused = e.failed && is_refusal(name_of(e.failed->code));
  if (how_.kept == 0 || (!refused && e.took < slow)) return;
  auto one = noted_statement{at, e};
  for (auto* text : {&one.entry.sql, &one.entry.read, &one.entry.by.question}) *text = text::cut(*text, 2'000);
  if (one.entry.failed) one.entry.failed->message = text::cut(one.entry.failed->message, 500);
  auto& to = refused ? notable_.refused : notable_.slow;
  auto const longer = [](noted_statement const& a, noted_statement const& b) { return a.entry.took > b.entry.took; };
  to.insert(refused ? to.end() : std::ranges::upper_bound(to, one, longer), one);
  if (to.size() > how_.kept) to.erase(refused ? to.begin() : to.end() - 1);
}

T2S_DECL notable_statements audit_log::notable() const {
  std::lock_guard const lock(guard_);
  auto out = notable_;
  std::ranges::reverse(out.refused);
  return out;
}

T2S_DECL void audit_log::write(audit_entry const& e) {
  guarded(true, [&] {
    auto const now = std::chrono::system_clock::now();
    keep(e, now);
    if (path_.empty()) return;
    auto const line = audit_line(e, now);
    if (!is_in_place()) open();
    append(line);
  });
}

T2S_DECL void audit_log::require_open() {
  guarded(false, [&] {
    if (!is_in_place()) open();
  });
}

T2S_DECL void audit_log::require_writable() {
  guarded(false, [&] {
    if (!is_in_place()) open();
    if (has_failed_) append(is_broken_ ? "" : "\n");  // a broken line is ended by a line end
  });
}

T2S_DECL void audit_log::reopen() {
  guarded(false, [&] { open(); });
}

T2S_DECL std::uint64_t audit_log::lost() const {
  std::lock_guard const lock(guard_);
  return lost_;
}

namespace detail {

/// Merges two subjects; the second one takes precedence.
inline audit_subject overlaid(audit_subject of, audit_subject const& better) {
  auto const take = [](std::string& into, std::string const& known) {
    if (!known.empty()) into = known;
  };
  take(of.who, better.who);
  take(of.role, better.role);
  take(of.database, better.database);
  take(of.question, better.question);
  return of;
}

/// The innermost scope of a thread.
inline audit_scope*& innermost_scope() noexcept {
  thread_local audit_scope* scope = nullptr;
  return scope;
}

}  // namespace detail

T2S_DECL audit_scope::audit_scope(audit_subject by) : by_(std::move(by)), outer_(detail::innermost_scope()) {
  if (outer_) by_ = detail::overlaid(outer_->by_, by_);
  detail::innermost_scope() = this;
}
T2S_DECL audit_scope::~audit_scope() { detail::innermost_scope() = outer_; }

T2S_DECL audit_subject audit_scope::known(audit_subject own) {
  auto const* const scope = detail::innermost_scope();
  return scope ? detail::overlaid(std::move(own), scope->by_) : own;
}

}  // namespace t2s::telemetry

#endif
