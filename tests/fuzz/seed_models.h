// Where fuzzing begins: one model of every operator and layer that the tests build, and the small samples.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::fuzz {

struct Seed {
  std::string name;
  std::vector<std::uint8_t> bytes;
};

std::vector<Seed> seedModels();

} // namespace arenascope::fuzz
