// Other revisions of the interpreter, chips whose arena alone is known, and what cannot be asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/interpreter/tflm/revisions.h"
#include "core/report/text/report_text.h"
#include "emulator/client/emulator.h"
#include "service/esphome/esphome.h"
#include "tests/support/report_rules.h"
#include "tests/support/small_models.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using report::Report;
using testing::HasSubstr;

service::ProfileRequest requestOf(const std::filesystem::path& model, const std::string& target,
                                  const std::string& kernels, const std::string& tflm = report::kCurrentTflm) {
  service::ProfileRequest request;
  request.model = model;
  request.target = target;
  request.kernels = kernels;
  request.tflm = tflm;
  return request;
}

Result<Report> profiled(const service::ProfileRequest& request) {
  engine::RunControl control;
  return service::profileModel(request, {}, control);
}

TEST(RevisionsTest, GiveWhatTheRealOnesPrinted) {
  const auto model = test::sharedFolder() / "models/hello_world_int8.tflite";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "there is no " << model;
  const std::pair<const char*, std::uint64_t> printed[] = {
      {"arduino-2021", 548}, {"arduino-2022", 628}, {"2023-06", 660}, {"pico-2024", 660}, {"current", 676}};
  for (const auto& [revision, used] : printed) {
    const auto report = profiled(requestOf(model, "cortex-m4", "reference", revision));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->arena);
    EXPECT_EQ(report->arena->used, used) << revision;
  }
}

// On a chip without vectors esp-nn's portable kernels run: they have cycles, fewer than the reference set's, and fewer
// until 1.2.1, which rounds more shortly. Of chips with vectors the code is not known.
TEST(RevisionsTest, PortableKernelsOfEspNnHaveCycles) {
  const auto model = test::sampleModel("person_detector");
  const auto cyclesOf = [&](const char* kernels) {
    const auto report = profiled(requestOf(model, "esp32c3", kernels));
    EXPECT_TRUE(report && report->cost) << kernels;
    if (!report || !report->cost) return std::uint64_t{0};
    test::expectConsistent(*report);
    EXPECT_FALSE(report->accuracy.compared) << "experimental";
    EXPECT_THAT(report::describeKernels(*report), HasSubstr(kernels[0] == 'e' ? "esp-nn 1." : "the reference ones"));
    return report->cost->total.cycles;
  };
  const std::uint64_t before = cyclesOf("esp-nn@1.2.1");
  EXPECT_EQ(before, cyclesOf("esp-nn@1.1.2"));
  EXPECT_LT(before, cyclesOf("esp-nn@1.2.3"));
  EXPECT_LT(4 * cyclesOf("esp-nn@1.2.3"), 3 * cyclesOf("reference"));
  EXPECT_FALSE(profiled(requestOf(model, "esp32s3", "esp-nn@1.2.3"))->cost);
}

