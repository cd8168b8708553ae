#include <filesystem>
#include <system_error>

#include "core/devtree/checkout.h"
#include "emulator/client/worker_kind.h"
#include "emulator/firmware/memory_map.h"

namespace arenascope::client {

namespace {

std::filesystem::path emulatorProgram() { return devtree::partFile("arenascope-emulator", "emulator"); }

std::vector<std::string> unicornCommand() { return {emulatorProgram().string()}; }

std::string unicornLacks() {
  const std::filesystem::path program = emulatorProgram();
  std::error_code code;
  return std::filesystem::exists(program, code) ? "" : program.string() + " is missing: build or install it";
}

} // namespace

const WorkerKind& unicornWorker() {
  static constexpr WorkerKind kKind = {.name = "unicorn",
                                       .command = unicornCommand,
                                       .lacks = unicornLacks,
                                       .arenaBase = firmware::kArenaBase,
                                       .modelBase = firmware::kModelBase};
  return kKind;
}

} // namespace arenascope::client
