#include "core/model/rewrite/table_copier.h"

#include <algorithm>
#include <array>
#include <vector>

namespace arenascope::rewrite {

namespace {

enum class Target : std::uint8_t {
  kScalar,
  kText,
  kBytes,        // a vector of them
  kAlignedBytes, // to 16
  kNumbers,      // of 4 bytes
  kLongNumbers,  // of 8
  kTable,
  kTables,
  kOptions, // a table whose type is in the operator
};

struct FieldForm {
  Target target = Target::kScalar;
  TableForm form = TableForm::kPlain; // of kTable and kTables
};

// The fields of a type of table in the order of the schema.
std::vector<FieldForm> fieldsOf(TableForm form) {
  using enum Target;
  using F = TableForm;
  switch (form) {
  case F::kPlain: return {};
  case F::kModel:
    return {{kScalar},  {kTables, F::kOperatorCode}, {kTables, F::kSubgraph}, {kText}, {kTables, F::kBuffer},
            {kNumbers}, {kTables, F::kMetadata},     {kTables, F::kSignature}};
  case F::kOperatorCode: return {{kScalar}, {kText}, {kScalar}, {kScalar}};
  case F::kSubgraph: // and its number in debugging metadata
    return {{kTables, F::kTensor}, {kNumbers}, {kNumbers}, {kTables, F::kOperator}, {kText}, {kScalar}};
  case F::kOperator: // and custom options behind the file
    return {{kScalar}, {kNumbers}, {kNumbers}, {kScalar}, {kOptions}, {kBytes},
            {kScalar}, {kBytes},   {kNumbers}, {kScalar}, {kScalar}};
  case F::kTensor: // and its number in an external file
    return {{kNumbers},
            {kScalar},
            {kScalar},
            {kText},
            {kTable, F::kQuantization},
            {kScalar},
            {kTable, F::kSparsity},
            {kNumbers},
            {kScalar},
            {kTables, F::kVariant},
            {kScalar}};
  case F::kQuantization:
    return {{kNumbers}, {kNumbers}, {kNumbers}, {kLongNumbers}, {kScalar}, {kTable, F::kCustomQuantization}, {kScalar}};
  case F::kCustomQuantization: return {{kAlignedBytes}};
  case F::kSparsity: return {{kNumbers}, {kNumbers}};
  case F::kVariant: return {{kNumbers}, {kScalar}, {kScalar}};
  case F::kBuffer: return {{kAlignedBytes}, {kScalar}, {kScalar}};
  case F::kMetadata: return {{kText}, {kScalar}};
  case F::kSignature:
    return {{kTables, F::kSignatureTensor}, {kTables, F::kSignatureTensor}, {kText}, {kText}, {kScalar}};
  case F::kSignatureTensor: return {{kText}, {kScalar}};
  case F::kShapeOptions: return {{kNumbers}};
  case F::kVariableOptions: return {{kText}, {kText}};
  }
  return {};
}

constexpr std::size_t kMostScalarBytes = 8;
constexpr std::size_t kDataAlignedTo = 16;
constexpr int kOptionsType = 3; // field of an operator
// Options with references that the schema lacks; the interpreter has neither of these operators.
constexpr std::uint8_t kConcatEmbeddingsOptions = 3;
constexpr std::uint8_t kBucketizeOptions = 115;

flatbuffers::voffset_t slotOf(int field) {
  return flatbuffers::FieldIndexToOffset(static_cast<flatbuffers::voffset_t>(field));
}

} // namespace

template <typename T>
Reference TableCopier::copyVector(const void* target, std::size_t alignment) {
  const auto [place, isNew] = copied_.try_emplace(target);
  if (!isNew) return place->second;
  const auto& vector = *static_cast<const flatbuffers::Vector<T>*>(target);
  builder_.ForceVectorAlignment(vector.size(), sizeof(T), alignment);
  return place->second = builder_.CreateVector(reinterpret_cast<const T*>(vector.Data()), vector.size()).o;
}

Reference TableCopier::copyText(const flatbuffers::String* text) {
  if (text == nullptr) return 0;
  const auto [place, isNew] = copied_.try_emplace(text);
  if (isNew) place->second = builder_.CreateString(text).o;
  return place->second;
}

Reference TableCopier::copyNumbers(const flatbuffers::Vector<std::int32_t>* numbers) {
  return numbers == nullptr ? Reference(0) : copyVector<std::int32_t>(numbers, sizeof(std::int32_t));
}

TableForm TableCopier::formOfOptions(const flatbuffers::Table& op) {
  switch (const auto type = op.GetField<std::uint8_t>(slotOf(kOptionsType), 0)) {
  case schema::BuiltinOptions_ReshapeOptions:
  case schema::BuiltinOptions_SqueezeOptions: return TableForm::kShapeOptions;
  case schema::BuiltinOptions_VarHandleOptions: return TableForm::kVariableOptions;
  default: failed_ = failed_ || type == kConcatEmbeddingsOptions || type == kBucketizeOptions; return TableForm::kPlain;
  }
}

Reference TableCopier::copyTables(const std::uint8_t* target, TableForm form) {
  const auto& vector = *reinterpret_cast<const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::Table>>*>(target);
  std::vector<Reference> tables;
  for (flatbuffers::uoffset_t i = 0; i < vector.size(); ++i) tables.push_back(copy(vector.Get(i), form));
  return builder_.CreateVector(tables).o;
}

Reference TableCopier::copyTarget(const flatbuffers::Table& table, int field, const std::uint8_t* target,
                                  TableForm form) {
  const FieldForm known = fieldsOf(form)[static_cast<std::size_t>(field)];
  switch (known.target) {
  case Target::kScalar: break;
  case Target::kText: return copyText(reinterpret_cast<const flatbuffers::String*>(target));
  case Target::kBytes: return copyVector<std::uint8_t>(target, 1);
  case Target::kAlignedBytes: return copyVector<std::uint8_t>(target, kDataAlignedTo);
  case Target::kNumbers: return copyVector<std::int32_t>(target, sizeof(std::int32_t));
  case Target::kLongNumbers: return copyVector<std::int64_t>(target, sizeof(std::int64_t));
  case Target::kTable: return copy(target, known.form);
  case Target::kTables: return copyTables(target, known.form);
  case Target::kOptions: return copy(target, formOfOptions(table));
  }
  return 0;
}

Reference TableCopier::copy(const void* pointer, TableForm form, const std::map<int, Reference>& replaced) {
  if (replaced.empty())
    if (const auto found = copied_.find(pointer); found != copied_.end()) return found->second;
  const auto& table = *static_cast<const flatbuffers::Table*>(pointer);
  const auto* data = static_cast<const std::uint8_t*>(pointer);
  const std::uint8_t* description = table.GetVTable();
  const int fields = flatbuffers::ReadScalar<flatbuffers::voffset_t>(description) / 2 - 2;
  const std::size_t tableBytes =
      flatbuffers::ReadScalar<flatbuffers::voffset_t>(description + sizeof(flatbuffers::voffset_t));
  const std::vector<FieldForm> known = fieldsOf(form);

  std::vector<std::size_t> ends = {tableBytes}; // a field ends where another one begins, or before
  for (int i = 0; i < fields; ++i)
    if (const std::size_t at = table.GetOptionalFieldOffset(slotOf(i)); at != 0) ends.push_back(at);
  std::sort(ends.begin(), ends.end());
  std::vector<Field> present;
  for (int i = 0; i < fields; ++i) {
    const std::size_t at = table.GetOptionalFieldOffset(slotOf(i));
    if (at == 0 || replaced.contains(i)) continue;
    if (form != TableForm::kPlain && static_cast<std::size_t>(i) >= known.size()) {
      failed_ = true;
      continue;
    }
    if (form != TableForm::kPlain && known[static_cast<std::size_t>(i)].target != Target::kScalar) {
      const std::uint8_t* target = data + at + flatbuffers::ReadScalar<flatbuffers::uoffset_t>(data + at);
      present.push_back({.number = i, .reference = copyTarget(table, i, target, form)});
      continue;
    }
    std::size_t bytes = kMostScalarBytes;
    while (bytes > *std::upper_bound(ends.begin(), ends.end(), at) - at) bytes /= 2;
    present.push_back({.number = i, .bytes = bytes, .data = data + at});
  }
  for (const auto& [number, reference] : replaced)
    if (!reference.IsNull()) present.push_back({.number = number, .reference = reference});

  // The largest first, so that least is lost by alignment.
  const auto sizeOf = [](const Field& field) { return field.data == nullptr ? sizeof(std::uint32_t) : field.bytes; };
  std::stable_sort(present.begin(), present.end(),
                   [&](const Field& a, const Field& b) { return sizeOf(a) > sizeOf(b); });
  const flatbuffers::uoffset_t start = builder_.StartTable();
  for (const Field& field : present) {
    const auto add = [&]<typename T>(T) {
      builder_.AddElement(slotOf(field.number), flatbuffers::ReadScalar<T>(field.data));
    };
    if (field.data == nullptr)
      builder_.AddOffset(slotOf(field.number), field.reference);
    else if (field.bytes == sizeof(std::uint64_t))
      add(std::uint64_t{});
    else if (field.bytes == sizeof(std::uint32_t))
      add(std::uint32_t{});
    else if (field.bytes == sizeof(std::uint16_t))
      add(std::uint16_t{});
    else
      add(std::uint8_t{});
  }
  const Reference result = builder_.EndTable(start);
  if (replaced.empty()) copied_[pointer] = result;
  return result;
}

Result<std::vector<std::uint8_t>> TableCopier::finish(const schema::Model& model,
                                                      const std::map<int, Reference>& replaced) {
  const Reference root = copy(&model, TableForm::kModel, replaced);
  if (failed_)
    return Error{Stage::kExport, "the model has parts that ArenaScope does not know, so that it cannot be rewritten"};
  builder_.Finish(flatbuffers::Offset<schema::Model>(root.o), schema::ModelIdentifier());
  return std::vector<std::uint8_t>(builder_.GetBufferPointer(), builder_.GetBufferPointer() + builder_.GetSize());
}

} // namespace arenascope::rewrite
