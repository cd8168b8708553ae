// A user's firmware: observed from outside, it gives the same events as our own interpreter.
#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <set>

#include "core/report/ram_band.h"
#include "emulator/elf/image_loader.h"
#include "emulator/elf/ram_contents.h"
#include "service/diagnose/explaining.h"
#include "service/profile/image_engine.h"
#include "service/profile/image_settings.h"
#include "service/profile/profiler.h"
#include "tests/support/firmware_builder.h"
#include "tests/support/report_rules.h"

namespace arenascope {
namespace {

using report::Report;
using test::Flavor;
using testing::HasSubstr;

test::FirmwareBuilder& builder() {
  static test::FirmwareBuilder made;
  return made;
}

Result<Report> profiled(const service::ProfileRequest& request) {
  engine::RunControl control;
  return service::profileModel(request, {}, control);
}

Result<Report> profiled(const std::filesystem::path& image) {
  service::ProfileRequest request;
  request.model = image;
  return profiled(request);
}

std::string errorOf(const Result<Report>& result) {
  return !result ? result.error().message : result->error ? result->error->message : std::string();
}

const Report& ours() {
  static const Report report = test::profileOf(test::sampleModel("sine"), "cortex-m4", "reference");
  return report;
}

// With the inputs that ours had.
service::ProfileRequest likeOurs(const std::filesystem::path& image) {
  service::ProfileRequest request;
  request.model = image;
  for (const report::IoReport& input : ours().inputs) request.inputs.push_back(input.bytes);
  return request;
}

using Row = std::tuple<trace::Section, std::uint64_t, std::uint32_t, std::uint64_t, trace::Phase, int>;

// Without the planner's workspace, which is as large as the arena, and resets, which a report does not show.
std::vector<Row> allocationsOf(const Report& report) {
  std::vector<Row> rows;
  for (const trace::Event& event : report.allocations)
    if (event.kind == trace::EventKind::kAllocation && event.category != trace::Category::kPlannerWorkspace)
      rows.emplace_back(event.section, event.bytes, event.alignment, event.offset, event.position.phase,
                        event.position.op);
  return rows;
}

void expectSamePlanAndOutputs(const Report& report) {
  ASSERT_EQ(report.buffers.size(), ours().buffers.size());
  for (std::size_t i = 0; i < report.buffers.size(); ++i) {
    const report::PlannedBuffer& theirs = report.buffers[i];
    const report::PlannedBuffer& own = ours().buffers[i];
    EXPECT_EQ(std::tuple(theirs.index, theirs.bytes, theirs.firstOp, theirs.lastOp, theirs.offset),
              std::tuple(own.index, own.bytes, own.firstOp, own.lastOp, own.offset));
  }
  ASSERT_EQ(report.operators.size(), ours().operators.size());
  for (std::size_t i = 0; i < report.operators.size(); ++i) {
    ASSERT_EQ(report.operators[i].outputs.size(), 1U);
    EXPECT_EQ(report.operators[i].outputs[0].hash, ours().operators[i].outputs[0].hash) << "operator " << i;
  }
  EXPECT_EQ(report.outputs[0].bytes, ours().outputs[0].bytes);
}

class ImageTest : public testing::TestWithParam<Flavor> {};

TEST_P(ImageTest, ShowsWhatOurCoreShows) {
  const Result<Report> report = profiled(likeOurs(builder().image(GetParam())));
  ASSERT_TRUE(report && !report->error) << errorOf(report);
  const report::ArenaFigures& arena = *report->arena;
  EXPECT_EQ(arena.used, ours().arena->used);
  EXPECT_EQ(arena.head, ours().arena->head);
  EXPECT_EQ(arena.tail, ours().arena->tail);
  EXPECT_EQ(arena.minimum, ours().arena->minimum);
  EXPECT_TRUE(arena.minimumProven) << report->firmware->minimumFoundBy;
  EXPECT_THAT(report->firmware->console, HasSubstr("used 804"));
  EXPECT_EQ(report->firmware->arenaBytes, 2000U);
  EXPECT_EQ(report->firmware->core, "cortex-m4");
  EXPECT_THAT(report->firmware->unusedOperators, testing::ElementsAre("RESHAPE"));
  EXPECT_GT(report->cost->total.cycles, report->cost->kernels.cycles);
  expectSamePlanAndOutputs(*report);
  test::expectConsistent(*report);
  if (GetParam().flags.front() == "-Os") {
    EXPECT_EQ(allocationsOf(*report), allocationsOf(ours()));
    return;
  }
  // Where calls are inlined, blocks that are given out in one block of code are seen as one.
  std::set<std::uint64_t> offsets;
  for (const Row& row : allocationsOf(ours()))
    if (std::get<0>(row) == trace::Section::kTail) offsets.insert(std::get<3>(row));
  for (const Row& row : allocationsOf(*report)) {
    if (std::get<0>(row) != trace::Section::kTail) continue;
    EXPECT_TRUE(offsets.contains(std::get<3>(row))) << std::get<3>(row);
  }
}

INSTANTIATE_TEST_SUITE_P(Flavors, ImageTest,
                         testing::Values(Flavor{.name = "Os"}, Flavor{.name = "Os", .stripped = true},
                                         Flavor{.name = "O2", .flags = {"-O2"}},
                                         Flavor{.name = "O3", .flags = {"-O3"}, .stripped = true},
                                         Flavor{.name = "lto", .flags = {"-O2", "-flto"}},
                                         Flavor{.name = "lto", .flags = {"-O2", "-flto"}, .stripped = true}),
                         [](const auto& flavor) {
                           return flavor.param.name + (flavor.param.stripped ? "Stripped" : "");
                         });

TEST(Image, FlashContentsAreAsGoodAsTheElfFile) {
  const std::filesystem::path image = builder().image({.name = "Os"});
  for (const auto& path : {builder().converted(image, "binary", ".bin"), builder().converted(image, "ihex", ".hex")}) {
    const Result<Report> report = profiled(likeOurs(path));
    ASSERT_TRUE(report && !report->error) << errorOf(report);
    EXPECT_EQ(report->arena->minimum, ours().arena->minimum);
    expectSamePlanAndOutputs(*report);
  }
}

TEST(Image, AnRp2040HasItsBootRomItsDividerAndItsOtherCore) {
  const std::filesystem::path path = builder().uf2();
  const Result<Report> report = profiled(likeOurs(path));
  ASSERT_TRUE(report && !report->error) << errorOf(report);
  EXPECT_EQ(report->firmware->core, "cortex-m0plus");
  // -21 / 2 rounded down is -11; -7 / 2 leaves -1; the other core doubles 20 and 21.
  EXPECT_THAT(report->firmware->console, testing::StartsWith("copied 89 9 40 42 used 804"));
  EXPECT_THAT(report->firmware->notes, testing::Contains(HasSubstr("both cores")));
  EXPECT_EQ(report->arena->minimum, ours().arena->minimum);
  EXPECT_TRUE(report->arena->minimumProven) << report->firmware->minimumFoundBy;
  expectSamePlanAndOutputs(*report);
  test::expectConsistent(*report);

  const test::TemporaryFolder folder;
  std::string bad = test::readText(path);
  bad[512 + 4] ^= 1;
  EXPECT_THAT(errorOf(profiled(folder.write("bad.uf2", bad))), HasSubstr("block 1 is not one of a UF2 file"));
}

TEST(Image, CodeInRamIsWatchedAndCountedAsInFlash) {
  const Result<Report> flash = profiled(likeOurs(builder().image({.name = "Os"})));
  const Result<Report> ram = profiled(likeOurs(builder().image({.name = "ram", .flags = {"-Os", "-DCODE_IN_RAM"}})));
  ASSERT_TRUE(flash && ram && !ram->error) << errorOf(ram);
  EXPECT_TRUE(ram->arena->minimumProven);
  expectSamePlanAndOutputs(*ram);
  test::expectConsistent(*ram);
  for (std::size_t i = 0; i < ram->operators.size(); ++i) {
    const run::Cost& there = ram->operators[i].cost;
    const run::Cost& here = flash->operators[i].cost;
    // The calls between both are longer ones.
    EXPECT_GE(there.instructions, here.instructions);
    EXPECT_NEAR(static_cast<double>(there.instructions) / static_cast<double>(here.instructions), 1.0, 0.15);
    EXPECT_NEAR(static_cast<double>(there.cycles) / static_cast<double>(here.cycles), 1.0, 0.15);
  }
}

TEST(Image, VectorsAreWhereWhoeverStartsItLeavesThem) {
  const Result<Report> report = profiled(builder().image({.name = "vectors", .flags = {"-Os", "-DREADS_VECTORS"}}));
  ASSERT_TRUE(report && !report->error) << errorOf(report);
  EXPECT_THAT(report->firmware->console, testing::StartsWith("vectors used 804"));
}

TEST(Image, OneOfSeveralInterpretersIsChosen) {
  service::ProfileRequest request = likeOurs(builder().image({.name = "two", .flags = {"-Os", "-DTWO_INTERPRETERS"}}));
  const Result<Report> first = profiled(request);
  ASSERT_TRUE(first) << errorOf(first);
  EXPECT_EQ(first->firmware->arenaBytes, 1600U);
  EXPECT_THAT(first->firmware->notes,
              testing::Contains(HasSubstr("another has an arena of 2000 bytes (--interpreter")));
  request.image.boot.interpreter = 2;
  const Result<Report> second = profiled(request);
  ASSERT_TRUE(second && !second->error) << errorOf(second);
  EXPECT_EQ(second->firmware->arenaBytes, 2000U);
  EXPECT_EQ(second->arena->minimum, ours().arena->minimum);
  expectSamePlanAndOutputs(*second);
  request.image.boot.interpreter = 3;
  EXPECT_THAT(errorOf(profiled(request)), HasSubstr("--interpreter asks for interpreter 3"));
}

TEST(Image, AnotherArenaSizeRunsInTheSameCode) {
  service::ProfileRequest request = likeOurs(builder().image({.name = "Os"}));
  request.arenaBytes = 1600;
  const Result<Report> enough = profiled(request);
  ASSERT_TRUE(enough && !enough->error) << errorOf(enough);
  EXPECT_EQ(enough->outputs[0].bytes, ours().outputs[0].bytes);
  request.arenaBytes = 1104;
  EXPECT_THAT(errorOf(profiled(request)), HasSubstr("AllocateTensors() failed"));
}

TEST(Image, ABoardsFlashMakesItWait) {
  service::ProfileRequest request = likeOurs(builder().image({.name = "Os"}));
  const Result<Report> without = profiled(request);
  hardware::Board board;
  board.core = "cortex-m4";
  board.clockMhz = 168;
  board.waitStates = {{200.0, 5}};
  request.board = board;
  const Result<Report> with = profiled(request);
  ASSERT_TRUE(without && with && !with->error) << errorOf(with);
  EXPECT_GT(with->cost->total.cycles, without->cost->total.cycles);
  EXPECT_EQ(with->cost->total.instructions, without->cost->total.instructions);
  EXPECT_EQ(with->arena->minimum, without->arena->minimum);
}

// Each word read costs that many more cycles, in a user's image as in our own firmware.
TEST(Image, RamMakesItWaitForEachWord) {
  for (const std::filesystem::path& model : {builder().image({.name = "Os"}), test::sampleModel("sine")}) {
    service::ProfileRequest request;
    request.model = model;
    request.target = "cortex-m4";
    std::array<run::Cost, 3> costs;
    for (std::uint32_t waits = 0; waits < costs.size(); ++waits) {
      hardware::Board board;
      board.core = "cortex-m4";
      board.clockMhz = 100;
      board.ram = {hardware::MemoryRegion()};
      board.ram.front().bytes = 1 << 20;
      board.ram.front().waitStates = {{.upToMhz = 100, .reads = waits, .writes = 0}};
      request.board = board;
      const Result<Report> report = profiled(request);
      ASSERT_TRUE(report && !report->error) << errorOf(report);
      costs[waits] = report->cost->total;
    }
    EXPECT_GT(costs[1].cycles, costs[0].cycles);
    EXPECT_LT(costs[1].cycles, costs[0].cycles + costs[0].instructions);
    EXPECT_EQ(costs[2].cycles - costs[1].cycles, costs[1].cycles - costs[0].cycles);
    EXPECT_EQ(costs[2].instructions, costs[0].instructions);
  }
}

TEST(Image, ABoardWithAnotherProcessorIsRefused) {
  service::ProfileRequest request;
  request.model = builder().image({.name = "Os"});
  EXPECT_EQ(service::coreOfImage(request.model), "cortex-m4");
  hardware::Board board;
  board.title = "Somebody's board";
  board.core = "cortex-m33";
  request.board = board;
  EXPECT_THAT(errorOf(profiled(request)), HasSubstr("is built for cortex-m4, but Somebody's board has another"));
}

// The message is what TFLM prints where the last of its persistent blocks does not fit.
TEST(Image, ItsOwnInterpreterExplainsWhatADevicePrinted) {
  service::ExplainRequest request;
  request.profile.model = builder().image({.name = "Os"});
  request.text = "Failed to resize buffer. Requested: 64, available 40, missing: 24\n";
  service::BatchControl control(service::explainedRuns());
  const auto explained = service::explainText(request, nullptr, control);
  ASSERT_TRUE(explained) << explained.error().message;
  ASSERT_EQ(explained->reports.size(), 1U);
  EXPECT_TRUE(explained->reports.front().firmware.has_value());
  ASSERT_EQ(explained->explanation.messages.size(), 1U);
  EXPECT_EQ(explained->explanation.messages.front().message.requested, 64U);
}

TEST(Image, AnArenaThatIsTooSmallSaysHowLargeItMustBe) {
  const Result<Report> report = profiled(builder().image({.name = "small", .flags = {"-Os", "-DARENA_BYTES=1008"}}));
  ASSERT_TRUE(report);
  EXPECT_THAT(errorOf(report), HasSubstr("the arena of the image has 1,008 bytes, but the model needs 1,200"));
  EXPECT_THAT(errorOf(report), HasSubstr("AllocateTensors() failed"));
  EXPECT_EQ(report->arena->used, ours().arena->used);
}

TEST(Image, KernelsAreCalledWhereTheApplicationWaits) {
  const Result<Report> report =
      profiled(likeOurs(builder().image({.name = "sensor", .flags = {"-Os", "-DWAITS_FOR_SENSOR"}})));
  ASSERT_TRUE(report && !report->error) << errorOf(report);
  EXPECT_THAT(report->firmware->operatorsFoundBy, HasSubstr("ran no inference"));
  EXPECT_TRUE(report->arena->minimumProven);
  expectSamePlanAndOutputs(*report);
}

TEST(Image, WhoWaitsForEverIsTold) {
  const std::string message =
      errorOf(profiled(builder().image({.name = "waits", .flags = {"-Os", "-DWAITS_FOR_EVER"}})));
  EXPECT_THAT(message, HasSubstr("no TensorFlow Lite Micro interpreter has been constructed"));
  EXPECT_THAT(message, HasSubstr("in main"));
  EXPECT_THAT(message, HasSubstr("0x40020010"));
  EXPECT_THAT(message, HasSubstr("--set"));
}

TEST(Image, AMissingOperatorIsNamedAsTheReason) {
  const std::string message =
      errorOf(profiled(builder().image({.name = "missing", .flags = {"-Os", "-DWITHOUT_OPERATOR"}})));
  EXPECT_THAT(message, HasSubstr("lacks an operator"));
  EXPECT_THAT(message, HasSubstr("AllocateTensors() failed"));
}

TEST(Image, AnotherModelTakesThePlaceOfItsOwn) {
  service::ProfileRequest request;
  request.model = builder().image({.name = "Os"});
  request.image.model = test::sampleModel("sine");
  const Result<Report> same = profiled(request);
  ASSERT_TRUE(same && !same->error) << errorOf(same);
  EXPECT_EQ(same->arena->minimum, ours().arena->minimum);

  request.image.model = test::sampleModel("countdown");
  EXPECT_THAT(errorOf(profiled(request)), HasSubstr("lacks an operator"));
}

TEST(Image, SettingsBesideTheFileAreFollowed) {
  const std::filesystem::path image = builder().folder() / "set.elf";
  std::filesystem::copy(builder().image({.name = "Os"}), image);
  std::ofstream(service::imageSettingsFile(image)) << "# no oscillator here\nskip _ZN12_GLOBAL__N_15printEPKc=0\n";
  const Result<Report> quiet = profiled(image);
  ASSERT_TRUE(quiet && !quiet->error) << errorOf(quiet);
  EXPECT_EQ(quiet->firmware->console, "") << "what prints is left out";

  std::ofstream(service::imageSettingsFile(image)) << "set 0x40021000=1\n\nskipp X\n";
  EXPECT_THAT(errorOf(profiled(image)),
              HasSubstr("set.elf.arenascope, line 3: the settings are entry, skip, set, base"));
  std::ofstream(service::imageSettingsFile(image)) << "skip nowhere\n";
  EXPECT_THAT(errorOf(profiled(image)), HasSubstr("the image has no function nowhere"));
}

TEST(Image, WhatIsNoImageSaysWhatItIs) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(errorOf(profiled("/proc/self/exe")), HasSubstr("is built for a PC"));
  EXPECT_THAT(errorOf(profiled(folder.write("cut.elf", "\x7f"
                                                       "ELF\1\1\1"))),
              HasSubstr("the ELF file is cut off"));
  EXPECT_THAT(errorOf(profiled(folder.write("noise.bin", std::string(5000, '\x81')))),
              HasSubstr("does not start with a vector table"));
  EXPECT_THAT(errorOf(profiled(folder.write("bad.hex", ":0000000"))), HasSubstr("line 1 is not a record"));
  const std::filesystem::path library = builder().library();
  EXPECT_THAT(errorOf(profiled(builder().object())), HasSubstr("is not linked"));
  EXPECT_THAT(errorOf(profiled(library)), HasSubstr("libshaped.a"));
}

TEST(Image, OneWhoseModelHasNoOperatorsIsSized) {
  const test::TemporaryFolder folder;
  const std::filesystem::path model = folder.write("none.tflite", test::modelWithoutOperators());
  const Report own = test::profileOf(model, "cortex-m4", "reference");
  for (const bool stripped : {false, true}) {
    service::ProfileRequest request;
    request.model = builder().image({.name = "none", .stripped = stripped, .model = model});
    request.inputs = {own.inputs[0].bytes};
    const Result<Report> report = profiled(request);
    ASSERT_TRUE(report && !report->error) << errorOf(report);
    EXPECT_EQ(report->arena->used, own.arena->used);
    EXPECT_EQ(report->arena->minimum, own.arena->minimum);
    EXPECT_TRUE(report->arena->minimumProven) << report->firmware->minimumFoundBy;
    ASSERT_EQ(report->outputs.size(), 1U);
    EXPECT_EQ(report->outputs[0].bytes.size(), 40U);
    EXPECT_EQ(report->outputs[0].bytes, report->inputs[0].bytes);
    test::expectConsistent(*report);
  }
}

// Every change of a byte ends in a report that is one, or in a message.
TEST(Image, DamagedImagesEndWell) {
  const std::string good = test::readText(builder().image({.name = "Os"}));
  const test::TemporaryFolder folder;
  service::ProfileRequest request;
  request.limits.instructions = 20'000'000;
  std::uint32_t random = 1;
  int reports = 0;
  int messages = 0;
  for (int i = 0; i < 40; ++i) {
    std::string bad = good;
    for (int n = 0; n < 8; ++n) {
      random = random * 1664525 + 1013904223;
      bad[random % bad.size()] = static_cast<char>(random >> 24);
    }
    if (i % 8 == 0) bad.resize(random % bad.size());
    request.model = folder.write("bad.elf", bad);
    const Result<Report> result = profiled(request);
    if (errorOf(result).empty()) {
      ++reports;
      EXPECT_EQ(result->arena->used, ours().arena->used) << i;
      test::expectConsistent(*result);
    } else {
      ++messages;
      EXPECT_THAT(errorOf(result), testing::AnyOf(HasSubstr("bad.elf"), HasSubstr("0x"), HasSubstr("arena"))) << i;
    }
  }
  EXPECT_GT(reports, 0);
  EXPECT_GT(messages, 0);
}

// The linker is asked: with the largest arena it links, with a little more it does not. A compiler may order variables
// in another way, and so fill some bytes of padding.
TEST(Image, TheLargestArenaThatLinksIsKnown) {
  const auto flavor = [](std::uint64_t arena) {
    return Flavor{.name = "ram" + std::to_string(arena),
                  .flags = {"-Os", "-DARENA_BYTES=" + std::to_string(arena)},
                  .ram = "16K",
                  .stackBytes = 2048};
  };
  service::ProfileRequest request = likeOurs(builder().image(flavor(2000)));
  const Result<Report> report = profiled(request);
  ASSERT_TRUE(report && !report->error) << errorOf(report);
  const auto band = report::ramBand(*report);
  ASSERT_TRUE(band);
  EXPECT_EQ(band->bytes(), 16384U);
  EXPECT_EQ(band->of(report::RamUse::kArena), 2000U);
  EXPECT_EQ(band->stackReserved, 2048U);
  EXPECT_GE(band->stackSeen, report->stack->most()) << "main's own frame lies above";
  EXPECT_LT(band->stackSeen, 2048U);
  EXPECT_EQ(band->arenaNeeded, report->arena->minimum);
  EXPECT_FALSE(band->objects.empty());
  EXPECT_TRUE(builder().links(flavor(band->arenaLargest))) << band->arenaLargest;
  EXPECT_FALSE(builder().links(flavor(band->arenaLargest + 32))) << band->arenaLargest;

  const std::vector<std::pair<std::uint64_t, const char*>> sizes = {
      {1104, "1,104 bytes fail"}, {1600, "1,600 bytes work"}, {65536, "65,536 bytes do not link"}};
  for (const auto& [bytes, words] : sizes) {
    request.arenaBytes = bytes;
    const Result<Report> asked = profiled(request);
    ASSERT_TRUE(asked) << errorOf(asked);
    EXPECT_THAT(describe(*report::ramBand(*asked)).back(), testing::StartsWith(words));
  }
}

TEST(Image, ItsFileHasSectionsAndVariablesOfRam) {
  const std::filesystem::path path = builder().image({.name = "Os"});
  const Result<protocol::ImageFile> file = elf::loadImage(path, {}, {});
  ASSERT_TRUE(file) << file.error().message;
  const auto ram = elf::ramContents(path, *file);
  ASSERT_TRUE(ram);
  EXPECT_THAT(ram->sections, testing::Each(testing::Field(&report::RamPiece::address, testing::Ge(0x20000000U))));
  EXPECT_THAT(ram->sections, testing::Contains(testing::AllOf(testing::Field(&report::RamPiece::name, ".bss"),
                                                              testing::Field(&report::RamPiece::zeroed, true))));
  EXPECT_THAT(ram->objects,
              testing::Contains(testing::AllOf(testing::Field(&report::RamPiece::bytes, 2000U),
                                               testing::Field(&report::RamPiece::name, HasSubstr("arena")))));
  EXPECT_EQ(ram->initialStack, 0x20100000U);
  EXPECT_EQ(ram->marks.at("_stackTop"), 0x20100000U);
  EXPECT_FALSE(elf::ramContents(builder().converted(path, "binary", ".bin"), *file));
}

TEST(Image, WithoutSymbolsItsRamIsKnownBySectionsAndStackPointer) {
  const Result<Report> report = profiled(likeOurs(builder().image({.name = "Os", .stripped = true})));
  ASSERT_TRUE(report && !report->error) << errorOf(report);
  const auto band = report::ramBand(*report);
  ASSERT_TRUE(band);
  EXPECT_EQ(band->bytes(), std::uint64_t{1} << 20);
  EXPECT_EQ(band->endKnownBy, "the initial stack pointer");
  EXPECT_TRUE(band->objects.empty());
  const Result<Report> named = profiled(likeOurs(builder().image({.name = "Os"})));
  ASSERT_TRUE(named && !named->error) << errorOf(named);
  EXPECT_TRUE(report::ramBand(*named)->overStack) << "its script reserves none";
}

service::ProfileRequest watchedRequest(const std::filesystem::path& image) {
  service::ProfileRequest request;
  request.model = image;
  request.guard = true;
  return request;
}

TEST(Image, AccessesOfItsKernelsAreWatched) {
  const Result<Report> report = profiled(watchedRequest(builder().image({.name = "watched", .flags = {"-Os"}})));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->error.has_value()) << report->error->message;
  EXPECT_GT(report->guardedAccesses.value_or(0), 100U);
  EXPECT_EQ(report->watchedOn, "cortex-m4");
  EXPECT_TRUE(report->arena->minimumProven);
}

TEST(Image, WhatAKernelTouchesBesideItsBuffersIsNamed) {
  for (const bool stripped : {false, true}) {
    const Result<Report> report = profiled(watchedRequest(
        builder().image({.name = "greedy", .flags = {"-Os", "-DASKS_TOO_LITTLE"}, .stripped = stripped})));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->error.has_value()) << stripped;
    EXPECT_EQ(report->error->op, 0);
    EXPECT_THAT(report->error->message, HasSubstr("operator 0 (FULLY_CONNECTED) writes "));
    EXPECT_THAT(report->error->message,
                HasSubstr("outside its own buffers: right behind its scratch memory, arena byte "));
  }
}

} // namespace
} // namespace arenascope
