#include "core/report/operator_pairs.h"

#include <algorithm>
#include <list>
#include <map>
#include <optional>

#include "core/model/graph/strip_names.h"

namespace arenascope::report {

namespace {

// What an operator writes, identified by its name.
struct Written {
  std::string kind;   // of the operator
  std::string tensor; // its name; for a strip the whole tensor's, which is the end of it
  bool strip = false;
};

const model::TensorInfo* firstOutput(const Report& report, const OperatorReport& op) {
  if (op.subgraph.position() >= report.model.subgraphs.size()) return nullptr;
  const model::SubgraphInfo& subgraph = report.model.subgraphs[op.subgraph.position()];
  if (op.index.position() >= subgraph.operators.size()) return nullptr;
  for (const TensorId output : subgraph.operators[op.index.position()].outputs)
    if (output.isThere()) return &subgraph.tensors[output.position()];
  return nullptr;
}

Written writtenBy(const Report& report, const OperatorReport& op) {
  const model::TensorInfo* tensor = firstOutput(report, op);
  Written written{op.name, tensor == nullptr ? "" : tensor->name, false};
  if (!report.model.overlap || report.model.overlap->strips.empty()) return written;
  if (auto whole = model::wholeOfStrip(written.tensor)) {
    written.tensor = std::move(*whole);
    written.strip = true;
  }
  return written;
}

// Rows by the names of the tensors written.
class NamedRows {
public:
  explicit NamedRows(const std::vector<Report>& reports) : reports_(reports) {
    for (std::size_t r = 0; r < reports.size(); ++r) add(r);
  }

  // In order.
  std::vector<ComparedOperator> rows() const {
    std::vector<ComparedOperator> result;
    for (const std::size_t row : order_) result.push_back(rows_[row].compared);
    return result;
  }
  // Every report has most of its rows in common with those before it, or they with it.
  bool areMostShared() const { return mostShared_; }

private:
  using Order = std::list<std::size_t>;
  struct Row {
    Written written;
    ComparedOperator compared;
    Order::iterator place = {};
    bool strips = false; // in the report being added
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  static std::vector<int>& partsIn(Row& row, std::size_t report) { return row.compared.parts[report]; }

  // The row for an operator. Only strips share a row; layers with equal names take rows in turn.
  std::size_t rowFor(std::size_t report, const Written& written) {
    std::size_t best = kNone;
    if (written.tensor.empty()) return best;
    for (const std::size_t i : byName_[{written.kind, model::stripNameTail(written.tensor)}]) {
      Row& row = rows_[i];
      const bool free = partsIn(row, report).empty() || (written.strip && row.strips);
      const bool same = row.written.strip || written.strip || row.written.tensor == written.tensor;
      if (free && same && (best == kNone || partsIn(row, report).size() < partsIn(rows_[best], report).size()))
        best = i;
    }
    return best;
  }

  std::size_t newRow(const Written& written, Order::iterator before) {
    const std::size_t row = rows_.size();
    rows_.push_back({.written = written, .compared = {written.kind, {}}});
    rows_[row].compared.parts.resize(reports_.size());
    rows_[row].place = order_.insert(before, row);
    byName_[{written.kind, model::stripNameTail(written.tensor)}].push_back(row);
    return row;
  }

  void put(std::size_t row, std::size_t report, std::size_t op, const Written& written) {
    partsIn(rows_[row], report).push_back(static_cast<int>(op));
    rows_[row].strips = written.strip;
  }

