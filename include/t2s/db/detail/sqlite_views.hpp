// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_SQLITE_VIEWS_HPP
#define T2S_DB_DETAIL_SQLITE_VIEWS_HPP

#include <string>
#include <vector>

namespace t2s::db {

/// A view that a connection to an SQLite file makes for itself alone.
struct sqlite_view {
  std::string name{};        ///< that nobody can guess
  std::string definition{};  ///< "CREATE TEMP VIEW ...", a statement of this name
};

/// The views through which alone a file is read, as db/policy makes them.
struct sqlite_views {
  std::vector<sqlite_view> views{};     ///< in the order in which they are made: one may read those before it
  std::vector<std::string> within{};    ///< names of common table expressions in the views, which nobody can guess either
  std::vector<std::string> directly{};  ///< sources that statements may read themselves, such as `json_each`
  std::vector<std::string> counted{};   ///< tables all rows of which may be counted: SQLite does not say within which view it does so
  std::string prefix{};                 ///< of all common table expressions of statements: their rows may be counted, too
  std::string hash{};                   ///< name of a function of one value that hides it, for use in the views; "" for none
  std::string key{};                    ///< goes into what that function gives
};

}  // namespace t2s::db

#endif
