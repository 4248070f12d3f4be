// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEARNED_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEARNED_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/learned.hpp"
#include "t2s/retrieve/knowledge/detail/name_in_line.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace t2s::knowledge {
namespace detail {

inline constexpr std::array<std::string_view, 5> kind_names{"key", "words", "code", "time", "unit"};
inline constexpr std::array<std::string_view, 3> state_names{"proposed", "confirmed", "rejected"};

/// What each kind of line looks like after its state.
inline constexpr std::array<std::string_view, 5> kind_forms{
    "key TABLE.COLUMN = TABLE.COLUMN", "words TABLE.COLUMN = WORDS, or words TABLE = WORDS", "code TABLE.COLUMN 'CODE' = MEANING",
    "time TABLE.COLUMN = FORM", "unit TABLE.COLUMN = UNIT"};

inline constexpr std::string_view unknown_meaning = "?";

struct named_time_form {
  std::string_view name;
  schema::time_form form;
};
/// A point stands for any of the separators.
inline constexpr std::array time_forms = std::to_array<named_time_form>({
    {"yyyy", schema::time_form::years},
    {"yyyymmdd", schema::time_form::digits},
    {"yyyy.mm", schema::time_form::month_texts},
    {"yyyy.mm.dd", schema::time_form::day_texts},
    {"yyyy.mm.dd hh:mm", schema::time_form::time_texts},
    {"dd.mm.yyyy", schema::time_form::day_first},
    {"mm.dd.yyyy", schema::time_form::month_first},
    {"seconds since 1970", schema::time_form::seconds},
    {"milliseconds since 1970", schema::time_form::milliseconds},
});
inline constexpr std::string_view time_form_names =
    "YYYY, YYYYMMDD, YYYY-MM, YYYY-MM-DD, YYYY-MM-DD HH:MM, DD.MM.YYYY, MM/DD/YYYY, seconds since 1970, milliseconds since 1970";

/// Reads one line.
class learned_line {
 public:
  learned_line(std::string_view line, std::size_t number, std::string const& file) : rest_(line), number_(number), file_(file) {}

  [[nodiscard]] learned_fact read() {
    learned_fact fact;
    fact.line = number_;
    fact.decided = static_cast<learned_fact::state>(one_of(state_names, "begin with proposed, confirmed or rejected"));
    auto const kind = one_of(
        kind_names, "write key, words, code, time or unit after " + std::string(state_names[static_cast<std::size_t>(fact.decided)]));
    fact.is = static_cast<learned_fact::kind>(kind);
    form_ = std::string(state_names[static_cast<std::size_t>(fact.decided)]).append(" ").append(kind_forms[kind]);
    read_place(fact.table, fact.column);
    if (fact.column.empty() && fact.is != learned_fact::kind::words) refuse("names no column");
    if (fact.is == learned_fact::kind::code) read_code(fact);
    skip_blanks();
    if (!rest_.starts_with('=')) refuse(rest_.empty() ? "has no =" : "has \"" + std::string(rest_) + "\" where = is expected");
    rest_.remove_prefix(1);
    skip_blanks();
    if (rest_.empty()) refuse("says nothing after the =");
    fact.is == learned_fact::kind::key ? read_parent(fact) : read_meaning(fact);
    return fact;
  }

 private:
  template <std::size_t N>
  [[nodiscard]] std::size_t one_of(std::array<std::string_view, N> const& names, std::string remedy) {
    skip_blanks();
    auto const word = std::string(rest_.substr(0, rest_.find_first_of(" \t")));
    for (std::size_t i = 0; i < N; ++i)
      if (text::same(names[i], word)) {
        rest_.remove_prefix(word.size());
        return i;
      }
    form_ = std::move(remedy);
    refuse(word.empty() ? "ends too early" : "has \"" + word + "\" as its " + (N == state_names.size() ? "first" : "second") + " word");
  }

  void read_place(std::string& table, std::string& column) {
    skip_blanks();
    auto const t = take_name(rest_, ". \t=");
    if (!t) refuse("names no table");
    table = *t;
    if (!rest_.starts_with('.')) return;
    rest_.remove_prefix(1);
    auto const c = take_name(rest_, " \t=");
    if (!c) refuse("names no column after \"" + table + ".\"");
    column = *c;
  }

