// A file of JSON Lines that grows by one report at a time, and is gone on with after it was stopped.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "app/cli/batch_results.h"

namespace arenascope::cli {

class JsonLines final : public BatchResults {
public:
  // "-" is standard output, of which nothing is known. Of a file that exists, the whole lines stay and what was cut off
  // at its end goes. They must be reports for this target; kernels: empty, or their kernel set too.
  static Result<JsonLines> open(const std::string& path, const std::string& target, const std::string& kernels);

  // Whether there is a line for the model already.
  bool has(const std::string& model) const override { return models_.contains(model); }
  std::optional<Error> add(const profile::Report& report) override;

private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  std::string path_;
  std::set<std::string> models_;
  std::unique_ptr<std::FILE, Close> file_;
};

} // namespace arenascope::cli
