// Everything of a release is made by one command, and its checksums are right. What is in the Debian package, the wheel
// and the npm package is used by tests of their own.
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { root } from './support.mjs';

// It builds Debian's packages, which takes as long as all tests: ./test.sh --packages asks for it.
const skip = process.env.ARENASCOPE_RELEASE ? false : 'only ./test.sh --packages makes a release';
test('packaging/release.sh', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'arenascope-release-'));
  try {
    const made = spawnSync(join(root, 'packaging/release.sh'), [folder], { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.strictEqual(made.status, 0, made.stderr);
    const names = readdirSync(folder).map((name) => name.replace(/\d+\.\d+\.\d+/, 'V')).sort();
    assert.deepStrictEqual(names.map((name) => name.replace(/cp\d+-cp\d+-manylinux_\d+_\d+/, 'cp')), ['SHA256SUMS',
      'arenascope-V-cp_x86_64.whl', 'arenascope-V.tgz', 'arenascope-web.zip', 'arenascope-firmware_V_all.deb',
      'arenascope-gui_V_amd64.deb', 'arenascope_V_amd64.deb', 'python3-arenascope_V_amd64.deb'].sort());
    assert.strictEqual(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }).status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
