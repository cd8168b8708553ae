#include "core/model/load/operator_options.h"

#include <flatbuffers/minireflect.h>
#include <fmt/format.h>
#include <tflite_names.h>

#include <string_view>

namespace arenascope::model {

namespace {

using flatbuffers::ElementaryType;
using flatbuffers::TypeTable;

// A scalar that the file leaves out; empty where that says nothing. The tables of types have no defaults: those of the
// schema that are not zero.
std::string defaultOf(std::string_view name, ElementaryType type, const TypeTable* values) {
  if (name.starts_with("dilation_")) return "1";
  if (name == "quantized_bias_type") return {}; // the bias says it
  if (name == "pot_scale_int16") return "true";
  if (type == flatbuffers::ET_BOOL) return "false";
  const char* named = flatbuffers::EnumName(0, values);
  return named == nullptr ? "0" : named;
}

// Writes each field's value into a text.
class Reader : public flatbuffers::IterationVisitor {
public:
  std::vector<OperatorOption> options;

  void Field(std::size_t /*index*/, std::size_t /*set*/, ElementaryType type, bool isVector, const TypeTable* values,
             const char* name, const std::uint8_t* value) override {
    const bool isText = isVector || type == flatbuffers::ET_STRING;
    options.push_back({name, value != nullptr || isText ? std::string() : defaultOf(name, type, values)});
  }
  void Element(std::size_t index, ElementaryType /*type*/, const TypeTable* /*values*/,
               const std::uint8_t* /*value*/) override {
    if (index > 0) options.back().value += 'x';
  }
  void UType(std::uint8_t value, const char* name) override { add(value, name); }
  void Bool(bool value) override { options.back().value += value ? "true" : "false"; }
  void Char(std::int8_t value, const char* name) override { add(value, name); }
  void UChar(std::uint8_t value, const char* name) override { add(value, name); }
  void Short(std::int16_t value, const char* name) override { add(value, name); }
  void UShort(std::uint16_t value, const char* name) override { add(value, name); }
  void Int(std::int32_t value, const char* name) override { add(value, name); }
  void UInt(std::uint32_t value, const char* name) override { add(value, name); }
  void Long(std::int64_t value) override { add(value, nullptr); }
  void ULong(std::uint64_t value) override { add(value, nullptr); }
  void Float(float value) override { add(value, nullptr); }
  void Double(double value) override { add(value, nullptr); }
  void String(const flatbuffers::String* value) override { options.back().value += value->str(); }

private:
  template <typename Number>
  void add(Number value, const char* name) {
    options.back().value += name != nullptr ? std::string(name) : fmt::format("{}", value);
  }
};

} // namespace

std::vector<OperatorOption> operatorOptions(const schema::Operator& op) {
  const auto* table = static_cast<const std::uint8_t*>(op.builtin_options());
  const TypeTable& kinds = *schema_names::BuiltinOptionsTypeTable();
  const auto kind = flatbuffers::LookupEnum(op.builtin_options_type(), kinds.values, kinds.num_elems);
  if (table == nullptr || kind <= 0) return {}; // the first is "none"
  const flatbuffers::TypeCode& code = kinds.type_codes[kind];
  Reader reader;
  flatbuffers::IterateObject(table, kinds.type_refs[code.sequence_ref](), &reader);
  std::erase_if(reader.options, [](const OperatorOption& option) { return option.value.empty(); });
  return std::move(reader.options);
}

} // namespace arenascope::model