  void read_code(learned_fact& fact) {
    skip_blanks();
    fact.is_number = !rest_.starts_with('\'');
    auto const code = take_name(rest_, " \t=", '\'');
    if (!code || (fact.is_number && !knowledge::is_number(*code))) refuse("has no code in single quotes, and no number, after its column");
    fact.code = *code;
  }

  void read_parent(learned_fact& fact) {
    read_place(fact.parent, fact.referenced);
    skip_blanks();
    if (fact.referenced.empty()) refuse("names no column of the table that is referred to");
    if (!rest_.empty()) refuse("has \"" + std::string(rest_) + "\" at its end");
  }

  void read_meaning(learned_fact& fact) {
    fact.means = text::trim(rest_);
    auto const& said = fact.means;
    if (said.size() > 2 && said.front() == '"' && said.back() == '"') fact.means = said.substr(1, said.size() - 2);
    if (fact.is_used() && said == unknown_meaning) refuse("is confirmed without a meaning: write it for the ?");
    if (fact.is == learned_fact::kind::time) fact.form = time_form_called(said);
    if (fact.is == learned_fact::kind::time && !fact.form) {
      form_ = time_form_names;
      refuse("has an unknown form of times \"" + said + "\"");
    }
  }

  void skip_blanks() {
    while (rest_.starts_with(' ') || rest_.starts_with('\t')) rest_.remove_prefix(1);
  }

  [[noreturn]] void refuse(std::string const& what) const {
    throw error(
        failure{errc::malformed_data, "line " + std::to_string(number_) + " of \"" + file_ + "\" " + what, file_, "expected: " + form_});
  }

  std::string_view rest_;
  std::size_t number_;
  std::string const& file_;
  std::string form_{};  // what is expected
};

/// Whether two facts are about the same, so that one is the decision about the other.
inline bool have_one_subject(learned_fact const& a, learned_fact const& b) {
  return a.is == b.is && text::same(a.table, b.table) && text::same(a.column, b.column) && a.code == b.code;
}

inline std::string name_in_line(std::string const& name) {
  bool const plain = !name.empty() && name.find_first_of(". \t=\"#") == name.npos;
  if (plain) return name;
  std::string out = "\"";
  for (char const c : name) out.append(c == '"' ? 2U : 1U, c);
  return out + "\"";
}

inline std::string place_in_line(std::string const& table, std::string const& column) {
  return column.empty() ? name_in_line(table) : name_in_line(table) + "." + name_in_line(column);
}

/// The head of a new file.
inline std::string head_of_file(std::string_view database) {
  std::string head = "# What t2s has learned of ";
  head.append(t2s::one_line(database)).append(". Only lines that begin with \"confirmed\" are used.\n");
  head +=
      "# Read each line, write confirmed or rejected for proposed, and correct what is wrong; lines of your own are welcome.\n"
      "# The number above a line is how sure the proposal is, from 0 to 1. `t2s learn` adds what is new, and changes nothing else.\n#\n";
  for (auto const form : kind_forms) head.append("#   confirmed ").append(form).append("\n");
  return head.append("#\n# Forms of times: ").append(time_form_names).append("\n");
}

/// The words for prompts.
inline std::string meaning_of(learned_fact const& fact) {
  switch (fact.is) {
    case learned_fact::kind::code: return (fact.is_number ? fact.code : to_sql(value(fact.code))) + " = " + fact.means;
    case learned_fact::kind::time: return "times as " + fact.means;
    case learned_fact::kind::unit: return "in " + fact.means;
    default: return fact.means;
  }
}

}  // namespace detail

T2S_DECL learned parse_learned(std::string_view text, std::string file) {
  learned out{std::move(file), {}};
  detail::wrong_lines wrong;
  std::size_t number = 0;
  for (auto const raw : text::split(text, '\n')) {
    ++number;
    auto const line = text::trim(raw);
    if (line.empty() || line.front() == '#') continue;
    wrong.note_errors_of([&] { out.facts.push_back(detail::learned_line(line, number, out.file).read()); });
  }
  wrong.throw_if_any();
  return out;
}

