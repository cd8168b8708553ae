#include "core/diagnosis/message_texts.h"

namespace arenascope::diagnosis {

using trace::Category;
using trace::Section;

namespace {

constexpr Look kNothing = {};
constexpr Look kTypes = {.at = LookAt::kTypes};
constexpr Look kHybrids = {.at = LookAt::kHybrids};
constexpr Look kRanks = {.at = LookAt::kRanks};
constexpr Look kShapes = {.at = LookAt::kShapes};
constexpr Look kScales = {.at = LookAt::kScales};
constexpr Look kInputs = {.at = LookAt::kInputs};
constexpr Look kVariables = {.at = LookAt::kVariables};
constexpr Look kInput(int input) { return {.at = LookAt::kInput, .input = input}; }
constexpr Look kIn(Section section) { return {.section = section}; }
constexpr Look kPart(Category category) { return {.category = category}; }

constexpr const char* kConvertTypes =
    "Convert the model again: either full integer quantization (Optimize.DEFAULT with a representative data set and "
    "TFLITE_BUILTINS_INT8), or float32 throughout.";
constexpr const char* kFixBatch =
    "Fix the batch and every size when converting (an input shape without None), so that the converter computes it.";
constexpr const char* kFixShapes = "Check the layer's shapes in the network; then convert it again.";
constexpr const char* kFewerDimensions = "Reshape the data to fewer dimensions before that layer.";
constexpr const char* kOneScale =
    "Convert with converter._experimental_disable_per_channel_quantization_for_dense_layers = True, or use TFLM of "
    "October 2024 or later.";
constexpr const char* kUpdateTflm =
    "Use a current revision of TFLM (or of the library that contains it), or convert with an older converter.";
constexpr const char* kTransferAgain = "Check that the file is whole (its size and a checksum on both sides), then "
                                       "convert it again, and create the array again.";
constexpr const char* kOneAtATime = "Let AllocateTensors() of one interpreter succeed before that of the next begins; "
                                    "look for other code that writes to the arena.";
constexpr const char* kNoStableHlo = "Convert to TensorFlow Lite's own operators (TFLITE_BUILTINS), not to StableHLO.";
constexpr const char* kNoCompression =
    "Compress the model again with the tool of the same TFLM revision, or use it without compression.";
constexpr const char* kHeapForEdgeImpulse = "Free heap memory, or make the arena a static array: define "
                                            "EI_CLASSIFIER_ALLOCATION_STATIC. A larger arena makes it worse.";
constexpr const char* kHeapForEspressif =
    "Allocate the block before Wi-Fi and Bluetooth start, make it a static array, or allocate it in PSRAM "
    "(MALLOC_CAP_SPIRAM); a larger size makes it worse.";
constexpr const char* kHeapForAny =
    "Free heap memory, or make the arena a static array, so that the linker says whether it fits; a larger arena makes "
    "it worse.";
constexpr const char* kHeapForMicroPython =
    "Load the model from a file in flash or freeze it into the firmware instead of reading it into a bytearray; call "
    "gc.collect() before.";

constexpr MessageText kTexts[] = {
#define TEXT(kind, look, since, until, from, pattern, means, advice)                                                   \
  {MessageKind::kind, look, since, until, from, pattern, means, advice},
#include "core/diagnosis/build_texts.def"
#include "core/diagnosis/kernel_texts.def"
#include "core/diagnosis/platform_texts.def"
#include "core/diagnosis/runtime_texts.def"
#include "core/diagnosis/tflm_texts.def"
#undef TEXT
};

} // namespace

std::span<const MessageText> messageTexts() { return kTexts; }

} // namespace arenascope::diagnosis
