// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_WORDS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_WORDS_HPP

#include "t2s/retrieve/detail/tokens.hpp"

#include <array>
#include <cstddef>
#include <string_view>

/// How words of questions match different words of names.
namespace t2s::knowledge {

namespace detail {

struct synonym {
  std::string_view word, standard;
};

/// Short and long forms, and pairs that mean the same in tables and in speech. Lemmas.
inline constexpr std::array synonyms = std::to_array<synonym>({
    {"identifier", "id"},
    {"identification", "id"},
    {"ids", "id"},
    {"num", "number"},
    {"nbr", "number"},
    {"qty", "quantity"},
    {"avg", "average"},
    {"max", "maximum"},
    {"min", "minimum"},
    {"percentage", "percent"},
    {"pct", "percent"},
    {"telephone", "phone"},
    {"cellphone", "phone"},
    {"sex", "gender"},
    {"forename", "first name"},
    {"surname", "last name"},
    {"dob", "birthday"},
    {"desc", "description"},
    {"amt", "amount"},
    {"addr", "address"},
    {"dept", "department"},
    {"lat", "latitude"},
    {"lng", "longitude"},
    {"abbr", "abbreviation"},
    {"yr", "year"},
    {"organisation", "organization"},
    {"centre", "center"},
    {"colour", "color"},
    {"cell", "phone"},
    {"nation", "country"},
    {"store", "shop"},
    {"film", "movie"},
    {"pupil", "student"},
    {"automobile", "car"},
    {"worker", "employee"},
    {"client", "customer"},
    {"firm", "company"},
    {"wage", "salary"},
    {"physician", "doctor"},
    {"attorney", "lawyer"},
    {"airplane", "aircraft"},
    {"photograph", "photo"},
    {"tel", "phone"},
    {"wt", "weight"},
    {"ht", "height"},
    {"txn", "transaction"},
    {"trx", "transaction"},
    {"xfer", "transfer"},
    {"fk", "id"},
    {"pk", "id"},
    {"uid", "id"},
    {"info", "information"},
    {"msg", "message"},
    {"mgmt", "management"},
    {"pwd", "password"},
    {"ts", "timestamp"},
    {"img", "image"},
    {"pic", "picture"},
    {"lon", "longitude"},
    {"curr", "currency"},
    {"ccy", "currency"},
    {"tot", "total"},
    {"hq", "headquarter"},
    {"bn", "billion"},
    {"mn", "million"},
    {"cnt", "count"},
    {"src", "source"},
    {"svc", "service"},
    {"sched", "schedule"},
    {"pax", "passenger"},
});

/// Words that people use for each other when they talk about data. Lemmas.
inline constexpr std::array neighbours = std::to_array<std::string_view>({
    "salary wage pay earning income",
    "movie film picture",
    "song track tune",
    "singer vocalist",
    "artist musician",
    "album record",
    "author writer",
    "employee worker staff personnel",
    "student pupil learner",
    "teacher instructor lecturer professor",
    "customer client buyer shopper",
    "supplier vendor seller",
    "product item good article",
    "item part component",
    "order purchase",
    "shop store outlet",
    "company firm business enterprise corporation",
    "manager boss supervisor head",
    "department division",
    "country nation",
    "city town municipality",
    "state province",
    "county district",
    "street road",
    "location place site venue",
    "hometown birthplace",
    "car automobile vehicle",
    "maker manufacturer producer",
    "plane airplane aeroplane aircraft",
    "airline carrier",
    "ship vessel boat",
    "player athlete sportsman",
    "match game",
    "competition contest tournament",
    "team squad",
    "coach trainer",
    "winner champion victor",
    "stadium arena",
    "doctor physician",
    "illness disease sickness",
    "drug medicine medication",
    "house home residence dwelling",
    "household family",
    "job occupation profession",
    "price cost charge fee",
    "gift present",
    "photo photograph image",
    "school academy",
    "university college",
    "course class subject",
    "semester term",
    "grade mark score",
    "rank ranking position",
    "visitor guest",
    "document file paper",
    "birthday birthdate",
    "nationality citizenship",
    "spouse partner",
    "pet animal",
    "owner proprietor possessor",
    "height elevation altitude",
    "inhabitant resident",
    "kind type category sort",
    "start begin beginning",
    "end finish",
    "client patron",
    "quantity amount volume",
    "description detail information note remark comment",
    "title name label heading",
    "code symbol abbreviation",
    "email mail",
    "zip postcode postal",
    "mobile phone contact",
    "weight mass",
    "length duration runtime",
    "size dimension",
    "speed velocity",
    "distance mileage range",
    "area region zone territory",
    "area surface",
    "rating score star point",
    "review feedback opinion",
    "budget fund funding",
    "revenue turnover income sale",
    "profit earning gain",
    "cost expense expenditure spending price",
    "discount rebate reduction",
    "payment transaction",
    "invoice bill",
    "stock inventory",
    "shipment delivery",
    "warehouse depot",
    "origin source departure",
    "destination arrival",
    "language tongue",
    "religion faith",
    "currency money",
    "capacity seating",
    "founder creator",
    "genre style category",
    "color hue shade",
    "result outcome",
    "reason cause",
    "role function position",
    "goal aim objective",
    "level grade degree",
    "nickname alias",
    "president chairman",
    "leader head chief",
    "member participant",
    "sponsor backer",
    "judge referee",
    "candidate nominee contender",
    "vote ballot",
    "election poll",
    "club association society",
    "group band ensemble",
    "event occasion",
    "concert show performance",
    "train railway",
    "route path",
    "river stream",
    "mountain peak summit",
    "island isle",
    "apartment flat",
    "building structure",
    "room chamber",
    "tenant renter",
    "owner landlord",
    "hospital clinic",
    "treatment therapy procedure",
    "journal magazine periodical",
    "version edition release",
    "model version",
    "device appliance gadget",
    "software program application",
    "website site",
    "user account",
    "friend buddy pal",
    "problem issue",
    "complaint grievance",
    "contract agreement",
    "task assignment",
    "certificate license",
    "donation gift contribution",
    "prize award",
    "round stage",
    "win victory",
    "loss defeat",
    "meal dish",
    "drink beverage",
    "flavor taste",
    "child kid",
    "industry sector",
    "method way mode",
    "teacher advisor tutor mentor",
    "guest occupant",
});

/// A verb for how something ended, and its past form: databases store either.
struct outcome_verb {
  std::string_view verb, past;
};

inline constexpr std::array outcome_verbs = std::to_array<outcome_verb>({
    {"pass", "passed"},
    {"fail", "failed"},
    {"win", "won"},
    {"lose", "lost"},
    {"approve", "approved"},
    {"reject", "rejected"},
    {"accept", "accepted"},
    {"decline", "declined"},
    {"deny", "denied"},
    {"cancel", "cancelled"},
    {"cancel", "canceled"},
    {"complete", "completed"},
    {"withdraw", "withdrawn"},
    {"survive", "survived"},
});

/// The likeness of a word and its neighbour.
inline constexpr double neighbour_likeness = 0.75;

inline bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

/// "qty" of "quantity", "mgr" of "manager": the same first letter, then consonants in order. "dept" of "department": three or more first
/// letters, then at most two consonants. "rte" of "route": the same last vowel.
inline bool is_consonant_form(std::string_view abbreviation, std::string_view word) {
  std::size_t same = 1;
  while (same < abbreviation.size() && same < word.size() && abbreviation[same] == word[same]) ++same;
  bool const begins = same >= 3 && same + 2 >= abbreviation.size();
  std::size_t at = begins ? same : 1;
  bool const ends = !begins && abbreviation.back() == word.back() && !is_vowel(abbreviation.front());
  if (ends && is_vowel(abbreviation.back())) abbreviation.remove_suffix(1);
  for (char const c : abbreviation.substr(at)) {
    if (is_vowel(c)) return false;
    at = word.find(c, at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

/// "nm" of "name", "cd" of "code": two consonants, the only ones of a short word.
inline bool is_skeleton(std::string_view abbreviation, std::string_view word) {
  if (abbreviation.size() != 2 || word.size() < 3 || word.size() > 5 || is_vowel(abbreviation[0]) || abbreviation[0] != word[0])
    return false;
  std::size_t consonants = 0;
  for (char const c : word)
    if (!is_vowel(c) && (++consonants > 2 || c != abbreviation[consonants - 1])) return false;
  return consonants == 2;
}

/// "ordr" of "order", "unt" of "unit": all letters but one vowel, and no vowel after the first letter.
inline bool lacks_only_vowel(std::string_view abbreviation, std::string_view word) {
  if (word.size() != abbreviation.size() + 1) return false;
  std::size_t at = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i > 0 && is_vowel(word[i])) continue;
    if (at >= abbreviation.size() || abbreviation[at++] != word[i]) return false;
  }
  return at == abbreviation.size();
}

inline bool abbreviates(std::string_view abbreviation, std::string_view word) {
  if (abbreviation.size() < 3) return is_skeleton(abbreviation, word);
  if (lacks_only_vowel(abbreviation, word)) return true;
  return word.size() >= abbreviation.size() + 2 && abbreviation.front() == word.front() &&
         (word.starts_with(abbreviation) || is_consonant_form(abbreviation, word));
}

}  // namespace detail

/// The standard form of a lemma: "id" for "identifier", "quantity" for "qty", other words unchanged.
[[nodiscard]] constexpr std::string_view standard_form(std::string_view lemma) noexcept {
  for (auto const& s : detail::synonyms)
    if (s.word == lemma) return s.standard;
  return lemma;
}

/// The likeness of a question's word and a word of a name, from 0 (unrelated) to 1 (equal): related forms ("directed" and "director"),
/// abbreviations of at least three letters ("abbr", "mgr"), the beginning of a long word. Both are standard forms of lemmas.
[[nodiscard]] inline double likeness(std::string_view asked, std::string_view named) {
  if (asked == named) return 1;
  if (asked.size() < 3 || named.size() < 2 || asked.front() != named.front()) return 0;
  if (asked.size() > 4 && named.size() > 4 && retrieve::stem(asked) == retrieve::stem(named)) return 0.85;
  if (detail::abbreviates(named, asked)) return 0.8;
  return 0;
}

/// The same for two adjacent words of a question in one word of a name: "first name" and "fname" or "firstname", "student id" and "stuid".
[[nodiscard]] inline double likeness(std::string_view first, std::string_view second, std::string_view named) {
  if (first.empty() || second.empty() || named.size() < 3 || named.front() != first.front()) return 0;
  for (std::size_t n = 1; n + 2 <= named.size() && n <= first.size() && named[n - 1] == first[n - 1]; ++n) {
    auto const rest = named.substr(n);
    if (rest == second) return n == first.size() ? 1 : 0.9;
    if (n == first.size() && rest.size() >= 3 && second.starts_with(rest)) return 0.8;
  }
  return 0;
}

/// The other form of a verb for how something ended, as it may be stored: "pass" for "passed", "passed" for "pass"; "" for other words.
[[nodiscard]] constexpr std::string_view other_outcome(std::string_view word) noexcept {
  for (auto const& v : detail::outcome_verbs) {
    if (v.past == word) return v.verb;
    if (v.verb == word) return v.past;
  }
  return {};
}

/// Whether one is the end of the other, a compound: "hometown" and "town". Compounds are nouns: "suspended" is none of `ended`, "operating"
/// none of `rating`, "corporate" none of `rate`.
[[nodiscard]] inline bool is_compound_of(std::string_view a, std::string_view b) {
  auto const& shorter = a.size() < b.size() ? a : b;
  auto const& longer = a.size() < b.size() ? b : a;
  bool const noun = !longer.ends_with("ed") && !longer.ends_with("ing") && !longer.ends_with("ate");
  return noun && shorter.size() >= 4 && longer.size() >= shorter.size() + 3 && longer.ends_with(shorter);
}

}  // namespace t2s::knowledge

#endif
