// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_FAILURE_HPP
#define T2S_DB_DUCKDB_DETAIL_FAILURE_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/duckdb/detail/bounded_functions.hpp"
#include "t2s/sql/duckdb.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

/// DuckDB's errors as this library's failures.
namespace t2s::db::detail {

/// What DuckDB says of an error: JSON with its setting `errors_as_json`, "Binder Error: ..." without.
struct duckdb_report {
  std::string type{};     ///< "Binder"
  std::string message{};  ///< its first line
  std::string advice{};   ///< the others
  std::string name{};     ///< of what is missing
  std::optional<std::size_t> position{};

  explicit duckdb_report(std::string_view text) {
    auto const brace = text.find('{');
    auto const colon = text.find(" Error: ");
    if (brace == 0 || (colon != text.npos && brace == colon + 8)) {
      boost::system::error_code failed;
      auto const parsed = boost::json::parse({text.data() + brace, text.size() - brace}, failed);
      if (!failed && parsed.is_object()) {
        take(parsed.get_object());
        return;
      }
    }
    type = text.substr(0, colon == text.npos ? 0 : colon);
    if (colon != text.npos) text.remove_prefix(colon + 8);
    set_message(text.substr(0, text.find("\n\nLINE ")));
  }

 private:
  void take(boost::json::object const& o) {
    auto const member = [&o](char const* key) {
      auto const* const found = o.if_contains(key);
      return found && found->is_string() ? std::string(found->get_string()) : std::string();
    };
    type = member("exception_type");
    name = member("name");
    if (auto const at = member("position"); !at.empty()) {
      std::size_t n = 0;
      std::from_chars(at.data(), at.data() + at.size(), n);
      position = n;
    }
    set_message(member("exception_message"));
  }

