// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_TEMPORARY_FILES_HPP
#define T2S_DB_SQLITE_DETAIL_TEMPORARY_FILES_HPP

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <tuple>
#include <utility>

/// SQLite bounds its memory, but not its temporary files. So connections to files of users open theirs through a file system (VFS) of this
/// library, which passes everything on and counts what is written to temporary files.
namespace t2s::db::detail {

/// What one connection may write to temporary files, and has written. A file that is closed counts no more.
class temporary_space {
 public:
  void limit(std::uint64_t bytes) noexcept {
    most_ = bytes;
    exceeded_ = false;
  }
  /// Whether a file may grow by that.
  [[nodiscard]] bool take(std::uint64_t bytes) noexcept {
    exceeded_ = exceeded_ || bytes > most_ || used_ > most_ - bytes;
    if (!exceeded_) used_ += bytes;
    return !exceeded_;
  }
  void give_back(std::uint64_t bytes) noexcept { used_ -= std::min(used_, bytes); }

  /// Whether a file could not grow since the limit was set.
  [[nodiscard]] bool exceeded() const noexcept { return exceeded_; }
  [[nodiscard]] std::uint64_t most() const noexcept { return most_; }

 private:
  std::uint64_t most_ = UINT64_MAX, used_ = 0;
  bool exceeded_ = false;
};

/// Of the connection that this thread is within. SQLite does not say for which connection it opens a file.
inline thread_local temporary_space* space_of_thread = nullptr;

/// While the object lives, temporary files that this thread opens count for that.
class within_space {
 public:
  explicit within_space(temporary_space& space) noexcept : around_(std::exchange(space_of_thread, &space)) {}
  within_space(within_space const&) = delete;
  within_space& operator=(within_space const&) = delete;
  ~within_space() { space_of_thread = around_; }

 private:
  temporary_space* around_;
};

/// A temporary file; the file of the VFS inside stands behind it in memory.
struct counted_file {
  sqlite3_file base;  // first: SQLite knows this alone
  temporary_space* space;
  std::uint64_t size;

  [[nodiscard]] sqlite3_file* inside() noexcept { return reinterpret_cast<sqlite3_file*>(this + 1); }
  [[nodiscard]] static counted_file& of(sqlite3_file* f) noexcept { return *reinterpret_cast<counted_file*>(f); }

