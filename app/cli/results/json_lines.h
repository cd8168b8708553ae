// A file of JSON Lines that grows by one report at a time, and is gone on with after it was stopped.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "app/cli/results/batch_results.h"

namespace arenascope::cli {

class JsonLines final : public BatchResults {
public:
  // settings: what the models are run with (session::settingsKey). Standard output ("-"), devices and pipes are written
  // to, and nothing is known of them. A file that exists must hold nothing but reports with these settings: it is not
  // touched before that is known, and then only the rest of a line that was cut off at its end goes. It is locked:
  // another batch that writes into it meanwhile is refused.
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
  bool kept_ = false; // in a file that can be gone on with
  std::unique_ptr<std::FILE, Close> file_;
};

} // namespace arenascope::cli
