// `arenascope plan` as a user runs it.
#include "app/cli/commands/subcommands.h"
#include <fmt/format.h>

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/optimization/shared_plan.h"
#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class PlanCommandTest : public test::ProgramTest {
protected:
  std::string wasteful() const { return written("wasteful.tflite", test::greedilyPlannedBadlyModel()); }

  json planOf(const std::string& arguments) {
    EXPECT_EQ(run("plan " + arguments + " --json -"), 0) << err_;
    return json::parse(out_, nullptr, false);
  }
};

TEST_F(PlanCommandTest, WritesAModelThatProfileFindsAsPromised) {
  for (const char* kernels : {"reference", "cmsis-nn"}) {
    SCOPED_TRACE(kernels);
    const std::string with = std::string(" --kernels ") + kernels;
    const json plan = planOf(wasteful() + with + " --write '" + file("planned.tflite") + "' --header '" +
                             file("plan.h") + "' --resolver '" + file("plan_ops.h") + "'");
    EXPECT_EQ(plan.at("schema"), "arenascope.plan.1");
    EXPECT_TRUE(plan.at("proven_optimal"));
    EXPECT_TRUE(plan.at("outputs_identical"));
    EXPECT_EQ(plan.at("lower_bound_bytes"), 2816);
    EXPECT_EQ(plan.at("bytes"), 2816);
    EXPECT_EQ(plan.at("greedy_bytes"), 3840);
    EXPECT_EQ(plan["before"]["head_bytes"], plan["greedy_bytes"]);
    EXPECT_FALSE(plan.contains("seconds"));
    const std::string header = test::readText(file("plan.h"));
    EXPECT_THAT(header, HasSubstr("kHeadBytes = " + plan["bytes"].dump()));
    EXPECT_THAT(header, HasSubstr("// Model planned.tflite, SHA-256 ")) << "of what is written, not of what it was";
    EXPECT_THAT(header, HasSubstr("kTensorArenaSize = " + plan["after"]["recommended_bytes"].dump() + ";"));
    EXPECT_THAT(test::readText(file("plan_ops.h")), HasSubstr("// Operators that planned.tflite needs"));

    ASSERT_EQ(run("profile '" + file("planned.tflite") + "'" + with + " --json -"), 0) << err_;
    const json profile = json::parse(out_);
    EXPECT_EQ(profile.at("arena"), plan.at("after"));
    EXPECT_EQ(profile.at("planned_buffers"), plan.at("buffers"));

    // What is planned already is planned again from the start, and does not grow.
    const json again =
        planOf("'" + file("planned.tflite") + "'" + with + " --timing --write '" + file("again.tflite") + "'");
    EXPECT_EQ(again.at("greedy_bytes"), plan.at("greedy_bytes"));
    EXPECT_EQ(again.at("bytes"), plan.at("bytes"));
    EXPECT_TRUE(again.contains("seconds"));
    EXPECT_EQ(std::filesystem::file_size(file("again.tflite")), std::filesystem::file_size(file("planned.tflite")));
  }
}

TEST_F(PlanCommandTest, SaysWhatIsGainedAndWhyNoLessIsPossible) {
  ASSERT_EQ(run("plan " + wasteful()), 0);
  EXPECT_THAT(out_, HasSubstr("The plan saves "));
  EXPECT_THAT(out_, HasSubstr("proven optimal"));
  EXPECT_THAT(out_, HasSubstr("their outputs are identical"));
  EXPECT_THAT(out_, HasSubstr("No plan goes below"));
  EXPECT_EQ(err_, "");
  ASSERT_EQ(run("plan " + sample("sine")), 0);
  EXPECT_THAT(out_, HasSubstr("Nothing to gain"));
}

