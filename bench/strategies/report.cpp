// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include <algorithm>

namespace strategies {
namespace {

std::string fixed(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string quoted(std::string const& text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

constexpr char const* processor_time = "µs";

/// Whether larger values in that column are better.
bool more_is_better(std::string_view column) {
  constexpr std::string_view good[] = {"EX", "recall", "precision", "right", "stopped", "fixed", "wrong drafts"};
  bool const begins_well = std::ranges::any_of(good, [&](std::string_view word) { return column.starts_with(word); });
  return (begins_well && !column.starts_with("right drafts")) || column.ends_with(": wrong");
}

std::string figure_of(std::string const& name, std::string const& value, std::string_view column) {
  std::string line = "{\"name\":" + quoted(name);
  line.append(",\"value\":").append(value).append(",\"unit\":\"\",\"exact\":").append(column == processor_time ? "false" : "true");
  return line.append(",\"better\":\"").append(more_is_better(column) ? "more" : "less").append("\"}\n");
}

}  // namespace

cell word(std::string text) { return {std::move(text), false}; }
cell unknown() { return word("—"); }
cell number(std::size_t n) { return {std::to_string(n)}; }

cell mean(std::size_t sum, std::size_t of, int digits) {
  return of == 0 ? unknown() : cell{fixed(static_cast<double>(sum) / static_cast<double>(of), digits)};
}

cell percent(std::size_t part, std::size_t of) {
  return of == 0 ? unknown() : cell{fixed(100 * static_cast<double>(part) / static_cast<double>(of), 1)};
}

std::string as_markdown(std::vector<table> const& all) {
  std::string out;
  for (auto const& t : all) {
    if (!out.empty()) out += "\n";
    out += "### " + t.title + "\n\n";
    auto const line = [&](auto const& cells, auto text_of) {
      for (auto const& c : cells) out.append("| ").append(text_of(c)).append(" ");
      out += "|\n";
    };
    line(t.columns, [](std::string const& c) { return c; });
    std::vector<std::string> sides;
    for (std::size_t i = 0; i < t.columns.size(); ++i)
      sides.emplace_back(std::ranges::any_of(t.rows, [&](row const& r) { return r[i].is_number; }) ? "--:" : "---");
    line(sides, [](std::string const& side) { return side; });
    for (auto const& r : t.rows) line(r, [](cell const& c) { return c.text; });
  }
  return out;
}

std::string as_json(std::vector<table> const& all) {
  std::string out = "[";
  for (auto const& t : all) {
    out.append(out.size() > 1 ? ",\n" : "\n").append(" {\"table\": ").append(quoted(t.title)).append(", \"rows\": [");
    for (auto const& r : t.rows) {
      out += &r == t.rows.data() ? "\n  {" : ",\n  {";
      for (std::size_t i = 0; i < r.size(); ++i) {
        auto const& text = r[i].text;
        out.append(i > 0 ? ", " : "").append(quoted(t.columns[i])).append(": ");
        out += r[i].is_number ? text : text == unknown().text ? "null" : quoted(text);
      }
      out += "}";
    }
    out += "]}";
  }
  return out += "\n]\n";
}

std::string as_figures(std::vector<table> const& all) {
  std::string out;
  for (auto const& t : all)
    for (auto const& r : t.rows) {
      auto name = t.title.substr(0, t.title.find(':'));
      for (std::size_t i = 0; i < r.size(); ++i) {
        if (r[i].is_number)
          out.append(figure_of(std::string(name).append(": ").append(t.columns[i]), r[i].text, t.columns[i]));
        else if (r[i].text != unknown().text)
          name.append(", ").append(r[i].text);
      }
    }
  return out;
}

void report::add_cost_columns(table& to, std::string const& per) const {
  to.columns.push_back(per + ": calls");
  for (auto const* what : {"prompt bytes", "tokens", "statements", "rows", "VM steps", "allocations"}) to.columns.emplace_back(what);
  if (all_->how().times) to.columns.emplace_back(processor_time);
}

void report::add_cost(row& to, cost const& sum, std::size_t rounds) const {
  to.push_back(mean(sum.calls, rounds, 2));
  to.push_back(mean(sum.prompt_bytes, rounds, 0));
  to.push_back(mean(sum.prompt_tokens, rounds, 0));
  to.push_back(mean(sum.statements, rounds, 2));
  to.push_back(mean(sum.rows, rounds));
  to.push_back(mean(sum.steps, rounds, 0));
  to.push_back(mean(sum.allocations, rounds));
  if (all_->how().times) to.push_back(mean(static_cast<std::size_t>(sum.processor.count() / 1000), rounds));
}

void report::add_instructions_column(table& to, std::string const& per) const {
  if (all_->how().instructions) to.columns.push_back(std::string("instructions ").append(per));
}

void report::add_instructions(row& to, std::string const& name) const {
  if (!all_->how().instructions) return;
  auto const found = instructions_.find(name);
  to.push_back(found == instructions_.end() ? unknown() : cell{fixed(found->second, 0)});
}

}  // namespace strategies
