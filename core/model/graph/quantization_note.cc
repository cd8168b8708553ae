#include "core/model/graph/quantization_note.h"

#include <fmt/format.h>

#include <sstream>

namespace arenascope::model {

QuantizationNote parseQuantizationNote(const std::string& text) {
  QuantizationNote note;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "numbers") words >> note.numbers;
    if (word == "inputs") words >> note.inputs;
    if (QuantizationNote::InFloat op; word == "float" && words >> op.op >> op.name >> std::ws) {
      std::getline(words, op.reason);
      note.inFloat.push_back(op);
    }
    if (QuantizationNote::Accuracy each;
        word == "output" && words >> each.output >> each.mean >> each.most >> each.range >> each.agreements)
      note.accuracy.push_back(each);
  }
  return note;
}

std::string toText(const QuantizationNote& note) {
  std::string text =
      fmt::format("made by ArenaScope " ARENASCOPE_VERSION "\nnumbers {}\ninputs {}\n", note.numbers, note.inputs);
  for (const auto& each : note.inFloat) text += fmt::format("float {} {} {}\n", each.op, each.name, each.reason);
  for (const auto& [output, mean, most, range, agreements] : note.accuracy)
    text += fmt::format("output {} {:.4g} {:.4g} {:.4g} {}\n", output, mean, most, range, agreements);
  return text;
}

} // namespace arenascope::model
