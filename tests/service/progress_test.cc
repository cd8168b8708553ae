#include "service/control/progress.h"

#include <gtest/gtest.h>

#include "service/profile/profile_all.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

// Two operators of 3,000 and 9,000 multiplications that write 250 bytes each: 5,000 and 11,000 of work.
model::SubgraphInfo twoOperators() {
  model::SubgraphInfo graph;
  graph.tensors.resize(2);
  for (auto& tensor : graph.tensors) tensor.bytes = 250;
  graph.operators.resize(2);
  graph.operators[0].macs = 3000;
  graph.operators[0].outputs = {TensorId(0)};
  graph.operators[1].macs = 9000;
  graph.operators[1].outputs = {TensorId(1), TensorId()};
  return graph;
}

TEST(InferencePaceTest, OperatorsCountByTheirWork) {
  const InferencePace pace(twoOperators());
  EXPECT_DOUBLE_EQ(pace.after(0, 10).fraction, 0.0);
  EXPECT_DOUBLE_EQ(pace.after(1, 10).fraction, 5000.0 / 16000.0);
  EXPECT_DOUBLE_EQ(pace.after(2, 10).fraction, 1.0);
  EXPECT_DOUBLE_EQ(pace.after(9, 10).fraction, 1.0);
  EXPECT_DOUBLE_EQ(pace.after(1, 10).secondsLeft, 22.0);
  EXPECT_DOUBLE_EQ(pace.after(2, 10).secondsLeft, 0.0);
  EXPECT_DOUBLE_EQ(InferencePace(model::SubgraphInfo()).after(0, 10).fraction, 0.0);
}

TEST(ProgressTest, NoGuessBeforeThereIsSomethingToGoBy) {
  EXPECT_LT(secondsLeft(0.5, 0.1), 0);
  EXPECT_LT(secondsLeft(0.001, 5), 0);
  EXPECT_DOUBLE_EQ(secondsLeft(0.25, 3), 9.0);
}

TEST(ProgressTest, InWords) {
  EXPECT_EQ(describe({.step = "allocating tensors"}), "allocating tensors");
  EXPECT_EQ(describe({.step = "running", .fraction = 0.43}), "running, 43 %");
  EXPECT_EQ(describe({.step = "running", .fraction = 0.43, .secondsLeft = 11.2}), "running, 43 %, about 12 s left");
  EXPECT_EQ(describe({.step = "running", .fraction = 0.1, .secondsLeft = 125}), "running, 10 %, about 3 min left");
}

TEST(ProfileAllTest, AnswersInOrderAndTellsOfEach) {
  std::vector<ProfileRequest> requests(3);
  for (ProfileRequest& request : requests) request.invoke = false;
  requests[0].model = test::sampleModel("autoencoder");
  requests[1].model = "/no/such/model.tflite";
  requests[2].model = test::sampleModel("keyword_spotter");
  std::vector<std::string> steps;
  BatchControl control(requests.size());
  const auto results = profileAll(
      requests, [&](const Progress& progress) { steps.push_back(progress.step); }, control);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]->model.path, requests[0].model.string());
  EXPECT_FALSE(results[1]);
  EXPECT_EQ(results[2]->model.path, requests[2].model.string());
  EXPECT_EQ(steps, (std::vector<std::string>{"1 of 3", "2 of 3", "3 of 3"}));
}

TEST(ProfileAllTest, CancelledJobsSaySo) {
  std::vector<ProfileRequest> requests(4);
  for (ProfileRequest& request : requests) request.model = test::sampleModel("person_detector");
  BatchControl control(requests.size());
  control.cancel();
  for (const auto& result : profileAll(requests, nullptr, control)) {
    ASSERT_TRUE(result);
    ASSERT_TRUE(result->error);
    EXPECT_EQ(result->error->stage, Stage::kCancelled);
  }
}

} // namespace
} // namespace arenascope::service
