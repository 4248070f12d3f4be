// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_JOURNAL_IPP
#define T2S_CORE_DETAIL_JOURNAL_IPP

#include "t2s/core/detail/journal_lines.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace t2s {
namespace detail {

/// A header's value for a message, shortened if long.
inline std::string shown_value(boost::json::value const* v) {
  constexpr std::size_t most = 120;
  auto text = v ? boost::json::serialize(*v) : std::string("missing");
  if (text.size() > most) text = text.substr(0, most) + "...";
  return text;
}

/// Adds the differences of two objects, then those of their members that are objects.
inline void add_differences(boost::json::object const& a, std::string const& in_a, boost::json::object const& b, std::string const& in_b,
                            std::string const& before, std::vector<std::string>& to) {
  std::set<std::string> names;
  for (auto const* of : {&a, &b})
    for (auto const& member : *of) names.emplace(member.key());
  if (before.empty()) names.erase("about");
  for (bool const nested : {false, true})
    for (auto const& name : names) {
      auto const *const x = a.if_contains(name), *const y = b.if_contains(name);
      if ((x && y && *x == *y) || nested != (x && y && x->is_object() && y->is_object())) continue;
      if (nested)
        add_differences(x->get_object(), in_a, y->get_object(), in_b, before + name + ".", to);
      else
        to.push_back("\"" + before + name + "\" is " + shown_value(x) + " in " + in_a + " and " + shown_value(y) + " in " + in_b);
    }
}

/// Whether a text is a JSON object.
inline bool is_object(std::string_view text) {
  boost::system::error_code wrong;
  auto const read = boost::json::parse({text.data(), text.size()}, wrong);
  return !wrong && read.is_object();
}

/// The header as in the file: the format comes first.
inline std::string whole_header(std::string_view given) {
  boost::json::object o{{"journal", 1}};
  auto const parsed = boost::json::parse({given.data(), given.size()});
  for (auto const& member : parsed.as_object()) o.insert_or_assign(member.key(), member.value());
  return boost::json::serialize(o);
}

/// The process that holds the file, according to the system's list of locks: "process 4711", else "another process".
inline std::string holder_of(int file) {
  struct stat about{};
  if (::fstat(file, &about) != 0) return "another process";
  auto const inode = std::string(":").append(std::to_string(about.st_ino)).append(" ");
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    auto const place = line.find(inode), kind = line.find("WRITE ");
    if (place == line.npos || kind == line.npos) continue;
    auto const process = line.substr(kind + 6, line.find(' ', kind + 6) - kind - 6);
    if (process != "-1" && process != "0") return "process " + process;
  }
  return "another process";
}

/// Rejects devices, which may have no end.
inline void require_regular(int file, std::string const& path) {
  struct stat about{};
  if (::fstat(file, &about) != 0 || S_ISREG(about.st_mode)) return;
  throw error(failure{errc::not_a_file, path + " is not a regular file, which a journal needs", path, "name another file"});
}

/// Reads the lines of a journal from the beginning.
class journal_scan {
 public:
  journal_scan(int file, std::string const& path) : lines_(file, path), path_(path) {}

  /// The header; nothing if the file is empty or ends within the header, and may be overwritten by the line `own`, or by nothing. Throws if
  /// it is not a header.
  [[nodiscard]] std::optional<std::string> header(std::string_view own = {}, journal_options const& how = {}) {
    auto const line = lines_.next();
    if (!line) {
      auto const rest = lines_.rest();
      if (!own.starts_with(rest) && !may_begin_journal(rest, !own.empty())) refuse("is not a journal", "name another file");
      return {};
    }
    auto const text = checked_text(*line);
    if (!text && !may_begin_journal(*line, true)) refuse("is not a journal", "name another file");
    bool const is_whole = text && (!text->starts_with(journal_beginning) || is_object(*text));  // also checksums can be forged
    if (!is_whole && how.restart) return {};
    if (!is_whole) refuse("is a journal whose first line is damaged", how.remedy);
    if (!text->starts_with(journal_beginning)) refuse("is a journal of another release", "take the release that made it");
    good_end_ = lines_.offset();
    return std::string(*text);
  }

