#include "core/report/text/support_tables.h"

#include <gmock/gmock.h>

#include "core/interpreter/ops/operator_table.h"
#include "core/interpreter/tflm/revisions.h"

namespace arenascope::report {
namespace {

using testing::HasSubstr;

std::ptrdiff_t rowsOf(const std::string& table) { return std::count(table.begin(), table.end(), '\n') - 2; }

TEST(SupportTablesTest, EveryOperatorHasARow) {
  const std::string table = operatorsTable();
  EXPECT_EQ(rowsOf(table), static_cast<std::ptrdiff_t>(std::size(ops::kOperators)));
  EXPECT_THAT(table, HasSubstr("| `FULLY_CONNECTED` | `AddFullyConnected` | before 2021-07 | own | reference |\n"));
  EXPECT_THAT(table,
              HasSubstr("| `CIRCULAR_BUFFER` | `AddCircularBuffer` | before 2021-07 | reference | reference |\n"));
  EXPECT_THAT(table, HasSubstr("| `SOFTMAX` | `AddSoftmax` | before 2021-07 | own, from 2022-05 |"));
  EXPECT_THAT(table, HasSubstr("| `WHILE` | `AddWhile` | 2022-03 | reference | reference |\n"));
}

TEST(SupportTablesTest, EveryRevisionHasARow) {
  const std::string table = revisionsTable();
  EXPECT_EQ(rowsOf(table), static_cast<std::ptrdiff_t>(std::size(tflm::kRevisions)));
  EXPECT_THAT(table,
              HasSubstr("| `arduino-2021` | `86c4d9c` | July 2021 | `59d62498` | Arduino_TensorFlowLite of 2021 |"));
}

} // namespace
} // namespace arenascope::report
