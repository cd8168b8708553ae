#include "core/report/text/details.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/report/buffer_info.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

const DetailSection* sectionOf(const Details& details, const std::string& title) {
  for (const DetailSection& section : details.sections)
    if (section.title == title) return &section;
  return nullptr;
}

// Whoever is said to read a tensor has it among its inputs, and the other way round; every line leads somewhere that
// there is, and everything of the report has its details.
TEST(DetailsTest, WritersAndReadersAgreeWithOperators) {
  for (const char* sample : {"person_detector", "countdown", "autoencoder"}) {
    const Report report = test::profileOf(test::sampleModel(sample), "cortex-m4");
    ASSERT_TRUE(report.arena) << sample;
    for (int row = 0; row < static_cast<int>(report.operators.size()); ++row) {
      const Details details = operatorDetails(report, row);
      ASSERT_NE(sectionOf(details, "Options"), nullptr);
      for (const DetailSection& section : details.sections) {
        ASSERT_FALSE(section.lines.empty());
        const bool input = section.title == "Inputs";
        if (!input && section.title != "Outputs") continue;
        for (const DetailLine& line : section.lines) {
          if (line.target.tensor < 0) continue;
          const Details tensor = tensorDetails(report, line.target.tensor);
          const DetailSection* users = sectionOf(tensor, input ? "Read by" : "Written by");
          ASSERT_NE(users, nullptr) << tensor.title;
          EXPECT_TRUE(std::any_of(users->lines.begin(), users->lines.end(),
                                  [&](const DetailLine& user) { return user.target.op == row; }))
              << sample << ": " << details.title << ", " << tensor.title;
        }
      }
    }
    for (std::size_t tensor = 0; tensor < report.model.tensorCount(); ++tensor)
      for (const DetailSection& section : tensorDetails(report, static_cast<int>(tensor)).sections)
        for (const DetailLine& line : section.lines)
          EXPECT_LT(line.target.op, static_cast<int>(report.operators.size()));
    for (std::size_t i = 0; i < report.buffers.size(); ++i) {
      const DetailSection* place = sectionOf(bufferDetails(report, static_cast<int>(i)), "Place in the head");
      EXPECT_NE(place, nullptr) << report.buffers[i].name;
    }
  }
}

TEST(DetailsTest, SharesAddUp) {
  const Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  ASSERT_GT(report.operators.size(), 3U);
  for (int row = 0; row < static_cast<int>(report.operators.size()); ++row) {
    const OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
    std::uint64_t free = 0;
    for (const ByteRange& gap : gapsAt(report, row)) free += gap.end - gap.first;
    EXPECT_EQ(free + op.liveBytes, report.arena->head) << operatorPlace(op);
  }
}

} // namespace
} // namespace arenascope::report
