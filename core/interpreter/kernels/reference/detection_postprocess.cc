// TFLite_Detection_PostProcess: converts an object detector's raw outputs to boxes, classes and scores, without boxes
// that overlap better ones too much.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/flex_map.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/custom.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels::reference {

namespace {

struct Box { // corners
  float top;
  float left;
  float bottom;
  float right;
};
struct CenteredBox {
  float y;
  float x;
  float height;
  float width;
};

struct Buffers {       // scratch buffers by index, in the order of requests
  int active;          // boxes not visited yet
  int boxes;           // decoded
  int scores;          // dequantized scores; unused for floats
  int boxScores;       // of each box for one class, or its best
  int keptScores;      // of those above the threshold
  int candidateScores; // of all classes so far
  int sortedScores;
  int kept; // boxes above the threshold
  int order;
  int candidates; // box and class in one number, or each box's classes by score
  int selected;
};

struct Data { // the OpData of this kernel
  std::int32_t maxDetections;
  std::int32_t maxClasses; // for each box
  std::int32_t detectionsPerClass;
  float scoreThreshold;
  float overlapThreshold;
  std::int32_t classes;
  bool classByClass; // "regular" suppression: per class
  CenteredBox scale;
  Buffers buffers;
  std::int32_t reserved[6];
};
static_assert(sizeof(Data) == bySize(112, 112));

constexpr int kBoxNumbers = 4;

Status init(Context& context, Node& node) {
  ARENASCOPE_TRY(initData<Data>(context, node));
  auto& data = userData<Data>(node);
  const FlexMap map(node.customInitialData, node.customInitialDataBytes);
  const auto integer = [&map](const char* key) { return map.integer(map.find(key)); };
  const auto real = [&map](const char* key) { return map.real(map.find(key)); };
  data.maxDetections = integer("max_detections");
  data.maxClasses = integer("max_classes_per_detection");
  data.detectionsPerClass = map.find("detections_per_class") < 0 ? 100 : integer("detections_per_class");
  data.classByClass = map.boolean(map.find("use_regular_nms"));
  data.scoreThreshold = real("nms_score_threshold");
  data.overlapThreshold = real("nms_iou_threshold");
  data.classes = integer("num_classes");
  data.scale = {.y = real("y_scale"), .x = real("x_scale"), .height = real("h_scale"), .width = real("w_scale")};
  constexpr int kMost = 1 << 15;
  if (data.maxDetections >= 0 && data.maxDetections <= kMost && data.classes > 0 && data.classes <= kMost)
    return Status::kOk;
  return context.fail(Message() << "max_detections " << data.maxDetections << " or num_classes " << data.classes
                                << " is not supported");
}

Status checkInputs(Context& context, const Node& node) {
  const runtime::IntArray& encodings = *context.evalInput(node, 0)->dims;
  const runtime::IntArray& predictions = *context.evalInput(node, 1)->dims;
  const runtime::IntArray& anchors = *context.evalInput(node, 2)->dims;
  if (encodings.size != 3 || predictions.size != 3 || anchors.size != 2)
    return context.fail(Message() << "box encodings and class predictions need 3 dimensions, anchors 2");
  const int boxes = encodings.data[1];
  const int surplus = predictions.data[2] - userData<Data>(node).classes; // 1: the first class is the background
  const bool fits = encodings.data[0] == 1 && encodings.data[2] >= kBoxNumbers && predictions.data[0] == 1 &&
                    predictions.data[1] == boxes && (surplus == 0 || surplus == 1) && anchors.data[0] >= boxes &&
                    anchors.data[1] == kBoxNumbers;
  if (!fits) return context.fail(Message() << "box encodings, class predictions and anchors do not fit each other");
  constexpr int kMostBoxes = 1 << 15;
  if (boxes <= kMostBoxes) return Status::kOk;
  return context.fail(Message() << boxes << " boxes are not supported");
}

Status requestBuffers(Context& context, int boxes, int predictions, Data& data) {
  const auto request = [&](std::int64_t count, std::size_t elementBytes, int* index) {
    return context.requestScratch(static_cast<std::size_t>(count) * elementBytes, index);
  };
  constexpr std::size_t kWord = 4;
  Buffers& buffers = data.buffers;
  const std::int64_t most = data.maxDetections;
  ARENASCOPE_TRY(request(boxes, 1, &buffers.active));
  ARENASCOPE_TRY(request(boxes * kBoxNumbers, kWord, &buffers.boxes));
  ARENASCOPE_TRY(request(predictions, kWord, &buffers.scores));
  ARENASCOPE_TRY(request(boxes, kWord, &buffers.boxScores));
  ARENASCOPE_TRY(request(boxes, kWord, &buffers.keptScores));
  ARENASCOPE_TRY(request(most * boxes, kWord, &buffers.candidateScores));
  ARENASCOPE_TRY(request(most * boxes, kWord, &buffers.sortedScores));
  ARENASCOPE_TRY(request(boxes, kWord, &buffers.kept));
  ARENASCOPE_TRY(request(most * boxes, kWord, &buffers.order));
  ARENASCOPE_TRY(request(std::max<std::int64_t>(data.classes, most) * boxes, kWord, &buffers.candidates));
  return request(std::min<std::int64_t>(boxes, most) * boxes, kWord, &buffers.selected);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 3, 4));
  const TempTensor encodings = context.input(node, 0);
  const TempTensor predictions = context.input(node, 1);
  const TempTensor anchors = context.input(node, 2);
  if (!encodings || !predictions || !anchors) return missing(context, "input");
  ARENASCOPE_TRY(checkInputs(context, node));
  return requestBuffers(context, encodings->dims->data[1], predictions->dims->data[1] * predictions->dims->data[2],
                        userData<Data>(node));
}

