// The MCP SDK's own client talks to the server that the registry's entry starts: mcp_client.mjs SDK_FOLDER CHECKOUT PROGRAM
import assert from 'node:assert/strict';
import {copyFileSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const [sdk, checkout, program] = process.argv.slice(2);
const require = createRequire(join(sdk, 'package.json'));
const {Client} = require('@modelcontextprotocol/sdk/client/index.js');
const {StdioClientTransport} = require('@modelcontextprotocol/sdk/client/stdio.js');

// The entry, as far as the registry checks it, and what else must agree with it.
const entry = JSON.parse(readFileSync(join(checkout, 'integrations/mcp/server.json')));
const version = /^project\(arenascope VERSION (\S+)/m.exec(readFileSync(join(checkout, 'CMakeLists.txt'), 'utf8'))[1];
assert.equal(entry.version, version);
assert.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
assert.ok(entry.description.length <= 100, `${entry.description.length} characters`);
const [image] = entry.packages;
assert.equal(image.identifier, `ghcr.io/arenascope/arenascope:${version}`);
const recipe = readFileSync(join(checkout, 'resources/container/Containerfile'), 'utf8');
assert.ok(recipe.includes(`LABEL io.modelcontextprotocol.server.name="${entry.name}"`), 'the image names its entry');

// The program in the image's place: /work is the folder that a client mounts there.
const models = mkdtempSync(join(tmpdir(), 'models '));
const client = new Client({name: 'test', version: '1'});
try {
  for (const name of ['sine', 'keyword_spotter'])
    copyFileSync(join(checkout, `resources/models/${name}.tflite`), join(models, `${name}.tflite`));
  const words = image.packageArguments.map(each => each.value === '/work' ? models : each.value);
  await client.connect(new StdioClientTransport({command: program, args: words, env: {...process.env}}));
  assert.equal(client.getServerVersion().version, version);
  const call = async (name, more) => {
    // The client checks the answer against the tool's output schema, where it has one.
    const answer = await client.callTool({name, arguments: more});
    assert.ok(!answer.isError, `${name}: ${JSON.stringify(answer.content)}`);
    return answer.structuredContent ?? answer.content[0].text;
  };
  const {tools} = await client.listTools();
  const names = tools.map(tool => tool.name);
  for (const name of ['profile', 'explain', 'shrink', 'boards', 'history', 'review', 'models'])
    assert.ok(names.includes(name), `${name} is not among ${names}`);
  assert.ok(!names.includes('backfill'), 'a server writes nothing');
  assert.ok(JSON.stringify(await call('models', {})).includes('keyword_spotter'));

  // What the skill is for: sizing, a failure, shrinking, a board.
  const model = join(models, 'keyword_spotter.tflite');
  const {arena} = await call('profile', {model, target: 'cortex-m4'});
  assert.ok(arena.recommended_bytes >= arena.minimum_bytes && arena.minimum_bytes > 1000);
  const why = await call('explain', {model, target: 'cortex-m4', arena_size: arena.minimum_bytes - 16,
                                     message: 'AllocateTensors() failed'});
  assert.ok(JSON.stringify(why).includes(String(arena.minimum_bytes)), JSON.stringify(why));
  const boards = await call('boards', {model: join(models, 'sine.tflite')});
  assert.ok(boards.boards.length > 10 && boards.boards.some(board => board.name === 'raspberry-pi-pico'));
  const outside = await client.callTool({name: 'profile', arguments: {model: join(checkout, 'resources/models/sine.tflite')}});
  assert.ok(outside.isError, 'a model outside of the folder is not read');
  console.log(`${names.length} tools answered the SDK's client`);
} finally {
  await client.close();
  rmSync(models, {recursive: true});
}
