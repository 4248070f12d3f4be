// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_CHOICE_HPP
#define T2S_LLM_DETAIL_READING_CHOICE_HPP

#include "t2s/llm/detail/reading/blocks.hpp"

/// Which statement of a reply counts, by the words that lead to each.
namespace t2s::llm::detail::reading_impl {

/// What the text says of a statement.
enum class role : std::uint8_t { final, plain, step, alternative, draft, example, check, other_dialect, next_question };

/// A statement that a reply offers.
struct offer {
  std::string content{};
  std::string language{};
  role what = role::plain;
  bool fenced = false;
  bool closed = true;
  std::size_t option = 0;  // from 1, if the text numbers its options
};

/// Lower-case words between single blanks. Apostrophes and numbers at the beginning are left out.
inline std::string plain_words(std::string_view s) {
  std::string out = " ";
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '\'' || s.substr(i, 3) == "\u2019") {
      i += s[i] == '\'' ? 0U : 2U;
      continue;
    }
    bool const in_word = text::is_letter(s[i]) || text::is_digit(s[i]);
    bool const hump = i > 0 && text::is_upper(s[i]) && !text::is_upper(s[i - 1]) && text::is_letter(s[i - 1]);
    if (hump && !out.ends_with(" my") && !out.ends_with(" postgre")) out += ' ';  // "finalSql", but "MySQL"
    if (in_word && (out.size() > 1 || !text::is_digit(s[i]))) out += text::lower(s[i]);
    if (!in_word && out.back() != ' ') out += ' ';
  }
  if (out.back() != ' ') out += ' ';
  return out;
}

/// Whether words contain one of the phrases, which are separated by '|'. Each phrase begins at a word; one with ^ begins the words.
inline bool has_phrase(std::string_view words, std::string_view phrases) {
  while (!phrases.empty()) {
    auto const end = std::min(phrases.find('|'), phrases.size());
    auto const phrase = phrases.substr(0, end);
    bool const first = phrase[0] == '^', foreign = static_cast<unsigned char>(phrase[0]) >= 0x80;
    if (first && words.substr(1).starts_with(phrase.substr(1))) return true;
    for (auto at = first ? words.npos : words.find(phrase); at != words.npos; at = words.find(phrase, at + 1))
      if (foreign || words[at - 1] == ' ') return true;
    phrases.remove_prefix(std::min(end + 1, phrases.size()));
  }
  return false;
}

/// Whether words have an adjective such as "fixed" with a noun such as "query" as the next word but one at most.
inline bool says_it_is(std::string_view words, std::string_view adjectives) {
  static constexpr std::string_view nouns =
      " sql query queries answer version statement solution code one select abfrage requ\u00EAte consulta interrogazione ";
  std::size_t after = 9;
  for (std::size_t i = 1; i < words.size();) {
    auto const end = words.find(' ', i);
    auto const word = words.substr(i, end - i);
    if (++after <= 2 && is_listed(nouns, word)) return true;
    if (is_listed(adjectives, word)) after = 0;
    i = end + 1;
  }
  return false;
}

/// Whether words are no more than a title such as "The failing statement": one of the adjectives, alone or with a noun.
inline bool is_title(std::string_view words, std::string_view adjectives) {
  static constexpr std::string_view nouns =
      " sql query queries answer version statement solution code one select way approach attempt form abfrage requ\u00EAte consulta ";
  words = text::trim(words);
  for (std::string_view const article : {"the ", "my ", "your "})
    if (words.starts_with(article)) words.remove_prefix(article.size());
  auto const end = std::min(words.find(' '), words.size());
  auto const after = text::trim(words.substr(end));
  return is_listed(adjectives, words.substr(0, end)) && (after.empty() || is_listed(nouns, after));
}

