// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFT_WORDS_HPP
#define T2S_LAB_STUDIES_DETAIL_SHIFT_WORDS_HPP

#include <array>
#include <string_view>

/// The words that shifts use: general words of databases and questions, written for this purpose and taken from no data set.
namespace t2s::studies::detail {

/// A word of names, two others for the same thing, and its usual short form.
struct shift_word {
  std::string_view word{}, synonym{}, other{}, short_form{};
};

inline constexpr std::array shift_words{
    shift_word{"account", "profile", "membership", "acct"},
    shift_word{"address", "location", "residence", "addr"},
    shift_word{"age", "years", "age_years", "ag"},
    shift_word{"airport", "airfield", "aerodrome", "arpt"},
    shift_word{"amount", "sum", "value", "amt"},
    shift_word{"area", "surface", "extent", "ar"},
    shift_word{"artist", "performer", "musician", "arts"},
    shift_word{"author", "writer", "creator", "auth"},
    shift_word{"average", "mean", "typical", "avg"},
    shift_word{"birth", "born", "nativity", "brth"},
    shift_word{"book", "volume", "publication", "bk"},
    shift_word{"branch", "outlet", "subsidiary", "br"},
    shift_word{"budget", "funds", "allotment", "bdgt"},
    shift_word{"building", "edifice", "structure", "bldg"},
    shift_word{"capacity", "places", "max_load", "cap"},
    shift_word{"car", "automobile", "motorcar", "cr"},
    shift_word{"category", "class", "grouping", "cat"},
    shift_word{"city", "town", "municipality", "cty"},
    shift_word{"code", "mark", "symbol", "cd"},
    shift_word{"color", "colour", "shade", "clr"},
    shift_word{"company", "firm", "business", "co"},
    shift_word{"contract", "agreement", "deal", "ctr"},
    shift_word{"cost", "expense", "charge", "cst"},
    shift_word{"count", "number", "quantity", "cnt"},
    shift_word{"country", "nation", "land", "ctry"},
    shift_word{"course", "class", "lecture", "crs"},
    shift_word{"customer", "client", "buyer", "cust"},
    shift_word{"date", "day", "calendar_day", "dt"},
    shift_word{"department", "division", "section", "dept"},
    shift_word{"description", "details", "remarks", "descr"},
    shift_word{"director", "head", "chief", "dir"},
    shift_word{"distance", "range", "way", "dist"},
    shift_word{"document", "paper", "file", "doc"},
    shift_word{"duration", "length", "period", "dur"},
    shift_word{"email", "mail", "e_mail", "eml"},
    shift_word{"employee", "worker", "staff_member", "emp"},
    shift_word{"end", "finish", "until", "nd"},
    shift_word{"event", "occasion", "happening", "evt"},
    shift_word{"fee", "charge", "dues", "fe"},
    shift_word{"first", "given", "fore", "f"},
    shift_word{"flight", "connection", "airtrip", "flt"},
    shift_word{"gender", "sex", "m_or_f", "gndr"},
    shift_word{"grade", "mark", "score", "grd"},
    shift_word{"group", "team", "cluster", "grp"},
    shift_word{"height", "tallness", "elevation", "hgt"},
    shift_word{"hotel", "inn", "lodging", "htl"},
    shift_word{"hour", "time_h", "hourly", "hr"},
    shift_word{"id", "number", "key", "no"},
    shift_word{"invoice", "bill", "statement", "inv"},
    shift_word{"item", "article", "piece", "itm"},
    shift_word{"job", "position", "occupation", "jb"},
    shift_word{"language", "tongue", "speech", "lang"},
    shift_word{"last", "family", "sur", "l"},
    shift_word{"level", "tier", "rank", "lvl"},
    shift_word{"location", "place", "site", "loc"},
    shift_word{"manager", "supervisor", "boss", "mgr"},
    shift_word{"market", "trade", "exchange", "mkt"},
    shift_word{"match", "game", "fixture", "mtch"},
    shift_word{"member", "participant", "associate", "mbr"},
    shift_word{"model", "version", "make", "mdl"},
    shift_word{"month", "calendar_month", "mon", "mth"},
    shift_word{"movie", "film", "picture", "mov"},
    shift_word{"name", "title", "label", "nm"},
    shift_word{"number", "count", "figure", "nbr"},
    shift_word{"office", "bureau", "workplace", "off"},
    shift_word{"order", "purchase", "request", "ord"},
    shift_word{"organization", "body", "institution", "org"},
    shift_word{"owner", "holder", "proprietor", "own"},
    shift_word{"part", "component", "portion", "prt"},
    shift_word{"party", "faction", "alliance", "pty"},
    shift_word{"payment", "remittance", "settlement", "pmt"},
    shift_word{"people", "persons", "individuals", "ppl"},
    shift_word{"percentage", "share", "ratio", "pct"},
    shift_word{"person", "individual", "human", "pers"},
    shift_word{"phone", "telephone", "contact_no", "tel"},
    shift_word{"place", "spot", "position", "plc"},
    shift_word{"player", "sportsman", "contestant", "plyr"},
    shift_word{"points", "score", "credits", "pts"},
    shift_word{"population", "inhabitants", "residents", "pop"},
    shift_word{"position", "rank", "post", "pos"},
    shift_word{"price", "cost", "charge", "prc"},
    shift_word{"product", "article", "good", "prod"},
    shift_word{"project", "undertaking", "venture", "proj"},
    shift_word{"quantity", "amount", "number", "qty"},
    shift_word{"rank", "standing", "place", "rnk"},
    shift_word{"rating", "score", "assessment", "rtg"},
    shift_word{"record", "entry", "log", "rec"},
    shift_word{"region", "district", "territory", "rgn"},
    shift_word{"result", "outcome", "score", "res"},
    shift_word{"review", "critique", "opinion", "rev"},
    shift_word{"role", "function", "duty", "rl"},
    shift_word{"room", "chamber", "space", "rm"},
    shift_word{"salary", "pay", "wage", "sal"},
    shift_word{"sale", "turnover", "transaction", "sl"},
    shift_word{"sales", "turnover", "transactions", "sls"},
    shift_word{"school", "academy", "college", "sch"},
    shift_word{"season", "campaign", "time_of_year", "seas"},
    shift_word{"service", "assistance", "offering", "svc"},
    shift_word{"share", "portion", "stake", "shr"},
    shift_word{"size", "dimension", "magnitude", "sz"},
    shift_word{"song", "track", "tune", "sng"},
    shift_word{"staff", "personnel", "workforce", "stf"},
    shift_word{"start", "begin", "opening", "strt"},
    shift_word{"state", "province", "region", "st"},
    shift_word{"station", "stop", "terminal", "stn"},
    shift_word{"status", "condition", "stage", "sts"},
    shift_word{"store", "shop", "outlet", "str"},
    shift_word{"street", "road", "lane", "str"},
    shift_word{"student", "pupil", "learner", "stu"},
    shift_word{"subject", "topic", "discipline", "subj"},
    shift_word{"supplier", "vendor", "provider", "supp"},
    shift_word{"teacher", "instructor", "educator", "tchr"},
    shift_word{"team", "squad", "side", "tm"},
    shift_word{"time", "moment", "clock", "tm"},
    shift_word{"title", "heading", "caption", "ttl"},
    shift_word{"total", "overall", "whole", "tot"},
    shift_word{"train", "railway", "rail_service", "trn"},
    shift_word{"type", "kind", "sort", "typ"},
    shift_word{"university", "college", "higher_school", "univ"},
    shift_word{"user", "account_holder", "subscriber", "usr"},
    shift_word{"value", "worth", "figure", "val"},
    shift_word{"visit", "call", "attendance", "vis"},
    shift_word{"weight", "mass", "heaviness", "wgt"},
    shift_word{"winner", "victor", "champion", "win"},
    shift_word{"year", "calendar_year", "annum", "yr"},
};

/// Things of other trades, for a change of domain.
inline constexpr std::array shift_things{
    "vessel",  "harbour",    "cargo",   "warehouse",  "parcel",   "courier", "orchard", "harvest", "beehive",  "greenhouse",
    "nursery", "seedling",   "kiln",    "potter",     "vase",     "bakery",  "loaf",    "recipe",  "tannery",  "saddle",
    "mill",    "turbine",    "sensor",  "substation", "pipeline", "valve",   "reactor", "sample",  "specimen", "laboratory",
    "fossil",  "expedition", "glacier", "lighthouse", "ferry",    "canal",   "lock",    "barge",   "quarry",   "mineral"};

/// A beginning of questions, and others for it. A question that becomes a request loses its question mark.
struct shift_carrier {
  std::string_view begins{};
  std::array<std::string_view, 3> others{};
};

inline constexpr std::array shift_carriers{
    shift_carrier{"How many ", {"Tell me how many ", "I wonder how many ", "Count how many "}},
    shift_carrier{"What is the ", {"Please give me the ", "I need the ", "Could you tell me the "}},
    shift_carrier{"What are the ", {"Please give me the ", "I need the ", "Could you tell me the "}},
    shift_carrier{"What is ", {"Please tell me what is ", "I want to know what is ", "Find out what is "}},
    shift_carrier{"Show me the ", {"I would like to see the ", "Let me have the ", "What are the "}},
    shift_carrier{"Show the ", {"I would like to see the ", "Let me have the ", "What are the "}},
    shift_carrier{"List the ", {"I would like to see the ", "Let me have the ", "What are the "}},
    shift_carrier{"Find the ", {"I am looking for the ", "Look up the ", "What are the "}},
    shift_carrier{"Give the ", {"I need the ", "Let me have the ", "What are the "}},
    shift_carrier{"Give me the ", {"I need the ", "Let me have the ", "What are the "}},
    shift_carrier{"Return the ", {"I need the ", "Let me have the ", "What are the "}},
    shift_carrier{"List all ", {"I would like to see all ", "Let me have all ", "Give me every one of the "}},
    shift_carrier{"Show all ", {"I would like to see all ", "Let me have all ", "Give me every one of the "}},
    shift_carrier{"Which ", {"Tell me which ", "I would like to know which ", "Do you know which "}},
    shift_carrier{"Who ", {"Tell me who ", "I would like to know who ", "Do you know who "}},
    shift_carrier{"Where ", {"Tell me where ", "I would like to know where ", "Do you know where "}},
};

/// Columns that grow in databases of long use: a name, its declared type, and values in turn.
struct shift_noise {
  std::string_view name{}, type{};
  std::array<std::string_view, 3> values{};
};

inline constexpr std::array shift_noises{
    shift_noise{"created_at", "TIMESTAMP", {"2016-02-11 08:30:00", "2018-09-30 17:05:12", "2021-05-04 11:45:50"}},
    shift_noise{"updated_at", "TIMESTAMP", {"2019-01-01 00:00:00", "2020-12-24 06:10:00", "2022-03-31 23:59:59"}},
    shift_noise{"created_by", "TEXT", {"import", "admin", "batch7"}},
    shift_noise{"record_status", "TEXT", {"A", "A", "D"}},
    shift_noise{"legacy_ref", "TEXT", {"X-0001", "X-0007", "X-0031"}},
    shift_noise{"notes", "TEXT", {"", "checked", "see file"}},
    shift_noise{"row_version", "INTEGER", {"1", "2", "5"}},
    shift_noise{"is_visible", "INTEGER", {"1", "0", "1"}},
};

}  // namespace t2s::studies::detail

#endif
