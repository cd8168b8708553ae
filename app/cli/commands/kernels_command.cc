#include "app/cli/commands/subcommands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/base/number_text.h"
#include "emulator/engine/kernel_library.h"

namespace arenascope::cli {

namespace {

using engine::KernelLibrary;

std::string describe(const KernelLibrary& library) {
  std::string text = fmt::format("{}: {}, {}", library.name, library.target, library.library);
  if (!library.missing.empty()) text += "; without " + joined(library.missing);
  return text + "\n";
}

int runAdd(const engine::NewKernelLibrary& wanted) {
  const Result<KernelLibrary> added = engine::addKernelLibrary(wanted);
  if (!added) return complain(added.error());
  const std::string text =
      describe(*added) + fmt::format("Use it with: arenascope profile MODEL --target {0} --kernels {1}\n"
                                     "Check its kernels with: arenascope audit {1}\n",
                                     added->target, added->name);
  return printed(text);
}

int runList() {
  std::string text;
  for (const KernelLibrary& library : engine::kernelLibraries()) text += describe(library);
  if (text.empty())
    text = "No kernel set has been added; `arenascope kernels add NAME --library LIB.a --headers DIR` adds one.\n";
  return printed(text);
}

int runRemove(const std::string& name) {
  if (const auto wrong = engine::removeKernelLibrary(name)) return complain(*wrong);
  return kExitDone;
}

} // namespace

void addKernelsCommand(CLI::App& app, int* status) {
  CLI::App* command =
      app.add_subcommand("kernels", "Add, list and remove your own TensorFlow Lite Micro libraries as kernel sets");
  command->require_subcommand(1);
  auto wanted = std::make_shared<engine::NewKernelLibrary>();
  CLI::App* add =
      command->add_subcommand("add", "Link a library with ArenaScope's test harness and save it under a name");
  add->add_option("NAME", wanted->name, "Name for --kernels")->required();
  uses(add->add_option("--library", wanted->library, "libtensorflow-microlite.a, built for Cortex-M"), FileUse::kRead)
      ->required()
      ->check(CLI::ExistingFile)
      ->type_name("LIB.a");
  add->add_option("--headers", wanted->headers,
                  "Include folders of the library: TensorFlow Lite Micro's, and those of flatbuffers, gemmlowp and ruy "
                  "unless they are below it")
      ->required()
      ->type_name("FOLDER");
  add->add_option("--flags", wanted->flags, "File with the compiler flags of the library, such as -D...")
      ->type_name("FILE");
  add->add_option("--target", wanted->target, "Run it on this processor (default: the one of its object files)")
      ->type_name("NAME");
  add->callback([wanted, status] { *status = runAdd(*wanted); });
  command->add_subcommand("list", "List the added kernel sets")->callback([status] { *status = runList(); });
  auto name = std::make_shared<std::string>();
  CLI::App* remove = command->add_subcommand("remove", "Remove an added kernel set");
  remove->add_option("NAME", *name, "Name of the kernel set")->required();
  remove->callback([name, status] { *status = runRemove(*name); });
}

} // namespace arenascope::cli
