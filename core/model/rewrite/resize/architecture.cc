#include "core/model/rewrite/resize/architecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>

#include "core/base/counted.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/graph/architecture_note.h"
#include "core/model/rewrite/resize/drawn_values.h"
#include "core/model/rewrite/resize/layer_channels.h"
#include "core/model/rewrite/resize/shape_rules.h"

namespace arenascope::resize {

using quantize::Draft;
using quantize::DraftGraph;
using quantize::DraftOperator;
using quantize::DraftTensor;

namespace {

constexpr std::size_t kImageRank = 4;
constexpr std::int32_t kLongest = 1 << 20;

std::string nameOf(const DraftOperator& op) {
  return op.code == schema::BuiltinOperator_CUSTOM ? op.customName : schema::EnumNameBuiltinOperator(op.code);
}

// Of four dimensions.
std::vector<std::size_t> imagesOf(const DraftGraph& graph) {
  std::vector<std::size_t> images;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i)
    if (graph.at(graph.inputs[i]).shape.size() == kImageRank) images.push_back(i);
  return images;
}

// Behind the batch, or behind the channels where a TRANSPOSE puts these last.
std::ptrdiff_t heightDimension(const DraftGraph& graph, std::int32_t image) {
  const std::vector<std::int32_t> channelsLast = {0, 2, 3, 1};
  for (const DraftOperator& op : graph.operators)
    if (op.code == schema::BuiltinOperator_TRANSPOSE && op.inputs.size() == 2 && op.inputs[0] == image &&
        op.inputs[1] >= 0 && quantize::numbersOf<std::int32_t>(graph.at(op.inputs[1])) == channelsLast)
      return 2;
  return 1;
}

Error wrongInput(std::string message) { return {Stage::kUsage, std::move(message)}; }

// The input that a size is for.
Result<std::size_t> inputFor(const DraftGraph& graph, const InputSize& size) {
  const std::size_t count = graph.inputs.size();
  if (size.input) {
    if (*size.input < count) return *size.input;
    return wrongInput(fmt::format("input {} gets another size, but the model has {} (counted from 0)", *size.input,
                                  counted(count, "input")));
  }
  const std::vector<std::size_t> images = imagesOf(graph);
  if (size.lengths.size() == 2 && images.size() == 1) return images.front();
  if (count == 1) return std::size_t{0};
  return wrongInput(fmt::format("the model has {}: say which one gets the size, as in \"0={}\"",
                                counted(count, "input"), textOf(size.lengths)));
}

// The new shape of that input.
Result<Shape> shapeFor(const DraftGraph& graph, std::size_t input, const InputSize& size) {
  const DraftTensor& tensor = graph.at(graph.inputs[input]);
  if (size.lengths.size() == tensor.shape.size()) return size.lengths;
  if (size.lengths.size() == 2 && tensor.shape.size() == kImageRank) {
    Shape shape = tensor.shape;
    std::copy(size.lengths.begin(), size.lengths.end(), shape.begin() + heightDimension(graph, graph.inputs[input]));
    return shape;
  }
  return wrongInput(fmt::format("input {} has the shape {}, and \"{}\" has {}: give a length for each dimension", input,
                                textOf(tensor.shape), textOf(size.lengths), counted(size.lengths.size(), "length")));
}

// Carries new shapes through the main graph, operator by operator, and then writes them into it.
class Carrier {
public:
  Carrier(DraftGraph& graph, const Architecture& architecture) : graph_(graph), architecture_(architecture) {
    for (const DraftTensor& tensor : graph.tensors) before_.push_back(tensor.shape);
    now_ = before_;
  }

  std::optional<Error> run() {
    for (const InputSize& size : architecture_.inputs)
      if (auto wrong = setInput(size)) return wrong;
    for (const std::int32_t input : graph_.inputs) learn(input);
    const auto channels = layerChannels(graph_, architecture_.width);
    const auto layers =
        std::count_if(channels.begin(), channels.end(), [](const auto& each) { return each.has_value(); });
    if (architecture_.width != 1 && layers == 0)
      return wrongInput(
          fmt::format("width {} changes no layer: the channels of each belong to an output, an input or a "
                      "variable, or remain the same multiple of 8",
                      architecture_.width));
    if (architecture_.width != 1)
      note_.changes.push_back(fmt::format("width {}: {} with other numbers of channels", architecture_.width,
                                          counted(static_cast<std::uint64_t>(layers), "layer")));
    for (std::size_t i = 0; i < graph_.operators.size(); ++i)
      if (const Refusal why = carry(i, channels[i]))
        return Error{
            Stage::kUsage,
            fmt::format("operator {} ({}) does not admit the new shapes: {}", i, nameOf(graph_.operators[i]), *why), 0,
            static_cast<int>(i)};
    for (std::size_t i = 0; i < graph_.outputs.size(); ++i) noteOutput(i);
    writeConstants();
    for (std::size_t t = 0; t < now_.size(); ++t) graph_.tensors[t].shape = now_[t];
    return std::nullopt;
  }

