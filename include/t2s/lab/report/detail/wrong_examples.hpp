// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_WRONG_EXAMPLES_HPP
#define T2S_LAB_REPORT_DETAIL_WRONG_EXAMPLES_HPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/report/detail/example_filters.hpp"
#include "t2s/lab/report/detail/markup.hpp"
#include "t2s/lab/report/report.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

namespace t2s::evaluation::reporting {

/// A token or word of a query.
struct query_piece {
  std::string_view text{};
  bool exact = false;  ///< quoted: case matters
  bool differs = true;

  friend bool operator==(query_piece const& a, query_piece const& b) {
    return a.exact || b.exact ? a.text == b.text : text::same(a.text, b.text);
  }
};
using query_pieces = std::vector<query_piece>;

/// Nothing if the text has tokens that are not SQL's.
inline query_pieces tokens_of(std::string const& sql) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, sql::sqlite, tokens);
  query_pieces pieces;
  for (auto const& t : tokens) {
    if (t.kind == sql::token_kind::illegal) return {};
    if (t.kind != sql::token_kind::end) pieces.push_back({t.view(), t.quoted != sql::quote::none});
  }
  return pieces;
}

inline query_pieces words_of(std::string_view s) {
  query_pieces pieces;
  for (s = text::trim(s); !s.empty(); s = text::trim(s)) {
    auto const end = static_cast<std::size_t>(std::ranges::find_if(s, text::is_space) - s.begin());
    pieces.push_back({s.substr(0, end)});
    s.remove_prefix(end);
  }
  return pieces;
}

/// Clears `differs` in a longest common subsequence. O(size of a * size of b); beyond a limit only a common beginning and a common end.
inline void mark_common(query_pieces& a, query_pieces& b) {
  constexpr std::size_t most_cells = 1'000'000;
  auto const match = [&](std::size_t i, std::size_t j) { a[i].differs = b[j].differs = false; };
  std::size_t begin = 0, a_end = a.size(), b_end = b.size();
  for (; begin < std::min(a_end, b_end) && a[begin] == b[begin]; ++begin) match(begin, begin);
  while (a_end > begin && b_end > begin && a[a_end - 1] == b[b_end - 1]) match(--a_end, --b_end);
  auto const of_a = std::span(a).subspan(begin, a_end - begin), of_b = std::span(b).subspan(begin, b_end - begin);
  if ((of_a.size() + 1) * (of_b.size() + 1) > most_cells) return;
  for (auto const& [i, j] : t2s::detail::common_subsequence(of_a, of_b)) match(begin + i, begin + j);
}

/// The text with marks; adjacent differing pieces share one.
inline std::string marked(std::string const& text, query_pieces const& pieces) {
  std::string out;
  std::size_t done = 0;
  bool open = false;
  for (auto const& p : pieces) {
    auto const begin = static_cast<std::size_t>(p.text.data() - text.data());
    if (open && !p.differs) out += "</mark>";
    out += escaped(std::string_view(text).substr(done, begin - done));
    if (!open && p.differs) out += "<mark>";
    open = p.differs;
    out += escaped(p.text);
    done = begin + p.text.size();
  }
  if (open) out += "</mark>";
  return out + escaped(std::string_view(text).substr(done));
}

/// Both queries as markup.
inline std::pair<std::string, std::string> marked_queries(std::string const& gold, std::string const& predicted) {
  auto a = tokens_of(gold), b = tokens_of(predicted);
  if (a.empty() || b.empty()) {
    a = words_of(gold);
    b = words_of(predicted);
  }
  mark_common(a, b);
  return {marked(gold, a), marked(predicted, b)};
}

inline std::string cell(value const& v) {
  auto const* kind = v.is_null() ? " class=\"null\"" : v.integer() || v.real() ? " class=\"number\"" : "";
  auto const* b = v.bytes();
  bool const cuts = b && b->bytes.size() > page_limits::cell;  // its text is longer than what is shown
  auto const shown = cuts ? to_string(blob{{b->bytes.begin(), b->bytes.begin() + page_limits::cell}}) : to_string(v);
  return element("td", escaped(cut(shown, page_limits::cell)), kind);
}

inline std::string result_size(db::rows const& rows, bool more) {
  auto const n = rows.values.size();
  auto out = more ? joined("more than ", counted(n, "row")) : counted(n, "row");
  if (n > page_limits::rows) out += joined(", the first ", page_limits::rows, " shown");
  if (rows.columns.size() > page_limits::columns)
    out += joined("; the first ", page_limits::columns, " of ", rows.columns.size(), " columns shown");
  return out;
}