TEST_F(PlanCommandTest, LaysOutputsOverInputs) {
  const std::string model = sample("edge_detector") + " --kernels reference";
  const json plan = planOf(model + " --overlap --write '" + file("over.tflite") + "'");
  EXPECT_LT(plan.at("overlap_bytes"), plan.at("bytes"));
  EXPECT_TRUE(plan.at("outputs_identical"));
  ASSERT_FALSE(plan["overlap"]["pairs"].empty());
  for (const json& pair : plan["overlap"]["pairs"]) EXPECT_GT(pair.at("shared_bytes"), 0);
  EXPECT_FALSE(plan["overlap"]["distances"].empty());
  ASSERT_EQ(run("profile '" + file("over.tflite") + "' --kernels reference --json -"), 0) << err_;
  const json profile = json::parse(out_);
  EXPECT_EQ(profile.at("arena"), plan.at("after"));
  EXPECT_EQ(profile.at("notes").size(), 1U);
  // Planned again without overlap it is what it was, and says nothing of it any more.
  const json apart = planOf("'" + file("over.tflite") + "' --kernels reference --write '" + file("apart.tflite") + "'");
  EXPECT_EQ(apart.at("bytes"), plan["bytes"]);
  ASSERT_EQ(run("profile '" + file("apart.tflite") + "' --kernels reference --json -"), 0) << err_;
  EXPECT_FALSE(json::parse(out_).contains("notes"));

  // With the kernels that the target has by default it is proven for these, by their name.
  planOf(sample("edge_detector") + " --overlap --write '" + file("default.tflite") + "'");
  ASSERT_EQ(run("profile '" + file("default.tflite") + "' --json -"), 0) << err_;
  const json notes = json::parse(out_).at("notes");
  EXPECT_EQ(notes.size(), 1U);
  for (const json& note : notes) EXPECT_THAT(note.get<std::string>(), Not(HasSubstr("may be wrong")));

  ASSERT_EQ(run("plan " + model + " --overlap"), 0);
  EXPECT_THAT(out_, HasSubstr("with overlap"));
  EXPECT_THAT(out_, HasSubstr("bytes shared at operator"));
  ASSERT_EQ(run("profile " + model + " --overlap"), 0);
  EXPECT_THAT(out_, HasSubstr("Bytes that outputs may share with inputs"));
}

TEST_F(PlanCommandTest, OverlapIsRefusedWhereItCannotBeMeasured) {
  EXPECT_NE(run("plan " + sample("edge_detector") + " --target host --overlap"), 0);
  EXPECT_THAT(err_, HasSubstr("the accesses of kernels are unknown for reference on host"));
  EXPECT_NE(run("plan " + sample("edge_detector") + " --planner linear --overlap"), 0);
  EXPECT_THAT(err_, HasSubstr("only the optimal planner"));
}

TEST_F(PlanCommandTest, OtherPlanners) {
  const json greedy = planOf(wasteful() + " --planner greedy");
  EXPECT_EQ(greedy.at("bytes"), greedy.at("greedy_bytes"));
  const json linear = planOf(wasteful() + " --planner linear");
  EXPECT_GT(linear.at("bytes"), linear.at("greedy_bytes"));
  EXPECT_TRUE(linear.at("outputs_identical"));
  EXPECT_THAT(linear.at("result").get<std::string>(), HasSubstr("bytes of arena more"));
}

TEST_F(PlanCommandTest, ReordersOperatorsWhereItIsAllowedTo) {
  const std::string model = written("branches.tflite", test::badlyOrderedModel());
  const json kept = planOf(model);
  EXPECT_EQ(kept.at("order"), "keep");
  EXPECT_EQ(kept.at("bytes"), 4160);
  const json best = planOf(model + " --order best --write '" + file("ordered.tflite") + "'");
  EXPECT_EQ(best.at("bytes"), 1216);
  EXPECT_EQ(best.at("lower_bound_bytes"), 1216);
  EXPECT_TRUE(best.at("outputs_identical"));
  EXPECT_EQ(best.at("operator_order").at(0).size(), 11U);
  ASSERT_EQ(run("profile '" + file("ordered.tflite") + "' --json -"), 0) << err_;
  EXPECT_EQ(json::parse(out_).at("arena"), best.at("after"));
  ASSERT_EQ(run("plan " + model + " --order best"), 0);
  EXPECT_THAT(out_, HasSubstr("no plan in any order of operators saves more"));
  EXPECT_THAT(out_, HasSubstr("of 11 operators have moved"));
  ASSERT_EQ(run("plan " + wasteful() + " --order best"), 0);
  EXPECT_THAT(out_, HasSubstr("The operators keep their order"));
}

