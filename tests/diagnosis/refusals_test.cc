// What is said of refusals, checks, sizes that cannot be, missing operators and what stands around TFLM.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/diagnosis/explanation.h"
#include "core/output/answers/explanation_writer.h"
#include "core/report/text/resolver_methods.h"
#include "tests/support/test_models.h"

namespace arenascope::diagnosis {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Operator 0 of both is FULLY_CONNECTED and CONV_2D.
std::vector<report::Report> reportsOf(const std::string& sample) {
  return {test::profileOf(test::sampleModel(sample), "cortex-m4")};
}

std::string answer(const std::string& text, const std::vector<report::Report>& reports,
                   std::optional<std::uint64_t> arenaBytes = std::nullopt) {
  return output::toText(explain(*parseMessages(text), reports, arenaBytes), reports, false);
}

TEST(RefusalsTest, ACheckIsSaidInWordsWithTheModelsTensors) {
  const auto reports = reportsOf("sine");
  const std::string text =
      answer("tensorflow/lite/micro/kernels/fully_connected.cc:55 input->type != output->type "
             "(FLOAT32 != INT64)\nNode FULLY_CONNECTED (number 0f) failed to prepare with status 1",
             reports);
  EXPECT_THAT(text,
              HasSubstr("The kernel of FULLY_CONNECTED (fully_connected.cc, line 55) checks that the type of input "
                        "equals the type of output. On the device they were FLOAT32 and INT64."));
  EXPECT_THAT(text, HasSubstr("In this model operator 0 (FULLY_CONNECTED) has input 0"));
  EXPECT_THAT(text, HasSubstr("None of these has the types in the device's message"));
  EXPECT_THAT(text, HasSubstr("The message before it gives the reason"));
  EXPECT_THAT(text, Not(HasSubstr("works here with a large enough arena")));
}

TEST(RefusalsTest, ArduinosFileNamesAreKernelsAsWell) {
  const auto parsed = parseMessages("C:\\libraries\\src\\tensorflow\\lite\\micro\\kernels\\add.cpp:90 "
                                    "NumInputs(node) != 2 (3 != 2)");
  ASSERT_EQ(parsed->messages.size(), 1U);
  EXPECT_EQ(parsed->messages[0].file, "add.cpp");
  EXPECT_THAT(answer("add.cpp:90 NumInputs(node) != 2 (3 != 2)", reportsOf("sine")),
              AllOf(HasSubstr("the number of inputs equals 2"), HasSubstr("has no ADD")));
}

TEST(RefusalsTest, HybridWeightsInThePresentWording) {
  for (const char* text : {"Input type: FLOAT32 with filter type: INT8 not supported.",
                           "Input type: FLOAT32 with filter type : INT8 not supported.",
                           "Type FLOAT32 (1) with filter type INT8 (9) not supported."})
    EXPECT_THAT(answer(text, reportsOf("sine")), HasSubstr("dynamic range quantization")) << text;
}

TEST(RefusalsTest, SizesThatCannotBeAreCalledSo) {
  const auto reports = reportsOf("sine");
  EXPECT_THAT(answer("Failed to resize buffer. Requested: 4294967040, available 18000, missing: 4294949040", reports),
              AllOf(HasSubstr("is -256 as a 32-bit number"), Not(HasSubstr("bytes or more"))));
  EXPECT_THAT(
      answer("Failed to allocate tail memory. Requested: 61942520, available 19888, missing: 61922632", reports),
      AllOf(HasSubstr("times the whole arena"), HasSubstr("TF_LITE_STATIC_MEMORY"),
            Not(HasSubstr("The device has another model"))));
  EXPECT_THAT(
      answer("MemoryError: memory allocation failed, allocating 61942520 bytes", reports),
      AllOf(HasSubstr("times the whole arena"), HasSubstr("the size is wrong"), Not(HasSubstr("would be enough"))));
}

TEST(RefusalsTest, NothingIsOfferedThatDoesNotExist) {
  auto reports = reportsOf("keyword_spotter");
  EXPECT_THAT(answer("Didn't find op for builtin opcode 'RANGE' version '1'.", reports),
              AllOf(HasSubstr("No revision of TFLM has a kernel for RANGE"), Not(HasSubstr("AddRange"))));
  for (const char* name : {"GELU", "ONE_HOT", "TOPK_V2", "POW", "RANGE"}) {
    EXPECT_EQ(report::resolverMethod(name), "") << name;
    EXPECT_TRUE(report::tflmLacks(name)) << name;
  }
  EXPECT_FALSE(report::tflmLacks("CONV_2D"));
  EXPECT_FALSE(report::tflmLacks("MyOwnKernel"));
  // One that came later: an older revision has no method for it.
  reports.front().model.subgraphs.front().operators.front().name = "SUM";
  EXPECT_THAT(answer("Didn't find op for builtin opcode 'SUM'", reports), HasSubstr("TFLM has SUM since July 2022"));
  reports.front().tflm = "2021-09";
  EXPECT_THAT(answer("Didn't find op for builtin opcode 'SUM'", reports),
              AllOf(HasSubstr("TFLM 2021-09 does not have SUM: it was added in July 2022, with AddSum()"),
                    Not(HasSubstr("call resolver.AddSum"))));
}

TEST(RefusalsTest, AVersionIsNoReasonForPresentResolvers) {
  auto reports = reportsOf("sine");
  auto& op = reports.front().model.subgraphs.front().operators.front();
  op.version = 4;
  const std::string message = "Didn't find op for builtin opcode 'FULLY_CONNECTED' version '4'. An older version of "
                              "this builtin might be supported. Are you using an old TFLite binary with a newer model?";
  EXPECT_THAT(answer(message, reports),
              AllOf(HasSubstr("call resolver.AddFullyConnected()"), HasSubstr("resolvers no longer compare versions"),
                    HasSubstr("give it \"1, 4\" as last arguments"), Not(HasSubstr("another one"))));
  for (auto& each : reports.front().model.subgraphs.front().operators) each.version = 9;
  EXPECT_THAT(answer(message, reports), HasSubstr("The model given here has version 9: the device has another file"));
  EXPECT_THAT(answer("Didn't find op for builtin opcode 'FULLY_CONNECTED' version '1'", reports),
              Not(HasSubstr("AddBuiltin")))
      << "the first version is in every resolver that has the operator";
}

TEST(RefusalsTest, StructsAreNamedAndCountedAsTheDeviceDoes) {
  const auto reports = reportsOf("sine");
  const std::size_t tensors = reports.front().model.subgraphs.front().tensors.size();
  const auto evalTensors = [&](std::size_t count) {
    return answer("Failed to allocate memory for context->eval_tensors, " + std::to_string(12 * count) +
                      " bytes required",
                  reports);
  };
  EXPECT_THAT(evalTensors(tensors),
              AllOf(HasSubstr("The arena has no room for context->eval_tensors of "), HasSubstr("It comes while "),
                    HasSubstr("this model has " + std::to_string(tensors) + ".")));
  EXPECT_THAT(evalTensors(174), AllOf(HasSubstr("The device asked for the structs of 174 tensors, 12 bytes each"),
                                      HasSubstr("another model is on the device")));
  // In 2019 the number printed was that of TfLiteTensor; its revisions do not run here.
  EXPECT_THAT(answer("Failed to allocate memory for tensor_info, 1320 bytes required", reports),
              AllOf(HasSubstr("no room for tensor_info of 1,320 bytes"), HasSubstr("the structs of 21 to 23 tensors"),
                    HasSubstr("older than those that run here"), Not(HasSubstr("No run of this model"))));
  EXPECT_THAT(answer("Failed to allocate memory for node_and_registrations, 96 bytes required", reports),
              HasSubstr("the structs of 3 operators"));
  EXPECT_THAT(answer("Failed to allocate memory for node_and_registrations.\nAllocateTensors() failed", reports),
              HasSubstr("no room for node_and_registrations: operator structs."));
  EXPECT_THAT(answer("Arena size is too small for all buffers. Needed 212064 but only 191120 was avai.", reports),
              HasSubstr("The planned buffers need 212,064 bytes of head, 191,120 were left"))
      << "a log that cuts lines";
}

TEST(RefusalsTest, OneTargetThatDoesNotMatchIsNotAll) {
  EXPECT_THAT(answer("Failed to allocate tail memory. Requested: 97, available 56, missing: 41", reportsOf("sine")),
              HasSubstr("Only cortex-m4 has been tried"));
}

TEST(RefusalsTest, ABareFailureIsRanked) {
  const auto reports = reportsOf("sine");
  EXPECT_THAT(answer("AllocateTensors() failed", reports, 819'200),
              AllOf(HasSubstr("The arena is not the cause: 819,200 bytes are enough"),
                    Not(HasSubstr("too small: it must have"))));
  EXPECT_THAT(answer("AllocateTensors() failed", reports, 100), HasSubstr("1. The arena is too small"));
  EXPECT_THAT(answer("AllocateTensors() failed", reports), HasSubstr("MicroMutableOpResolver<"));
}

TEST(RefusalsTest, WhatCompilersSayOfAnotherRevisionIsExplained) {
  auto reports = reportsOf("sine");
  EXPECT_THAT(answer("error: 'class tflite::MicroMutableOpResolver<5>' has no member named 'AddRange'", reports),
              AllOf(HasSubstr("has no AddRange()"), HasSubstr("No revision of TFLM has a kernel for RANGE")));
  EXPECT_THAT(answer("no member named 'AddSum' in 'tflite::MicroMutableOpResolver<5>'", reports),
              AllOf(HasSubstr("TFLM has SUM since July 2022"), HasSubstr("Update the library")));
  EXPECT_THAT(answer("error: 'struct T' has no member named 'AddNonsense'", reports),
              HasSubstr("no operator of that name in any revision"));
  EXPECT_THAT(answer("fatal error: tensorflow/lite/micro/all_ops_resolver.h: No such file or directory", reports),
              HasSubstr("MicroMutableOpResolver"));
  EXPECT_THAT(answer("error: no matching function for call to 'tflite::MicroMutableOpResolver<1>::AddBuiltin("
                     "tflite::BuiltinOperator, TfLiteRegistration*)'",
                     reports),
              AllOf(HasSubstr("takes a parser"), HasSubstr("AddFullyConnected()")));
  EXPECT_THAT(answer("undefined reference to `tflite::GetMicroErrorReporter()'", reports),
              HasSubstr("headers and library come from different revisions"));
  EXPECT_THAT(
      answer("no matching function for call to 'tflite::MicroInterpreter::MicroInterpreter(const tflite::Model*&, "
             "tflite::ErrorReporter*&)'",
             reports),
      HasSubstr("Until October 2022 the parameter after the arena's size was an ErrorReporter"));
}

TEST(RefusalsTest, WhatIsNoFailureOfMemoryIsNotAnsweredWithTheArena) {
  const auto reports = reportsOf("sine");
  const auto isNotOfMemory = Not(HasSubstr("an arena of"));
  EXPECT_THAT(answer("Task watchdog got triggered. The following tasks did not reset the watchdog in time:", reports),
              AllOf(HasSubstr("longer than the watchdog allows"), isNotOfMemory));
  EXPECT_THAT(answer("run_classifier returned: -5", reports), AllOf(HasSubstr("signal processing"), isNotOfMemory));
  EXPECT_THAT(answer("Failed to run DSP process (-1002)", reports), HasSubstr("found no memory"));
  EXPECT_THAT(answer("Global variables use 30000 bytes (11%) of dynamic memory, leaving 232144 bytes", reports),
              AllOf(HasSubstr("This fits"), isNotOfMemory));
  EXPECT_THAT(answer("Global variables use 300000 bytes (114%) of dynamic memory", reports),
              AllOf(HasSubstr("This model needs an arena of"), Not(HasSubstr("larger than that by 300,000"))));
  EXPECT_THAT(answer("Sketch uses 1500000 bytes (114%) of program storage space. Maximum is 1310720 bytes.", reports),
              AllOf(HasSubstr("114 % of the board's flash"), HasSubstr("Register only the model's operators")));
  EXPECT_THAT(answer("section `.data' can't be allocated in segment 0", reports),
              HasSubstr("Not a failure: the linker warns"));
  EXPECT_THAT(answer("RuntimeError: Failed to load network", reports), HasSubstr("no arena size helps"));
  EXPECT_THAT(answer("section `.bss' will not fit in region `RAM'", reports),
              AllOf(HasSubstr("the region RAM"), HasSubstr("This model needs an arena of")));
}

TEST(RefusalsTest, WhatStandsAroundIsAnsweredWithTheModelsNeeds) {
  const auto reports = reportsOf("sine");
  const std::string needs = "This model needs an arena of ";
  for (const char* text :
       {"ERR: failed to allocate tensor arena", "Failed to allocate TFLite arena (error code 1)",
        "run_classifier returned: -6", "Couldn't allocate memory of 81920 bytes",
        "[E][micro_wake_word:032]: Could not allocate the streaming model's tensor arena.",
        "[E][micro_wake_word:061][mww]: Failed to allocate tensors for the streaming model",
        "MemoryError: memory allocation failed, allocating 61942520 bytes", "region `RAM' overflowed by 12345 bytes",
        "region `dram0_0_seg' overflowed by 41976 bytes", "12 bytes lost due to alignment.",
        "CORRUPT HEAP: Bad tail at 0x3ffb1234. Expected 0xbaad5678 got 0x00000000",
        "Guru Meditation Error: Core 1 panic'ed (StoreProhibited). Exception was unhandled.", "Segmentation fault: 11",
        "the program is in faultISR()"})
    EXPECT_THAT(answer(text, reports), HasSubstr(needs)) << text;
  for (const char* text : {"***ERROR*** A stack overflow in task main has been detected.", "USAGE FAULT Stack overflow",
                           "*** stack smashing detected ***: <unknown> terminated"})
    EXPECT_THAT(answer(text, reports), AllOf(HasSubstr("bytes of stack"), HasSubstr("AllocateTensors()"))) << text;
}

} // namespace
} // namespace arenascope::diagnosis
