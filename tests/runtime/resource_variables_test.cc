#include "core/interpreter/runtime/resource_variables.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace arenascope::runtime {
namespace {

class ResourceVariablesTest : public testing::Test {
protected:
  void SetUp() override {
    tracer_.listener = {[](void* user, const trace::Event& event) {
                          if (event.kind == trace::EventKind::kMessage)
                            static_cast<std::string*>(user)->assign(reinterpret_cast<const char*>(event.address),
                                                                    event.bytes);
                        },
                        &message_};
    allocator_ = ModelAllocator::create(reinterpret_cast<std::uint8_t*>(memory_.data()), memory_.size() * 8,
                                        PlannerKind::kGreedy, tracer_, nullptr);
    ASSERT_NE(allocator_, nullptr);
    variables_ = ResourceVariables::create(*allocator_, 2);
    ASSERT_NE(variables_, nullptr);
  }
  static Tensor valueOf(std::size_t bytes) {
    Tensor value{};
    value.bytes = bytes;
    return value;
  }

  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>(512);
  std::string message_;
  trace::Tracer tracer_;
  ModelAllocator* allocator_ = nullptr;
  ResourceVariables* variables_ = nullptr;
};

TEST_F(ResourceVariablesTest, AreKnownByContainerAndName) {
  EXPECT_EQ(variables_->findOrAdd("a", "x"), 0);
  EXPECT_EQ(variables_->findOrAdd("b", "x"), 1);
  EXPECT_EQ(variables_->findOrAdd("a", "x"), 0);
  EXPECT_EQ(variables_->findOrAdd(nullptr, "x"), 0) << "any container";
  EXPECT_EQ(variables_->findOrAdd("a", "y"), -1) << "there is room for two";
}

TEST_F(ResourceVariablesTest, KeepWhatWasAssigned) {
  const int id = variables_->findOrAdd(nullptr, "x");
  ASSERT_EQ(variables_->allocate(id, valueOf(4), *allocator_, tracer_), Status::kOk);
  std::array<char, 4> value{};
  ASSERT_EQ(variables_->read(id, value.data(), 4, tracer_), Status::kOk);
  EXPECT_EQ(std::string(value.data(), 4), std::string(4, '\0'));
  ASSERT_EQ(variables_->assign(id, "abcd", 4, tracer_), Status::kOk);
  ASSERT_EQ(variables_->allocate(id, valueOf(4), *allocator_, tracer_), Status::kOk) << "it is there already";
  ASSERT_EQ(variables_->read(id, value.data(), 4, tracer_), Status::kOk);
  EXPECT_EQ(std::string(value.data(), 4), "abcd");
  variables_->reset();
  ASSERT_EQ(variables_->read(id, value.data(), 4, tracer_), Status::kOk);
  EXPECT_EQ(value[0], '\0');
}

TEST_F(ResourceVariablesTest, ResetToTheZeroPointOfWhatIsQuantized) {
  AffineQuantization quantization{};
  Tensor value = valueOf(2);
  value.quantization = &quantization;
  value.zeroPoint = -7;
  const int id = variables_->findOrAdd(nullptr, "x");
  ASSERT_EQ(variables_->allocate(id, value, *allocator_, tracer_), Status::kOk);
  std::array<std::int8_t, 2> bytes{};
  ASSERT_EQ(variables_->read(id, bytes.data(), 2, tracer_), Status::kOk);
  EXPECT_EQ(bytes[1], -7);
}

TEST_F(ResourceVariablesTest, WhatIsWrongIsSaid) {
  std::array<char, 8> value{};
  const int id = variables_->findOrAdd(nullptr, "x");
  EXPECT_EQ(variables_->read(id, value.data(), 4, tracer_), Status::kError);
  EXPECT_EQ(message_, "resource variable 0 is used before it was assigned");
  ASSERT_EQ(variables_->allocate(id, valueOf(4), *allocator_, tracer_), Status::kOk);
  EXPECT_EQ(variables_->assign(id, value.data(), 8, tracer_), Status::kError);
  EXPECT_EQ(message_, "resource variable x has 4 bytes, the tensor 8");
  EXPECT_EQ(variables_->allocate(9, valueOf(4), *allocator_, tracer_), Status::kError);
  EXPECT_EQ(message_, "there is no resource variable 9");
  EXPECT_EQ(variables_->read(-1, value.data(), 4, tracer_), Status::kError);
}

TEST_F(ResourceVariablesTest, WithoutRoomThereAreNone) {
  EXPECT_EQ(ResourceVariables::create(*allocator_, 100'000), nullptr);
}

} // namespace
} // namespace arenascope::runtime
