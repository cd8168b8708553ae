#include "app/cli/commands/evidence_command.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/base/file_writer.h"
#include "core/base/number_text.h"
#include "service/calibrate/evidence_runs.h"
#include "service/store/evidence_files.h"

namespace arenascope::cli {

namespace {

constexpr double kSame = 0.005; // relative: rounding in the files

struct EvidenceOptions {
  bool markdown = false;
  std::filesystem::path models;
  std::filesystem::path write;
};

std::string inUnit(double value, const std::string& unit) {
  constexpr double kWhole = 1'000; // from here on without decimals
  const int digits = unit == "ms" ? 2 : 3;
  return (unit == "ms" || value < kWhole ? fmt::format("{:.{}f}", value, digits)
                                         : grouped(static_cast<std::uint64_t>(std::llround(value)))) +
         " " + unit;
}

std::string textOf(const hardware::Evidence& evidence) {
  std::string text = fmt::format("{} ({})\n", evidence.title, evidence.core);
  if (!evidence.library.empty()) text += "  " + evidence.library + ", ";
  text += (evidence.library.empty() ? "  " : "") + evidence.compiler + "\n  " + evidence.source + "\n";
  for (const hardware::PublishedFigure& figure : evidence.figures)
    text +=
        fmt::format("  {:28} {:>22} here {:>22}  {}\n", figure.name, inUnit(figure.published, evidence.unit),
                    inUnit(figure.ours, evidence.unit), describe(hardware::ErrorRange{figure.error(), figure.error()}));
  for (const hardware::OperatorError& row : evidence.operators)
    text += fmt::format("  {:28} {}\n", row.name, describe(row.range));
  return text + "\n";
}

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
                               inUnit(figure.ours, evidence.unit), inUnit(**now, evidence.unit),
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

int runEvidence(const EvidenceOptions& options) {
  if (!options.models.empty()) return measureAgain(options);
  const auto all = service::allEvidence();
  const bool printed = options.markdown ? print(hardware::markdownTables(all)) : printText([&](bool) {
    std::string text;
    for (const hardware::Evidence& evidence : all) text += textOf(evidence);
    return text;
  });
  return printed ? kExitDone : complain(cannotPrint());
}

} // namespace

void addEvidenceCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<EvidenceOptions>();
  CLI::App* command = app.add_subcommand(
      "evidence",
      "Show the accuracy of cycles: published figures of real boards beside this program's, with their sources");
  command->add_flag("--markdown", options->markdown, "Print the tables as Markdown");
  CLI::Option* models = command
                            ->add_option("--models", options->models,
                                         "Run the networks in this folder again, and report figures that have changed")
                            ->check(CLI::ExistingDirectory)
                            ->type_name("FOLDER");
  command->add_option("--write", options->write, "Write the new figures to files in this folder")
      ->needs(models)
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER");
  command->callback([options, status] { *status = runEvidence(*options); });
}

} // namespace arenascope::cli
