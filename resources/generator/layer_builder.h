// Layers of quantized networks on top of ModelBuilder: int8, with a scale for each output channel, random weights from
// a fixed seed, and output scales chosen so that values spread over the 8 bits without saturating.
#pragma once

#include "resources/generator/model_builder.h"

namespace arenascope::generator {

// A tensor of activations with what the next layer needs to know of it.
struct Activations {
  std::int32_t tensor = -1;
  std::vector<std::int32_t> shape;
  float scale = 0.0F;
  std::int32_t zeroPoint = 0;
  float spread = 73.0F; // root mean square of (stored - zeroPoint), estimated; 73: evenly spread over 8 bits
};

struct Window {
  std::int32_t height = 1;
  std::int32_t width = 1;
  std::int32_t stride = 1;
  bool same = true; // padding
};

// Rows and columns around an image.
struct Padding {
  std::int32_t top = 0;
  std::int32_t bottom = 0;
  std::int32_t left = 0;
  std::int32_t right = 0;
};

class LayerBuilder {
public:
  LayerBuilder(const std::string& description, std::uint32_t seed);

  Activations input(const std::vector<std::int32_t>& shape);
  Activations convolution(const Activations& input, std::int32_t channels, const Window& window, bool relu);
  Activations depthwise(const Activations& input, const Window& window);
  Activations pad(const Activations& input, const Padding& around);
  Activations add(const Activations& a, const Activations& b);
  // The mean over the whole image, as a vector for each batch.
  Activations globalAverage(const Activations& input);
  Activations fullyConnected(const Activations& input, std::int32_t units, bool relu);
  Activations softmax(const Activations& input);

  std::vector<std::uint8_t> finish(const Activations& output);

private:
  struct Weights {
    std::int32_t filter = -1;
    std::int32_t bias = -1;
    float outputScale = 0.0F;
  };
  Weights weights(const std::string& name, const std::vector<std::int32_t>& shape, std::int32_t channelDimension,
                  std::int32_t fanIn, const Activations& input);
  Activations activations(const std::string& name, const std::vector<std::int32_t>& shape, float scale,
                          std::int32_t zeroPoint, float spread);
  std::string nextName(const std::string& kind);

  ModelBuilder model_;
  Random random_;
  int layers_ = 0;
  std::int32_t input_ = -1;
};

} // namespace arenascope::generator
