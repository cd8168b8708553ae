// Writes the sample models into a folder: arenascope-make-models [FOLDER]
#include <fstream>
#include <iostream>

#include "resources/generator/sample_models.h"

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  for (const auto& model : arenascope::generator::sampleModels()) {
    const std::vector<std::uint8_t> bytes = model.make();
    std::ofstream file(folder + "/" + model.name + ".tflite", std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file) {
      std::cerr << "cannot write " << model.name << ".tflite into " << folder << "\n";
      return 1;
    }
  }
  return 0;
}
