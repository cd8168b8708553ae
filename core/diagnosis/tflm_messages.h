// Recognises what TensorFlow Lite Micro, and what stands around it, prints when a model cannot be set up or run, in
// present and past wordings, anywhere in a pasted text: several on a line, log prefixes and other lines between them.
// What may be printed is the table of texts (message_texts.h).
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
  kMemory,           // an allocation did not fit: section (where it says), requested, available
  kBuffersTooLarge,  // planned buffers: requested, available
  kTooManyBuffers,   // the planner's working memory: number = the most that it has room for
  kStructs,          // a certain kind of memory: category, requested where it says
  kMissingOperator,  // name
  kResolverTooSmall, // number = its capacity; name where it says
  kMissingMethod,    // a compiler finds no Add{name}() in the resolver
  kNodeFailed,       // name, number, while preparing or running
  kSchemaVersion,    // number = the model's
  kType,             // a tensor type that a kernel does not take: name where it says
  kHybrid,           // float activations with quantized weights
  kSubgraphs,        // an old revision that takes one subgraph only
  kOfflinePlan,      // offsets do not match the model's tensors
  kDynamicTensor,    // an output without a size
  kVariables,        // resource variables: number = allocated slots
  kScratchLimit,     // number
  kTempNotFreed,     // a kernel kept a temporary tensor
  kNoFailure,        // memory that was asked for and there: requested, available
  kFlex,             // an operator of TensorFlow's own, which TFLM has no kernel for: name
  kOtherRuntime,     // what another runtime prints: name; requested and available where it says
  kNotAllocated,     // Invoke() or a tensor before AllocateTensors() succeeded
  kConsequence,      // follows from what was printed before it
  kRefusal,          // a kernel or the interpreter refuses the model: its row says why
  kPerChannel,       // FULLY_CONNECTED with a scale for each output
  kCheck,            // a line of TF_LITE_ENSURE: values = what was compared, and what it was
  kInternal,         // the interpreter was used in a way that it does not allow
  kTrace,            // printed without a failure
  kHeap,             // memory outside the arena, or for it: requested where it says
  kEdgeImpulse,      // a code of that library's: values[0]
  kArenaTooSmall,    // said by a wrapper, without numbers
  kInputSize,        // what the application brings does not fit the model's inputs
  kStack,            // a stack that was too small
  kFault,            // the processor stopped
  kLinker,           // the program does not fit: requested = bytes too many, name = of the region, where it says
  kAlignment,        // number = bytes of the arena that TFLM leaves out
  kPlatform,         // anything else of a wrapper's
};

struct MessageText;

struct TflmMessage {
  MessageKind kind = MessageKind::kConsequence;
  std::string text; // as it was pasted
  std::optional<trace::Section> section;
  trace::Category category = trace::Category::kNone;
  std::optional<std::uint64_t> requested;
  std::optional<std::uint64_t> available; // as it was printed: modulo 2^32
  std::optional<std::uint64_t> missing;
  std::optional<std::uint64_t> number;
  std::string name;
  std::optional<std::uint64_t> version;
  bool running = false; // kNodeFailed: in Invoke()
  bool past = false;    // a wording that the present revision does not print any more

  const MessageText* row = nullptr; // of the table
  std::vector<std::string> values;  // all arguments that were read, in order
  std::string file;                 // of the source that prints it, where that stands before it: "add_common.cc"
  std::optional<std::uint64_t> line;

  // kConsequence: it is Invoke() that failed.
  bool ofInvoke() const { return text.find("nvoke") != std::string::npos; }

  // What was available, less than nothing where sections had passed each other.
  std::optional<std::int64_t> availableBytes() const;
};

struct ParsedText {
  std::vector<TflmMessage> messages; // in order
  std::vector<std::string> others;   // lines in which nothing was recognised
};

// The error says that the text is empty, or far longer than any log.
Result<ParsedText> parseMessages(std::string_view text);

} // namespace arenascope::diagnosis
