// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_RULES_HPP
#define T2S_DB_POLICY_DETAIL_RULES_HPP

#include <map>
#include <optional>
#include <string>
#include <vector>

/// Who may see which tables, columns and rows of a database.
namespace t2s::db::policy {

/// What a statement is told that names what its role may not see.
enum class hidden_as {
  absent,     ///< the same as of a name that does not exist
  forbidden,  ///< that it is not the role's to read, and whom to ask
};

/// What stands in the place of the values of a column.
enum class masking {
  null,   ///< NULL
  text,   ///< the same text for all
  hash,   ///< 16 digits that are the same for the same value, and from which the value cannot be told. NULL stays
  last4,  ///< `****` and the last 4 characters, or `****` alone for a value of less than 8. NULL stays
};

/// A column whose values are not shown as they are.
struct mask {
  std::string column{};    ///< whose values
  masking how{};           ///< what stands in their place
  std::string with = "-";  ///< the text, for `masking::text`

  friend bool operator==(mask const&, mask const&) = default;
};

/// What a role sees of a table or view. One that has no such rule does not exist for the role.
struct table_rule {
  std::string table{};                                ///< "orders", or "sales.orders" where the database has several schemas
  std::optional<std::vector<std::string>> columns{};  ///< those that it sees; all but `hidden` if nothing is said
  std::vector<std::string> hidden{};                  ///< those that it does not see; only without `columns`
  std::string rows{};                                 ///< an SQL condition of the rows that it sees, `owner = :user`; "" for all
  std::vector<mask> masks{};                          ///< of columns that it sees
  bool rows_by_server = false;                        ///< the row-level security of PostgreSQL must be active, and decides which rows
  bool as_reader = false;                             ///< of a view: what it reads is held to the rules of the role, too. Else the
                                                      ///< view reads what it says, and is listed because all of that may be seen

  friend bool operator==(table_rule const&, table_rule const&) = default;
};

/// What those see who come in this role.
struct role_rules {
  std::string name{};                                    ///< of the role
  std::vector<table_rule> tables{};                      ///< all others are hidden
  std::string server_role{};                             ///< of PostgreSQL: SET ROLE; "" for none
  std::map<std::string, std::string> server_settings{};  ///< of PostgreSQL: set_config(name, value); a value may be a parameter, ":user"

  friend bool operator==(role_rules const&, role_rules const&) = default;
};

/// The rules of a database, a plain value. `read_rules` reads them from a file.
struct rules {
  hidden_as hidden = hidden_as::absent;  ///< what is said of what is hidden
  std::string ask{};                     ///< who gives access, for `hidden_as::forbidden`: "ask the data team"
  std::string key{};                     ///< goes into `masking::hash`; chosen at random for each connection if empty
  bool comments = false;                 ///< whether comments of tables and columns, and values of enumerations, are shown
  std::vector<std::string> functions{};  ///< that may be called beside those of the engine that only compute
  std::vector<std::string> types{};      ///< that may be cast to beside the engine's usual ones
  std::vector<role_rules> roles{};       ///< each of its own name

  friend bool operator==(rules const&, rules const&) = default;
};

/// Who asks.
struct session {
  std::string role{};                               ///< whose rules count
  std::map<std::string, std::string> parameters{};  ///< "user" -> "ada", for `:user` in conditions: texts, quoted where they are put in

  friend bool operator==(session const&, session const&) = default;
};

}  // namespace t2s::db::policy

#endif
