# Every ```cpp block of some pages compiles, all pages in one unit: most of the time goes into reading the prelude.
#
# A block with `int main` is a program; others are read in their order: declarations (they begin with struct, class, template,
# using NAME = or ///, or are a type alone) are put into a namespace within t2s, statements in one function
# of the page, each block within the scope of those above it.
# All of them see prelude.hpp. A block under a line that links to a file of examples/ is a part of that file, apart from blanks, and
# compiles there.
#
# Usage: cmake "-DPAGES=docs/db.md;docs/llm.md" -DROOT=... -DSCRATCH=... -DPRELUDE=... -DCOMPILER=... -DFLAGS=a;b -P blocks.cmake

cmake_minimum_required(VERSION 3.25)

# plain(TEXT): removes indentation, and replaces several blanks by one.
macro(plain text)
  string(REGEX REPLACE "[ \t]+" " " ${text} "${${text}}")
  string(REGEX REPLACE "(^|\n) " "\\1" ${text} "${${text}}")
  string(STRIP "${${text}}" ${text})
endmacro()

# compiles(FILE ARGUMENTS...): fails with the compiler's message.
function(compiles file)
  execute_process(COMMAND ${COMPILER} ${FLAGS} -Werror=unused-result -fsyntax-only ${ARGN} ${file} RESULT_VARIABLE failed ERROR_VARIABLE said)
  if(failed)
    message(SEND_ERROR "a block does not compile (CONTRIBUTING.md says what blocks may use):\n${said}")
  endif()
endfunction()

set(includes_of_pages "")
set(pages "")
foreach(PAGE IN LISTS PAGES)
  string(MAKE_C_IDENTIFIER "${PAGE}" name)
  file(READ "${ROOT}/${PAGE}" rest)
  set(line 1)
  set(includes "")
  set(declarations "")
  set(statements "")
  set(ends "")
  set(result int)
  set(return return)
  set(blocks 0)

  while(TRUE)
    string(FIND "${rest}" "```cpp\n" begin)
    if(begin EQUAL -1)
      break()
    endif()
    string(SUBSTRING "${rest}" 0 ${begin} before)
    math(EXPR begin "${begin} + 7")
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "\n```" length)
    string(SUBSTRING "${rest}" 0 ${length} block)
    math(EXPR length "${length} + 4")
    string(SUBSTRING "${rest}" ${length} -1 rest)
    math(EXPR blocks "${blocks} + 1")

    string(REGEX MATCHALL "\n" ends_of_lines "${before}")
    list(LENGTH ends_of_lines lines)
    math(EXPR line "${line} + ${lines} + 1")
    set(here "${line}")
    string(REGEX MATCHALL "\n" ends_of_lines "${block}")
    list(LENGTH ends_of_lines lines)
    math(EXPR line "${line} + ${lines} + 1")

    string(STRIP "${before}" before)
    if(before MATCHES "\\((\\.\\./)*(examples/[a-z_0-9/]+\\.cpp)\\)[^\n]*$")
      set(example ${CMAKE_MATCH_2})
      file(READ ${ROOT}/${example} whole)
      set(part "${block}")
      plain(whole)
      plain(part)
      string(FIND "${whole}" "${part}" found)
      if(found EQUAL -1)
        message(SEND_ERROR "${PAGE}:${here}: the block under the link to ${example} is no part of it: copy it from there")
      endif()
      continue()
    endif()

    if(block MATCHES "int main\\(")
      file(WRITE "${SCRATCH}/program_${name}_${here}.cpp" "#line ${here} \"${PAGE}\"\n${block}\n")
      compiles("${SCRATCH}/program_${name}_${here}.cpp")
      continue()
    endif()

    string(REGEX MATCHALL "#include [^\n]+" block_includes "${block}")
    foreach(include IN LISTS block_includes)
      string(APPEND includes "${include}\n")
      string(REPLACE "${include}" "" block "${block}")
    endforeach()
    set(placed "#line ${here} \"${PAGE}\"\n${block}\n")
    if(block MATCHES "^[^;]*>$")
      string(APPEND declarations "using type_of_line_${here} =\n${placed};\n")
    elseif(block MATCHES "^(struct|class|template|using [a-z_]+ =|///)")
      string(APPEND declarations "${placed}")
    else()
      string(APPEND statements "{\n${placed}")
      string(APPEND ends "}")
    endif()
    if(block MATCHES "co_await")
      set(result "t2s::awaitable<int>")
      set(return co_return)
    endif()
  endwhile()

  if(blocks EQUAL 0)
    message(FATAL_ERROR "${PAGE} has no block of C++: is the path right?")
  endif()

  if(declarations OR statements)
    string(APPEND includes_of_pages "${includes}")
    string(APPEND pages "
namespace t2s::pages::${name} {
using namespace t2s::systems;
${declarations}}
${result} read_${name}() {
using namespace t2s::pages::${name};
${statements}
${return} 0;
${ends}
}
")
  endif()
  message(STATUS "${PAGE}: ${blocks} blocks")
endforeach()

set(unit "${SCRATCH}/pages.cpp")
file(WRITE "${unit}" "${includes_of_pages}${pages}")
compiles("${unit}" -include "${PRELUDE}")
