// Float models of others, quantized here, beside what TensorFlow's converter made of them: the same arena.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/support/test_models.h"

namespace arenascope {
namespace {

struct Pair {
  const char* original;
  const char* converted;
  const char* numbers;
};
constexpr Pair kPairs[] = {
    {"ad01_fp32", "ad01_int8", "int8"},
    {"kws_ref_model_float32", "kws_ref_model", "int8"},
    {"model_ToyCar_quant", "model_ToyCar_quant_fullint", "int8-float-io"},
    {"pretrainedResnet", "pretrainedResnet_quant", "int8"},
    {"pretrainedResnet_large_float", "pretrainedResnet_large_int8", "int8"},
    {"sine_float", "hello_world_int8", "int8"},
    {"trained_lstm", "trained_lstm_int8", "int8"},
    {"vww_96_float", "vww_96_int8", "int8"},
};

Result<report::Report> allocated(const std::filesystem::path& model, const std::string& kernels,
                                 const std::string& numbers) {
  service::ProfileRequest request;
  request.model = model;
  request.kernels = kernels;
  request.quantize = numbers;
  request.invoke = false;
  engine::RunControl control;
  return service::profileModel(request, {}, control);
}

TEST(QuantizedPairsTest, TheArenaIsThatOfTheConvertedModel) {
  const auto folder = test::sharedFolder() / "models";
  if (!std::filesystem::is_directory(folder)) {
    std::cerr << "\nNO PAIRS OF MODELS TO COMPARE: there is no " << folder << "\n\n";
    GTEST_SKIP() << "no models at " << folder;
  }
  for (const auto& [original, converted, numbers] : kPairs)
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      SCOPED_TRACE(std::string(original) + " " + kernels);
      const auto ours = allocated(folder / (std::string(original) + ".tflite"), kernels, numbers);
      const auto theirs = allocated(folder / (std::string(converted) + ".tflite"), kernels, "");
      ASSERT_TRUE(ours) << ours.error().message;
      ASSERT_TRUE(theirs) << theirs.error().message;
      EXPECT_EQ(ours->arena->minimum, theirs->arena->minimum);
      EXPECT_EQ(ours->arena->head, theirs->arena->head);
      EXPECT_EQ(ours->arena->tail, theirs->arena->tail);
      EXPECT_EQ(ours->model.weightBytes, theirs->model.weightBytes);
    }
}

} // namespace
} // namespace arenascope
