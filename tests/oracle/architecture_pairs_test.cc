// Published networks in two widths: the preview of the one needs the arena of the other, and nearly its cycles.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/support/test_models.h"

namespace arenascope {
namespace {

struct WidthPair {
  const char* original;
  double width;
  const char* other;
};
constexpr WidthPair kWidthPairs[] = {{"pretrainedResnet_quant", 2.5, "pretrainedResnet_large_int8"},
                                     {"pretrainedResnet_large_int8", 0.4, "pretrainedResnet_quant"},
                                     {"pretrainedResnet", 2.5, "pretrainedResnet_large_float"},
                                     {"pretrainedResnet_large_float", 0.4, "pretrainedResnet"}};

TEST(ArchitecturePairsTest, ThePreviewHasTheArenaOfTheTrainedNetwork) {
  const auto folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) {
    std::cerr << "\nNO PAIRS OF MODELS TO COMPARE: there is no " << folder << "\n\n";
    GTEST_SKIP() << "no models at " << folder;
  }
  const auto profiled = [&](const std::string& name, const std::string& kernels, double width) {
    service::ProfileRequest request;
    request.model = folder / (name + ".tflite");
    request.kernels = kernels;
    request.architecture.width = width;
    engine::RunControl control;
    return service::profileModel(request, {}, control);
  };
  for (const auto& [original, width, other] : kWidthPairs)
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      SCOPED_TRACE(std::string(original) + " " + kernels);
      const auto preview = profiled(original, kernels, width);
      const auto trained = profiled(other, kernels, 1);
      ASSERT_TRUE(preview) << preview.error().message;
      ASSERT_TRUE(trained) << trained.error().message;
      ASSERT_TRUE(preview->ok() && trained->ok());
      EXPECT_EQ(preview->arena->minimum, trained->arena->minimum);
      EXPECT_EQ(preview->arena->head, trained->arena->head);
      EXPECT_EQ(preview->arena->tail, trained->arena->tail);
      EXPECT_EQ(preview->model.weightBytes, trained->model.weightBytes);
      // Branches of the requantization depend on the weights: 0.09 % at most here.
      const auto cycles = static_cast<double>(trained->cost->total.cycles);
      EXPECT_NEAR(static_cast<double>(preview->cost->total.cycles), cycles, cycles / 500);
    }
}

} // namespace
} // namespace arenascope