TEST_F(PlanCommandTest, OnePlanForSeveralTargetsAndKernelSets) {
  const std::string several = " --target cortex-m4,host --kernels reference,cmsis-nn";
  EXPECT_EQ(run("plan " + wasteful() + several), 1);
  EXPECT_THAT(err_, HasSubstr("cmsis-nn"));
  const json plan = planOf(wasteful() + " --target cortex-m4,cortex-m0plus --kernels reference,cmsis-nn");
  EXPECT_EQ(plan.at("others").size(), 3U);
  for (const json& other : plan.at("others")) {
    EXPECT_EQ(other.at("bytes"), 2816);
    EXPECT_TRUE(other.at("outputs_identical"));
  }
  ASSERT_EQ(run("plan " + wasteful() + " --target cortex-m4,host"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("host, reference kernels"));
  EXPECT_EQ(run("plan " + wasteful() + " --target cortex-m4,nowhere"), 2);
}

TEST_F(PlanCommandTest, ModelsThatShareAnArena) {
  const std::string models = wasteful() + " " + sample("person_detector") + " " + sample("sine");
  const json plan = planOf(models + " --shared --write '" + newFolder("planned") + "'");
  ASSERT_EQ(plan.at("models").size(), 3U);
  for (const char* side : {"before", "after"}) {
    const json& arena = plan.at(side);
    std::uint64_t head = 0;
    std::uint64_t apart = 0;
    for (const json& model : plan.at("models")) {
      head = std::max(head, model.at(side).at("head_bytes").get<std::uint64_t>());
      apart += model.at(side).at("minimum_bytes").get<std::uint64_t>();
    }
    EXPECT_EQ(arena.at("head_bytes"), head);
    EXPECT_EQ(arena.at("apart_bytes"), apart);
    EXPECT_LT(arena.at("minimum_bytes"), apart);
    EXPECT_GE(arena.at("minimum_bytes"), head + arena.at("tail_bytes").get<std::uint64_t>());
    EXPECT_GE(arena.at("split_arenas").at("non_persistent_bytes"), head);
    EXPECT_GE(arena.at("split_arenas").at("persistent_bytes"), arena.at("tail_bytes"));
    EXPECT_EQ(arena.at("construction_order").size(), 3U);
  }
  for (const char* name : {"wasteful", "person_detector", "sine"})
    EXPECT_EQ(run("profile '" + file("planned/" + std::string(name) + ".tflite") + "'"), 0) << err_;
  ASSERT_EQ(run("plan " + models + " --shared"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("3 models that take turns in one arena"));
  EXPECT_THAT(out_, HasSubstr("interpreters created in this order"));
  EXPECT_EQ(run("plan " + models + " --shared --budget 1000"), 3);

  EXPECT_EQ(run("plan " + models), 2);
  EXPECT_THAT(err_, HasSubstr("--shared"));
  EXPECT_EQ(run("plan --shared " + wasteful()), 2);
  EXPECT_EQ(run("plan --shared " + models + " --target host,cortex-m4"), 2);
  EXPECT_EQ(run("plan --shared " + models + " --write '" + file("nowhere") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("not a folder"));
  EXPECT_EQ(run("plan --shared " + wasteful() + " " + wasteful() + " --write '" + newFolder("twice") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("two models have this name"));
  EXPECT_EQ(run("plan --shared " + wasteful() + " '" + file("gone.tflite") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("gone.tflite: no such file"));
}

TEST_F(PlanCommandTest, TheSameBytesEachTime) {
  const std::string first = planOf(sample("image_classifier")).dump();
  EXPECT_EQ(planOf(sample("image_classifier") + " --no-cache").dump(), first);
}

TEST_F(PlanCommandTest, PlacesBuffersWithinACapacity) {
  const std::string csv = folder_.write("b.csv", std::string("id,lower,upper,size\na,0,2,60\nb,1,4,40\nc,3,6,60\n"));
  ASSERT_EQ(run("plan --buffers '" + csv + "' --capacity 100 --write '" + file("o.csv") + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("3 buffers in 100 bytes, proven optimal"));
  EXPECT_THAT(test::readText(file("o.csv")), HasSubstr("id,lower,upper,size,offset\na,0,2,60,"));
  EXPECT_EQ(run("plan --buffers '" + csv + "' --capacity 99"), 1);
  EXPECT_THAT(err_, HasSubstr("there is none: the lower bound is 100"));
  // The real planner places the later of equal buffers first: c 0 to 48, b to 96, d to 80, a to 112.
  const std::string ties =
      folder_.write("ties.csv", std::string("id,lower,upper,size\na,4,6,32\nb,1,2,48\nc,0,6,48\nd,2,5,32\n"));
  EXPECT_EQ(planOf("--buffers '" + ties + "'").at("greedy_bytes"), 112);
  const json plan = planOf("--buffers '" + csv + "'");
  EXPECT_EQ(plan.at("bytes"), 100);
  EXPECT_EQ(plan.at("buffers").size(), 3U);
}

TEST_F(PlanCommandTest, HardInstancesAreSolved) {
  const auto folder = test::sharedFolder() / "minimalloc";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no instances at " << folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".csv") continue;
    EXPECT_EQ(run("plan --buffers '" + entry.path().string() + "' --capacity 1048576 --time-limit 60"), 0)
        << entry << err_;
  }
}

// What a limit ended says so; what it did not end is the same under any limit, and without one.
TEST_F(PlanCommandTest, ATimeLimitThatEndedItIsSaid) {
  const json plan = planOf(wasteful());
  EXPECT_TRUE(plan.at("complete"));
  EXPECT_FALSE(plan.contains("ended_by"));
  EXPECT_EQ(planOf(wasteful() + " --time-limit 86400"), plan);
  std::string csv = "id,lower,upper,size\n"; // hundreds that touch each other: more than can be known at once
  for (unsigned i = 0, random = 1; i < 300; ++i) {
    random = random * 1664525 + 1013904223;
    const unsigned lower = (random >> 8) % 200;
    csv += fmt::format("b{},{},{},{}\n", i, lower, lower + 1 + (random >> 16) % 40, 16 * (1 + (random >> 24) % 99));
  }
  const std::string buffers = folder_.write("many.csv", csv);
  const json ended = planOf("--buffers '" + buffers + "' --time-limit 0");
  EXPECT_FALSE(ended.at("complete"));
  EXPECT_FALSE(ended.at("proven_optimal"));
  ASSERT_EQ(run("plan --buffers '" + buffers + "' --time-limit 0"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("Not finished: the search was stopped early, as at its time limit. "
                              "A longer --time-limit continues the search."));
}

TEST_F(PlanCommandTest, AWrongTimeLimitIsRefused) {
  for (const char* limit : {"-1", "nan", "NaN", "-nan", "soon", "1e9"})
    for (const char* subcommand : {"plan ", "shrink ", "advise "}) {
      EXPECT_EQ(run(subcommand + sample("sine") + " --time-limit=" + limit), 2) << subcommand << limit;
      EXPECT_THAT(err_, HasSubstr("--time-limit")) << subcommand << limit;
    }
}

TEST_F(PlanCommandTest, WhatIsWrongIsNamed) {
  EXPECT_EQ(run("plan"), 2);
  EXPECT_EQ(run("plan " + sample("sine") + " --buffers x.csv"), 2);
  EXPECT_EQ(run("plan " + sample("sine") + " --capacity 100"), 2);
  EXPECT_EQ(run("plan " + sample("sine") + " --planner best"), 2);
  EXPECT_EQ(run("plan --buffers '" + file("none.csv") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("none.csv"));
  const std::string bad = folder_.write("bad.csv", std::string("id,lower,upper,size\na,0,2,60\nb,1,4,-40\n"));
  EXPECT_EQ(run("plan --buffers '" + bad + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("bad.csv line 3: its size is \"-40\""));
  const std::string twice =
      folder_.write("twice.csv", std::string("id,lower,upper,size,offset\na,0,2,60,0\nb,1,4,40,20\n"));
  EXPECT_EQ(run("plan --buffers '" + twice + "' --time-limit 1"), 1);
  EXPECT_THAT(err_, HasSubstr("the fixed offsets contradict each other"));
  EXPECT_EQ(run("plan " + written("broken.tflite", {1, 2, 3}) + " --json -"), 1);
  EXPECT_EQ(json::parse(out_).at("status"), "failed");
  EXPECT_EQ(run("plan " + sample("sine") + " --write /nowhere/x.tflite"), 1);
  EXPECT_THAT(err_, HasSubstr("/nowhere/x.tflite"));
}

} // namespace
} // namespace arenascope