  void set_message(std::string_view text) {
    for (auto const line : text::split(text, '\n')) {
      auto const words = text::trim(line);
      if (words.starts_with("Stack Trace") || words.starts_with("LINE ")) return;
      auto& to = message.empty() ? message : advice;
      if (!words.empty()) to.append(to.empty() ? "" : "; ").append(words);
    }
  }
};

/// A part of a message of a type of exception, and what it means. The first that fits counts.
struct duckdb_form {
  std::string_view type, part;
  errc code;
};

inline constexpr std::array duckdb_forms{
    duckdb_form{"Parser", "Max expression depth", errc::statement_too_long},
    duckdb_form{"Parser", "", errc::sql_syntax},
    duckdb_form{"Catalog", "unction with name", errc::no_such_function},
    duckdb_form{"Catalog", "is not an aggregate", errc::misuse_of_aggregate},
    duckdb_form{"Catalog", "Table with name", errc::no_such_table},
    duckdb_form{"Catalog", "View with name", errc::no_such_table},
    duckdb_form{"Catalog", "Schema with name", errc::no_such_table},
    duckdb_form{"Binder", "Referenced column", errc::no_such_column},
    duckdb_form{"Binder", "does not have a column named", errc::no_such_column},
    duckdb_form{"Binder", "does not exist on", errc::no_such_column},
    duckdb_form{"Binder", "Referenced table", errc::no_such_table},
    duckdb_form{"Binder", "mbiguous", errc::ambiguous_column},
    duckdb_form{"Binder", "No function matches", errc::no_such_function},
    duckdb_form{"Binder", "does not support the supplied arguments", errc::no_such_function},
    duckdb_form{"Binder", "GROUP BY clause", errc::misuse_of_aggregate},
    duckdb_form{"Binder", "ggregate", errc::misuse_of_aggregate},
    duckdb_form{"Binder", "window function", errc::misuse_of_aggregate},
    duckdb_form{"Invalid Input", duckdb_bound, errc::size_limit},
    duckdb_form{"Invalid Input", "read-only mode", errc::statement_denied},
    duckdb_form{"", "configuration has been locked", errc::statement_denied},
    duckdb_form{"", "disabled through configuration", errc::statement_denied},
    duckdb_form{"", "disabled by configuration", errc::statement_denied},
    duckdb_form{"Permission", "", errc::statement_denied},
    duckdb_form{"Out of Memory", "", errc::size_limit},
    duckdb_form{"INTERRUPT", "", errc::time_limit},
    duckdb_form{"Interrupt", "", errc::time_limit},
    duckdb_form{"IO", "orrupt", errc::corrupt_database},
    duckdb_form{"FATAL", "orrupt", errc::corrupt_database},
    duckdb_form{"INTERNAL", "orrupt", errc::corrupt_database},
    duckdb_form{"Serialization", "", errc::corrupt_database},
    duckdb_form{"IO", "not a valid DuckDB database file", errc::not_a_database},
    duckdb_form{"IO", "Could not read enough bytes", errc::corrupt_database},
    duckdb_form{"IO", "", errc::file_unreadable},
    duckdb_form{"", "", errc::sql_failed},
};

inline errc errc_of(duckdb_report const& r) {
  auto const fits = [&r](duckdb_form const& f) {
    return (f.type.empty() || r.type == f.type) && r.message.find(f.part) != std::string::npos;
  };
  return std::ranges::find_if(duckdb_forms, fits)->code;
}

/// Whether DuckDB takes no more statements after it.
inline bool is_fatal(duckdb_report const& r) noexcept { return text::same(r.type, "fatal") || text::same(r.type, "internal"); }

/// The first name that stands in quotes in a message.
inline std::string in_quotes_of(std::string_view message) {
  auto const first = message.find('"');
  auto const last = first == message.npos ? first : message.find('"', first + 1);
  return last == message.npos ? std::string() : std::string(message.substr(first + 1, last - first - 1));
}

inline std::string_view duckdb_remedy(errc code) {
  switch (code) {
    case errc::statement_denied: return "write a statement that only reads what was opened: SELECT, VALUES or WITH";
    case errc::size_limit: return "ask for less, or raise memory_bytes";
    case errc::statement_too_long: return "write a simpler statement";
    case errc::not_a_database: return "give a file that DuckDB has made, or one that ends in .parquet, .csv or .json";
    case errc::corrupt_database: return "restore the file from a copy";
    case errc::file_unreadable: return "check the file and its permissions, and whether another process holds it open for writing";
    default: return "";
  }
}

inline constexpr std::size_t longest_duckdb_message = 1000;

/// The name in "Scalar Function with name foo does not exist!", which has no quotes.
inline std::string name_in(std::string_view message) {
  static constexpr std::string_view before = "with name ";
  auto const at = message.find(before);
  if (at == message.npos) return in_quotes_of(message);
  auto const rest = message.substr(at + before.size());
  return rest.starts_with('"') ? in_quotes_of(rest) : std::string(rest.substr(0, rest.find(' ')));
}

/// What DuckDB says of a statement. `sql` is what it was given from the byte `ahead` on.
inline failure duckdb_failure(duckdb_report const& r, std::string const& sql, std::size_t ahead) {
  for (std::string const name : {"printf", "format"})
    if (r.message.starts_with("Macro " + name + "() does not support"))
      return failure{errc::wrong_argument_count,
                     name + " takes a format and at most " + std::to_string(most_printed_values) + " values here", name,
                     "join the results of several calls with ||", place_of_name(sql, sql::duckdb, name)};
  failure f{errc_of(r), text::cut(r.message, longest_duckdb_message), {}, {}, {}};
  f.remedy = text::cut(r.advice, longest_duckdb_message);
  auto const name = r.name.empty() ? name_in(r.message) : r.name;
  bool const is_about_name = f.code >= errc::no_such_table && f.code <= errc::misuse_of_aggregate;
  if (r.position && *r.position >= ahead && *r.position - ahead <= sql.size()) f.offset = *r.position - ahead;
  if (!f.offset && is_about_name) f.offset = place_of_name(sql, sql::duckdb, name);
  if (f.offset) f.subject = name_at(sql, sql::duckdb, *f.offset);
  // Of a call the place is that of its name, of a table behind JOIN that of the name too; where it is not, the name itself counts.
  if (is_about_name && !name.empty() && !text::same(f.subject.substr(f.subject.rfind('.') + 1), name) && !f.subject.starts_with(name))
    f.subject = name;
  bool const is_operator = !name.empty() && !text::is_letter(name.front()) && name.front() != '_';
  if (f.code == errc::no_such_function && is_operator) f.code = errc::sql_failed;
  f.subject = text::cut(f.subject, longest_duckdb_message / 2);
  if (f.remedy.empty())
    f.remedy =
        r.message.find(duckdb_bound) == r.message.npos ? duckdb_remedy(f.code) : "ask for less in one call; no option changes this limit";
  return f;
}

}  // namespace t2s::db::detail

#endif
