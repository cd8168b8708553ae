// Reports in an SQLite database: the figures as columns of the table "reports", and the whole as JSON. One has room for
// reports with any settings, a row for each model with each of them, and several programs may write to it at a time.
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
  // configuration, settings (session::settingsKey): whose rows are looked at; kernels: the full name. The file is made
  // where it is missing, and refused where it is something else.
  static Result<std::unique_ptr<ResultsDatabase>>
  open(const std::filesystem::path& path, const report::RunConfiguration& configuration, const std::string& settings);

  std::optional<Error> add(const report::Report& report, const std::string& contents) override;
  // What its rows say, for the front.
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
