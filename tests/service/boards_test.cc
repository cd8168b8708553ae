#include "core/report/text/report_text.h"
#include "service/store/boards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/interpreter/tflm/revisions.h"
#include "core/output/board_table.h"
#include "core/output/comparison_writer.h"
#include "emulator/runners/firmware.h"
#include "service/profile/board_timing.h"
#include "service/profile/profiler.h"
#include "service/profile/requested_target.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using hardware::Board;
using testing::HasSubstr;

// With a separate configuration folder.
class BoardsTest : public testing::Test {
protected:
  BoardsTest() {
    if (const char* before = std::getenv("XDG_CONFIG_HOME"); before != nullptr) before_ = before;
    setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1);
    std::filesystem::create_directories(folder_.path() / "arenascope" / "boards");
  }
  ~BoardsTest() override {
    if (before_)
      setenv("XDG_CONFIG_HOME", before_->c_str(), 1);
    else
      unsetenv("XDG_CONFIG_HOME");
  }
  // A copy of a board of ours, with some text replaced.
  void add(const std::string& name, const std::string& from, const std::string& what, const std::string& by) const {
    std::string text = test::readText(std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "resources/boards" / from);
    const std::size_t place = text.find(what);
    ASSERT_NE(place, std::string::npos);
    text.replace(place, what.size(), by);
    folder_.write("arenascope/boards/" + name, text);
  }

  test::TemporaryFolder folder_;
  std::optional<std::string> before_;
};

TEST_F(BoardsTest, AllThatShipCanBeReadAndRunOn) {
  std::vector<Error> problems;
  const std::vector<Board> boards = service::loadBoards(problems);
  EXPECT_TRUE(problems.empty()) << problems.front().message;
  EXPECT_GE(boards.size(), 12U);
  for (const Board& board : boards) {
    EXPECT_GT(board.arenaCapacity(), 0U) << board.name;
    EXPECT_LT(board.reservedFlashBytes, board.flashBytes) << board.name;
    EXPECT_TRUE(board.usualTflm.empty() || tflm::findRevision(board.usualTflm) != nullptr) << board.name;
  }
}

// Whoever names a board wants the cycles of what people link there.
TEST_F(BoardsTest, KernelsAreCompiledAsTheUsualLibraryUnlessTheyAreNamed) {
  const auto kernels = [](const char* boardName, const std::string& asked) {
    const Result<Board> board = service::findBoard(boardName);
    return *requestedKernels(*engine::findTarget(board->core), asked, &*board);
  };
  EXPECT_EQ(kernels("arduino-nano-33-ble", ""), "cmsis-nn@Os");
  EXPECT_EQ(kernels("raspberry-pi-pico", ""), "cmsis-nn@O3");
  EXPECT_EQ(kernels("arduino-nano-33-ble", "cmsis-nn"), "cmsis-nn");
  EXPECT_EQ(kernels("nucleo-f446re", ""), "cmsis-nn");
  EXPECT_EQ(kernels("esp32-s3-box", ""), engine::fullKernelsName("esp-nn"));
  EXPECT_EQ(*requestedKernels(*engine::findTarget("cortex-m4"), "", nullptr), "cmsis-nn");

  const test::TemporaryFolder noImages;
  setenv("ARENASCOPE_FIRMWARE_DIR", noImages.path().c_str(), 1);
  EXPECT_EQ(kernels("arduino-nano-33-ble", ""), "cmsis-nn") << "at our level where that image cannot be had";
  unsetenv("ARENASCOPE_FIRMWARE_DIR");
}

