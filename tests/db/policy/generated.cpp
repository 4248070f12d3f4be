// SPDX-License-Identifier: BSL-1.0
// Generated statements over the shop as its clerk sees it, and over a copy of that part. T2S_GENERATED is their number; 4,000 by default.
#include "shop.hpp"

#include "support/query_generator.hpp"

#include <cstdlib>

namespace {

using namespace t2s;
using namespace t2s::test;

std::size_t how_many(std::size_t usual) {
  char const* const asked = std::getenv("T2S_GENERATED");
  return asked ? std::strtoul(asked, nullptr, 10) : usual;
}

std::vector<generated_table> tables() {
  return {{"staff", {"id"}, {"name", "team", "phone"}, {"salary"}},
          {"customer", {"id"}, {"name", "city", "card"}, {}},
          {"orders", {"id", "owner", "qty", "price", "customer"}, {"item"}, {"margin", "pay"}},
          {"team_orders", {"id", "owner", "qty"}, {"item"}, {"margin"}},
          {"cities", {"people"}, {"city"}, {}},
          {"payroll", {"id", "staff", "amount"}, {"amount"}, {}, true}};
}

BOOST_AUTO_TEST_SUITE(policy_generated)

BOOST_AUTO_TEST_CASE(generated_statements_do_what_they_do_over_a_copy) {
  shop const shop;
  auto clerk = shop.open();
  db::sqlite_connection copy(shop.copy);
  query_generator statements(tables(), 1, 25, true);
  std::size_t answered = 0, refused = 0, with_rows = 0;
  auto const all = how_many(4'000);
  for (std::size_t i = 0; i < all; ++i) {
    auto const sql = statements.next();
    auto const ours = clerk.execute(sql);
    auto const reference = copy.execute(sql);
    auto const said = bytes_of(ours);
    if (tells(said, sql)) BOOST_ERROR(sql << "\n  tells " << said);
    if (ours.ok() != reference.ok()) {
      BOOST_ERROR(sql << "\n  " << (ours.ok() ? "runs, but not over the copy: " + reference.failure->text() : ours.failure->text()));
      continue;
    }
    if (!ours.ok()) {
      ++refused;
      continue;
    }
    ++answered;
    if (!reference.rows.empty()) ++with_rows;
    if (sorted_rows(ours) != sorted_rows(reference)) BOOST_ERROR(sql << "\n  gives other rows than over the copy");
    if (ours.rows.columns != reference.rows.columns) BOOST_ERROR(sql << "\n  calls its results otherwise");
  }
  BOOST_TEST_MESSAGE(answered << " answered, " << with_rows << " with rows, " << refused << " refused");
  BOOST_TEST(answered > all * 7 / 10);
  BOOST_TEST(with_rows > all * 3 / 10);
  BOOST_TEST(refused > all / 100);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
