// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "t2s/core/detail/text_distance.hpp"

#include "db/support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>

using namespace t2s;
using namespace t2s::test;

namespace {

/// A database with an index beside it.
struct fixture {
  folder f;
  std::filesystem::path database = make_database(
      f / "shop.sqlite",
      "CREATE TABLE shops(shop_id INTEGER PRIMARY KEY, town TEXT COLLATE NOCASE, kind TEXT, open TEXT, zip TEXT);"
      "CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT, born DATE, pay REAL);"
      "INSERT INTO shops VALUES (1,'Trondheim','bakery','Y','7010'), (2,'bergen','Bakery','N','5003'), (3,'O''Hara''s Bay','fish and "
      "chips','Y','12');"
      "INSERT INTO shops VALUES (4,'BERGEN','','N',NULL), (5,'Trondheim','" +
          std::string(130, 'x') +
          "',NULL,'7011');"
          "INSERT INTO staff VALUES (1,'Fish Bakery','2001-02-03',1.5), (2,'Inger Fish',20010203,2), (3,'\xC3\x98ystein','2001-02-03',3);");
  std::filesystem::path file = knowledge::value_index_place(database);

  knowledge::value_index_report update(knowledge::value_index_options const& options = {}) const {
    db::sqlite_connection connection(database);
    return knowledge::update_value_index(file, connection, options);
  }
  [[nodiscard]] std::shared_ptr<knowledge::lexicon const> indexed() const {
    return std::make_shared<knowledge::lexicon>(db::sqlite_connection(database).schema(),
                                                knowledge::lexicon_options{.index = knowledge::value_index::open(file)});
  }
  [[nodiscard]] std::shared_ptr<knowledge::lexicon const> plain() const {
    db::sqlite_connection connection(database);
    return prepared(connection).known<knowledge::lexicon>();
  }
};

using found = std::multiset<std::pair<knowledge::column_id, std::string>>;

found set_of(std::vector<knowledge::stored_value> const& values) {
  found out;
  for (auto const& v : values) out.emplace(v.where, v.text);
  return out;
}

std::optional<std::pair<knowledge::column_id, std::string>> pair_of(std::optional<knowledge::stored_value> const& v) {
  return v ? std::optional(std::pair(v->where, v->text)) : std::nullopt;
}

std::string random_text(std::minstd_rand& random) {
  static constexpr std::string_view letters = "aabcde  -E1";
  std::string out;
  for (auto n = random() % 14; n > 0; --n) out += letters[random() % letters.size()];
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(value_index, fixture)

BOOST_AUTO_TEST_CASE(has_the_columns_that_are_not_declared_as_numbers) {
  auto const report = update();
  BOOST_TEST(report.columns == 6U);
  BOOST_TEST(report.read == 6U);
  BOOST_TEST(report.notes.empty());
  auto const index = knowledge::value_index::open(file);
  BOOST_TEST(index->is_of(database));
  BOOST_TEST(index->bytes() == std::filesystem::file_size(file));
  std::set<std::string> texts;
  for (std::uint32_t i = 0; i < index->size(); ++i)
    texts.insert(index->columns()[index->column_of(i)].column + "=" + std::string(index->text(i)));
  BOOST_TEST(texts == (std::set<std::string>{"town=Trondheim", "town=bergen", "town=BERGEN", "town=O'Hara's Bay", "kind=bakery",
                                             "kind=Bakery", "kind=fish and chips", "open=Y", "open=N", "zip=7010", "zip=5003", "zip=12",
                                             "zip=7011", "name=Fish Bakery", "name=Inger Fish", "name=\xC3\x98ystein", "born=2001-02-03"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_lexicon_answers_from_it_as_from_its_own_memory) {
  update();
  auto const a = indexed(), b = plain();
  for (auto const* key :
       {"trondheim", "bergen", "bakery", "o hara s bay", "chip", "fish and chip", "7010", "2001 02 03", "y", "nowhere", ""})
    BOOST_TEST((set_of(a->values(key)) == set_of(b->values(key)) || std::string(key) == "bergen"), key);
  BOOST_TEST(a->values("bergen").size() == 2U);  // in memory, SQLite trusts the collation that they are equal
  for (auto const* words : {"fish", "chips", "bakery", "fish bakery", "bakery fish", "and", "chips fish and", "fis", ""})
    BOOST_TEST((set_of(a->values_with(words)) == set_of(b->values_with(words))), words);
  BOOST_TEST(a->values_with("fish").size() == 3U);
  for (auto const* text : {"Trondhiem", "Trnodheimm", "fish n chips", "Inger Fsh", "bakerz", "Oxystein", "xyz", "2001-02-04"})
    BOOST_TEST((pair_of(a->nearest(text)) == pair_of(b->nearest(text))), text);
  BOOST_TEST(a->nearest("Trondhiem").value().text == "Trondheim");
  for (auto const& item : a->items()) {
    if (item.where.is_table()) continue;
    BOOST_TEST((a->content_of(item.where) == b->content_of(item.where)));
    BOOST_TEST(a->is_complete(item.where) == b->is_complete(item.where));
    BOOST_TEST((a->flag_value(item.where, true) == b->flag_value(item.where, true)));
    for (auto const* text : {"Trondheim", "trondheim", "bakery", "O'Hara's Bay", "12"})
      BOOST_TEST(a->holds(item.where, text) == b->holds(item.where, text), text);
  }
}

BOOST_AUTO_TEST_CASE(texts_of_few_letters_at_random_are_found_alike) {
  std::minstd_rand random(7);
  writer const out(database);
  out.run("BEGIN");
  for (int i = 0; i < 400; ++i)
    out.run("INSERT INTO staff(name, born) VALUES ('" + random_text(random) + "','" + random_text(random) + "')");
  out.run("COMMIT");
  update();
  auto const a = indexed(), b = plain();
  knowledge::column_id const name{1, 1};
  for (int i = 0; i < 2000; ++i) {
    auto const text = random_text(random), key = knowledge::value_key(text);
    BOOST_REQUIRE((set_of(a->values(key)) == set_of(b->values(key))));
    BOOST_REQUIRE((set_of(a->values_with(key)) == set_of(b->values_with(key))));
    BOOST_REQUIRE((pair_of(a->nearest(text)) == pair_of(b->nearest(text))));
    BOOST_REQUIRE((pair_of(a->nearest(text, name)) == pair_of(b->nearest(text, name))));
    BOOST_REQUIRE(a->holds(name, text) == b->holds(name, text));
  }
}

BOOST_AUTO_TEST_CASE(keys_that_are_near_may_be_near_by_their_letters) {
  std::minstd_rand random(3);
  for (int i = 0; i < 20000; ++i) {
    auto const a = knowledge::value_key(random_text(random)), b = knowledge::value_key(random_text(random));
    auto const edits = text::edit_distance(a, b);
    BOOST_REQUIRE(knowledge::detail::may_be_near(knowledge::detail::signature_of(a), knowledge::detail::signature_of(b), edits));
  }
}

BOOST_AUTO_TEST_CASE(a_word_of_too_many_values_tells_nothing) {
  update();
  knowledge::lexicon_options few;
  few.values_per_word = 2;
  few.index = knowledge::value_index::open(file);
  knowledge::lexicon const a(db::sqlite_connection(database).schema(), few);
  BOOST_TEST(a.values_with("fish").empty());
  BOOST_TEST(a.values_with("fish bakery").size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_current_is_not_made_again) {
  update();
  auto const before = read_file(file);
  auto const report = update();
  BOOST_TEST(report.was_current);
  BOOST_TEST(report.read == 0U);
  BOOST_TEST((read_file(file) == before));
}

BOOST_AUTO_TEST_CASE(only_the_columns_that_have_changed_are_sorted_again) {
  update();
  writer(database).run("UPDATE staff SET name = 'Fish Baker' WHERE id = 1");
  BOOST_TEST(!knowledge::value_index::open(file)->is_of(database));
  auto const report = update();
  BOOST_TEST(!report.was_current);
  BOOST_TEST(report.read == 1U);
  BOOST_TEST(report.columns == 6U);
  auto const changed = read_file(file);
  std::filesystem::remove(file);
  update();
  BOOST_TEST((read_file(file) == changed));  // as if new
  BOOST_TEST(indexed()->values("fish baker").size() == 1U);
  BOOST_TEST(indexed()->values("fish bakery").empty());
}

BOOST_AUTO_TEST_CASE(values_that_change_places_or_columns_that_come_and_go_are_noticed) {
  update();
  writer(database).run(
      "UPDATE shops SET town = 'bakery', kind = 'Trondheim' WHERE shop_id = 1; ALTER TABLE staff ADD COLUMN mail TEXT;"
      "UPDATE staff SET mail = 'fish@sea'; ALTER TABLE shops DROP COLUMN zip;");
  BOOST_TEST(update().read == 3U);
  auto const a = indexed();
  BOOST_TEST(a->values("fish sea").size() == 1U);
  BOOST_TEST(a->values("7010").empty());
  BOOST_TEST(a->holds({0, 1}, "bakery"));
}

BOOST_AUTO_TEST_CASE(writes_to_a_log_are_noticed) {
  writer const open(database);
  open.run("PRAGMA journal_mode = WAL; UPDATE staff SET name = 'Nils' WHERE id = 1");
  update();
  BOOST_TEST(knowledge::value_index::open(file)->is_of(database));
  open.run("UPDATE staff SET name = 'Lars' WHERE id = 1");
  BOOST_TEST(!knowledge::value_index::open(file)->is_of(database));
  update();
  BOOST_TEST(indexed()->values("lars").size() == 1U);
}

BOOST_AUTO_TEST_CASE(other_limits_of_length_make_it_anew) {
  update();
  knowledge::value_index_options longer;
  longer.value_bytes = 200;
  BOOST_TEST(update(longer).read == 6U);
  BOOST_TEST(indexed()->values(std::string(130, 'x')).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_view_that_cannot_be_read_is_left_out_and_said) {
  writer(database).run(
      "CREATE TABLE t(a TEXT); CREATE VIEW v(a) AS SELECT a FROM t; CREATE VIEW w(a) AS SELECT abs(-9223372036854775808) || name FROM "
      "staff;");
  auto const report = update();
  BOOST_TEST_REQUIRE(report.left_out.size() == 1U);
  BOOST_TEST(report.left_out.front().table == "w");
  BOOST_TEST(report.left_out.front().column == "a");
  BOOST_TEST(report.left_out.front().why.find("overflow") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_has_no_end_is_given_up_and_said) {
  writer(database).run(
      "CREATE VIEW tides(level, moon) AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT 'high', 'full' FROM t;"
      "CREATE VIEW waves(name) AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT 'wave ' || n FROM t;");
  knowledge::value_index_options options;
  options.computed.time = std::chrono::milliseconds(100);
  options.computed.rows = 1'000;
  auto const report = update(options);
  BOOST_TEST_REQUIRE(report.left_out.size() == 3U);
  BOOST_TEST((report.left_out[0] == knowledge::unread_column{"tides", "level", "the time limit of 0.1 s was met"}));
  BOOST_TEST((report.left_out[1] == knowledge::unread_column{"tides", "moon", "the time limit of 0.1 s was met"}));
  BOOST_TEST((report.left_out[2] == knowledge::unread_column{"waves", "name", "there are more than 1000 rows"}));
  auto const names = indexed();
  BOOST_TEST(names->values("trondheim").size() == 1U);
  BOOST_TEST(names->values("wave 7").size() == 1U);  // what was read until then
  auto const* waves = names->schema().find_table("waves");
  BOOST_TEST_REQUIRE(waves != nullptr);
  BOOST_TEST(!names->is_complete({static_cast<std::uint32_t>(names->schema().place_of(*waves)), 0}));
  BOOST_TEST(names->is_complete({0, 1}));
}

BOOST_AUTO_TEST_CASE(views_together_have_a_limit_of_time) {
  for (char const* name : {"v1", "v2", "v3"}) writer(database).run("CREATE VIEW " + std::string(name) + "(a) AS SELECT town FROM shops");
  knowledge::value_index_options options;
  options.computed_time = std::chrono::nanoseconds(0);
  auto const report = update(options);
  BOOST_TEST(report.left_out.size() == 3U);
  BOOST_TEST(report.columns == 6U);
}

BOOST_AUTO_TEST_CASE(a_generated_column_of_any_length_keeps_no_other_out) {
  writer(database).run(
      "CREATE TABLE wide(name TEXT, huge TEXT GENERATED ALWAYS AS (hex(zeroblob(8000000))),"
      " many TEXT GENERATED ALWAYS AS (printf('%.*c', 1000000, name)) VIRTUAL);"
      "INSERT INTO wide(name) VALUES ('Kirkenes'), ('Hammerfest');");
  auto const report = update();
  BOOST_TEST_REQUIRE(report.left_out.size() == 1U);
  BOOST_TEST((report.left_out.front() == knowledge::unread_column{"wide", "huge", "string or blob too big"}));
  BOOST_TEST(indexed()->values("kirkenes").size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_stored_column_that_meets_a_limit_is_said_and_tried_again) {
  knowledge::value_index_options options;
  options.stored.rows = 3;
  auto const report = update(options);
  std::vector<std::string> columns;
  for (auto const& u : report.left_out) columns.push_back(u.column);
  BOOST_TEST(columns == (std::vector<std::string>{"town", "kind", "zip"}), boost::test_tools::per_element());
  writer(database).run("INSERT INTO staff VALUES (4, 'Ada', '2000-01-01', 1)");
  BOOST_TEST(update().left_out.empty());
  BOOST_TEST(indexed()->values("o hara s bay").size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_was_left_out_is_read_the_next_time_though_nobody_has_written) {
  writer(database).run("CREATE VIEW v(a) AS SELECT town FROM shops");
  knowledge::value_index_options short_of_rows;
  short_of_rows.stored.rows = 3;
  short_of_rows.computed_time = std::chrono::nanoseconds(0);
  auto const left = update(short_of_rows).left_out;
  BOOST_TEST_REQUIRE(left.size() == 4U);
  auto const partly = indexed();
  std::set<std::string> told;
  for (auto const& u : partly->left_out()) told.insert(u.table + "." + u.column);
  BOOST_TEST(told == (std::set<std::string>{"shops.town", "shops.kind", "shops.zip", "v.a"}), boost::test_tools::per_element());
  auto const again = update();
  BOOST_TEST(!again.was_current);
  BOOST_TEST(again.read == 4U);
  BOOST_TEST(again.left_out.empty());
  BOOST_TEST(indexed()->left_out().empty());
  BOOST_TEST(indexed()->values("o hara s bay").size() == 2U);
  BOOST_TEST(update().was_current);
}

BOOST_AUTO_TEST_CASE(a_column_without_a_type_compares_its_numbers_as_numbers) {
  writer(database).run(
      "CREATE TABLE marks(grade, label, code TEXT); INSERT INTO marks VALUES (2,'5','7'),(12,'6','8'),('K','x','y'),(7,'7','9');");
  update();
  auto const a = indexed(), b = plain();
  auto const t = static_cast<std::uint32_t>(a->schema().tables().size() - 1);
  std::vector<std::string> const asked{"6", "'6'", "'6'"};
  for (std::uint32_t c = 0; c < 3; ++c) {
    knowledge::column_id const where{t, c};
    BOOST_TEST(schema::literal_of(a->column(where), a->form_of(where), "6") == asked[c]);
    BOOST_TEST(schema::literal_of(b->column(where), b->form_of(where), "6") == asked[c]);
  }
}

BOOST_AUTO_TEST_CASE(bytes_that_were_changed_or_lost_are_noticed_wherever_they_are) {
  update();
  auto const whole = read_file(file);
  std::minstd_rand random(5);
  for (int i = 0; i < 500; ++i) {
    auto bytes = whole;
    bytes[8 + random() % (bytes.size() - 8)] ^= static_cast<char>(1U << (random() % 8));
    write_file(file, bytes);
    BOOST_REQUIRE(thrown_by([&] { (void)knowledge::value_index::open(file); }) == errc::malformed_data);
    write_file(file, whole.substr(0, random() % whole.size()));
    BOOST_REQUIRE(thrown_by([&] { (void)knowledge::value_index::open(file); }) == errc::malformed_data);
  }
  auto const report = update();
  BOOST_TEST_REQUIRE(report.notes.size() == 1U);
  BOOST_TEST(report.notes.front().find("is damaged or cut short: it was made anew") != std::string::npos);
  BOOST_TEST((read_file(file) == whole));
}

BOOST_AUTO_TEST_CASE(a_table_without_a_name_hides_no_other) {
  writer(database).run(
      "CREATE TABLE \"\"(code TEXT, \"\" TEXT); INSERT INTO \"\" VALUES ('a','b'), ('c','d');"
      "CREATE TABLE zones(code TEXT, label TEXT); INSERT INTO zones VALUES ('x','same'), ('y','same');");
  update();
  auto const index = knowledge::value_index::open(file);
  auto const& unique = index->keys().unique;
  BOOST_TEST_REQUIRE(unique.size() == 1U);
  BOOST_TEST(unique.front().table == "zones");
  BOOST_TEST((unique.front().columns == std::vector<std::string>{"code"}));
}

BOOST_AUTO_TEST_CASE(other_files_are_neither_read_nor_written_over) {
  write_file(file, "a letter to the landlord");
  BOOST_TEST(thrown_by([&] { (void)knowledge::value_index::open(file); }) == errc::malformed_data);
  BOOST_TEST(thrown_by([&] { update(); }) == errc::malformed_data);
  BOOST_TEST(read_file(file) == "a letter to the landlord");
  std::filesystem::remove(file);
  BOOST_TEST(thrown_by([&] { (void)knowledge::value_index::open(file); }) == errc::file_not_found);
  file = f / "no/such/folder";
  BOOST_TEST(thrown_by([&] { update(); }) == errc::file_unwritable);
}

BOOST_AUTO_TEST_CASE(a_folder_has_a_place_for_each_database) {
  auto const place = [](std::string const& of) { return std::filesystem::path(knowledge::value_index_place(of, "kept")); };
  BOOST_TEST((place(database).parent_path() == "kept"));
  BOOST_TEST((place(database) == place(std::filesystem::relative(database).string())));
  BOOST_TEST(place(database).filename().string().starts_with(std::filesystem::path(database).filename().string() + "."));
  BOOST_TEST(place(database).extension() == ".t2s-values");
  std::string const server = "postgresql://reader@db.example:5432/shop";
  BOOST_TEST(place(server).filename().string().starts_with("shop."));
  BOOST_TEST((place(server).parent_path() == "kept"));
  BOOST_TEST(place(server) != place(server + "?options=x"));
  BOOST_TEST(place(server) != place("mysql://reader@db.example:5432/shop"));
  BOOST_TEST((place("postgresql://h/a b\\c").parent_path() == "kept"));
}

BOOST_AUTO_TEST_CASE(progress_is_told_step_by_step) {
  std::size_t last = 0, of = 0;
  knowledge::value_index_options options;
  options.progress = [&](std::size_t done, std::size_t all) {
    BOOST_TEST(done == last + 1);
    last = done;
    of = all;
  };
  update(options);
  BOOST_TEST(last == 8U);  // two tables, six columns
  BOOST_TEST(of == 8U);
}

BOOST_AUTO_TEST_SUITE_END()
