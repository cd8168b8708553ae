// A JSON Lines file to which reports are appended, and which a later batch continues.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "app/cli/results/batch_results.h"

namespace arenascope::cli {

class JsonLines final : public BatchResults {
public:
  // settings: of the runs (service::settingsKey). Standard output ("-"), devices and pipes are only written. An
  // existing file must contain only reports with these settings: it is not changed before this is verified, and then
  // only an incomplete last line is removed. The file is locked: a second batch on it is refused.
  static Result<JsonLines> open(const std::string& path, const std::string& settings);

  std::optional<Error> add(const report::Report& report, const std::string& contents) override;

private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  std::optional<Error> goOn();
  std::optional<Error> take(const std::string& text, int number);

  std::string path_;
  std::string settings_;
  bool kept_ = false; // in a file that can be continued
  std::unique_ptr<std::FILE, Close> file_;
};

} // namespace arenascope::cli
