# What doxygen reads in the place of a header (INPUT_FILTER = sed -E -f). Lines stay where they are.

# What every policy has is documented in t2s/policy.hpp, and need not be said again at each.
s|^( *)(static constexpr std::string_view name = .*)$|\1/** As traces, prompts and remarks name it. */ \2|
s|^( *)(using provides = .*)$|\1/** The facts that it notes. */ \2|
s|^( *)(using needs = .*)$|\1/** The facts that it looks at. */ \2|
s|^( *)(using states = .*)$|\1/** What it remembers between its calls of a run. */ \2|
s|^( *)(.*\bauto rewrite\(.*)$|\1/** The verb of a t2s::RewritePolicy. */ \2|
s|^( *)(.*\b(auto\|samples) sample\((auto\|Context)& ctx, question .*)$|\1/** The verb of a t2s::SamplerPolicy. */ \2|
s|^( *)(.*\bauto draft\(.*)$|\1/** The first verb of a t2s::GeneratorPolicy: the first SQL. */ \2|
s|^( *)(.*\bauto revise\(.*)$|\1/** The second verb of a t2s::GeneratorPolicy: the next SQL. */ \2|
s|^( *)(.*\bauto review\(.*)$|\1/** The verb of a t2s::FeedbackPolicy. */ \2|
s|^( *)(.*\bstd::optional<stop> done\(.*)$|\1/** The verb of a t2s::TerminationPolicy. */ \2|
s,^( *)(.*\b(auto|selected) select\((auto|Context)&.*)$,\1/** The verb of a t2s::SelectionPolicy. */ \2,
s|^( *)(.*\bbool settled\(candidate_set .*)$|\1/** Whether no pending candidate can change the choice. */ \2|
s,^( *)(.*\b(auto (draft|revise)_of\(|auto more\(|std::vector<candidate_settings> (settings|more)\().*)$,\1/** A verb of a t2s::CandidateGenerator. */ \2,
s,^( *)(.*\b(add_headers|chat_path|models_path|write_chat|read_chat|read_models|read_event|error_named)\(.*)$,\1/** A verb of a t2s::llm::Protocol. */ \2,
s,^( *)(.*\b(embeddings_path|write_embeddings|read_embeddings)\(.*)$,\1/** A verb of a t2s::llm::EmbeddingProtocol. */ \2,

# What every driver of a database has is documented in t2s/db/detail/driver.hpp.
s;^( *)(using (options|limits) = [a-z]+_(options|limits)\;)$;\1/** As `basic_connection` takes it. */ \2;
s;^( *)(class backend\;)$;\1/** An open database. */ \2;
s;^( *)(static constexpr bool (nests|tells_[a-z_]+) = .*\;)$;\1/** As t2s/db/detail/driver.hpp says. */ \2;
s;^( *)(static constexpr char const [*]name = .*), ([*]for_threads = .*)$;\1/** In messages. */ \2\; /** What threads may share. */ static constexpr char const \3;
s;^( *)(.*> open_pool\(.*\;)$;\1/** Makes what `basic_pool` holds. */ \2;

# The same for what every value type has.
s|^( *)(friend .*operator==\(.*)$|\1/** Member by member. */ \2|

# Words in angle brackets are no HTML.
s|<(/?think)>|\&lt;\1\&gt;|g

# A comment behind members stands before them, and where several share a line before each of them.
s|^( *)([A-Za-z[][^ ]* [^;]*[;}]) +///< (.*)$|\1/** \3 */ \2|
:each
s#^( *(/\*\* .* \*/ .*;)? *)(/\*\* [^*]* \*/ )([a-z_:0-9<> ]+ )([a-z_0-9]+( = [^,;()]*|\{\})?), ([a-z_0-9]+[^;()]*;)$#\1\3\4\5; \3\4\7#
t each

# Doxygen knows no specialization of what is not its own.
s|^struct std::.*$|// &|
