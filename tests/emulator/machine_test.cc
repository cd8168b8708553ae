#include "core/model/model_file.h"
#include "emulator/machine/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/accounting/counted_run.h"
#include "emulator/accounting/firmware_watch.h"
#include "emulator/binary/firmware_image.h"
#include "emulator/isa/thumb/cores.h"
#include "emulator/loading/firmware_loader.h"
#include "emulator/machine/engine_run.h"
#include "emulator/machine/machine_run.h"
#include "emulator/targets/firmware.h"
#include "tests/support/test_models.h"

namespace arenascope::machine {
namespace {

using testing::HasSubstr;

class MachineTest : public testing::Test {
protected:
  void SetUp() override {
    const auto path = session::findFirmware("cortex-m4", "reference");
    ASSERT_TRUE(path) << path.error().message;
    auto image = loadFirmware(*path, isa::kThumbFormat);
    ASSERT_TRUE(image) << image.error().message;
    image_ = std::make_unique<FirmwareImage>(std::move(*image));
  }

  MachineResult run(std::span<const std::uint8_t> model, Accounting accounting,
                    std::uint64_t maxInstructions = 1'000'000'000) {
    Machine machine(*image_, processor_, memory_);
    MachineRequest request;
    request.model = model;
    request.arenaBytes = 1 << 20;
    request.maxInstructions = maxInstructions;
    request.mailbox.settings.invoke = 1;
    request.accounting = accounting;
    return machine.run(request,
                       {.onEvent = [](const trace::Event&) {},
                        .onOperator =
                            [this](const trace::Position&, int, const profile::Cost& cost,
                                   std::vector<profile::FunctionCost> functions) {
                              operators_.push_back(cost.instructions);
                              functions_.push_back(sum(functions));
                              costs_.push_back(cost);
                            }},
                       [this] { return cancelled_; });
  }

  std::unique_ptr<FirmwareImage> image_;
  processors::Processor processor_ = *processors::find("cortex-m4");
  pipe::GuestFile memory_ = *pipe::GuestFile::create();
  bool cancelled_ = false;
  static profile::Cost sum(const std::vector<profile::FunctionCost>& functions) {
    profile::Cost total;
    for (const profile::FunctionCost& function : functions) total += function.cost;
    return total;
  }

  std::vector<std::uint64_t> operators_;
  std::vector<profile::Cost> costs_;
  std::vector<profile::Cost> functions_; // summed for each operator
};

// The sums over blocks equal a count of every single instruction: for the whole run, from reset to the end.
TEST_F(MachineTest, BlockAccountingEqualsACountOfEveryInstruction) {
  for (const std::vector<std::uint8_t>& bytes : {test::twoLayerModel(), test::offlinePlannedModel({0, 64, 128})}) {
    const session::LoadedModel model = test::loaded(bytes);
    const MachineResult one = run(model.file.bytes(), Accounting::kInstructions);
    ASSERT_EQ(one.failure, "");
    EXPECT_EQ(one.outcome, firmware::Outcome::kDone);
    EXPECT_GT(one.countedInstructions, 10'000U);
    EXPECT_EQ(one.total.instructions, one.countedInstructions);
    const MachineResult blocks = run(model.file.bytes(), Accounting::kBlocks);
    EXPECT_EQ(blocks.total.instructions, one.countedInstructions);
  }
}

TEST_F(MachineTest, BlockAccountingIsExactForAWholeNetwork) {
  const auto file = profile::ModelFile::load(test::sampleModel("autoencoder"));
  ASSERT_TRUE(file);
  const MachineResult one = run(file->bytes(), Accounting::kInstructions);
  const std::vector<std::uint64_t> single = operators_;
  operators_.clear();
  const MachineResult blocks = run(file->bytes(), Accounting::kBlocks);
  EXPECT_EQ(blocks.total.instructions, one.countedInstructions);
  EXPECT_EQ(operators_, single);
  EXPECT_EQ(operators_.size(), 6U);
}

// The image is Cortex-M4's; the emulator itself would run some of its instructions on a Cortex-M3 as well.
TEST_F(MachineTest, AnInstructionThatTheProcessorLacksIsAFault) {
  processor_.makeModel = thumb::makeCortexM3;
  const session::LoadedModel model = test::loaded(test::twoLayerModel());
  const MachineResult result = run(model.file.bytes(), Accounting::kBlocks);
  EXPECT_THAT(result.failure, HasSubstr("the processor does not have the instruction at 0x08"));
}

// Nothing is lost between functions: their sum is the operator's cost, and with the interpreter's the inference's.
TEST_F(MachineTest, FunctionsAddUpToTheirOperator) {
  const auto file = profile::ModelFile::load(test::sampleModel("image_classifier"));
  ASSERT_TRUE(file);
  const MachineResult result = run(file->bytes(), Accounting::kBlocks);
  ASSERT_FALSE(costs_.empty());
  profile::Cost all = sum(result.invokeFunctions);
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    EXPECT_EQ(functions_[i].instructions, costs_[i].instructions) << "operator " << i;
    EXPECT_EQ(functions_[i].cycles, costs_[i].cycles) << "operator " << i;
    all += functions_[i];
  }
  EXPECT_EQ(all.instructions, result.invoke.instructions);
  EXPECT_EQ(all.cycles, result.invoke.cycles);
}

TEST_F(MachineTest, ARunawayIsStoppedWithTheFunctionItWasIn) {
  const auto file = profile::ModelFile::load(test::sampleModel("image_classifier"));
  ASSERT_TRUE(file);
  const MachineResult result = run(file->bytes(), Accounting::kBlocks, 5'000'000);
  EXPECT_THAT(result.failure, HasSubstr("the limit"));
  EXPECT_THAT(result.failure, HasSubstr("arenascope::"));
}

TEST_F(MachineTest, CancellingEndsTheRun) {
  cancelled_ = true;
  const auto file = profile::ModelFile::load(test::sampleModel("image_classifier"));
  ASSERT_TRUE(file);
  EXPECT_EQ(run(file->bytes(), Accounting::kBlocks).failure, "cancelled");
}

// Bytes that no validator has seen: the firmware follows an offset out of the model.
TEST_F(MachineTest, AFaultNamesTheFunction) {
  std::vector<std::uint8_t> garbage(4096, 0xEE);
  const MachineResult result = run(garbage, Accounting::kBlocks);
  EXPECT_THAT(result.failure, HasSubstr("the processor faulted"));
  EXPECT_THAT(result.failure, HasSubstr(" in "));
}

TEST(FirmwareImageTest, MissingAndForeignFilesAreNamed) {
  const test::TemporaryFolder folder;
  const auto missing = loadFirmware(folder.path() / "none.elf", isa::kThumbFormat);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("is missing"));
  const auto foreign = loadFirmware(folder.write("text.elf", std::string("not an ELF file")), isa::kThumbFormat);
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().message, HasSubstr("is not an ELF file"));
  const auto host = loadFirmware("/proc/self/exe", isa::kThumbFormat);
  ASSERT_FALSE(host);
  EXPECT_THAT(host.error().message, HasSubstr("not for a 32-bit ARM"));
}

} // namespace
} // namespace arenascope::machine
