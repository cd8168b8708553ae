// What a message says, whatever the model.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/diagnosis/explaining_parts.h"
#include "core/diagnosis/explanation.h"
#include "core/diagnosis/message_texts.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

namespace {

constexpr std::uint32_t kSchemaVersion = 3;

std::string numbered(const char* before, const std::optional<std::uint64_t>& number) {
  return number ? before + grouped(*number) : "";
}

std::string memoryMeaning(const TflmMessage& message) {
  const std::string section = message.section ? sectionText(*message.section) : "a section of the arena";
  if (!message.requested) return "A block did not fit into " + section + "; its size is cut off.";
  const std::optional<std::int64_t> available = message.availableBytes();
  std::string text = "A block of " + grouped(*message.requested) + " bytes did not fit into " + section;
  if (available && *available < 0)
    return text + fmt::format(": {} is {} as 32 bits without a sign, so far the sections had passed each other.",
                              grouped(*message.available), "-" + grouped(static_cast<std::uint64_t>(-*available)));
  return text + (available ? ": " + grouped(*message.available) + " bytes were left there." : ".");
}

std::string structsMeaning(const TflmMessage& message) {
  if (message.category == trace::Category::kNone)
    return numbered("The arena is too small, bytes asked for: ", message.requested) + ".";
  const std::string name = structsName(message);
  const std::string kind = run::categoryText(message.category);
  const std::string bytes = message.requested ? " of " + grouped(*message.requested) + " bytes" : "";
  return "The arena has no room for " + (name.empty() ? kind + bytes : name + bytes + ": " + kind) + ".";
}

// What Edge Impulse's codes say (EI_IMPULSE_ERROR).
struct EdgeImpulseCode {
  int code;
  const char* says;
};
constexpr EdgeImpulseCode kEdgeImpulseCodes[] = {
    {0, "success"},
    {-1, "the features have another size than the model's input"},
    {-2, "the run was cancelled"},
    {-3, "TensorFlow Lite Micro failed: AllocateTensors() or Invoke(); the lines before say why"},
    {-5, "the signal processing before the model failed"},
    {-6, "the heap had no block for the arena"},
    {-7, "STM32Cube.AI failed"},
    {-8, "the heap had no block for a buffer of the library"},
    {-9, "the function is for impulses with a picture as input"},
    {-10, "the library was built without the engine that the model wants"},
    {-11, "the heap is used up"},
    {-13, "the model has no input tensor: AllocateTensors() had failed"},
    {-14, "the model has no output tensor: AllocateTensors() had failed"},
    {-15, "the detector has no tensor of scores"},
    {-16, "the detector has no tensor of labels"},
    {-20, "the model is of a form that the library does not run any more: export it again"},
    {-22, "the inference failed"},
    {-24, "the features have another size than the model's input"},
    {-27, "the accelerator did not start"},
    {-28, "the library cannot read the model's last layer"},
    {-29, "what follows the model (post-processing) failed"},
    {-30, "the normalisation of the features failed"},
    {-1002, "the signal processing before the model found no memory: the heap is used up, by the arena among others"},
    {-1003, "the signal has another length than the impulse wants"},
    {-1004, "the matrix of features has another size than the signal processing makes"},
    {-1007, "a buffer has another size than the signal processing wants"},
    {-1008, "a parameter of the signal processing is not valid"},
    {-1010, "the signal processing was asked for samples beyond the signal's end"},
    {-1013, "the signal processing block is of another version than the library: deploy it again"},
    {-1014, "the signal processing is not supported by this library"},
    {-1015, "the signal processing needs CMSIS-DSP, which was not compiled in"},
};

std::string edgeImpulseMeaning(const TflmMessage& message) {
  const std::string& text = message.values.back();
  const int code = std::atoi(text.c_str());
  for (const EdgeImpulseCode& known : kEdgeImpulseCodes)
    if (known.code == code) return fmt::format("Edge Impulse's code {}: {}.", code, known.says);
  return fmt::format("Edge Impulse's code {}.", text);
}

std::string linkerMeaning(const TflmMessage& message) {
  const std::string region = message.name.empty() ? "its memory" : "the region " + message.name;
  if (message.requested)
    return "The linker says that what goes into " + region + " is " + grouped(*message.requested) +
           " bytes larger than it.";
  return "The linker says that what goes into " + region + " is larger than it.";
}

std::string typeMeaning(const TflmMessage& message) {
  return "A kernel does not take tensors of type " + (message.name.empty() ? "this" : message.name) + ".";
}

// Of what is no failure of this interpreter's memory or kernels.
std::string otherMeaning(const TflmMessage& message) {
  switch (message.kind) {
  case MessageKind::kNoFailure:
    return fmt::format("This is no failure: {} bytes were asked for, and {} were there.",
                       grouped(message.requested.value_or(0)), grouped(message.available.value_or(0)));
  case MessageKind::kFlex:
    return message.name +
           " is an operator of TensorFlow itself (a Flex operator). TFLM has no kernel for it, and none "
           "can be registered: convert without SELECT_TF_OPS, so that TFLITE_BUILTINS alone is used, and "
           "replace what has no such form in the network.";
  case MessageKind::kOtherRuntime:
    return "That is a message of " + message.name + ", another runtime than TensorFlow Lite Micro" +
           (message.requested
                ? fmt::format(": of its memory {} bytes were asked for and {} were left. An arena for TFLM "
                              "says nothing about it.",
                              grouped(*message.requested), grouped(message.available.value_or(0)))
                : ".");
  default: return {};
  }
}

// The row's own words, with the values that were read.
std::string filled(std::string_view means, const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (means[i] != '{' || i + 2 >= means.size() || means[i + 2] != '}') {
      text += means[i];
      continue;
    }
    const auto number = static_cast<std::size_t>(means[i + 1] - '0');
    text += number < values.size() ? values[number] : "?";
    i += 2;
  }
  return text;
}

