"""The Python package as it is used: python3 -m unittest, with the package on PYTHONPATH."""

import contextlib
import dataclasses
import inspect
import io
import json
import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy

import arenascope

ROOT = Path(__file__).resolve().parents[2]
CLI = os.environ.get("ARENASCOPE_CLI", str(ROOT / "build/release/app/cli/arenascope"))
PERSON = ROOT / "resources/models/person_detector.tflite"
SINE = ROOT / "resources/models/sine.tflite"


# Fields of the JSON that the classes have not.
IN_RAW_ALONE = {"planned_buffers": {"offline_offset"}, "allocations": set(), "ops": {"functions", "outputs"}}


def setUpModule():
    # No results of earlier runs, and none for later ones.
    cache = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(cache.cleanup)
    os.environ["XDG_CACHE_HOME"] = cache.name


def minimum(path):
    return arenascope.profile(path, invoke=False).arena.minimum


class ProfileTest(unittest.TestCase):
    def test_says_what_the_command_line_says(self):
        ours = arenascope.profile(PERSON, board="nucleo-h743zi")
        out = subprocess.run([CLI, "profile", PERSON, "--board", "nucleo-h743zi", "--json", "-", "--whole-path"],
                             check=True, capture_output=True).stdout
        self.assertEqual(ours.raw, json.loads(out))
        self.assertEqual(ours.arena.recommended, ours.raw["arena"]["recommended_bytes"])
        self.assertEqual(ours.arena.used, ours.arena.head + ours.arena.tail)
        self.assertEqual(ours.cycles, ours.raw["cycles"]["total"])
        self.assertGreaterEqual(ours.cycles, sum(op.cycles for op in ours.operators))
        self.assertGreater(ours.milliseconds, 0)
        self.assertIn("kTensorArenaSize", ours.header)
        self.assertIn("AddConv2D", ours.resolver)

    def test_bytes_are_as_good_as_a_path(self):
        path, data = arenascope.profile(SINE), arenascope.profile(SINE.read_bytes())
        self.assertEqual(path.arena, data.arena)
        self.assertEqual(path.operators, data.operators)
        self.assertEqual(data.model, "model")

    def test_inputs_and_outputs_are_arrays(self):
        first = arenascope.profile(SINE)
        [tensor] = first.inputs
        self.assertEqual(tensor.data.shape, tensor.shape)
        again = arenascope.profile(SINE, inputs=[tensor.data])
        numpy.testing.assert_array_equal(first.outputs[0].data, again.outputs[0].data)
        other = arenascope.profile(SINE, inputs={0: numpy.full_like(tensor.data, tensor.data.flat[0] + 40)})
        self.assertFalse(numpy.array_equal(first.outputs[0].data, other.outputs[0].data))

    def test_every_tensor_is_there_when_asked_for(self):
        result = arenascope.profile(PERSON, keep_tensors=True)
        self.assertEqual(len(result.tensors), len(result.operators))
        last = max(result.tensors)
        numpy.testing.assert_array_equal(result.tensors[last].data, result.outputs[0].data)
        self.assertEqual(arenascope.profile(PERSON).tensors, {})

    @unittest.skipUnless(any(target.name == "esp32s3" for target in arenascope.targets()), "without RISC-V")
    def test_other_targets(self):
        self.assertNotEqual(minimum(PERSON), arenascope.profile(PERSON, target="esp32s3", kernels="esp-nn@1.2.1",
                                                                invoke=False).arena.minimum)
        self.assertIn("cortex-m55", [target.name for target in arenascope.targets()])
        self.assertIn("nucleo-h743zi", [board.name for board in arenascope.boards()])

    def test_tables(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        result = arenascope.profile(PERSON)
        table = result.to_pandas()
        self.assertEqual(len(table), len(result.operators))
        self.assertEqual(table.cycles.sum(), sum(op.cycles for op in result.operators))
        self.assertEqual(len(result.to_pandas("buffers")), len(result.buffers))
        self.assertEqual(len(result.to_pandas("events")), len(result.events))
        with self.assertRaises(ValueError):
            result.to_pandas("nothing")
        kept = arenascope.profile(SINE, keep_tensors=True)
        self.assertEqual(list(kept.to_pandas("tensors").name), [each.name for each in kept.tensors.values()])
        boards = arenascope.boards(SINE)
        self.assertEqual(list(boards.to_pandas().name), [board.name for board in boards])

    def test_shows_itself(self):
        import xml.etree.ElementTree as tree
        result = arenascope.profile(PERSON)
        svg = tree.fromstring(result._repr_svg_())
        boxes = [each for each in svg.iter("{http://www.w3.org/2000/svg}rect") if len(each)]
        self.assertEqual(len(boxes), len(result.buffers) + 1, "every buffer, and the tail")
        self.assertIn(f"kTensorArenaSize = {result.arena.recommended}", result._repr_html_())
        self.assertIn("66384", repr(result))


    def test_operators_have_every_column(self):
        lines = (ROOT / "tests/support/operator_columns.txt").read_text().splitlines()
        columns = [line.split("\t")[0] for line in lines if not line.startswith("#")]
        self.assertLessEqual(set(columns), {f.name for f in dataclasses.fields(arenascope.Operator)}, "none is lost")
        report = arenascope.profile(PERSON)
        for op in report.operators:
            for column in columns:
                self.assertIsNotNone(getattr(op, column), column)
        self.assertEqual(sum(op.weight_bytes for op in report.operators), report.raw["model"]["weight_bytes"])

    # Whatever a report's JSON has of what these classes are: there under the same name, and with the same value.
    def test_json_and_classes_have_the_same_fields(self):
        result = arenascope.profile(PERSON, board="nucleo-h743zi")
        arena = {name.removesuffix("_bytes"): value for name, value in result.raw["arena"].items()}
        arena.pop("any_address")  # of an array that is not aligned, which this package does not size
        self.assertEqual(arena, dataclasses.asdict(result.arena))
        for rows, named in ((result.buffers, "planned_buffers"), (result.events, "allocations"),
                            (result.operators, "ops")):
            self.assertGreater(len(rows), 0)
            self.assertEqual(len(rows), len(result.raw[named]))
            for row, fields in zip(rows, result.raw[named]):
                expected = {name: value for name, value in fields.items() if name not in IN_RAW_ALONE[named]}
                self.assertEqual(dataclasses.asdict(row), expected)
        for tensors, named in ((result.inputs, "inputs"), (result.outputs, "outputs")):
            for tensor, fields in zip(tensors, result.raw[named]):
                self.assertEqual([tensor.name, tensor.type, list(tensor.shape), tensor.data.nbytes],
                                 [fields["name"], fields["type"], fields["shape"], fields["bytes"]])

    def test_numbers_that_are_none(self):
        for wrong in (-1, 1.5, 2**64, "64K"):
            with self.assertRaises((TypeError, ValueError)):
                arenascope.profile(SINE, arena_size=wrong)
            with self.assertRaises((TypeError, ValueError)):
                arenascope.profile(SINE, resource_variables=wrong)
        for wrong in (-1, -0.5, float("nan"), "10"):
            with self.assertRaises((TypeError, ValueError)):
                arenascope.plan(SINE, seconds=wrong)


class OthersTest(unittest.TestCase):
    # The program's table of use cases against the functions: names, arguments, help, and that each answers.
    def test_every_use_case_is_a_function(self):
        calls = {"batch": [[SINE, PERSON], {}], "boards": [[], {}], "overhead": [[SINE], {}], "compare": [[SINE], {}],
                 "calibrate": [[SINE, "inference: 400 us"], {"board": "nucleo-f446re"}],
                 "evidence": [[], {}], "place": [[SINE], {"board": "nucleo-h743zi"}], "explain": [[SINE, "AllocateTensors() failed"], {}], "sweep": [[SINE], {"sizes": "1280:1296"}]}
        project = self.enterContext(tempfile.TemporaryDirectory()) if hasattr(self, "enterContext") else tempfile.mkdtemp()
        committed = Path(project) / "sine.tflite"
        committed.write_bytes(SINE.read_bytes())
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "One"]):
            subprocess.run(["git", "-C", project, *words], check=True)
        calls.update(backfill=[[committed], {}], history=[[committed], {}], review=[[committed], {"base": "HEAD"}])
        use_cases = json.loads(arenascope._native.use_cases())
        self.assertGreater(len(use_cases), 10)
        for use_case in use_cases:
            with self.subTest(use_case["name"]):
                function = getattr(arenascope, use_case["name"])
                self.assertIn(use_case["name"], arenascope.__all__)
                arguments = inspect.signature(function).parameters
                self.assertEqual(set(arguments), set(use_case["arguments"]["properties"]))
                for name in arguments:
                    self.assertIn(f"{name}: ", function.__doc__)
                if use_case["name"] == "audit":  # of a library that the command line adds
                    with self.assertRaisesRegex((arenascope.Error, ValueError), "no added library is called none"):
                        function("none")
                    continue
                given, named = calls.get(use_case["name"], [[SINE], {}])
                self.assertIsNotNone(function(*given, **named))

    def test_a_batch_has_a_row_for_each_model(self):
        good, bad = arenascope.batch(SINE, b"not a model", cache=False)
        self.assertEqual(good.arena.minimum, 1296)
        self.assertIsInstance(bad, arenascope.Error)

    def test_shrink_writes_a_model(self):
        shrunk = arenascope.shrink(PERSON, means=["plan"])
        self.assertEqual(shrunk.raw["schema"], "arenascope.shrink.1")
        if shrunk.model:
            self.assertLessEqual(arenascope.profile(shrunk.model, invoke=False).arena.minimum, minimum(PERSON))

    def test_boards_of_a_model(self):
        boards = {board.name: board for board in arenascope.boards(SINE)}
        self.assertTrue(boards["nucleo-h743zi"].fits)
        self.assertGreater(boards["nucleo-h743zi"].milliseconds, 0)
        self.assertIsNone(arenascope.boards()[0].fits)
        again = pickle.loads(pickle.dumps(arenascope.boards()))
        self.assertEqual((again, str(again)), (arenascope.boards(), str(arenascope.boards())))

    def test_answers_show_themselves_as_text(self):
        for answer in (arenascope.plan(SINE), arenascope.compare(SINE), arenascope.boards(), arenascope.sweep(SINE),
                       arenascope.explain(SINE, "AllocateTensors() failed"), arenascope.advise(SINE, seconds=0)):
            with self.subTest(type(answer)):
                lines = str(answer).splitlines()
                self.assertGreater(len(lines), 2)
                # A longer line is one word, as a path is.
                self.assertEqual([line for line in lines if len(line) > 100 and " " in line.strip()], [])
                self.assertIn("<pre>", answer._repr_html_())

    def test_a_board_can_be_changed(self):
        usual, slow = (arenascope.profile(SINE, board="nucleo-h743zi", **other) for other in ({}, {"clock": 100}))
        self.assertGreater(slow.milliseconds, usual.milliseconds)
        with self.assertRaisesRegex(ValueError, "clock takes a number from 1"):
            arenascope.profile(SINE, board="nucleo-h743zi", clock=0)

    def test_a_change_of_no_board_is_refused(self):
        for wrong in ({"clock": 100}, {"reserved_ram": 1024}, {"persistent_region": "CCM"}, {"board": ""}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                arenascope.profile(SINE, **wrong)

    def test_models_that_share_an_arena_have_a_plan_each(self):
        shared = arenascope.plan([SINE, PERSON], shared=True)
        self.assertGreaterEqual(shared.before, shared.after)
        self.assertEqual(shared.after, shared.raw["after"]["minimum_bytes"])
        self.assertEqual(len(shared.models), 2)

    def test_a_path_that_is_no_text_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(os.fsencode(folder), b"sine\xff.tflite")
            shutil.copy(SINE, path)
            self.assertEqual(arenascope.profile(os.fsdecode(path)).arena.minimum, 1296)
        with self.assertRaisesRegex(ValueError, "empty"):
            arenascope.profile("")

    def test_an_input_of_another_size_is_named_without_a_file(self):
        with self.assertRaises(arenascope.Error) as caught:
            arenascope.profile(SINE, inputs=[numpy.zeros((1, 1), numpy.float32)])
        self.assertIn("takes 1 byte; 4 are given", str(caught.exception))

    def test_plan(self):
        plan = arenascope.plan(PERSON)
        self.assertLessEqual(plan.after, plan.before)
        self.assertEqual(plan.before, minimum(PERSON))
        self.assertEqual(plan.saved, plan.before - plan.after)
        if plan.model is not None:
            self.assertEqual(arenascope.profile(plan.model).arena.minimum, plan.after)
        self.assertTrue(plan.complete)
        self.assertEqual(arenascope.plan(PERSON, seconds=86400).raw, plan.raw)

    def test_advise(self):
        advice = arenascope.advise(SINE, seconds=0)
        self.assertEqual(advice.before, arenascope.profile(SINE).arena.recommended)
        self.assertIsNone(advice.fits)
        self.assertTrue(any(each.kind == "two_arenas" for each in advice.suggestions))
        fitting = arenascope.advise(SINE, fit=advice.before)
        self.assertTrue(fitting.fits)
        self.assertIsNone(fitting.fitting)
        self.assertFalse(arenascope.advise(SINE, fit=16, seconds=0).fits)
        for each in advice.suggestions:
            if each.model is not None:
                self.assertEqual(arenascope.profile(each.model).arena.recommended, each.arena)

    def test_compare(self):
        both = arenascope.compare(PERSON, kernels=["reference", "cmsis-nn"])
        self.assertEqual([each.kernels for each in both.profiles], ["reference", "cmsis-nn"])
        self.assertGreater(both.profiles[0].cycles, both.profiles[1].cycles)
        with self.assertRaises(ValueError):
            arenascope.compare()

    def test_explain(self):
        answer = arenascope.explain(PERSON, "Failed to resize buffer. Requested: 55296, available 32008, missing: 23288")
        self.assertTrue(answer.understood)
        self.assertIn("did not fit into the head", str(answer))
        self.assertFalse(arenascope.explain(PERSON, "hello").understood)
        self.assertTrue(arenascope.explain(PERSON.read_bytes(), "Failed to resize buffer. Requested: 55296, available "
                                           "32008, missing: 23288", target="cortex-m4").understood)

    def test_samples(self):
        self.assertEqual(arenascope.sample("sine").name, "sine.tflite")
        with self.assertRaisesRegex(FileNotFoundError, "person_detector"):
            arenascope.sample("nothing")


class ErrorsTest(unittest.TestCase):
    def test_have_stage_and_model(self):
        with self.assertRaises(arenascope.Error) as caught:
            arenascope.profile("nothing.tflite")
        self.assertEqual((caught.exception.stage, caught.exception.model), ("load", "nothing.tflite"))
        self.assertIn("no such file", str(caught.exception))
        with self.assertRaises(arenascope.Error):
            arenascope.profile(b"not a model")
        with self.assertRaisesRegex(arenascope.Error, "cortex-m4"):
            arenascope.profile(SINE, target="cortex-m99")
        with self.assertRaisesRegex(arenascope.Error, "there are: "):
            arenascope.profile(SINE, board="nothing")
        with self.assertRaises(ValueError):
            arenascope.profile(SINE, target="cortex-m4", board="nucleo-h743zi")
        with self.assertRaisesRegex(arenascope.Error, "takes .* byte"):
            arenascope.profile(SINE, inputs=[b"12345"])

    def test_name_the_operator(self):
        with self.assertRaises(arenascope.Error) as caught:
            arenascope.profile(PERSON, arena_size=11000)
        self.assertTrue(caught.exception.stage)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(vars(again), vars(caught.exception))


class ProcessTest(unittest.TestCase):
    def test_the_lock_is_released(self):
        turns = 0
        done = threading.Event()

        def count():
            nonlocal turns
            while not done.is_set():
                turns += 1
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        self.addCleanup(counter.join)
        self.addCleanup(done.set)  # first: a run that fails must not leave it counting
        counter.start()
        # Where the lock was held, there would be a turn or two around the call, however often it is made.
        most = 0
        for _ in range(100):
            before = turns
            arenascope.profile(PERSON, kernels="reference", cache=False)
            most = max(most, turns - before)
            if most > 5:
                break
        self.assertGreater(most, 5)

    def test_several_processes(self):
        expected = [minimum(path) for path in (PERSON, SINE)] * 2  # this one has emulators when it forks
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(minimum, [PERSON, SINE] * 2), expected, method)
        self.assertEqual(minimum(PERSON), expected[0])

    def test_an_interrupt_ends_a_run(self):
        # A shell's background job ignores it, and so would all that it starts.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        self.addCleanup(timer.cancel)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                arenascope.profile(PERSON, kernels="reference", target="cortex-m0plus", cache=False)
        self.assertEqual(minimum(SINE), 1296)


class TutorialTest(unittest.TestCase):
    def test_the_page_runs(self):
        section = (ROOT / "docs/get-started/notebook.md").read_text()
        code = section[section.index("```python\n") + len("```python\n"):]
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code[:code.index("```")], names)
        self.assertRegex(printed.getvalue(), r"^\d+ channels: \d+ bytes$")
        widest, result = names["widest"], names["fitting"][names["widest"]]
        self.assertLessEqual(result.arena.recommended, 20 * 1024)
        self.assertLessEqual(result.milliseconds, 5)
        wider = arenascope.profile(arenascope.keyword_spotter(widest + 8), board="nucleo-h743zi")
        self.assertTrue(wider.arena.recommended > 20 * 1024 or wider.milliseconds > 5)

    def test_the_sample_is_one_of_them(self):
        self.assertEqual(arenascope.keyword_spotter(64), arenascope.sample("keyword_spotter").read_bytes())
        with self.assertRaises(ValueError):
            arenascope.keyword_spotter(0)


if __name__ == "__main__":
    unittest.main()