// Data shared by the functions below.
struct Detector {
  Context& context;
  const Node& node;
  const Data& options;
  int boxCount;
  int columns;     // of the predictions
  int labelOffset; // 1 if the first column is the background
  const float* predictions;
  Box* boxes;

  template <typename T>
  T* buffer(int index) const {
    return context.scratch<T>(index);
  }
  float* output(int index) const { return data<float>(context.evalOutput(node, index)); }
  int room() const {
    int least = elementCount(*context.evalOutput(node, 0)->dims) / kBoxNumbers;
    for (const int index : {1, 2}) least = std::min(least, elementCount(*context.evalOutput(node, index)->dims));
    return least;
  }
  void put(int index, const Box& box, int label, float score) const {
    reinterpret_cast<Box*>(output(0))[index] = box;
    output(1)[index] = static_cast<float>(label);
    output(2)[index] = score;
  }
};

void decodeBoxes(const Detector& detector) {
  const EvalTensor& encodings = *detector.context.evalInput(detector.node, 0);
  const auto* anchors = data<CenteredBox>(detector.context.evalInput(detector.node, 2));
  const int step = encodings.dims->data[2];
  const CenteredBox& scale = detector.options.scale;
  const auto center = [](float value, float by, float size, float position) {
    return static_cast<float>(static_cast<double>(value) / static_cast<double>(by) * static_cast<double>(size) +
                              static_cast<double>(position));
  };
  const auto half = [](float value, float by, float size) {
    return static_cast<float>(0.5 * (std::exp(static_cast<double>(value) / static_cast<double>(by))) *
                              static_cast<double>(size));
  };
  for (int i = 0; i < detector.boxCount; ++i) {
    const CenteredBox& box = *reinterpret_cast<const CenteredBox*>(data<float>(&encodings) + i * step);
    const CenteredBox& anchor = anchors[i];
    const float y = center(box.y, scale.y, anchor.height, anchor.y);
    const float x = center(box.x, scale.x, anchor.width, anchor.x);
    const float halfHeight = half(box.height, scale.height, anchor.height);
    const float halfWidth = half(box.width, scale.width, anchor.width);
    detector.boxes[i] = {y - halfHeight, x - halfWidth, y + halfHeight, x + halfWidth};
  }
}

// Intersection of two boxes relative to their union.
float overlap(const Box& a, const Box& b) {
  const float areaA = (a.bottom - a.top) * (a.right - a.left);
  const float areaB = (b.bottom - b.top) * (b.right - b.left);
  if (areaA <= 0 || areaB <= 0) return 0.0F;
  const float top = std::max(a.top, b.top);
  const float left = std::max(a.left, b.left);
  const float bottom = std::min(a.bottom, b.bottom);
  const float right = std::min(a.right, b.right);
  const float common = std::max(bottom - top, 0.0F) * std::max(right - left, 0.0F);
  return common / (areaA + areaB - common);
}

