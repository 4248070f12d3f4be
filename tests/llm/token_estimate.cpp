// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/token_estimate.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <random>

using namespace t2s::llm;

namespace {

/// Texts of the kinds that are in prompts, with their token counts by js-tiktoken 1.0.21. None was used to fit the weights.
struct noted_text {
  char const* kind;
  std::size_t cl100k, o200k;
  std::string text;
};

std::vector<noted_text> const noted{
    {"instruction", 101, 101,
     R"text(You are given the tables of a database and a question about its content. Write one SQL statement for SQLite that answers the question. Use only the tables and columns that are listed; join tables along their foreign keys. If a condition compares a column with a text, take the spelling from the example rows. Do not explain the statement, and do not add a comment. When the question asks for the largest or the smallest, order the rows and limit them to one, unless several rows share the place.)text"},
    {"schema", 150, 152,
     R"text(CREATE TABLE theatre (
  theatre_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  opened_year INTEGER,
  seat_count INTEGER,
  street_address VARCHAR(80)
);

CREATE TABLE production (
  production_id INTEGER PRIMARY KEY,
  theatre_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  directorName TEXT,
  budget_in_euro DECIMAL(10,2),
  first_night DATE,
  FOREIGN KEY (theatre_id) REFERENCES theatre (theatre_id)
);

CREATE TABLE `Ticket_Sale` (
  `Sale_ID` INT PRIMARY KEY,
  `Production_ID` INT REFERENCES production (production_id),
  `Sold_At` DATETIME,
  `Price` REAL,
  `Is_Reduced` BOOLEAN
);)text"},
    {"rows", 219, 214,
     R"text(INSERT INTO theatre VALUES (1, 'Old Granary', 1924, 310, '12 Harbour Street');
INSERT INTO theatre VALUES (2, 'Lantern Hall', 1987, 1250, '4 Linden Square');
INSERT INTO theatre VALUES (3, 'The Paper Moon', NULL, 85, '77b Mill Lane');
INSERT INTO production VALUES (11, 1, 'The Glass Heron', 'Amelia Novak', 48500.0, '2019-03-14');
INSERT INTO production VALUES (12, 1, 'Seven Winters', 'Tomas Okafor', 31200.5, '2020-11-02');
INSERT INTO production VALUES (13, 2, 'A Map of Salt', 'Ingrid Halvorsen', 120000.0, '2021-06-18');
INSERT INTO production VALUES (14, 3, 'Nobody Waits', 'Rafael Monteiro', 9900.0, '2022-01-29');)text"},
    {"demonstrations", 147, 147,
     R"text(/* How many theatres have more than 200 seats? */
SELECT count(*) FROM theatre WHERE seat_count > 200

/* Which production had the highest budget, and who directed it? */
SELECT title, directorName FROM production ORDER BY budget_in_euro DESC LIMIT 1

/* List the name of each theatre with the number of its productions. */
SELECT T1.name, count(*) FROM theatre AS T1 JOIN production AS T2 ON T1.theatre_id = T2.theatre_id GROUP BY T1.theatre_id

/* What are the titles that never sold a reduced ticket? */
SELECT title FROM production WHERE production_id NOT IN (SELECT Production_ID FROM Ticket_Sale WHERE Is_Reduced = 1))text"},
    {"revision", 165, 164,
     R"text(Question: What is the average price of the tickets sold for productions in the Old Granary?
SQL: SELECT avg(T3.Price) FROM theatre AS T1 JOIN production AS T2 ON T1.theatre_id = T2.theatre_id JOIN Ticket_Sale AS T3 ON T2.production_id = T3.production WHERE T1.name = 'old granary'
The statement failed: no such column: T3.production. The tables that have such a column: Ticket_Sale (Production_ID), production (production_id).

Rows of theatre:
(1, 'Old Granary', 1924, 310, '12 Harbour Street')
(2, 'Lantern Hall', 1987, 1250, '4 Linden Square')
Say first what went wrong, then write the statement again.)text"},
    {"result", 110, 106,
     R"text(name,opened_year,title,directorName,first_night
Old Granary,1924,The Glass Heron,Amelia Novak,2019-03-14
Old Granary,1924,Seven Winters,Tomas Okafor,2020-11-02
Lantern Hall,1987,A Map of Salt,Ingrid Halvorsen,2021-06-18
The Paper Moon,,Nobody Waits,Rafael Monteiro,2022-01-29
(4 rows))text"},
};

