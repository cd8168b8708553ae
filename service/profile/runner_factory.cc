#include "service/profile/runner_factory.h"

#include "emulator/runners/engines.h"
#include "service/profile/caching_runner.h"
#include "service/profile/requested_target.h"

namespace arenascope::service {

namespace {

Result<std::unique_ptr<engine::Runner>> makePlain(const engine::Target& target,
                                                  const report::RunConfiguration& configuration) {
  const Result<tflm::Variant> variant = requestedVariant(target, configuration);
  if (!variant) return variant.error();
  const engine::Request request{target, configuration, *variant};
  const engine::Engine* engine = engine::engineFor(runners::engines(), request);
  if (engine == nullptr) return Error{Stage::kTarget, "nothing here runs models on " + target.name};
  return engine->runner(request);
}

// Empty where nothing may be kept.
std::string identityOf(const engine::Runner& runner) {
  const std::string program = programIdentity();
  const std::string its = program.empty() ? "" : runner.identity();
  return its.empty() ? "" : program + its;
}

} // namespace

void preforkRunner(const engine::Target& target) { engine::prefork(runners::engines(), target); }

Result<std::unique_ptr<engine::Runner>> makeRunner(const engine::Target& target,
                                                   const report::RunConfiguration& configuration,
                                                   const std::shared_ptr<ResultCache>& cache) {
  Result<std::unique_ptr<engine::Runner>> made = makePlain(target, configuration);
  if (!made) return made.error();
  const std::string identity = cache == nullptr ? "" : identityOf(**made);
  if (identity.empty()) return made;
  return std::unique_ptr<engine::Runner>(std::make_unique<CachingRunner>(std::move(*made), cache, identity));
}

Result<std::string> runnerIdentity(const engine::Target& target, const report::RunConfiguration& configuration) {
  const Result<std::unique_ptr<engine::Runner>> made = makePlain(target, configuration);
  if (!made) return made.error();
  return identityOf(**made);
}

} // namespace arenascope::service