// The same board must not silently have other cycles where a package lacks an image.
TEST_F(BoardsTest, AnotherLevelThanTheUsualLibrarysIsSaid) {
  const test::TemporaryFolder fewImages;
  for (const char* ending : {".elf", ".map"})
    std::filesystem::copy_file(
        std::filesystem::path(*runners::findFirmware("cortex-m4", "cmsis-nn")).replace_extension(ending),
        fewImages.path() / ("cortex-m4-cmsis-nn" + std::string(ending)));
  service::ProfileRequest request;
  request.model = test::sampleModel("sine");
  engine::RunControl control;
  const auto on = [&](const char* board) {
    request.board = *findBoard(board);
    request.target = request.board->core;
    return *profileModel(request, {}, control);
  };
  EXPECT_TRUE(on("arduino-nano-33-ble").otherLevel.empty()) << "this build makes that image";
  setenv("ARENASCOPE_FIRMWARE_DIR", fewImages.path().c_str(), 1);
  const report::Report nano = on("arduino-nano-33-ble");
  const report::Report nucleo = on("nucleo-f446re");
  unsetenv("ARENASCOPE_FIRMWARE_DIR");
  ASSERT_TRUE(nano.ok() && nucleo.ok());
  EXPECT_THAT(report::notesOf(nano), testing::ElementsAre(HasSubstr("are those of cmsis-nn, at -O2")));
  EXPECT_TRUE(report::notesOf(nucleo).empty()) << "nothing is usual there";
  EXPECT_THAT(output::boardsText({nano, nucleo}, false), HasSubstr("compiled at -Os, but the firmware image"));
  EXPECT_THAT(output::boardsJson({nano, nucleo}), HasSubstr("are those of cmsis-nn, at -O2"));
  const report::Comparison both = report::compareReports({nano, nucleo});
  EXPECT_THAT(output::toText(both, false), HasSubstr("are those of cmsis-nn, at -O2"));
  EXPECT_THAT(output::toJson(both), HasSubstr("are those of cmsis-nn, at -O2"));
}

TEST_F(BoardsTest, AnUnknownNameListsThoseThatThereAre) {
  const Result<Board> board = service::findBoard("stm32f999");
  ASSERT_FALSE(board);
  EXPECT_THAT(board.error().message, HasSubstr("there is no board stm32f999; there are: arduino-due, "));
  EXPECT_THAT(board.error().message, HasSubstr("raspberry-pi-pico"));
}

TEST_F(BoardsTest, TheUsersOwnComeFirst) {
  add("mine.json", "nucleo-f446re.json", "\"clock_mhz\": 180", "\"clock_mhz\": 84");
  add("nucleo-f446re.json", "nucleo-f446re.json", "\"clock_mhz\": 180", "\"clock_mhz\": 90");
  ASSERT_TRUE(service::findBoard("mine"));
  EXPECT_EQ(service::findBoard("mine")->clockMhz, 84.0);
  EXPECT_EQ(service::findBoard("nucleo-f446re")->clockMhz, 90.0) << "theirs instead of ours of the same name";
}

TEST_F(BoardsTest, AMalformedFileNamesFieldAndFileAndHidesNoOther) {
  add("mine.json", "nucleo-f446re.json", "\"clock_mhz\": 180", "\"clock_mhz\": null");
  add("wrong-core.json", "nucleo-f446re.json", "cortex-m4", "cortex-a53");
  EXPECT_THAT(service::findBoard("mine").error().message, HasSubstr("field \"clock_mhz\" takes a number"));
  EXPECT_THAT(service::findBoard("mine").error().message, HasSubstr("arenascope/boards/mine.json"));
  add("wrong-level.json", "arduino-nano-33-ble.json", "\"-Os\"", "\"-Oz\"");
  EXPECT_THAT(service::findBoard("wrong-level").error().message,
              HasSubstr("field \"usual_library.level\" takes -Os, -O2 or -O3"));
  EXPECT_THAT(service::findBoard("wrong-core").error().message,
              HasSubstr("field \"core\" takes an emulated target, not cortex-a53"));
  std::vector<Error> problems;
  EXPECT_GE(service::loadBoards(problems).size(), 12U);
  EXPECT_EQ(problems.size(), 3U);
}

