// Registrations side by side, as an application asks for them.
#pragma once

#include <cstdint>

enum TfLiteStatus : std::uint8_t { kTfLiteOk = 0, kTfLiteError = 1 };

namespace tflite {

struct Context;
struct Node;

struct Registration {
  void* (*init)(Context*, const char*, std::uint32_t);
  void (*free)(Context*, void*);
  TfLiteStatus (*prepare)(Context*, Node*);
  TfLiteStatus (*invoke)(Context*, Node*);
  void (*reset)(Context*, void*);
  std::int32_t builtinCode;
  const char* customName;
};

Registration Register_FULLY_CONNECTED();
Registration Register_RESHAPE();
Registration Register_QUANTIZE();
Registration Register_SOFTMAX(); // of which there is no code

class MicroOpResolver {
public:
  virtual const Registration* FindOp(std::int32_t builtinCode) const = 0;

protected:
  ~MicroOpResolver() = default;
};

template <unsigned kCount>
class MicroMutableOpResolver final : public MicroOpResolver {
public:
  TfLiteStatus AddFullyConnected() { return add(9, Register_FULLY_CONNECTED()); }
  TfLiteStatus AddReshape() { return add(22, Register_RESHAPE()); }
  TfLiteStatus AddQuantize() { return add(114, Register_QUANTIZE()); }
  TfLiteStatus AddSoftmax() { return add(25, Register_SOFTMAX()); }
  const Registration* FindOp(std::int32_t builtinCode) const override {
    for (unsigned i = 0; i < count_; ++i)
      if (registrations_[i].builtinCode == builtinCode) return &registrations_[i];
    return nullptr;
  }

private:
  TfLiteStatus add(std::int32_t builtinCode, Registration registration) {
    if (count_ == kCount) return kTfLiteError;
    registrations_[count_] = registration;
    registrations_[count_++].builtinCode = builtinCode;
    return kTfLiteOk;
  }

  Registration registrations_[kCount] = {};
  unsigned count_ = 0;
};

} // namespace tflite