  model::ArchitectureNote note() const { return note_; }

private:
  std::optional<Error> setInput(const InputSize& size) {
    const Result<std::size_t> input = inputFor(graph_, size);
    if (!input) return input.error();
    const std::int32_t tensor = graph_.inputs[*input];
    const Result<Shape> shape = shapeFor(graph_, *input, size);
    if (!shape) return shape.error();
    if (elementsOf(*shape) > kMostElements)
      return wrongInput(fmt::format("input {} would have more than {} elements", *input, kMostElements));
    if (*shape != graph_.at(tensor).shape)
      note_.changes.push_back(
          fmt::format("input {} is {} instead of {}", *input, textOf(*shape), textOf(graph_.at(tensor).shape)));
    nowOf(tensor) = *shape;
    return std::nullopt;
  }

  Shape& nowOf(std::int32_t tensor) { return now_[static_cast<std::size_t>(tensor)]; }
  void learn(std::int32_t tensor) { sizes_.learn(graph_.at(tensor).shape, nowOf(tensor)); }

  Refusal carry(std::size_t number, std::optional<std::int32_t> channels) {
    const DraftOperator& op = graph_.operators[number];
    OperatorShapes shapes(graph_, op, now_, sizes_, channels);
    if (shapes.anyChanged() || channels) {
      try {
        if (!isUnderstood(op)) return notUnderstood();
        if (Refusal why = carryShapes(shapes)) return why;
      } catch (const std::out_of_range&) { // an axis or a number beyond the tensors' dimensions
        return notUnderstood();
      }
      take(number, shapes);
    }
    for (const std::int32_t output : op.outputs) {
      if (elementsOf(nowOf(output)) > kMostElements)
        return fmt::format("its output would have more than {} elements", kMostElements);
      learn(output);
    }
    return std::nullopt;
  }

  static Refusal notUnderstood() { return "its shapes in the model are not those that its options make of its inputs"; }

  // The rule gives the shapes in the model for the inputs in the model, and every tensor has elements.
  bool isUnderstood(const DraftOperator& op) const {
    for (const auto& tensors : {op.inputs, op.outputs})
      for (const std::int32_t tensor : tensors)
        for (const std::int32_t length : tensor < 0 ? Shape() : graph_.at(tensor).shape)
          if (length < 1) return false;
    OperatorShapes shapes(graph_, op, before_, sizes_, std::nullopt);
    if (carryShapes(shapes)) return true; // whose refusal says more
    for (std::size_t i = 0; i < op.outputs.size(); ++i)
      if (shapes.given()[i] != graph_.at(op.outputs[i]).shape) return false;
    return std::all_of(shapes.constants().begin(), shapes.constants().end(),
                       [&](const auto& each) { return each.second.shape == shapes.before(each.first); });
  }

  void take(std::size_t number, const OperatorShapes& shapes) {
    DraftOperator& op = graph_.operators[number];
    for (std::size_t i = 0; i < op.outputs.size(); ++i) nowOf(op.outputs[i]) = shapes.given()[i];
    for (const auto& [slot, shape] : shapes.states())
      if (shapes.has(slot)) nowOf(op.inputs[slot]) = shape;
    for (const auto& [slot, constant] : shapes.constants()) constants_[{number, slot}] = constant;
    if (shapes.newOptions()) op.options = shapes.newOptions();
    if (!shapes.noteText().empty())
      note_.changes.push_back(fmt::format("operator {} ({}) {}", number, nameOf(op), shapes.noteText()));
  }

  // A constant whose readers need different ones becomes several; the first takes its place.
  void writeConstants() {
    std::map<std::int32_t, std::vector<std::pair<DraftTensor, std::int32_t>>> forms;
    for (const auto& [place, constant] : constants_) forms[graph_.operators[place.first].inputs[place.second]];
    for (std::size_t i = 0; i < graph_.operators.size(); ++i)
      for (std::size_t slot = 0; slot < graph_.operators[i].inputs.size(); ++slot) {
        std::int32_t& input = graph_.operators[i].inputs[slot];
        const auto known = forms.find(input);
        if (known != forms.end()) input = numberOf(formFor(i, slot, input), input, known->second);
      }
    for (const auto& [tensor, each] : forms)
      if (!each.empty()) {
        graph_.at(tensor) = each.front().first;
        nowOf(tensor) = each.front().first.shape;
      }
  }

