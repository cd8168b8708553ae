// TFLM_DECODE: decompresses constants. A value is an index into a table, or a Huffman code, or left out if it is the
// zero point. Each pair of inputs is the compressed data and its description: 16 bytes, then the table.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/custom.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

enum Method : std::uint8_t { kTable = 0, kHuffman = 1, kPruned = 2 };

// The 16 bytes before the table; options depend on the method.
struct Description {
  std::uint8_t method;
  std::uint8_t version;
  std::uint8_t reserved[2];
  std::uint8_t methodVersion;
  std::uint8_t options; // table: bits of an index; Huffman: bit 0 wide entries, bits 4 to 7 bits read first, less one
  std::uint8_t channelStep; // table: entries per channel
  std::uint8_t unused[9];

  int indexBits() const { return options & 7; }
  bool wideEntries() const { return (options & 1) != 0; }
  int firstBits() const { return (options >> 4) + 1; }
};
static_assert(sizeof(Description) == 16);

// Properties of one output, known after Prepare.
struct Output {
  std::int32_t channels;
  std::int32_t run;              // consecutive elements of the same channel
  const std::int8_t* zeroPoints; // by channel; nullptr: zeroPoint for all
  std::int8_t zeroPoint;

  int channelOf(int element) const { return element / run % channels; }
};
constexpr std::size_t kTableBytes = bySize(36, 72); // the real kernel's classes, one per method
constexpr std::size_t kHuffmanBytes = bySize(28, 56);
constexpr std::size_t kPrunedBytes = bySize(40, 80);
static_assert(sizeof(Output) <= kHuffmanBytes);

// The compressed data and the table as the reading methods take them.
struct Source {
  const std::uint8_t* data;
  std::size_t bytes;
  const Description* description;
  const std::uint8_t* table;
  std::size_t tableBytes;
};

// Bits of a byte stream, the highest of each byte first.
class BitReader {
public:
  BitReader(const std::uint8_t* bytes, std::size_t count) : bytes_(bytes), bits_(count * 8) {}

  // Reads zeros beyond the end, where atEnd() is true.
  std::uint32_t read(int count) {
    std::uint32_t value = 0;
    for (; count > 0; --count, ++next_)
      value = value << 1 | (next_ < bits_ ? bytes_[next_ / 8] >> (7 - next_ % 8) & 1U : 0U);
    return value;
  }
  void giveBack(int count) { next_ -= static_cast<std::size_t>(count); }
  bool pastEnd() const { return next_ > bits_; }

private:
  const std::uint8_t* bytes_;
  std::size_t bits_;
  std::size_t next_ = 0;
};

Status readChannels(Context& context, const Tensor& tensor, Output& output) {
  const int elements = elementCount(*tensor.dims);
  output.channels = 1;
  output.run = elements;
  if (tensor.quantization == nullptr) return Status::kOk;
  output.channels = tensor.quantization->scale->size;
  const int dimension = tensor.quantization->quantizedDimension;
  const bool innermost = dimension == tensor.dims->size - 1 && output.channels > 1;
  if (!innermost && dimension != 0)
    return context.fail(Message() << "channels along dimension " << dimension << " are not supported");
  if (output.channels < 1 || elements % output.channels != 0)
    return context.fail(Message() << elements << " elements cannot be divided by " << output.channels << " channels");
  output.run = innermost ? 1 : elements / output.channels;
  return Status::kOk;
}

Status keepZeroPoints(Context& context, const Tensor& tensor, Output& output) {
  const runtime::IntArray& zeroPoints = *tensor.quantization->zeroPoint;
  if (zeroPoints.size != output.channels)
    return context.fail(Message() << output.channels << " channels have " << zeroPoints.size << " zero points");
  bool allZero = true;
  for (int c = 0; c < output.channels; ++c) allZero = allZero && zeroPoints.data[c] == 0;
  if (!allZero && tensor.type != runtime::kInt8)
    return context.fail(Message() << "zero points other than 0 are supported for INT8 only");
  output.zeroPoint = static_cast<std::int8_t>(zeroPoints.data[0]);
  if (allZero || output.channels == 1) return Status::kOk;
  auto* copy = static_cast<std::int8_t*>(context.allocatePersistent(static_cast<std::size_t>(output.channels)));
  if (copy == nullptr) return Status::kError;
  for (int c = 0; c < output.channels; ++c) copy[c] = static_cast<std::int8_t>(zeroPoints.data[c]);
  output.zeroPoints = copy;
  return Status::kOk;
}