T2S_DECL learned read_learned(std::string const& file) {
  return parse_learned(read_file(file, "what t2s learn writes and the owner of a database confirms"), file);
}

T2S_DECL std::string learned_place(std::string const& database) { return database + ".t2s-learned"; }

T2S_DECL std::string line_of(learned_fact const& fact) {
  auto const kind = detail::kind_names[static_cast<std::size_t>(fact.is)];
  std::string line(detail::state_names[static_cast<std::size_t>(fact.decided)]);
  line.append(" ").append(kind).append(6 - kind.size(), ' ').append(detail::place_in_line(fact.table, fact.column));
  if (fact.is == learned_fact::kind::code) line.append(" ").append(fact.is_number ? fact.code : to_sql(value(fact.code)));
  line += " = ";
  return fact.is == learned_fact::kind::key ? line + detail::place_in_line(fact.parent, fact.referenced) : line + t2s::one_line(fact.means);
}

T2S_DECL std::string with_proposals(std::string text, learned const& in_text, learned const& proposals, std::string_view database) {
  if (text.empty()) text = detail::head_of_file(database);
  std::string evidence;
  for (auto const& fact : proposals.facts) {
    auto const is_about_it = [&fact](learned_fact const& known) { return detail::have_one_subject(known, fact); };
    if (t2s::detail::any_of(in_text.facts, is_about_it)) continue;
    std::array<char, 16> number{};
    std::snprintf(number.data(), number.size(), "%.2f", fact.confidence);
    auto above = std::string("# ").append(number.data()).append(": ").append(t2s::one_line(fact.evidence)).append("\n");
    if (!text.ends_with('\n')) text += "\n";
    if (above != evidence) text.append("\n").append(above);  // once for several codes of a column
    evidence = std::move(above);
    text.append(line_of(fact)).append("\n");
  }
  return text;
}

T2S_DECL void require_known_names(learned const& all, schema::database const& of) {
  detail::wrong_lines wrong;
  auto const require = [&](learned_fact const& fact, std::string const& table, std::string const& column) {
    auto const* t = of.find_table(table);
    if (t && (column.empty() || t->find_column(column))) return;
    auto const begin = "line " + std::to_string(fact.line) + " of \"" + all.file + "\": ";
    if (!t) throw error(failure{errc::no_such_table, begin + "there is no table " + table, table, "correct the name, or reject the line"});
    throw error(failure{errc::no_such_column, begin + "table " + t->name + " has no column " + column, column,
                        "correct the name, or reject the line"});
  };
  for (auto const& fact : all.facts) {
    if (!fact.is_used()) continue;
    wrong.note_errors_of([&] {
      require(fact, fact.table, fact.column);
      if (fact.is == learned_fact::kind::key) require(fact, fact.parent, fact.referenced);
    });
  }
  wrong.throw_if_any();
}

T2S_DECL schema::descriptions with_learned(schema::descriptions given, learned const& all) {
  for (auto const& fact : all.facts) {
    if (!fact.is_used()) continue;
    if (fact.is == learned_fact::kind::key) {
      given.keys.push_back({fact.table, fact.column, fact.parent, fact.referenced});
      continue;
    }
    auto const is_same = [&fact](schema::column_description const& d) {
      return text::same(d.table, fact.table) && text::same(d.column, fact.column);
    };
    schema::column_description* last = nullptr;
    for (auto& d : given.columns)
      if (is_same(d)) last = &d;
    if (last)
      last->text.append("; ").append(detail::meaning_of(fact));
    else
      given.columns.push_back({fact.table, fact.column, detail::meaning_of(fact)});
  }
  return given;
}

T2S_DECL std::optional<schema::time_form> time_form_called(std::string_view name) {
  auto plain = text::lower(text::trim(name));
  for (auto& c : plain)
    if (c == '-' || c == '/') c = '.';
  for (auto const& known : detail::time_forms)
    if (known.name == plain) return known.form;
  return {};
}

}  // namespace t2s::knowledge

#endif
