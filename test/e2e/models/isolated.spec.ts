import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PbfWriter } from 'pbf';
import type * as SandboxModule from '../../../libs/core/src/inference/media/video/sandbox';
import type * as CommandModule from '../../../libs/core/src/inference/models/runtime/isolated/model-command';
import type { IsolatedRuns } from '../../harness/children/isolated-model';
import { compiled } from '../../harness/compiled';
import { endless, greedy } from '../../harness/fixtures/hostile-models';
import { brightness } from '../../harness/fixtures/tiny-models';
import { removeDir, tempDir } from '../../harness/percept';

const ISOLATED = 'libs/core/src/inference/models/runtime/isolated';
/** Its code has its paths where it is compiled. */
const load = createRequire(__filename);
const execute = promisify(execFile);
const folder = tempDir();
afterAll(() => removeDir(folder));

/** Opens a model in a process of its own, and shows it images of these lights. */
async function run(bytes: Uint8Array, lights: number[], limitMs = 10_000, starved = false): Promise<IsolatedRuns> {
  const file = join(folder, 'net.onnx');
  writeFileSync(file, bytes);
  const { stdout } = await execute(process.execPath, [
    compiled('test/harness/children/isolated-model'),
    JSON.stringify({ file, lights, limitMs, starved }),
  ]);
  return JSON.parse(stdout) as IsolatedRuns;
}

test('it answers as in the process of the service, one run after another, and leaves no process behind', async () => {
  const runs = await run(brightness(['light', 'dark']).onnx, [0, 255]);
  expect(runs).toEqual({
    ports: [['image'], ['scores']],
    answers: [
      [0, 0],
      [8, 0],
    ],
    isOver: false,
    processes: 1,
    left: 0,
  });
});

test('one that needs more memory than it may have fails alone', async () => {
  // A dark image does not show what it needs: 40,000 × 40,000 numbers are 6 GB.
  const { answers, left } = await run(greedy(), [0.01, 1]);
  expect(answers).toEqual([[0], expect.stringMatching(/the model 'theirs' (failed|ended)/)]);
  expect(left).toBe(0);
});

test('one that does not come back is ended, and its process with it', async () => {
  const { answers, isOver, left } = await run(endless(), [1], 500);
  // A machine with much else to do ends it by the clock.
  expect(answers).toEqual([expect.stringMatching(/took longer than 0\.5 s|did not answer within 3 s/)]);
  expect([isOver, left]).toEqual([true, 0]);
});

test('one that the machine gives no time is waited for', async () => {
  const { answers, isOver } = await run(brightness(['light', 'dark']).onnx, [255], 500, true);
  expect([answers, isOver]).toEqual([[[8, 0]], false]);
});

test.each(['../../secret', '/etc/hostname', 'net.onnx/../../secret'])(
  'it reads no file besides its own: %s',
  async (location) => {
    expect((await run(withExternalData(location), [])).refused).toMatch(/External data|external data|Absolute path/);
  },
);

test('its process reads its file, and no other file of the machine, and opens no connection', async () => {
  const { findSandbox } = load(compiled('libs/core/src/inference/media/video/sandbox/index')) as typeof SandboxModule;
  const sandbox = await findSandbox();
  if (!sandbox.hidesFiles) return process.stderr.write(`skipped: ${sandbox.rejected.join('; ')}\n`);
  const { modelCommand } = load(compiled(`${ISOLATED}/model-command`)) as typeof CommandModule;
  const [own, secret] = ['own.onnx', 'secret'].map((name) => join(folder, name)) as [string, string];
  for (const file of [own, secret]) writeFileSync(file, 'text');
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const script = `
    const read = (file) => { try { return require('fs').readFileSync(file, 'utf8'); } catch (error) { return error.code; } };
    const files = ${JSON.stringify([own, secret, '/etc/passwd'])}.map(read);
    const say = (network) => { console.log(JSON.stringify([...files, network])); process.exit(); };
    require('net').connect(${port}, '127.0.0.1').on('connect', () => say('open')).on('error', ({ code }) => say(code));`;
  const tried = async ([program, ...args]: string[]) =>
    JSON.parse((await execute(program!, [...args.slice(0, -1), '-e', script])).stdout) as string[];
  expect(await tried([process.execPath, 'program'])).toEqual(['text', 'text', expect.stringContaining('root'), 'open']);
  expect(await tried(await modelCommand(own))).toEqual([
    'text',
    'ENOENT',
    'ENOENT',
    expect.stringMatching(/^E(CONNREFUSED|NETUNREACH)/),
  ]);
  server.close();
});

test('a file without a network is refused', async () => {
  expect(await run(Buffer.from('no network'), [])).toEqual({
    refused: expect.stringMatching(/the model 'theirs' failed/),
    left: 0,
  });
});

/** A network whose weights are in another file. */
function withExternalData(location: string): Uint8Array {
  const writer = new PbfWriter();
  const tensor = (_: unknown, pbf: PbfWriter): void => {
    pbf.writePackedVarint(1, [4]);
    pbf.writeVarintField(2, 2);
    pbf.writeStringField(8, 'weights');
    pbf.writeMessage(
      13,
      (__: unknown, entry: PbfWriter) => {
        entry.writeStringField(1, 'location');
        entry.writeStringField(2, location);
      },
      undefined,
    );
    pbf.writeVarintField(14, 1);
  };
  const named = (field: number, name: string) => (_: unknown, pbf: PbfWriter) => pbf.writeStringField(field, name);
  writer.writeVarintField(1, 8);
  writer.writeMessage(8, (_: unknown, pbf: PbfWriter) => pbf.writeVarintField(2, 17), undefined);
  writer.writeMessage(
    7,
    (_: unknown, graph: PbfWriter) => {
      graph.writeMessage(
        1,
        (__: unknown, node: PbfWriter) => {
          named(1, 'weights')(undefined, node);
          named(2, 'bytes')(undefined, node);
          named(4, 'Identity')(undefined, node);
        },
        undefined,
      );
      graph.writeStringField(2, 'g');
      graph.writeMessage(5, tensor, undefined);
      graph.writeMessage(12, named(1, 'bytes'), undefined);
    },
    undefined,
  );
  return writer.finish();
}
