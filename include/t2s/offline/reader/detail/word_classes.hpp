// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_WORD_CLASSES_HPP
#define T2S_OFFLINE_READER_DETAIL_WORD_CLASSES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Classes of English words for the role of a word that is not a name, value or cue. They are closed classes, or the words in which people
/// question databases; none depends on the stored data.
namespace t2s::reader::detail {

/// A set of words, written with a blank before and after each. Most words of questions are in none, and are known by their ends and length.
class word_class {
 public:
  constexpr explicit word_class(std::string_view words) : words_(words) {
    for (std::size_t begin = 1; begin < words.size();) {
      auto const end = words.find(' ', begin);
      auto const at = place_of(words.substr(begin, end - begin));
      places_[at / 64] |= std::uint64_t{1} << (at % 64);
      begin = end + 1;
    }
  }

  [[nodiscard]] constexpr bool has(std::string_view word) const {
    if (word.empty()) return false;
    auto const place = place_of(word);
    if ((places_[place / 64] >> (place % 64) & 1) == 0) return false;
    for (auto at = words_.find(word); at != words_.npos; at = words_.find(word, at + 1))
      if (words_[at - 1] == ' ' && words_[at + word.size()] == ' ') return true;
    return false;
  }

  /// Whether a word begins like this.
  [[nodiscard]] constexpr bool has_beginning(std::string_view letters) const noexcept {
    for (auto at = words_.find(letters); at != words_.npos; at = words_.find(letters, at + 1))
      if (at > 0 && words_[at - 1] == ' ') return true;
    return false;
  }

 private:
  static constexpr std::size_t places = 1024;

  static constexpr std::size_t place_of(std::string_view word) {
    auto const letter = [word](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(word[i])); };
    return (letter(0) * 37 + letter(word.size() - 1) * 101 + letter(word.size() / 2) * 7 + word.size() * 211) % places;
  }

  std::string_view words_;
  std::array<std::uint64_t, places / 64> places_{};
};

/// Words of requests, lemmas: they name neither a subject nor a condition.
inline constexpr word_class request_words{
    " please kindly want wanna like need wish help let interest interested interesting curious wonder wondering know see look hello hi hey "
    "thank thanks provide identify retrieve fetch select compute calculate determine present output extract enumerate print report search "
    "obtain check specify describe mention get display indicate answer question query interested give name state "
    "ask define discover learn understand produce generate view visualize summarize count sort order arrange rank group "};

/// Nouns and adjectives that apply to everything, lemmas.
inline constexpr word_class empty_words{
    " information info detail full complete times someone somebody everyone everybody anyone anybody everything anything "
    "data database dataset table row column field record entry result set item thing value name number id "
    "identifier list kind type sort way case total amount quantity available existing corresponding respective respectively different "
    "distinct unique various certain specific particular individual given following relevant associated related entire whole overall "
    "together altogether alphabetical alphabetically lexicographical lexicographically chronologically numerically part far lastly finally "
    "exact exactly actual actually people person individual ones 's well ever also "
    "dollar euro pound cent just really currently still existing present possible specified mentioned listed several system file schema "
    "content stored "};

/// Verbs that only say that something exists or belongs to something, in every form except that with -s.
inline constexpr word_class linking_verbs{
    " exist existed existing contain contained containing include included including hold held holding belong belonged belonging appear "
    "appeared appearing occur occurred occurring record recorded list listed store stored register registered registering have having own "
    "owned owning possess possessed possessing involve involved involving relate related relating associate associated correspond "
    "corresponding locate located situate situated base based call called name named title titled live lived living come came coming place "
    "placed make made making use used using give given giving show shown find found take took taken taking assign assigned connect "
    "connected link linked attach attached mention mentioned note noted entitle entitled refer referred referring represent represented "
    "concern concerning regard regarding know known consist compose composed comprise happen happened keep kept feature featured "
    "carry carried carrying provide provided share shared describe described specify specified reach reached "};

/// Words that need several rows, a share or an order of them, lemmas.
inline constexpr word_class asking_words{
    " share percentage percent proportion ratio fraction difference differ gap second third fourth fifth sixth seventh eighth ninth "
    "tenth penultimate median mode ranking rolling running cumulative accumulated trend growth grow grew change changed increase "
    "increased decrease decreased decline compare compared comparison comparing versus vs correlation correlate consecutive successive "
    "streak quartile percentile decile distribution variance deviation breakdown annual annually monthly weekly daily yearly quarterly "
    "hourly weighted relative "};

