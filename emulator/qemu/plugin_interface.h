// The subset of QEMU's TCG plugin interface that versions 1 (up to QEMU 8.2) and 2 (from 9.0) share. A plugin is a
// library that QEMU loads (-plugin) and notifies of each block of instructions that it translates. Debian has no
// package with QEMU's own header. Source: QEMU's manual, "TCG Plugins".
#pragma once

#include <cstddef>
#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): the names are QEMU's.
extern "C" {

struct qemu_plugin_tb;   // a translation block during translation
struct qemu_plugin_insn; // one of its instructions
struct qemu_info_t;      // describes the machine

using qemu_plugin_id_t = std::uint64_t;
using TranslatedCallback = void (*)(qemu_plugin_id_t id, qemu_plugin_tb* block);
using ExecutedCallback = void (*)(unsigned int processor, void* user);

using AccessedCallback = void (*)(unsigned int processor, std::uint32_t access, std::uint64_t address, void* user);
constexpr int kReadsAndWrites = 3;

// Symbols that QEMU looks up in a plugin.
extern int qemu_plugin_version; // version of the interface
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv); // 0: success

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, TranslatedCallback callback);
// Before each execution of the block. registers: 0, none are read.
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb* block, ExecutedCallback callback, int registers, void* user);
// Before each execution of the instruction.
void qemu_plugin_register_vcpu_insn_exec_cb(qemu_plugin_insn* instruction, ExecutedCallback callback, int registers,
                                            void* user);
// After a memory access; which: kReadsAndWrites.
void qemu_plugin_register_vcpu_mem_cb(qemu_plugin_insn* instruction, AccessedCallback callback, int registers,
                                      int which, void* user);
bool qemu_plugin_mem_is_store(std::uint32_t access);
unsigned int qemu_plugin_mem_size_shift(std::uint32_t access); // size in bytes as a power of two
std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* block);
std::uint64_t qemu_plugin_tb_vaddr(const qemu_plugin_tb* block);
qemu_plugin_insn* qemu_plugin_tb_get_insn(const qemu_plugin_tb* block, std::size_t index);
}
// NOLINTEND(readability-identifier-naming)
