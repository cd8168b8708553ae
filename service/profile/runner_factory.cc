#include "service/profile/runner_factory.h"

#include "service/profile/caching_runner.h"
#include "service/profile/engines.h"
#include "service/profile/requested_target.h"

namespace arenascope::service {

namespace {

Result<std::unique_ptr<engine::Runner>> makePlain(const engine::Target& target,
                                                  const report::RunConfiguration& configuration) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const engine::Request request{target, configuration, *variant};
  const engine::Engine* engine = engine::engineFor(engines(), request);
  if (engine == nullptr) return Error{Stage::kTarget, "no engine runs models on " + target.name};
  return engine->runner(request);
}

} // namespace

void preforkRunner(const engine::Target& target) { engine::prefork(engines(), target); }

Result<std::unique_ptr<engine::Runner>> makeRunner(const engine::Target& target,
                                                   const report::RunConfiguration& configuration,
                                                   const std::shared_ptr<ResultCache>& cache) {
  Result<std::unique_ptr<engine::Runner>> made = makePlain(target, configuration);
  if (!made) return made.error();
  const std::string identity = cache == nullptr ? "" : (*made)->identity();
  if (identity.empty()) return made;
  return std::unique_ptr<engine::Runner>(std::make_unique<CachingRunner>(std::move(*made), cache, identity));
}

Result<std::string> runnerIdentity(const engine::Target& target, const report::RunConfiguration& configuration) {
  const Result<std::unique_ptr<engine::Runner>> made = makePlain(target, configuration);
  if (!made) return made.error();
  return (*made)->identity();
}

} // namespace arenascope::service
