#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "core/devtree/checkout.h"
#include "emulator/client/worker_kind.h"
#include "emulator/protocol/descriptors.h"
#include "emulator/qemu/board.h"

namespace arenascope::client {

namespace {

constexpr const char* kQemu = "qemu-system-arm";

std::filesystem::path pluginFile() { return devtree::partFile("arenascope-qemu.so", "emulator"); }

// Empty where it is nowhere.
std::filesystem::path findQemu() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::filesystem::path found = std::filesystem::path(folder) / kQemu; access(found.c_str(), X_OK) == 0)
      return found;
  return {};
}

// It gets its memory from the file that it inherits, nothing that it could reach anything else by, and its processor
// begins where it waits for the first run.
std::vector<std::string> qemuCommand() {
  return {findQemu().string(),
          "-machine",
          "mps3-an547,memory-backend=memory",
          "-object",
          fmt::format("memory-backend-file,id=memory,size=2G,mem-path=/proc/self/fd/{},share=on",
                      protocol::kMemoryDescriptor),
          "-device",
          fmt::format("loader,addr={:#x},cpu-num=0", qemu::kStart),
          "-plugin",
          "file=" + pluginFile().string(),
          "-sandbox",
          "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny",
          "-no-user-config",
          "-nodefaults",
          "-display",
          "none"};
}

std::string qemuLacks() {
  std::error_code code;
  if (!std::filesystem::exists(pluginFile(), code)) return "this build has no QEMU plugin";
  if (findQemu().empty()) return std::string(kQemu) + " is not installed (on Debian the package of that name)";
  return {};
}

} // namespace

const WorkerKind& qemuWorker() {
  static constexpr WorkerKind kKind = {.name = "qemu",
                                       .command = qemuCommand,
                                       .lacks = qemuLacks,
                                       .arenaBase = qemu::kArenaBase,
                                       .modelBase = qemu::kModelBase,
                                       .quiet = true, // it warns of devices that are not connected
                                       .endsAfterFailure = true,
                                       .oneWayOfWatching = true};
  return kKind;
}

} // namespace arenascope::client
