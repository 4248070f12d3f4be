// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_COUNTRY_CODES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_COUNTRY_CODES_HPP

#include <array>
#include <string_view>

namespace t2s::knowledge::detail {

/// A country with its codes of two and three letters (ISO 3166-1), and its usual names, separated by commas.
struct country {
  std::string_view two, three, names;
};

/// Countries that business data often has.
inline constexpr std::array countries = std::to_array<country>({
    {"AE", "ARE", "United Arab Emirates"},
    {"AR", "ARG", "Argentina"},
    {"AT", "AUT", "Austria"},
    {"AU", "AUS", "Australia"},
    {"BD", "BGD", "Bangladesh"},
    {"BE", "BEL", "Belgium"},
    {"BG", "BGR", "Bulgaria"},
    {"BR", "BRA", "Brazil"},
    {"BY", "BLR", "Belarus"},
    {"CA", "CAN", "Canada"},
    {"CH", "CHE", "Switzerland"},
    {"CL", "CHL", "Chile"},
    {"CN", "CHN", "China"},
    {"CO", "COL", "Colombia"},
    {"CY", "CYP", "Cyprus"},
    {"CZ", "CZE", "Czech Republic, Czechia"},
    {"DE", "DEU", "Germany"},
    {"DK", "DNK", "Denmark"},
    {"EE", "EST", "Estonia"},
    {"EG", "EGY", "Egypt"},
    {"ES", "ESP", "Spain"},
    {"FI", "FIN", "Finland"},
    {"FR", "FRA", "France"},
    {"GB", "GBR", "United Kingdom, UK, Great Britain, Britain"},
    {"GR", "GRC", "Greece"},
    {"HK", "HKG", "Hong Kong"},
    {"HR", "HRV", "Croatia"},
    {"HU", "HUN", "Hungary"},
    {"ID", "IDN", "Indonesia"},
    {"IE", "IRL", "Ireland"},
    {"IL", "ISR", "Israel"},
    {"IN", "IND", "India"},
    {"IR", "IRN", "Iran"},
    {"IS", "ISL", "Iceland"},
    {"IT", "ITA", "Italy"},
    {"JP", "JPN", "Japan"},
    {"KE", "KEN", "Kenya"},
    {"KR", "KOR", "South Korea, Korea"},
    {"KZ", "KAZ", "Kazakhstan"},
    {"LT", "LTU", "Lithuania"},
    {"LU", "LUX", "Luxembourg"},
    {"LV", "LVA", "Latvia"},
    {"MA", "MAR", "Morocco"},
    {"MT", "MLT", "Malta"},
    {"MX", "MEX", "Mexico"},
    {"MY", "MYS", "Malaysia"},
    {"NG", "NGA", "Nigeria"},
    {"NL", "NLD", "Netherlands, Holland"},
    {"NO", "NOR", "Norway"},
    {"NZ", "NZL", "New Zealand"},
    {"PE", "PER", "Peru"},
    {"PH", "PHL", "Philippines"},
    {"PK", "PAK", "Pakistan"},
    {"PL", "POL", "Poland"},
    {"PT", "PRT", "Portugal"},
    {"RO", "ROU", "Romania"},
    {"RS", "SRB", "Serbia"},
    {"RU", "RUS", "Russia"},
    {"SA", "SAU", "Saudi Arabia"},
    {"SE", "SWE", "Sweden"},
    {"SG", "SGP", "Singapore"},
    {"SI", "SVN", "Slovenia"},
    {"SK", "SVK", "Slovakia"},
    {"TH", "THA", "Thailand"},
    {"TN", "TUN", "Tunisia"},
    {"TR", "TUR", "Turkey"},
    {"TW", "TWN", "Taiwan"},
    {"UA", "UKR", "Ukraine"},
    {"US", "USA", "United States, USA, America"},
    {"VN", "VNM", "Vietnam"},
    {"ZA", "ZAF", "South Africa"},
});

/// The country of a code, or nullptr.
[[nodiscard]] constexpr country const* country_of(std::string_view code) noexcept {
  for (auto const& c : countries)
    if (c.two == code || c.three == code) return &c;
  return nullptr;
}

}  // namespace t2s::knowledge::detail

#endif