void insertionSort(const float* values, int count, int* order) {
  for (int i = 1; i < count; ++i) {
    const int moved = order[i];
    int to = i;
    for (; to > 0 && values[moved] > values[order[to - 1]]; --to) order[to] = order[to - 1];
    order[to] = moved;
  }
}

void mergeSort(const float* values, int count, int* order, int* room) {
  constexpr int kShort = 20;
  if (count < kShort) return insertionSort(values, count, order);
  const int half = count / 2;
  mergeSort(values, half, order, room);
  mergeSort(values, count - half, order + half, room);
  std::merge(order, order + half, order + half, order + count, room,
             [values](int a, int b) { return values[a] > values[b]; });
  std::copy_n(room, count, order);
}

// Indices by descending value, stable. room: as many elements as values.
void sortDecreasing(const float* values, int count, int* order, int* room) {
  std::iota(order, order + count, 0);
  mergeSort(values, count, order, room);
}

// The same for the first `sorted` indices only.
void sortDecreasingPart(const float* values, int count, int sorted, int* order) {
  std::iota(order, order + count, 0);
  std::partial_sort(order, order + sorted, order + count,
                    [values](int a, int b) { return std::tie(values[a], b) > std::tie(values[b], a); });
}

bool allValid(const Detector& detector) {
  return std::all_of(detector.boxes, detector.boxes + detector.boxCount,
                     [](const Box& box) { return box.top < box.bottom && box.left < box.right; });
}

// At most `most` boxes by descending score, without those that overlap an earlier one too much.
Status suppress(const Detector& detector, const float* scores, int most, int* selected, int& count) {
  const Data& options = detector.options;
  if (!(options.overlapThreshold > 0.0F && options.overlapThreshold <= 1.0F) || most < 0)
    return detector.context.fail(Message() << "nms_iou_threshold is not between 0 and 1");
  if (!allValid(detector)) return detector.context.fail(Message() << "a decoded box has no area");
  int* kept = detector.buffer<int>(options.buffers.kept);
  auto* keptScores = detector.buffer<float>(options.buffers.keptScores);
  const auto keep = [&] {
    int count = 0;
    for (int i = 0; i < detector.boxCount; ++i) {
      if (!(scores[i] >= options.scoreThreshold)) continue;
      keptScores[count] = scores[i];
      kept[count++] = i;
    }
    return count;
  };
  const int keptCount = keep();
  int* order = detector.buffer<int>(options.buffers.order);
  sortDecreasing(keptScores, keptCount, order, kept);
  keep(); // restores indices overwritten by the sort
  auto* active = detector.buffer<std::uint8_t>(options.buffers.active);
  std::fill_n(active, keptCount, std::uint8_t{1});
  const int limit = std::min(keptCount, most);
  count = 0;
  for (int i = 0; i < keptCount && count < limit; ++i) {
    if (active[i] == 0) continue;
    const int best = kept[order[i]];
    selected[count++] = best;
    for (int j = i + 1; j < keptCount; ++j)
      if (active[j] != 0 && overlap(detector.boxes[best], detector.boxes[kept[order[j]]]) > options.overlapThreshold)
        active[j] = 0;
  }
  return Status::kOk;
}

