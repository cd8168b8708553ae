#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands/answer_command.h"
#include "app/cli/commands/subcommands.h"
#include "app/cli/options/exit_status.h"
#include "core/base/file_writer.h"
#include "core/output/evidence_writer.h"
#include "service/calibrate/evidence_runs.h"
#include "service/store/evidence_files.h"

namespace arenascope::cli {

namespace {

constexpr double kSame = 0.005; // relative: rounding in the files

struct EvidenceOptions {
  std::filesystem::path models;
  std::filesystem::path write;
};

// To four digits.
double rounded(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 3);
  return std::round(value / unit) * unit;
}

// Writes the file with today's figures.
std::optional<Error> writeAgain(const std::filesystem::path& folder, const hardware::Evidence& evidence) {
  std::ifstream stream(service::evidenceFolder() / (evidence.name + ".json"));
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(stream);
  for (std::size_t i = 0; i < evidence.figures.size(); ++i) json["figures"][i]["ours"] = evidence.figures[i].ours;
  return writeFile(folder / (evidence.name + ".json"), json.dump(2) + "\n");
}

int measureAgain(const EvidenceOptions& options) {
  int status = kExitDone;
  for (hardware::Evidence evidence : service::allEvidence()) {
    bool changed = false;
    for (hardware::PublishedFigure& figure : evidence.figures) {
      const Result<std::optional<double>> now = service::measured(evidence, figure, options.models);
      if (!now) {
        status = complain(now.error());
        continue;
      }
      if (!*now) continue;
      const bool same = std::abs(**now / figure.ours - 1.0) <= kSame;
      std::cout << fmt::format("{:28} {:28} {:>20} {:>20}{}\n", evidence.title, figure.name,
                               output::figureText(figure.ours, evidence.unit), output::figureText(**now, evidence.unit),
                               same ? "" : "  changed");
      if (same) continue;
      changed = true;
      figure.ours = rounded(**now);
    }
    if (!changed) continue;
    if (options.write.empty())
      status = kExitFailed;
    else if (auto failed = writeAgain(options.write, evidence))
      status = complain(*failed);
  }
  return status;
}

} // namespace

void addEvidenceCommand(CLI::App& app, int* status) {
  AnswerCommand& evidence = addAnswer(app, status, "evidence", service::evidenceAnswer, "Write the figures as JSON");
  const auto again = std::make_shared<EvidenceOptions>();
  const auto markdown = std::make_shared<bool>(false);
  evidence.app->add_flag("--markdown", *markdown, "Print the tables as Markdown");
  CLI::Option* models = evidence.app
                            ->add_option("--models", again->models,
                                         "Run the networks in this folder again, and report figures that have changed")
                            ->check(CLI::ExistingDirectory)
                            ->excludes("--json")
                            ->type_name("FOLDER");
  evidence.app->add_option("--write", again->write, "Write the new figures to files in this folder")
      ->needs(models)
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER");
  evidence.instead = [again, markdown]() -> std::optional<int> {
    if (!again->models.empty()) return measureAgain(*again);
    if (*markdown) return printed(hardware::markdownTables(service::allEvidence()));
    return std::nullopt;
  };
}

} // namespace arenascope::cli
