#include "app/cli/reference_tables.h"

#include <fmt/format.h>

#include "app/cli/command_reference.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/use_case_reference.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/written_numbers.h"
#include "core/diagnosis/messages_table.h"
#include "core/report/text/support_tables.h"
#include "service/store/boards.h"

namespace arenascope::cli {

namespace {

constexpr EnvironmentVariable kVariables[] = {
    {"ARENASCOPE_BOARDS_DIR", "folder of boards, instead of the built-in ones"},
    {"ARENASCOPE_FIRMWARE_DIR", "folder of firmware images, instead of the built-in ones"},
    {"ARENASCOPE_KERNELS_DIR", "folder of your own kernel sets (default: `arenascope/kernels` in `XDG_DATA_HOME`)"},
    {"ARENASCOPE_DATA_DIR", "folder of the installation's data (firmware, boards, sample models), if it is not at its "
                            "usual place beside the program"},
    {"ARENASCOPE_PARTS_DIR", "folder of the programs and modules that the program starts and loads, likewise"},
    {"ARENASCOPE_LOG", "level of the log without `-v`: debug, info, warning, error or off"},
    {"NO_COLOR", "if set, text has no colours"},
    {"XDG_CACHE_HOME", "base folder of cached results, which are in `arenascope` (default: `~/.cache`)"},
    {"XDG_CONFIG_HOME", "base folder of your own boards, which are in `arenascope/boards` (default: `~/.config`)"},
    {"XDG_DATA_HOME", "base folder of your own kernel sets (default: `~/.local/share`)"},
};

std::string environmentTable() {
  std::string table = "| variable | meaning |\n| --- | --- |\n";
  for (const EnvironmentVariable& each : kVariables) table += fmt::format("| `{}` | {} |\n", each.name, each.meaning);
  return table;
}

std::string exitStatusTable() {
  std::string table = "| status | meaning |\n| --- | --- |\n";
  for (const ExitMeaning& each : kExitMeanings) table += fmt::format("| {} | {} |\n", each.status, each.meaning);
  return table;
}

std::string limitTable() {
  std::string table = "| limit | default | of |\n| --- | --- | --- |\n";
  for (const LimitName& limit : limitNames()) {
    const std::uint64_t number = Limits().*limit.value;
    const std::string written = scaledText(number);
    const bool scaled = written != std::to_string(number);
    table +=
        fmt::format("| `{}` | {} | {} |\n", limit.name, scaled ? "`" + written + "`" : grouped(number), limit.what);
  }
  return table;
}

std::string boardTable() {
  constexpr std::uint64_t kKib = 1'024;
  std::string table =
      "| `--board` | board | core | clock, MHz | RAM, KiB | flash, KiB |\n| --- | --- | --- | --- | --- | --- |\n";
  std::vector<Error> problems;
  for (const hardware::Board& board : service::loadBoards(problems))
    table += fmt::format("| `{}` | {} | `{}` | {:g} | {} | {} |\n", board.name, board.title, board.core, board.clockMhz,
                         grouped(board.ramBytes() / kKib), grouped(board.flashBytes / kKib));
  return table;
}

struct Table {
  const char* name;
  std::string (*make)(const CLI::App& app);
};
constexpr Table kTables[] = {
    {"commands", [](const CLI::App& app) { return commandReference(app); }},
    {"python", [](const CLI::App&) { return pythonReference(); }},
    {"mcp", [](const CLI::App&) { return mcpReference(); }},
    {"json", [](const CLI::App&) { return jsonReference(); }},
    {"operators", [](const CLI::App&) { return report::operatorsTable(); }},
    {"revisions", [](const CLI::App&) { return report::revisionsTable(); }},
    {"messages", [](const CLI::App&) { return diagnosis::messagesTable(); }},
    {"boards", [](const CLI::App&) { return boardTable(); }},
    {"limits", [](const CLI::App&) { return limitTable(); }},
    {"exit-statuses", [](const CLI::App&) { return exitStatusTable(); }},
    {"environment", [](const CLI::App&) { return environmentTable(); }},
};

} // namespace

std::span<const EnvironmentVariable> environmentVariables() { return kVariables; }

std::vector<std::string> referenceTables() {
  std::vector<std::string> names;
  for (const Table& table : kTables) names.emplace_back(table.name);
  return names;
}

std::string referenceTable(const std::string& name, const CLI::App& app) {
  for (const Table& table : kTables)
    if (name == table.name) return table.make(app);
  return {};
}

} // namespace arenascope::cli
