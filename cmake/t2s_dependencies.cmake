# The packages that t2s stands on. Included by the project and, installed, by the package's config file.

set(T2S_BOOST_MINIMUM 1.81)

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
  message(FATAL_ERROR
    "t2s needs Boost ${T2S_BOOST_MINIMUM} or newer with Boost.JSON; ${found}. On Debian 12: apt install libboost1.81-dev libboost-json1.81-dev "
    "(not libboost-dev, which is 1.74 and removes 1.81). Elsewhere: set Boost_ROOT to the folder of a newer Boost.")
endif()

find_package(SQLite3 3.38 QUIET)
if(NOT SQLite3_FOUND)
  message(FATAL_ERROR "t2s needs SQLite 3.38 or newer with its header. On Debian and Ubuntu: apt install libsqlite3-dev")
endif()
find_package(Threads REQUIRED)
