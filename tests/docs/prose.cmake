# Pages say things plainly: none of these phrases, each of which has a shorter one or can go.
# Usage: cmake -DROOT=... -P prose.cmake

cmake_minimum_required(VERSION 3.25)

set(phrases
  "in order to" "it should be noted" "note that" "please note" "due to the fact" "at this point in time" "as well as" "is none of" "with respect to"
  "leverage" "utili[sz]e" "obviously" "of course" "basically" "actually" "needless to say" "that is to say" "in terms of" "cutting.edge"
  "state.of.the.art" "seamless" "powerful" "robustly" "currently" "is told of" "what is told")
list(JOIN phrases "|" any)

file(GLOB_RECURSE pages RELATIVE ${ROOT} ${ROOT}/docs/*.md)
list(LENGTH pages count)
if(count LESS 20)
  message(SEND_ERROR "${count} pages below ${ROOT}/docs: is the folder right?")
endif()
foreach(page IN ITEMS README.md CONTRIBUTING.md SECURITY.md LISTS pages)
  file(STRINGS ${ROOT}/${page} lines ENCODING UTF-8)
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    string(TOLOWER "${line}" line)
    if(line MATCHES "(^|[^a-z])(${any})([^a-z]|$)")
      message(SEND_ERROR "${page}:${number}: \"${CMAKE_MATCH_2}\" has a plainer word, or can go")
    endif()
  endforeach()
endforeach()
