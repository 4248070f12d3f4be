// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_CONNECTION_IPP
#define T2S_DB_MYSQL_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/driver.hpp"
#include "t2s/db/mysql/connection.hpp"
#include "t2s/db/mysql/detail/catalogue.hpp"
#include "t2s/db/mysql/detail/open_server.hpp"
#include "t2s/db/mysql/detail/write_access.hpp"

namespace t2s::db {
namespace detail {

/// What a user may do as it is.
struct mysql_access {
  std::vector<std::string> sentences{};
  std::vector<std::string> roles{};  ///< as SQL names them: it may take them on

  void add(std::string sentence) {
    if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(std::move(sentence));
  }
};

/// Of the session's user, with the roles that are active.
inline mysql_access mysql_access_of(mysql_slot& slot, std::stop_token const& stop) {
  mysql_access found;
  auto const rows_of = [&](std::string sql) {
    auto e = mysql_rows(slot, std::move(sql), stop);
    if (e.failure) throw error(*e.failure);
    return std::move(e.rows.values);
  };
  std::string grants = "SHOW GRANTS";  // MariaDB shows those of the role too
  if (make_ready(slot, stop); !slot.session()->is_mariadb()) {
    auto const role = mysql_rows(slot, "SELECT CURRENT_ROLE()", stop);  // since MySQL 8
    auto const roles = role.ok() ? to_string(role.rows.values.at(0).at(0)) : "NONE";
    if (roles != "NONE") grants.append(" FOR CURRENT_USER() USING ").append(roles);
  }
  for (auto const& row : rows_of(grants)) {
    mysql_grant const grant(to_string(row.at(0)));
    for (auto& sentence : sentences_of(grant)) found.add(std::move(sentence));
    if (grant.on.empty()) found.roles.insert(found.roles.end(), grant.rights.begin(), grant.rights.end());
  }
  for (auto const& row : rows_of(mysql_borrowed_rights)) found.add(to_string(row.at(0)));
  return found;
}

/// The rights of a user and of all its roles, active or not, as sentences. Roles are taken on in a session of its own.
inline std::vector<std::string> mysql_write_access(mysql_slot& slot, std::stop_token const& stop) {
  auto found = mysql_access_of(slot, stop);
  mysql_slot other(slot.shared_server());
  auto const active = found.sentences;
  for (auto const& role : found.roles) {
    make_ready(other, stop);
    if (!other.session()->run("SET ROLE " + role)) continue;  // it is a role of a role, and what it may the other one may
    for (auto const& sentence : mysql_access_of(other, stop).sentences)
      if (std::ranges::find(active, sentence) == active.end()) found.add(sentence + ", after SET ROLE " + role);
  }
  return std::move(found.sentences);
}

}  // namespace detail

class mysql_driver::backend {
 public:
  backend(std::string const& server, mysql_options const& options) : slot_(detail::open_mysql_server(server, options)) {}
  /// A place for a connection to the same server, which is opened when it is needed.
  explicit backend(std::shared_ptr<detail::mysql_server> const& server) : slot_(std::make_unique<detail::mysql_slot>(server)) {}

  [[nodiscard]] std::shared_ptr<detail::mysql_server> another() const { return slot_->shared_server(); }
  [[nodiscard]] bool is_open() const noexcept { return slot_->is_open(); }

  [[nodiscard]] schema::database const& schema() const { return slot_->server().schema; }
  [[nodiscard]] mysql_options const& options() const { return slot_->server().options; }

  [[nodiscard]] detail::statement_request admit(std::string const& sql) const { return detail::admitted(slot_->server(), sql); }

  [[nodiscard]] execution run(detail::statement_request const& r, statement_limits const& within, detail::row_sink& into,
                              std::stop_token const& stop) {
    return detail::answer(*slot_, r, within, [&into](std::vector<value> row) { into.take(std::move(row)); }, stop);
  }

  [[nodiscard]] execution distinct(schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
    return detail::distinct_values(*this, t, c, limit, stop);
  }

  [[nodiscard]] estimation estimate(detail::statement_request const& r, std::stop_token const& stop) {
    return detail::estimate(*slot_, r, options().limits.time, stop);
  }

  [[nodiscard]] std::vector<std::string> can_write(std::stop_token const& stop) { return detail::mysql_write_access(*slot_, stop); }

 private:
  std::unique_ptr<detail::mysql_slot> slot_;
};

static_assert(detail::Driver<mysql_driver>);

#ifdef T2S_SEPARATE_COMPILATION
template class basic_connection<mysql_driver>;
#endif

}  // namespace t2s::db

#endif
