// Recognises messages of TensorFlow Lite Micro and its surroundings about a model that cannot be set up or run, in
// present and past wordings, anywhere in a pasted text: several on a line, with log prefixes and other lines between
// them. The table of texts is message_texts.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/interpreter/trace/event.h"

namespace arenascope::diagnosis {

enum class MessageKind : std::uint8_t {
  kMemory,           // an allocation did not fit: section (if given), requested, available
  kBuffersTooLarge,  // planned buffers: requested, available
  kTooManyBuffers,   // the planner's working memory: number = its capacity
  kStructs,          // a certain kind of memory: category; requested if given
  kMissingOperator,  // name
  kResolverTooSmall, // number = its capacity; name if given
  kMissingMethod,    // a compiler finds no Add{name}() in the resolver
  kNodeFailed,       // name, number, while preparing or running
  kSchemaVersion,    // number = the model's
  kType,             // a tensor type that a kernel does not support: name if given
  kHybrid,           // float activations with quantized weights
  kSubgraphs,        // an old revision that takes one subgraph only
  kOfflinePlan,      // offsets do not match the model's tensors
  kDynamicTensor,    // an output without a size
  kVariables,        // resource variables: number = allocated slots
  kScratchLimit,     // number
  kTempNotFreed,     // a kernel kept a temporary tensor
  kNoFailure,        // memory that was requested and available: requested, available
  kFlex,             // an operator of TensorFlow itself, without a kernel in TFLM: name
  kOtherRuntime,     // a message of another runtime: name; requested and available if given
  kNotAllocated,     // Invoke() or a tensor before AllocateTensors() succeeded
  kConsequence,      // a consequence of the message before it
  kRefusal,          // a kernel or the interpreter refuses the model: its row says why
  kPerChannel,       // FULLY_CONNECTED with a scale for each output
  kCheck,            // a line of TF_LITE_ENSURE: values = the compared terms and their values
  kInternal,         // a use of the interpreter that it does not allow
  kTrace,            // printed without a failure
  kHeap,             // memory outside the arena, or for it: requested if given
  kEdgeImpulse,      // a code of that library: values[0]
  kArenaTooSmall,    // a wrapper's message without numbers
  kInputSize,        // the application's data does not fit the model's inputs
  kStack,            // a stack that was too small
  kFault,            // the processor stopped
  kFaultRegister,    // why it did: values[0], or the row's own words
  kLinker,           // the program does not fit: requested = bytes too many, name = of the region, number = bytes
                     // in it or of a section, available = bytes that it has, where it says
  kUndefined,        // a name that the linker does not find: values[0]
  kAlignment,        // number = bytes of the arena that TFLM leaves out
  kPlatform,         // anything else of a wrapper's
};

struct MessageText;

struct TflmMessage {
  MessageKind kind = MessageKind::kConsequence;
  std::string text;     // as it was pasted
  std::string misspelt; // the line, where the text is of the table and the line resembles it
  std::optional<trace::Section> section;
  trace::Category category = trace::Category::kNone;
  std::optional<std::uint64_t> requested;
  std::optional<std::uint64_t> available; // as it was printed: modulo 2^32
  std::optional<std::uint64_t> missing;
  std::optional<std::uint64_t> number;
  std::string name;
  std::optional<std::uint64_t> version;
  bool running = false; // kNodeFailed: in Invoke()
  bool past = false;    // a wording that the current revision no longer prints

  const MessageText* row = nullptr; // of the table
  std::vector<std::string> values;  // all arguments, in order
  std::string file;                 // the source that prints it, if that precedes it: "add_common.cc"
  std::optional<std::uint64_t> line;

  // kConsequence: it is Invoke() that failed.
  bool ofInvoke() const { return text.find("nvok") != std::string::npos || text.find("nference") != std::string::npos; }

  // The available bytes; negative if sections had passed each other.
  std::optional<std::int64_t> availableBytes() const;
};

struct ParsedText {
  std::vector<TflmMessage> messages; // in order
  std::vector<std::string> others;   // lines without a known message
};

// The error says that the text is empty, or far longer than any log.
Result<ParsedText> parseMessages(std::string_view text);

} // namespace arenascope::diagnosis
