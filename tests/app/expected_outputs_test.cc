// `arenascope profile --expect` as a user runs it.
#include "app/cli/options/expected_outputs.h"

#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class ExpectedOutputsTest : public test::ProgramTest {
protected:
  void SetUp() override {
    model_ = written("model.tflite", test::twoLayerModel());
    ASSERT_EQ(run("profile " + model_ + " --target host --json -"), 0) << err_;
    const nlohmann::json report = nlohmann::json::parse(out_);
    const std::string hex = report.at("outputs").at(0).at("hex");
    for (std::size_t i = 0; i < hex.size(); i += 2)
      output_.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    ASSERT_EQ(output_.size(), 8U); // two floats
  }

  int expect(const std::vector<std::uint8_t>& bytes, const std::string& options = "") {
    folder_.write("expected", bytes);
    return run("profile " + model_ + " --target host --expect 0='" + file("expected") + "' " + options);
  }
  // The outputs, the second one off by so much.
  std::vector<std::uint8_t> shifted(float by) const {
    std::vector<std::uint8_t> bytes = output_;
    float value = 0;
    std::memcpy(&value, bytes.data() + 4, 4);
    value += by;
    std::memcpy(bytes.data() + 4, &value, 4);
    return bytes;
  }

  std::string model_;
  std::vector<std::uint8_t> output_;
};

TEST_F(ExpectedOutputsTest, AreComparedBitByBit) {
  EXPECT_EQ(expect(output_), 0) << err_;
  std::vector<std::uint8_t> other = output_;
  other[0] ^= 1;
  EXPECT_EQ(expect(other), 4);
  EXPECT_THAT(err_, HasSubstr("output 0 (out, float32 1x2) differs: element 0 is "));
  EXPECT_THAT(err_, HasSubstr("1 of 2 differ"));
}

TEST_F(ExpectedOutputsTest, OrWithATolerance) {
  EXPECT_EQ(expect(shifted(0.25F), "--tolerance 0.3"), 0) << err_;
  EXPECT_EQ(expect(shifted(0.25F), "--tolerance 0.2"), 4);
  EXPECT_THAT(err_, HasSubstr("element 1 is "));
  EXPECT_THAT(err_, HasSubstr("by at most 0.25"));
  EXPECT_EQ(expect(shifted(std::numeric_limits<float>::quiet_NaN()), "--tolerance 1000"), 4);
}

TEST_F(ExpectedOutputsTest, WhatCannotBeComparedIsNamed) {
  EXPECT_EQ(expect({1, 2, 3}), 4) << "other outputs, whatever their size";
  EXPECT_THAT(err_, HasSubstr("8 bytes, but the file of expected bytes has 3"));
  EXPECT_EQ(expect(output_, "--no-invoke"), 1);
  EXPECT_THAT(err_, HasSubstr("no outputs to compare"));
  EXPECT_EQ(run("profile " + model_ + " --target host --expect 1='" + file("expected") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("--expect names output 1; the model has 1, counted from 0"));
  EXPECT_EQ(run("profile " + model_ + " --target host --expect '" + file("expected") + "'"), 2);
  EXPECT_THAT(err_, HasSubstr("--expect takes a number and a file"));
  EXPECT_EQ(run("profile " + model_ + " --target host --expect 0='" + file("nowhere") + "'"), 1);
  EXPECT_EQ(run("profile " + model_ + " --target host --tolerance 1"), 2);
}

} // namespace
} // namespace arenascope
