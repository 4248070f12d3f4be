// SPDX-License-Identifier: BSL-1.0
// Replies of small models (Qwen2.5-Coder 0.5B and 1.5B, 4 bits, llama.cpp) to the systems' own prompts over the databases below, and what
// is to be read from each: t2s's reading, compared with the reply by eye and corrected where it was wrong. They are in real_replies.tar.xz,
// a line of JSON each:
//   model, system   which model wrote it, and what asked
//   reader          sql; select (the prompt ends in SELECT); revision, select revision (unfinished SQL does not count); skeleton; verdict;
//                   question; explanation; keywords; lists; objects
//   database        whose names the SQL has
//   reply           as t2s received it
//   read            the SQL, the question, the text, true or false, or the texts of a list, of objects (NAME: TEXT) or of named lists; null
//   if there is nothing to read
#include "support/folder.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/completion_sql.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/detail/object_reading.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace t2s;
namespace json = boost::json;

namespace {

struct place {
  test::folder in;
  std::map<std::string, db::sqlite_connection> databases;

  place() {
    add("countries", test::read_file(T2S_DATA_DIR "/countries.sql"));
    add("workshop",
        "CREATE TABLE members(member_id INTEGER PRIMARY KEY, name TEXT, town TEXT, joined DATE, level TEXT);"
        "CREATE TABLE tools(tool_id INTEGER PRIMARY KEY, name TEXT, maker TEXT, price REAL, shelf TEXT);"
        "CREATE TABLE loans(loan_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES members(member_id),"
        " tool_id INTEGER REFERENCES tools(tool_id), lent DATE, returned DATE, fee REAL);");
    add("clinic",
        "CREATE TABLE doctors(doctor_id INTEGER PRIMARY KEY, full_name TEXT, specialty TEXT, hired_year INTEGER);"
        "CREATE TABLE patients(patient_id INTEGER PRIMARY KEY, full_name TEXT, birth_year INTEGER, city TEXT, insured TEXT);"
        "CREATE TABLE visits(visit_id INTEGER PRIMARY KEY, doctor_id INTEGER REFERENCES doctors(doctor_id),"
        " patient_id INTEGER REFERENCES patients(patient_id), visit_date DATE, diagnosis TEXT, cost REAL);");
  }
  void add(std::string const& name, std::string const& script) {
    databases.emplace(name, db::sqlite_connection(test::make_database(in / (name + ".sqlite"), script)));
  }
};

template <class T>
json::value value_of(llm::reading<T> const& read) {
  return read ? json::value_from(*read) : json::value();
}

json::value texts_of(std::vector<llm::text_object> const& all) {
  json::array out;
  for (auto const& object : all)
    for (auto const& item : object.items)
      for (auto const& text : item.texts) out.emplace_back(item.name + ": " + text);
  return out;
}

json::value lists_of(std::vector<llm::item_list> const& all) {
  json::object out;
  for (auto const& list : all) out[list.name] = json::array(list.items.begin(), list.items.end());
  return out;
}

json::value read_by(std::string_view reader, std::string const& reply, schema::database const& names) {
  if (reader == "verdict") {
    auto const read = llm::read_verdict(reply);
    return read ? json::value(read->yes) : json::value();
  }
  if (reader == "question") return value_of(llm::read_question(reply, 1000));
  if (reader == "explanation") return value_of(llm::read_prose(reply));
  if (reader == "keywords") return value_of(llm::read_keywords(reply));
  if (reader == "lists") {
    auto const read = llm::read_item_lists(reply);
    return read ? lists_of(*read) : json::value();
  }
  if (reader == "objects") {
    auto const read = llm::read_objects(reply);
    return read ? texts_of(*read) : json::value();
  }
  llm::sql_reading_options how{.continues_select = reader.starts_with("select"), .names = reader == "skeleton" ? nullptr : &names};
  how.may_break_off = !reader.ends_with("revision");
  return value_of(llm::read_sql(reply, how));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(real_replies)

BOOST_AUTO_TEST_CASE(of_a_hundred_at_least_98_are_read_as_meant) {
  place const at;
  std::istringstream lines(test::read_file(T2S_REAL_REPLIES));
  std::size_t all = 0, right = 0;
  for (std::string line; std::getline(lines, line);) {
    auto const r = json::parse(line).as_object();
    auto const text = [&](char const* name) { return std::string(std::string_view(r.at(name).as_string())); };
    auto const read = read_by(text("reader"), text("reply"), at.databases.at(text("database")).schema());
    ++all;
    right += read == r.at("read");
    if (read != r.at("read"))
      BOOST_TEST_MESSAGE("reply " << all << ", " << text("model") << ", " << text("system") << ", " << text("reader") << ":\n"
                                  << text("reply") << "\nread:  " << json::serialize(read) << "\nmeant: " << json::serialize(r.at("read")));
  }
  BOOST_TEST_MESSAGE(right << " of " << all << " are read as meant");
  BOOST_TEST(all >= 217U);
  BOOST_TEST(right * 100 >= all * 98);
}

BOOST_AUTO_TEST_SUITE_END()
