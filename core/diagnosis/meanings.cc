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
#include "core/diagnosis/text_pattern.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

namespace {

constexpr std::uint32_t kSchemaVersion = 3;

std::string numbered(const char* before, const std::optional<std::uint64_t>& number) {
  return number ? before + grouped(*number) : "";
}

std::string memoryMeaning(const TflmMessage& message) {
  const std::string section = message.section ? sectionText(*message.section) : "a section of the arena";
  if (!message.requested) return "A block did not fit into " + section + "; the text does not give its whole size.";
  const std::optional<std::int64_t> available = message.availableBytes();
  std::string text = "A block of " + grouped(*message.requested) + " bytes did not fit into " + section;
  if (available && *available < 0)
    return text + fmt::format(
                      ": {} is {} as a signed 32-bit number, the distance by which the sections had passed each other.",
                      grouped(*message.available), "-" + grouped(static_cast<std::uint64_t>(-*available)));
  return text + (available ? ": " + grouped(*message.available) + " bytes were left there." : ".");
}

std::string structsMeaning(const TflmMessage& message) {
  if (message.category == trace::Category::kNone)
    return numbered("The arena is too small; bytes requested: ", message.requested) + ".";
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
    {-1, "the features differ in size from the model's input"},
    {-2, "the run was cancelled"},
    {-3, "TensorFlow Lite Micro failed: AllocateTensors() or Invoke(); the lines before say why"},
    {-5, "the signal processing before the model failed"},
    {-6, "the heap had no block for the arena"},
    {-7, "STM32Cube.AI failed"},
    {-8, "the heap had no block for a buffer of the library"},
    {-9, "the function needs an impulse with an image as input"},
    {-10, "the library was built without the engine that the model needs"},
    {-11, "the heap is used up"},
    {-12, "the model's output has a type that the library does not read"},
    {-13, "the model has no input tensor: AllocateTensors() had failed"},
    {-14, "the model has no output tensor: AllocateTensors() had failed"},
    {-15, "the detector has no tensor of scores"},
    {-16, "the detector has no tensor of labels"},
    {-17, "TensorRT did not start"},
    {-18, "the DRP-AI accelerator did not start"},
    {-19, "the DRP-AI accelerator failed"},
    {-20, "the library no longer supports this form of model: export it again"},
    {-21, "the model's last layer has no result"},
    {-22, "the inference failed"},
    {-23, "the Akida accelerator failed"},
    {-24, "the features differ in size from the model's input"},
    {-27, "the accelerator did not start"},
    {-28, "the library cannot read the model's last layer"},
    {-29, "the post-processing failed"},
    {-30, "the normalisation of the features failed"},
    {-1002, "the signal processing before the model found no memory: the heap is used up, by the arena among others"},
    {-1003, "the signal's length is not the impulse's"},
    {-1004, "the matrix of features differs in size from the output of the signal processing"},
    {-1007, "a buffer has the wrong size for the signal processing"},
    {-1008, "a parameter of the signal processing is not valid"},
    {-1010, "the signal processing was given a range beyond the signal's end"},
    {-1013, "the versions of the signal processing block and the library differ: deploy it again"},
    {-1014, "the signal processing is not supported by this library"},
    {-1015, "the signal processing needs CMSIS-DSP, which was not compiled in"},
};

std::string edgeImpulseMeaning(const TflmMessage& message) {
  const std::string& text = message.values.back();
  const int code = std::atoi(text.c_str());
  for (const EdgeImpulseCode& known : kEdgeImpulseCodes)
    if (known.code == code) return fmt::format("Edge Impulse's code {}: {}.", code, known.says);
  return fmt::format("Edge Impulse's library has no code {} that is known here: EI_IMPULSE_ERROR in its "
                     "ei_classifier_types.h names it.",
                     text);
}

std::string linkerMeaning(const TflmMessage& message) {
  const std::string region = message.name.empty() ? "its memory" : "the region " + message.name;
  if (message.number && message.available)
    return fmt::format("The build puts {} bytes into {}, which has {}{}.", grouped(*message.number),
                       message.name.empty() ? "memory" : region, grouped(*message.available),
                       message.requested ? ": " + grouped(*message.requested) + " too many" : "");
  if (message.requested)
    return "The linker reports that the contents of " + region + " are " + grouped(*message.requested) +
           " bytes larger than the region.";
  return "The linker reports that the contents of " + region + " are larger than the region.";
}

std::string typeMeaning(const TflmMessage& message) {
  return "A kernel does not support tensors of type " + (message.name.empty() ? "this" : message.name) + ".";
}

// For texts that are not failures of this interpreter's memory or kernels.
std::string otherMeaning(const TflmMessage& message) {
  switch (message.kind) {
  case MessageKind::kNoFailure:
    return fmt::format("This is not a failure: {} bytes were requested, and {} were available.",
                       grouped(message.requested.value_or(0)), grouped(message.available.value_or(0)));
  case MessageKind::kFlex:
    return message.name + " is an operator of TensorFlow itself (a Flex operator). TFLM has no kernel for it, and none "
                          "can be registered: convert without SELECT_TF_OPS, with TFLITE_BUILTINS only, and replace "
                          "operators of the network that have no built-in form.";
  case MessageKind::kOtherRuntime:
    return "This is a message of " + message.name + ", another runtime than TensorFlow Lite Micro" +
           (message.requested
                ? fmt::format(": it requested {} bytes of its memory, and {} were left. It does not use TFLM's arena.",
                              grouped(*message.requested), grouped(message.available.value_or(0)))
                : ".");
  default: return {};
  }
}

// A decimal number of five digits or more, with commas.
std::string inGroups(const std::string& value) {
  constexpr std::size_t kShort = 4;
  constexpr std::size_t kLongest = 15;
  const bool isNumber = value.size() > kShort && value.size() <= kLongest &&
                        std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return isNumber ? grouped(std::stoull(value)) : value;
}

std::vector<std::string> shownValues(const TflmMessage& message) {
  std::vector<std::string> shown = message.values;
  std::size_t value = 0;
  const TextPattern pattern(message.row->pattern);
  for (const PatternPart& part : pattern.parts()) {
    if (!part.literal.empty() || value == shown.size()) continue;
    if (part.name != "x") shown[value] = inGroups(shown[value]);
    ++value;
  }
  return shown;
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
    return fmt::format("The free part of the arena during planning holds the records of {} buffers, {} bytes each. "
                       "This memory is free again afterwards: arena_used_bytes() never shows it.",
                       grouped(message.number.value_or(0)), tflm::kPlannerRecord);
  case MessageKind::kStructs: return structsMeaning(message);
  case MessageKind::kMissingOperator: return "The interpreter's resolver has no kernel for " + message.name + ".";
  case MessageKind::kResolverTooSmall:
    return "The MicroMutableOpResolver can hold " + grouped(message.number.value_or(0)) +
           " operators, but more have been added.";
  case MessageKind::kNodeFailed:
    return fmt::format("Operator {} ({}) failed {}; the lines before give the reason, if messages are compiled in.",
                       message.number.value_or(0), message.name,
                       message.running ? "in Invoke()" : "during its preparation");
  case MessageKind::kSchemaVersion:
    return fmt::format(
        "The model's schema version is not {}, the one that TFLM reads. Bytes that are not a model "
        "cause the same message: a model array that is cut off, is not aligned, or has never been flashed.",
        kSchemaVersion);
  case MessageKind::kType: return typeMeaning(message);
  case MessageKind::kHybrid:
    return "An operator has float activations and integer weights (dynamic range quantization). TFLM's kernels need "
           "both in float or both in integers: convert with full integer quantization, or without quantization.";
  case MessageKind::kSubgraphs:
    return "That revision of TFLM runs models with one subgraph only; current revisions run several.";
  case MessageKind::kOfflinePlan:
    return "The number of offsets in the OfflineMemoryAllocation metadata is not the model's number of tensors.";
  case MessageKind::kDynamicTensor:
    return "The size of an operator's output is unknown before it runs. TFLM has no memory for such tensors.";
  case MessageKind::kVariables:
    return "MicroResourceVariables::Create allocated " + grouped(message.number.value_or(0)) +
           " variable slots, but the model names more.";
  case MessageKind::kScratchLimit:
    return "An operator requests more than " + grouped(message.number.value_or(0)) + " scratch buffers.";
  case MessageKind::kTempNotFreed:
    return "A kernel has not returned a temporary tensor: a defect of that kernel, or temporary memory that was "
           "overwritten because the arena is a little too small.";
  case MessageKind::kNoFailure:
  case MessageKind::kFlex:
  case MessageKind::kOtherRuntime: return otherMeaning(message);
  case MessageKind::kNotAllocated: return "AllocateTensors() had failed before: its message gives the reason.";
  case MessageKind::kCheck: return checkMeaning(message);
  case MessageKind::kEdgeImpulse: return edgeImpulseMeaning(message);
  case MessageKind::kLinker: return linkerMeaning(message);
  case MessageKind::kUndefined: return undefinedMeaning(message);
  default: return "A consequence of the message before it.";
  }
}

} // namespace

