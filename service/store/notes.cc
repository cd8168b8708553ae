#include "service/store/notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/base/file_writer.h"
#include "core/base/json_fields.h"
#include "core/base/number_text.h"
#include "core/model/load/c_array_reader.h"
#include "core/report/text/details.h"
#include "core/report/text/short_names.h"

namespace arenascope::service {

namespace {

constexpr const char* kFormat = "arenascope notes";
constexpr int kVersion = 1;

std::vector<Note> notesIn(const fields::Document& json) {
  if (fields::text(json, "format") != kFormat) fields::complain("format", fmt::format("takes \"{}\"", kFormat));
  fields::whole(json, "version", 1, kVersion);
  std::vector<Note> notes;
  for (const fields::Document& each : fields::list(json, "notes")) {
    const std::string on = fields::text(each, "on");
    if (on != "buffer" && on != "operator") fields::complain("on", "takes \"buffer\" or \"operator\"");
    notes.push_back({fields::text(each, "tensor"), on == "operator", fields::textIfAny(each, "text")});
  }
  return notes;
}

} // namespace

std::filesystem::path notesFile(const std::filesystem::path& model) {
  return model::splitArrayName(model).first.replace_extension(".arenascope");
}

Result<std::vector<Note>> readNotes(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::exists(file, none)) return std::vector<Note>();
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  auto notes = fields::parsed("the notes in " + file.string(), text.str(), notesIn);
  if (!notes) return Error{Stage::kInput, notes.error().message};
  return notes;
}

std::optional<Error> writeNotes(const std::filesystem::path& file, const std::vector<Note>& notes) {
  if (const auto there = readNotes(file); !there)
    return Error{Stage::kExport, there.error().message + "; it is left unchanged"};
  if (notes.empty()) {
    std::error_code code;
    std::filesystem::remove(file, code);
    if (code) return Error{Stage::kExport, file.string() + ": " + code.message()};
    return std::nullopt;
  }
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const Note& note : notes) {
    all.push_back({{"on", note.ofOperator ? "operator" : "buffer"}, {"tensor", note.tensor}});
    if (!note.text.empty()) all.back()["text"] = note.text;
  }
  const Json whole = {{"format", kFormat}, {"version", kVersion}, {"notes", std::move(all)}};
  return writeFile(file, whole.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Note noteOnBuffer(const report::Report& report, int buffer) {
  return {report.buffers[static_cast<std::size_t>(buffer)].name, false, {}};
}

Note noteOnOperator(const report::Report& report, int row) {
  const report::OperatorReport& op = report.operators[static_cast<std::size_t>(row)];
  const model::SubgraphInfo& graph = report.model.subgraphs[op.subgraph.position()];
  const std::vector<TensorId>& outputs = graph.operators[op.index.position()].outputs;
  return {outputs.empty() ? op.name : graph.tensors[outputs.front().position()].name, true, {}};
}

NoteSubject subjectOf(const report::Report& report, const Note& note) {
  NoteSubject subject;
  if (note.ofOperator) {
    for (std::size_t row = 0; row < report.operators.size() && !subject.isThere(); ++row)
      if (noteOnOperator(report, static_cast<int>(row)).tensor == note.tensor) subject.row = static_cast<int>(row);
  } else {
    const auto found = std::find_if(report.buffers.begin(), report.buffers.end(),
                                    [&](const report::PlannedBuffer& buffer) { return buffer.name == note.tensor; });
    if (found != report.buffers.end()) subject.buffer = static_cast<int>(found - report.buffers.begin());
  }
  return subject;
}

std::string describeSubject(const report::Report& report, const Note& note) {
  const NoteSubject subject = subjectOf(report, note);
  if (subject.row >= 0) return report::operatorHeading(report.operators[static_cast<std::size_t>(subject.row)]);
  if (subject.buffer < 0) return printable(note.tensor);
  const report::PlannedBuffer& buffer = report.buffers[static_cast<std::size_t>(subject.buffer)];
  const std::string name = report::shortBufferNames(report)[static_cast<std::size_t>(subject.buffer)];
  return fmt::format("{}, {} bytes at {}", printable(name), grouped(buffer.bytes), grouped(buffer.offset));
}

} // namespace arenascope::service