std::string failureMeaning(const TflmMessage& message) {
  switch (message.kind) {
  case MessageKind::kMemory: return memoryMeaning(message);
  case MessageKind::kBuffersTooLarge:
    return "The planned buffers need " + grouped(message.requested.value_or(0)) + " bytes of head, " +
           grouped(message.available.value_or(0)) + " were left below the persistent memory.";
  case MessageKind::kTooManyBuffers:
    return fmt::format("What is left of the arena while buffers are planned has room for the records of {} buffers, {} "
                       "bytes each. It is memory that is free again afterwards: arena_used_bytes() never shows it.",
                       grouped(message.number.value_or(0)), tflm::kPlannerRecord);
  case MessageKind::kStructs: return structsMeaning(message);
  case MessageKind::kMissingOperator:
    return "The resolver that the interpreter was given has no kernel for " + message.name + ".";
  case MessageKind::kResolverTooSmall:
    return "The MicroMutableOpResolver has room for " + grouped(message.number.value_or(0)) +
           " operators, and more were added.";
  case MessageKind::kNodeFailed:
    return fmt::format("Operator {} ({}) failed {}; why is in the lines before, if messages are compiled in.",
                       message.number.value_or(0), message.name,
                       message.running ? "in Invoke()" : "while it was prepared");
  case MessageKind::kSchemaVersion:
    return fmt::format(
        "The model's schema version is not the {} that TFLM reads. Bytes that are no model have a version too: a model "
        "array that was cut off, is not aligned, or was never flashed says the same.",
        kSchemaVersion);
  case MessageKind::kType: return typeMeaning(message);
  case MessageKind::kHybrid:
    return "An operator has float activations and integer weights (dynamic range quantization). TFLM's kernels need "
           "both float or both integer: convert with full integer quantization, or without any.";
  case MessageKind::kSubgraphs: return "That revision of TFLM runs models of one subgraph only; present ones run more.";
  case MessageKind::kOfflinePlan:
    return "The OfflineMemoryAllocation metadata has another number of offsets than the model has tensors.";
  case MessageKind::kDynamicTensor:
    return "An operator's output has no size that is known before it runs. TFLM has no memory for such tensors.";
  case MessageKind::kVariables:
    return "MicroResourceVariables::Create made room for " + grouped(message.number.value_or(0)) +
           " variables, and the model names more.";
  case MessageKind::kScratchLimit:
    return "An operator asks for more than " + grouped(message.number.value_or(0)) + " scratch buffers.";
  case MessageKind::kTempNotFreed:
    return "A kernel took a temporary tensor and did not give it back: a defect of that kernel, or temporary memory "
           "that was overwritten because the arena is a little too small.";
  case MessageKind::kNoFailure:
  case MessageKind::kFlex:
  case MessageKind::kOtherRuntime: return otherMeaning(message);
  case MessageKind::kNotAllocated: return "AllocateTensors() had failed before: its message says why.";
  case MessageKind::kCheck: return checkMeaning(message);
  case MessageKind::kEdgeImpulse: return edgeImpulseMeaning(message);
  case MessageKind::kLinker: return linkerMeaning(message);
  default: return "Follows from what was printed before it.";
  }
}

} // namespace

std::string monthText(std::int32_t month) {
  constexpr std::array<const char*, 12> kMonths = {"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
  constexpr std::int32_t kHundred = 100;
  const auto number = static_cast<std::size_t>((month % kHundred + 11) % 12);
  return fmt::format("{} {}", kMonths[number], month / kHundred);
}

std::string meaningOf(const TflmMessage& message) {
  const bool special = message.kind == MessageKind::kFlex || message.kind == MessageKind::kNoFailure;
  if (!special && message.row != nullptr && *message.row->means != '\0')
    return filled(message.row->means, message.values);
  return failureMeaning(message);
}

} // namespace arenascope::diagnosis