std::string looksLike(std::uint64_t number) {
  struct Memory {
    std::uint64_t begin;
    std::uint64_t end;
    const char* name;
  };
  constexpr Memory kMemories[] = {{0x0800'0000, 0x0840'0000, "flash"}, {0x2000'0000, 0x2010'0000, "RAM"},
                                  {0x2400'0000, 0x2420'0000, "RAM"},   {0x3c00'0000, 0x3e00'0000, "flash"},
                                  {0x3f40'0000, 0x3fff'ffff, "RAM"},   {0x4200'0000, 0x4400'0000, "flash"}};
  for (const Memory& memory : kMemories)
    if (number >= memory.begin && number < memory.end)
      return fmt::format("{} is {:#x}, an address in the {} of many chips.", grouped(number), number, memory.name);
  std::string letters;
  for (std::uint64_t rest = number; rest > 0; rest >>= 8) letters += static_cast<char>(rest & 0xff);
  const bool isText = letters.size() == 4 && std::all_of(letters.begin(), letters.end(), [](unsigned char c) {
                        return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == '/' || c == '.';
                      });
  return isText ? fmt::format("The bytes of {} are the text \"{}\".", grouped(number), letters) : std::string();
}

std::string monthText(std::int32_t month) {
  constexpr std::array<const char*, 12> kMonths = {"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
  constexpr std::int32_t kHundred = 100;
  const auto number = static_cast<std::size_t>((month % kHundred + 11) % 12);
  return fmt::format("{} {}", kMonths[number], month / kHundred);
}

std::string meaningOf(const TflmMessage& message) {
  if (message.kind == MessageKind::kFaultRegister) return faultRegisterMeaning(message);
  const bool special = message.kind == MessageKind::kFlex || message.kind == MessageKind::kNoFailure;
  if (!special && message.row != nullptr && *message.row->means != '\0')
    return filled(message.row->means, shownValues(message));
  return failureMeaning(message);
}

} // namespace arenascope::diagnosis