/// Titles of a statement that is meant, and of one that is not.
inline bool is_title_of_right(std::string_view words) {
  return is_title(words,
                  " good right correct valid working passing repaired fixed chosen selected accepted preferred richtig juste giusto ") ||
         has_phrase(words,
                    "^\u6B63\u786E|^\u6B63\u3057|^\u6B63\u89E3|\u6539\u4E3A|\u5E94\u4E3A|\u5E94\u8BE5\u662F|"
                    "^\u0412\u0435\u0440\u043D|^\u0432\u0435\u0440\u043D|^\u041F\u0440\u0430\u0432\u0438\u043B\u044C\u043D|"
                    "^\u043F\u0440\u0430\u0432\u0438\u043B\u044C\u043D");
}
inline bool is_title_of_wrong(std::string_view words) {
  return is_title(words, " bad wrong incorrect invalid failing failed broken faulty rejected discarded falsch faux mauvais sbagliato ") ||
         has_phrase(
             words,
             "^\u4E0D\u6B63\u786E|^\u9519|^\u8AA4|^\u9593\u9055|"
             "^\u041D\u0435\u0432\u0435\u0440\u043D|^\u043D\u0435\u0432\u0435\u0440\u043D|"
             "^\u041D\u0435\u043F\u0440\u0430\u0432\u0438\u043B\u044C\u043D|^\u043D\u0435\u043F\u0440\u0430\u0432\u0438\u043B\u044C\u043D");
}

inline bool is_check(std::string_view words) {
  return has_phrase(
      words,
      "to verify|^verification|verification query|^verify|sanity check|to validate|^validat|validation query|to check|to double check|"
      "you can check|check query|^check|to confirm|to test|test query|^test|to inspect|i first ran|to explore|exploration|to debug|"
      "cross check|\u9A8C\u8BC1|\u6821\u9A8C|\u691C\u8A3C|\u78BA\u8A8D|zur pr\u00FCfung|\u00FCberpr\u00FCf|v\u00E9rifi|verificar|"
      "para comprobar|\u043F\u0440\u043E\u0432\u0435\u0440");
}

/// Words of a check, or of a statement that answers.
inline bool may_be_check(std::string_view words) {
  return has_phrase(words, "to see which|to see what|to look at|to be sure|to make sure");
}

inline bool is_alternative(std::string_view words) {
  return has_phrase(
      words,
      "alternativ|another way|another option|another approach|another version|another query|another possib|can also|"
      "could also|may also|might also|other way|other option|other approach|^or |equivalent|variant|variation|simpler|"
      "shorter|more efficient|optimi|faster|optional|if you|if your|in case|should you|^if it|^if there|if the question|"
      "^if only|^if instead|^bonus|^additional|^extra|^to also|different way|same result|\u6216\u8005|\u53E6\u4E00\u79CD|"
      "\u4E5F\u53EF\u4EE5|\u5225\u306E|\u4EE3\u308F\u308A|\u4EE3\u66FF|\u0430\u043B\u044C\u0442\u0435\u0440\u043D\u0430\u0442\u0438\u0432|"
      "^oder |^ou |^o bien");
}

/// Whether the text takes back what it said before.
inline bool takes_back(std::string_view words) {
  return has_phrase(words,
                    "^wait|^no wait|^ah no|^oh no|^ah wait|^oh wait|^hold on|^hang on|isnt quite|is not quite|isnt exactly|is not "
                    "exactly|let me reconsider|\u6709\u8BEF|\u6709\u9519|\u4E0D\u5BF9|oops|^sorry|mistake|scratch that|second thought|let "
                    "me fix|let me correct|is wrong|was wrong|is incorrect|"
                    "was incorrect|isnt right|is not right|not correct|isnt correct|wont work|doesnt work|does not work|will not work|"
                    "would fail|will fail|thats wrong|my bad|^hmm|^actually|correction|i forgot|"
                    "but the question|but the user|but you asked|but we need|but i need|need to change|needs to change|has a problem|"
                    "has a mistake|has an error|has an issue|has a bug|^error|the error occurs|the problem is|the bug is|is not "
                    "what|isnt what|not what you|redo|rewrite it|try again");
}

/// Whether the text says what the statement before should have done: "I should return the names", "That only counts; you wanted names".
inline bool falls_short(std::string_view words) {
  static constexpr std::string_view remarks = "should note|should mention|should add|should also|should point|should say|should warn";
  if (has_phrase(words, "i should|we should")) return !has_phrase(words, remarks);
  return has_phrase(words, "only |just ") && has_phrase(words, "you want|you asked|question asks|user asks|user want") &&
         !has_phrase(words, "as |if ");
}

/// Whether words conclude from the question: "The question says 'which', thus names:".
inline bool concludes(std::string_view words) {
  return has_phrase(words, "question |user |you ask|asked ") && has_phrase(words, "so |thus |hence |therefore ");
}