// What real interpreters of these revisions, built with the CMSIS-NN that each was pinned to (GCC 12.2, Cortex-M4),
// made of the sample models: arena_used_bytes() and the smallest arena that works, of each model in this order.
TEST(RevisionsTest, WithCmsisNnTheArenaIsThatOfRealOnes) {
  constexpr const char* kModels[] = {"person_detector", "keyword_spotter", "edge_detector", "autoencoder",
                                     "image_classifier"};
  using Figures = std::pair<std::uint64_t, std::uint64_t>;
  const std::pair<const char*, std::array<Figures, 5>> measured[] = {
      {"arduino-2021", {{{66148, 66208}, {23812, 23840}, {1236, 1840}, {1220, 3120}, {54788, 54848}}}},
      {"2022-01", {{{66292, 66352}, {23924, 23952}, {1316, 1920}, {1300, 3200}, {54916, 54976}}}},
      {"arduino-2022", {{{66324, 66336}, {23956, 23968}, {1348, 2016}, {1412, 3360}, {54948, 54960}}}},
      {"arduino-2023", {{{66308, 66320}, {23940, 23952}, {1332, 2000}, {1412, 3360}, {54932, 54944}}}},
      {"st-2023", {{{66276, 66288}, {22772, 22784}, {1300, 1936}, {1412, 3360}, {54932, 54944}}}},
      {"pico-2023", {{{66276, 66288}, {22772, 22784}, {1300, 1936}, {1412, 3360}, {54932, 54944}}}},
      {"esp-1.3.3", {{{66372, 66384}, {22916, 22928}, {1364, 2000}, {5668, 7600}, {55092, 55104}}}},
      {"esp-1.3.4", {{{66372, 66384}, {22916, 22928}, {1364, 2000}, {5668, 7600}, {55092, 55104}}}},
      {"esp-1.3.7", {{{66372, 66384}, {22916, 22928}, {1364, 2000}, {5668, 7600}, {55092, 55104}}}}};
  for (const auto& [revision, figures] : measured)
    for (std::size_t i = 0; i < figures.size(); ++i) {
      SCOPED_TRACE(std::string(kModels[i]) + " " + revision);
      service::ProfileRequest request = requestOf(test::sampleModel(kModels[i]), "cortex-m4", "cmsis-nn", revision);
      request.invoke = false;
      const auto report = profiled(request);
      ASSERT_TRUE(report) << report.error().message;
      ASSERT_TRUE(report->arena) << report->error->message;
      EXPECT_EQ(report->arena->used, figures[i].first);
      EXPECT_EQ(report->arena->minimum, figures[i].second);
    }
  // These refused filters with a scale for each channel.
  for (const char* revision : {"zephyr-2024", "pico-2024"}) {
    const auto report = profiled(requestOf(test::sampleModel("autoencoder"), "cortex-m4", "cmsis-nn", revision));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->arena) << revision;
    ASSERT_TRUE(report->error) << revision;
    EXPECT_NE(report->error->message.find("refuses a filter with a scale for each channel"), std::string::npos)
        << report->error->message;
  }
}

// What real interpreters with MVE kernels printed, built with GCC 12.2 for a Cortex-M55 and run.
TEST(RevisionsTest, WithVectorsTheArenaIsThatOfRealOnes) {
  const std::pair<const char*, std::uint64_t> printed[] = {
      {"hello_world_int8", 916}, {"person_detect", 82356}, {"v2_okay_nabu", 27748}, {"v2_vad", 14740}};
  for (const auto& [name, used] : printed) {
    const auto model = test::sharedFolder() / "models" / (std::string(name) + ".tflite");
    if (!std::filesystem::exists(model)) GTEST_SKIP() << "there is no " << model;
    for (const char* target : {"cortex-m55", "cortex-m85"}) {
      const auto report = profiled(requestOf(model, target, "cmsis-nn"));
      ASSERT_TRUE(report && report->arena);
      EXPECT_EQ(report->arena->used, used) << name << " on " << target;
      const bool executed = target == std::string("cortex-m55") && client::whyNot(client::qemuWorker()).empty();
      EXPECT_EQ(report->cost.has_value(), executed);
    }
  }
}

// The sums of a layer's rows are in the tail, four bytes a row; outputs are the same with whatever scratch memory.
TEST(RevisionsTest, WithVectorsOrArmsCompilerTheResultsAreTheSame) {
  for (const char* name : {"sine", "keyword_spotter", "edge_detector"}) {
    const auto model = test::sampleModel(name);
    const auto plain = profiled(requestOf(model, "cortex-m4", "cmsis-nn"));
    ASSERT_TRUE(plain && plain->ok());
    for (const auto& [target, kernels] : {std::pair{"cortex-m55", "cmsis-nn"},
                                          {"cortex-m55", "cmsis-nn@armclang"},
                                          {"cortex-m4", "cmsis-nn@armclang"}}) {
      SCOPED_TRACE(std::string(name) + " " + target + " " + kernels);
      const auto report = profiled(requestOf(model, target, kernels));
      ASSERT_TRUE(report) << report.error().message;
      ASSERT_TRUE(report->ok()) << report->error->message;
      test::expectConsistent(*report);
      EXPECT_TRUE(report->arena->minimumProven);
      EXPECT_GE(report->arena->tail, plain->arena->tail);
      EXPECT_NE(report->withoutCycles.empty(), !report->cost.has_value());
      ASSERT_EQ(report->outputs.size(), plain->outputs.size());
      for (std::size_t i = 0; i < plain->outputs.size(); ++i)
        EXPECT_EQ(report->outputs[i].bytes, plain->outputs[i].bytes);
    }
  }
  const auto plain = profiled(requestOf(test::sampleModel("sine"), "cortex-m7", "cmsis-nn"));
  const auto vectors = profiled(requestOf(test::sampleModel("sine"), "cortex-m55", "cmsis-nn"));
  ASSERT_TRUE(plain && vectors);
  std::uint64_t sums = 0;
  for (const model::SubgraphInfo& graph : plain->model.subgraphs)
    for (const model::OperatorInfo& op : graph.operators)
      if (op.name == "FULLY_CONNECTED")
        sums += 4 * static_cast<std::uint64_t>(graph.tensors[static_cast<std::size_t>(op.outputs[0])].shape.back());
  EXPECT_GE(vectors->arena->tail, plain->arena->tail + sums);
}

