// TFLM_DECODE: decompresses constants. A value is an index into a table, or a Huffman code, or left out if it is the
// zero point. Each pair of inputs is the compressed data and its description: 16 bytes, then the table. Both are
// constant: Prepare checks them once, value by value, so that Invoke need not.
#include <cstring>
#include <utility>

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
  std::uint8_t indexBits; // of a table's index
  const std::uint8_t* data;
  std::size_t bytes;
  const Description* description;
  const std::uint8_t* table;
  std::size_t tableBytes;
};

// An index of kBits bits at a place in a group of them; bits follow each other from the highest of each byte on.
template <int kBits, int kPlace>
std::size_t indexIn(const std::uint8_t* group) {
  constexpr int kByte = kBits * kPlace / 8;
  constexpr int kEnd = kBits * kPlace % 8 + kBits; // bits from the first byte's beginning
  constexpr unsigned kMask = (1U << kBits) - 1;
  if constexpr (kEnd <= 8)
    return static_cast<unsigned>(group[kByte]) >> (8 - kEnd) & kMask;
  else
    return (static_cast<unsigned>(group[kByte]) << (kEnd - 8) | group[kByte + 1] >> (16 - kEnd)) & kMask;
}

// The fewest indices that fill whole bytes.
template <int kBits>
constexpr int kGroup = kBits % 2 != 0   ? 8
                       : kBits % 4 != 0 ? 4
                                        : 2;

template <int kBits>
[[gnu::always_inline]] inline std::size_t indexAt(const std::uint8_t* indices, std::size_t i) {
  const std::uint8_t* group = indices + i / kGroup<kBits> * (kGroup<kBits> * kBits / 8);
  switch (i % kGroup<kBits>) {
  case 0: return indexIn<kBits, 0>(group);
  case 1: return indexIn<kBits, 1>(group);
  case 2: return indexIn<kBits, 2 % kGroup<kBits>>(group);
  case 3: return indexIn<kBits, 3 % kGroup<kBits>>(group);
  case 4: return indexIn<kBits, 4 % kGroup<kBits>>(group);
  case 5: return indexIn<kBits, 5 % kGroup<kBits>>(group);
  case 6: return indexIn<kBits, 6 % kGroup<kBits>>(group);
  default: return indexIn<kBits, 7 % kGroup<kBits>>(group);
  }
}

// Decided for each value, as the real kernel does.
[[gnu::always_inline]] inline std::size_t indexAt(int bits, const std::uint8_t* indices, std::size_t i) {
  switch (bits) {
  case 1: return indexAt<1>(indices, i);
  case 2: return indexAt<2>(indices, i);
  case 3: return indexAt<3>(indices, i);
  case 4: return indexAt<4>(indices, i);
  case 5: return indexAt<5>(indices, i);
  case 6: return indexAt<6>(indices, i);
  default: return indexAt<7>(indices, i);
  }
}

// Bits of a stream of words, the highest first. Reads zeros beyond the end.
class BitReader {
public:
  BitReader(const std::uint8_t* bytes, std::size_t count) : next_(bytes), end_(bytes + count) { refill(); }

