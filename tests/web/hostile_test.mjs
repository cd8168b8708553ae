// Files that were made to break readers: each ends in an answer, and the module keeps working.
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Module, root, sample } from './support.mjs';

const corpus = join(root, 'tests/fuzz/corpus');

test('the fuzz corpus', async () => {
  const module = await Module.make();
  let run = 0;
  for (const folder of readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const name of readdirSync(join(corpus, folder.name))) {
      const bytes = readFileSync(join(corpus, folder.name, name));
      const target = run % 2 ? 'esp32' : 'cortex-m4';
      const { status, err } = module.run(['profile', '/m.tflite', '--target', target, '--limit', 'seconds=5'],
        [{ name: '/m.tflite', bytes }]);
      assert.ok(status === 0 || (status === 1 && err.length > 0), `${name}: status ${status}, ${err.slice(0, 200)}`);
      ++run;
    }
  assert.ok(run > 0);
  console.log(`${run} files`);
  assert.strictEqual(module.profile(sample('sine')).report.arena.minimum_bytes, 1296, 'the module is as it was before');
});

test('changed models', async () => {
  const module = await Module.make();
  const original = readFileSync(sample('countdown'));
  let refused = 0;
  for (let at = 0; at < original.length; at += 3) {
    const bytes = Buffer.from(original);
    bytes[at] ^= 0xFF;
    const { status, err } = module.run(['profile', '/m.tflite', '--limit', 'seconds=5'], [{ name: '/m.tflite', bytes }]);
    assert.ok(status === 0 || (status === 1 && err.length > 0), `byte ${at}: ${err}`);
    refused += status;
  }
  assert.ok(refused > 0, 'no change made a difference');
});

test('what only the installed program can do says so', async () => {
  const module = await Module.make();
  const image = { name: '/image.elf', bytes: Buffer.from('\x7fELF') };
  assert.match(module.run(['profile', '/image.elf'], [image]).err, /installed program/);
  assert.match(module.run(['profile', '/sine.tflite', '--svg', '/x.svg'], [sample('sine')]).err, /installed program/);
});