/// What says when, lemmas.
inline constexpr word_class time_words{
    " january february march april may june july august september october november december monday tuesday wednesday thursday friday "
    "saturday sunday today yesterday tomorrow tonight ago recent recently last past next previous previously former formerly "
    "weekend morning afternoon evening night midnight noon spring summer autumn winter decade century nowadays "};

/// Adverbs that restrict, and quantities that are not numbers.
inline constexpr word_class restricting_words{
    " only never always often sometimes rarely seldom usually hardly almost nearly approximately roughly multiple few twice half "
    "except besides dozen exclusively solely mostly partly partially fully outside near instead beyond unlike "};

/// Who has to do with a row, lemmas: such a text does not name the row.
inline constexpr word_class doers{
    " requester courier contractor supplier carrier manufacturer operator tester organizer organiser sponsor publisher dealer provider "
    "applicant "
    "customer client buyer seller vendor owner clerk manager supervisor inspector driver author editor reviewer "};

/// Pronouns and relative pronouns: what follows them is a verb.
inline constexpr word_class subjects{" who that they he she it we you i "};
/// Forms of verbs that another verb follows, and "to".
inline constexpr word_class auxiliaries{" can could will would may might must shall should to 've "};

/// Past forms that do not end in -ed or -ing.
inline constexpr word_class irregular_forms{
    " made sold won taken took written wrote given gave bought paid held met led lost got gotten seen saw done gone went sung sang spoken "
    "spoke flown flew driven drove worn wore born borne kept left run ran come came become became begun began built caught chosen chose "
    "drawn drew eaten ate felt found known knew sent shown spent told taught thought understood said put set read cut hit beat broken "
    "broke "
    "brought fell fallen grew grown hidden hurt laid lay let rode ridden rose risen shot shut slept slid stood stolen stole struck swam "
    "swept threw thrown withdrew withdrawn woke wound lent lost fed hung bred dealt fought sunk torn sewn "};

/// Past forms of verbs by which a thing comes to be, or takes place: its own date says when. Another date may be meant by "refunded in
/// 2023".
inline constexpr word_class beginnings{
    " happened occurred took placed made done held given built born begun began started opened launched founded established created "
    "produced "
    "manufactured recorded registered entered added inserted logged listed filed issued published released written wrote printed directed "
    "filmed painted composed performed played hosted organized organised conducted staged celebrated offered taught sold bought ordered "
    "purchased paid booked reserved hired employed enrolled joined signed received reported submitted posted sent served flown flew raised "
    "won awarded granted elected appointed introduced premiered aired observed measured collected found discovered captured caught used "
    "rented borrowed lent driven drove visited attended committed caused existed ran run scheduled planned dated "};

/// Whether a word is such a verb, in a past form or the infinitive.
[[nodiscard]] inline bool says_it_began(std::string_view word) {
  static constexpr word_class infinitives{" take make do hold give build begin write sell buy pay send fly win find run drive teach lend "};
  return beginnings.has(word) || infinitives.has(word) || beginnings.has(std::string(word) + "d") ||
         beginnings.has(std::string(word) + "ed");
}

/// Small words between a preposition or a verb and its noun.
inline constexpr word_class articles{" a an the this that these those all any each every some their its his her our your my both such "};

/// Words before a noun that restricts.
inline constexpr word_class prepositions{
    " at by during for from in into inside near of on with within without through throughout under over above below behind outside toward "
    "towards against among across along around between than like as via about "};

/// Whether a word has the form of a past tense or participle, or of a participle in -ing.
[[nodiscard]] inline bool is_participle(std::string_view word) {
  return (word.size() > 4 && (word.ends_with("ed") || word.ends_with("ing"))) || irregular_forms.has(word);
}

/// The same without those in -ing.
[[nodiscard]] inline bool is_past(std::string_view word) { return word.ends_with("ed") || irregular_forms.has(word); }

/// Whether a word is a number with letters: "2nd", "4wd".
[[nodiscard]] inline bool has_digit(std::string_view word) { return t2s::detail::any_of(word, text::is_digit); }

}  // namespace t2s::reader::detail

#endif
