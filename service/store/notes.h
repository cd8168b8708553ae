// A user's notes on a model's buffers and operators, in a file next to it: "net.arenascope" for "net.tflite". A note
// refers to a tensor by name, so that it survives a new conversion of the model.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::service {

struct Note {
  std::string tensor;      // name of the buffer, or of the first tensor that the operator writes
  bool ofOperator = false; // on the operator that writes the tensor
  std::string text;        // empty: a bookmark

  bool sameSubject(const Note& other) const { return tensor == other.tensor && ofOperator == other.ofOperator; }
};

// For a model's file, or one with a C array.
std::filesystem::path notesFile(const std::filesystem::path& model);
// Empty if there is no such file.
Result<std::vector<Note>> readNotes(const std::filesystem::path& file);
// Without notes the file is removed; a file with other content is left unchanged. Returns the error, if any.
std::optional<Error> writeNotes(const std::filesystem::path& file, const std::vector<Note>& notes);

// An empty note on a buffer (index in Report::buffers) or an operator (row of Report::operators).
Note noteOnBuffer(const report::Report& report, int buffer);
Note noteOnOperator(const report::Report& report, int row);
// Subject of a note in a report: either one, or none if this version of the model lacks it.
struct NoteSubject {
  int buffer = -1;
  int row = -1;
  bool isThere() const { return buffer >= 0 || row >= 0; }
};
NoteSubject subjectOf(const report::Report& report, const Note& note);
// "#2 CONV_2D", "conv1, 18,432 bytes at 0" (with its short name); the tensor's name if it is missing.
std::string describeSubject(const report::Report& report, const Note& note);

} // namespace arenascope::service
