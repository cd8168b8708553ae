#include "tests/fuzz/seed_models.h"

#include "core/model/builder/operator_families.h"
#include "tests/operators/operator_case.h"
#include "tests/support/small_models.h"

namespace arenascope::fuzz {

std::vector<Seed> seedModels() {
  std::vector<Seed> seeds;
  for (const auto& family :
       {test::elementwiseCases(), test::movementCases(), test::layerCases(), test::controlCases(), test::customCases()})
    for (const test::OperatorCase& one : family) seeds.push_back({one.op + "_" + one.name, one.model});
  for (const builder::OperatorFamily& family : builder::layerFamilies())
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
      builder::Random random = builder::randomFor(seed);
      const std::string name = std::string(family.op) + "_" + std::to_string(seed);
      seeds.push_back({name, family.make(name, random, builder::Scope::kAlike)});
    }
  seeds.push_back({"two_layers", test::twoLayerModel()});
  seeds.push_back({"offline_plan", test::offlinePlannedModel({0, 16, 48})});
  seeds.push_back({"unsupported_operator", test::unsupportedOperatorModel()});
  return seeds;
}

} // namespace arenascope::fuzz
