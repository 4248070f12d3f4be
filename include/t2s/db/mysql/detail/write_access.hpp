// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_WRITE_ACCESS_HPP
#define T2S_DB_MYSQL_DETAIL_WRITE_ACCESS_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the rights of a user say, which the server shows as statements: GRANT SELECT, INSERT (a, b) ON `shop`.* TO `ada`@`%` ...
namespace t2s::db::detail {

/// One such statement.
struct mysql_grant {
  std::vector<std::string> rights{};  ///< in capitals, without the columns behind them
  std::string on{};                   ///< "*.*", "`shop`.*", ...; empty if it grants roles or a right to stand for another user
  bool may_pass_on = false;

  explicit mysql_grant(std::string_view statement) {
    static constexpr std::string_view before = "GRANT ";
    if (!statement.starts_with(before)) return;
    std::size_t at = before.size(), begin = at;
    int depth = 0;
    char quote = '\0';
    for (; at < statement.size(); ++at) {
      char const c = statement[at];
      if (quote != '\0' || c == '`' || c == '\'' || c == '"')
        quote = quote == '\0' ? c : c == quote ? '\0' : quote;
      else if (c == '(' || c == ')')
        depth += c == '(' ? 1 : -1;
      else if (depth == 0 && (c == ',' || statement.substr(at).starts_with(" ON ") || statement.substr(at).starts_with(" TO "))) {
        add(statement.substr(begin, at - begin));
        begin = at + 1;
        if (c != ',') break;
      }
    }
    auto const rest = statement.substr(std::min(at, statement.size()));
    if (rest.starts_with(" ON ")) on = rest.substr(4, rest.find(" TO ") == rest.npos ? rest.npos : rest.find(" TO ") - 4);
    may_pass_on = statement.find(" WITH GRANT OPTION") != statement.npos;
  }

 private:
  void add(std::string_view right) {
    right = text::trim(right.substr(0, right.find('(')));
    rights.emplace_back(right);
  }
};

/// What such a right is good for; "" for one that only reads.
inline std::string_view harm_of_mysql_right(std::string_view right) {
  static constexpr std::array<std::string_view, 17> harmless{"USAGE",
                                                             "SELECT",
                                                             "SHOW VIEW",
                                                             "SHOW DATABASES",
                                                             "PROCESS",
                                                             "EXECUTE",
                                                             "REFERENCES",
                                                             "SLAVE MONITOR",
                                                             "REPLICA MONITOR",
                                                             "BINLOG MONITOR",
                                                             "REPLICATION CLIENT",
                                                             "SHOW ROUTINE",
                                                             "SHOW CREATE ROUTINE",
                                                             "XA_RECOVER_ADMIN",
                                                             "SHOW_ROUTINE",
                                                             "PASSWORDLESS_USER_ADMIN",
                                                             "INNODB_REDO_LOG_ENABLE"};
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> known{{
      {"ALL PRIVILEGES", "do everything"},
      {"FILE", "read and write files of the server"},
      {"SUPER", "administer the server"},
      {"SHUTDOWN", "end the server"},
      {"CREATE USER", "make and change users"},
      {"LOCK TABLES", "lock tables"},
      {"CREATE TEMPORARY TABLES", "make temporary tables"},
      {"TRIGGER", "make triggers"},
      {"EVENT", "make events"},
  }};
  if (std::ranges::find(harmless, right) != harmless.end()) return {};
  auto const one = std::ranges::find(known, right, [](auto const& k) { return k.first; });
  return one == known.end() ? std::string_view("?") : one->second;
}

/// A sentence for what a grant allows beyond reading.
inline std::vector<std::string> sentences_of(mysql_grant const& g) {
  std::vector<std::string> all, others;
  auto const where = g.on == "*.*" ? std::string(" everywhere") : " on " + g.on;
  for (auto const& right : g.rights) {
    if (g.on.empty()) continue;
    if (right == "PROXY") {
      all.push_back("it may stand for another user");
      continue;
    }
    auto const harm = harm_of_mysql_right(right);
    if (harm == "?")
      others.push_back(right);
    else if (!harm.empty())
      all.push_back(std::string("it may ").append(harm).append(right == "FILE" ? "" : where));
  }
  if (!others.empty()) all.insert(all.begin(), "it may " + text::join(others, ", ") + where);
  bool const is_proxy = g.rights.size() == 1 && g.rights.front() == "PROXY";
  if (g.may_pass_on && !g.on.empty() && !is_proxy) all.push_back("it may pass its rights on" + where);
  return all;
}

/// Stored functions that run with the rights of others and are said to change data.
inline constexpr char const* mysql_borrowed_rights = R"sql(
SELECT CONCAT('it may call ', MIN(CONCAT(routine_schema, '.', routine_name)), IF(COUNT(*) = 1, '', CONCAT(' and ', COUNT(*) - 1, ' more')),
  ', with the rights of their owners')
FROM information_schema.routines
WHERE security_type = 'DEFINER' AND definer <> CURRENT_USER() AND routine_schema NOT IN ('sys', 'mysql')
HAVING COUNT(*) > 0)sql";

}  // namespace t2s::db::detail

#endif