/// Whether words say what was wrong with the statement after them: "Here is how the previous query was wrong:".
inline bool explains_old(std::string_view words) {
  return has_phrase(words, "how the|why the|how your|why your") && says_it_is(words, " original initial previous existing old ");
}

inline bool is_final(std::string_view words) {
  static constexpr std::string_view adjectives =
      " final fixed updated improved complete full better right correct refined combined whole new best proper working recommended actual "
      "real main ";
  return says_it_is(words, adjectives) || words.ends_with(" recommended ") ||
         is_listed(" new after so right correct ", text::trim(words)) ||
         has_phrase(words,
                    "^final |^finally|corrected|correction|revised|amended|should be|should have been|should look|should read|it "
                    "should|the answer to|the answer is|answers your|"
                    "answers the question|^better|^no better|^recommended|"
                    "i recommend|putting it|put together|putting every|^fixed|^answer|so the query|so the sql|"
                    "^therefore|^thus|final answer|final result|final output|^use this|to fix|after adding|after fixing|after "
                    "applying|after removing|rewritten|"
                    "\u6700\u7EC8|\u6700\u7D42|\u4FEE\u6B63|\u66F4\u6B63|\u6539\u6B63|endg\u00FCltig|korrigiert|corrig|correg|corretta|"
                    "\u0438\u0442\u043E\u0433\u043E\u0432|\u0438\u0441\u043F\u0440\u0430\u0432");
}

inline bool is_draft(std::string_view words) {
  return says_it_is(words, " original initial previous existing current old wrong incorrect buggy broken faulty ") ||
         has_phrase(words,
                    "^draft|a draft|my draft|draft query|draft sql|draft version|first attempt|first try|first idea|first thought|"
                    "first guess|first pass|^initial|you wrote|you gave|you provided|you sent|you have|you had|a first version|starting "
                    "point|basic query|basic version|"
                    "you posted|^wrong|^incorrect|dont use|do not use|dont write|do not write|never use|never write|^avoid|^not "
                    "this|naive|tempted|^before |preliminary|"
                    "\u521D\u7A3F|\u8349\u7A3F|entwurf|brouillon|borrador|\u0447\u0435\u0440\u043D\u043E\u0432") ||
         is_listed(" old before previous original initial existing ", text::trim(words)) || words.ends_with(" instead of ") ||
         words.ends_with(" rather than ") || words.ends_with(" unlike ") || words.ends_with(" in contrast to ") || words.ends_with(" not ");
}

inline bool is_example(std::string_view words) {
  return has_phrase(words,
                    "for example|for instance|^example|an example|example of|syntax|general form|a template|query template|placeholder|"
                    "pattern is|structure is|of the form|\u4F8B\u5982|\u793A\u4F8B|\u4F8B\u3048\u3070|\u8BED\u6CD5|zum beispiel|beispiel|"
                    "por ejemplo|par exemple|\u043D\u0430\u043F\u0440\u0438\u043C\u0435\u0440");
}

inline bool is_step(std::string_view words) {
  return has_phrase(
      words,
      "^step|^attempt|^iteration|^revision|^round|^try |^first |^firstly|^second |^secondly|^third |^then |^next |^now |^lastly|sub "
      "question|subquestion|subtask|"
      "intermediate|^part |inner query|^steps|\u6B65\u9AA4|\u9996\u5148|\u7136\u540E|\u6B21\u306B|^schritt|^zuerst|^dann|^paso|"
      "^luego|^\u00E9tape|^d abord|^ensuite|^puis|\u0448\u0430\u0433");
}

inline bool asks_next(std::string_view words) {
  return has_phrase(
      words,
      "^question|^q |^q1|^q2|^q3|^next question|^user |^human |^input |^instruction|^follow up question|^related question|"
      "^another question|^answer the following|^frage|^pregunta|^\u95EE\u9898|^\u8CEA\u554F|^\u0432\u043E\u043F\u0440\u043E\u0441");
}

/// Whether words name other database systems, and not that of the dialect.
inline bool is_for_another(std::string_view words, sql::dialect own) {
  static constexpr std::array<std::string_view, 4> names{"sqlite", "postgres|pgsql|psql", "mysql|mariadb", "duckdb"};
  if (has_phrase(words, names[static_cast<std::size_t>(own)])) return false;
  bool other = has_phrase(words,
                          "sql server|sqlserver|mssql|t sql|tsql|oracle|plsql|pl sql|bigquery|snowflake|redshift|db2|other database|"
                          "other dbms|other dialect|other engine");
  for (auto const n : names) other |= has_phrase(words, n);
  return other;
}

