// How the inputs of strips that read as many rows each are split, and which strips read beyond the image.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/model/rewrite/strip_needs.h"

namespace arenascope::rewrite {

// Rows that are a separate tensor.
struct Part {
  std::int32_t tensor = -1;
  Rows rows;
};
using ApartTensors = std::map<std::int32_t, std::vector<Part>>; // by tensor of the model, in order

inline constexpr std::size_t kMostJoined = 10; // inputs of a CONCATENATION

class StripGrids {
public:
  // Of a tensor from outside.
  struct Grid {
    std::int32_t height = 0;          // of the tensor, in rows
    std::int64_t rowBytes = 0;        // of all planes
    std::int32_t rows = 0;            // of a piece
    std::int32_t planes = 0;          // 0: channels are not apart
    Rows window;                      // that the first strip reads, in whole pieces
    std::int32_t step = 0;            // rows from a strip's window to the next one's
    std::vector<std::uint8_t> beyond; // value of the rows beyond the image
  };

  // apart: tensors that exist in parts. All must outlive this.
  StripGrids(const MainGraph& graph, const StripCut& cut, const StripNeeds& needs, const ApartTensors& apart)
      : graph_(graph), cut_(cut), needs_(needs), apart_(apart) {}

  // For these strips of the last output; false: they cannot read alike.
  bool find(const std::vector<Rows>& strips);

  const std::map<std::int32_t, Grid>& all() const { return grids_; } // by tensor
  static Rows windowOf(const Grid& grid, std::size_t strip);
  // Whether an operator reads beyond its input, in any strip.
  bool crosses(std::int32_t op) const { return crossings_.contains(op); }
  // Whether a strip sets rows beyond the image.
  bool isEdge(std::size_t strip) const { return isEdge_[strip]; }
  // The first strip that computes the same for certain.
  std::size_t firstLike(std::size_t strip) const;

private:
  bool readsBeyond(std::int32_t op, const Rows& output) const;
  void findCrossings(const std::vector<Rows>& strips);
  bool addInputs(std::int32_t op);
  bool fit(std::int32_t tensor, Grid& grid, const Rows& first, const Rows& second) const;

  const MainGraph& graph_;
  const StripCut& cut_;
  const StripNeeds& needs_;
  const ApartTensors& apart_;
  std::map<std::int32_t, Grid> grids_;
  std::set<std::int32_t> crossings_; // operators
  std::vector<bool> isEdge_;         // by strip
};

} // namespace arenascope::rewrite
