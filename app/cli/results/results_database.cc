#include "app/cli/results/results_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/output/json_writer.h"

namespace arenascope::cli {

namespace {

constexpr int kApplication = 0x4172536C; // "ArSl": application ID in SQLite's header
constexpr int kLayout = 2;               // version of the table; 1 lacked the settings
constexpr int kBusyTimeout = 60'000;     // ms to wait for another writer

constexpr const char* kTable = R"(CREATE TABLE IF NOT EXISTS reports (
  model TEXT NOT NULL, target TEXT NOT NULL, kernels TEXT NOT NULL, tflm TEXT NOT NULL, board TEXT NOT NULL,
  sha256 TEXT, status TEXT NOT NULL, error TEXT,
  arena_minimum_bytes INTEGER, arena_recommended_bytes INTEGER, arena_used_bytes INTEGER, arena_head_bytes INTEGER,
  arena_tail_bytes INTEGER, minimum_proven INTEGER, cycles INTEGER, instructions INTEGER, stack_bytes INTEGER,
  operators_flash_bytes INTEGER, interpreter_flash_bytes INTEGER, model_bytes INTEGER, weight_bytes INTEGER,
  operators INTEGER, report TEXT NOT NULL, settings TEXT NOT NULL, file TEXT NOT NULL,
  PRIMARY KEY (model, settings)))";