  void add(std::size_t report) {
    const std::vector<OperatorReport>& operators = reports_[report].operators;
    const std::size_t known = rows_.size();
    std::vector<std::size_t> rowOf(operators.size(), kNone);
    // Whole tensors first, so that none is taken for a strip of another.
    for (const bool strips : {false, true})
      for (std::size_t i = 0; i < operators.size(); ++i) {
        const Written written = writtenBy(reports_[report], operators[i]);
        if (written.strip != strips || known == 0) continue;
        rowOf[i] = rowFor(report, written);
        if (rowOf[i] != kNone) put(rowOf[i], report, i, written);
      }
    countShared(report, known);
    auto behind = order_.begin(); // insertion point for a new row
    for (std::size_t i = 0; i < operators.size(); ++i) {
      if (rowOf[i] == kNone) {
        const Written written = writtenBy(reports_[report], operators[i]);
        if (written.strip) rowOf[i] = rowFor(report, written); // next to the strips before it
        if (rowOf[i] == kNone) rowOf[i] = newRow(written, behind);
        put(rowOf[i], report, i, written);
      }
      behind = std::next(rows_[rowOf[i]].place);
    }
  }

  // Called before new rows are inserted.
  void countShared(std::size_t report, std::size_t known) {
    if (report == 0) return;
    std::size_t shared = 0;
    std::size_t parts = 0; // operators of it with an existing row
    for (Row& row : rows_) {
      if (!partsIn(row, report).empty()) ++shared;
      parts += partsIn(row, report).size();
    }
    const std::size_t own = shared + reports_[report].operators.size() - parts;
    if (2 * shared < std::min(known, own)) mostShared_ = false;
  }

  const std::vector<Report>& reports_;
  std::vector<Row> rows_;
  Order order_;
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> byName_; // by kind and stripNameTail()
  bool mostShared_ = true;
};

std::vector<std::string> namesOf(const Report& report) {
  std::vector<std::string> names;
  for (const OperatorReport& op : report.operators) names.push_back(op.name);
  return names;
}

// Pairs of indices: the longest common subsequence, with the elements of only one side in between.
std::vector<std::pair<int, int>> align(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> longest((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      longest[i * width + j] = a[i] == b[j] ? longest[(i + 1) * width + j + 1] + 1
                                            : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
  std::vector<std::pair<int, int>> pairs;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j])
      pairs.emplace_back(static_cast<int>(i++), static_cast<int>(j++));
    else if (j == b.size() || (i < a.size() && longest[(i + 1) * width + j] >= longest[i * width + j + 1]))
      pairs.emplace_back(static_cast<int>(i++), -1);
    else
      pairs.emplace_back(-1, static_cast<int>(j++));
  }
  return pairs;
}

// Larger models are compared in order only: aligning takes time and memory in proportion to the product of lengths.
constexpr std::size_t kMaxAligned = 4000;

std::vector<std::pair<int, int>> alignOperators(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a != b && a.size() <= kMaxAligned && b.size() <= kMaxAligned) return align(a, b);
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    pairs.emplace_back(i < a.size() ? static_cast<int>(i) : -1, i < b.size() ? static_cast<int>(i) : -1);
  return pairs;
}

// By kind only: aligns each report with the rows of those before.
std::vector<ComparedOperator> alignedOperators(const std::vector<Report>& reports) {
  std::vector<ComparedOperator> rows;
  for (std::size_t r = 0; r < reports.size(); ++r) {
    const std::vector<std::string> own = namesOf(reports[r]);
    std::vector<std::string> names;
    for (const ComparedOperator& row : rows) names.push_back(row.name);
    std::vector<ComparedOperator> merged;
    for (const auto& [row, position] : alignOperators(names, own)) {
      if (row < 0)
        merged.push_back({own[static_cast<std::size_t>(position)], std::vector<std::vector<int>>(reports.size())});
      else
        merged.push_back(std::move(rows[static_cast<std::size_t>(row)]));
      if (position >= 0) merged.back().parts[r] = {position};
    }
    rows = std::move(merged);
  }
  return rows;
}

} // namespace

std::vector<ComparedOperator> pairedOperators(const std::vector<Report>& reports) {
  const bool oneModel = std::all_of(reports.begin(), reports.end(), [&](const Report& report) {
    return report.model.sha256 == reports.front().model.sha256;
  });
  if (oneModel) return alignedOperators(reports);
  const NamedRows named(reports);
  return named.areMostShared() ? named.rows() : alignedOperators(reports);
}

} // namespace arenascope::report
