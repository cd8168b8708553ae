// Reports in an SQLite database: figures as columns of the table "reports", and the whole report as JSON. It has a row
// per model and settings, and several processes may write to it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/cli/results/batch_results.h"
#include "core/optimization/pareto_front.h"

struct sqlite3;

namespace arenascope::cli {

class ResultsDatabase final : public BatchResults {
public:
  // configuration, settings (service::settingsKey): select rows; kernels: the full name. Creates the file if missing,
  // and refuses other files.
  static Result<std::unique_ptr<ResultsDatabase>>
  open(const std::filesystem::path& path, const report::RunConfiguration& configuration, const std::string& settings);

  std::optional<Error> add(const report::Report& report, const std::string& contents) override;
  // From all rows, for the Pareto front.
  Result<optimization::Candidates> candidates() const;

private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  ResultsDatabase(const std::filesystem::path& path, const report::RunConfiguration& configuration,
                  const std::string& settings)
      : path_(path), configuration_(configuration), settings_(settings) {}

  std::optional<Error> prepare();
  std::optional<Error> setUp();
  std::optional<Error> readEarlier();
  Error wrong(const std::string& what) const;

  std::filesystem::path path_;
  report::RunConfiguration configuration_;
  std::string settings_;
  std::unique_ptr<sqlite3, Close> database_;
};

} // namespace arenascope::cli
