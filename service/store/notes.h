// What people write about a model's buffers and operators, in a file beside it: "net.arenascope" of "net.tflite". A
// note keeps to the tensor's name, so that it is still there when the model was made anew.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::service {

struct Note {
  std::string tensor;      // the buffer's name, or that of the first tensor that the operator writes
  bool ofOperator = false; // about who writes it
  std::string text;        // empty: a bookmark

  bool sameSubject(const Note& other) const { return tensor == other.tensor && ofOperator == other.ofOperator; }
};

// Of a model's file, or of a C array in one.
std::filesystem::path notesFile(const std::filesystem::path& model);
// None where there is no such file.
Result<std::vector<Note>> readNotes(const std::filesystem::path& file);
// No file is left where there are none; one that holds something else is left as it is. Answers what went wrong, or
// nothing.
std::optional<Error> writeNotes(const std::filesystem::path& file, const std::vector<Note>& notes);

// An empty one about a buffer (position in Report::buffers) or an operator (row of Report::operators).
Note noteOnBuffer(const report::Report& report, int buffer);
Note noteOnOperator(const report::Report& report, int row);
// What a note is about in a report: one of both, or none where this version of the model does not have it.
struct NoteSubject {
  int buffer = -1;
  int row = -1;
  bool isThere() const { return buffer >= 0 || row >= 0; }
};
NoteSubject subjectOf(const report::Report& report, const Note& note);
// "#2 CONV_2D", "conv1, 18,432 bytes at 0" (with its short name); the tensor's name where it is not there.
std::string describeSubject(const report::Report& report, const Note& note);

} // namespace arenascope::service
