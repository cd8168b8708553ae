// Reports in an SQLite database: the figures as columns of the table "reports", and the whole as JSON. One has room for
// reports of several targets, kernel sets and boards, and several programs may write to it at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "app/cli/batch_results.h"
#include "core/output/front.h"

struct sqlite3;

namespace arenascope::cli {

class ResultsDatabase final : public BatchResults {
public:
  // Whose rows are looked at; kernels: the full name. The file is made where it is missing, and refused where it is
  // something else.
  static Result<std::unique_ptr<ResultsDatabase>> open(const std::filesystem::path& path,
                                                       const profile::RunConfiguration& configuration);

  bool has(const std::string& model) const override { return models_.contains(model); }
  std::optional<Error> add(const profile::Report& report) override;
  // What its rows say, for the front.
  Result<profile::Candidates> candidates() const;

private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  ResultsDatabase(const std::filesystem::path& path, const profile::RunConfiguration& configuration)
      : path_(path), configuration_(configuration) {}

  std::optional<Error> prepare();
  std::optional<Error> readModels();
  Error wrong(const std::string& what) const;

  std::filesystem::path path_;
  profile::RunConfiguration configuration_;
  std::unique_ptr<sqlite3, Close> database_;
  std::set<std::string> models_;
};

} // namespace arenascope::cli