  // 1 to 16 bits.
  std::uint32_t read(int count) {
    std::uint32_t value = 0;
    if (count > left_) {
      count -= left_;
      value = (word_ & ((1U << left_) - 1)) << count;
      refill();
    }
    left_ -= count;
    return value | (word_ >> left_ & ((1U << count) - 1));
  }
  // Not more than the last read.
  void giveBack(int count) {
    left_ += count;
    if (left_ <= 32) return;
    left_ -= 32;
    next_ -= 4;
    word_ = wordAt(next_ - 4);
  }
  bool pastEnd() const { return (next_ - end_) * 8 > left_; }

private:
  void refill() {
    word_ = wordAt(next_);
    next_ += 4;
    left_ = 32;
  }
  std::uint32_t wordAt(const std::uint8_t* bytes) const {
    std::uint32_t word = 0;
    if (end_ - bytes >= 4) {
      std::memcpy(&word, __builtin_assume_aligned(bytes, sizeof(word)), sizeof(word));
      return __builtin_bswap32(word);
    }
    for (int i = 0; i < 4; ++i) word = word << 8 | (end_ - bytes > i ? bytes[i] : 0U);
    return word;
  }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
  std::uint32_t word_ = 0;
  int left_ = 0; // bits of it that have not been read
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

// Indices that are expanded at a time; they fill whole words.
template <int kBits>
constexpr int kBlock = kBits == 3 ? 32 : 16;

// An index at a place in a block of them, of which the words are in the order of memory.
template <int kBits, int kPlace>
std::uint32_t indexInWords(const std::uint32_t* words) {
  constexpr int kByte = kBits * kPlace / 8;
  constexpr int kEnd = kBits * kPlace % 8 + kBits;
  constexpr unsigned kMask = (1U << kBits) - 1;
  const std::uint32_t first = words[kByte / 4] >> (kByte % 4 * 8);
  if constexpr (kEnd <= 8) {
    return first >> (8 - kEnd) & kMask;
  } else {
    constexpr int kNext = kByte + 1;
    constexpr unsigned kLow = (1U << (kEnd - 8)) - 1;
    const std::uint32_t next = words[kNext / 4] >> (kNext % 4 * 8 + 16 - kEnd);
    return (first << (kEnd - 8) & kMask & ~kLow) | (next & kLow);
  }
}

// Four values as a word.
template <int kBits, int kFirst>
std::uint32_t fourValues(const std::uint32_t* words, const std::uint8_t* table) {
  return static_cast<std::uint32_t>(table[indexInWords<kBits, kFirst>(words)]) |
         static_cast<std::uint32_t>(table[indexInWords<kBits, kFirst + 1>(words)]) << 8 |
         static_cast<std::uint32_t>(table[indexInWords<kBits, kFirst + 2>(words)]) << 16 |
         static_cast<std::uint32_t>(table[indexInWords<kBits, kFirst + 3>(words)]) << 24;
}

template <int kBits, std::size_t... kFours>
void expandBlock(const std::uint32_t* words, const std::uint8_t* table, std::uint8_t* values,
                 std::index_sequence<kFours...>) {
  const auto put = [&](std::size_t at, std::uint32_t four) {
    std::memcpy(__builtin_assume_aligned(values + at, sizeof(four)), &four, sizeof(four));
  };
  (put(4 * kFours, fourValues<kBits, static_cast<int>(4 * kFours)>(words, table)), ...);
}

// Values of one byte, whole blocks of indices at a time; channels along the first dimension.
template <int kBits>
void expandBlocks(const Source& source, const Output& output, std::uint8_t* values) {
  constexpr std::size_t kWords = kBits * kBlock<kBits> / 32;
  const std::uint8_t* table = source.table;
  std::size_t i = 0;
  for (std::int32_t channel = 0; channel < output.channels; ++channel, table += source.description->channelStep) {
    std::int32_t count = output.run;
    for (; count > 0 && i % kBlock<kBits> != 0; --count) *values++ = table[indexAt<kBits>(source.data, i++)];
    for (; count >= kBlock<kBits>; count -= kBlock<kBits>) {
      std::uint32_t words[kWords];
      std::memcpy(words, __builtin_assume_aligned(source.data + i / 8 * kBits, sizeof(std::uint32_t)), sizeof(words));
      expandBlock<kBits>(words, table, values, std::make_index_sequence<kBlock<kBits> / 4>());
      values += kBlock<kBits>;
      i += kBlock<kBits>;
    }
    for (; count > 0; --count) *values++ = table[indexAt<kBits>(source.data, i++)];
  }
}

template <typename T>
void expandTable(const Source& source, const Output& output, std::size_t elements, T* values) {
  const std::size_t step = source.description->channelStep;
  const auto* table = reinterpret_cast<const T*>(source.table);
  std::size_t i = 0;
  if (output.run == 1 && output.channels > 1) {
    while (i < elements) {
      const T* own = table;
      for (std::int32_t channel = 0; channel < output.channels; ++channel, own += step)
        *values++ = own[indexAt(source.indexBits, source.data, i++)];
    }
    return;
  }
  if constexpr (std::is_same_v<T, std::int8_t>) {
    auto* bytes = reinterpret_cast<std::uint8_t*>(values);
    if (source.indexBits == 4) return expandBlocks<4>(source, output, bytes);
    if (source.indexBits == 3) return expandBlocks<3>(source, output, bytes);
    if (source.indexBits == 2) return expandBlocks<2>(source, output, bytes);
  }
  const auto run = static_cast<std::size_t>(output.run);
  for (std::int32_t channel = 0; channel < output.channels; ++channel, table += step)
    for (const std::size_t end = i + run; i != end; ++i) *values++ = table[indexAt(source.indexBits, source.data, i)];
}

bool isKept(const std::uint8_t* mask, std::size_t i) { return (mask[i / 8] >> (~i % 8) & 1U) != 0; }

template <typename T>
void fillPruned(const Source& source, const Output& output, std::size_t elements, T* values) {
  const auto* next = reinterpret_cast<const T*>(source.table);
  if (output.zeroPoints == nullptr) {
    const auto zero = static_cast<T>(output.zeroPoint);
    for (std::size_t i = 0; i < elements; ++i) *values++ = isKept(source.data, i) ? *next++ : zero;
    return;
  }
  if (output.run == 1) {
    for (std::size_t i = 0; i < elements;)
      for (std::int32_t channel = 0; channel < output.channels; ++channel, ++i)
        *values++ = isKept(source.data, i) ? *next++ : static_cast<T>(output.zeroPoints[channel]);
    return;
  }
  for (std::size_t i = 0; i < elements;)
    for (std::int32_t channel = 0; channel < output.channels; ++channel) {
      const auto zero = static_cast<T>(output.zeroPoints[channel]);
      for (std::int32_t count = output.run; count > 0; --count, ++i)
        *values++ = isKept(source.data, i) ? *next++ : zero;
    }
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
void decodeHuffman(const Source& source, std::size_t elements, T* values) {
  const auto* table = reinterpret_cast<const Entry*>(source.table);
  const int first = source.description->firstBits();
  BitReader codes(source.data, source.bytes);
  for (; elements > 0; --elements) {
    int used = first;
    const Entry* entry = table + codes.read(used);
    while (!HuffmanEntry<Entry>{*entry}.found()) {
      const HuffmanEntry<Entry> link{*entry};
      used = link.count() + 1;
      entry += link.value() + codes.read(used);
    }
    *values++ = static_cast<T>(*entry);
    if (const int more = used - HuffmanEntry<Entry>{*entry}.count(); more > 0) codes.giveBack(more);
  }
}

void decodeCodes(const Source& source, const EvalTensor& tensor, std::size_t elements) {
  if (tensor.type == runtime::kInt16)
    decodeHuffman<std::uint32_t>(source, elements, static_cast<std::int16_t*>(tensor.data));
  else if (source.description->wideEntries())
    decodeHuffman<std::uint32_t>(source, elements, static_cast<std::int8_t*>(tensor.data));
  else
    decodeHuffman<std::uint16_t>(source, elements, static_cast<std::int8_t*>(tensor.data));
}

Status decode(Context& context, const Source& source, const Output& output, const EvalTensor& tensor) {
  const auto elements = static_cast<std::size_t>(elementCount(*tensor.dims));
  if (source.description->method == kHuffman) {
    decodeCodes(source, tensor, elements);
    return Status::kOk;
  }
  return withType<Truth, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(
      context, "output", tensor.type, [&]<typename T>() {
        auto* values = static_cast<T*>(tensor.data);
        if (source.description->method == kTable)
          expandTable(source, output, elements, values);
        else
          fillPruned(source, output, elements, values);
      });
}

// What Invoke relies on.
Status checkTable(Context& context, const Source& source, const Output& output, int elements, std::size_t valueBytes) {
  const int bits = source.description->indexBits();
  const std::size_t entries = source.tableBytes / valueBytes;
  const std::size_t step = source.description->channelStep;
  BitReader indices(source.data, source.bytes);
  for (int i = 0; i < elements; ++i) {
    const std::size_t entry =
        static_cast<std::size_t>(output.channelOf(i)) * step + (bits > 0 ? indices.read(bits) : 0);
    if (entry >= entries || bits == 0 || indices.pastEnd())
      return context.fail(Message() << "the indices or the tables of values end at element " << i << " of "
                                    << elements);
  }
  return Status::kOk;
}

Status checkPruned(Context& context, const Source& source, int elements, std::size_t valueBytes) {
  std::size_t kept = 0;
  for (int i = 0; i < elements; ++i)
    if (static_cast<std::size_t>(i) / 8 >= source.bytes ||
        (isKept(source.data, static_cast<std::size_t>(i)) && ++kept > source.tableBytes / valueBytes))
      return context.fail(Message() << "the mask or the values end at element " << i << " of " << elements);
  return Status::kOk;
}

template <typename Entry>
Status checkCodes(Context& context, const Source& source, int elements) {
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
  }
  return Status::kOk;
}

Status checkValues(Context& context, const Source& source, const Output& output, const Tensor& tensor) {
  const int elements = elementCount(*tensor.dims);
  if (source.description->method == kHuffman)
    return source.description->wideEntries() || tensor.type == runtime::kInt16
               ? checkCodes<std::uint32_t>(context, source, elements)
               : checkCodes<std::uint16_t>(context, source, elements);
  const std::size_t valueBytes = runtime::typeBytes(tensor.type);
  if (valueBytes == 0) return unsupportedType(context, "output", tensor.type);
  return source.description->method == kTable ? checkTable(context, source, output, elements, valueBytes)
                                              : checkPruned(context, source, elements, valueBytes);
}

Source sourceOf(const void* data, std::size_t dataBytes, const void* description, std::size_t descriptionBytes) {
  const auto* bytes = static_cast<const std::uint8_t*>(description);
  return {.indexBits = static_cast<std::uint8_t>(static_cast<const Description*>(description)->indexBits()),
          .data = static_cast<const std::uint8_t*>(data),
          .bytes = dataBytes,
          .description = static_cast<const Description*>(description),
          .table = bytes + sizeof(Description),
          .tableBytes = descriptionBytes - sizeof(Description)};
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
    if (tensor->type != runtime::kInt8 && !(facts.wideEntries() && tensor->type == runtime::kInt16))
      return unsupportedType(context, "output", tensor->type);
  } else {
    ARENASCOPE_TRY(readChannels(context, *tensor, *prepared));
    if (facts.method == kPruned && tensor->quantization != nullptr)
      ARENASCOPE_TRY(keepZeroPoints(context, *tensor, *prepared));
  }
  return checkValues(context, sourceOf(data->data, data->bytes, description->data, description->bytes), *prepared,
                     *tensor);
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

std::size_t constantBytes(const EvalTensor& tensor) {
  return static_cast<std::size_t>(elementCount(*tensor.dims)) * runtime::typeBytes(tensor.type);
}

Status invoke(Context& context, Node& node) {
  for (int i = 0; i < node.outputs->size; ++i) {
    const EvalTensor& data = *context.evalInput(node, 2 * i);
    const EvalTensor& description = *context.evalInput(node, 2 * i + 1);
    const Source source = sourceOf(data.data, constantBytes(data), description.data, constantBytes(description));
    ARENASCOPE_TRY(
        decode(context, source, *static_cast<Output* const*>(node.userData)[i], *context.evalOutput(node, i)));
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kDecode = custom("TFLM_DECODE", nullptr, prepare, invoke);

} // namespace arenascope::kernels::reference
