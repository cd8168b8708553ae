// Models profiled over and over without the cache, good ones and bad ones. ARENASCOPE_ROUNDS=1000 does it a thousand
// times.
#include "tests/support/memory_growth.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

TEST(LongUseTest, ProfilingKeepsNothing) {
  const test::TemporaryFolder folder;
  const std::vector<std::filesystem::path> models = {test::sampleModel("sine"), test::sampleModel("countdown"),
                                                     folder.write("tile.tflite", test::unsupportedOperatorModel()),
                                                     folder.write("bad.tflite", std::string("bad"))};
  test::expectNoGrowth(test::rounds(60), [&](int round) {
    ProfileRequest request;
    request.model = models[static_cast<std::size_t>(round) % models.size()];
    request.target = round % 8 < 4 ? "cortex-m4" : "host";
    engine::RunControl control;
    const auto report = profileModel(request, {}, control);
    EXPECT_EQ(report && report->ok(), round % 4 < 2);
  });
}

} // namespace
} // namespace arenascope::service
