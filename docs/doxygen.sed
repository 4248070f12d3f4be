# What doxygen reads in the place of a header (INPUT_FILTER = sed -E -f). Lines stay where they are.

# What every policy has is documented in t2s/policy.hpp, and need not be said again at each.
s|^( *)(static constexpr std::string_view name = .*)$|\1/** As traces, prompts and remarks name it. */ \2|
s|^( *)(using provides = .*)$|\1/** The facts that it notes. */ \2|
s|^( *)(using needs = .*)$|\1/** The facts that it looks at. */ \2|
s|^( *)(using states = .*)$|\1/** What it remembers between its calls of a run. */ \2|

# The same for what every value type has.
s|^( *)(friend .*operator==\(.*)$|\1/** Member by member. */ \2|

# Words in angle brackets are no HTML.
s|<(/?think)>|\&lt;\1\&gt;|g

# A comment behind several members is of all of them.
s|^( +)([^/].*[;,]) +///< (.*)$|\1/** \3 */ \2|
