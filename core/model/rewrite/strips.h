// Computes a chain of operators strip by strip, so that its largest tensors never exist whole. This is the changed
// graph. Results stay equal bit for bit: each strip reads the rows that it needs (neighbours share some), borders that
// an operator adds are put there by a separate PAD, and the weights stay the same tensors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/rewrite/regions.h"

namespace arenascope::rewrite {

struct StripCut {
  Region region;
  std::int32_t strips = 2;
  // The last rows first: then the input's free bytes are at its end, where the output can lie.
  bool fromEnd = false;
  // Strips that are alike call one subgraph: their operators are prepared once, so that their tables for each channel
  // exist once. All strips but the last have as many rows.
  bool shared = false;
  // The strips that read rows beyond the image.
  enum class Edges : std::uint8_t {
    kSeparate, // each has separate borders, and so other shapes
    kTogether, // one subgraph for them: rows beyond the image are computed, and set to what the border holds
    kLikeAll,  // one for all strips
  };
  // If it is not kSeparate, strips are shared and have as many rows each.
  Edges edges = Edges::kSeparate;
  // The strips are not joined: those of the next cut read them. Both have the same subgraphs for their edges.
  bool apart = false;
  // Parts of each strip side by side, in the same subgraph: operators from `columnsFrom` on run once for each. Not with
  // kSeparate.
  std::int32_t columns = 1;
  std::int32_t columnsFrom = -1; // in the region; -1: none
  // A strip passes rows that the next one needs too on to it, which otherwise computes them again: of the tensors that
  // operators from `passesFrom` on make. Not with kSeparate and `fromEnd`, nor of parts side by side. Strips before the
  // first one compute what this is passed; their output is not used.
  std::int32_t passesFrom = -1; // in the region; -1: none
  bool operator==(const StripCut&) const = default;
};

inline constexpr std::int32_t kMostStrips = 128;
inline constexpr std::int32_t kMostColumns = 3; // parts of a strip side by side

// The number of strips if all but the last have as many rows, at most as many as asked for.
std::int32_t evenStrips(std::int32_t height, std::int32_t strips);

// A tensor that the original model does not have.
struct NewTensor {
  std::int32_t like = -1; // the tensor of the model that has its quantization; -1: none
  std::string name;
  model::Type type = model::Type::kInt32;
  std::vector<std::int32_t> shape;
  std::vector<std::uint8_t> data = {}; // of a constant
  std::int32_t whole = -1;             // a tensor of the model that can contain it, since these are rows of it,
  std::int64_t offset = 0;             // bytes from its start; -1: none
};

// Operators that cut and join tensors, choose values or call subgraphs, numbered like TensorFlow Lite's.
enum class NewOperator : std::uint8_t {
  kConcatenation = 2,
  kPad = 34,
  kMaximum = 55,
  kMinimum = 57,
  kPadV2 = 60,
  kSlice = 65,
  kSplitV = 102,
  kIf = 118,
};

struct GraphOperator {
  std::int32_t original = -1; // the model's operator that it computes; -1: a new one, see `code`
  bool isChanged = false;     // of an original one: it has other tensors, or another padding
  model::Window::Padding padding = model::Window::Padding::kValid; // of a changed one with a window
  NewOperator code = NewOperator::kConcatenation;
  std::vector<std::int32_t> inputs = {}; // tensors; numbers from the model's count on are new ones
  std::vector<std::int32_t> outputs = {};
  std::int32_t body = -1; // of kIf: the one it calls, by number
  std::int32_t axis = 1;  // of kConcatenation and kSplitV
  bool operator==(const GraphOperator&) const = default;
};

// A subgraph that computes each of several strips. Its tensors are constants of the main graph, and new ones, which
// have the numbers from the main graph's count on.
struct StripBody {
  std::vector<NewTensor> tensors;
  std::vector<GraphOperator> operators;
  std::vector<std::int32_t> inputs;
  std::vector<std::int32_t> outputs;
};

// Tensors of the model.
struct GraphEnds {
  std::vector<std::int32_t> inputs;
  std::vector<std::int32_t> outputs;
};

// The changed main graph.
struct StripGraph {
  std::vector<NewTensor> tensors;
  std::vector<GraphOperator> operators;
  std::optional<GraphEnds> ends = std::nullopt; // if they are not the model's
  std::vector<StripBody> bodies = {};           // behind the model's subgraphs
};

// What the strips of a cut compute, each by itself, in order of their rows.
struct StripParts {
  struct Input {
    std::int32_t tensor = -1;            // from outside, read by rows
    std::vector<std::int64_t> lastReads; // by strip: bytes that no later strip reads
    std::int64_t pieceBytes = 0;         // all pieces have a multiple of this
  };
  std::vector<StripBody> bodies = {};   // different ones
  std::vector<std::size_t> bodyOf = {}; // by strip
  std::vector<std::int32_t> rows = {};  // by strip: of the last output
  std::vector<Input> inputs = {};
  std::size_t pieces = 0;       // tensors that these are split into
  std::size_t unused = 0;       // strips, the first of all, whose output is not used
  std::size_t passed = 0;       // tensors that a strip passes on to the next one
  std::int64_t passedBytes = 0; // of all of these
};
// Absent as in cutIntoStrips().
std::optional<StripParts> partsOf(const model::Graph& model, const StripCut& cut);

// Regions must be some of regionsOf(), in order and disjoint. Absent if one cannot be cut that often: it has fewer
// rows, or a strip reads rows from more places than can be joined.
std::optional<StripGraph> cutIntoStrips(const model::Graph& model, const std::vector<StripCut>& cuts);

} // namespace arenascope::rewrite
