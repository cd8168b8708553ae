// The kernel sets give the same bytes: random shapes, strides, dilations, paddings, channel counts and zero points for
// every operator that differs between them: CMSIS-NN's with the DSP extension (Cortex-M4), without (Cortex-M0+) and
// with vectors (Cortex-M55), and esp-nn's portable ones. Each model's seed is printed where it fails; ARENASCOPE_SEED=N
// starts elsewhere, ARENASCOPE_CASES=N tries more of each.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <cstring>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/runtime/interpreter.h"
#include "core/model/builder/operator_families.h"
#include "emulator/engine/input_pattern.h"
#include "tests/support/test_models.h"

namespace arenascope::test {
namespace {

int fromEnvironment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

report::Report reportOf(const std::filesystem::path& model, const char* target, const char* kernels) {
  report::Report report = profileOf(model, target, kernels);
  EXPECT_TRUE(report.ok()) << target << " " << kernels << ": " << report.error->message;
  EXPECT_TRUE(!report.ok() || report.arena->minimumProven);
  return report;
}

// The CMSIS-NN set's kernels as compiled for this machine, where the DSP instructions are plain C++: for what watches
// memory there.
std::vector<std::uint8_t> outputOnTheHost(const std::vector<std::uint8_t>& bytes) {
  const engine::LoadedModel model = loaded(bytes);
  trace::Tracer tracer;
  kernels::cmsis_nn::Resolver resolver;
  EXPECT_EQ(kernels::cmsis_nn::registerAll(resolver), runtime::Status::kOk);
  runtime::Interpreter interpreter(model.file.bytes().data(), resolver, tracer,
                                   {.modelBytes = model.file.bytes().size()});
  std::vector<std::uint64_t> arena(1 << 16);
  EXPECT_EQ(interpreter.create(reinterpret_cast<std::uint8_t*>(arena.data()), arena.size() * 8), runtime::Status::kOk);
  EXPECT_EQ(interpreter.allocateTensors(), runtime::Status::kOk);
  const model::SubgraphInfo& main = model.info.subgraphs.front();
  for (std::uint32_t i = 0; i < main.inputs.size(); ++i) {
    const model::TensorInfo& tensor = main.tensors[static_cast<std::size_t>(main.inputs[i])];
    const auto pattern = engine::inputPattern(i, tensor.type, tensor.bytes);
    std::memcpy(interpreter.input(i)->data, pattern.data(), pattern.size());
  }
  EXPECT_EQ(interpreter.invoke(), runtime::Status::kOk);
  const auto* output = static_cast<const std::uint8_t*>(interpreter.output(0)->data);
  return {output, output + main.tensors[static_cast<std::size_t>(main.outputs[0])].bytes};
}

// "conv_2d"
std::string nameOf(const builder::OperatorFamily& family) {
  std::string name = family.op;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

class KernelSetsTest : public testing::TestWithParam<builder::OperatorFamily> {};

TEST_P(KernelSetsTest, GiveTheSameBytes) {
  const int first = fromEnvironment("ARENASCOPE_SEED", 1);
  const int cases = fromEnvironment("ARENASCOPE_CASES", 8);
  const TemporaryFolder folder;
  for (int seed = first; seed < first + cases; ++seed) {
    SCOPED_TRACE(nameOf(GetParam()) + ", seed " + std::to_string(seed));
    builder::Random random = builder::randomFor(static_cast<std::uint32_t>(seed - 1));
    const std::vector<std::uint8_t> made = GetParam().make(nameOf(GetParam()), random, builder::Scope::kAlike);
    const auto model = folder.write(nameOf(GetParam()) + "_" + std::to_string(seed) + ".tflite", made);
    // For checking the same models against another interpreter.
    if (const char* keep = std::getenv("ARENASCOPE_KEEP_MODELS"); keep != nullptr)
      std::filesystem::copy_file(model, std::filesystem::path(keep) / model.filename(),
                                 std::filesystem::copy_options::overwrite_existing);
    const report::Report reference = reportOf(model, "cortex-m4", "reference");
    if (!reference.ok()) continue;
    EXPECT_EQ(outputOnTheHost(made), reference.outputs[0].bytes) << "host";
    for (const char* target : {"cortex-m4", "cortex-m0plus"}) {
      const report::Report other = reportOf(model, target, "cmsis-nn");
      if (!other.ok()) continue;
      EXPECT_EQ(other.outputs[0].bytes, reference.outputs[0].bytes) << target;
    }
    if (seed % 2 == 0) { // another engine, which takes longer
      const report::Report vectors = reportOf(model, "cortex-m55", "cmsis-nn");
      EXPECT_TRUE(!vectors.ok() || vectors.outputs[0].bytes == reference.outputs[0].bytes) << "with vectors";
    }
    // Against the reference set on the same processor: floats are rounded as it does.
    const report::Report portable = reportOf(model, "esp32c3", "reference");
    const report::Report espNn = reportOf(model, "esp32c3", "esp-nn");
    if (portable.ok() && espNn.ok()) {
      EXPECT_EQ(espNn.outputs[0].bytes, portable.outputs[0].bytes) << "esp-nn";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, KernelSetsTest,
                         testing::ValuesIn(builder::layerFamilies().begin(), builder::layerFamilies().end()),
                         [](const testing::TestParamInfo<builder::OperatorFamily>& info) {
                           return nameOf(info.param);
                         });

} // namespace
} // namespace arenascope::test