  /// Gives back what lies behind, or takes what is missing. False where it may not.
  [[nodiscard]] bool resize(std::uint64_t to) noexcept {
    if (to > size && !space->take(to - size)) return false;
    if (to < size) space->give_back(size - to);
    size = to;
    return true;
  }
};

/// Calls a method of the file or VFS inside.
template <auto Method>
struct passed_on;
template <class R, class... Arguments, R (*sqlite3_io_methods::*Method)(sqlite3_file*, Arguments...)>
struct passed_on<Method> {
  static R call(sqlite3_file* f, Arguments... arguments) {
    auto* const inside = counted_file::of(f).inside();
    return (inside->pMethods->*Method)(inside, arguments...);
  }
};
template <class R, class... Arguments, R (*sqlite3_vfs::*Method)(sqlite3_vfs*, Arguments...)>
struct passed_on<Method> {
  static R call(sqlite3_vfs* vfs, Arguments... arguments) {
    auto* const inside = static_cast<sqlite3_vfs*>(vfs->pAppData);
    return (inside->*Method)(inside, arguments...);
  }
};

extern "C" {

inline int t2s_file_close(sqlite3_file* f) {
  counted_file::of(f).space->give_back(counted_file::of(f).size);
  return passed_on<&sqlite3_io_methods::xClose>::call(f);
}
inline int t2s_file_write(sqlite3_file* f, void const* from, int n, sqlite3_int64 at) {
  auto& file = counted_file::of(f);
  auto const end = static_cast<std::uint64_t>(at) + static_cast<std::uint64_t>(n);
  if (!file.resize(std::max(file.size, end))) return SQLITE_FULL;
  return passed_on<&sqlite3_io_methods::xWrite>::call(f, from, n, at);
}
inline int t2s_file_truncate(sqlite3_file* f, sqlite3_int64 size) {
  auto& file = counted_file::of(f);
  std::ignore = file.resize(std::min(file.size, static_cast<std::uint64_t>(size)));  // no file grows by that
  return passed_on<&sqlite3_io_methods::xTruncate>::call(f, size);
}
inline int t2s_file_control(sqlite3_file* f, int what, void* with) {
  if (what == SQLITE_FCNTL_SIZE_HINT || what == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_NOTFOUND;  // they would grow it uncounted
  return passed_on<&sqlite3_io_methods::xFileControl>::call(f, what, with);
}

inline sqlite3_io_methods const* methods_of_counted_files() {
  using m = sqlite3_io_methods;
  static m const methods = [] {
    m made{};
    made.iVersion = 1;
    made.xClose = t2s_file_close;
    made.xRead = passed_on<&m::xRead>::call;
    made.xWrite = t2s_file_write;
    made.xTruncate = t2s_file_truncate;
    made.xSync = passed_on<&m::xSync>::call;
    made.xFileSize = passed_on<&m::xFileSize>::call;
    made.xLock = passed_on<&m::xLock>::call;
    made.xUnlock = passed_on<&m::xUnlock>::call;
    made.xCheckReservedLock = passed_on<&m::xCheckReservedLock>::call;
    made.xFileControl = t2s_file_control;
    made.xSectorSize = passed_on<&m::xSectorSize>::call;
    made.xDeviceCharacteristics = passed_on<&m::xDeviceCharacteristics>::call;
    return made;
  }();
  return &methods;
}

inline int t2s_vfs_open(sqlite3_vfs* vfs, char const* name, sqlite3_file* f, int flags, int* out_flags) {
  auto* const inside = static_cast<sqlite3_vfs*>(vfs->pAppData);
  if (!space_of_thread || (flags & SQLITE_OPEN_DELETEONCLOSE) == 0) return inside->xOpen(inside, name, f, flags, out_flags);
  auto* const file = ::new (static_cast<void*>(f)) counted_file{{nullptr}, space_of_thread, 0};
  int const code = inside->xOpen(inside, name, file->inside(), flags, out_flags);
  if (code == SQLITE_OK) file->base.pMethods = methods_of_counted_files();
  return code;
}

}  // extern "C"

inline sqlite3_vfs made_around(sqlite3_vfs& inside) {
  using v = sqlite3_vfs;
  v made{};
  made.iVersion = std::min(inside.iVersion, 2);
  made.szOsFile = static_cast<int>(sizeof(counted_file)) + inside.szOsFile;
  made.mxPathname = inside.mxPathname;
  made.zName = "t2s_counts_temporary_files";
  made.pAppData = &inside;
  made.xOpen = t2s_vfs_open;
  made.xDelete = passed_on<&v::xDelete>::call;
  made.xAccess = passed_on<&v::xAccess>::call;
  made.xFullPathname = passed_on<&v::xFullPathname>::call;
  made.xRandomness = passed_on<&v::xRandomness>::call;
  made.xSleep = passed_on<&v::xSleep>::call;
  made.xCurrentTime = passed_on<&v::xCurrentTime>::call;
  if (inside.xGetLastError) made.xGetLastError = passed_on<&v::xGetLastError>::call;
  if (made.iVersion >= 2 && inside.xCurrentTimeInt64) made.xCurrentTimeInt64 = passed_on<&v::xCurrentTimeInt64>::call;
  return made;
}

/// The name of the VFS, which is registered with SQLite once; null, which means SQLite's own, where that cannot be.
inline char const* counting_vfs() {
  static char const* const name = []() -> char const* {
    auto* const usual = sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find(nullptr) : nullptr;
    if (!usual) return nullptr;
    static sqlite3_vfs made = made_around(*usual);
    return sqlite3_vfs_register(&made, 0) == SQLITE_OK ? made.zName : nullptr;
  }();
  return name;
}

}  // namespace t2s::db::detail

#endif