Status prepareOutput(Context& context, const Node& node, int index, Output*& prepared) {
  const TempTensor data = context.input(node, 2 * index);
  const TempTensor description = context.input(node, 2 * index + 1);
  const TempTensor tensor = context.output(node, index);
  if (!data || !description || !tensor) return missing(context, "data, description or output");
  if (data->allocationKind != runtime::kModelData || description->allocationKind != runtime::kModelData)
    return context.fail(Message() << "data and description must be constant");
  const auto& facts = *static_cast<const Description*>(description->data);
  if (description->bytes < sizeof(Description) || facts.version != 1 || facts.methodVersion != 1)
    return context.fail(Message() << "the description is too short or not of version 1");
  if (facts.method > kPruned)
    return context.fail(Message() << "decoding method " << int{facts.method} << " is not supported");
  constexpr std::size_t kBytes[] = {kTableBytes, kHuffmanBytes, kPrunedBytes};
  void* block = context.allocatePersistent(kBytes[facts.method]);
  if (block == nullptr) return Status::kError;
  prepared = new (block) Output{};
  if (facts.method == kHuffman) {
    if (tensor->type == runtime::kInt8 || (facts.wideEntries() && tensor->type == runtime::kInt16)) return Status::kOk;
    return unsupportedType(context, "output", tensor->type);
  }
  ARENASCOPE_TRY(readChannels(context, *tensor, *prepared));
  return facts.method == kPruned && tensor->quantization != nullptr ? keepZeroPoints(context, *tensor, *prepared)
                                                                    : Status::kOk;
}

Status prepare(Context& context, Node& node) {
  const int outputs = node.outputs->size;
  if (outputs < 1) return context.fail(Message() << "the operator has no outputs");
  ARENASCOPE_TRY(checkNode(context, node, 2 * outputs, outputs));
  auto** list = static_cast<Output**>(context.allocatePersistent(sizeof(Output*) * static_cast<std::size_t>(outputs)));
  if (list == nullptr) return Status::kError;
  node.userData = list;
  for (int i = 0; i < outputs; ++i) ARENASCOPE_TRY(prepareOutput(context, node, i, list[i]));
  return Status::kOk;
}

template <typename T>
Status expandTable(Context& context, const Source& source, const Output& output, int elements, T* values) {
  const int bits = source.description->indexBits();
  const std::size_t entries = source.tableBytes / sizeof(T);
  const auto step = std::size_t{source.description->channelStep};
  const auto* table = reinterpret_cast<const T*>(source.table);
  BitReader indices(source.data, source.bytes);
  for (int i = 0; i < elements; ++i) {
    const std::size_t entry = static_cast<std::size_t>(output.channelOf(i)) * step + indices.read(bits);
    if (entry >= entries || bits == 0 || indices.pastEnd())
      return context.fail(Message() << "the indices or the tables of values end at element " << i << " of "
                                    << elements);
    values[i] = table[entry];
  }
  return Status::kOk;
}

template <typename T>
Status fillPruned(Context& context, const Source& source, const Output& output, int elements, T* values) {
  const std::size_t entries = source.tableBytes / sizeof(T);
  const auto* table = reinterpret_cast<const T*>(source.table);
  BitReader mask(source.data, source.bytes);
  std::size_t next = 0;
  for (int i = 0; i < elements; ++i) {
    const bool kept = mask.read(1) != 0;
    if (mask.pastEnd() || (kept && next == entries))
      return context.fail(Message() << "the mask or the values end at element " << i << " of " << elements);
    const std::int8_t zero = output.zeroPoints != nullptr ? output.zeroPoints[output.channelOf(i)] : output.zeroPoint;
    values[i] = kept ? table[next++] : static_cast<T>(zero);
  }
  return Status::kOk;
}

