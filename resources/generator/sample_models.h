// The sample models that come with ArenaScope: real architectures with random weights, the same bytes every time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::generator {

struct SampleModel {
  std::string name; // of the file, without .tflite
  std::vector<std::uint8_t> (*make)();
};

// A depthwise-separable keyword spotter: 49x10 features, 12 words; channels of all its convolutions: 1 to 1024.
std::vector<std::uint8_t> makeKeywordSpotterOf(std::int32_t channels);
std::vector<std::uint8_t> makeKeywordSpotter();
// A small MobileNet-style person detector: 96x96 grey image, 2 classes.
std::vector<std::uint8_t> makePersonDetector();
// A residual image classifier: 32x32 colour image, 10 classes.
std::vector<std::uint8_t> makeImageClassifier();
// A fully connected autoencoder for anomaly detection: 256 features through 8.
std::vector<std::uint8_t> makeAutoencoder();
// Small ones, a few kilobytes each: layers on a number, an image of 8x8, and a loop.
std::vector<std::uint8_t> makeSine();
std::vector<std::uint8_t> makeEdgeDetector();
std::vector<std::uint8_t> makeCountdown();

const std::vector<SampleModel>& sampleModels();

} // namespace arenascope::generator
