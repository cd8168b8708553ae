// Custom operators and the signal library. Their options are FlexBuffers maps, whose values lie in the order of keys.
#include <flatbuffers/flexbuffers.h>

#include "tests/operators/operator_case.h"

namespace arenascope::test {

namespace {

using namespace schema;

struct Option {
  const char* key;
  int value;
};

std::vector<std::uint8_t> options(const std::vector<Option>& values) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    for (const Option& option : values) builder.Int(option.key, option.value);
  });
  builder.Finish();
  return builder.GetBuffer();
}

Values samples(std::vector<double> numbers, std::vector<std::int32_t> shape = {-1}) {
  return ints(TensorType_INT16, std::move(numbers), std::move(shape));
}
Values energies(std::vector<double> numbers) { return ints(TensorType_UINT32, std::move(numbers)); }

void addSpectra(std::vector<OperatorCase>& cases) {
  cases.push_back(customCase("window", "SignalWindow", {samples({2, 4, -6, 9}), constant(samples({2, 2, 2, 1}))},
                             {samples({2, 4, -6, 4})}, options({{"shift", 1}})));
  // 4 has 3 bits, which leaves 12 of 15.
  cases.push_back(customCase("fft_auto_scale", "SignalFftAutoScale", {samples({1, -2, 3, 4})},
                             {samples({4096, -8192, 12288, 16384}), int32({12}, {})}));
  const auto transform = options({{"T", TensorType_FLOAT32}, {"fft_length", 4}});
  // An impulse has all frequencies alike; one of the zeros is negative.
  cases.push_back(customCase("rfft", "SignalRfft", {floats({1, 0, 0, 0})}, {floats({1, 0, 1, -0.0, 1, 0})}, transform));
  cases.push_back(customCase("irfft", "SignalIrfft", {floats({1, 0, 1, 0, 1, 0})}, {floats({1, 0, 0, 0})}, transform));
  cases.push_back(customCase("energy", "SignalEnergy", {samples({3, 4, 1, 0})}, {energies({25, 1})},
                             options({{"end_index", 2}, {"start_index", 0}})));
}

void addFilters(std::vector<OperatorCase>& cases) {
  // The first band hands its second half, 3·10 + 4·20, on to the second: 110 + 1·30 + 2·40.
  cases.push_back(customCase("filter_bank", "SignalFilterBank",
                             {energies({10, 20, 30, 40}), constant(samples({1, 2})), constant(samples({3, 4})),
                              constant(samples({0, 2})), constant(samples({0, 0})), constant(samples({2, 2}))},
                             {ints(TensorType_UINT64, {220})}, options({{"num_channels", 1}})));
  cases.push_back(customCase("filter_bank_square_root", "SignalFilterBankSquareRoot",
                             {ints(TensorType_UINT64, {16, 100, 0}), constant(int32({1}, {}))}, {energies({2, 5, 0})}));
  // 64 · ln 2 = 44.4
  cases.push_back(customCase("filter_bank_log", "SignalFilterBankLog", {energies({1, 2})}, {samples({0, 44})},
                             options({{"input_correction_bits", 0}, {"output_scale", 64}})));
  // An estimate that has no elements is not written.
  cases.push_back(customCase("spectral_subtraction_without_estimate", "SignalFilterBankSpectralSubtraction",
                             {energies({100, 7})}, {energies({100, 7}), energies({})},
                             options({{"alternate_one_minus_smoothing", 1},
                                      {"alternate_smoothing", 0},
                                      {"clamping", 0},
                                      {"min_signal_remaining", 0},
                                      {"num_channels", 2},
                                      {"one_minus_smoothing", 1},
                                      {"smoothing", 0},
                                      {"smoothing_bits", 0},
                                      {"spectral_subtraction_bits", 0}})));
  // The noise estimate is half of the first frame.
  cases.push_back(customCase("spectral_subtraction", "SignalFilterBankSpectralSubtraction", {energies({100, 7})},
                             {energies({50, 4}), energies({50, 3})},
                             options({{"alternate_one_minus_smoothing", 1},
                                      {"alternate_smoothing", 1},
                                      {"clamping", 0},
                                      {"min_signal_remaining", 0},
                                      {"num_channels", 2},
                                      {"one_minus_smoothing", 1},
                                      {"smoothing", 1},
                                      {"smoothing_bits", 0},
                                      {"spectral_subtraction_bits", 1}})));
  // Gain 4096 makes 1 in Q12; its square, a quarter of it in Q6, is 16.
  cases.push_back(customCase("pcan", "SignalPCAN",
                             {energies({1}), constant(energies({0})), constant(samples({4096, 0, 0}))},
                             {energies({16})}, options({{"snr_shift", 0}})));
}

void addStreams(std::vector<OperatorCase>& cases) {
  // Before the first frame it repeats.
  cases.push_back(customCase(
      "stacker", "SignalStacker", {samples({1, 2})}, {samples({1, 2, 1, 2}), bools({1}, {})},
      options({{"num_channels", 2}, {"stacker_left_context", 1}, {"stacker_right_context", 0}, {"stacker_step", 1}})));
  cases.push_back(customCase("framer", "SignalFramer", {samples({1, 2, 3, 4})},
                             {samples({1, 2, 3, 4}, {2, 2}), bools({1}, {})},
                             options({{"frame_size", 2}, {"frame_step", 2}, {"prefill", 0}})));
  cases.push_back(
      customCase("delay", "SignalDelay", {samples({1, 2, 3})}, {samples({0, 1, 2})}, options({{"delay_length", 1}})));
  cases.push_back(customCase("overlap_add", "SignalOverlapAdd", {samples({1, 1, 1, 1, 2, 2, 2, 2}, {2, 4})},
                             {samples({1, 1, 3, 3})}, options({{"T", TensorType_INT16}, {"frame_step", 2}})));
  // It delays by one cycle only: the newest row follows the old ones, which are zeros.
  cases.push_back(customCase("circular_buffer", "CIRCULAR_BUFFER", {int8({5, 6}, 1.0F, 0, {1, 1, 1, 2})},
                             {int8({0, 0, 0, 0, 5, 6}, 1.0F, 0, {1, 3, 1, 2})}, options({{"cycles_max", 1}})));
}