inline std::string result_table(db::rows const& rows, bool more) {
  auto const columns = std::min(rows.columns.size(), page_limits::columns);
  std::string head, body;
  for (std::size_t c = 0; c < columns; ++c) head += element("th", escaped(cut(rows.columns[c], page_limits::cell)), " scope=\"col\"");
  for (std::size_t r = 0; r < std::min(rows.values.size(), page_limits::rows); ++r) {
    std::string row;
    for (std::size_t c = 0; c < columns; ++c) row += cell(rows.values[r][c]);
    body += element("tr", row);
  }
  auto const table = joined(element("caption", result_size(rows, more)), element("thead", element("tr", head)), element("tbody", body));
  return element("div", element("table", table, " class=\"result\""), " class=\"wide\"");
}

/// Results of statements as markup. Executes each once.
class shown_results {
 public:
  shown_results(data_folders const& folders, evaluation_options const& o) : folders_(folders), options_(sqlite_options_of(o)) {
    options_.limits.rows = page_limits::counted_rows;
    options_.limits.time = std::min<std::chrono::nanoseconds>(options_.limits.time, page_limits::statement);
  }

  [[nodiscard]] std::string const& of(std::string const& database, std::string const& sql) {
    auto const [found, is_new] = known_.try_emplace(std::pair(database, sql));
    if (is_new) found->second = show(database, sql);
    return found->second;
  }

 private:
  [[nodiscard]] std::string show(std::string const& database, std::string const& sql) {
    if (spent_ > page_limits::execution) return element("p", "Not executed again: the time for this page is spent.", " class=\"note\"");
    auto const e = open(database).execute(sql);
    spent_ += e.elapsed;
    bool const more = e.failure && e.failure->code == errc::row_limit;
    if (e.failure && !more) return element("p", escaped(e.failure->text()), " class=\"failure\"");
    return result_table(e.rows, more);
  }

  /// Keeps one connection, since neighbouring questions mostly share a database.
  [[nodiscard]] db::any_connection& open(std::string const& database) {
    if (!connection_ || name_ != database) connection_.emplace(connected(database));
    name_ = database;
    return *connection_;
  }

  [[nodiscard]] db::any_connection connected(std::string const& database) const {
    auto const place = folders_.databases.file_of(database).string();
    if (folders_.open && folders_.databases.is_by_pattern(database)) return folders_.open(place, options_.limits);
    return db::any_connection(db::sqlite_connection(place, options_));
  }

  data_folders folders_;
  db::sqlite_options options_;
  std::string name_{};
  std::optional<db::any_connection> connection_{};
  std::map<std::pair<std::string, std::string>, std::string> known_{};
  std::chrono::nanoseconds spent_{};
};

