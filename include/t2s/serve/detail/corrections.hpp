// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CORRECTIONS_HPP
#define T2S_SERVE_DETAIL_CORRECTIONS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/serve/detail/served_database.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// The questions to which users of a server gave the right SQL, in a file of `retrieve::read_corrections`.
///
/// A database has those of its name, and those that name no database of the server. Of these a served database sees the ones whose SQL uses
/// only tables and columns of its schema, so that users do not learn from corrections of what they may not see. Of one question the last
/// counts.
///
/// Thread safe. The file may be changed by others meanwhile (`t2s correct`), but not at the same moment. The databases must outlive it.
class corrections {
 public:
  using list = std::vector<demonstration>;  ///< each `is_correction`, the oldest first

  static constexpr std::size_t most = 10'000;  ///< corrections in the file; further ones are refused

  /// `served` are the names of all databases of the server. The file need not exist. Throws what `retrieve::read_corrections` throws.
  T2S_DECL explicit corrections(std::string file, std::vector<std::string> served = {});
  corrections(corrections const&) = delete;
  corrections& operator=(corrections const&) = delete;
  ~corrections() = default;

  /// Those that a database sees, for runs: read anew if the file has changed, and as before if it has become unreadable. Never null; the
  /// same object as long as they do not change.
  [[nodiscard]] T2S_DECL std::shared_ptr<list const> of(served_database const& database);
  /// The same for people. Throws what `retrieve::read_corrections` throws.
  [[nodiscard]] T2S_DECL std::shared_ptr<list const> read(served_database const& database);

  /// Keeps a correction for a database, in the place of those of its question that this database sees. Returns the SQL of the last of
  /// these, if there is one. Throws as `read`, and `error` with `file_unwritable`, or with `invalid_argument` if there are too many.
  T2S_DECL std::optional<std::string> keep(served_database const& database, std::string const& question, std::string const& sql);

  /// Removes a correction that a database sees, by its id or its question, and returns it; nothing if there is none. Throws as `keep`.
  [[nodiscard]] T2S_DECL std::optional<demonstration> remove(served_database const& database, std::string_view what);

  /// The id of a correction: the same for the same question of the same database, as long as it exists.
  [[nodiscard]] T2S_DECL static std::string id_of(demonstration const& correction);

  /// The path of the file.
  [[nodiscard]] std::string const& file() const noexcept { return file_; }

 private:
  struct stamp {
    std::filesystem::file_time_type changed{};
    std::uintmax_t bytes = 0;

    friend bool operator==(stamp const&, stamp const&) = default;
  };
  [[nodiscard]] T2S_DECL stamp stamp_now() const;
  T2S_DECL void read_file();
  T2S_DECL void take(list all);
  T2S_DECL void write(list all);
  [[nodiscard]] T2S_DECL bool is_seen(demonstration const& one, served_database const& by) const;
  [[nodiscard]] T2S_DECL std::shared_ptr<list const> seen_by(served_database const& database);

  std::string file_;
  std::vector<std::string> served_;
  std::mutex guard_{};  // guards the rest
  list all_{};
  stamp read_at_{};
  std::map<served_database const*, std::shared_ptr<list const>> seen_{};
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/corrections.ipp"
#endif

#endif
