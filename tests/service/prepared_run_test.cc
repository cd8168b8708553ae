#include "core/model/load/model_file.h"
#include "service/profile/prepared_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

class PreparedRunTest : public testing::Test {
protected:
  void SetUp() override { request_.model = test::sampleModel("sine"); }
  std::string problem() const {
    const auto prepared = service::prepareRun(request_);
    return prepared ? "" : prepared.error().message;
  }

  service::ProfileRequest request_;
};

TEST_F(PreparedRunTest, NamesWhatIsRunInFull) {
  request_.target = "cortex-m4";
  const auto prepared = service::prepareRun(request_);
  ASSERT_TRUE(prepared) << prepared.error().message;
  EXPECT_EQ(prepared->request.kernels, "cmsis-nn") << "what the target usually has";
  EXPECT_EQ(prepared->target->name, "cortex-m4");
  EXPECT_TRUE(prepared->runner->hasCycles());
  EXPECT_EQ(prepared->model.info.subgraphs.size(), 1U);
}

TEST_F(PreparedRunTest, WhatDoesNotGoTogetherIsNamed) {
  request_.target = "cortex-a9";
  EXPECT_THAT(problem(), HasSubstr("cortex-a9"));
  request_.target = "host";
  request_.kernels = "cmsis-nn";
  EXPECT_THAT(problem(), HasSubstr("target host has no kernel set cmsis-nn"));
  request_.kernels = "";
  request_.guard = true;
  EXPECT_THAT(problem(), HasSubstr("target host cannot check accesses of kernels"));
  request_.guard = false;
  request_.target = "cortex-m4";
  request_.tflm = "1999-01";
  EXPECT_THAT(problem(), HasSubstr("1999-01"));
}

TEST_F(PreparedRunTest, InputsHaveTheSizeOfTheirTensor) {
  request_.inputs = {{1, 2, 3}};
  EXPECT_THAT(problem(), HasSubstr("takes 1 byte; 3 are given"));
  request_.inputs = {{}, {1}};
  EXPECT_THAT(problem(), HasSubstr("input 1 is given, but the model has 1 (counted from 0)"));
  request_.inputs = {{}};
  EXPECT_EQ(problem(), "") << "an empty one is the usual pattern";
}

TEST_F(PreparedRunTest, AnArenaHasALimit) {
  request_.limits.arenaBytes = 1000;
  request_.arenaBytes = 1001;
  EXPECT_THAT(problem(), HasSubstr("--limit arena-bytes=N"));
}

TEST_F(PreparedRunTest, AModelThatIsLoadedAlreadyNeedsNoFile) {
  request_.file = *model::ModelFile::load(request_.model);
  request_.model = "/no/such/file.tflite";
  EXPECT_EQ(problem(), "");
}

} // namespace
} // namespace arenascope::service
