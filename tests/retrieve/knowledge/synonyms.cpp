// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"

#include "db/support.hpp"
#include "support/table.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// Writes files in WordNet's format, as wndb(5WN) describes it: offsets of lines count from the beginning of the file.
class small_wordnet {
 public:
  explicit small_wordnet(folder const& in) : in_(in) {
    for (auto const* part : {"verb", "adj", "adv"}) {
      write_file(in / ("index." + std::string(part)), licence);
      write_file(in / ("data." + std::string(part)), licence);
    }
  }

  /// Adds words such as "wage 0 pay 0 2", and pointers such as "@ OFFSET"; returns the offset.
  std::string add(std::vector<std::string> const& words, std::vector<std::string> const& pointers = {}) {
    auto place = std::to_string(data_.size());
    place.insert(0, 8 - place.size(), '0');
    char count[3];
    std::snprintf(count, sizeof count, "%02zx", words.size());
    data_ += place + " 21 n " + count;
    for (auto const& w : words) data_ += " " + w + " 0";
    auto pointer_count = std::to_string(pointers.size());
    data_ += " " + std::string(3 - pointer_count.size(), '0') + pointer_count;
    for (auto const& p : pointers) data_ += " " + p + " n 0000";
    data_ += " | a gloss  \n";
    return place;
  }

  /// Lemmas in the order of their bytes, each with the offsets of its senses.
  std::shared_ptr<knowledge::wordnet const> open(std::vector<std::pair<std::string, std::vector<std::string>>> const& index) const {
    std::string lines = licence;
    for (auto const& [lemma, places] : index) {
      auto const n = std::to_string(places.size());
      lines += lemma + " n " + n + " 2 @ ~ " + n + " 0";
      for (auto const& p : places) lines += " " + p;
      lines += "  \n";
    }
    write_file(in_ / "index.noun", lines);
    write_file(in_ / "data.noun", data_);
    return knowledge::wordnet::open(in_ / "");
  }

 private:
  static constexpr char const* licence = "  1 A licence.  \n";

  folder const& in_;
  std::string data_ = licence;
};

struct fixture {
  folder f;
  small_wordnet files{f};
  std::string animal = files.add({"animal", "beast"}), wage = files.add({"wage", "pay", "base_pay", "total"}),
              dog = files.add({"dog", "hound"}, {"@ " + animal}), pack = files.add({"pack", "hound"});
  std::shared_ptr<knowledge::wordnet const> known = files.open({{"animal", {animal}},
                                                                {"beast", {animal}},
                                                                {"dog", {dog}},
                                                                {"hound", {pack, dog}},
                                                                {"pack", {pack}},
                                                                {"pay", {wage}},
                                                                {"wage", {wage}}});

  [[nodiscard]] std::string near(std::string_view word) const {
    std::string out;
    for (auto const& n : knowledge::synonyms_of(*known, word)) out += n.word + " ";
    return out;
  }
};

schema::database kennels() { return schema::database({test::table("dogs", {"dog_id", "name", "wage"})}); }

/// The columns and tables that a question names by the lexicon, as "table.column".
std::vector<std::string> named(knowledge::lexicon const& names, std::string_view question) {
  std::vector<std::string> out;
  for (auto const& l : link::link_question(names, question).found)
    out.push_back(names.table(l.where).name + (l.where.is_table() ? "" : "." + names.column(l.where).name));
  return out;
}

bool has(std::vector<std::string> const& all, std::string_view one) { return std::ranges::find(all, one) != all.end(); }