TEST(RevisionsTest, ArmsCompilerIsRefusedWhereNothingDiffers) {
  const auto report = profiled(requestOf(test::sampleModel("sine"), "cortex-m3", "cmsis-nn@armclang"));
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("has no kernel set cmsis-nn@armclang; it has: cmsis-nn"));
}

// Whatever the revision: what it computes is the same, its minimum is proven, and its parts are its sum.
TEST(RevisionsTest, ComputeTheSame) {
  for (const char* name : {"sine", "keyword_spotter", "edge_detector"})
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      const auto model = test::sampleModel(name);
      const auto current = profiled(requestOf(model, "cortex-m4", kernels));
      ASSERT_TRUE(current && current->ok());
      for (const tflm::Revision& revision : tflm::kRevisions) {
        SCOPED_TRACE(std::string(name) + " " + kernels + " " + revision.name);
        const auto report = profiled(requestOf(model, "cortex-m4", kernels, revision.name));
        const bool refusesScales = revision.date >= tflm::kChannelScalesRefused && revision.date < tflm::kChannelScales;
        if (refusesScales && !report->arena) continue;
        ASSERT_TRUE(report) << report.error().message;
        ASSERT_TRUE(report->ok()) << report->error->message;
        test::expectConsistent(*report);
        EXPECT_TRUE(report->arena->minimumProven);
        if (kernels == std::string("reference")) {
          EXPECT_LE(report->arena->used, current->arena->used);
        }
        const bool isCurrent = &revision == tflm::kRevisions;
        EXPECT_EQ(report->cost.has_value(), isCurrent) << "cycles are those of the current kernels";
        EXPECT_EQ(report->flash.has_value(), isCurrent);
        EXPECT_EQ(report->withoutCycles.empty(), isCurrent);
        ASSERT_EQ(report->outputs.size(), current->outputs.size());
        for (std::size_t i = 0; i < report->outputs.size(); ++i)
          EXPECT_EQ(report->outputs[i].bytes, current->outputs[i].bytes);
      }
    }
}

TEST(RevisionsTest, WhatTheyHaveNotIsSaid) {
  const auto model = test::sampleModel("sine");
  const auto error = [&](const std::string& target, const std::string& kernels, const std::string& tflm) {
    const auto report = profiled(requestOf(model, target, kernels, tflm));
    return report ? std::string("no error") : report.error().message;
  };
  EXPECT_THAT(error("cortex-m4", "reference", "arduino-2050"), HasSubstr("there are: current, esp-1.4.1"));
  EXPECT_THAT(error("cortex-m4", "reference", "2020-12"), HasSubstr("the earliest is of July 2021"));
  EXPECT_THAT(error("cortex-m4", "reference", "2023-13"), HasSubstr("is unknown"));
  EXPECT_THAT(error("cortex-m55", "cmsis-nn", "2023-05"), HasSubstr("whose memory is unknown with vectors"));
  EXPECT_THAT(error("cortex-m4", "cmsis-nn@armclang", "2023-05"), HasSubstr("built by Arm's compiler"));
  EXPECT_THAT(error("esp32s3", "esp-nn", "2023-05"), HasSubstr("from esp-1.3.3 (January 2025) on"));
  EXPECT_THAT(error("esp32s3", "cmsis-nn", "current"), HasSubstr("it has: esp-nn@1.3.1"));
  EXPECT_THAT(error("esp32s3", "esp-nn@9.9.9", "current"), HasSubstr("esp-nn@1.1.2"));
  EXPECT_THAT(error("host", "reference", "2023-05"), HasSubstr("choose an emulated target"));
}