// Keeps the best of all classes so far, after each class.
Status detectClassByClass(const Detector& detector) {
  const Data& options = detector.options;
  if (options.detectionsPerClass <= 0 || options.maxDetections <= 0)
    return detector.context.fail(Message() << "detections_per_class or max_detections is not positive");
  auto* scores = detector.buffer<float>(options.buffers.boxScores);
  int* candidates = detector.buffer<int>(options.buffers.candidates);
  auto* candidateScores = detector.buffer<float>(options.buffers.candidateScores);
  auto* sortedScores = detector.buffer<float>(options.buffers.sortedScores);
  int* order = detector.buffer<int>(options.buffers.order);
  int* selected = detector.buffer<int>(options.buffers.selected);
  const std::int64_t room = std::int64_t{options.maxDetections} * detector.boxCount;
  int found = 0;
  for (int column = 0; column < options.classes; ++column) {
    const int label = column + detector.labelOffset;
    for (int i = 0; i < detector.boxCount; ++i) scores[i] = detector.predictions[i * detector.columns + label];
    int count = 0;
    ARENASCOPE_TRY(suppress(detector, scores, options.detectionsPerClass, selected, count));
    if (found + count > room)
      return detector.context.fail(Message() << "max_detections leaves too little room for the candidates");
    for (int i = 0; i < count; ++i) {
      candidates[found] = selected[i] * detector.columns + label;
      candidateScores[found++] = scores[selected[i]];
    }
    const int stay = std::min<int>(found, options.maxDetections);
    sortDecreasingPart(candidateScores, found, stay, order);
    for (int i = 0; i < stay; ++i) {
      sortedScores[i] = candidateScores[order[i]];
      order[i] = candidates[order[i]];
    }
    std::copy_n(order, stay, candidates);
    std::copy_n(sortedScores, stay, candidateScores);
    found = stay;
  }
  if (detector.room() < options.maxDetections)
    return detector.context.fail(Message() << "the outputs have less room than max_detections");
  for (int i = 0; i < options.maxDetections; ++i) {
    if (i >= found) {
      detector.put(i, Box{}, 0, 0.0F);
      continue;
    }
    const int box = candidates[i] / detector.columns;
    detector.put(i, detector.boxes[box], candidates[i] - box * detector.columns - detector.labelOffset,
                 candidateScores[i]);
  }
  detector.output(3)[0] = static_cast<float>(found);
  return Status::kOk;
}

// Suppression by each box's best score; then each box with its best classes. With several classes, the real kernel
// counts boxes and classes in one number and leaves gaps; so does this one.
Status detectByBestClass(const Detector& detector) {
  const Data& options = detector.options;
  if (options.maxClasses <= 0) return detector.context.fail(Message() << "max_classes_per_detection is not positive");
  if (options.maxDetections <= 0) {
    detector.output(3)[0] = 0.0F;
    return Status::kOk;
  }
  const int classes = std::min<int>(options.maxClasses, options.classes);
  auto* best = detector.buffer<float>(options.buffers.boxScores);
  int* labels = detector.buffer<int>(options.buffers.candidates);
  const auto scoresOf = [&detector](int box) {
    return detector.predictions + box * detector.columns + detector.labelOffset;
  };
  for (int i = 0; i < detector.boxCount; ++i) {
    sortDecreasingPart(scoresOf(i), options.classes, classes, labels + i * options.classes);
    best[i] = scoresOf(i)[labels[i * options.classes]];
  }
  int* selected = detector.buffer<int>(options.buffers.selected);
  int count = 0;
  ARENASCOPE_TRY(suppress(detector, best, options.maxDetections, selected, count));
  int found = 0;
  for (int i = 0; i < count; ++i) {
    for (int c = 0; c < classes; ++c) {
      const int position = classes * found + c;
      if (position >= detector.room())
        return detector.context.fail(Message() << "the outputs have room for " << detector.room()
                                               << " detections, more were found");
      const int label = labels[selected[i] * options.classes + c];
      detector.put(position, detector.boxes[selected[i]], label, scoresOf(selected[i])[label]);
      ++found;
    }
  }
  detector.output(3)[0] = static_cast<float>(found);
  return Status::kOk;
}

Status invoke(Context& context, Node& node) {
  for (int i = 0; i < 3; ++i)
    if (context.evalInput(node, i)->type != runtime::kFloat32)
      return unsupportedType(context, "input", context.evalInput(node, i)->type);
  for (int i = 0; i < 4; ++i)
    if (context.evalOutput(node, i)->type != runtime::kFloat32 || elementCount(*context.evalOutput(node, i)->dims) < 1)
      return unsupportedType(context, "output", context.evalOutput(node, i)->type);
  const auto& kernelData = userData<Data>(node);
  const EvalTensor& predictions = *context.evalInput(node, 1);
  const Detector detector{.context = context,
                          .node = node,
                          .options = kernelData,
                          .boxCount = context.evalInput(node, 0)->dims->data[1],
                          .columns = predictions.dims->data[2],
                          .labelOffset = predictions.dims->data[2] - kernelData.classes,
                          .predictions = data<float>(&predictions),
                          .boxes = context.scratch<Box>(kernelData.buffers.boxes)};
  decodeBoxes(detector);
  return kernelData.classByClass ? detectClassByClass(detector) : detectByBestClass(detector);
}

} // namespace

constinit const Registration kDetectionPostprocess = custom("TFLite_Detection_PostProcess", init, prepare, invoke);

} // namespace arenascope::kernels::reference
