// SPDX-License-Identifier: BSL-1.0
#include "table.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "t2s/core/detail/text.hpp"

namespace cli {
namespace {

constexpr std::size_t widest_cell = 60;

std::string cell_text(std::string const& raw) {
  auto text = printable(raw);
  if (t2s::text::display_width(text) <= widest_cell) return text;
  std::size_t end = 0;
  for (std::size_t shown = 0; shown < widest_cell; ++shown) do
      ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80);
  return text.substr(0, end) + "...";
}

bool is_number(t2s::value const& v) { return v.integer() || v.real(); }

void print_line(std::ostream& out, std::vector<std::string> const& cells, std::vector<std::size_t> const& widths,
                std::vector<bool> const& right) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string const gap(widths[i] - t2s::text::display_width(cells[i]), ' ');
    line += (i == 0 ? "" : "  ") + (right[i] ? gap + cells[i] : cells[i] + gap);
  }
  out << line.substr(0, line.find_last_not_of(' ') + 1) << "\n";
}

}  // namespace

void print_table(std::ostream& out, t2s::db::rows const& rows, std::size_t limit) {
  std::vector<std::vector<std::string>> lines(1);
  for (auto const& name : rows.columns) lines[0].push_back(cell_text(name));
  std::vector<bool> right(rows.columns.size(), !rows.empty());
  auto const shown = std::min(limit, rows.values.size());
  for (std::size_t r = 0; r < shown; ++r) {
    auto& line = lines.emplace_back();
    for (std::size_t c = 0; c < rows.columns.size(); ++c) {
      line.push_back(cell_text(to_string(rows.values[r][c])));
      right[c] = right[c] && (is_number(rows.values[r][c]) || rows.values[r][c].is_null());
    }
  }
  std::vector<std::size_t> widths(rows.columns.size());
  for (auto const& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], t2s::text::display_width(line[c]));

  print_line(out, lines[0], widths, right);
  std::vector<std::string> rule;
  for (auto const width : widths) rule.emplace_back(width, '-');
  print_line(out, rule, widths, right);
  for (std::size_t i = 1; i < lines.size(); ++i) print_line(out, lines[i], widths, right);
  if (shown < rows.values.size()) out << "... and " << rows.values.size() - shown << " more rows\n";
}

namespace {

std::string field(std::string const& raw, csv_for whom) {
  auto const text = whom == csv_for::terminal ? printable_lines(raw) : t2s::text::valid_utf8(raw);
  if (!text.empty() && text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string out = "\"";
  for (char const c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string field(t2s::value const& v, csv_for whom) { return v.is_null() ? std::string() : field(to_string(v), whom); }

template <class Cells>
void print_line(std::ostream& out, Cells const& cells, csv_for whom) {
  for (auto const& cell : cells) out << (&cell == cells.data() ? "" : ",") << field(cell, whom);
  out << "\r\n";
}

}  // namespace

void print_csv(std::ostream& out, t2s::db::rows const& rows, csv_for whom) {
  print_line(out, rows.columns, whom);
  for (auto const& row : rows.values) {
    bool const blank = row.size() == 1 && row.front().is_null();
    blank ? void(out << "\"\"\r\n") : print_line(out, row, whom);  // readers skip an empty line
  }
}

}  // namespace cli