// An entry of a Huffman table: found, then the bits of the code in this table (or one less than what to read next),
// then the symbol (or the distance to the next table).
template <typename Entry>
struct HuffmanEntry {
  static constexpr int kCountShift = sizeof(Entry) * 8 - 5;
  Entry entry;

  bool found() const { return (entry >> (kCountShift + 4) & 1) != 0; }
  int count() const { return static_cast<int>(entry >> kCountShift & 15); }
  std::size_t value() const { return entry & ((Entry{1} << kCountShift) - 1U); }
};

template <typename Entry, typename T>
Status decodeHuffman(Context& context, const Source& source, int elements, T* values) {
  const std::size_t entries = source.tableBytes / sizeof(Entry);
  const auto* table = reinterpret_cast<const Entry*>(source.table);
  BitReader codes(source.data, source.bytes);
  for (int i = 0; i < elements; ++i) {
    int used = source.description->firstBits();
    std::size_t position = codes.read(used);
    while (position < entries && !codes.pastEnd() && !HuffmanEntry<Entry>{table[position]}.found()) {
      const HuffmanEntry<Entry> link{table[position]};
      used = link.count() + 1;
      position += link.value() + codes.read(used);
    }
    if (position >= entries) return context.fail(Message() << "the code of element " << i << " leads out of the table");
    const HuffmanEntry<Entry> symbol{table[position]};
    if (used > symbol.count()) codes.giveBack(used - symbol.count());
    if (!symbol.found() || codes.pastEnd())
      return context.fail(Message() << "the codes end at element " << i << " of " << elements);
    values[i] = static_cast<T>(symbol.entry);
  }
  return Status::kOk;
}

Status decodeCodes(Context& context, const Source& source, const EvalTensor& tensor, int elements) {
  if (tensor.type == runtime::kInt16)
    return decodeHuffman<std::uint32_t>(context, source, elements, static_cast<std::int16_t*>(tensor.data));
  auto* values = static_cast<std::int8_t*>(tensor.data);
  return source.description->wideEntries() ? decodeHuffman<std::uint32_t>(context, source, elements, values)
                                           : decodeHuffman<std::uint16_t>(context, source, elements, values);
}

Status decode(Context& context, const Source& source, const Output& output, const EvalTensor& tensor) {
  const int elements = elementCount(*tensor.dims);
  if (source.description->method == kHuffman) return decodeCodes(context, source, tensor, elements);
  return withType<Truth, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(
      context, "output", tensor.type, [&]<typename T>() {
        auto* values = static_cast<T*>(tensor.data);
        return source.description->method == kTable ? expandTable(context, source, output, elements, values)
                                                    : fillPruned(context, source, output, elements, values);
      });
}

std::size_t constantBytes(const EvalTensor& tensor) {
  return static_cast<std::size_t>(elementCount(*tensor.dims)) * runtime::typeBytes(tensor.type);
}

Status invoke(Context& context, Node& node) {
  for (int i = 0; i < node.outputs->size; ++i) {
    const EvalTensor& data = *context.evalInput(node, 2 * i);
    const EvalTensor& description = *context.evalInput(node, 2 * i + 1);
    const auto* bytes = static_cast<const std::uint8_t*>(description.data);
    const Source source{.data = static_cast<const std::uint8_t*>(data.data),
                        .bytes = constantBytes(data),
                        .description = reinterpret_cast<const Description*>(bytes),
                        .table = bytes + sizeof(Description),
                        .tableBytes = constantBytes(description) - sizeof(Description)};
    ARENASCOPE_TRY(
        decode(context, source, *static_cast<Output* const*>(node.userData)[i], *context.evalOutput(node, i)));
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kDecode = custom("TFLM_DECODE", nullptr, prepare, invoke);

} // namespace arenascope::kernels::reference
