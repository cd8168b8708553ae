#include "app/cli/commands/subcommands.h"

#include <fmt/format.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/picture_options.h"
#include "app/cli/options/run_options.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "service/diagnose/doctor.h"

namespace arenascope::cli {

using service::Finding;
using service::Health;

namespace {

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

Finding examinePictures() {
  if (const auto problem = pictureModuleProblem()) return {"pictures", Health::kLimited, problem->message};
  return {"pictures", Health::kWorks, "--html, --png and --svg can be written"};
}

Finding examineWindow() {
  std::error_code code;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", code).parent_path();
  const bool there = std::filesystem::exists(folder / "arenascope-gui", code) ||
                     std::filesystem::exists(folder / "../gui/arenascope-gui", code);
  if (!there)
    return {"window", Health::kLimited,
            "arenascope-gui is not beside this program: it has not been built or installed"};
  if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY"))
    return {"window", Health::kLimited, "there is no display here (DISPLAY and WAYLAND_DISPLAY are not set)"};
  return {"window", Health::kWorks, "arenascope-gui and a display are available"};
}

const char* word(Health health) {
  if (health == Health::kWorks) return "ok";
  return health == Health::kLimited ? "limited" : "broken";
}

std::string textOf(const std::vector<Finding>& findings, bool colour) {
  const Style style = terminalStyle(colour);
  std::string text = "ArenaScope " ARENASCOPE_VERSION "\n\n";
  for (const Finding& finding : findings)
    text += fmt::format("  {}{:8}{} {:26} {}\n", finding.health == Health::kWorks ? "" : style.bad,
                        word(finding.health), style.end, finding.part, printable(finding.text));
  return text;
}

std::string jsonOf(const std::vector<Finding>& findings) {
  nlohmann::ordered_json json = {{"schema", "arenascope.doctor.1"}, {"version", ARENASCOPE_VERSION}};
  json["findings"] = nlohmann::ordered_json::array();
  for (const Finding& finding : findings)
    json["findings"].push_back({{"part", finding.part}, {"health", word(finding.health)}, {"text", finding.text}});
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int runDoctor(const std::string& json) {
  std::vector<Finding> findings = service::examine();
  findings.push_back(examinePictures());
  findings.push_back(examineWindow());
  if (auto failed = writeIfAsked(json, [&] { return jsonOf(findings); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return textOf(findings, colour); });
  if (!printed) return complain(cannotPrint());
  const bool broken = std::any_of(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.health == Health::kBroken; });
  return broken ? kExitFailed : kExitDone;
}

} // namespace

void addDoctorCommand(CLI::App& app, int* status) {
  auto json = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("doctor", "Check this machine: targets, cached results, boards, images, window; exit status 1 "
                                   "when a target is broken");
  addJsonOption(*command, *json, "Write the results as JSON");
  command->callback([json, status] { *status = runDoctor(*json); });
}

} // namespace arenascope::cli
