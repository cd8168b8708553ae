// In a worker: one module, which runs one command after the other. Request: { id, words, files: [{ name, bytes }],
// wanted: [names] }; answer: { id, status, out, err, files: { name: bytes } }. A crashed module is created again from the
// same code. boards: descriptions by the name of their file, which stand in front of this.
'use strict';

let compiled = null;
let instance = null;

function addBoards({ FS }) {
  FS.mkdirTree('/share/arenascope/boards');
  for (const [name, text] of Object.entries(boards)) FS.writeFile('/share/arenascope/boards/' + name, text);
}

async function instantiate(output) {
  return arenascopeModule({
    preRun: [addBoards],
    stdin: () => null,
    stdout: (byte) => output.out.push(byte),
    stderr: (byte) => output.err.push(byte),
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
  });
}

const text = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes));
const output = { out: [], err: [] };

async function run({ id, words, files, wanted }) {
  output.out.length = 0;
  output.err.length = 0;
  let status = 1;
  const answer = {};
  try {
    if (!instance) instance = await instantiate(output);
    for (const { name, bytes } of files) instance.FS.writeFile(name, bytes);
    status = instance.callMain(words);
    for (const name of wanted) {
      if (!instance.FS.analyzePath(name).exists) continue;
      answer[name] = instance.FS.readFile(name);
      instance.FS.unlink(name);
    }
    for (const { name } of files) instance.FS.unlink(name);
  } catch (error) {
    instance = null;
    status = 1;
    output.err.push(...new TextEncoder().encode(`arenascope: the interpreter has crashed (${String(error).slice(0, 200)})`));
  }
  self.postMessage({ id, status, out: text(output.out), err: text(output.err), files: answer },
    Object.values(answer).map((bytes) => bytes.buffer));
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    compiled = data.module;
    instance = await instantiate(output);
    self.postMessage({ ready: true });
    return;
  }
  await run(data);
};
