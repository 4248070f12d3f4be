// SPDX-License-Identifier: BSL-1.0
#include "wording.hpp"

#include <algorithm>
#include <cstdio>

namespace cli {

std::string counted(std::size_t n, std::string_view noun) {
  auto text = std::to_string(n).append(" ").append(noun);
  return n == 1 ? text : text.append("s");
}

std::string spoken(std::chrono::duration<double> time) {
  double const s = time.count(), ms = 1000 * s;
  char text[32];
  if (ms < 10)
    std::snprintf(text, sizeof text, "%.2f ms", ms);
  else if (s < 1)
    std::snprintf(text, sizeof text, "%.0f ms", ms);
  else
    std::snprintf(text, sizeof text, "%.1f s", s);
  return text;
}

namespace {

/// The end of the quoted text that begins here.
std::size_t quoted_end(std::string_view sql, std::size_t begin) {
  auto const end = sql.find(sql[begin] == '[' ? ']' : sql[begin], begin + 1);
  return end == sql.npos ? sql.size() : end + 1;
}

/// The end of the comment that begins here, without its line end; `begin` if there is none.
std::size_t comment_end(std::string_view sql, std::size_t begin) {
  if (sql.substr(begin, 2) == "--") return std::min(sql.find('\n', begin), sql.size());
  if (sql.substr(begin, 2) != "/*") return begin;
  auto const end = sql.find("*/", begin + 2);
  return end == sql.npos ? sql.size() : end + 2;
}

void append_quoted(std::string& line, std::string_view quoted) {
  for (char const c : quoted) {
    if (c != '\n' && c != '\r')
      line += c;
    else if (quoted.front() != '\'')
      line += ' ';
    else
      line.append("' || char(").append(c == '\n' ? "10" : "13").append(") || '");
  }
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

}  // namespace

std::string one_line_sql(std::string_view sql) {
  std::string line;
  for (std::size_t i = 0; i < sql.size();) {
    if (std::string_view("'\"`[").find(sql[i]) != std::string_view::npos) {
      auto const end = quoted_end(sql, i);
      append_quoted(line, sql.substr(i, end - i));
      i = end;
    } else if (auto const end = comment_end(sql, i); end != i) {
      if (!line.empty() && line.back() != ' ') line += ' ';
      i = end;
    } else {
      line += is_blank(sql[i]) ? ' ' : sql[i];
      ++i;
    }
  }
  return line;
}

}  // namespace cli