TEST(RevisionsTest, WhatIsNotKnownOfThemIsRefused) {
  const auto model = test::sharedFolder() / "models/trained_lstm_int8.tflite";
  if (!std::filesystem::exists(model)) GTEST_SKIP() << "there is no " << model;
  EXPECT_TRUE(profiled(requestOf(model, "cortex-m4", "reference", "2023-02")));
  const auto before = profiled(requestOf(model, "cortex-m4", "reference", "2023-01"));
  ASSERT_FALSE(before);
  EXPECT_THAT(before.error().message, HasSubstr("had another kernel"));
}

TEST(RevisionsTest, OperatorsThatCameLaterAreNamed) {
  EXPECT_FALSE(tflm::hasOperator(20230905, "AddBatchMatMul"));
  EXPECT_TRUE(tflm::hasOperator(20230906, "AddBatchMatMul"));
  EXPECT_TRUE(tflm::hasOperator(tflm::kFirstDate, "AddConv2D"));
}

// The chips' memory layout, and the portable kernels' results.
TEST(RevisionsTest, ChipsComputeWhatCortexMDoes) {
  for (const char* name : {"keyword_spotter", "autoencoder", "person_detector"}) {
    const auto model = test::sampleModel(name);
    const auto arm = profiled(requestOf(model, "cortex-m4", "reference"));
    ASSERT_TRUE(arm && arm->ok());
    for (const engine::Target& target : engine::targets()) {
      if (target.family != engine::Family::kEspressif && target.family != engine::Family::kRiscV) continue;
      SCOPED_TRACE(std::string(name) + " " + target.name);
      const auto report = profiled(requestOf(model, target.name, ""));
      ASSERT_TRUE(report && report->ok());
      test::expectConsistent(*report);
      EXPECT_EQ(report->cost.has_value(), target.hasCycles);
      EXPECT_FALSE(report->flash) << "its image has code that no interpreter has";
      for (std::size_t i = 0; i < report->outputs.size(); ++i)
        EXPECT_EQ(report->outputs[i].bytes, arm->outputs[i].bytes);
    }
  }
}

TEST(RevisionsTest, EveryInstructionIsCountedOnce) {
  const auto model = test::sampleModel("keyword_spotter");
  const auto imc = profiled(requestOf(model, "esp32c3", "reference"));
  const auto same = profiled(requestOf(model, "riscv32", "reference"));
  ASSERT_TRUE(imc && imc->cost && same && same->cost);
  EXPECT_EQ(imc->cost->total.instructions, same->cost->total.instructions);
  std::uint64_t operators = 0;
  for (const report::OperatorReport& op : imc->operators) operators += op.cost.instructions;
  EXPECT_EQ(operators, imc->cost->kernels.instructions);
  EXPECT_GT(imc->cost->total.cycles, imc->cost->total.instructions);
  EXPECT_LT(imc->cost->total.cycles, 2 * imc->cost->total.instructions);
}

TEST(RevisionsTest, SeparateVariablesLeaveTheArena) {
  service::ProfileRequest request = requestOf(test::sampleModel("sine"), "esp32", "esp-nn", "esp-1.3.3");
  request.resourceVariables = 20;
  const auto inside = profiled(request);
  request.separateVariables = true;
  const auto beside = profiled(request);
  ASSERT_TRUE(inside && inside->arena && beside && beside->arena);
  EXPECT_GE(inside->arena->used, beside->arena->used + 20 * 20);
}

TEST(EsphomeTest, SizesAreByChipAndVersionAndNoneIsSmallerThanItsMinimum) {
  service::BatchControl control(service::esphomeRuns());
  const auto sizes =
      service::esphomeArenas(requestOf(test::sampleModel("keyword_spotter"), "cortex-m4", ""), nullptr, control);
  ASSERT_TRUE(sizes) << sizes.error().message;
  EXPECT_EQ(sizes->front().chip, "ESP32, S2, C3, C6");
  EXPECT_EQ(sizes->front().kernels, "esp-nn 1.1.0 to 1.5.0");
  std::size_t s3 = 0;
  for (const service::ChipArena& size : *sizes) {
    EXPECT_GE(size.bytes, size.minimum);
    s3 += size.chip == "ESP32-S3" ? 1 : 0;
  }
  EXPECT_GT(s3, 1U) << "its versions differ";
}

} // namespace
} // namespace arenascope::service
