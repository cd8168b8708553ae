// The card of what is selected.
#include "core/report/text/card.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/report/buffer_info.h"
#include "tests/support/test_models.h"

namespace arenascope::report {
namespace {

const Report& cardModel() {
  static const Report kReport = test::profileOf(test::sampleModel("person_detector"), "host");
  return kReport;
}

const CardLine* lineOf(const Card& card, const std::string& label) {
  const auto found =
      std::find_if(card.lines.begin(), card.lines.end(), [&](const CardLine& line) { return line.label == label; });
  return found == card.lines.end() ? nullptr : &*found;
}

TEST(CardTest, OfThePeakSaysWhatFillsTheHead) {
  const int peak = cardModel().peakOperator();
  const Card card = operatorCard(cardModel(), peak);
  EXPECT_TRUE(card.peak);
  EXPECT_EQ(card.title.find(operatorPlace(cardModel().operators[static_cast<std::size_t>(peak)])), 0U);
  ASSERT_NE(lineOf(card, "In use"), nullptr);
  EXPECT_EQ(lineOf(card, "In use")->value, grouped(cardModel().operators[static_cast<std::size_t>(peak)].liveBytes));
  for (const char* label : {"Reads", "Writes", "Tail"}) {
    ASSERT_NE(lineOf(card, label), nullptr) << label;
    EXPECT_FALSE(lineOf(card, label)->value.empty());
  }
  EXPECT_EQ(lineOf(card, "Cycles"), nullptr) << "this computer has none";
  EXPECT_FALSE(operatorCard(cardModel(), peak == 0 ? 1 : 0).peak);
}

TEST(CardTest, OfABufferSaysWhereItLiesAndWhoElseDoes) {
  for (std::size_t i = 0; i < cardModel().buffers.size(); ++i) {
    const PlannedBuffer& buffer = cardModel().buffers[i];
    const Card card = bufferCard(cardModel(), static_cast<int>(i));
    EXPECT_FALSE(card.title.empty());
    EXPECT_EQ(lineOf(card, "Size")->value, grouped(buffer.bytes));
    EXPECT_EQ(lineOf(card, "Place")->value, grouped(buffer.offset));
    EXPECT_NE(lineOf(card, "Shares"), nullptr);
  }
}

TEST(CardTest, OfATensorWithoutABufferSaysWhereItIs) {
  const std::vector<int> buffers = buffersByTensor(cardModel());
  std::size_t constants = 0;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i] >= 0) continue;
    const model::TensorInfo& info = *cardModel().model.tensorByPlanIndex(i);
    const Card card = tensorCard(cardModel(), static_cast<int>(i));
    EXPECT_FALSE(card.title.empty());
    EXPECT_NE(lineOf(card, "Size"), nullptr);
    if (info.constantBytes == 0) continue;
    ++constants;
    EXPECT_EQ(lineOf(card, "Size")->value, grouped(info.constantBytes));
    EXPECT_NE(lineOf(card, "Place")->text.find("flash"), std::string::npos);
  }
  EXPECT_GT(constants, 10U);
}

} // namespace
} // namespace arenascope::report
