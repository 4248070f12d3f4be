// SPDX-License-Identifier: BSL-1.0
#include "corpus.hpp"

#include "../micro.hpp"

#include <cstdio>
#include <iterator>
#include <random>

namespace reading {

schema::database const& schema_of_tables() {
  auto const column = [](char const* name, char const* type) { return schema::column{.name = name, .type = type}; };
  static schema::database const made(
      {schema::table{.name = "shops",
                     .columns = {column("id", "INTEGER"), column("name", "TEXT"), column("city", "TEXT"), column("opened", "INTEGER")}},
       schema::table{.name = "sales",
                     .columns = {column("id", "INTEGER"), column("shop_id", "INTEGER"), column("day", "TEXT"), column("amount", "REAL")}}});
  return made;
}

namespace {

/// A select of two columns, with a number that varies in its middle.
struct form {
  char const *begin, *end, *columns, *scoped, *dac;
};
constexpr form forms[] = {
    {"SELECT name, opened FROM shops WHERE opened > ", " AND city LIKE 'O%'", "shops.name shops.opened shops.opened shops.city ",
     "select _ , _ from _ where _ > _ and _ like _", "select _ , _ from _ where _ > _ and _ like _"},
    {"SELECT T1.name, sum(T2.amount) FROM shops AS T1 JOIN sales AS T2 ON T1.id = T2.shop_id WHERE T2.amount > ",
     " GROUP BY T1.name HAVING count(*) > 2", "shops.name sales.amount shops.id sales.shop_id sales.amount shops.name ",
     "select _ , sum ( _ ) from _ join _ on _ = _ where _ > _ group by _ having count ( * ) > _",
     "select _ , sum ( _ ) from _ join _ where _ > _ group by _ having count ( * ) > _"},
    {"SELECT name, city FROM shops WHERE id IN (SELECT shop_id FROM sales WHERE day = '2020-01-01' OR amount < ", ")",
     "shops.name shops.city shops.id sales.shop_id sales.day sales.amount ",
     "select _ , _ from _ where _ in ( select _ from _ where _ = _ or _ < _ )",
     "select _ , _ from _ where _ in ( select _ from _ where _ = _ or _ < _ )"},
    {"SELECT city, count(DISTINCT name) FROM shops WHERE id BETWEEN 3 AND ", " GROUP BY city", "shops.city shops.name shops.id shops.city ",
     "select _ , count ( distinct _ ) from _ where _ between _ and _ group by _",
     "select _ , count ( distinct _ ) from _ where _ between _ and _ group by _"}};

written select(std::mt19937& random) {
  auto const n = std::to_string(random() % 10'000);
  auto const& f = forms[random() % std::size(forms)];
  return {std::string(f.begin).append(n).append(f.end), f.columns, f.scoped, f.dac};
}

constexpr repetition ored{"select _ from _ where _ = _", " or _ = _", ""}, united{"select _ from _", " union select _ from _", ""},
    nested{"select _ from _ where _ = _", " or _ in ( select max ( _ ) from _ , _ )", ""}, nothing{"select _", "", ""};
constexpr shape all_shapes[] = {{"conditions", {"SELECT a FROM t WHERE b = 0", " OR b = 1", ""}, ored, ored},
                                {"selects", {"SELECT a FROM t", " UNION SELECT a FROM t", ""}, united, united},
                                {"values",
                                 {"SELECT a FROM t WHERE b IN (0", ", 1234", ")"},
                                 {"select _ from _ where _ in ( _ )", "", ""},
                                 {"select _ from _ where _ in ( _", " , _", " )"}},
                                {"subqueries", {"SELECT a FROM t WHERE b = 1", " OR c IN (SELECT max(d) FROM u, v)", ""}, nested, nested},
                                {"string", {"SELECT 'once", " upon a time''s end", "'"}, nothing, nothing}};

}  // namespace

written statement_of(std::size_t bytes) {
  std::mt19937 random(1);
  auto all = select(random);
  for (auto more = select(random); all.text.size() + more.text.size() <= bytes; more = select(random)) all.add(" UNION ", " union ", more);
  return all;
}

corpus::corpus(std::vector<std::string> const& all) {
  for (auto const& t : all) add(t);
}

corpus::corpus(written w) : known(std::move(w)) {
  add(known.text);
  micro::require(!parsed.empty(), "parsing");
}

void corpus::add(std::string const& text) {
  auto first = sql::parse(text), second = sql::parse(text);
  if (!first || !second) return std::fprintf(stderr, "bench_sql: left out, since it does not parse: %.200s\n", text.c_str()), void();
  texts.push_back(text);
  parsed.push_back(*std::move(first));
  again.push_back(*std::move(second));
}

std::span<shape const> shapes() { return all_shapes; }

}  // namespace reading
