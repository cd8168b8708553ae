#include "app/cli/commands/subcommands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/run_options.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "service/store/result_cache.h"

namespace arenascope::cli {

namespace {

int runCache(bool clear) {
  const auto cache = service::userCache();
  if (cache == nullptr) return complain({Stage::kCache, "there is no cache: neither XDG_CACHE_HOME nor HOME is set"});
  std::string text;
  if (clear) {
    text = fmt::format("{} results deleted from {}\n", cache->clear(), cache->folder().c_str());
  } else {
    const service::ResultCache::Usage usage = cache->usage();
    text = fmt::format("{} cached results, {} of at most {}, in {}\n", usage.entries, humanBytes(usage.bytes),
                       humanBytes(cache->limitBytes()), cache->folder().c_str());
  }
  return printed(text);
}

} // namespace

void addCacheCommand(CLI::App& app, int* status) {
  auto clear = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("cache", "Show the number and the folder of cached results");
  command->add_flag("--clear", *clear, "Delete all cached results");
  command->callback([clear, status] { *status = runCache(*clear); });
}

} // namespace arenascope::cli
