# The packages that t2s depends on. Included by the project and, installed, by the package's config file.

if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # Boost's own package file, which every Boost that is new enough has
endif()

set(T2S_BOOST_MINIMUM 1.81)

# t2s_find_dependencies(<problem>): finds them, or sets <problem> to what is missing and what to do. A function, so that the caller gets only
# the imported targets.
function(t2s_find_dependencies problem)
  set(${problem} "" PARENT_SCOPE)

  if(NOT CMAKE_CXX_COMPILER_LOADED)
    set(${problem} "t2s needs C++, which this project does not compile: write project(NAME LANGUAGES CXX)" PARENT_SCOPE)
    return()
  endif()

  # Of several Boosts on a machine take the newest.
  set(CMAKE_FIND_PACKAGE_SORT_ORDER NATURAL)
  set(CMAKE_FIND_PACKAGE_SORT_DIRECTION DEC)
  find_package(Boost ${T2S_BOOST_MINIMUM} QUIET COMPONENTS json)
  if(NOT Boost_FOUND)
    find_package(Boost QUIET)
    set(found "no Boost was found")
    if(Boost_VERSION_STRING)
      set(found "the Boost that was found is ${Boost_VERSION_STRING}")
    endif()
    string(CONCAT text
      "t2s needs Boost ${T2S_BOOST_MINIMUM} or newer with Boost.JSON; ${found}. On Debian 12: apt install libboost1.81-dev libboost-json1.81-dev "
      "(not libboost-dev, which is 1.74 and removes 1.81). Elsewhere: set Boost_ROOT to the folder of a newer Boost.")
    set(${problem} "${text}" PARENT_SCOPE)
    return()
  endif()

  find_package(SQLite3 3.38 QUIET)
  if(NOT SQLite3_FOUND)
    set(${problem} "t2s needs SQLite 3.38 or newer with its header. On Debian and Ubuntu: apt install libsqlite3-dev" PARENT_SCOPE)
    return()
  endif()
  find_package(Threads QUIET)
  if(NOT Threads_FOUND)
    set(${problem} "t2s needs threads: no program with pthread_create could be linked. Install the C library's headers \
(Debian and Ubuntu: apt install libc6-dev) and see why in CMakeFiles/CMakeError.log or CMakeConfigureLog.yaml." PARENT_SCOPE)
  endif()
endfunction()
