// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_ABBREVIATIONS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_ABBREVIATIONS_HPP

#include <array>
#include <string_view>

/// Words of names as programmers write them.
namespace t2s::knowledge::detail {

struct abbreviation {
  std::string_view letters, word;
};

/// Abbreviations with one usual meaning. Those with several (`st`, `ord`, `inv`) are decided by the other names of a schema, if at all.
inline constexpr std::array abbreviations = std::to_array<abbreviation>({
    {"abbr", "abbreviation"}, {"acc", "account"},
    {"acct", "account"},      {"addr", "address"},
    {"adr", "address"},       {"amt", "amount"},
    {"appt", "appointment"},  {"arr", "arrival"},
    {"attr", "attribute"},    {"auth", "author"},
    {"avg", "average"},       {"bal", "balance"},
    {"bday", "birthday"},     {"bldg", "building"},
    {"brth", "birth"},        {"btch", "batch"},
    {"cat", "category"},      {"ccy", "currency"},
    {"cd", "code"},           {"chrg", "charge"},
    {"cmt", "comment"},       {"cnt", "count"},
    {"cntry", "country"},     {"cntct", "contact"},
    {"co", "company"},        {"comp", "company"},
    {"cst", "customer"},      {"ctry", "country"},
    {"ctr", "center"},        {"cty", "city"},
    {"cur", "currency"},      {"curr", "currency"},
    {"cust", "customer"},     {"dep", "departure"},
    {"dept", "department"},   {"desc", "description"},
    {"descr", "description"}, {"dest", "destination"},
    {"disc", "discount"},     {"dist", "distance"},
    {"dlv", "delivery"},      {"dlvry", "delivery"},
    {"dob", "date of birth"}, {"doc", "document"},
    {"dscr", "description"},  {"dt", "date"},
    {"dte", "date"},          {"dttm", "date and time"},
    {"dur", "duration"},      {"ein", "employer number"},
    {"emp", "employee"},      {"enr", "enrollment"},
    {"eqp", "equipment"},     {"equip", "equipment"},
    {"exp", "expiry"},        {"fname", "first name"},
    {"freq", "frequency"},    {"frst", "first"},
    {"gndr", "gender"},       {"grp", "group"},
    {"hosp", "hospital"},     {"ht", "height"},
    {"img", "image"},         {"info", "information"},
    {"invc", "invoice"},      {"itm", "item"},
    {"lang", "language"},     {"lat", "latitude"},
    {"lname", "last name"},   {"lng", "longitude"},
    {"loc", "location"},      {"lon", "longitude"},
    {"lst", "last"},          {"manuf", "manufacturer"},
    {"mfr", "manufacturer"},  {"mgr", "manager"},
    {"mbr", "member"},        {"mem", "member"},
    {"mob", "mobile"},        {"mth", "month"},
    {"mtg", "meeting"},       {"nam", "name"},
    {"nbr", "number"},        {"nm", "name"},
    {"nme", "name"},          {"no", "number"},
    {"nr", "number"},         {"num", "number"},
    {"org", "organization"},  {"pat", "patient"},
    {"pct", "percent"},       {"perc", "percent"},
    {"ph", "phone"},          {"phn", "phone"},
    {"pmt", "payment"},       {"pop", "population"},
    {"pos", "position"},      {"prc", "price"},
    {"prd", "product"},       {"prod", "product"},
    {"proj", "project"},      {"pymt", "payment"},
    {"qty", "quantity"},      {"qual", "quality"},
    {"rcpt", "receipt"},      {"reg", "region"},
    {"rev", "revenue"},       {"rm", "room"},
    {"rsn", "reason"},        {"rte", "route"},
    {"sal", "salary"},        {"sched", "schedule"},
    {"sec", "section"},       {"ship", "ship"},
    {"shpmt", "shipment"},    {"sx", "sex"},
    {"sz", "size"},           {"src", "source"},
    {"stat", "status"},       {"stf", "staff"},
    {"stk", "stock"},         {"sts", "status"},
    {"stu", "student"},       {"subj", "subject"},
    {"supp", "supplier"},     {"svc", "service"},
    {"tch", "teacher"},       {"tel", "phone"},
    {"temp", "temperature"},  {"tm", "time"},
    {"tot", "total"},         {"trans", "transaction"},
    {"trx", "transaction"},   {"ts", "timestamp"},
    {"ttl", "title"},         {"txn", "transaction"},
    {"txt", "text"},          {"typ", "type"},
    {"univ", "university"},   {"usr", "user"},
    {"val", "value"},         {"veh", "vehicle"},
    {"vend", "vendor"},       {"vol", "volume"},
    {"whs", "warehouse"},     {"wt", "weight"},
    {"yr", "year"},
});

/// Abbreviations that mean one thing in names of databases, whatever else a schema has; the words of questions are compared with what they
/// mean. Some mean it only beside other words: a column `no` may be a negation.
struct sure_abbreviation {
  std::string_view letters, word;
  bool alone = true;
};
inline constexpr std::array sure_abbreviations = std::to_array<sure_abbreviation>({
    {"acct", "account"},     {"addr", "address"},  {"amnt", "amount"},       {"amt", "amount"},       {"appt", "appointment"},
    {"bdgt", "budget"},      {"bldg", "building"}, {"brth", "birth", false}, {"catg", "category"},    {"chg", "charge"},
    {"clnt", "client"},      {"cmpny", "company"}, {"cntry", "country"},     {"cstmr", "customer"},   {"ctgry", "category"},
    {"ctry", "country"},     {"cust", "customer"}, {"dept", "department"},   {"desc", "description"}, {"descr", "description"},
    {"dscnt", "discount"},   {"dt", "date"},       {"dte", "date"},          {"dtl", "detail"},       {"dur", "duration"},
    {"emp", "employee"},     {"flg", "flag"},      {"freq", "frequency"},    {"grp", "group"},        {"hrly", "hourly"},
    {"invc", "invoice"},     {"itm", "item"},      {"lbl", "label"},         {"lvl", "level"},        {"maint", "maintenance"},
    {"mgr", "manager"},      {"mngr", "manager"},  {"mth", "month"},         {"mthly", "monthly"},    {"nam", "name"},
    {"nbr", "number"},       {"nm", "name"},       {"nmbr", "number"},       {"nme", "name"},         {"no", "number", false},
    {"nr", "number", false}, {"num", "number"},    {"ordr", "order"},        {"pct", "percent"},      {"phn", "phone"},
    {"pmt", "payment"},      {"prc", "price"},     {"prdct", "product"},     {"pts", "point"},        {"pymt", "payment"},
    {"qnty", "quantity"},    {"qtty", "quantity"}, {"qty", "quantity"},      {"rsn", "reason"},       {"rtg", "rating"},
    {"rx", "prescription"},  {"slry", "salary"},   {"stk", "stock"},         {"stts", "status"},      {"subj", "subject"},
    {"tchr", "teacher"},     {"txt", "text"},      {"typ", "type"},          {"unt", "unit"},         {"whse", "warehouse"},
    {"wt", "weight"},        {"yr", "year"},
});

/// Abbreviations that mean this only beside a word that says so, or as a whole name if none is given, as `ph_no` and `ttl_amt`: there is a
/// `soil_ph`, and a `job_ttl`.
struct paired_abbreviation {
  std::string_view letters, beside, word;
};
inline constexpr std::array paired_abbreviations = std::to_array<paired_abbreviation>({
    {"ph", "number", "phone"},
    {"ttl", "amount price cost quantity charge value count", "total"},
    {"sal", "", "salary"},
    {"sal", "employee staff annual base yearly monthly gross net", "salary"},
    {"ln", "number", "line"},
    {"rm", "number type", "room"},
    {"apt", "number", "apartment"},
});

/// First words of names that say what kind of thing the name is of, and nothing about it.
inline constexpr std::string_view name_prefixes[] = {"tbl", "tab", "tb", "vw", "col", "fld", "dim", "fact", "stg", "mst", "lkp", "xref"};

/// Short words that abbreviate nothing, although they begin longer ones.
inline constexpr std::string_view whole_words[] = {
    "age",  "area", "bank", "bill", "body", "book", "born", "cash", "cell", "city", "club", "code", "cost", "date", "day",  "days", "debt",
    "dish", "duty", "east", "end",  "fact", "fare", "fee",  "file", "film", "flag", "form", "from", "game", "gate", "goal", "head", "home",
    "hour", "id",   "item", "job",  "key",  "kind", "land", "last", "lead", "left", "line", "link", "list", "loan", "main", "mark", "mean",
    "name", "new",  "node", "note", "open", "page", "paid", "park", "part", "path", "plan", "port", "post", "race", "rank", "rate", "role",
    "room", "row",  "sale", "seat", "sex",  "ship", "shop", "size", "song", "sort", "star", "step", "tag",  "task", "tax",  "team", "term",
    "test", "text", "time", "tour", "town", "type", "unit", "user", "view", "week", "wife", "wine", "work", "year", "zip",  "zone",
};

/// Units as names end with them, in lower case.
inline constexpr std::string_view name_units[] = {
    "km",    "cm",     "mm",  "kg",      "mg",      "lb",  "lbs",  "ft",      "mi",     "miles", "meters", "usd",     "eur",     "euro",
    "gbp",   "chf",    "jpy", "cny",     "inr",     "cad", "aud",  "sek",     "nok",    "dkk",   "pln",    "gb",      "mb",      "kb",
    "mib",   "mph",    "kmh", "kph",     "hz",      "min", "mins", "minutes", "hours",  "hrs",   "days",   "secs",    "seconds", "ms",
    "weeks", "months", "pct", "percent", "celsius", "ha",  "sqm",  "litres",  "liters", "tons",  "kwh",    "dollars", "cents",
};

}  // namespace t2s::knowledge::detail

namespace t2s::knowledge {

/// A word of a name in full, or the word itself; `among` other words or alone.
[[nodiscard]] constexpr std::string_view in_full(std::string_view word, bool among) noexcept {
  if (word.size() > 5) return word;
  for (auto const& a : detail::sure_abbreviations)
    if (a.letters == word && (among || a.alone)) return a.word;
  return word;
}

/// Whether a word may be short for another: it has at most five letters and is none that names often consist of.
[[nodiscard]] constexpr bool may_be_short(std::string_view word) noexcept {
  if (word.size() > 5) return false;
  for (auto const whole : detail::whole_words)
    if (whole == word) return false;
  return true;
}

}  // namespace t2s::knowledge

#endif
