// `arenascope batch` with a database, also when the emulator is killed.
#include "app/cli/results/results_database.h"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <chrono>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

using testing::HasSubstr;

class ResultsDatabaseTest : public test::ProgramTest {
protected:
  void SetUp() override { newFolder("models"); }

  void copySamples(const char* sample, int count) {
    for (int i = 0; i < count; ++i)
      std::filesystem::copy(test::sampleModel(sample), file("models/" + std::to_string(i) + ".tflite"));
  }
  int batch(const std::string& more) { return run("batch --sqlite '" + file("r.db") + "' --no-cache " + more); }

  // Rows of the first columns of a query. An error: its table is not there (yet).
  Result<std::vector<std::string>> tryRows(const std::string& query) const {
    sqlite3* database = nullptr;
    std::vector<std::string> found;
    const auto add = [](void* to, int, char** values, char**) {
      static_cast<std::vector<std::string>*>(to)->emplace_back(values[0] == nullptr ? "-" : values[0]);
      return 0;
    };
    const bool succeeded = sqlite3_open(file("r.db").c_str(), &database) == SQLITE_OK &&
                           sqlite3_exec(database, query.c_str(), add, &found, nullptr) == SQLITE_OK;
    const std::string words = sqlite3_errmsg(database);
    sqlite3_close(database);
    if (!succeeded) return Error{Stage::kLoad, words};
    return found;
  }
  std::vector<std::string> rows(const std::string& query) const {
    const auto found = tryRows(query);
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : std::vector<std::string>();
  }
};

TEST_F(ResultsDatabaseTest, RowsSayWhatReportsSay) {
  copySamples("sine", 3);
  std::ofstream(file("models/broken.tflite")) << "no model";
  ASSERT_EQ(batch("'" + file("models") + "'"), 1) << err_;
  EXPECT_THAT(err_, HasSubstr("4 models, 1 failed"));
  EXPECT_EQ(rows("SELECT count(*) FROM reports"), std::vector<std::string>{"4"});
  EXPECT_THAT(rows("SELECT error FROM reports WHERE status = 'error'"), testing::ElementsAre(HasSubstr("broken")));
  for (const std::string& text : rows("SELECT report FROM reports WHERE status = 'ok'")) {
    const auto report = nlohmann::json::parse(text);
    const std::string model = report["model"]["path"].get<std::string>();
    const auto column = [&](const std::string& name) {
      return rows("SELECT " + name + " FROM reports WHERE model = '" + model + "'").at(0);
    };
    EXPECT_EQ(column("arena_minimum_bytes"), report["arena"]["minimum_bytes"].dump());
    EXPECT_EQ(column("arena_used_bytes"), report["arena"]["used_bytes"].dump());
    EXPECT_EQ(column("cycles"), report["cycles"]["total"].dump());
    EXPECT_EQ(column("operators_flash_bytes"), report["resolver"]["flash_bytes"].dump());
    EXPECT_EQ(column("sha256"), report["model"]["sha256"].get<std::string>());
    EXPECT_EQ(column("kernels"), "cmsis-nn");
  }
}

