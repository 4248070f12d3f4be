// SPDX-License-Identifier: BSL-1.0
#include "output_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <array>
#include <boost/any.hpp>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "t2s/core/detail/new_file.hpp"
#include "t2s/core/error.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string const& path, std::string const& why, std::string const& remedy = "choose another path") {
  throw t2s::error(t2s::failure{t2s::errc::file_unwritable, "cannot write " + path + ": " + why, path, remedy, {}});
}

constexpr int links_followed = 40;

/// The descriptor in a path, such as 1 in /dev/fd/1.
std::optional<int> descriptor_in(fs::path const& path) {
  auto const folder = path.parent_path().string();
  bool const lists =
      folder == "/dev/fd" || folder == "/proc/self/fd" || folder == std::string("/proc/").append(std::to_string(::getpid())).append("/fd");
  auto const name = path.filename().string();
  int number = 0;
  auto const end = std::from_chars(name.data(), name.data() + name.size(), number);
  if (!lists || name.empty() || end.ptr != name.data() + name.size() || end.ec != std::errc()) return {};
  return number;
}

/// The target of a path: follows links, also to a missing file, up to one for an open descriptor.
fs::path followed(fs::path path) {
  std::error_code failed;
  for (int i = 0; i < links_followed && !descriptor_in(path) && fs::is_symlink(path, failed); ++i) {
    auto const next = fs::read_symlink(path, failed);
    if (failed) break;
    path = path.parent_path() / next;
  }
  return path;
}

/// The descriptor of this program behind a path such as /dev/stdout. Its file must not be replaced.
std::optional<int> open_descriptor(std::string const& path) { return descriptor_in(followed(path)); }

bool takes_writing(int descriptor) {
  int const flags = ::fcntl(descriptor, F_GETFL);
  return flags != -1 && (flags & O_ACCMODE) != O_RDONLY;
}

/// Whether the target cannot be replaced: a pipe, a device, or an open descriptor.
bool has_no_place(std::string const& path) {
  std::error_code ignored;
  return open_descriptor(path) || (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored));
}

/// The path of the file itself, after all links.
fs::path place_of(std::string const& path) {
  std::error_code failed;
  auto const target = followed(path);
  auto const real = fs::weakly_canonical(target, failed);
  return failed ? target : real;
}

using pieces = std::function<void(piece_writer const& put)>;

/// Deletes the temporary file if `content` throws.
bool write(std::string const& path, pieces const& content) {
  std::ofstream out(path, std::ios::binary);
  try {
    content([&out](std::string_view piece) { out.write(piece.data(), static_cast<std::streamsize>(piece.size())); });
  } catch (...) {
    out.close();
    std::error_code ignored;
    if (!has_no_place(path)) fs::remove(path, ignored);
    throw;
  }
  out.flush();
  bool const synced = !out.fail();
  out.close();
  return synced && !out.fail();
}

bool append(int descriptor, std::string_view piece) {
  while (!piece.empty()) {
    auto const done = ::write(descriptor, piece.data(), piece.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    piece.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

/// Appends after what was written there before.
bool append(int descriptor, pieces const& content) {
  std::cout.flush();
  bool good = true;
  content([&](std::string_view piece) { good = good && append(descriptor, piece); });
  return good;
}

/// Replaces a file only after the new one is on the disk: a power failure leaves one of them complete.
bool to_disk(fs::path const& path) {
  int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return true;
  bool const done = ::fsync(file) == 0;
  (void)::close(file);
  return done;
}

/// Blocks the signals that end the program, in this thread.
class signals_held {
 public:
  signals_held() {
    sigset_t held;
    ::sigemptyset(&held);
    for (int const s : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&held, s);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~signals_held() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  signals_held(signals_held const&) = delete;
  signals_held& operator=(signals_held const&) = delete;

 private:
  sigset_t before_{};
};

/// Creates and deletes a file: some file systems reject new files whatever the permissions say.
bool takes_file_beside(fs::path const& place) {
  signals_held const no_file_left;
  t2s::detail::unfinished_file const made(place);
  std::error_code ignored;
  return fs::exists(made.path(), ignored);
}

/// The replacement is as private as the old file.
void keep_permissions(fs::path const& from, fs::path const& to) {
  std::error_code none;
  if (auto const old = fs::status(from, none); fs::exists(old)) fs::permissions(to, old.permissions(), none);
}

}  // namespace

void require_output(std::string const& path, std::vector<std::string> const& inputs) {
  std::error_code ignored;
  if (path == "-") throw usage_error("- does not name a file; for standard output write /dev/stdout");
  if (path.empty() || fs::is_directory(path, ignored)) refuse(path, "it is a directory");
  for (auto const& input : inputs)
    if (fs::equivalent(path, input, ignored))
      throw t2s::error(t2s::errc::invalid_argument, "the output " + path + " is also an input", "choose another path");
  if (auto const descriptor = open_descriptor(path); descriptor && !takes_writing(*descriptor)) refuse(path, "it is not open for writing");
  if (fs::exists(path, ignored) && ::access(path.c_str(), W_OK) != 0) refuse(path, "no permission");
  if (has_no_place(path)) return;
  auto folder = place_of(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored)) refuse(path, "there is no directory " + folder.string());
  if (::access(folder.c_str(), W_OK) != 0) refuse(path, "no permission to write in " + folder.string());
  if (!takes_file_beside(place_of(path))) refuse(path, "no file can be made in " + folder.string());
}

bool is_same_file(std::string const& a, std::string const& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || place_of(fs::absolute(a, ignored).string()) == place_of(fs::absolute(b, ignored).string());
}

void require_distinct_files(po::variables_map const& given) {
  constexpr std::array written{"out", "trace", "record", "cache", "knowledge"};
  constexpr std::array all{"out",       "trace",   "record",     "cache",  "knowledge", "replay",   "db", "demonstrations",
                           "questions", "ca-file", "repository", "tables", "glove",     "relations"};
  auto const path_of = [&](std::string const& option) { return boost::any_cast<std::string>(&given[option].value()); };
  auto const clash = [&](std::string const& to, std::string const& other) {
    if (to == other || (to == "record" && other == "replay") || given.count(to) == 0 || given.count(other) == 0) return false;
    auto const* const named = path_of(other);  // null for an option with several files
    return named && !has_no_place(*path_of(to)) && is_same_file(*path_of(to), *named);
  };
  for (std::string const to : written)
    for (std::string const other : all)
      if (clash(to, other))
        throw usage_error("--" + to + " and --" + other + " name the same file, " + given[to].as<std::string>() +
                          "; give each one of its own");
}

void write_whole(std::string const& path, std::string_view content) {
  write_whole(path, [content](piece_writer const& put) { put(content); });
}

void write_whole(std::string const& path, std::function<void(piece_writer const& put)> const& content) {
  if (has_no_place(path)) {
    auto const descriptor = open_descriptor(path);
    if (!(descriptor ? append(*descriptor, content) : write(path, content))) refuse(path, "no more can be written to it");
    return;
  }
  auto const place = place_of(path);
  t2s::detail::unfinished_file const unfinished(place);
  auto const part = unfinished.path().string();
  bool const written = write(part, content) && to_disk(part);
  std::error_code failed;
  keep_permissions(place, part);
  if (written) fs::rename(part, place, failed);
  if (written && !failed) return;
  if (!written) refuse(path, "the disk may be full", "make space on it and give the same command again");
  refuse(path, failed.message());
}

bool is_replaced(std::string const& path) { return !has_no_place(path); }

}  // namespace cli
