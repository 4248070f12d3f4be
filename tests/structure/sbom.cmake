# scripts/sbom names every package that the Conan recipe requires, and the version of the project.
# Usage: cmake -DROOT=... -P sbom.cmake

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${ROOT}/scripts/sbom OUTPUT_VARIABLE bill COMMAND_ERROR_IS_FATAL ANY)
string(JSON count LENGTH "${bill}" components)
math(EXPR last "${count} - 1")
set(named)
foreach(i RANGE ${last})
  string(JSON name GET "${bill}" components ${i} name)
  list(APPEND named ${name})
endforeach()

file(READ ${ROOT}/conanfile.py recipe)
string(REGEX MATCHALL "requires\\(\"[a-z0-9-]+/" required "${recipe}")
list(LENGTH required count)
if(count LESS 2)
  message(SEND_ERROR "conanfile.py requires ${count} packages: is it read rightly?")
endif()
foreach(one IN LISTS required)
  string(REGEX REPLACE "requires\\(\"([a-z0-9-]+)/" "\\1" one "${one}")
  if(NOT one IN_LIST named)
    message(SEND_ERROR "conanfile.py requires ${one}, which scripts/sbom does not name: add it to PARTS there")
  endif()
endforeach()

string(JSON version GET "${bill}" metadata component version)
file(READ ${ROOT}/CMakeLists.txt listing)
if(NOT listing MATCHES "project\\(t2s VERSION ${version} ")
  message(SEND_ERROR "scripts/sbom says version ${version}, CMakeLists.txt another one")
endif()
