#include "ui/tables/tensor_model.h"

#include <algorithm>

#include "core/report/buffer_info.h"

namespace arenascope::ui {

using model::TensorInfo;
using report::PlannedBuffer;

namespace {

bool contains(const std::vector<TensorId>& tensors, TensorId tensor) {
  return std::find(tensors.begin(), tensors.end(), tensor) != tensors.end();
}

} // namespace

TensorModel::TensorModel(QObject* parent)
    : ReportModel(
          {{tr("#"), tr("number of the tensor, with that of its subgraph in front where it is not the main one")},
           {tr("tensor"), {}, false},
           {tr("type"), {}, false},
           {tr("shape"), {}, false},
           {tr("kind"), {}, false},
           {tr("memory"), tr("the section of the arena it is in, or flash"), false},
           {tr("bytes"), tr("as stored; in the plan rounded up to 16"), true, true},
           {tr("offset"), tr("in the head section, in bytes")},
           {tr("from"),
            tr("operator from which on it is in use; input: before the first; start: before anything runs")},
           {tr("to"), tr("operator up to which it is in use")}},
          parent) {}

void TensorModel::load() {
  rows_.clear();
  if (report() == nullptr) return;
  const std::vector<int> buffers = report::buffersByTensor(*report());
  steps_ = report::rowsByStep(*report());
  for (std::size_t s = 0; s < report()->model.subgraphs.size(); ++s)
    for (std::size_t t = 0; t < report()->model.subgraphs[s].tensors.size(); ++t) {
      const auto number = rows_.size();
      rows_.push_back({static_cast<std::int32_t>(s), TensorId(t), static_cast<int>(number), buffers[number]});
    }
  for (std::size_t i = 0; i < report()->buffers.size(); ++i)
    if (report()->buffers[i].scratch)
      rows_.push_back({.number = report()->buffers[i].index, .buffer = static_cast<int>(i)});
}

void TensorModel::select(Selection& selection, int row) const {
  const Row& what = rows_[static_cast<std::size_t>(row)];
  what.buffer >= 0 ? selection.selectBuffer(what.buffer) : selection.selectTensor(what.number);
}

bool TensorModel::belongsTo(const Row& row, const report::OperatorReport& op) const {
  if (row.subgraph < 0) return report()->buffers[static_cast<std::size_t>(row.buffer)].liveAt(op.time);
  if (row.subgraph != op.subgraph) return false;
  const auto& info =
      report()->model.subgraphs[static_cast<std::size_t>(op.subgraph)].operators[static_cast<std::size_t>(op.index)];
  return contains(info.inputs, row.tensor) || contains(info.outputs, row.tensor);
}

bool TensorModel::isSelected(const Selection& selection, int row) const {
  const Row& what = rows_[static_cast<std::size_t>(row)];
  if (selection.op() >= 0) return belongsTo(what, report()->operators[static_cast<std::size_t>(selection.op())]);
  if (selection.bytes())
    return what.buffer >= 0 &&
           bytesOf(report()->buffers[static_cast<std::size_t>(what.buffer)]).overlaps(*selection.bytes());
  if (selection.buffer() >= 0) return what.buffer == selection.buffer();
  return selection.tensor() >= 0 && what.buffer < 0 && what.number == selection.tensor();
}

QString TensorModel::kindOf(const Row& row) const {
  if (row.buffer >= 0)
    return QString::fromLatin1(
        bufferKindName(bufferKind(*report(), report()->buffers[static_cast<std::size_t>(row.buffer)])));
  const TensorInfo& tensor = *report()->model.tensorByPlanIndex(static_cast<std::size_t>(row.number));
  if (tensor.constantBytes > 0) return tr("constant");
  return tensor.isVariable ? tr("variable") : tr("not in memory");
}

ReportModel::Cell TensorModel::placeCell(const Row& row, int column) const {
  if (row.buffer < 0) return {{}, -1};
  const PlannedBuffer& buffer = report()->buffers[static_cast<std::size_t>(row.buffer)];
  if (column == kOffset) return number(buffer.offset);
  const report::Lifetime lifetime = lifetimeOf(*report(), steps_, buffer);
  return column == kFirst ? Cell{QString::fromStdString(lifetime.from), buffer.firstOp.value}
                          : Cell{QString::fromStdString(lifetime.to), buffer.lastOp.value};
}

ReportModel::Cell TensorModel::cell(int row, int column) const {
  const Row& what = rows_[static_cast<std::size_t>(row)];
  if (column >= kOffset) return placeCell(what, column);
  const TensorInfo* tensor =
      what.subgraph < 0 ? nullptr : report()->model.tensorByPlanIndex(static_cast<std::size_t>(what.number));
  const PlannedBuffer* buffer = what.buffer < 0 ? nullptr : &report()->buffers[static_cast<std::size_t>(what.buffer)];
  switch (column) {
  case kIndex:
    return {tensor == nullptr    ? QString()
            : what.subgraph == 0 ? QString::number(what.tensor)
                                 : QStringLiteral("%1:%2").arg(what.subgraph).arg(what.tensor),
            row};
  case kName: return words(tensor == nullptr ? buffer->name : tensor->name);
  case kType: return words(tensor == nullptr ? "" : tensor->type);
  case kShape: return words(tensor == nullptr ? "" : model::shapeText(tensor->shape));
  case kKind: return {kindOf(what), kindOf(what)};
  case kMemory:
    if (buffer != nullptr) return words("head");
    return words(tensor->constantBytes > 0 ? "flash" : tensor->isVariable ? "tail" : "");
  default:
    return number(buffer != nullptr           ? buffer->bytes
                  : tensor->constantBytes > 0 ? tensor->constantBytes
                                              : tensor->bytes);
  }
}

} // namespace arenascope::ui