inline std::vector<std::string> databases_of(gold_set const& gold) {
  std::vector<std::string> names;
  for (auto const& q : gold.questions) names.push_back(q.database);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

inline std::string tag(std::string_view what, std::string_view kind = {}) {
  return element("span", escaped(what), joined(" class=\"tag ", kind, "\""));
}

/// How the prediction of another file did where this one is wrong.
enum class beside { broken, wrong, fixed };

/// The wrong predictions of each file, with filters.
class wrong_examples {
 public:
  wrong_examples(report const& r, gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders)
      : r_(r), gold_(gold), files_(files), results_(folders, r.options) {}

  [[nodiscard]] std::string style() const { return filters_.style(); }

  [[nodiscard]] std::string of_file(std::size_t f) {
    auto const wrong = wrong_in(f);
    auto const shown = std::span(wrong).first(std::min(wrong.size(), page_limits::examples));
    auto out = element("h3", joined("Wrong by ", decides_.name(), ": ", wrong.size()), joined(" id=\"f", f, "-wrong\""));
    if (shown.size() < wrong.size())
      out += element("p", joined("The first ", shown.size(), " are shown, ", wrong.size() - shown.size(), " are left out."),
                     " class=\"note\"");
    std::vector<std::string> classes;
    for (auto const i : shown) classes.push_back(classes_of(f, i));
    if (!shown.empty()) out += filters_.markup(joined("f", f), classes);
    for (std::size_t n = 0; n < shown.size(); ++n) out += example(f, shown[n], classes[n]);
    if (!shown.empty()) out += element("p", "Shown: ", " class=\"shown note\"");
    return element("section", out, " class=\"examples\"") + "\n";
  }

 private:
  [[nodiscard]] std::vector<std::size_t> wrong_in(std::size_t f) const {
    std::vector<std::size_t> wrong;
    auto const& verdicts = r_.files[f].verdicts;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      if (decides_.counts(r_.questions[i]) && !decides_.right(verdicts[i])) wrong.push_back(i);
    return wrong;
  }

  // ---- filters

  [[nodiscard]] std::vector<example_filter> all_filters() const {
    example_filter fault_classes{"k", "main fault", {}, true}, kinds{"w", "words of the question", {}, false};
    for (std::size_t i = 0; i < fault_count; ++i) fault_classes.choices.emplace_back(title_of(static_cast<fault>(i)));
    for (auto const k : all_question_kinds) kinds.choices.emplace_back(name_of(k));
    auto levels = groups_of(r_);
    levels.pop_back();  // all
    std::vector<example_filter> all{fault_classes, {"h", "hardness", levels, false}, kinds, {"d", "database", databases_of(gold_), false}};
    if (r_.files.size() > 1) all.push_back({"b", "beside the other file", {"broken", "wrong in both", "fixed"}, false});
    return all;
  }

  [[nodiscard]] std::string classes_of(std::size_t f, std::size_t i) const {
    auto const& faults = r_.files[f].verdicts[i].faults;
    std::vector<std::string> names;
    if (faults) names.push_back(filter_list_[0].class_of(static_cast<std::size_t>(faults->main())));
    names.push_back(filter_list_[1].class_of(r_.questions[i].hardness));
    for (auto const k : r_.questions[i].kinds) names.push_back(filter_list_[2].class_of(static_cast<std::size_t>(k)));
    names.push_back(filter_list_[3].class_of(gold_.questions[i].database));
    if (auto const how = beside_of(f, i)) names.push_back(filter_list_[4].class_of(static_cast<std::size_t>(*how)));
    return text::join(names, " ");
  }

  /// The file that another is compared with: the first, and for the first of two the second.
  [[nodiscard]] std::optional<std::size_t> other_of(std::size_t f, std::size_t i) const {
    if (f == 0 && r_.files.size() != 2) return {};
    auto const other = f > 0 ? std::size_t{0} : std::size_t{1};
    return i < r_.files[other].verdicts.size() ? std::optional(other) : std::nullopt;
  }

  [[nodiscard]] std::optional<beside> beside_of(std::size_t f, std::size_t i) const {
    auto const other = other_of(f, i);
    if (!other) return {};
    return !decides_.right(r_.files[*other].verdicts[i]) ? beside::wrong : f > 0 ? beside::broken : beside::fixed;
  }

  // ---- examples

  [[nodiscard]] std::string example(std::size_t f, std::size_t i, std::string const& classes) {
    auto const& q = gold_.questions[i];
    auto const where = joined(q.database, ", ", r_.questions[i].hardness);
    auto const head = joined(element("b", joined("#", i)), element("span", escaped(where), " class=\"where\""),
                             escaped(q.question.empty() ? cut(q.sql, 2 * page_limits::cell) : q.question));
    auto body = element("summary", head) + element("p", tags(f, i));
    if (!q.evidence.empty()) body += element("p", "Evidence: " + escaped(q.evidence));
    body += element("div", both(f, i), " class=\"pair\"");
    return element("details", body, joined(" class=\"example ", classes, "\" id=\"f", f, "-q", i, "\"")) + "\n";
  }

  [[nodiscard]] std::string tags(std::size_t f, std::size_t i) const {
    auto const& v = r_.files[f].verdicts[i];
    auto out = v.faults ? fault_tags(*v.faults) : std::string();
    if (r_.options.wanted.em) out += !v.parsed ? tag("not parsed for EM", "bad") : v.em ? tag("EM right", "good") : tag("EM wrong", "bad");
    if (r_.options.wanted.ex && !v.ex && v.ex_single) out += tag("right on its own file, wrong on another of its folder");
    if (v.unfinished) out += tag("too many ways to plug values in");
    if (beside_of(f, i) == beside::broken) out += tag("broken: right in the first file", "bad");
    if (beside_of(f, i) == beside::fixed) out += tag("fixed: right in the second file", "good");
    if (!v.kind) return out;
    auto const& e = *v.kind;
    for (auto const& [holds, what] :
         {std::pair{e.table, "a table is missing"}, std::pair{e.column, "a column is missing"}, std::pair{e.skeleton, "skeleton"},
          std::pair{e.execution, "does not execute"}, std::pair{e.other(), "neither entities nor skeleton"}})
      if (holds) out += tag(what);
    return out;
  }

  [[nodiscard]] static std::string fault_tags(faults const& of) {
    auto out = tag(title_of(of.main()), "bad");
    for (auto const f : of.all())
      if (f != of.main()) out += tag(title_of(f));
    if (of.results() != result_difference::failed) out += tag(joined("result: ", title_of(of.results())));
    return out;
  }

  [[nodiscard]] std::string both(std::size_t f, std::size_t i) {
    auto const& q = gold_.questions[i];
    auto const& p = files_[f].predictions[i];
    auto const* const result = given_gold(i);
    auto const& sql = p.sql;
    auto const [gold, predicted] = result || p.result ? std::pair(escaped(shown_part(q.sql)), escaped(shown_part(sql)))
                                                      : marked_queries(shown_part(q.sql), shown_part(sql));
    auto const gold_side = result ? given_side("Gold", "gold", result->file, result->found)
                                  : side("Gold", "gold", gold + note_on(q.sql), results_.of(q.database, executed(q.sql, &official_sql)));
    auto const predicted_side =
        p.result ? given_side("Predicted", "predicted", p.result_file, *p.result)
                 : side("Predicted", "predicted", predicted + note_on(sql), predicted_result(r_.files[f].verdicts[i], q.database, sql));
    return gold_side + predicted_side + right_one(f, i);
  }

  /// The first gold result in the place of SQL, or nullptr.
  [[nodiscard]] gold_result const* given_gold(std::size_t i) const {
    if (gold_.choices.empty() || gold_.choices[i].results.empty()) return nullptr;
    return &gold_.choices[i].results.front();
  }

  /// A result of a file.
  [[nodiscard]] static std::string given_side(std::string_view title, std::string_view kind, std::string const& file,
                                              db::rows const& found) {
    auto const content = element("h4", title) + element("p", escaped(file), " class=\"note\"") + result_table(found, false);
    return element("section", content, joined(" class=\"", kind, "\""));
  }

  /// The query of the other file where that is right; its result is the gold's.
  [[nodiscard]] std::string right_one(std::size_t f, std::size_t i) const {
    auto const how = beside_of(f, i);
    if (!how || how == beside::wrong) return {};
    auto const other = *other_of(f, i);
    auto const& p = files_[other].predictions[i];
    auto const title = joined("Right in ", escaped(names_of(r_)[other]));
    if (p.result) return given_side(title, "other", p.result_file, *p.result);
    return side(title, "other", escaped(shown_part(p.sql)) + note_on(p.sql), "");
  }

  [[nodiscard]] static std::string shown_part(std::string const& sql) { return std::string(text::whole_characters(sql, page_limits::sql)); }
  [[nodiscard]] static std::string note_on(std::string const& sql) {
    if (sql.size() <= page_limits::sql) return {};
    return element("span", joined("\xE2\x80\xA6 cut: the query has ", sql.size(), " bytes"), " class=\"note\"");
  }

  [[nodiscard]] static std::string side(std::string_view title, std::string_view kind, std::string_view query, std::string_view result) {
    auto const code =
        query.empty() ? element("p", "The prediction is empty.", " class=\"failure\"") : element("pre", element("code", query));
    return element("section", joined(element("h4", title), code, result), joined(" class=\"", kind, "\""));
  }

  /// A prediction that is known to fail is not executed again: it may take its whole time limit.
  [[nodiscard]] std::string predicted_result(verdict const& v, std::string const& database, std::string const& sql) {
    if (v.failure) return element("p", escaped(v.failure->text()), " class=\"failure\"");
    return results_.of(database, executed(sql, &official_prediction));
  }

  [[nodiscard]] std::string executed(std::string const& sql, std::string (*prepared)(std::string_view, distinct)) const {
    return comparison_of(r_.options) == comparison::spider && !decides_.is_bird ? prepared(sql, r_.options.keep_distinct) : sql;
  }

  report const& r_;
  deciding_metric decides_{r_};
  gold_set const& gold_;
  std::span<prediction_set const> files_;
  std::vector<example_filter> filter_list_ = all_filters();
  example_filters filters_{filter_list_};
  shown_results results_;
};

}  // namespace t2s::evaluation::reporting

#endif