  void entries(journal_reader const& each) {
    std::size_t number = 1;
    for (auto at = lines_.offset(); auto const line = lines_.next(); at = lines_.offset()) {
      ++number;
      if (auto const text = checked_text(*line)) {
        if (each) each(*text, {at, static_cast<std::uint32_t>(text->size())});
        good_end_ = lines_.offset();
      } else {
        notes_.push_back(path_ + ", line " + std::to_string(number) + ": it is damaged and skipped");
      }
    }
  }

  /// The end of the last complete line.
  [[nodiscard]] std::uint64_t good_end() const noexcept { return good_end_; }
  [[nodiscard]] std::vector<std::string> notes() && { return std::move(notes_); }

 private:
  [[noreturn]] void refuse(std::string const& what, std::string const& remedy) const {
    throw error(failure{errc::malformed_data, path_ + " " + what, path_, remedy});
  }

  journal_lines lines_;
  std::string path_;
  std::uint64_t good_end_ = 0;
  std::vector<std::string> notes_{};
};

[[noreturn]] inline void refuse_journal(std::string const& path, std::string const& why, std::string const& remedy) {
  throw error(failure{errc::file_unwritable, "cannot write the journal " + path + ": " + why, path, remedy});
}

}  // namespace detail

T2S_DECL std::string journal_difference(std::string_view a, std::string const& in_a, std::string_view b, std::string const& in_b) {
  std::vector<std::string> all;
  auto const x = boost::json::parse({a.data(), a.size()}), y = boost::json::parse({b.data(), b.size()});
  detail::add_differences(x.as_object(), in_a, y.as_object(), in_b, "", all);
  constexpr std::size_t most = 4;
  std::string said;
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i) said += (said.empty() ? "" : "; ") + all[i];
  if (all.size() > most) said += "; and " + std::to_string(all.size() - most) + " more";
  return said;
}

T2S_DECL journal::journal(std::string path, std::string_view header, journal_reader const& each, journal_options options)
    : path_(std::move(path)), how_(std::move(options)) {
  auto const wanted = detail::whole_header(header);
  open();
  try {
    detail::journal_scan scan(file_, path_);
    if (auto const found = scan.header(detail::checked_line(wanted), how_); found && !how_.restart) {
      auto const differs = journal_difference(*found, "the file", wanted, "this run");
      if (!differs.empty()) throw error(failure{errc::invalid_argument, path_ + " belongs to other work: " + differs, path_, how_.remedy});
      scan.entries(each);
      size_ = scan.good_end();
      if (::ftruncate(file_, static_cast<off_t>(size_)) != 0) detail::refuse_journal(path_, std::strerror(errno), "check the disk");
    } else {
      begin(wanted);
    }
    for (auto& note : std::move(scan).notes()) notes_.push_back(std::move(note));
  } catch (...) {
    ::close(file_);
    throw;
  }
}

T2S_DECL journal::~journal() {
  if (file_ < 0) return;
  (void)::fdatasync(file_);
  (void)::close(file_);
}

/// The lock ends with the file, also if the process is killed.
T2S_DECL void journal::open() {
  do {
    if (file_ >= 0) ::close(file_);
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0) detail::refuse_journal(path_, std::strerror(errno), "check the folder, its permissions and the space on the disk");
    lock();
  } while (!is_in_place());
}

T2S_DECL void journal::lock() try {
  detail::require_regular(file_, path_);
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) detail::refuse_journal(path_, detail::holder_of(file_) + " writes it", "wait until it has ended, or end it");
  notes_ = {path_ + ": the file system does not support locks (" + std::strerror(errno) + "); take care that no other process writes it"};
} catch (...) {
  ::close(file_);
  file_ = -1;
  throw;
}

