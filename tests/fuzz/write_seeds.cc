// Writes the seed models into a folder: fuzz_write_seeds FOLDER
#include <fstream>
#include <iostream>

#include "tests/fuzz/seed_models.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (const auto& seed : arenascope::fuzz::seedModels()) {
    std::ofstream file(std::string(argv[1]) + "/" + seed.name + ".tflite", std::ios::binary);
    file.write(reinterpret_cast<const char*>(seed.bytes.data()), static_cast<std::streamsize>(seed.bytes.size()));
    if (!file) {
      std::cerr << "cannot write " << seed.name << " into " << argv[1] << "\n";
      return 1;
    }
  }
  return 0;
}
