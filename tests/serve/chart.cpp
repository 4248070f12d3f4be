// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/detail/chart.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <vector>

#include "t2s/serve/detail/chart_json.hpp"
#include "t2s/serve/detail/chart_time.hpp"

using namespace t2s;
namespace json = boost::json;

namespace {

using table_of_values = std::vector<std::vector<value>>;

serve::chart chart_of(std::vector<std::string> columns, table_of_values values, std::vector<std::string> types = {}) {
  db::rows all;
  all.columns = std::move(columns);
  all.values = std::move(values);
  all.types = std::move(types);
  return serve::propose_chart(db::execution(all));
}

std::string kind_of(std::vector<std::string> columns, table_of_values values, std::vector<std::string> types = {}) {
  return std::string(name_of(chart_of(std::move(columns), std::move(values), std::move(types)).kind));
}

/// "x=1 y=2": the points by their texts.
std::string points_of(serve::chart const& c) {
  std::string out;
  for (auto const& p : c.points)
    out.append(out.empty() ? "" : " ")
        .append(p.text)
        .append(p.series.empty() ? "" : "/" + p.series)
        .append("=")
        .append(std::to_string(static_cast<int>(p.value)));
  return out;
}

table_of_values named_rows(int count) {
  table_of_values out;
  for (int i = 0; i < count; ++i) out.push_back({value("n" + std::to_string(i)), value(i * 7 % 5)});
  return out;
}

std::string time_of(std::string_view text) {
  auto const t = serve::read_chart_time(text);
  return t ? t->iso : "none";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(charts)

BOOST_AUTO_TEST_CASE(one_number_is_a_number_unless_it_names_something) {
  BOOST_TEST(kind_of({"count(*)"}, {{value(54)}}) == "number");
  BOOST_TEST(kind_of({"avg(price)"}, {{value(2.5)}}) == "number");
  BOOST_TEST(kind_of({"count(DISTINCT customer_id)"}, {{value(3)}}) == "number");
  BOOST_TEST(kind_of({"avg"}, {{value("3.3333333333333333")}}, {"numeric"}) == "number");
  BOOST_TEST(kind_of({"customer_id"}, {{value(7)}}) == "table");
  BOOST_TEST(kind_of({"max(t.room_number)"}, {{value(7)}}) == "table");
  BOOST_TEST(kind_of({"name"}, {{value("Oslo")}}) == "table");
  BOOST_TEST(kind_of({"sum(x)"}, {{value()}}) == "table");
  BOOST_TEST(kind_of({"sum(x)"}, {{value(std::numeric_limits<double>::infinity())}}) == "table");
  BOOST_TEST(kind_of({"sum(x)"}, {{value(std::numeric_limits<std::int64_t>::max())}}) == "table");  // it would be rounded
  BOOST_TEST(kind_of({"name", "count(*)"}, {{value("Oslo"), value(3)}}) == "table");
  BOOST_TEST(kind_of({"count(*)"}, {}) == "table");
}

BOOST_AUTO_TEST_CASE(a_category_and_a_number_are_bars_in_the_order_of_the_result) {
  auto const c =
      chart_of({"continent", "count(*)"}, {{value("Europe"), value(44)}, {value("Africa"), value(54)}, {value("Asia"), value(48)}});
  BOOST_TEST(name_of(c.kind) == "bar");
  BOOST_TEST(points_of(c) == "Europe=44 Africa=54 Asia=48");
  BOOST_TEST(c.first.title == "continent");
  BOOST_TEST(c.measure.title == "count(*)");
  BOOST_TEST(kind_of({"name", "size"}, named_rows(30)) == "bar");
  auto const many = chart_of({"name", "size"}, named_rows(31));
  BOOST_TEST(name_of(many.kind) == "table");
  BOOST_TEST(many.why == "There would be more than 30 bars.");
  BOOST_TEST(many.points.empty());
}

BOOST_AUTO_TEST_CASE(bars_of_one_name_would_hide_each_other) {
  BOOST_TEST(kind_of({"city", "price"}, {{value("Oslo"), value(4)}, {value("Oslo"), value(5)}}) == "table");
  BOOST_TEST(kind_of({"price"}, {{value(4)}, {value(9)}}) == "table");
  BOOST_TEST(kind_of({"text", "size"}, {{value(std::string(101, 'a')), value(4)}, {value("b"), value(9)}}) == "table");
}

BOOST_AUTO_TEST_CASE(rows_without_a_number_are_left_out_and_said) {
  auto const c = chart_of({"city", "price"}, {{value("Oslo"), value(4)},
                                              {value("Rome"), value()},
                                              {value(), value(9)},
                                              {value("Bern"), value(std::numeric_limits<double>::infinity())}});
  BOOST_TEST(name_of(c.kind) == "bar");
  BOOST_TEST(points_of(c) == "Oslo=4 NULL=9");
  BOOST_TEST(c.left_out == 2U);
  BOOST_TEST(kind_of({"city", "price"}, {{value("Oslo"), value(4)}, {value("Rome"), value()}}) == "table");
}

BOOST_AUTO_TEST_CASE(what_identifies_rows_is_no_measure) {
  auto const songs = chart_of({"song_id", "title", "plays"}, {{value(11), value("A"), value(7)}, {value(15), value("B"), value(9)}});
  BOOST_TEST(points_of(songs) == "A=7 B=9");
  for (auto const* name : {"song_id", "songId", "ID", "zip_code", "phone", "room_number", "rank"})
    BOOST_TEST(kind_of({"title", name}, {{value("A"), value(41)}, {value("B"), value(57)}}) == "table", name);
  BOOST_TEST(kind_of({"title", "place"}, {{value("A"), value(2)}, {value("B"), value(3)}, {value("C"), value(1)}}) == "table");
  BOOST_TEST(kind_of({"title", "latitude"}, {{value("A"), value(2.5)}, {value("B"), value(3.5)}}) == "table");
  auto const totals = chart_of({"customer_id", "sum(total)"}, {{value(3), value(70)}, {value(8), value(20)}});
  BOOST_TEST(points_of(totals) == "3=70 8=20");
}

BOOST_AUTO_TEST_CASE(years_are_no_measure) {
  table_of_values const founded{{value("A"), value(1850)}, {value("B"), value(1921)}, {value("C"), value(1990)}};
  BOOST_TEST(kind_of({"club", "founded"}, founded) == "table");
  BOOST_TEST(kind_of({"club", "year"}, founded) == "table");
  BOOST_TEST(kind_of({"club", "count(*)"}, founded) == "bar");
}

BOOST_AUTO_TEST_CASE(times_of_databases_are_read) {
  BOOST_TEST(time_of("2024-05") == "2024-05");
  BOOST_TEST(time_of("2024-02-29") == "2024-02-29");
  BOOST_TEST(time_of("2024-05-31 08:30:00") == "2024-05-31T08:30:00Z");
  BOOST_TEST(time_of("2024-05-31T08:30") == "2024-05-31T08:30Z");
  BOOST_TEST(time_of("2024-05-31 08:30:00.25+02") == "2024-05-31T08:30:00.250+02:00");
  BOOST_TEST(time_of("2024-05-31 08:30:00.123456 -0330") == "2024-05-31T08:30:00.123-03:30");
  for (auto const* text :
       {"", "2024", "2023-02-29", "2024-13", "2024-05-31 24:00", "2024-05-31 08", "2024-05 08:30", "31.05.2024", "2024-05-31x"})
    BOOST_TEST(time_of(text) == "none", text);
  BOOST_TEST(serve::read_chart_time("1970-01-02")->seconds == 86'400);
  BOOST_TEST(serve::read_chart_time("1970-01-01 02:00:00.5+02:00")->seconds == 0.5);
  BOOST_TEST(serve::chart_time_of_year(1971).seconds == 365 * 86'400);
}

BOOST_AUTO_TEST_CASE(a_time_and_a_number_are_a_line_in_the_order_of_time) {
  auto const days =
      chart_of({"day", "sum(total)"}, {{value("2024-03-02"), value(5)}, {value("2024-03-01"), value(4)}, {value(), value(1)}});
  BOOST_TEST(name_of(days.kind) == "line");
  BOOST_TEST(points_of(days) == "2024-03-01=4 2024-03-02=5");
  BOOST_TEST(days.left_out == 1U);
  BOOST_TEST(points_of(chart_of({"release_year", "n"}, {{value(2001), value(5)}, {value(1999), value(4)}})) == "1999=4 2001=5");
  BOOST_TEST(points_of(chart_of({"strftime('%Y', day)", "n"}, {{value("2001"), value(5)}, {value("1999"), value(4)}})) == "1999=4 2001=5");
  auto const months = chart_of({"month", "n"}, {{value("12"), value(5)}, {value("02"), value(4)}});
  BOOST_TEST(name_of(months.kind) == "line");
  BOOST_TEST(points_of(months) == "02=4 12=5");
  BOOST_TEST((months.first.kind == serve::axis_kind::number));
  BOOST_TEST(points_of(chart_of({"at", "n"}, {{value("2024-01-01 01:00+02"), value(5)}, {value("2023-12-31 23:30+00"), value(4)}})) ==
             "2024-01-01T01:00+02:00=5 2023-12-31T23:30+00:00=4");
  auto const part = [](char const* name, char const* a, char const* b) {
    return kind_of({name, "n"}, {{value(a), value(5)}, {value(b), value(4)}});
  };
  BOOST_TEST(part("substr(day, 1, 4)", "2025", "2026") == "line");
  BOOST_TEST(part("substr(day, 6, 2)", "01", "12") == "line");
  BOOST_TEST(part("substr(code, 1, 4)", "4025", "4026") == "bar");
  BOOST_TEST(part("substr(code, 6, 2)", "13", "40") == "bar");
  BOOST_TEST(kind_of({"code", "n"}, {{value("2001"), value(5)}, {value("1999"), value(4)}}) ==
             "bar");  // four digits are no year by themselves
}

BOOST_AUTO_TEST_CASE(several_numbers_of_one_time_are_points) {
  auto const c =
      chart_of({"day", "price"}, {{value("2024-03-01"), value(5)}, {value("2024-03-01"), value(4)}, {value("2024-03-02"), value(4)}});
  BOOST_TEST(name_of(c.kind) == "scatter");
  BOOST_TEST((c.first.kind == serve::axis_kind::time));
}

BOOST_AUTO_TEST_CASE(a_second_category_over_time_gives_lines) {
  table_of_values rows;
  for (int line = 0; line < 9; ++line)
    for (int year = 2000; year < 2003; ++year) rows.push_back({value(year), value("c" + std::to_string(line)), value(line * year)});
  BOOST_TEST(kind_of({"year", "country", "gdp"}, rows) == "table");
  rows.resize(24);
  auto const eight = chart_of({"year", "country", "gdp"}, rows);
  BOOST_TEST(name_of(eight.kind) == "line");
  BOOST_TEST(eight.series.title == "country");
  rows.resize(3);  // one country: it tells nothing apart
  BOOST_TEST((chart_of({"year", "country", "gdp"}, rows).series.kind == serve::axis_kind::none));
  BOOST_TEST(kind_of({"day", "event", "guests"}, {{value("2024-03-01"), value("A"), value(5)},
                                                  {value("2024-03-04"), value("B"), value(8)}}) == "table");  // lines of one point
}

BOOST_AUTO_TEST_CASE(parts_are_stacked_only_if_they_add_up) {
  auto const rows = [](double last) {
    return table_of_values{{value("north"), value("tea"), value(5)},
                           {value("north"), value("milk"), value(4)},
                           {value("south"), value("tea"), value(3)},
                           {value("south"), value("milk"), value(2)},
                           {value("west"), value("milk"), value(last)}};
  };
  auto const counts = chart_of({"region", "kind", "count(*)"}, rows(1));
  BOOST_TEST(name_of(counts.kind) == "stacked");
  BOOST_TEST(points_of(counts) == "north/tea=5 north/milk=4 south/tea=3 south/milk=2 west/milk=1");
  BOOST_TEST(kind_of({"region", "kind", "sum(gain)"}, rows(1)) == "stacked");
  using cases = std::vector<std::pair<std::string, double>>;
  for (auto const& [name, last] : cases{{"avg(gain)", 1}, {"sum(gain)", -1}, {"sum(a) / count(*)", 1}, {"height", 1}}) {
    auto const apart = chart_of({"region", "kind", name}, rows(last));
    BOOST_TEST(name_of(apart.kind) == "bar", name);
    BOOST_TEST(apart.series.title == "kind");
  }
  auto twice = rows(1);
  twice.push_back(twice.front());
  BOOST_TEST(kind_of({"region", "kind", "count(*)"}, twice) == "table");
}

BOOST_AUTO_TEST_CASE(two_numbers_are_a_cloud) {
  table_of_values const rows{{value("A"), value(1.5), value(40)},
                             {value("B"), value(2.5), value(30)},
                             {value("C"), value(), value(1)},
                             {value("D"), value(4.5), value(70)}};
  auto const c = chart_of({"name", "weight", "height"}, rows);
  BOOST_TEST(name_of(c.kind) == "scatter");
  BOOST_TEST(c.points.size() == 3U);
  BOOST_TEST(c.left_out == 1U);
  BOOST_TEST(c.label.title == "name");
  BOOST_TEST(kind_of({"weight", "height"}, {{value(1.5), value(2)}, {value(2.5), value(7)}}) == "table");
}

BOOST_AUTO_TEST_CASE(no_chart_shows_a_part_of_a_result) {
  table_of_values rows;
  for (int i = 0; i < 1'001; ++i) rows.push_back({value(i * 0.5), value(i * 1.5)});
  BOOST_TEST(kind_of({"a", "b"}, rows) == "table");
  rows.pop_back();
  BOOST_TEST(kind_of({"a", "b"}, rows) == "scatter");
  db::execution cut(failure{errc::row_limit, "more than 2 rows"});
  cut.rows.columns = {"name", "size"};
  cut.rows.values = named_rows(2);
  BOOST_TEST(name_of(serve::propose_chart(cut).kind) == "table");
}

BOOST_AUTO_TEST_CASE(a_specification_has_its_data_and_fields_of_its_own_names) {
  auto const c = chart_of({"datum['x'].y", "count(*)"}, {{value("Oslo\xFF"), value(4)}, {value(), value(9)}});
  BOOST_TEST(json::value(serve::chart_json(c)) == json::parse(R"json({"kind":"bar","why":"A number for each name.","left_out":0,"spec":{
"$schema":"https://vega.github.io/schema/vega-lite/v5.json","description":"A number for each name.",
"data":{"values":[{"category":"Oslo\uFFFD","value":4},{"category":"NULL","value":9}]},
"mark":{"type":"bar","tooltip":true},
"encoding":{"y":{"field":"category","type":"nominal","title":"datum['x'].y","sort":null},
"x":{"field":"value","type":"quantitative","title":"count(*)"}}}})json"));
  BOOST_TEST(json::value(serve::chart_json(chart_of({"name"}, {{value("a")}}))) ==
             json::parse(R"json({"kind":"table","why":"The result is no number.","left_out":0,"spec":null})json"));
}

BOOST_AUTO_TEST_SUITE_END()
