// SPDX-License-Identifier: BSL-1.0
#include "lexicon_options.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <set>
#include <string_view>
#include <utility>

#include "advice.hpp"
#include "preparing.hpp"
#include "t2s/core/error.hpp"
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace knowledge = t2s::knowledge;

/// The database of an index that does not fit, as far as its column names tell.
std::string what_it_is_of(knowledge::value_index const& index, t2s::db::any_connection const& database) {
  auto const shown = "\"" + database.shown() + "\"";
  auto const columns = index.columns();
  auto const has_table = [&](knowledge::indexed_column const& c) { return database.schema().find_table(c.table) != nullptr; };
  auto const has_column = [&](knowledge::indexed_column const& c) {
    auto const* table = database.schema().find_table(c.table);
    return table && table->find_column(c.column);
  };
  auto const other = "of another database than " + shown;
  if (columns.empty()) return other + ", or of an older state";
  if (std::ranges::none_of(columns, has_table)) return other + ": none of its tables is there";
  if (database.file().empty()) return other;  // for a database on a server only the name is compared
  if (auto const first = std::ranges::find_if_not(columns, has_column); first != columns.end())
    return "of an older state of " + shown + ": the column " + first->table + "." + first->column + " no longer exists";
  return other + " with the same tables, or of an older state";
}

std::shared_ptr<knowledge::value_index const> fitting_index(fs::path const& file, t2s::db::any_connection const& database) {
  auto index = knowledge::value_index::open(file);
  if (index->is_of(database.shown())) return index;
  throw t2s::error(t2s::errc::malformed_data, "the index of values \"" + file.string() + "\" is " + what_it_is_of(*index, database),
                   "bring it up to date: t2s index --db " + shell_word(database.shown()) + " --out " + shell_word(file.string()));
}

/// The command that makes an index of all values.
std::string index_command(t2s::db::any_connection const& database, std::string const& index) {
  auto const command = "t2s index --db " + printable(shell_word(database.shown()));
  if (index == "none") return command + ", and leave out --index none";
  if (!index.empty()) return command + " --out " + printable(shell_word(index));
  return command + (database.file().empty() ? " --out FILE, then --index FILE" : "");
}

/// "a, b and 3 more columns".
std::string enumerated(std::vector<std::string> const& columns) {
  constexpr std::size_t most = 5;
  auto const shown = std::min(columns.size(), most), more = columns.size() - shown;
  std::string all = columns.front();
  for (std::size_t i = 1; i < shown; ++i) all += (i + 1 == shown && more == 0 ? " and " : ", ") + columns[i];
  return more == 0 ? all : all + " and " + counted(more, "more column");
}

/// The user's words, without those for columns that the role may not see: messages would reveal the columns' names, and one file of words
/// serves all roles.
std::shared_ptr<knowledge::dictionary const> words_seen(knowledge::dictionary all, t2s::schema::database const& seen) {
  std::erase_if(all.entries, [&](knowledge::dictionary_entry const& e) {
    auto const* table = seen.find_table(e.table);
    return table && !e.column.empty() && !table->find_column(e.column);
  });
  return std::make_shared<knowledge::dictionary const>(std::move(all));
}

/// What the owner confirmed, together with what semantic models say of tables and columns.
std::shared_ptr<knowledge::learned const> with_semantics(std::shared_ptr<knowledge::learned const> const& confirmed,
                                                         knowledge::semantic_layer const& layer, t2s::schema::database const& of) {
  auto all = confirmed ? *confirmed : knowledge::learned();
  auto said = knowledge::facts_of(layer, of);
  all.facts.insert(all.facts.end(), said.facts.begin(), said.facts.end());
  return std::make_shared<knowledge::learned const>(std::move(all));
}

/// Reports once per run of the program that values beyond those read are not found, and the remedy: `index` is the command that makes a
/// complete index; "" if none can be used.
void note_if_cut(knowledge::lexicon const& names, std::string const& index) {
  static std::atomic_flag noted;
  std::set<std::pair<std::string_view, std::string_view>> left_out;
  for (auto const& u : names.left_out()) left_out.emplace(u.table, u.column);
  auto const is_left_out = [&](knowledge::named_item const& item) {
    return left_out.contains({names.table(item.where).name, names.column(item.where).name});
  };
  auto const is_cut = [&](knowledge::named_item const& item) {
    return !item.where.is_table() && names.content_of(item.where) == knowledge::content::text && !names.is_complete(item.where) &&
           !is_left_out(item);
  };
  std::vector<std::string> cut;
  for (auto const& item : names.items())
    if (is_cut(item)) cut.push_back(printable(names.table(item.where).name + "." + names.column(item.where).name));
  if ((cut.empty() && names.left_out().empty()) || noted.test_and_set()) return;
  if (cut.empty()) {
    std::cerr << "t2s: to know more of them: " << (index.empty() ? "--prepare-seconds with more seconds" : index) << "\n";
    return;
  }
  std::cerr << "t2s: only " << names.options().values_per_column << " texts of " << (cut.size() > 1 ? "each of " : "") << enumerated(cut)
            << " are known, and others are not found; "
            << (index.empty() ? "an index of all values cannot be used with --rules" : "to know all of them: " + index) << "\n";
}

}  // namespace

void note_left_out(std::vector<knowledge::unread_column> const& columns) {
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < std::min(columns.size(), most); ++i)
    std::cerr << "t2s: the values of " << printable(columns[i].table + "." + columns[i].column)
              << " were not read, or not all of them: " << for_terminal(columns[i].why) << "\n";
  if (columns.size() > most) std::cerr << "t2s: nor those of " << counted(columns.size() - most, "more column") << "\n";
}

