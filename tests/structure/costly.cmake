# t2s.hpp reaches nothing that a pipeline can do without: no network, no other dialect, no evaluation, and learned tables only in bodies.
# Usage: cmake -DINCLUDE=<include folder> -P costly.cmake

cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/reached.cmake)

# expect_without(HEADER BODIES PATTERN WHAT)
function(expect_without header bodies pattern what)
  reached_from(${bodies} ${header})
  list(LENGTH reached count)
  if(count LESS 20)
    message(SEND_ERROR "${header} reaches only ${count} headers: is the folder right?")
  endif()
  list(FILTER reached INCLUDE REGEX "${pattern}")
  if(reached)
    message(SEND_ERROR "${header} reaches ${what}: ${reached}")
  endif()
endfunction()

set(network "llm/(http_client|http_model|http[.]|detail/http_)")
foreach(header t2s.hpp systems/offline.hpp)
  expect_without(${header} TRUE "${network}" "the network")
  expect_without(${header} TRUE "sql/(detail/)?(mysql|postgres)" "a second dialect")
  expect_without(${header} TRUE "^lab/" "the evaluation")
  expect_without(${header} FALSE "detail/learned_weights" "learned weights")
endforeach()