double error_of(std::string_view text, std::size_t truth, token_weights const& weights) {
  return std::abs(static_cast<double>(estimate_tokens(text, weights)) / static_cast<double>(truth) - 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(token_estimate)

BOOST_AUTO_TEST_CASE(comes_near_a_real_tokenizer) {
  for (auto const& t : noted) {
    BOOST_TEST(error_of(t.text, t.cl100k, cl100k()) < 0.1, t.kind << ": " << estimate_tokens(t.text, cl100k()) << " for " << t.cl100k);
    BOOST_TEST(error_of(t.text, t.o200k, o200k()) < 0.1, t.kind << ": " << estimate_tokens(t.text, o200k()) << " for " << t.o200k);
  }
}

BOOST_AUTO_TEST_CASE(comes_nearer_on_a_whole_prompt) {
  std::string all;
  for (auto const& t : noted) all.append(all.empty() ? "" : "\n\n").append(t.text);
  BOOST_TEST(error_of(all, 892, cl100k()) < 0.05);
  BOOST_TEST(error_of(all, 884, o200k()) < 0.05);
}

BOOST_AUTO_TEST_CASE(cuts_as_byte_pair_tokenizers_do) {
  auto const count = [](std::string_view s) { return count_pieces(s); };
  BOOST_TEST(count("1234567 12").digits == 4);   // 123 456 7, 12
  BOOST_TEST(count("1234567 12").space == 1);    // a number takes no blank in
  BOOST_TEST(count("a b").space == 0);           // a word does
  BOOST_TEST(count("a   b").space == 1);         // all but the last
  BOOST_TEST(count("a\n\n  \n  b").space == 2);  // up to the last line break, then all but the last
  auto const joined = count("song_name");
  BOOST_TEST(joined.words[0][3] == 2);
  BOOST_TEST(joined.starts[0][static_cast<std::size_t>(word_start::underscore)] == 1);
  auto const humps = count("directorName");
  BOOST_TEST(humps.words[0][7] == 1);
  BOOST_TEST(humps.words[1][3] == 1);
  BOOST_TEST(humps.starts[1][static_cast<std::size_t>(word_start::hump)] == 1);
  BOOST_TEST(count("SELECT FROM FRBG").keyword == 2);
  BOOST_TEST(count("SELECT FROM FRBG").words[2][3] == 1);
  BOOST_TEST(count("don't, 'tis").contraction == 1);
  BOOST_TEST(count("f(x)), -----\n").marks[0] == 1);  // a repeated mark counts once
  BOOST_TEST(count("f(x)), -----\n").marks[1] == 1);
  BOOST_TEST(count("f((x)) ----\n").marks[0] == 3);
  BOOST_TEST(count("São").accented_word == 1);
  BOOST_TEST(count("São").plain_letter == 2);
  BOOST_TEST(count("東京").letters[3] == 2);
  BOOST_TEST(count("→ 😀").symbol == 2);
}

BOOST_AUTO_TEST_CASE(counts_something_wherever_there_is_something) {
  BOOST_TEST(estimate_tokens("") == 0u);
  for (std::string_view const s : {"a", " ", "\n", "1", ";", "é", "東", "😀", "\xFF", "\xE6", "_", "'"})
    BOOST_TEST(estimate_tokens(s) >= 1u);
}

BOOST_AUTO_TEST_CASE(takes_any_bytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 60, ' ');
    for (auto& b : bytes) b = static_cast<char>(random());
    auto const tokens = estimate_tokens(bytes);
    BOOST_TEST(tokens <= 3 * bytes.size());
    BOOST_TEST((tokens > 0) == !bytes.empty());
  }
}

BOOST_AUTO_TEST_CASE(long_runs_keep_in_proportion) {
  constexpr std::size_t size = 1'000'000;
  for (std::string_view const s : {"a", "A", "1", "(", "-'", "ab ", "aB", "_a", "東", "é", "\xFF", "'s"}) {
    std::string text;
    while (text.size() < size) text += s;
    auto const tokens = estimate_tokens(text);
    BOOST_TEST(tokens > size / 100, s << ": " << tokens);
    BOOST_TEST(tokens < 2 * size, s << ": " << tokens);
  }
}

BOOST_AUTO_TEST_SUITE_END()
