// `arenascope history` and `history backfill` on a repository of fifteen commits: models that grow, a library's update,
// a budget that is broken, two branches and a force push.
#include "app/cli/commands/subcommands.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "service/history/asking.h"
#include "tests/app/project_repository.h"
#include "tests/support/firmware_builder.h"

namespace arenascope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class HistoryCommandTest : public test::ProjectTest {
protected:
  static constexpr const char* kSpotter = "models/spötter net.tflite";

  void grow(std::int32_t channels, const std::string& subject) {
    put(kSpotter, generator::makeKeywordSpotterOf(channels));
    commit(subject);
  }
  // What the project says of its models.
  void settle(const std::string& espNn, std::uint64_t budget) {
    json spotter = {{"model", kSpotter}, {"target", "cortex-m4"}};
    if (budget > 0) spotter["budget"] = budget;
    json models = {std::move(spotter), {{"model", "models/wake.tflite"}, {"target", "esp32s3"}, {"kernels", espNn}}};
    if (std::filesystem::exists(project() + "/models/sine.tflite"))
      models.push_back({{"model", "models/sine.tflite"}, {"target", "cortex-m4"}});
    put(".arenascope/project.json", json{{"models", std::move(models)}}.dump(1));
  }

  void makeCommits() {
    put("models/wake.tflite", test::depthwiseModel());
    settle("esp-nn@1.3.1", 0);
    grow(4, "1 First models");
    put("README", "A project");
    commit("2 Readme");
    grow(6, "3 Wider");
    put("README", "A better project");
    commit("4 Better readme");
    settle("esp-nn@1.4.1", 0);
    commit("5 Update esp-nn");
    grow(8, "6 Wider again");
    settle("esp-nn@1.4.1", 5'500);
    commit("7 A budget");
    git("checkout -q -b wide");
    grow(16, "8 Very wide");
    put("docs", "wide");
    commit("9 About the wide one");
    git("checkout -q main");
    put("README", "The best project");
    commit("10 Best readme");
    put("models/sine.tflite", generator::makeSine());
    settle("esp-nn@1.4.1", 5'500);
    commit("11 Another model");
    git("merge -q --no-ff -m '12 Merge wide' wide");
    put("docs", "merged");
    commit("13 After the merge");
    grow(5, "14 Small");
    std::filesystem::remove(project() + "/models/sine.tflite");
    settle("esp-nn@1.4.1", 5'500);
    commit("15 One model less");
  }

  json history(const std::string& words = "") {
    EXPECT_EQ(arenascope("history --json - " + words), 0) << err_;
    return json::parse(out_);
  }
  static const json& seriesOf(const json& history, const std::string& model) {
    for (const json& series : history.at("series"))
      if (series.at("model") == model) return series;
    ADD_FAILURE() << model << " has no series";
    return history.at("series").at(0);
  }
  // Subjects of the commits that moved a figure.
  static std::vector<std::string> moversOf(const json& series, const std::string& figure) {
    std::vector<std::string> subjects;
    for (const json& point : series.at("points"))
      for (const json& move : point.at("moves"))
        if (move.at("figure") == figure) subjects.push_back(point.at("subject").get<std::string>());
    return subjects;
  }
  static const json& pointOf(const json& series, const std::string& subject) {
    for (const json& point : series.at("points"))
      if (point.at("subject").get<std::string>().starts_with(subject)) return point;
    ADD_FAILURE() << subject << " has no point";
    return series.at("points").at(0);
  }
  std::string storeText() const { return test::readText(project() + "/.arenascope/history.jsonl"); }

  void expectRightMoves(const json& history) {
    const json& spotter = seriesOf(history, kSpotter);
    EXPECT_THAT(moversOf(spotter, "arena"), ElementsAre(StartsWith("3 Wider"), StartsWith("6 Wider"),
                                                        StartsWith("8 Very"), StartsWith("14 Small")));
    EXPECT_THAT(moversOf(spotter, "cycles"), testing::SizeIs(4));
    const json& wide = pointOf(spotter, "8 Very");
    EXPECT_EQ(wide.at("mainline"), false);
    EXPECT_EQ(wide.at("newly_over_budget"), json::array({"arena"}));
    EXPECT_EQ(wide.at("moves").at(0).at("causes").at(0).at("kind"), "buffer");
    EXPECT_TRUE(pointOf(spotter, "12 Merge").at("newly_over_budget").empty()) << "the branch has broken it";
    const json& wake = seriesOf(history, "models/wake.tflite");
    EXPECT_THAT(moversOf(wake, "arena"), ElementsAre(StartsWith("5 Update")));
    const json& update = pointOf(wake, "5 Update");
    const json& cause = update.at("moves").at(0).at("causes").at(0);
    EXPECT_EQ(cause.at("kind"), "library");
    EXPECT_EQ(cause.at("from"), "esp-nn@1.3.1");
    EXPECT_EQ(cause.at("to"), "esp-nn@1.4.1");
    EXPECT_EQ(update.at("gone_hazards").size(), 1U);
    EXPECT_EQ(seriesOf(history, "models/sine.tflite").at("points").at(0).at("subject").get<std::string>().substr(0, 2),
              "11");
  }

  // What the branch did to the project as it was, and what the last two commits did.
  void expectRightReviews() {
    git("checkout -q wide");
    EXPECT_EQ(arenascope("review --base main~4 --json -"), 3) << err_;
    const json branch = json::parse(out_);
    EXPECT_TRUE(branch.at("base").at("subject").get<std::string>().starts_with("7 A budget")) << "where it began";
    ASSERT_EQ(branch.at("models").size(), 2U);
    const json& wide = branch.at("models").at(0);
    EXPECT_EQ(wide.at("newly_over_budget"), json::array({"arena"}));
    EXPECT_EQ(wide.at("moves").at(0).at("causes").at(0).at("kind"), "buffer");
    EXPECT_EQ(branch.at("models").at(1).at("state"), "untouched");
    git("checkout -q main");
    EXPECT_EQ(arenascope("review --base main~2"), 0) << err_;
    EXPECT_THAT(out_, AllOf(HasSubstr("2 of 3 models changed"), HasSubstr("models/sine.tflite (gone)"),
                            HasSubstr("spötter net.tflite"), Not(HasSubstr("over budget"))));
  }
};

TEST_F(HistoryCommandTest, FifteenCommitsAreMeasuredAndFoundAgain) {
  ASSERT_NO_FATAL_FAILURE(makeCommits());
  put(".git/hooks/post-checkout", "#!/bin/sh\ntouch '" + file("hook ran") + "'\n");
  std::filesystem::permissions(project() + "/.git/hooks/post-checkout", std::filesystem::perms::owner_all);
  ASSERT_EQ(arenascope("history"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("There is no history yet"));
  // A hook that calls us has set variables of another repository.
  ASSERT_EQ(
      inProject("GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere/index '" ARENASCOPE_CLI "' history backfill -n 30 --json -"),
      0)
      << err_;
  EXPECT_EQ(json::parse(out_).at("commits"), 15);
  EXPECT_TRUE(json::parse(out_).at("failed").empty()) << out_;
  EXPECT_FALSE(std::filesystem::exists(file("hook ran")));
  const json first = history();
  expectRightMoves(first);
  expectRightReviews();
  EXPECT_THAT(seriesOf(first, kSpotter).at("points"), testing::SizeIs(15));

  // Figures are those of the model alone.
  ASSERT_EQ(arenascope("profile '" + std::string(kSpotter) + "' --json -"), 0) << err_;
  const json profile = json::parse(out_);
  const json& newest = pointOf(seriesOf(first, kSpotter), "15 ").at("measured");
  EXPECT_EQ(newest.at("figures").at("arena"), profile.at("arena").at("minimum_bytes"));
  EXPECT_EQ(newest.at("figures").at("cycles"), profile.at("cycles").at("total"));
  EXPECT_EQ(newest.at("sha256"), profile.at("model").at("sha256"));

  // Nothing is measured twice.
  const std::string before = storeText();
  ASSERT_EQ(arenascope("history backfill -n 30 --json -"), 0) << err_;
  EXPECT_EQ(json::parse(out_).at("measured"), 0);
  EXPECT_EQ(storeText(), before);

  // The other branch, by itself.
  const json branch = history("--rev wide");
  EXPECT_THAT(moversOf(seriesOf(branch, kSpotter), "arena"), testing::SizeIs(3));
  EXPECT_GT(branch.at("rows_elsewhere"), 0);

  // A force push: all commits have other hashes.
  ASSERT_EQ(inProject("FILTER_BRANCH_SQUELCH_WARNING=1 git -c core.hooksPath=/dev/null filter-branch -f --msg-filter "
                      "'sed s/$/!/' -- main wide"),
            0)
      << err_;
  const json pushed = history();
  expectRightMoves(pushed);
  EXPECT_TRUE(pushed.at("series").at(0).at("points").at(0).contains("measured_at"));
  ASSERT_EQ(arenascope("history backfill -n 30 --json -"), 0) << err_;
  EXPECT_EQ(json::parse(out_).at("measured"), 0) << "the files are the same";
  EXPECT_GT(json::parse(out_).at("reused"), 0);
  EXPECT_THAT(storeText(), StartsWith(before)) << "nothing is lost";
  expectRightMoves(history());
  expectRightReviews();
}

TEST_F(HistoryCommandTest, TextCsvAndPageTellTheSame) {
  grow(4, "One");
  grow(64, "Two");
  ASSERT_EQ(arenascope("history backfill '" + std::string(kSpotter) + "'"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("2 commits: 2 measured"));
  ASSERT_EQ(arenascope("history '" + std::string(kSpotter) + "' --csv rows.csv --html page.html"), 0) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("spötter net.tflite on cortex-m4"), HasSubstr("arena "), HasSubstr("buffer ")));
  const std::string csv = test::readText(project() + "/rows.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_THAT(test::readText(project() + "/page.html"), AllOf(HasSubstr("<polyline"), HasSubstr("2026-11-12")));
  ASSERT_EQ(arenascope("history no.tflite"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("There is no history yet"));
  EXPECT_EQ(arenascope("history --rev nowhere"), 1);
  EXPECT_THAT(err_, HasSubstr("nowhere is not a commit"));
  EXPECT_EQ(arenascope("history --figures weather"), 2);
}

TEST_F(HistoryCommandTest, DamagedLinesAreNamedAndStay) {
  grow(4, "One");
  ASSERT_EQ(arenascope("profile '" + std::string(kSpotter) + "' --record --budget 100000"), 0) << err_;
  const std::string row = storeText();
  EXPECT_THAT(row, HasSubstr("\"budgets\":{\"arena\":100000}"));
  const std::string damaged = "<<<<<<< HEAD\n" + row + "=======\n" + row.substr(0, row.size() / 2);
  put(".arenascope/history.jsonl", damaged);
  json read = history();
  EXPECT_EQ(read.at("damaged_lines").size(), 3U);
  EXPECT_EQ(read.at("damaged_lines").at(0).at("line"), 1);
  EXPECT_EQ(read.at("series").at(0).at("points").size(), 1U);
  ASSERT_EQ(arenascope("profile '" + std::string(kSpotter) + "' --record"), 0) << err_;
  EXPECT_THAT(storeText(), StartsWith(damaged + "\n")) << "a row begins on a line that is new";
  read = history();
  EXPECT_EQ(read.at("damaged_lines").size(), 3U);
  ASSERT_EQ(arenascope("history"), 0);
  EXPECT_THAT(out_, HasSubstr("line 1 of the history file is left out: not JSON"));
}

TEST_F(HistoryCommandTest, ProgramsThatRecordAtOnceLoseNothing) {
  grow(4, "One");
  constexpr std::size_t kPrograms = 6;
  ASSERT_EQ(inProject("for i in 1 2 3 4 5 6; do '" ARENASCOPE_CLI "' profile '" + std::string(kSpotter) +
                      "' --target host --record >/dev/null & done; wait"),
            0)
      << err_;
  std::istringstream lines(storeText());
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows)
    EXPECT_FALSE(json::parse(line, nullptr, false).is_discarded());
  EXPECT_EQ(rows, kPrograms);
}

TEST_F(HistoryCommandTest, AFileThatIsNotCommittedIsMarked) {
  grow(4, "One");
  put(kSpotter, generator::makeKeywordSpotterOf(6));
  ASSERT_EQ(arenascope("profile '" + std::string(kSpotter) + "' --record"), 0) << err_;
  EXPECT_EQ(history().at("series").at(0).at("points").at(0).at("uncommitted"), true);
  commit("Two");
  const json later = history();
  EXPECT_EQ(later.at("series").at(0).at("points").at(0).at("subject"), "Two") << "the same file, committed";
}

TEST_F(HistoryCommandTest, ModelsThatDoNotRunHaveRows) {
  grow(4, "One");
  put(kSpotter, std::string("not a model"));
  commit("Broken");
  grow(4, "Mended");
  ASSERT_EQ(arenascope("history backfill"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("failed: "));
  EXPECT_THAT(storeText(), Not(HasSubstr(folder_.path().string()))) << "a row names no folder of this computer";
  const json read = history();
  EXPECT_THAT(moversOf(read.at("series").at(0), "runs"), ElementsAre("Broken", "Mended"));
}

TEST_F(HistoryCommandTest, WithoutGitThereIsNoHistory) {
  const std::string plain = newFolder("plain");
  std::filesystem::copy(test::sampleModel("sine"), plain + "/sine.tflite");
  const std::string there =
      "cd '" + plain + "' && export GIT_CEILING_DIRECTORIES='" + folder_.path().string() + "' && '";
  EXPECT_EQ(shell(there + ARENASCOPE_CLI + "' profile sine.tflite --target host --record"), 1);
  EXPECT_THAT(err_, HasSubstr("is not in a Git repository"));
  EXPECT_FALSE(std::filesystem::exists(plain + "/.arenascope"));
  EXPECT_EQ(shell(there + ARENASCOPE_CLI + "' history"), 1);
  EXPECT_EQ(shell("cd '" + plain + "' && PATH=/nowhere '" ARENASCOPE_CLI "' history"), 1);
  EXPECT_THAT(err_, HasSubstr("git"));
  put(kSpotter, generator::makeKeywordSpotterOf(4));
  EXPECT_EQ(arenascope("profile '" + std::string(kSpotter) + "' --target host --record"), 1);
  EXPECT_THAT(err_, HasSubstr("there is no commit yet"));
}

// As the window looks for the history of a model that was opened: its folder may come from a stranger.
TEST_F(HistoryCommandTest, ARepositorysSettingsStartNothing) {
  grow(4, "One");
  ASSERT_EQ(arenascope("profile '" + std::string(kSpotter) + "' --target cortex-m4 --record"), 0) << err_;
  report::Report report;
  report.model.path = project() + "/" + kSpotter;
  const std::string lost =
      "o=$(git rev-parse 'HEAD:" + std::string(kSpotter) + "') && rm -f .git/objects/${o%\"${o#??}\"}/${o#??}";
  ASSERT_EQ(inProject(lost), 0) << err_;
  git("config core.repositoryformatversion 1");
  git("config extensions.partialClone origin");
  git("config remote.origin.promisor true");
  git("config protocol.ext.allow always");
  git("config remote.origin.url 'ext::touch " + file("ran") + "'");
  (void)inProject("git cat-file -e 'HEAD:" + std::string(kSpotter) + "'");
  ASSERT_TRUE(std::filesystem::remove(file("ran"))) << "Git does what the settings say";
  EXPECT_FALSE(service::seriesOf(report));
  EXPECT_FALSE(std::filesystem::exists(file("ran")));
}

TEST_F(HistoryCommandTest, ImagesAreBuiltAtEachCommit) {
  test::FirmwareBuilder builder;
  const std::string fast = builder.image({.name = "fast"}).string();
  const std::string slow = builder.image({.name = "slow", .flags = {"-O0"}}).string();
  put("which", "'" + fast + "'");
  put(".gitignore", "app.elf\n");
  commit("One");
  put("which", "'" + slow + "'");
  commit("Two");
  const std::string build = "--build 'eval cp $(cat which) app.elf'";
  ASSERT_EQ(arenascope("history backfill app.elf " + build), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("2 measured"));
  const json read = history();
  EXPECT_THAT(moversOf(read.at("series").at(0), "cycles"), ElementsAre("Two")) << read.dump(1);
  EXPECT_EQ(read.at("series").at(0).at("points").at(0).at("measured").at("image"), true);
  EXPECT_FALSE(std::filesystem::exists(project() + "/app.elf")) << "it is built elsewhere";
  ASSERT_EQ(inProject("git worktree list"), 0);
  EXPECT_EQ(std::count(out_.begin(), out_.end(), '\n'), 1) << out_;
  EXPECT_EQ(arenascope("history backfill app.elf --build 'echo no compiler; false' -n 1 --store other.jsonl"), 1);
  EXPECT_THAT(out_, AllOf(HasSubstr("the build of commit"), HasSubstr("no compiler")));
}

} // namespace
} // namespace arenascope
