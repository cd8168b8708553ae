// What an application makes of the generated files. The interpreter is the application's own TensorFlow Lite Micro:
//   tflite::MicroInterpreter interpreter(tflite::GetModel(g_model), resolver, arena, kTensorArenaSize);
#include <cstdint>

#include "model_arena.h"
#include "model_buffers.h"
#include "model_model.h"

alignas(16) std::uint8_t arena[kTensorArenaSize];

// Keeps arena and model in the image.
const void* volatile used[] = {arena, g_model, &g_model_len};

int main() { return used[0] != nullptr && g_model_len > 0 ? 0 : 1; }
