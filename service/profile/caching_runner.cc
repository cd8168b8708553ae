#include "service/profile/caching_runner.h"

#include <fmt/format.h>

#include "core/base/log.h"
#include "service/profile/run_key.h"
#include "service/store/trace_codec.h"

namespace arenascope::service {

using run::RunTrace;

CachingRunner::CachingRunner(std::unique_ptr<engine::Runner> runner, std::shared_ptr<ResultCache> cache,
                             const std::string& identity)
    : runner_(std::move(runner)), cache_(std::move(cache)), identity_(identity) {}

RunTrace CachingRunner::run(const engine::LoadedModel& model, const engine::RunOptions& options,
                            engine::RunControl& control) {
  const std::string key = runKey(identity_, options, " model " + model.info.sha256);
  if (const auto bytes = cache_->find(key)) {
    log::debug([&] { return fmt::format("cache: {}, {} bytes", key, bytes->size()); });
    if (std::optional<RunTrace> trace = decodeTrace(*bytes)) return std::move(*trace);
    log::info([&] { return "cache: " + key + " cannot be read; it is run again"; });
  }
  RunTrace trace = runner_->run(model, options, control);
  // An arena that is too small is a result; other errors may be this computer's, and are soon found again.
  if (!control.cancelled && (!trace.error || trace.lost)) cache_->store(key, encodeTrace(trace));
  return trace;
}

} // namespace arenascope::service
