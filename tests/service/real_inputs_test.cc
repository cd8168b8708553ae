// Real inputs from a folder: counted, in the order of names, and refused where they do not fit the model.
#include "service/profile/real_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/model/builder/model_builder.h"
#include "core/output/npy.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

// Inputs of two floats, as many as asked for.
model::ModelInfo modelWith(std::size_t inputs) {
  model::ModelInfo info;
  info.subgraphs.emplace_back();
  for (std::size_t i = 0; i < inputs; ++i) {
    info.subgraphs[0].tensors.push_back(
        {.name = "in", .type = "float32", .shape = {1, 2}, .bytes = 8, .quantization = {}});
    info.subgraphs[0].inputs.emplace_back(i);
  }
  return info;
}

std::string arrayOf(const std::vector<float>& values) {
  return output::toNpy("float32", {static_cast<std::int32_t>(values.size())}, builder::bytesOf(values));
}

std::string faultOf(const test::TemporaryFolder& folder, std::size_t inputs = 1) {
  const auto sets = readRealInputs(folder.path(), modelWith(inputs));
  return sets ? "" : sets.error().message;
}

TEST(RealInputsTest, AFileHasOneInputOrSeveral) {
  const test::TemporaryFolder folder;
  folder.write("b.npy", arrayOf({5, 6}));
  folder.write("a.npy", arrayOf({1, 2, 3, 4}));
  folder.write("readme.txt", std::string("not read"));
  const auto sets = readRealInputs(folder.path(), modelWith(1));
  ASSERT_TRUE(sets) << sets.error().message;
  ASSERT_EQ(sets->size(), 3U);
  EXPECT_EQ((*sets)[1][0], builder::bytesOf(std::vector<float>{3, 4}));
  EXPECT_EQ((*sets)[2][0], builder::bytesOf(std::vector<float>{5, 6}));
}

TEST(RealInputsTest, SeveralInputsAreKnownByTheNumberInTheName) {
  const test::TemporaryFolder folder;
  folder.write("day.0.npy", arrayOf({1, 2}));
  folder.write("day.1.npy", arrayOf({3, 4}));
  const auto sets = readRealInputs(folder.path(), modelWith(2));
  ASSERT_TRUE(sets) << sets.error().message;
  ASSERT_EQ(sets->size(), 1U);
  EXPECT_EQ((*sets)[0][1], builder::bytesOf(std::vector<float>{3, 4}));
  folder.write("night.0.npy", arrayOf({1, 2}));
  EXPECT_THAT(faultOf(folder, 2), HasSubstr("2 for input 0 and 1 for input 1"));
  folder.write("night.2.npy", arrayOf({1, 2}));
  EXPECT_THAT(faultOf(folder, 2), HasSubstr("does not end in the number"));
}

TEST(RealInputsTest, WhatDoesNotFitIsRefused) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(faultOf(folder), HasSubstr("has no .npy files"));
  folder.write("a.npy", std::string("text"));
  EXPECT_THAT(faultOf(folder), HasSubstr("not a NumPy array"));
  folder.write("a.npy", arrayOf({1, 2, 3}));
  EXPECT_THAT(faultOf(folder), HasSubstr("12 bytes; input 0 (in, 1x2) takes 8 bytes"));
  folder.write("a.npy", output::toNpy("float64", {1}, std::vector<std::uint8_t>(8)));
  EXPECT_THAT(faultOf(folder), HasSubstr("type float64; input 0 (in) takes float32"));
  folder.write("a.npy", output::toNpy("float32", {0}, {}));
  EXPECT_THAT(faultOf(folder), HasSubstr("takes 8 bytes"));
  const auto none = readRealInputs(folder.path() / "none", modelWith(1));
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("not a folder"));
}

} // namespace
} // namespace arenascope::service