/// False if the previous holder has deleted it in the meantime.
T2S_DECL bool journal::is_in_place() const {
  struct stat mine{};
  struct stat there{};
  return ::fstat(file_, &mine) == 0 && ::stat(path_.c_str(), &there) == 0 && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

T2S_DECL void journal::begin(std::string const& header) {
  if (::ftruncate(file_, 0) != 0) detail::refuse_journal(path_, std::strerror(errno), "check the disk");
  write(detail::checked_line(header));
  sync();
  auto const folder = std::filesystem::absolute(path_).parent_path();
  int const of = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (of < 0) return;
  (void)::fsync(of);  // the name of the file is part of the folder
  (void)::close(of);
}

T2S_DECL void journal::sync() {
  synced_ = std::chrono::steady_clock::now();
  if (::fdatasync(file_) != 0) detail::refuse_journal(path_, std::strerror(errno), "check the disk; what was kept before is there");
}

T2S_DECL void journal::write(std::string_view line) {
  auto const done = ::write(file_, line.data(), line.size());
  if (done == static_cast<ssize_t>(line.size())) {
    size_ += line.size();
    return;
  }
  int why = done < 0 ? errno : ENOSPC;
  if (done > 0 && ::ftruncate(file_, static_cast<off_t>(size_)) != 0) {
    why = errno;
    is_broken_ = true;  // the next entry would continue an incomplete line
  }
  detail::refuse_journal(path_, std::strerror(why), "make space on the disk and go on: what the file has is kept");
}

T2S_DECL journal_place journal::append(std::string_view text) {
  constexpr std::size_t most = std::size_t{1} << 30U;  // the system writes at most 2 GiB at once
  if (text.find('\n') != text.npos || text.size() > most)
    throw error(errc::invalid_argument, "an entry of a journal is one line of at most 1 GiB");
  auto const line = detail::checked_line(text);
  std::lock_guard const lock(guard_);
  if (file_ < 0) throw error(errc::invalid_argument, "the journal " + path_ + " was removed and takes no more");
  if (is_broken_) detail::refuse_journal(path_, "a line before this one could not be written", "start again: what the file has is kept");
  journal_place const place{size_, static_cast<std::uint32_t>(text.size())};
  write(line);
  if (std::chrono::steady_clock::now() - synced_ >= how_.sync) sync();
  return place;
}

T2S_DECL std::string journal::at(journal_place place) const {
  std::string line(place.bytes + detail::checksum_bytes, '\0');
  for (std::size_t done = 0; done < line.size();) {
    auto const got = ::pread(file_, line.data() + done, line.size() - done, static_cast<off_t>(place.at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  if (auto const text = detail::checked_text(line)) return std::string(*text);
  throw error(
      failure{errc::malformed_data, "the journal " + path_ + " has been changed while it was in use", path_, "start again", place.at});
}

T2S_DECL void journal::remove() {
  std::lock_guard const lock(guard_);
  if (file_ < 0) return;
  if (is_in_place()) (void)::unlink(path_.c_str());
  (void)::close(file_);
  file_ = -1;
}

T2S_DECL journal_header read_journal(std::string const& path, journal_reader const& each) {
  int const file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // does not wait for the writer of a pipe
  if (file < 0) {
    bool const absent = errno == ENOENT;
    throw error(failure{absent ? errc::file_not_found : errc::file_unreadable, "cannot read " + path + ": " + std::strerror(errno), path,
                        "give the path of a journal"});
  }
  struct closer {
    int file;
    ~closer() { ::close(file); }
  } const at_end{file};
  detail::require_regular(file, path);
  if (::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw error(failure{errc::file_unreadable, path + " is being written by " + detail::holder_of(file), path, "wait until it has ended"});
  detail::journal_scan scan(file, path);
  auto header = scan.header();
  if (each) scan.entries(each);
  return {std::move(header).value_or(std::string()), std::move(scan).notes()};
}

}  // namespace t2s

#endif
