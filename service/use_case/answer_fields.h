// Fields of the answers' JSON, a row each. A part is an object within one or several documents.
#pragma once

#include <span>
#include <string_view>

namespace arenascope::service {

struct AnswerField {
  const char* name;
  // "text", "whole", "number", "yes" (true or false), with "?" if it may be null, or "s" for a list; "any" is not
  // checked further; "=arena" is the part of that name, "[ops" a list of it.
  const char* type;
  const char* help;
};

struct AnswerPart {
  std::string_view name; // for a document: the use case's name
  std::span<const AnswerField> fields;
};

std::span<const AnswerPart> answerParts();

// Those among them that stand in other files: plan, shrink and advise; explain, sweep, calibrate, versions and audit;
// a project's history.
std::span<const AnswerPart> searchAnswerParts();
std::span<const AnswerPart> diagnosisAnswerParts();
std::span<const AnswerPart> historyAnswerParts();

} // namespace arenascope::service