  DraftTensor formFor(std::size_t op, std::size_t slot, std::int32_t tensor) const {
    const auto found = constants_.find({op, slot});
    DraftTensor form = graph_.at(tensor);
    if (found == constants_.end()) return form;
    if (found->second.data.empty()) return drawnFrom(form, found->second.shape);
    form.data = found->second.data;
    return form;
  }

  std::int32_t numberOf(DraftTensor form, std::int32_t tensor,
                        std::vector<std::pair<DraftTensor, std::int32_t>>& known) {
    for (const auto& [each, number] : known)
      if (each.shape == form.shape && each.data == form.data) return number;
    if (form.shape != graph_.at(tensor).shape) ++note_.randomConstants;
    const std::int32_t number = known.empty() ? tensor : graph_.add(form);
    if (!known.empty()) now_.push_back(form.shape);
    known.emplace_back(std::move(form), number);
    return number;
  }

  void noteOutput(std::size_t number) {
    const Shape& before = graph_.at(graph_.outputs[number]).shape;
    const Shape& now = nowOf(graph_.outputs[number]);
    if (now != before)
      note_.changes.push_back(fmt::format("output {} is {} instead of {}", number, textOf(now), textOf(before)));
  }

  DraftGraph& graph_;
  const Architecture& architecture_;
  std::vector<Shape> before_; // by tensor
  std::vector<Shape> now_;
  ImageSizes sizes_;
  std::map<std::pair<std::size_t, std::size_t>, NewConstant> constants_; // by operator and input
  model::ArchitectureNote note_;
};

} // namespace

std::optional<InputSize> parseInputSize(std::string_view text) {
  InputSize size;
  const auto number = [&text](std::int32_t least, std::int32_t most) -> std::optional<std::int32_t> {
    std::int32_t value = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc() || value < least || value > most) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  };
  if (text.find('=') != std::string_view::npos) {
    const auto input = number(0, kLongest);
    if (!input || !text.starts_with('=')) return std::nullopt;
    size.input = static_cast<std::size_t>(*input);
    text.remove_prefix(1);
  }
  for (;;) {
    const auto length = number(1, kLongest);
    if (!length) return std::nullopt;
    size.lengths.push_back(*length);
    if (text.empty()) return size;
    if (!text.starts_with('x')) return std::nullopt;
    text.remove_prefix(1);
  }
}

std::string textOf(const InputSize& size) {
  return (size.input ? fmt::format("{}=", *size.input) : std::string()) + textOf(size.lengths);
}

std::string textOf(const Architecture& architecture) {
  std::string text;
  for (const InputSize& size : architecture.inputs) text += (text.empty() ? "" : ", ") + textOf(size);
  if (architecture.width != 1) text += fmt::format("{}width {}", text.empty() ? "" : ", ", architecture.width);
  return text;
}

Result<Draft> withArchitecture(Draft draft, const Architecture& architecture) {
  Carrier carrier(draft.main(), architecture);
  if (auto failed = carrier.run()) return *failed;
  model::ArchitectureNote note = carrier.note();
  if (note.changes.empty()) return draft;
  const auto isNote = [](const quantize::DraftEntry& entry) { return entry.name == schema::kArchitectureNoteName; };
  if (const auto earlier = std::find_if(draft.metadata.begin(), draft.metadata.end(), isNote);
      earlier != draft.metadata.end()) {
    model::ArchitectureNote both = model::parseArchitectureNote({earlier->data.begin(), earlier->data.end()});
    both.changes.insert(both.changes.end(), note.changes.begin(), note.changes.end());
    both.randomConstants += note.randomConstants;
    note = both;
    draft.metadata.erase(earlier);
  }
  note.asked = textOf(architecture);
  const std::string text = model::toText(note);
  draft.metadata.push_back({schema::kArchitectureNoteName, {text.begin(), text.end()}});
  return draft;
}

std::optional<Image> imageOf(const Draft& draft) {
  const DraftGraph& graph = draft.main();
  const std::vector<std::size_t> images = imagesOf(graph);
  if (images.size() != 1) return std::nullopt;
  const std::int32_t tensor = graph.inputs[images.front()];
  const auto height = static_cast<std::size_t>(heightDimension(graph, tensor));
  const Shape& shape = graph.at(tensor).shape;
  return Image{images.front(), shape[height], shape[height + 1]};
}

} // namespace arenascope::resize
