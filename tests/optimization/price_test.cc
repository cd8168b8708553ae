// What a smaller version costs, from the reports of both.
#include "core/optimization/price.h"
#include "core/output/answers/price_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::optimization {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

report::Report reportOf(std::uint64_t modelBytes, const std::vector<std::string>& operators,
                        std::optional<report::FlashReport> flash) {
  report::Report report;
  report.model.bytes = modelBytes;
  model::SubgraphInfo& main = report.model.subgraphs.emplace_back();
  for (const std::string& name : operators) main.operators.emplace_back().name = name;
  report.flash = std::move(flash);
  return report;
}

report::FlashReport code(std::uint64_t interpreter, std::uint64_t needed) {
  return {.operators = {}, .interpreter = interpreter, .needed = needed, .all = 0};
}

TEST(PriceTest, HasModelAndCodeAndNamesWhatToRegister) {
  const Price price = priceOf(reportOf(1000, {"CONV_2D"}, code(300, 200)),
                              reportOf(9000, {"SPLIT_V", "CONV_2D", "PAD"}, code(300, 9586)));
  EXPECT_EQ(price.modelBytes, 8000);
  EXPECT_EQ(price.codeBytes, 9386);
  EXPECT_EQ(price.flashBytes(), 17386);
  EXPECT_THAT(price.newOperators, ElementsAre("SPLIT_V", "PAD"));
  EXPECT_EQ(output::describePrice(price), "+17,386 bytes of flash (model +8,000, code +9,386)");
  EXPECT_THAT(output::describeNewOperators(price), HasSubstr("AddSplitV()"));
  EXPECT_THAT(output::describeNewOperators(price), HasSubstr("AddPad()"));
}

// Where no firmware image tells the code's size, the price does not look as if it were whole.
TEST(PriceTest, CodeThatIsNotKnownIsSaidToBeMissing) {
  const Price price = priceOf(reportOf(1000, {"CONV_2D"}, {}), reportOf(9000, {"CONV_2D", "PAD"}, {}));
  EXPECT_FALSE(price.codeBytes);
  EXPECT_EQ(output::describePrice(price), "+8,000 bytes of flash for the model, without the code of new operators");
}

// Another kernel set is another amount of code for the same model.
TEST(PriceTest, KernelsHaveAPriceToo) {
  const Price price =
      priceOf(reportOf(1000, {"CONV_2D"}, code(300, 20000)), reportOf(1000, {"CONV_2D"}, code(310, 9000)));
  EXPECT_EQ(price.flashBytes(), -10990);
  EXPECT_EQ(output::describePrice(price), "-10,990 bytes of flash (model +0, code -10,990)");
  EXPECT_TRUE(output::describeNewOperators(price).empty());
}

} // namespace
} // namespace arenascope::optimization
