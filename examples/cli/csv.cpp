// SPDX-License-Identifier: BSL-1.0
#include "csv.hpp"

#include <ostream>
#include <string>

#include "t2s/core/text.hpp"

namespace cli {
namespace {

std::string field(std::string const& raw) {
  auto const text = t2s::text::valid_utf8(raw);
  if (!text.empty() && text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string out = "\"";
  for (char const c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string field(t2s::value const& v) { return v.is_null() ? std::string() : field(to_string(v)); }

template <class Cells>
void print_line(std::ostream& out, Cells const& cells) {
  for (auto const& cell : cells) out << (&cell == cells.data() ? "" : ",") << field(cell);
  out << "\r\n";
}

}  // namespace

void print_csv(std::ostream& out, t2s::db::rows const& rows) {
  print_line(out, rows.columns);
  for (auto const& row : rows.values) {
    bool const blank = row.size() == 1 && row.front().is_null();
    blank ? void(out << "\"\"\r\n") : print_line(out, row);  // readers pass over an empty line
  }
}

}  // namespace cli
