// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_PALETTE_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_PALETTE_HPP

#include "t2s/lab/report/detail/written.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::evaluation::reporting {

inline constexpr std::size_t colors = 8;  // of a palette

/// The colors of plots. Those of series have a contrast of at least 3 to the background, and differ for all kinds of color vision: at least
/// by 11 of 100 in OKLab, also as Machado, Oliveira and Fernandes (2009) simulate protanopia and deuteranopia.
struct palette {
  std::string_view back{}, text{}, soft{}, line{};
  std::array<std::string_view, colors> series{};
};

inline constexpr palette light_palette{
    "#ffffff", "#1b1f24", "#59636e", "#d1d9e0", {"#0072b2", "#d55e00", "#009e78", "#001e96", "#004b00", "#9678ff", "#a52d69", "#5a004b"},
};
inline constexpr palette dark_palette{
    "#12161b", "#e3e8ee", "#9aa6b2", "#39424c", {"#4ba3e3", "#f08a4b", "#2dffa5", "#875ae1", "#966900", "#a5e1ff", "#d23c87", "#f0d200"},
};

/// Rules of a style sheet that color plots. Without custom properties, which programs that convert SVG files do not support.
inline std::string rules_of(palette const& p) {
  auto out = joined("svg text{fill:", p.text, "}svg .tick{fill:", p.soft, "}.back{fill:", p.back, "}\n");
  out += joined(".grid{stroke:", p.line, "}.axis{stroke:", p.soft, "}\n");
  for (std::size_t c = 0; c < colors; ++c)
    out += joined(".c", c, "{fill:", p.series[c], "}.h", c, "{fill:", p.back, ";stroke:", p.series[c], "}.l", c, "{stroke:", p.series[c],
                  "}\n");
  return out;
}

/// The style of every plot, light or dark by the reader's setting. Programs without such a setting show black on white.
inline std::string plot_style() {
  return joined(R"css(svg text{font-family:system-ui,"Segoe UI",Roboto,Helvetica,Arial,"DejaVu Sans",sans-serif;font-size:13px}
svg .tick{font-size:12px}
svg .value{font-size:11px}
svg .heading{font-size:15px;font-weight:bold}
.grid{stroke-dasharray:2 3}
.l0,.l1,.l2,.l3,.l4,.l5,.l6,.l7{fill:none}
.h0,.h1,.h2,.h3,.h4,.h5,.h6,.h7,.l0,.l1,.l2,.l3,.l4,.l5,.l6,.l7{stroke-width:2px}
)css",
                rules_of(light_palette), "@media (prefers-color-scheme:dark){\n", rules_of(dark_palette), "}\n");
}

}  // namespace t2s::evaluation::reporting

#endif
