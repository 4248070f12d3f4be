// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_TRANSLATION_HPP
#define T2S_SQL_DETAIL_TRANSPILE_TRANSLATION_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/resolve/analysis.hpp"
#include "t2s/sql/detail/transpile/types.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/transpile.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// How a query is translated: the source's tree is only read; a new one is built node by node. The functions of the headers here translate
/// one kind of part each: names, operators, matching, casts, calls, dates, selects, sources.
namespace t2s::sql::detail::transpiling {

/// What a letter of a template stands for: a part of the source that is translated in place, or a part that is already translated.
struct binding {
  node const* source{};
  node* made{};

  binding(node const& n) : source(&n) {}
  binding(node const* n) : source(n) {}
  binding(node* n) : made(n) {}
};
using bindings = std::vector<binding>;

/// State of the select whose parts are being translated.
struct select_scope {
  node const* select{};
  resolving::member* member{};
  select_scope* around{};
  bool groups = false;                 ///< it has groups, so a column outside of an aggregate must be grouped by
  bool checks_columns = false;         ///< the target enforces that
  unsigned inside_aggregate = 0;       ///< number of aggregates around the current part
  std::vector<node const*> grouped{};  ///< the terms of its GROUP BY
  node const* extreme{};               ///< its only aggregate, if that is min(x) or max(x): SQLite takes bare columns from its row
  clause where = clause::select;       ///< the current clause
  unsigned depth = 0;                  ///< number of expressions around the current part, within its clause
  bool orders_rows = false;            ///< its rows must be in the order that an aggregate needs
  std::vector<node*> conditions{};     ///< conditions of joins, for WHERE
};

class translation {
 public:
  translation(query const& q, grammar const& target, transpile_options const& how, resolving::analysis& a)
      : source(q),
        from(q.dialect()),
        to(target.dialect),
        names(a.names),
        types(q, a),
        model(a.model),
        options_(how),
        grammar_(target),
        is_mixed_(how.mixed) {
    auto& held = access::of(out_);
    held.grammar = target;
    held.text = std::string(q.text());
    collect_names(q.root());
    largest_ = 200'000 + 16 * size_of(q.root());
  }

  query const& source;
  dialect from;  ///< of the current part, if the query mixes dialects
  dialect const to;
  resolution const& names;
  typing types;
  resolving::model& model;
  select_scope* scope{};
  std::string_view read_as{};          ///< "SQL Server" or "Oracle" while one of their calls is translated, for messages
  std::optional<bool> is_of_server{};  ///< whether a mixed query is SQL Server's, once that was asked
  std::optional<bool> counts_days{};   ///< whether its numbers beside dates are days

  [[nodiscard]] bool is_into(std::initializer_list<dialect> some) const { return std::find(some.begin(), some.end(), to) != some.end(); }
  [[nodiscard]] bool is_from(std::initializer_list<dialect> some) const { return std::find(some.begin(), some.end(), from) != some.end(); }
  /// Whether truth values are numbers in a dialect.
  [[nodiscard]] static bool has_numeric_truth(dialect d) { return d == dialect::sqlite || d == dialect::mysql; }
  /// Whether types must match: functions and operators do not accept a text as a number.
  [[nodiscard]] static bool is_strict(dialect d) { return d == dialect::postgres || d == dialect::duckdb; }
  /// Whether only parts of other dialects are translated.
  [[nodiscard]] bool is_mixed() const { return is_mixed_; }
  [[nodiscard]] bool knows_schema() const { return options_.schema != nullptr; }
  [[nodiscard]] transpile_options const& options() const { return options_; }

  // ---- notes