std::string message_of(std::string_view text) {
  try {
    (void)knowledge::parse_dictionary(text, "own.txt");
  } catch (error const& e) {
    BOOST_TEST((e.details().code == errc::malformed_data));
    return e.what();
  }
  return "";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(synonyms, fixture)

BOOST_AUTO_TEST_CASE(words_of_a_sense_are_near_and_those_of_further_senses_less) {
  BOOST_TEST(near("wage") == "pay ");  // neither a phrase of two words nor an instruction
  BOOST_TEST(near("dog") == "hound animal beast ");
  BOOST_TEST(near("pack") == "hound ");
  BOOST_TEST(near("hound") == "pack dog animal beast ");
  BOOST_TEST(near("unknown").empty());
  BOOST_TEST(near("").empty());
  auto const dog_words = knowledge::synonyms_of(*known, "dog");
  BOOST_TEST(dog_words[0].likeness == 0.8 * 0.85, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(dog_words[1].likeness == 0.65, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(lemmas_are_found_wherever_they_stand_in_the_file) {
  using enum knowledge::wordnet::part_of_speech;
  for (auto const* word : {"animal", "beast", "dog", "hound", "pack", "pay", "wage"}) BOOST_TEST(!known->senses(word, noun).empty(), word);
  for (auto const* word : {"a", "do", "dogs", "zebra", "animal n", " ", "1"}) BOOST_TEST(known->senses(word, noun).empty(), word);
  BOOST_TEST(known->senses("dog", verb).empty());
}

BOOST_AUTO_TEST_CASE(files_that_are_missing_or_of_another_form_are_named) {
  std::filesystem::remove(f / "data.adv");
  BOOST_TEST(thrown_by([&] { (void)knowledge::wordnet::open(f / ""); }) == errc::file_not_found);
  using enum knowledge::wordnet::part_of_speech;
  for (std::string const index : {"dog n", "dog n x 0", "dog n 1 0 1 0 99999999", "dog n 1 0 1 0 0", "dog"}) {
    folder other;
    small_wordnet broken(other);
    write_file(other / "index.noun", index + "\n");
    write_file(other / "data.noun", "00000001 21 n 01 dog 0 000 | of another place\n");
    auto const wrong = knowledge::wordnet::open(other / "");
    BOOST_TEST(thrown_by([&] {
                 for (auto const place : wrong->senses("dog", noun)) (void)wrong->sense(place, noun);
               }) == errc::malformed_data,
               index);
  }
}

BOOST_AUTO_TEST_CASE(a_lexicon_lets_them_stand_for_words_of_names) {
  knowledge::lexicon_options with;
  with.thesaurus = known;
  knowledge::lexicon const names(kennels(), with);
  BOOST_TEST(has(named(names, "How many beasts are there?"), "dogs"));
  BOOST_TEST(!has(named(knowledge::lexicon(kennels()), "How many beasts are there?"), "dogs"));
  BOOST_TEST(has(named(knowledge::lexicon(kennels()), "What is the income of Rex?"), "dogs.wage"));  // general English
  with.neighbours = false;
  BOOST_TEST(!has(named(knowledge::lexicon(kennels(), with), "What is the income of Rex?"), "dogs.wage"));
}

BOOST_AUTO_TEST_CASE(a_dictionary_says_what_phrases_mean) {
  auto const own =
      std::make_shared<knowledge::dictionary const>(knowledge::parse_dictionary("# ours\n"
                                                                                "\n"
                                                                                "monthly money = dogs.wage\r\n"
                                                                                "  four legged friends=\"dogs\"\n"
                                                                                "moniker = name\n"
                                                                                "sheep = flock.count\n",
                                                                                "own.txt"));
  BOOST_TEST(own->entries.size() == 4U);
  BOOST_TEST(own->entries[0].line == 3U);
  knowledge::lexicon_options with;
  with.own_words = own;
  knowledge::lexicon const names(kennels(), with);
  BOOST_TEST(has(named(names, "Who earns the most monthly money?"), "dogs.wage"));
  BOOST_TEST(has(named(names, "How many four legged friends are there?"), "dogs"));
  BOOST_TEST(has(named(names, "What moniker has the first?"), "dogs.name"));
  BOOST_TEST(!has(named(names, "How much money?"), "dogs.wage"));
}

BOOST_AUTO_TEST_CASE(names_in_quotes_may_have_spaces_dots_and_quotes) {
  auto const e = knowledge::parse_dictionary("x = \"a b\".\"c.\"\"d\"", "own.txt").entries.at(0);
  BOOST_TEST(e.table == "a b");
  BOOST_TEST(e.column == "c.\"d");
  BOOST_TEST(e.word.empty());
}

BOOST_AUTO_TEST_CASE(mistakes_are_told_with_their_line) {
  BOOST_TEST(message_of("a = b\nno sign").find("line 2 of the dictionary \"own.txt\" has no =") == 0U);
  BOOST_TEST(message_of("= b").find("line 1 of the dictionary \"own.txt\" has no word before the =") == 0U);
  BOOST_TEST(message_of("a =").find("lacks a name after the =") != std::string::npos);
  BOOST_TEST(message_of("a = b.").find("lacks a name after the =") != std::string::npos);
  BOOST_TEST(message_of("a = b c").find("has \" c\" after what the phrase means") != std::string::npos);
  BOOST_TEST(message_of("a = \"b").find("does not end") != std::string::npos);
  auto const all = message_of("no sign\nname = dogs.name\n= b\na = \"b");
  BOOST_TEST(all.find("3 lines are wrong: line 1 of the dictionary \"own.txt\" has no =") == 0U, all);
  BOOST_TEST(
      all.find("; line 3 of the dictionary \"own.txt\" has no word before the =; write what questions say there") != std::string::npos,
      all);
  BOOST_TEST(all.find("; line 4 of the dictionary") != std::string::npos, all);
  knowledge::lexicon_options with;
  with.own_words = std::make_shared<knowledge::dictionary const>(
      knowledge::parse_dictionary("pay = dogs.wages\nname = dogs.name\nage = dogs.aged", "own.txt"));
  try {
    knowledge::lexicon const names(kennels(), with);
    BOOST_ERROR("two columns are unknown");
  } catch (t2s::error const& e) {
    std::string const said = e.what();
    BOOST_TEST(said.find("2 lines are wrong: line 1 of the dictionary \"own.txt\": table dogs has no column wages") == 0U, said);
    BOOST_TEST(said.find("; line 3 of the dictionary \"own.txt\": table dogs has no column aged") != std::string::npos, said);
  }
  with.own_words = std::make_shared<knowledge::dictionary const>(knowledge::parse_dictionary("pay = dogs.wages", "own.txt"));
  BOOST_TEST(thrown_by([&] { knowledge::lexicon const names(kennels(), with); }) == errc::no_such_column);
  BOOST_TEST(thrown_by([&] { (void)knowledge::read_dictionary(f / "gone.txt"); }) == errc::file_not_found);
}

BOOST_AUTO_TEST_SUITE_END()
