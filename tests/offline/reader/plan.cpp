// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/reader/detail/plan.hpp"
#include "support/table.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/offline/reader/detail/shape.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/postgres.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using test::column;
using namespace t2s::reader::detail;

namespace {

/// Customers and their orders; one name that needs quotes, and a table that nothing leads to.
knowledge::lexicon shop(sql::grammar const* dialect = nullptr) {
  schema::table customer, order, island;
  customer.name = "customer";
  customer.columns = {column("id", "INT", 1), column("full name", "TEXT")};
  order.name = "order";
  order.columns = {column("nr", "INT", 1), column("customer_id", "INT"), column("total", "REAL")};
  order.foreign_keys.push_back({{"customer_id"}, "customer", {"id"}, false});
  island.name = "island";
  island.columns = {column("x", "INT")};
  return knowledge::lexicon(schema::database({customer, order, island}, dialect));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plans)

BOOST_AUTO_TEST_CASE(one_table_needs_no_qualifiers) {
  plan p;
  p.select = {{aggregate::none, false, knowledge::column_id{0, 1}}};
  p.where = {{{aggregate::none, false, knowledge::column_id{0, 0}}, comparison::at_least, "3", {}, {}, false}};
  BOOST_TEST(*to_sql(p, shop()) == "SELECT \"full name\" FROM customer WHERE id >= 3");
}

BOOST_AUTO_TEST_CASE(days_between_two_times_in_each_dialect) {
  plan p;
  auto days = aggregated(aggregate::avg, {1, 2});
  days.since = knowledge::column_id{1, 1};
  p.select = {days};
  BOOST_TEST(*to_sql(p, shop()) == "SELECT avg(julianday(total) - julianday(customer_id)) FROM \"order\"");
  BOOST_TEST(*to_sql(p, shop(&sql::postgres)) == "SELECT avg(CAST(total AS date) - CAST(customer_id AS date)) FROM \"order\"");
  BOOST_TEST(*to_sql(p, shop(&sql::mysql)) == "SELECT avg(datediff(total, customer_id)) FROM `order`");
  BOOST_TEST(*to_sql(p, shop(&sql::duckdb)) ==
             "SELECT avg(date_diff('day', CAST(customer_id AS date), CAST(total AS date))) FROM \"order\"");
}

BOOST_AUTO_TEST_CASE(deeds_and_their_nouns) {
  for (auto const& [done, noun] : std::to_array<std::pair<std::string_view, std::string_view>>({{"prescribed", "prescription"},
                                                                                                {"admitted", "admission"},
                                                                                                {"assigned", "assignment"},
                                                                                                {"registered", "registration"},
                                                                                                {"applied", "application"},
                                                                                                {"received", "receipt"},
                                                                                                {"decided", "decision"},
                                                                                                {"consumed", "consumption"},
                                                                                                {"delivered", "delivery"},
                                                                                                {"diagnosed", "diagnosis"},
                                                                                                {"discussed", "discussion"},
                                                                                                {"produced", "production"},
                                                                                                {"sold", "sale"},
                                                                                                {"bought", "purchase"},
                                                                                                {"converted", "conversion"},
                                                                                                {"injured", "injury"}}))
    BOOST_TEST(is_participle_of(done, noun), done);
  for (auto const& [done, noun] : std::to_array<std::pair<std::string_view, std::string_view>>(
           {{"missed", "mission"}, {"counted", "county"}, {"passed", "passion"}, {"carried", "caring"}, {"used", "user"}}))
    BOOST_TEST(!is_participle_of(done, noun), done);
}

BOOST_AUTO_TEST_CASE(the_second_row_skips_one) {
  plan p;
  p.select = {plain({1, 0})};
  p.order = plain({1, 2});
  p.descending = true;
  p.limit = p.offset = 1;
  BOOST_TEST(*to_sql(p, shop()) == "SELECT nr FROM \"order\" ORDER BY total DESC LIMIT 1 OFFSET 1");
}

BOOST_AUTO_TEST_CASE(what_is_computed_follows_what_is_selected) {
  plan p;
  p.computed = computed{computed::kind::difference, aggregated(aggregate::max, {1, 2}), aggregated(aggregate::min, {1, 2}), {}};
  BOOST_TEST(*to_sql(p, shop()) == "SELECT max(total) - min(total) FROM \"order\"");
  p.computed = computed{computed::kind::share, {}, {}, {{plain({1, 2}), comparison::greater, "9", {}, {}, false}}, false};
  p.select = {plain({1, 1})};
  p.group_by = {{1, 1}};
  BOOST_TEST(*to_sql(p, shop()) ==
             "SELECT customer_id, 1.0 * count(CASE WHEN total > 9 THEN 1 END) / count(*) FROM \"order\" GROUP BY customer_id");
}

BOOST_AUTO_TEST_CASE(counts_of_groups_are_averaged) {
  plan p;
  p.select = {row_count()};
  p.tables = {1};
  p.group_by = {{1, 1}};
  p.averages_counts = true;
  BOOST_TEST(*to_sql(p, shop()) == "SELECT avg(n) FROM (SELECT count(*) AS n FROM \"order\" GROUP BY customer_id) AS counts");
}

BOOST_AUTO_TEST_CASE(conditions_on_nothing_and_on_another_column) {
  plan p;
  p.select = {plain({1, 0})};
  p.where = {{plain({1, 1}), comparison::null, {}, {}, {}, false}, {plain({1, 2}), comparison::less, {}, {}, {}, false, {{1, 0}}}};
  BOOST_TEST(*to_sql(p, shop()) == "SELECT nr FROM \"order\" WHERE customer_id IS NULL AND total < nr");
}

BOOST_AUTO_TEST_CASE(years_and_months_of_each_form) {
  schema::table log;
  log.name = "log";
  log.columns = {column("day", "DATE"), column("digits", "TEXT"), column("second", "INTEGER"), column("year", "INTEGER")};
  auto const names = [&](sql::grammar const* dialect = nullptr) {
    knowledge::lexicon out(schema::database({log}, dialect));
    std::vector<std::vector<value>> const days{{value("2009-03-01")}}, digits{{value("20090301")}},
        seconds{{value(std::int64_t(1235865600))}}, years{{value(std::int64_t(2009))}};
    out.add_values({0, 0}, days);
    out.add_values({0, 1}, digits);
    out.add_values({0, 2}, seconds);
    out.add_values({0, 3}, years);
    return out;
  };
  auto const selected = [&](std::uint32_t c, time_part part, sql::grammar const* dialect = nullptr) {
    plan p;
    p.select = {plain({0, c})};
    p.select.front().part = part;
    p.period = p.select.front();
    return *to_sql(p, names(dialect));
  };
  BOOST_TEST(selected(0, time_part::year) == "SELECT substr(day, 1, 4) FROM log GROUP BY substr(day, 1, 4)");
  BOOST_TEST(selected(0, time_part::month) == "SELECT substr(day, 6, 2) FROM log GROUP BY substr(day, 6, 2)");
  BOOST_TEST(selected(1, time_part::month) == "SELECT substr(digits, 5, 2) FROM log GROUP BY substr(digits, 5, 2)");
  BOOST_TEST(selected(2, time_part::year) ==
             "SELECT substr(date(second, 'unixepoch'), 1, 4) FROM log GROUP BY substr(date(second, 'unixepoch'), 1, 4)");
  BOOST_TEST(selected(3, time_part::year) == "SELECT year FROM log GROUP BY year");
  BOOST_TEST(selected(0, time_part::year, &sql::mysql) == "SELECT extract(year FROM day) FROM log GROUP BY extract(year FROM day)");
  // Servers lack SQLite's date(x, 'unixepoch').
  auto const year_of = [&](sql::grammar const& dialect) {
    auto const sql = selected(2, time_part::year, &dialect);
    return sql.substr(0, sql.find(" FROM log"));
  };
  BOOST_TEST(year_of(sql::postgres) == "SELECT extract(year FROM (TIMESTAMP '1970-01-01' + second * INTERVAL '1 second'))");
  BOOST_TEST(year_of(sql::mysql) == "SELECT extract(year FROM date_add('1970-01-01', INTERVAL second SECOND))");
  BOOST_TEST(year_of(sql::duckdb) == "SELECT extract(year FROM epoch_ms(CAST(second AS BIGINT) * 1000))");
}

BOOST_AUTO_TEST_CASE(columns_of_two_tables_join_them) {
  plan p;
  p.select = {{aggregate::none, false, knowledge::column_id{0, 1}}, {aggregate::sum, false, knowledge::column_id{1, 2}}};
  p.group_by = {{0, 0}};
  p.having = {{{aggregate::count, false, {}}, comparison::greater, "2", {}, {}, false}};
  p.order = term{aggregate::sum, false, knowledge::column_id{1, 2}};
  p.descending = true;
  p.limit = 3;
  BOOST_TEST(*to_sql(p, shop()) ==
             "SELECT customer.\"full name\", sum(\"order\".total) FROM customer JOIN \"order\" ON customer.id = \"order\".customer_id "
             "GROUP BY customer.id HAVING count(*) > 2 ORDER BY sum(\"order\".total) DESC LIMIT 3");
}

BOOST_AUTO_TEST_CASE(a_join_that_the_question_leaves_open_is_named) {
  schema::table airport, flight;
  airport.name = "airport";
  airport.columns = {column("id", "INT", 1), column("town", "TEXT")};
  flight.name = "flight";
  flight.columns = {column("nr", "INT", 1), column("source", "INT"), column("destination", "INT")};
  flight.foreign_keys = {{{"source"}, "airport", {"id"}, false}, {{"destination"}, "airport", {"id"}, false}};
  knowledge::lexicon const names(schema::database({airport, flight}));
  plan p;
  p.select = {plain({1, 0})};
  p.tables = {1, 0};
  using texts = std::vector<std::string>;
  auto const others = [&] {
    plan_writer writer(p, names);
    (void)writer.write();
    return writer.other_joins_;
  };
  texts const destination{"flight JOIN airport ON flight.destination = airport.id"};
  BOOST_TEST(others() == destination, boost::test_tools::per_element());
  p.keys = {{1, 2}};
  p.key_words = {1};
  BOOST_TEST(others().empty());  // a word decides
  p.keys = {{1, 1}, {1, 2}};
  p.key_words = {1, 1};
  BOOST_TEST(others() == destination, boost::test_tools::per_element());  // words for both
  p.key_words = {2, 1};
  BOOST_TEST(others().empty());
}

BOOST_AUTO_TEST_CASE(names_are_quoted_as_the_schema_has_it) {
  plan p;
  p.select = {{aggregate::none, false, knowledge::column_id{0, 1}}, {aggregate::none, false, knowledge::column_id{1, 2}}};
  BOOST_TEST(*to_sql(p, shop(&sql::mysql)) ==
             "SELECT customer.`full name`, `order`.total FROM customer JOIN `order` ON customer.id = `order`.customer_id");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_joined_is_no_sql) {
  plan p;
  p.select = {{aggregate::none, false, knowledge::column_id{0, 1}}};
  p.tables = {2};
  BOOST_TEST(!to_sql(p, shop()));
}

BOOST_AUTO_TEST_CASE(plans_nest_and_combine) {
  auto inner = std::make_shared<plan>();
  inner->select = {{aggregate::none, false, knowledge::column_id{1, 1}}};
  plan p;
  p.select = {{aggregate::count, false, {}}};
  p.tables = {0};
  p.where = {{{aggregate::none, false, knowledge::column_id{0, 0}}, comparison::not_in, {}, {}, inner, false}};
  BOOST_TEST(*to_sql(p, shop()) == "SELECT count(*) FROM customer WHERE id NOT IN (SELECT customer_id FROM \"order\")");
}

BOOST_AUTO_TEST_CASE(forms_of_one_meaning_have_one_shape) {
  sql::query room;
  auto const shape = [&room](char const* sql, schema::database const& d = schema::database()) {
    t2s::reader::detail::shape read;
    BOOST_REQUIRE(read_shape(read, sql, d, room));
    return read;
  };
  BOOST_TEST((shape("SELECT a FROM t WHERE b = (SELECT max(b) FROM t)") == shape("SELECT x FROM u ORDER BY y DESC LIMIT 1")));
  BOOST_TEST((shape("SELECT a FROM t EXCEPT SELECT a FROM u") == shape("SELECT a FROM t WHERE b NOT IN (SELECT c FROM u)")));
  BOOST_TEST((shape("SELECT count(*) FROM t") != shape("SELECT a FROM t")));
  t2s::reader::detail::shape none;
  BOOST_TEST(!read_shape(none, "no SQL", schema::database(), room));
  BOOST_TEST((shape("SELECT `a` FROM t LIMIT 2, 1", schema::database({}, &sql::mysql)) == shape("SELECT a FROM t LIMIT 1")));
  auto const a = shape("SELECT a, b FROM t WHERE c = 1"), b = shape("SELECT count(*) FROM t");
  BOOST_TEST(agreement(a, a) == 1.0, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(agreement(a, b) < 0.8);
}

BOOST_AUTO_TEST_CASE(cues_are_read) {
  auto const cues = [](char const* question) {
    auto const tokens = retrieve::tokens_of(question);
    return cues_of(tokens);
  };
  auto const one = cues("countries with a population greater than or equal to 5");
  BOOST_REQUIRE(one.size() == 1u);
  BOOST_TEST((one[0].is == cue::kind::comparison && one[0].op == comparison::at_least));
  auto const oldest = cues("the oldest singer");
  BOOST_REQUIRE(oldest.size() == 1u);
  BOOST_TEST((oldest[0].is == cue::kind::superlative && oldest[0].how == aggregate::max && oldest[0].quality == "old"));
  auto const sorted = cues("sorted by age from old to young");
  BOOST_REQUIRE(sorted.size() == 2u);
  BOOST_TEST((sorted[0].is == cue::kind::order && sorted[1].is == cue::kind::descending));
  BOOST_TEST(cues("the order of the knights").size() <= 1u);
  BOOST_TEST((number_word("three") == 3));
  BOOST_TEST((zeros_of_word("million") == 6u));
}

BOOST_AUTO_TEST_CASE(every_plan_within_a_plan_is_found) {
  auto const inner = std::make_shared<plan const>();
  condition const nested{plain({1, 2}), comparison::in, {}, {}, inner};
  plan p;
  auto const count = [&p] {
    std::size_t n = 0;
    for_each_inner(p, [&n](plan const&) { ++n; });
    return n;
  };
  BOOST_TEST(count() == 0U);
  p.where = {nested};
  p.having = {nested};
  p.computed = computed{computed::kind::share, {}, {}, {nested}};
  p.both = inner;
  BOOST_TEST(count() == 4U);
}

BOOST_AUTO_TEST_CASE(the_best_of_each_group_is_among_the_rows_that_share_its_value) {
  plan inner;
  inner.select = {aggregated(aggregate::max, {1, 2})};
  inner.tables = {1};
  condition best{plain({1, 2}), comparison::equal, {}, {}, std::make_shared<plan const>(inner)};
  best.per = knowledge::column_id{1, 1};
  plan p;
  p.select = {plain({1, 0})};
  p.where = {best};
  BOOST_TEST(*to_sql(p, shop()) ==
             "SELECT nr FROM \"order\" WHERE total = "
             "(SELECT max(order_2.total) FROM \"order\" order_2 WHERE order_2.customer_id = \"order\".customer_id)");
}

BOOST_AUTO_TEST_SUITE_END()