/// Words that are weaker than those of a final statement.
inline bool may_be_used(std::string_view words) {
  return has_phrase(words, "you can use|you could|you may|you can write|one can|one could|can be written|could be written|possible|^if ");
}

/// Whether words are of a case that is not that of the question: "If there were a type column, you would write".
inline bool is_hypothetical(std::string_view words) {
  return has_phrase(words,
                    "you would write|you would use|^if the schema had|^if there were|^if there was|^if it had|^if you had|^if we had");
}

/// What words say of the statement after them. The `first` statement of a reply is not an alternative to anything.
inline role role_of_words(std::string_view words, sql::dialect own, bool first) {
  if (!first && asks_next(words)) return role::next_question;
  if (is_title_of_right(words)) return role::final;
  if (is_title_of_wrong(words) || explains_old(words)) return role::draft;
  if (is_check(words) || (!first && may_be_check(words))) return role::check;
  if (is_for_another(words, own)) return role::other_dialect;
  if (is_hypothetical(words) || (!first && is_alternative(words))) return role::alternative;
  if (is_final(words) || (!first && (takes_back(words) || falls_short(words)))) return role::final;
  if (!first && may_be_used(words)) return role::alternative;
  if (!first && has_phrase(words, "instead") && !words.ends_with(" of ")) return role::final;
  if (is_draft(words) || takes_back(words)) return role::draft;
  if (is_example(words)) return role::example;
  return is_step(words) ? role::step : role::plain;
}

/// Reads the text that leads to a statement backwards, sentence by sentence. What is near counts first; beyond its paragraph only headings
/// and what takes back the statement before.
class lead_reader {
 public:
  lead_reader(sql::dialect own, bool first) : own_(own), first_(first) {}

  role read(std::string_view lead) {
    constexpr std::size_t longest = 800;
    if (lead.size() > longest) lead.remove_prefix(lead.size() - longest);
    for (auto end = lead.size(); end != lead.npos;) {
      auto const begin = end == 0 ? lead.npos : lead.rfind('\n', end - 1);
      auto const line = text::trim(lead.substr(begin + 1, end - begin - 1));
      if (auto const found = read_line(line); found != role::plain) return found;
      near_ &= !(line.empty() && any_);
      any_ |= !line.empty();
      end = begin;
    }
    return role::plain;
  }

 private:
  role read_line(std::string_view line) {
    bool const heading = line.starts_with('#') || line.starts_with("**") || line.ends_with(':') || line.ends_with("\uFF1A");
    if (auto const marked = role_of_mark(line, heading); marked != role::plain) return marked;
    for (auto end = line.size(); end > 0;) {
      auto const begin = sentence_begin(line, end);
      auto const words = plain_words(line.substr(begin, end - begin));
      auto const found = role_of_words(words, own_, first_);
      bool const leads = !any_ && end == line.size() && !first_ && heading;
      if (leads && found == role::plain && concludes(words)) return role::final;
      bool const asks = !any_ && end == line.size() && !first_ && line.substr(0, line.find_last_not_of("*_ :") + 1).ends_with('?');
      if (asks && (found == role::plain || found == role::final)) return role::alternative;  // "Only need the number?"
      if (found != role::plain &&
          (near_ || heading || (!first_ && (takes_back(words) || falls_short(words))) || found == role::next_question))
        return found;
      end = begin;
    }
    return role::plain;
  }

  /// What a cross or a check mark at the beginning of a line says: in a heading of the statement after it, else of the one before.
  [[nodiscard]] role role_of_mark(std::string_view line, bool heading) const {
    auto const is = [c = line.substr(0, 3)](auto... marks) { return ((c == marks) || ...); };
    bool const of_next = heading || first_;
    if (is("\u274C", "\u2717", "\u2718")) return of_next ? role::draft : role::final;
    if (is("\u2705", "\u2714", "\u2713")) return of_next ? role::final : role::alternative;
    return role::plain;
  }

  static std::size_t sentence_begin(std::string_view line, std::size_t end) {
    for (auto i = end - std::min<std::size_t>(end, 2); i > 0; --i) {
      bool const mark = std::string_view(".!?").find(line[i - 1]) != std::string_view::npos && line[i] == ' ';
      bool const wide = i >= 3 && (line.substr(i - 3, 3) == "\u3002" || line.substr(i - 3, 3) == "\uFF01");
      if (mark || wide) return i;
    }
    return 0;
  }

