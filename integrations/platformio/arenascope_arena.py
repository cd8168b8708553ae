"""PlatformIO: `pio run -t arena` sizes the tensor arena of the firmware that was built, or of a model.

platformio.ini:
  extra_scripts = post:arenascope_arena.py
  custom_arena_model = models/net.tflite          ; optional: a model instead of the firmware; needed on Espressif's chips
  custom_arena_options = --budget 65536 --record  ; optional: options of `arenascope profile`
"""

import shlex
import shutil

Import("env")  # noqa: F821 pylint: disable=undefined-variable

ESPRESSIF = ("esp32", "esp32s2", "esp32s3", "esp32c3", "esp32c6", "esp32p4")


def words_of(environment):
    """What `arenascope` is called with, without the program."""
    board = environment.BoardConfig()
    model = environment.GetProjectOption("custom_arena_model", "")
    options = shlex.split(environment.GetProjectOption("custom_arena_options", ""))
    chip = board.get("build.mcu", "")
    if not model and chip in ESPRESSIF:
        raise SystemExit("arenascope: images of this chip do not run: name the model with custom_arena_model")
    if not model:
        return ["profile", environment.subst("$BUILD_DIR/${PROGNAME}.elf"), *options]
    target = chip if chip in ESPRESSIF else board.get("build.cpu", "")
    return ["profile", model, *(["--target", target] if target else []), *options]


def arena(target, source, env):  # pylint: disable=unused-argument
    program = shutil.which("arenascope")
    if program is None:
        raise SystemExit("arenascope was not found: install it, and see that PATH has it")
    return env.Execute(env.VerboseAction(" ".join(shlex.quote(word) for word in [program, *words_of(env)]), "Sizing the arena"))


needs = [] if env.GetProjectOption("custom_arena_model", "") else ["$BUILD_DIR/${PROGNAME}.elf"]  # noqa: F821
env.AddCustomTarget("arena", needs, arena, title="Tensor arena", description="Size the tensor arena")  # noqa: F821
