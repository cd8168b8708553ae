// An inference with everything that was generated: model, arena's size and resolver, with the application's own
// TensorFlow Lite Micro. Built where TFLM_LIBRARY and TFLM_INCLUDES are given.
#include <cstdint>

#include "model_arena.h"
#include "model_model.h"
#include "model_ops.h"
#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/schema/schema_generated.h"

namespace {
alignas(16) std::uint8_t arena[kTensorArenaSize];
}

int main() {
  ModelOpResolver resolver;
  if (RegisterModelOps(resolver) != kTfLiteOk) return 1;
  tflite::MicroInterpreter interpreter(tflite::GetModel(g_model), resolver, arena, kTensorArenaSize);
  if (interpreter.AllocateTensors() != kTfLiteOk) return 2;
  return interpreter.Invoke() == kTfLiteOk ? 0 : 3;
}