  void note(fidelity how, node const& at, std::string what) {
    transpile_note made{how, at.offset, std::move(what)};
    if (std::find(notes_.begin(), notes_.end(), made) == notes_.end()) notes_.push_back(std::move(made));
  }
  void kept(node const& at, std::string what) { note(fidelity::kept, at, std::move(what)); }
  void nearly(node const& at, std::string what) { note(fidelity::nearly, at, std::move(what)); }
  /// Whether a part's type would be known with the schema.
  [[nodiscard]] bool lacks_type(node const& n) { return !knows_schema() && type_of(n) == type::unknown; }
  /// A difference that depends on a type that is not known without the schema.
  void nearly_untyped(node const& at, node const& untyped, std::string const& what) {
    if (lacks_type(untyped)) nearly(at, "give the schema: " + what);
  }
  /// Also returns a copy of the source's part.
  node* impossible(node const& at, std::string what) {
    note(fidelity::impossible, at, std::move(what));
    return as_it_stands(at);
  }
  [[nodiscard]] std::vector<transpile_note>& notes() { return notes_; }
  /// "SQLite", for messages.
  [[nodiscard]] std::string source_title() const { return std::string(read_as.empty() ? title_of(from) : read_as); }
  [[nodiscard]] std::string target_title() const { return std::string(title_of(to)); }

  // ---- translating

  /// A part as a value: a truth value becomes a number if the source treats it as one.
  node* value(node const& n);
  /// The same, and a truth value that the target stores as such becomes a number, too; for use beside numbers or as a text.
  node* number_or_value(node const& n);
  /// A part as a condition.
  node* truth(node const& n);
  /// A part unchanged: a truth value stays one.
  node* raw(node const& n);
  node* as_text(node const& n);
  node* as_number(node const& n);
  node* as_moment(node const& n, type wanted);
  node* as_stamp(node const& n);
  node* whole_query(node const& q);
  /// A copy of a node around its children, each translated as a value.
  node* around(node const& n);
  node* as_it_stands(node const& n) { return copy_of(n); }

  [[nodiscard]] type type_of(node const& n) { return types.of(n); }

  // ---- making

  node& make(kind k, std::initializer_list<node*> children = {}) {
    ++made_;
    return out_.make(k, children);
  }
  node& make(kind k, std::vector<node*> const& children) {
    ++made_;
    auto& n = out_.make(k);
    out_.set_children(n, children);
    return n;
  }
  /// A node with the kind, name, flags and offset of another, and other children.
  node* like(node const& n, std::vector<node*> const& children) {
    auto& made = make(n.kind, children);
    made.op = n.op;
    made.flags = n.flags;
    made.written = n.written;
    made.offset = n.offset;
    if (!n.name.empty()) made.name = copied(n.name);
    if (!n.qualifier.empty()) made.qualifier = copied(n.qualifier);
    return &made;
  }
  identifier copied(identifier const& id) {
    auto copy = out_.make_literal(id.view());
    copy.quoted = id.quoted;
    bool const elsewhere =
        to != dialect::sqlite && (id.quoted == quote::bracket || id.quoted == quote::backtick || id.quoted == quote::twofold);
    if (elsewhere) copy.quoted = to == dialect::mysql ? quote::backtick : quote::twofold;
    return copy;
  }
  identifier word(std::string_view text) { return out_.make_literal(text); }

  node* call(std::string_view name, std::vector<node*> const& arguments) {
    auto& n = make(kind::call, arguments);
    n.name = word(name);
    return &n;
  }
  node* cast(node* value, std::string_view type_name) {
    auto& n = make(kind::cast, {value});
    n.name = word(type_name);
    return &n;
  }
  node* operation(op o, node* left, node* right) {
    auto& n = make(kind::operation, {left, right});
    n.op = o;
    return &n;
  }
  node* prefix(op o, node* of) {
    auto& n = make(kind::prefix, {of});
    n.op = o;
    return &n;
  }
  node* text_literal(std::string_view content) {
    auto& n = make(kind::string);
    n.name = word(content);
    n.name.quoted = quote::single;
    return &n;
  }
  node* number_literal(std::string_view digits) {
    auto& n = make(kind::number);
    n.name = word(digits);
    return &n;
  }
  /// 1 for TRUE, 0 for FALSE.
  node* number_of_truth(node const& word) { return number_literal(text::same(word.name.view(), "true") ? "1" : "0"); }
  node* null() { return &make(kind::null); }
  node* truth_literal(bool truth) {
    auto& n = make(kind::column);
    n.name = word(truth ? "TRUE" : "FALSE");
    return &n;
  }

