// The table of texts in devices' logs: those that TensorFlow Lite Micro has printed since 2019, and those of
// frameworks, systems, compilers, linkers and other runtimes. One row per text, in the files *_texts.def of this
// folder; a row has the meaning, and the related part of a model.
#pragma once

#include <cstdint>
#include <span>

#include "core/diagnosis/tflm_messages.h"

namespace arenascope::diagnosis {

// The part of a model that a text is about.
enum class LookAt : std::uint8_t {
  kNothing,
  kTypes,     // types of the operator's tensors
  kHybrids,   // operators with float activations and integer weights
  kRanks,     // their numbers of dimensions
  kShapes,    // their sizes
  kScales,    // number of scales, and their dimension
  kInput,     // whether an input is constant: `input`; -1: any input
  kInputs,    // the model's inputs and outputs
  kVariables, // resource variables that the model names
};

struct Look {
  LookAt at = LookAt::kNothing;
  int input = -1;
  trace::Category category = trace::Category::kNone; // of the missing memory
  std::optional<trace::Section> section = {};        // the full section
};

// Months are 202203; 0: since the beginning, or until today.
struct MessageText {
  MessageKind kind;
  Look look;
  std::int32_t since;
  std::int32_t until;  // the first month without it
  const char* from;    // operators whose kernels print it, "A|B"; otherwise the part of TFLM; may be empty
  const char* pattern; // see text_pattern.h
  const char* means;   // with {0} for the text's first value; empty if the kind has a meaning
  const char* advice;  // the remedy; may be empty
};

std::span<const MessageText> messageTexts();

} // namespace arenascope::diagnosis
