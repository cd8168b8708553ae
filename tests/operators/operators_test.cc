// Every operator computes the values calculated by hand, on the host and on emulated Cortex-M cores.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "core/interpreter/kernels/reference/registrations.h"
#include "tests/operators/operator_case.h"
#include "tests/support/test_models.h"

namespace arenascope::test {

// What GoogleTest prints for a parameter.
void PrintTo(const OperatorCase& operatorCase, std::ostream* stream) { *stream << operatorCase.op; }

namespace {

const std::vector<OperatorCase>& allCases() {
  static const std::vector<OperatorCase> kCases = [] {
    std::vector<OperatorCase> cases;
    for (const auto& family : {elementwiseCases(), movementCases(), layerCases(), controlCases(), customCases()})
      cases.insert(cases.end(), family.begin(), family.end());
    return cases;
  }();
  return kCases;
}

class OperatorTest : public testing::TestWithParam<OperatorCase> {
protected:
  void expectResults(const std::string& target, const std::string& kernels) const {
    const OperatorCase& operatorCase = GetParam();
    const TemporaryFolder folder;
    service::ProfileRequest request;
    request.model = folder.write(operatorCase.name + ".tflite", operatorCase.model);
    // For checking the same models against another interpreter.
    if (const char* keep = std::getenv("ARENASCOPE_KEEP_MODELS"); keep != nullptr)
      std::filesystem::copy_file(request.model, std::filesystem::path(keep) / (operatorCase.name + ".tflite"),
                                 std::filesystem::copy_options::overwrite_existing);
    request.target = target;
    request.kernels = kernels;
    request.inputs = operatorCase.inputs;
    engine::RunControl control;
    const Result<report::Report> report = service::profileModel(request, {}, control);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->ok()) << report->error->message;
    EXPECT_TRUE(report->arena->minimumProven);
    ASSERT_EQ(report->outputs.size(), operatorCase.outputs.size());
    for (std::size_t i = 0; i < report->outputs.size(); ++i)
      EXPECT_EQ(report->outputs[i].bytes, operatorCase.outputs[i]) << "output " << i;
  }
};

TEST_P(OperatorTest, OnTheHost) { expectResults("host", "reference"); }

TEST_P(OperatorTest, OnCortexM4) { expectResults("cortex-m4", "reference"); }

TEST_P(OperatorTest, OnCortexM4WithCmsisNn) { expectResults("cortex-m4", "cmsis-nn"); }

TEST_P(OperatorTest, OnCortexM0PlusWithCmsisNn) { expectResults("cortex-m0plus", "cmsis-nn"); }

INSTANTIATE_TEST_SUITE_P(All, OperatorTest, testing::ValuesIn(allCases()),
                         [](const testing::TestParamInfo<OperatorCase>& info) { return info.param.name; });

TEST(OperatorCoverageTest, EveryRegisteredOperatorHasACase) {
  std::set<std::string> tested = {"ethos-u"}; // is not run: refusals_test.cc
  for (const OperatorCase& operatorCase : allCases()) tested.insert(operatorCase.op);
  for (const runtime::Registration* registration : kernels::reference::kAll)
    EXPECT_TRUE(tested.contains(registration->name())) << registration->name();
}

} // namespace
} // namespace arenascope::test