TEST_F(BoardsTest, ACLibraryThatThereIsNoImageWithIsRefused) {
  add("mine.json", "raspberry-pi-pico.json", "pico-sdk", "glibc");
  add("other.json", "nucleo-f446re.json", "\"clock_mhz\": 180", "\"c_library\": \"pico-sdk\", \"clock_mhz\": 180");
  EXPECT_THAT(service::findBoard("mine").error().message,
              HasSubstr("field \"c_library\" takes pico-sdk for cortex-m0plus, not glibc"));
  EXPECT_THAT(service::findBoard("other").error().message, HasSubstr("takes nothing for cortex-m4, not pico-sdk"));
}

report::Report on(const Board& board) {
  service::ProfileRequest request;
  request.model = test::sampleModel("autoencoder");
  request.board = board;
  engine::RunControl control;
  const Result<report::Report> report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report && report->ok());
  return report ? *report : report::Report();
}

// The same core and code: only the flash makes a difference.
TEST_F(BoardsTest, WaitStatesCostCyclesAndNothingElse) {
  Board board = *findBoard("nucleo-l4r5zi");
  const report::Report slow = on(board);
  EXPECT_EQ(slow.target, "cortex-m4");
  board.clockMhz = 20; // no wait states
  const report::Report fast = on(board);
  const report::Report plain = test::profileOf(test::sampleModel("autoencoder"), "cortex-m4");
  EXPECT_EQ(fast.cost->total.cycles, plain.cost->total.cycles);
  EXPECT_GT(slow.cost->total.cycles, fast.cost->total.cycles);
  EXPECT_EQ(slow.cost->total.instructions, fast.cost->total.instructions);
  EXPECT_EQ(slow.arena->minimum, plain.arena->minimum);
  EXPECT_EQ(slow.outputs.front().bytes, plain.outputs.front().bytes);
  for (const auto& op : slow.operators) {
    std::uint64_t cycles = 0;
    for (const auto& function : op.functions) cycles += function.cost.cycles;
    EXPECT_EQ(cycles, op.cost.cycles) << "waits are accounted to the function that waits";
  }
}

// A fully connected network reads each weight once: at least a wait for every line of them.
TEST_F(BoardsTest, WeightsInFlashAreWaitedFor) {
  Board board = *findBoard("nucleo-l4r5zi");
  const report::Report with = on(board);
  board.flashCache.dataBytes = 1 << 20;
  board.flashCache.codeBytes = 1 << 20;
  const report::Report cached = on(board);
  const std::uint64_t lines = with.model.weightBytes / board.flashLineBytes;
  board.waitStates.clear();
  const report::Report without = on(board);
  EXPECT_GE(cached.cost->total.cycles, without.cost->total.cycles + lines * 5 * 9 / 10);
  EXPECT_GE(with.cost->total.cycles, cached.cost->total.cycles);
}

TEST_F(BoardsTest, AnotherCLibraryTakesOtherTimeForTheSame) {
  Board pico = *findBoard("raspberry-pi-pico");
  for (const char* kernels : {"cmsis-nn", "reference"}) {
    const auto reportFor = [&](const std::string& cLibrary) {
      service::ProfileRequest request;
      request.model = test::sampleModel("person_detector");
      request.kernels = kernels;
      request.board = pico;
      request.board->cLibrary = cLibrary;
      engine::RunControl control;
      return *profileModel(request, {}, control);
    };
    const report::Report sdk = reportFor("pico-sdk");
    const report::Report newlib = reportFor("");
    ASSERT_TRUE(sdk.ok() && newlib.ok()) << kernels;
    EXPECT_EQ(sdk.arena->minimum, newlib.arena->minimum);
    EXPECT_EQ(sdk.outputs.front().bytes, newlib.outputs.front().bytes);
    EXPECT_NE(sdk.cost->total.cycles, newlib.cost->total.cycles);
    if (std::string(kernels) == "cmsis-nn") {
      EXPECT_LT(sdk.cost->total.cycles, newlib.cost->total.cycles * 97 / 100);
    }
  }
}

} // namespace
} // namespace arenascope::service