TEST_F(ResultsDatabaseTest, GoesOnWhereItWasForEachTarget) {
  copySamples("sine", 3);
  ASSERT_EQ(batch("--no-invoke '" + file("models/0.tflite") + "'"), 0) << err_;
  ASSERT_EQ(batch("--no-invoke '" + file("models") + "'"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("2 models, 0 failed; 1 already done"));
  ASSERT_EQ(batch("--no-invoke --target cortex-m0plus --kernels reference '" + file("models") + "'"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("3 models, 0 failed\n"));
  EXPECT_EQ(rows("SELECT target || kernels FROM reports GROUP BY target, kernels"),
            (std::vector<std::string>{"cortex-m0plusreference", "cortex-m4cmsis-nn"}));
}

TEST_F(ResultsDatabaseTest, RowsAreOfTheModelAsItIsAndOfTheirSettings) {
  copySamples("sine", 2);
  ASSERT_EQ(batch("'" + file("models") + "' --board nucleo-f446re"), 0) << err_;
  ASSERT_EQ(batch("'" + file("models") + "' --board nucleo-f446re --clock 90"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("2 models, 0 failed\n"));
  ASSERT_EQ(batch("'" + file("models") + "' --board nucleo-f446re --no-invoke"), 0) << err_;
  EXPECT_EQ(rows("SELECT count(*) FROM reports"), std::vector<std::string>{"6"});
  std::filesystem::copy(test::sampleModel("keyword_spotter"), file("models/0.tflite"),
                        std::filesystem::copy_options::overwrite_existing);
  ASSERT_EQ(batch("'" + file("models") + "' --board nucleo-f446re"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("1 model, 0 failed; 1 already done; 1 changed since then"));
  EXPECT_EQ(rows("SELECT count(*) FROM reports"), std::vector<std::string>{"6"});
  EXPECT_EQ(rows("SELECT count(DISTINCT sha256) FROM reports"), std::vector<std::string>{"2"});
  EXPECT_EQ(batch("--summary --board nucleo-f446re --clock 100"), 2);
  EXPECT_THAT(err_, HasSubstr("has no report with these settings"));
}

TEST_F(ResultsDatabaseTest, AnEarlierLayoutKeepsItsRows) {
  copySamples("sine", 1);
  rows("CREATE TABLE reports (model TEXT); INSERT INTO reports VALUES ('mine'); PRAGMA user_version = 1; "
       "PRAGMA application_id = 1098011500");
  EXPECT_EQ(batch("'" + file("models") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("from an earlier version of this program"));
  EXPECT_THAT(err_, HasSubstr("choose another file"));
  EXPECT_EQ(rows("SELECT model FROM reports"), std::vector<std::string>{"mine"});
}

TEST_F(ResultsDatabaseTest, SeveralBatchesWriteAtATime) {
  copySamples("sine", 12);
  const std::string one =
      "'" ARENASCOPE_CLI "' batch --no-cache --no-invoke --sqlite '" + file("r.db") + "' '" + file("models") + "'";
  EXPECT_EQ(shell(one + " & a=$!; " + one + " & b=$!; " + one +
                  " --target cortex-m0plus & c=$!; wait $a && wait $b && "
                  "wait $c"),
            0)
      << err_;
  EXPECT_EQ(rows("SELECT count(*) FROM reports"), std::vector<std::string>{"24"});
}

TEST_F(ResultsDatabaseTest, TheFrontIsThatOfTheLines) {
  std::filesystem::copy(test::sampleModel("sine"), file("models/small.tflite"));
  std::filesystem::copy(test::sampleModel("keyword_spotter"), file("models/large.tflite"));
  ASSERT_EQ(run("batch --summary --json '" + file("r.jsonl") + "' '" + file("models") + "'"), 0) << err_;
  const std::string summary = out_;
  EXPECT_THAT(summary, HasSubstr("of 2 models"));
  ASSERT_EQ(batch("--summary '" + file("models") + "'"), 0) << err_;
  EXPECT_EQ(out_, summary);
  ASSERT_EQ(batch("--summary"), 0) << err_;
  EXPECT_EQ(out_, summary);
}

TEST_F(ResultsDatabaseTest, AnotherFileIsLeftAlone) {
  copySamples("sine", 1);
  for (const char* text : {"these are notes, and no database at all, however long they may be", "my only notes"}) {
    std::ofstream(file("r.db")) << text;
    EXPECT_EQ(batch("'" + file("models") + "'"), 1);
    EXPECT_THAT(err_, HasSubstr("r.db is not a database: choose another file"));
    EXPECT_EQ(test::readText(file("r.db")), text);
  }
  std::filesystem::remove(file("r.db"));
  rows("CREATE TABLE reports (mine TEXT)");
  EXPECT_EQ(batch("'" + file("models") + "'"), 1);
  EXPECT_THAT(err_, HasSubstr("r.db is a database of another program"));
}

TEST_F(ResultsDatabaseTest, AKilledBatchGoesOn) {
  copySamples("person_detector", 12);
  const std::string command =
      "'" ARENASCOPE_CLI "' batch --jobs 1 --no-cache --sqlite '" + file("r.db") + "' '" + file("models") + "'";
  // Killed as soon as it has a row, however slow the machine is.
  const auto first = std::async(std::launch::async, [&] {
    shell(command + " & batch=$!; while [ ! -e '" + file("begun") +
          "' ] && kill -0 $batch; do sleep 0.01; done; "
          "kill -KILL $batch; wait $batch");
  });
  const auto hasRow = [this] {
    if (!std::filesystem::exists(file("r.db"))) return false;
    const auto found = tryRows("SELECT 1 FROM reports LIMIT 1");
    return found && !found->empty();
  };
  while (!hasRow() && first.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
  }
  newFolder("begun");
  first.wait();
  const std::string before = rows("SELECT count(*) FROM reports").at(0);
  ASSERT_EQ(shell(command), 0) << err_;
  EXPECT_EQ(rows("SELECT count(*) FROM reports"), std::vector<std::string>{"12"});
  EXPECT_EQ(rows("SELECT count(DISTINCT model) FROM reports WHERE status = 'ok'"), std::vector<std::string>{"12"});
  EXPECT_THAT(err_, HasSubstr("; " + before + " already done"));
}

// Whatever becomes of the emulator is the line of the model that it ran, and of no other.
// Three kills of at most two runs each: of twelve models some are answered, however slow the machine is.
// A process may be killed while it starts.
TEST_F(ResultsDatabaseTest, AKilledEmulatorIsOneLine) {
  copySamples("person_detector", 12);
  const std::string command =
      "'" ARENASCOPE_CLI "' batch --jobs 2 --no-cache --sqlite '" + file("r.db") + "' '" + file("models") + "'";
  ASSERT_EQ(shell("(exec " + command +
                  ") & batch=$!; kills=0; while [ $kills -lt 3 ] && kill -0 $batch; do sleep 0.1; "
                  "pkill -KILL -P $batch && kills=$((kills + 1)); done; wait $batch"),
            1)
      << err_;
  EXPECT_EQ(rows("SELECT count(*) FROM reports"), std::vector<std::string>{"12"});
  const auto errors = rows("SELECT error FROM reports WHERE status = 'error'");
  EXPECT_FALSE(errors.empty());
  for (const std::string& error : errors) EXPECT_THAT(error, HasSubstr("it ended with signal 9 (Killed)"));
  EXPECT_EQ(rows("SELECT DISTINCT arena_minimum_bytes || ' ' || cycles FROM reports WHERE status = 'ok'").size(), 1U);
}

} // namespace
} // namespace arenascope
