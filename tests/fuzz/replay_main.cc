// Calls a fuzz target with every file of the folders given, with the seed models where it takes models, and with bytes
// of them changed at random: program FOLDER... (ARENASCOPE_CASES: changes of each, 200 when not set).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/fuzz_target.h"
#ifdef ARENASCOPE_MODEL_SEEDS
#include "tests/fuzz/seed_models.h"
#endif

namespace {

using Bytes = std::vector<std::uint8_t>;

// A copy of exactly that size, so that reading after it is seen.
void call(const Bytes& bytes) {
  const std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), copy.get());
  LLVMFuzzerTestOneInput(copy.get(), bytes.size());
}

std::vector<Bytes> filesOf(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> files;
  for (const auto& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return files;
}

} // namespace

int main(int argc, char** argv) {
  std::vector<Bytes> inputs;
  for (int i = 1; i < argc; ++i)
    for (Bytes& bytes : filesOf(argv[i])) inputs.push_back(std::move(bytes));
#ifdef ARENASCOPE_MODEL_SEEDS
  for (auto& seed : arenascope::fuzz::seedModels()) inputs.push_back(std::move(seed.bytes));
#endif
  if (inputs.empty()) {
    std::cerr << "no inputs to replay\n";
    return 1;
  }
  const char* cases = std::getenv("ARENASCOPE_CASES");
  const int changes = cases == nullptr ? 200 : std::atoi(cases);
  std::minstd_rand random(1);
  for (const Bytes& input : inputs) {
    call(input);
    for (int i = 0; i < changes && !input.empty(); ++i) {
      Bytes changed = input;
      for (int n = 0; n < 1 + i % 4; ++n) changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
      call(changed);
    }
  }
  std::cout << inputs.size() << " inputs, " << inputs.size() * static_cast<std::size_t>(changes) << " changed ones\n";
  return 0;
}
