// The entry point of every test program.
#define BOOST_TEST_MODULE t2s
#include <boost/test/unit_test.hpp>
