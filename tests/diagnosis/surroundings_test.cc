// What handlers of faults, linkers, frameworks and other runtimes print is answered by kind, for the device's family.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/diagnosis/arena_needs.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/explanation.h"
#include "core/output/answers/explanation_writer.h"
#include "tests/support/test_models.h"

namespace arenascope::diagnosis {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A run on a Cortex-M, and the same as one on an ESP32-S3, of whose stack nothing is known.
const std::vector<report::Report>& runs() {
  static const std::vector<report::Report> kRuns = [] {
    std::vector<report::Report> made(2, test::profileOf(test::sampleModel("sine"), "cortex-m4"));
    made[1].target = "esp32s3";
    made[1].kernels = "esp-nn@1.3.1";
    made[1].stack.reset();
    return made;
  }();
  return kRuns;
}

std::string said(const std::string& text, std::optional<std::uint64_t> arenaBytes = std::nullopt) {
  return output::toText(explain(*parseMessages(text), runs(), arenaBytes), runs(), false);
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SurroundingsTest, ADeviceIsAnsweredForItsFamily) {
  const std::string espressif =
      said("Guru Meditation Error: Core  1 panic'ed (LoadProhibited). Exception was unhandled.");
  EXPECT_THAT(espressif, AllOf(HasSubstr("with esp32s3"), HasSubstr("measures no stack on Xtensa"),
                               Not(HasSubstr("bytes with cortex-m4")), Not(HasSubstr("Measured with cortex"))));
  EXPECT_THAT(said("HardFault_Handler () at stm32l4xx_it.c:89"),
              AllOf(HasSubstr("with cortex-m4"), Not(HasSubstr("with esp32s3"))));
  std::vector<report::Report> riscv(1, runs()[0]);
  riscv[0].target = "esp32c3";
  EXPECT_THAT(
      output::toText(explain(*parseMessages("Guru Meditation Error: Core  0 panic'ed (Load access fault)."), riscv),
                     riscv, false),
      AllOf(HasSubstr("Measured with esp32c3"), Not(HasSubstr("Xtensa"))));
  EXPECT_THAT(said("region `dram0_0_seg' overflowed by 41976 bytes"), HasSubstr("with esp32s3"));
  EXPECT_THAT(said("Segmentation fault (core dumped)"), HasSubstr("AllocateTensors()")) << "of any device";
}

TEST(SurroundingsTest, ReasonsOfGuruMeditations) {
  EXPECT_THAT(said("Guru Meditation Error: Core  / panic'ed (Cache disabled but cached memory region accessed).\n"
                   "Write back error occurred while dcache tries to write back to flash"),
              AllOf(HasSubstr("while their cache was off"), HasSubstr("wrote to an address in flash")));
  EXPECT_THAT(said("Guru Meditation Error: Core  0 panic'ed (Stack protection fault)."),
              HasSubstr("The stack of the task was too small"));
  EXPECT_THAT(said("Guru Meditation Error: Core  0 panic'ed (LoadProhibited).\nEXCVADDR: 0x0000001c  LBEG"),
              AllOf(HasSubstr("address 0x1c: through a null pointer")));
  EXPECT_THAT(said("assert failed: block_locate_free tlsf.c:566 (block_size(block) >= size)"),
              HasSubstr("The heap found its own data overwritten (block_locate_free)"));
  EXPECT_THAT(said("assert failed: xQueueSemaphoreTake queue.c:1709 (( pxQueue ))"),
              AllOf(HasSubstr("( pxQueue ) did not hold"), HasSubstr("The check is not one of TFLM's")));
}

TEST(SurroundingsTest, FaultRegistersAreRead) {
  EXPECT_THAT(said("HardFault\nCFSR = 00008200\nBFAR = 0x60000000"),
              AllOf(HasSubstr("an access to an address without memory"), HasSubstr("address 0x60000000")));
  EXPECT_THAT(said("++ MbedOS Fault Handler ++\nMMFSR: 00000000\nBFSR : 00000004\nUFSR : 00000000"),
              HasSubstr("some instructions before the reported place"));
  EXPECT_THAT(said("UsageFault UFSR: 0x0002"), HasSubstr("a jump to an address without code"));
  EXPECT_THAT(said("HardFault (CFSR.INVSTATE), PC = 0x0"), HasSubstr("null or overwritten function pointer"));
  // A handler prints BFAR also where it is not valid.
  const auto parsed = parseMessages("CFSR: 00000000\nBFAR = e000ed38");
  EXPECT_THAT(explain(*parsed, runs()).messages, IsEmpty());
  EXPECT_EQ(countOf(said("CFSR = 00000200 (PRECISERR)\nE:   Precise data bus error"), "address without memory"), 1U);
}

TEST(SurroundingsTest, OneCrashIsExplainedOnce) {
  const std::string text = said("++ MbedOS Fault Handler ++\n\nFaultType: HardFault\n");
  EXPECT_EQ(countOf(text, "1. A stack that is too small"), 1U) << text;
  const std::string zephyr = said("E: ***** MPU FAULT *****\nE: >>> ZEPHYR FATAL ERROR 19: Unknown error on CPU 0");
  EXPECT_EQ(countOf(zephyr, "1. A stack that is too small"), 1U) << zephyr;
  const std::string link = said("section `.bss' will not fit in region `RAM'\nregion `RAM' overflowed by 5120 bytes");
  EXPECT_EQ(countOf(link, "This model needs an arena"), 1U) << link;
  EXPECT_THAT(link, HasSubstr("the contents of the region RAM are 5,120 bytes larger"));
}

TEST(SurroundingsTest, OtherLinkersAreRead) {
  EXPECT_THAT(said("Error: L6220E: Execution region RW_IRAM1 size (140328 bytes) exceeds limit (131072 bytes)."),
              AllOf(HasSubstr("140,328 bytes into the region RW_IRAM1"), HasSubstr("9,256 too many"),
                    HasSubstr("larger than that by 9,256 bytes")));
  EXPECT_THAT(said("Error: L6220E: Load region LR_IROM1 size (1121332 bytes) exceeds limit (1048576 bytes)."),
              HasSubstr("This is program memory"));
  EXPECT_THAT(
      said("Error[Lp011]: section placement failed\n  unable to allocate space for sections/blocks with a total "
           "estimated minimum size of 0x2'5a80 bytes (max align 0x10) in <[0x2000'0000-0x2001'ffff]> (total "
           "uncommitted space 0x1'f000)."),
      HasSubstr("larger than that by 27,264 bytes"));
  EXPECT_THAT(said("L6407E: Sections of aggregate size 0x22000 bytes could not fit into .ANY selector(s)."),
              HasSubstr("sections of 139,264 bytes"));
  EXPECT_THAT(said("Could not allocate section '.bss.tensor_arena' in region 'ram', size = 139264 bytes"),
              HasSubstr("An arena of 139,264 bytes would be enough"));
  EXPECT_THAT(said("RAM:   [==========]  112.4% (used 368312 bytes from 327680 bytes)"), HasSubstr("40,632 too many"));
  EXPECT_THAT(said("RAM:   [=         ]  12.4% (used 40312 bytes from 327680 bytes)"), HasSubstr("This fits"));
  EXPECT_THAT(said("section .bss VMA [20000000,20040000] overlaps section .heap VMA [2003f000,20040000]"),
              HasSubstr(".bss and .heap"));
  EXPECT_THAT(said("Part 'factory' 0/0 @ 0x10000 size 0x100000 (overflow 0x54a30)"),
              AllOf(HasSubstr("346,672 bytes larger than the partition factory"), HasSubstr("program memory")));
}

TEST(SurroundingsTest, NamesThatNoLinkerFinds) {
  EXPECT_THAT(
      said("undefined reference to `TfLiteTypeGetName'"),
      AllOf(HasSubstr("TfLiteTypeGetName is a function of TFLM's C part"), Not(HasSubstr("tflite::TypeGetName"))));
  EXPECT_THAT(said("undefined reference to `vtable for tflite::MicroErrorReporter'"), HasSubstr("belongs to a class"));
  EXPECT_THAT(said("Error: L6218E: Undefined symbol __clrsbsi2 (referred from div.o)."),
              HasSubstr("__clrsbsi2 is a function of GCC's runtime"));
  EXPECT_THAT(said("undefined reference to `arm_convolve_wrapper_s8'"), HasSubstr("CMSIS-NN"));
  EXPECT_THAT(said("Error[Li005]: no definition for \"DebugLog\" [referenced from micro_log.o]"),
              HasSubstr("DebugLog()"));
  EXPECT_THAT(said("undefined reference to `_sbrk'"), HasSubstr("nosys.specs"));
  EXPECT_THAT(said("undefined reference to `my_model'"), HasSubstr("The linker cannot find my_model"));
}

TEST(SurroundingsTest, OtherRuntimesAreNamed) {
  EXPECT_THAT(said("ERROR: Node number 1139 (TfLiteFlexDelegate) failed to prepare."), HasSubstr("another runtime"));
  EXPECT_THAT(said("ValueError: [MAIXPY]kpu: load error:2006, ERR_NO_MEM: memory not enough"), HasSubstr("MaixPy"));
  EXPECT_THAT(said("tensorflow/lite/kernels/transpose.cc:55 op_context->perm->dims->data[0] != dims (4 != 3)"),
              HasSubstr("not of TFLM (tensorflow/lite/micro/kernels)"));
  EXPECT_THAT(said("tensorflow/lite/kernels/kernel_util.cc:129 bias_scale was not true."),
              Not(HasSubstr("not of TFLM")))
      << "TFLM has that file, too";
  EXPECT_THAT(said("RuntimeError: Failed to allocate memory for output tensors."), Not(HasSubstr("the tail")));
}

TEST(SurroundingsTest, AFailureWithWrappersLinesIsStillRanked) {
  for (const char* text : {"AllocateTensors() failed\nrun_classifier returned: -3", "TfLiteStatus  = kTfLiteError",
                           "AllocateTensors() returned 1", "Failed to allocate tensors!", "Tensor allocation failed"})
    EXPECT_THAT(said(text), HasSubstr("MicroMutableOpResolver<")) << text;
  EXPECT_THAT(said("Failed to run inference"), HasSubstr("Invoke() allocates nothing"));
  EXPECT_THAT(said("Failed to run classifier (-4)"), HasSubstr("no code -4 that is known"));
  EXPECT_THAT(said("Failed to allocate TFLite arena (0 bytes)"), HasSubstr("0 bytes cannot be the size"));
}

TEST(SurroundingsTest, AMissingOperatorIsSaidOnce) {
  const std::string text = said("Didn't find op for builtin opcode 'LOGISTIC' version '1'\n"
                                "Failed to get registration from op code ADD\nAllocateTensors() failed");
  EXPECT_THAT(text, AllOf(HasSubstr("no kernel for LOGISTIC"), Not(HasSubstr("AddAdd")), Not(HasSubstr("for ADD"))));
  EXPECT_THAT(said("Failed to get registration from op code SOFTMAX"), HasSubstr("no kernel for SOFTMAX"));
}

TEST(SurroundingsTest, ACheckWithoutItsFileIsReadToo) {
  const std::string text =
      said("E (12) tflm: input->type == kTfLiteInt8 was not true，Node FULLY_CONNECTED (number 0f) "
           "failed to prepare with status 1");
  EXPECT_THAT(text, AllOf(HasSubstr("TFLM checks that \"input->type == kTfLiteInt8\" holds"),
                          HasSubstr("In this model operator 0 (FULLY_CONNECTED) has")));
  EXPECT_THAT(said("assertion \"exponent <= 31\" failed: file \"lib\\tfmicro/fixedpoint/fixedpoint.h\", line 359"),
              HasSubstr("power of two above 31"));
}

// Some ports trace each allocation: the one that failed is the last of hundreds.
TEST(SurroundingsTest, ATraceDoesNotHideTheFailure) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "Requested: 144, Available: " + std::to_string(600'000 - 144 * i) + "\n";
  const Explanation explanation = explain(*parseMessages(text + "Requested: 3072000, Available: 418496\n"), runs());
  ASSERT_EQ(explanation.messages.size(), 2U);
  EXPECT_EQ(explanation.messages[0].times, 200U);
  EXPECT_EQ(explanation.messages[1].message.requested, 3'072'000U);
}

TEST(SurroundingsTest, NumbersThatAreSomethingElseAreCalledSo) {
  EXPECT_THAT(said("Model provided is schema version 1953459283 not equal to supported version 3."),
              AllOf(HasSubstr("No version is that high"), HasSubstr("are the text")));
  EXPECT_THAT(said("Model provided is schema version 0 not equal to supported version 3."),
              HasSubstr("cleared memory"));
  EXPECT_THAT(said("Feature generation failed\nRequested feature_data_ size 536907080 doesn't match 1960."),
              AllOf(HasSubstr("0x20008d48, an address"), HasSubstr("makes 1960 features"),
                    HasSubstr("This model has 1 input")));
  EXPECT_THAT(looksLike(536'907'080), HasSubstr("an address in the RAM"));
  EXPECT_EQ(looksLike(81'920), "");
  EXPECT_THAT(said("Couldn't allocate memory of 81920 bytes"),
              AllOf(HasSubstr("no block of 81,920 bytes"), Not(HasSubstr("of 81920 bytes for"))));
}

} // namespace
} // namespace arenascope::diagnosis