// Compressed data and its description: method, version, method's version, option, step, then the table.
OperatorCase decodeCase(const std::string& name, int method, int option, std::vector<double> data,
                        const std::vector<double>& table, const Values& output, int step = 0) {
  std::vector<double> description(16, 0.0);
  description[0] = method;
  description[1] = 1;
  description[4] = 1;
  description[5] = option;
  description[6] = step;
  description.insert(description.end(), table.begin(), table.end());
  return customCase(name, "TFLM_DECODE",
                    {constant(ints(TensorType_UINT8, std::move(data))), constant(ints(TensorType_UINT8, description))},
                    {output});
}

// Indices of each width; of channels along the first dimension, the last, or none. Whole words of them, and some more.
void addTables(std::vector<OperatorCase>& cases) {
  for (int bits = 1; bits <= 7; ++bits)
    for (const int dimension : {-1, 0, 1}) {
      const int channels = dimension < 0 ? 1 : 3;
      constexpr int kRun = 37;
      const int entries = 1 << bits;
      std::vector<double> table;
      for (int i = 0; i < channels * entries && i < 250; ++i) table.push_back((i * 89 + 13) % 256 - 128);
      const int step = dimension < 0 || static_cast<int>(table.size()) < channels * entries ? 0 : entries;
      std::vector<double> data(static_cast<std::size_t>(channels * kRun * bits + 7) / 8);
      std::vector<double> expected;
      for (int i = 0; i < channels * kRun; ++i) {
        const int index = (i * 5 + i / 7) % entries;
        for (int bit = 0; bit < bits; ++bit) {
          const int at = i * bits + bit;
          if ((index >> (bits - 1 - bit) & 1) != 0) data[static_cast<std::size_t>(at / 8)] += 128 >> at % 8;
        }
        const int channel = dimension == 0 ? i / kRun : dimension == 1 ? i % channels : 0;
        expected.push_back(table[static_cast<std::size_t>(channel * step + index)]);
      }
      for (double& value : table) value = value < 0 ? value + 256 : value; // as bytes
      Values output =
          int8(std::move(expected), 1.0F, 0,
               dimension == 1 ? std::vector<std::int32_t>{kRun, channels} : std::vector<std::int32_t>{channels, kRun});
      if (dimension >= 0)
        output.quantization = {std::vector<float>(3, 1.0F), std::vector<std::int64_t>(3, 0), dimension};
      OperatorCase one = decodeCase("decode_table_" + std::to_string(bits) +
                                        (dimension < 0    ? "_whole"
                                         : dimension == 0 ? "_first"
                                                          : "_last"),
                                    0, bits, std::move(data), table, output, step);
      cases.push_back(std::move(one));
    }
}

void addDecoders(std::vector<OperatorCase>& cases) {
  addTables(cases);
  // 2-bit indices 0, 1, 2, 3.
  cases.push_back(decodeCase("decode_table", 0, 2, {0x1B}, {10, 20, 30, 40}, int8({10, 20, 30, 40})));
  // Codes 0 and 1, each of one bit: 0, 1, 1, 0.
  cases.push_back(decodeCase("decode_huffman", 1, 0, {0x60, 0, 0, 0}, {7, 0x88, 9, 0x88}, int8({7, 9, 9, 7})));
  // The first and the third element are there.
  cases.push_back(decodeCase("decode_pruned", 2, 0, {0xA0}, {5, 6}, int8({5, 3, 6, 3}, 1.0F, 3)));
}

void addDetection(std::vector<OperatorCase>& cases) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("max_detections", 2);
    builder.Int("max_classes_per_detection", 1);
    builder.Int("num_classes", 1);
    builder.Bool("use_regular_nms", false);
    builder.Float("nms_score_threshold", 0.1F);
    builder.Float("nms_iou_threshold", 0.5F);
    builder.Float("y_scale", 10.0F);
    builder.Float("x_scale", 10.0F);
    builder.Float("h_scale", 5.0F);
    builder.Float("w_scale", 5.0F);
  });
  builder.Finish();
  // Encodings of 0 are the anchors themselves: centre and size. They overlap by a quarter, so both stay.
  cases.push_back(customCase("detection_postprocess", "TFLite_Detection_PostProcess",
                             {floats(std::vector<double>(8, 0.0), {1, 2, 4}), floats({0, 0.75, 0, 0.875}, {1, 2, 2}),
                              constant(floats({0.5, 0.5, 1, 1, 0.25, 0.25, 0.5, 0.5}, {2, 4}))},
                             {floats({0, 0, 0.5, 0.5, 0, 0, 1, 1}, {1, 2, 4}), floats({0, 0}, {1, 2}),
                              floats({0.875, 0.75}, {1, 2}), floats({2}, {1})},
                             builder.GetBuffer()));
}

} // namespace

std::vector<OperatorCase> customCases() {
  std::vector<OperatorCase> cases;
  addSpectra(cases);
  addFilters(cases);
  addStreams(cases);
  addDecoders(cases);
  addDetection(cases);
  return cases;
}

} // namespace arenascope::test