  /// Builds SQL of the target from a template: `a` is the first binding as a value, `a_text`, `a_number`, `a_time`, `a_stamp`, `a_date` as
  /// that type, `a_truth` as a condition.
  node* write(std::string_view sql, bindings const& parts);
  /// The same for a whole query.
  node* write_query(std::string_view sql, bindings const& parts);

  /// A copy of a tree, or NULL if the translation becomes too large.
  node* copy_of(node const& tree);
  /// Whether the translation has too many nodes, which is then noted. A part may be used several times if the target lacks a function;
  /// nested, that doubles again and again.
  bool is_too_large(node const& at);
  /// Whether a tree has more nodes than a translation may have.
  [[nodiscard]] bool is_too_large_a_tree(node const& tree) const {
    auto left = largest_;
    return !fits(tree, left);
  }

  // ---- names

  /// A name defined by the query: an alias, or that of a CTE.
  identifier given_name(std::string_view name);
  /// The name of a table or column of the schema.
  identifier stored_name(std::string_view name, identifier const* written = nullptr);
  /// A source name that the query does not use, beginning with `stem`.
  std::string free_name(std::string_view stem);

  /// A node of the source's kind that is not in the source; it lives as long as this object.
  node& pretend(node const& n) { return pretended_.emplace_back(n); }

  node** pretend_children(std::vector<node*> children) { return pretended_children_.emplace_back(std::move(children)).data(); }

  /// For a part of another dialect in a mixed query: the first of the readings to try, without those that failed.
  std::size_t& first_reading(node const& n) { return first_readings_[&n]; }

  /// The number of a parameter without a name.
  unsigned next_parameter() { return ++parameters_; }

  query& target() { return out_; }
  [[nodiscard]] grammar const& target_grammar() const { return grammar_; }

 private:
  void collect_names(node const& n) {
    bool const gives = n.kind == kind::alias || n.kind == kind::cte || n.kind == kind::window_definition;
    if (gives || n.kind == kind::table) taken_.insert_or_assign(text::lower(n.name.view()), true);
    if (gives && n.name.quoted != quote::none && text::lower(n.name.view()) != n.name.view())
      keeps_case_.emplace(text::lower(n.name.view()), true);
    for (auto const* child : n.children()) collect_names(*child);
  }

  /// The translated letters of one use of a template.
  using fillings = std::map<std::pair<std::size_t, std::string_view>, node*>;

  /// Subtracts the nodes of a tree from `left`; returns whether they fit.
  [[nodiscard]] static bool fits(node const& tree, std::size_t& left) {
    if (left == 0) return false;
    --left;
    return std::all_of(tree.items, tree.items + tree.count, [&](node const* child) { return fits(*child, left); });
  }
  static std::size_t size_of(node const& tree) {
    std::size_t size = 1;
    for (auto const* child : tree.children()) size += size_of(*child);
    return size;
  }

  node* filled(node const& n, bindings const& parts, fillings& known);
  node* filled_in(node const& n, bindings const& parts, fillings& known);
  node* filling(binding const& part, std::string_view wanted);
  query const& template_of(std::string_view sql);

  transpile_options const& options_;
  grammar const& grammar_;
  query out_{};
  std::vector<transpile_note> notes_{};
  std::map<std::string, bool> taken_{}, keeps_case_{};
  std::map<std::string, query> templates_{};
  std::unordered_map<node const*, std::size_t> first_readings_{};
  unsigned parameters_ = 0;
  std::size_t largest_ = 0, made_ = 0;
  bool has_noted_size_ = false;
  bool is_mixed_;
  std::deque<node> pretended_{};
  std::deque<std::vector<node*>> pretended_children_{};
};

}  // namespace t2s::sql::detail::transpiling

#endif