  sql::dialect own_;
  bool first_;
  bool near_ = true;
  bool any_ = false;
};

/// The number or letter after the first or the last "option" in words, from 1; 0 if there is none.
inline std::size_t option_in(std::string_view words, bool last = true) {
  static constexpr std::array<std::string_view, 9> names{" option ",   " approach ",  " version ",   " method ", " query ",
                                                         " solution ", " candidate ", " answer is ", " best "};
  for (auto const name : names)
    if (auto const at = last ? words.rfind(name) : words.find(name); at != words.npos) {
      char const c = words[std::min(at + name.size(), words.size() - 1)];
      bool const alone = words.substr(std::min(at + name.size() + 1, words.size())).starts_with(' ');
      if (alone && c >= '1' && c <= '9') return static_cast<std::size_t>(c - '0');
      if (alone && c >= 'a' && c <= 'f') return static_cast<std::size_t>(c - 'a') + 1;
    }
  return 0;
}

/// The option that the text after all statements recommends; 0 if it does not.
inline std::size_t recommended_option(std::string_view tail) {
  constexpr std::size_t longest = 800;
  auto const words = plain_words(tail.substr(0, longest));
  auto const at = std::min({words.find(" recommend"), words.find(" prefer"), words.find(" go with "), words.find(" best "),
                            words.find(" i choose "), words.find(" would use "), words.find(" final answer "), words.find(" answer is ")});
  if (at == words.npos) return 0;
  constexpr std::size_t near = 60;
  auto const after = std::string_view(words).substr(at, near);
  auto const before = std::string_view(words).substr(at - std::min(at, near), std::min(at, near) + 1);
  if (auto const named = option_in(after, false)) return named;
  if (auto const named = option_in(before)) return named;
  for (auto const part : {after, before})
    if (has_phrase(part, "second |latter |first |former ")) return has_phrase(part, "second |latter ") ? 2 : 1;
  return 0;
}

/// Makes the option final that the text after all offers recommends.
inline void recommend(std::vector<offer>& all, std::string_view tail) {
  auto const n = all.size() > 1 ? recommended_option(tail) : 0;
  if (n == 0) return;
  auto const named = std::ranges::find(all, n, &offer::option);
  if (named != all.end())
    named->what = role::final;
  else if (n <= all.size())
    all[n - 1].what = role::final;
}

/// The option that the end of a lead names.
inline std::size_t option_of_lead(std::string_view lead) {
  constexpr std::size_t near = 120;
  return option_in(plain_words(lead.substr(lead.size() - std::min(lead.size(), near))));
}

/// The offers in the order in which they should be tried. `steps` says whether the last counts and not the first; `answers(i)` whether an
/// offer is SQL that can be run.
template <class Answers>
std::vector<std::size_t> in_order(std::vector<offer> const& all, bool steps, Answers answers) {
  std::vector<std::size_t> plain, rest;
  std::size_t count = 0;
  while (count < all.size() && all[count].what != role::next_question) steps |= all[count++].what == role::step;
  for (std::size_t i = 0; i < count; ++i)
    if (all[i].what == role::plain || all[i].what == role::step) plain.push_back(i);
  if (steps) std::ranges::reverse(plain);
  if (plain.size() > 1) {  // clang warns about what std::stable_partition uses
    std::vector<std::size_t> runs, others;
    for (auto const i : plain) (answers(i) ? runs : others).push_back(i);
    plain = std::move(runs);
    plain.insert(plain.end(), others.begin(), others.end());
  }
  std::vector<std::size_t> order;
  auto const add = [&](role what, bool last) {
    auto const before = static_cast<std::ptrdiff_t>(order.size());
    for (std::size_t i = 0; i < count; ++i)
      if (all[i].what == what) order.push_back(i);
    if (last) std::reverse(order.begin() + before, order.end());
  };
  add(role::final, true);
  order.insert(order.end(), plain.begin(), plain.end());
  add(role::alternative, false);
  add(role::draft, true);
  for (auto const what : {role::example, role::check, role::other_dialect}) add(what, false);
  for (std::size_t i = count; i < all.size(); ++i) order.push_back(i);
  return order;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