// A statement with its values, bound in order.
class Statement {
public:
  Statement(sqlite3* database, const std::string& text) {
    sqlite3_prepare_v2(database, text.c_str(), static_cast<int>(text.size()), &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(std::optional<std::uint64_t> number) {
    ++bound_; // unbound values are NULL
    if (number) sqlite3_bind_int64(statement_, bound_, static_cast<sqlite3_int64>(*number));
    return *this;
  }
  // SQLITE_ROW, SQLITE_DONE, or an error.
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }
  std::string text(int column) const {
    const unsigned char* text = sqlite3_column_text(statement_, column);
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
  }
  std::optional<std::uint64_t> number(int column) const {
    if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }

private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

std::string boardOf(const report::RunConfiguration& configuration) {
  return configuration.board ? configuration.board->name : "";
}

constexpr const char* kOwnRows = " FROM reports WHERE settings = ?";

} // namespace

void ResultsDatabase::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Error ResultsDatabase::wrong(const std::string& what) const {
  return {Stage::kExport, fmt::format("{} {}: {}", path_.string(), what, sqlite3_errmsg(database_.get()))};
}

Result<std::unique_ptr<ResultsDatabase>> ResultsDatabase::open(const std::filesystem::path& path,
                                                               const report::RunConfiguration& configuration,
                                                               const std::string& settings) {
  std::unique_ptr<ResultsDatabase> results(new ResultsDatabase(path, configuration, settings));
  sqlite3* database = nullptr;
  const int opened = sqlite3_open(path.c_str(), &database);
  results->database_.reset(database);
  if (opened != SQLITE_OK) return results->wrong("cannot be opened");
  if (auto failed = results->prepare()) return *failed;
  if (auto failed = results->readEarlier()) return *failed;
  return results;
}

std::optional<Error> ResultsDatabase::prepare() {
  sqlite3* database = database_.get();
  sqlite3_busy_timeout(database, kBusyTimeout);
  const auto pragma = [&](const char* name) -> std::optional<std::uint64_t> {
    Statement statement(database, fmt::format("PRAGMA {}", name));
    return statement.step() == SQLITE_ROW ? statement.number(0) : std::nullopt;
  };
  // Excludes other processes during set-up.
  if (sqlite3_exec(database, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) != SQLITE_OK)
    return wrong(sqlite3_errcode(database) == SQLITE_NOTADB ? "is not a database: choose another file"
                                                            : "cannot be written");
  const auto application = pragma("application_id");
  const auto tables = pragma("schema_version"); // 0 in a new file
  if (!application || !tables) return wrong("is not a database: choose another file");
  if (*tables > 0 && *application != kApplication)
    return Error{Stage::kExport, path_.string() + " is a database of another program: choose another file"};
  const auto layout = pragma("user_version");
  if (*tables > 0 && layout && *layout < kLayout)
    return Error{Stage::kExport, path_.string() +
                                     " is from an earlier version of this program, which did not store the settings of "
                                     "its reports: it is left unchanged, and sqlite3 can read it; choose another file"};
  if (*tables > 0 && layout != kLayout)
    return Error{Stage::kExport, path_.string() + " is from a later version of this program: choose another file"};
  return setUp();
}

// Completes what prepare() started.
std::optional<Error> ResultsDatabase::setUp() {
  const std::string text =
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}; COMMIT", kApplication, kLayout, kTable);
  if (sqlite3_exec(database_.get(), text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return wrong("cannot be written");
  // Lets writers proceed while others read. Unchanged if another process uses the file.
  sqlite3_exec(database_.get(), "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", nullptr, nullptr, nullptr);
  return std::nullopt;
}

std::optional<Error> ResultsDatabase::readEarlier() {
  Statement statement(database_.get(),
                      std::string("SELECT model, file, status, arena_minimum_bytes, cycles") + kOwnRows);
  statement.bind(settings_);
  int step = 0;
  while ((step = statement.step()) == SQLITE_ROW)
    earlier_[statement.text(0)] = {statement.text(1), statement.text(2) == "ok", statement.number(3),
                                   statement.number(4)};
  return step == SQLITE_DONE ? std::nullopt : std::optional(wrong("cannot be read"));
}

std::optional<Error> ResultsDatabase::add(const report::Report& report, const std::string& contents) {
  Statement statement(database_.get(),
                      "INSERT OR REPLACE INTO reports VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  using Number = std::optional<std::uint64_t>;
  const auto arena = [&](auto member) { return report.arena ? Number(report.arena.value().*member) : Number(); };
  const auto cost = [&](auto member) { return report.cost ? Number(report.cost->total.*member) : Number(); };
  const auto flash = [&](auto member) { return report.flash ? Number(report.flash.value().*member) : Number(); };
  std::string line = output::toJsonLine(report);
  line.pop_back(); // newline
  statement.bind(report.model.path)
      .bind(configuration_.target)
      .bind(configuration_.kernels)
      .bind(configuration_.tflm)
      .bind(boardOf(configuration_))
      .bind(report.model.sha256)
      .bind(std::string(report.ok() ? "ok" : "error"))
      .bind(report.error ? report.error->message : std::string())
      .bind(arena(&report::ArenaFigures::minimum))
      .bind(arena(&report::ArenaFigures::recommended))
      .bind(arena(&report::ArenaFigures::used))
      .bind(arena(&report::ArenaFigures::head))
      .bind(arena(&report::ArenaFigures::tail))
      .bind(report.arena ? Number(report.arena->minimumProven ? 1 : 0) : Number())
      .bind(cost(&run::Cost::cycles))
      .bind(cost(&run::Cost::instructions))
      .bind(report.stack ? Number(report.stack->most()) : Number())
      .bind(flash(&report::FlashReport::needed))
      .bind(flash(&report::FlashReport::interpreter))
      .bind(report.model.bytes)
      .bind(report.model.weightBytes)
      .bind(report.model.operatorCount())
      .bind(line)
      .bind(settings_)
      .bind(contents);
  if (statement.step() != SQLITE_DONE) return wrong("cannot be written");
  return std::nullopt;
}

Result<optimization::Candidates> ResultsDatabase::candidates() const {
  optimization::Candidates all{.target = configuration_.target, .kernels = configuration_.kernels, .models = {}};
  Statement statement(database_.get(),
                      std::string("SELECT model, arena_minimum_bytes, cycles, model_bytes + operators_flash_bytes + "
                                  "interpreter_flash_bytes, status") +
                          kOwnRows + " ORDER BY rowid");
  statement.bind(settings_);
  int step = 0;
  while ((step = statement.step()) == SQLITE_ROW) {
    const auto arena = statement.number(1);
    if (!arena || statement.text(4) != "ok")
      ++all.failed;
    else
      all.models.push_back({statement.text(0), *arena, statement.number(2), statement.number(3)});
  }
  if (step != SQLITE_DONE) return wrong("cannot be read");
  if (all.models.empty() && all.failed == 0)
    return Error{Stage::kUsage, path_.string() + " has no report with these settings: name the settings of its runs"};
  return all;
}

} // namespace arenascope::cli