void lexicon_options::describe(po::options_description& to) {
  po::options_description more("Words");
  auto add = more.add_options();
  add("index", a_word("FILE|FOLDER|none"),
      "the database's values, as t2s index keeps them; a folder may have those of many databases (default: FILE.t2s-values next to it, if "
      "there)");
  learned_option::describe(more);
  semantics_option::describe(more);
  add("synonyms", po::value<std::string>()->default_value("auto")->value_name("DIR|auto|none"),
      "WordNet's files, for words that no name has (auto: where they are installed, if they are)");
  add("dictionary", a_file(), "your own words, a line each: PHRASE = TABLE.COLUMN, WORD = WORD");
  add("prepare-seconds", po::value<double>()->value_name("N"),
      "how long the values of a database are read before its first question, where no index has them (default: 30)");
  to.add(more);
}

lexicon_options::lexicon_options(po::variables_map const& given) : learned_(given), semantics_(given) {
  restricted_ = given.count("rules") != 0;
  if (given.count("index") != 0) index_ = given["index"].as<std::string>();
  std::string const folder = given.count("synonyms") != 0 ? given["synonyms"].as<std::string>() : "none";
  if (auto const found = folder == "auto" ? knowledge::wordnet::usual_folder() : folder; !found.empty() && found != "none")
    how_.thesaurus = knowledge::wordnet::open(found);
  if (given.count("dictionary") != 0)
    how_.own_words = std::make_shared<knowledge::dictionary const>(knowledge::read_dictionary(given["dictionary"].as<std::string>()));
  if (given.count("prepare-seconds") == 0) return;
  auto const seconds = given["prepare-seconds"].as<double>();
  if (!(seconds >= 0 && seconds <= 1e9)) throw usage_error("--prepare-seconds takes seconds, from 0 to 1000000000");
  how_.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * seconds));
}

std::shared_ptr<knowledge::value_index const> lexicon_options::find_index(t2s::db::any_connection const& database) const {
  if (index_ == "none") return nullptr;
  bool const in_folder = !index_.empty() && fs::is_directory(index_);
  if (!index_.empty() && !in_folder) return fitting_index(index_, database);
  if (database.file().empty() && !in_folder) return nullptr;
  auto const usual = in_folder ? knowledge::value_index_place(database.shown(), index_) : knowledge::value_index_place(database.file());
  if (!fs::exists(usual)) return nullptr;
  try {
    return fitting_index(usual, database);
  } catch (t2s::error const& e) {
    std::cerr << "t2s: " << for_terminal(e.details().message) << "; it is not used: " << for_terminal(e.details().remedy) << "\n";
    return nullptr;
  }
}

void lexicon_options::describe_columns(knowledge::described_columns all, std::size_t bytes) {
  descriptions_ = std::make_shared<knowledge::described_columns const>(std::move(all));
  description_bytes_ = bytes;
}

std::vector<t2s::schema::column_description> lexicon_options::descriptions_of(t2s::db::any_connection const& database) const {
  auto const& id = database.name();
  auto const* all = knowledge::descriptions_of(*descriptions_, id);
  if (!all) {
    std::cerr << "t2s: --descriptions has none for the database " << printable(id) << "\n";
    return {};
  }
  auto const is_unknown = [&d = database.schema()](t2s::schema::column_description const& one) {
    auto const* table = d.find_table(one.table);
    return !table || !table->find_column(one.column);
  };
  if (auto const first = std::ranges::find_if(*all, is_unknown); first != all->end())
    std::cerr << "t2s: --descriptions: " << std::ranges::count_if(*all, is_unknown) << " of " << all->size() << " name columns that "
              << printable(id) << " does not have, first " << printable(first->table + "." + first->column) << "\n";
  return *all;
}

std::shared_ptr<t2s::known_parts> lexicon_options::prepare(t2s::db::any_connection const& database) const {
  auto names = how_;
  names.index = find_index(database);
  if (restricted_ && how_.own_words) names.own_words = words_seen(*how_.own_words, database.schema());
  names.progress = shown_preparing(database.shown());
  names.confirmed = learned_.of(database);
  t2s::schema::descriptions said;
  if (descriptions_) said = {.columns = descriptions_of(database), .bytes = description_bytes_};
  names.semantics = semantics_.of(database);
  if (names.semantics) {
    names.confirmed = with_semantics(names.confirmed, *names.semantics, database.schema());
    said = knowledge::with_metrics(std::move(said), *names.semantics);
  }
  if (names.confirmed) said = knowledge::with_learned(std::move(said), *names.confirmed);
  t2s::known_options known(std::move(names), std::move(said), knowledge::kept_values_options{.time = how_.time});
  return t2s::known_parts::make(std::move(known));
}

std::shared_ptr<knowledge::lexicon const> lexicon_options::read(t2s::prepared<t2s::db::any_connection>& database) const {
  auto names = database.known<knowledge::lexicon>();
  auto const& opened = database.connection();
  note_left_out(names->left_out());
  bool const indexed = names->options().index != nullptr;
  if (indexed && !names->left_out().empty())
    std::cerr << "t2s: to read what the index left out: t2s index --db " << printable(shell_word(opened.shown()))
              << " --time-limit SECONDS\n";
  if (!indexed) note_if_cut(*names, restricted_ ? std::string() : index_command(opened, index_));
  return names;
}

std::shared_ptr<knowledge::lexicon const> lexicon_options::read(t2s::db::any_connection& database) const {
  t2s::prepared known(database, prepare(database));
  return read(known);
}

}  // namespace cli
