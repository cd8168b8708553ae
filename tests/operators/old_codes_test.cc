// Files of writers before 2020, in which the code of IF and WHILE stands in the older of two fields.
#include <gmock/gmock.h>

#include "core/report/hazards.h"
#include "tests/operators/operator_report.h"

namespace arenascope::test {
namespace {

using namespace schema;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int32_t kNumbers = 100; // of a tensor

// y = x + x, in a subgraph that begins here.
void addSum(builder::ModelBuilder& model) {
  const auto in = model.addTensor("x", TensorType_FLOAT32, {kNumbers});
  const auto between = model.addTensor("sum", TensorType_FLOAT32, {kNumbers});
  const auto out = model.addTensor("y", TensorType_FLOAT32, {kNumbers});
  const auto add = [&](std::int32_t to, std::int32_t from) {
    model.addOperator(BuiltinOperator_ADD, {from, from}, {to},
                      {BuiltinOptions_AddOptions, CreateAddOptions(model.flatbuffer()).Union()});
  };
  add(between, in);
  add(out, between);
  model.setInputs({in});
  model.setOutputs({out});
}

report::Report choiceReport(bool newCodes, const std::string& tflm) {
  builder::ModelBuilder model("choice");
  if (!newCodes) model.leaveOutNewCodes();
  const auto choice = model.addTensor("condition", TensorType_BOOL, {1});
  const auto in = model.addTensor("x", TensorType_FLOAT32, {kNumbers});
  const auto out = model.addTensor("y", TensorType_FLOAT32, {kNumbers});
  model.addOperator(BuiltinOperator_IF, {choice, in}, {out},
                    {BuiltinOptions_IfOptions, CreateIfOptions(model.flatbuffer(), 1, 2).Union()});
  model.setInputs({choice, in});
  model.setOutputs({out});
  model.beginSubgraph();
  addSum(model);
  model.beginSubgraph();
  addSum(model);
  const TemporaryFolder folder;
  service::ProfileRequest request;
  request.model = folder.write("model.tflite", model.finish());
  request.target = "cortex-m4";
  request.kernels = "reference";
  request.tflm = tflm;
  engine::RunControl control;
  const Result<report::Report> report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report && report->arena) << tflm;
  return report ? *report : report::Report();
}

// Bytes of the arena's head, as the real interpreter of August 2026 takes them with both kinds of files.
constexpr std::uint64_t kSeen = 1616;
constexpr std::uint64_t kUnseen = 2400;

TEST(OldCodesTest, CalledSubgraphsArePlannedSinceSeptember2026) {
  for (const char* revision : {"current", "2026-07", "2023-05"}) {
    const bool old = revision != std::string("current");
    EXPECT_EQ(choiceReport(true, revision).arena->head, kSeen) << revision;
    const report::Report report = choiceReport(false, revision);
    EXPECT_EQ(report.arena->head, old ? kUnseen : kSeen) << revision;
    for (const report::PlannedBuffer& buffer : report.buffers)
      if (buffer.name == "sum") {
        EXPECT_EQ(buffer.firstOp.isThere(), !old) << revision;
      }
  }
}

TEST(OldCodesTest, AreAHazardBefore) {
  EXPECT_THAT(report::hazardLines(choiceReport(false, "2023-05")),
              ElementsAre(HasSubstr("operator 0 (IF) calls subgraphs that are not seen by the planner of TFLM before "
                                    "September 2026")));
  EXPECT_THAT(report::hazardLines(choiceReport(false, "current")),
              ElementsAre(HasSubstr("and the arena has another size (--tflm 2026-07)")));
  EXPECT_THAT(report::hazardLines(choiceReport(false, "2026-09")), IsEmpty());
  EXPECT_THAT(report::hazardLines(choiceReport(true, "2023-05")), IsEmpty());
}

} // namespace
} // namespace arenascope::test
