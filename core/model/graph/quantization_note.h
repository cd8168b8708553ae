// The note in the metadata of a model that ArenaScope has quantized: a preview of what TensorFlow's converter would
// make. Lines of text in the entry kQuantizationNoteName (core/interpreter/schema/offline_plan_format.h):
//   made by ArenaScope 0.1.0
//   numbers int8
//   inputs 12           (real inputs that its ranges come from; 0: random ones, so that its outputs mean nothing)
//   float 3 SIN the converter or TFLM has no integer form of it
//   output 0 0.021 0.15 2.5 11      (number, mean and largest difference, range of the float outputs, agreements)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::model {

struct QuantizationNote {
  struct InFloat {
    std::int32_t op = 0; // number in the main graph of the float model
    std::string name;
    std::string reason; // of staying in float
  };
  // An output beside the float model's, over all real inputs. In the unit of the output.
  struct Accuracy {
    std::int32_t output = 0;
    double mean = 0;             // difference of an element
    double most = 0;             // the largest one
    double range = 0;            // from the least to the greatest number of the float model
    std::int32_t agreements = 0; // inputs for which the same element is the largest
  };
  std::string numbers; // "int8", "int16x8", "int8-float-io"
  std::int32_t inputs = 0;
  std::vector<InFloat> inFloat;
  std::vector<Accuracy> accuracy; // by output; empty without real inputs

  bool isCalibrated() const { return inputs > 0; }
};

std::string toText(const QuantizationNote& note);
// Unknown lines are ignored.
QuantizationNote parseQuantizationNote(const std::string& text);

} // namespace arenascope::model
