// The table of texts that may stand in a device's log: what TensorFlow Lite Micro has printed since 2019, and what
// frameworks, systems and linkers around it print. One row a text, in tflm_texts.def, kernel_texts.def and
// platform_texts.def; a row says what the text means, and what the model at hand can say about it.
#pragma once

#include <cstdint>
#include <span>

#include "core/diagnosis/tflm_messages.h"

namespace arenascope::diagnosis {

// What of a model belongs to a text.
enum class LookAt : std::uint8_t {
  kNothing,
  kTypes,     // types of the operator's tensors
  kHybrids,   // operators with float activations and integer weights
  kRanks,     // how many dimensions they have
  kShapes,    // their sizes
  kScales,    // how many scales, and where along
  kInput,     // whether an input is constant: `input`, or any where that is -1
  kInputs,    // the model's own inputs and outputs
  kVariables, // resource variables that the model names
};

struct Look {
  LookAt at = LookAt::kNothing;
  int input = -1;
  trace::Category category = trace::Category::kNone; // of what could not be made
  std::optional<trace::Section> section = {};        // that was full
};

// Months are 202203; 0: from the start, and until today.
struct MessageText {
  MessageKind kind;
  Look look;
  std::int32_t since;
  std::int32_t until;  // the first month without it
  const char* from;    // operators whose kernels print it, "A|B"; otherwise the part that does; may be empty
  const char* pattern; // see text_pattern.h
  const char* means;   // with {0} for the first value that was read; empty where the kind says it
  const char* advice;  // what to do; may be empty
};

std::span<const MessageText> messageTexts();

} // namespace arenascope::diagnosis
