#include "core/model/load/model_file.h"
#include "emulator/unicorn/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/cpu/thumb/cores.h"
#include "emulator/elf/firmware_loader.h"
#include "emulator/instrumentation/firmware_watch.h"
#include "emulator/instrumentation/instrumented_run.h"
#include "emulator/protocol/firmware_image.h"
#include "emulator/runners/firmware.h"
#include "emulator/unicorn/engine_run.h"
#include "emulator/unicorn/machine_run.h"
#include "tests/support/test_models.h"

namespace arenascope::unicorn {
namespace {

using testing::HasSubstr;

class MachineTest : public testing::Test {
protected:
  void SetUp() override {
    const auto path = runners::findFirmware("cortex-m4", "reference");
    ASSERT_TRUE(path) << path.error().message;
    auto image = elf::loadFirmware(*path, cpu::kThumbFormat);
    ASSERT_TRUE(image) << image.error().message;
    image_ = std::make_unique<protocol::FirmwareImage>(std::move(*image));
  }

  protocol::MachineResult run(std::span<const std::uint8_t> model, protocol::Instrumentation instrumentation,
                              std::uint64_t maxInstructions = 1'000'000'000) {
    unicorn::Machine machine(*image_, processor_, memory_);
    protocol::MachineRequest request;
    request.model = model;
    request.arenaBytes = 1 << 20;
    request.maxInstructions = maxInstructions;
    request.mailbox.settings.invoke = 1;
    request.instrumentation = instrumentation;
    return machine.run(
        request,
        {.onEvent = [](const trace::Event&) {},
         .onOperator =
             [this](const trace::Position&, int, const run::Cost& cost, std::vector<run::FunctionCost> functions) {
               operators_.push_back(cost.instructions);
               functions_.push_back(sum(functions));
               costs_.push_back(cost);
             }},
        [this] { return cancelled_; });
  }

  std::unique_ptr<protocol::FirmwareImage> image_;
  cpu::Processor processor_ = *cpu::find("cortex-m4");
  protocol::GuestFile memory_ = *protocol::GuestFile::create();
  bool cancelled_ = false;
  static run::Cost sum(const std::vector<run::FunctionCost>& functions) {
    run::Cost total;
    for (const run::FunctionCost& function : functions) total += function.cost;
    return total;
  }

  std::vector<std::uint64_t> operators_;
  std::vector<run::Cost> costs_;
  std::vector<run::Cost> functions_; // summed for each operator
};

// The sums over blocks equal a count of every single instruction: for the whole run, from reset to the end.
TEST_F(MachineTest, BlockAccountingEqualsACountOfEveryInstruction) {
  for (const std::vector<std::uint8_t>& bytes : {test::twoLayerModel(), test::offlinePlannedModel({0, 64, 128})}) {
    const engine::LoadedModel model = test::loaded(bytes);
    const protocol::MachineResult one = run(model.file.bytes(), protocol::Instrumentation::kInstructions);
    ASSERT_EQ(one.failure, "");
    EXPECT_EQ(one.outcome, firmware::Outcome::kDone);
    EXPECT_GT(one.countedInstructions, 10'000U);
    EXPECT_EQ(one.total.instructions, one.countedInstructions);
    const protocol::MachineResult blocks = run(model.file.bytes(), protocol::Instrumentation::kBlocks);
    EXPECT_EQ(blocks.total.instructions, one.countedInstructions);
  }
}

TEST_F(MachineTest, BlockAccountingIsExactForAWholeNetwork) {
  const auto file = model::ModelFile::load(test::sampleModel("autoencoder"));
  ASSERT_TRUE(file);
  const protocol::MachineResult one = run(file->bytes(), protocol::Instrumentation::kInstructions);
  const std::vector<std::uint64_t> single = operators_;
  operators_.clear();
  const protocol::MachineResult blocks = run(file->bytes(), protocol::Instrumentation::kBlocks);
  EXPECT_EQ(blocks.total.instructions, one.countedInstructions);
  EXPECT_EQ(operators_, single);
  EXPECT_EQ(operators_.size(), 6U);
}

// The image is Cortex-M4's; the emulator itself would run some of its instructions on a Cortex-M3 as well.
TEST_F(MachineTest, AnInstructionThatTheProcessorLacksIsAFault) {
  processor_.makeModel = thumb::makeCortexM3;
  const engine::LoadedModel model = test::loaded(test::twoLayerModel());
  const protocol::MachineResult result = run(model.file.bytes(), protocol::Instrumentation::kBlocks);
  EXPECT_THAT(result.failure, HasSubstr("the processor does not have the instruction at 0x08"));
}

// Nothing is lost between functions: their sum is the operator's cost, and with the interpreter's the inference's.
TEST_F(MachineTest, FunctionsAddUpToTheirOperator) {
  const auto file = model::ModelFile::load(test::sampleModel("image_classifier"));
  ASSERT_TRUE(file);
  const protocol::MachineResult result = run(file->bytes(), protocol::Instrumentation::kBlocks);
  ASSERT_FALSE(costs_.empty());
  run::Cost all = sum(result.invokeFunctions);
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    EXPECT_EQ(functions_[i].instructions, costs_[i].instructions) << "operator " << i;
    EXPECT_EQ(functions_[i].cycles, costs_[i].cycles) << "operator " << i;
    all += functions_[i];
  }
  EXPECT_EQ(all.instructions, result.invoke.instructions);
  EXPECT_EQ(all.cycles, result.invoke.cycles);
}

TEST_F(MachineTest, ARunawayIsStoppedWithTheFunctionItWasIn) {
  const auto file = model::ModelFile::load(test::sampleModel("image_classifier"));
  ASSERT_TRUE(file);
  const protocol::MachineResult result = run(file->bytes(), protocol::Instrumentation::kBlocks, 5'000'000);
  EXPECT_THAT(result.failure, HasSubstr("the limit"));
  EXPECT_THAT(result.failure, HasSubstr("arenascope::"));
}

TEST_F(MachineTest, CancellingEndsTheRun) {
  cancelled_ = true;
  const auto file = model::ModelFile::load(test::sampleModel("image_classifier"));
  ASSERT_TRUE(file);
  EXPECT_EQ(run(file->bytes(), protocol::Instrumentation::kBlocks).failure, "cancelled");
}

// Bytes that no validator has seen: the firmware follows an offset out of the model.
TEST_F(MachineTest, AFaultNamesTheFunction) {
  std::vector<std::uint8_t> garbage(4096, 0xEE);
  const protocol::MachineResult result = run(garbage, protocol::Instrumentation::kBlocks);
  EXPECT_THAT(result.failure, HasSubstr("the processor faulted"));
  EXPECT_THAT(result.failure, HasSubstr(" in "));
}

TEST(FirmwareImageTest, MissingAndForeignFilesAreNamed) {
  const test::TemporaryFolder folder;
  const auto missing = elf::loadFirmware(folder.path() / "none.elf", cpu::kThumbFormat);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("is missing"));
  const auto foreign = elf::loadFirmware(folder.write("text.elf", std::string("not an ELF file")), cpu::kThumbFormat);
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().message, HasSubstr("is not an ELF file"));
  const auto host = elf::loadFirmware("/proc/self/exe", cpu::kThumbFormat);
  ASSERT_FALSE(host);
  EXPECT_THAT(host.error().message, HasSubstr("not for a 32-bit ARM"));
}

} // namespace
} // namespace arenascope::unicorn
