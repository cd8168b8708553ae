// What the tests of the WebAssembly module share: the module in Node, the built program, and models.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = process.env.ARENASCOPE_SOURCE ?? join(dirname(fileURLToPath(import.meta.url)), '../..');
export const build = process.env.ARENASCOPE_WEB ?? join(root, 'build/web');
export const shared = process.env.ARENASCOPE_SHARED ?? join(root, '../shared');
// The program that is compared with; not there where it has not been built.
export const program = [process.env.ARENASCOPE_CLI, join(root, 'build/release/app/cli/arenascope')]
  .find((path) => path && existsSync(path));

export function modelsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith('.tflite')).sort().map((name) => join(folder, name));
}
export const samples = modelsIn(join(root, 'resources/models'));
export const sample = (name) => join(root, 'resources/models', name + '.tflite');

// Every nth model of at most this number of bytes among those measured with the real interpreter, if present.
export function someModels(nth, mostBytes) {
  return modelsIn(join(shared, 'models')).filter((path) => statSync(path).size <= mostBytes)
    .filter((path, index) => index % nth === 0);
}

const load = createRequire(import.meta.url)(join(build, 'module.js'));
const binary = readFileSync(join(build, 'module.wasm'));

function addBoards({ FS }) {
  FS.mkdirTree('/share/arenascope/boards');
  for (const name of readdirSync(join(root, 'resources/boards')).filter((each) => each.endsWith('.json')))
    FS.writeFile('/share/arenascope/boards/' + name, readFileSync(join(root, 'resources/boards', name)));
}

// One instance, which runs commands as the page's worker does.
export class Module {
  static async make() {
    const made = new Module();
    made.out = [];
    made.err = [];
    made.instance = await load({ wasmBinary: binary, preRun: [addBoards], stdin: () => null, stdout: (byte) => made.out.push(byte),
      stderr: (byte) => made.err.push(byte) });
    // Emscripten's runtime adds a listener for each instance, which ends tests that do not expect it.
    process.removeAllListeners('uncaughtException');
    process.removeAllListeners('unhandledRejection');
    return made;
  }

  // files: paths on disk, or { name, bytes }; each is /NAME to the command.
  run(words, files = [], wanted = []) {
    this.out.length = this.err.length = 0;
    const { FS } = this.instance;
    const given = files.map((file) => (typeof file === 'string' ? { name: '/' + basename(file), bytes: readFileSync(file) } : file));
    for (const { name, bytes } of given) FS.writeFile(name, bytes);
    const status = this.instance.callMain(words);
    process.exitCode = 0; // which the runtime has set to the command's, and which is the test's
    const answer = { status, out: Buffer.from(this.out).toString(), err: Buffer.from(this.err).toString(), files: {} };
    for (const name of wanted) {
      if (!FS.analyzePath(name).exists) continue;
      answer.files[name] = Buffer.from(FS.readFile(name));
      FS.unlink(name);
    }
    for (const { name } of given) FS.unlink(name);
    return answer;
  }

  profile(path, words = []) {
    const answer = this.run(['profile', '/' + basename(path), ...words, '--json', '/report.json'], [path], ['/report.json']);
    const json = answer.files['/report.json'];
    return { ...answer, report: json ? JSON.parse(json) : null };
  }
}
