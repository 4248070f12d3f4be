// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_TEXTS_HPP
#define T2S_GENERATE_REPAIRS_TEXTS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"

namespace t2s::generate::repairs {

/// What a statement may mean by the texts and flags that it compares with columns none of whose rows has them: the stored value of the same
/// letters, words or lemmas; yes and no as the column has them; its abbreviation; a misspelling; the same text in another column of the
/// table, of another in scope, or of the one that the column refers to. All such texts are put right together; then one of them otherwise.
/// Nothing without a lexicon, and for columns whose values are not all known.
T2S_DECL void propose_texts(statement const& s, knowledge const& known, proposals& into);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/texts.ipp"
#endif

#endif
