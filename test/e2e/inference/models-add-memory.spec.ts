import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeModel } from '../../../libs/core/src/inference/models/onnx/encoding';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { inRanges, json, openRegistry, type Registry } from '../../harness/fixtures/model-sources';
import { brightness } from '../../harness/fixtures/tiny-models';
import { zipFrom } from '../../harness/fixtures/zip';
import { CACHE_DIR, EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

// After a model was refused, the disk, the memory and the processes are what they were. Each network here has 100 MB.

const LARGE = 100_000_000;
/** Far less than one network. */
const ROOM = 60_000_000;
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

let dir: string;
let commands: Commands;
let registry: Registry;
let service: RunningPercept;
beforeAll(async () => {
  dir = tempDir();
  mkdirSync(join(dir, 'tmp'));
  commands = openCommands();
  registry = await openRegistry();
  const place = join(dir, 'old');
  mkdirSync(place);
  writeFileSync(join(place, 'net.onnx'), brightness(['light', 'dark']).onnx);
  writeFileSync(join(place, 'labels.txt'), 'light\ndark\n');
  expect(await run('models', 'add', place)).toMatchObject({ code: 0 });
  service = await startPercept({ dataDir: join(dir, 'data'), env: { PERCEPT_DEFAULT_MODELS: 'image-classification=old' } });
});
afterAll(async () => {
  await service.stop();
  await commands.close();
  registry.close();
  removeDir(dir);
});

const run = (...args: string[]) =>
  commands.run(args, {
    env: {
      TMPDIR: join(dir, 'tmp'),
      PERCEPT_CACHE_DIR: CACHE_DIR,
      PERCEPT_DATA_DIR: join(dir, 'data'),
      HF_ENDPOINT: registry.url,
      PIP_INDEX_URL: `${registry.url}/simple`,
      PIP_CONFIG_FILE: '/dev/null',
    },
  });

/** An operator that nobody has, so that ONNX Runtime refuses the network when it is tried. */
function unknownOperator(): Buffer {
  return Buffer.from(
    encodeModel({
      nodes: [{ operator: 'Sharpen', inputs: ['image', 'weights'], outputs: ['logits'], attributes: {} }],
      tensors: [{ name: 'weights', element: 'float32', shape: [LARGE / 4], data: new Float32Array(LARGE / 4) }],
      inputs: [{ name: 'image', element: 'float32', shape: [1, 3, 16, 16] }],
      outputs: [{ name: 'logits', element: 'float32', shape: [1, 2] }],
      producer: 'tests',
    }),
  );
}

function listOnHub(size: number): void {
  const siblings = [{ rfilename: 'model.onnx', size, lfs: { sha256: '0'.repeat(64), size } }];
  registry.pages.set('/api/models/acme/refused/revision/main', json({ sha: COMMIT, siblings }));
}

const NAME = `refused-${process.pid}`;
const refused: [string, () => string[], RegExp][] = [
  [
    'a repository of the Hub with 3 GB',
    () => {
      listOnHub(3e9);
      return ['hf:acme/refused'];
    },
    /has 3\.0 GB; an ONNX file has 2 GB at most/,
  ],
  [
    'a folder with 3 GB',
    () => {
      const place = join(dir, 'huge');
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'model.onnx'), '');
      // The file has no blocks on the disk.
      truncateSync(join(place, 'model.onnx'), 3e9);
      return [place];
    },
    /has 3\.0 GB; an ONNX file has 2 GB at most/,
  ],
  [
    'a download that breaks off',
    () => {
      listOnHub(LARGE);
      registry.pages.set(`/acme/refused/resolve/${COMMIT}/model.onnx`, (_, response) => {
        const part = Buffer.alloc(LARGE * 0.6);
        response.writeHead(200, { 'content-length': LARGE }).write(part, () => response.socket!.destroySoon());
      });
      return ['hf:acme/refused'];
    },
    /Cannot fetch model\.onnx/,
  ],
  [
    'a wheel with another digest',
    () => {
      const wheel = zipFrom([{ name: 'nets/model.onnx', bytes: Buffer.alloc(LARGE, 'network') }]);
      const file = { filename: 'nets-1.0-py3-none-any.whl', url: '/f/nets.whl', hashes: { sha256: '0'.repeat(64) } };
      registry.pages.set('/simple/nets/', json({ files: [file] }));
      registry.pages.set('/f/nets.whl', inRanges(wheel));
      return ['pypi:nets@1.0/nets'];
    },
    /the wheel has the SHA-256/,
  ],
  [
    'a text with the ending of a network',
    () => {
      const bytes = Buffer.alloc(LARGE, 'network');
      registry.pages.set('/net.onnx', inRanges(bytes));
      return [`${registry.url}/net.onnx`, '--sha256', createHash('sha256').update(bytes).digest('hex')];
    },
    /cannot be read as ONNX/,
  ],
  [
    'a network that ONNX Runtime refuses',
    () => {
      const place = join(dir, 'unknown');
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'model.onnx'), unknownOperator());
      writeFileSync(join(place, 'labels.txt'), 'one\ntwo\n');
      return [place];
    },
    /cannot be used: .*Sharpen/,
  ],
];

/** Each file below the folder of the data and that of temporary files, with its size, but for what the service itself writes. */
function filesOf(): string[] {
  return ['data/models', 'tmp'].flatMap((folder) =>
    readdirSync(join(dir, folder), { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${entry.isFile() ? statSync(path).size : ''}`;
    }),
  );
}

const memoryOfService = () =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))![1]) * 1024;

async function answerOfOld(): Promise<unknown> {
  const image = readFileSync(
    join(
      EXAMPLES,
      readdirSync(EXAMPLES).find((name) => name.endsWith('.jpg'))!,
    ),
  ).toString('base64');
  const body = JSON.stringify({ image, confidence_threshold: 0 });
  const answer = await service.fetch('/v2/vision/classify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { classifications } = (await answer.json()) as Record<string, unknown>;
  return classifications;
}

test('models that are refused leave no memory, no file and no process, and the default of a service answers as before', async () => {
  const refuseAll = async () => {
    for (const [what, prepare, message] of refused) {
      const before = filesOf();
      const { code, stderr } = await run('models', 'add', ...prepare(), '--name', NAME);
      expect({ what, code, stderr }).toEqual({ what, code: 1, stderr: expect.stringMatching(message) });
      expect({ what, files: filesOf() }).toEqual({ what, files: before });
      expect({ what, isCopied: existsSync(join(CACHE_DIR, 'models', NAME)) }).toEqual({ what, isCopied: false });
      const children = readFileSync(`/proc/${commands.pid}/task/${commands.pid}/children`, 'utf8');
      expect({ what, children }).toEqual({ what, children: '' });
    }
  };
  const answer = await answerOfOld();
  expect(answer).toEqual([expect.objectContaining({ label: expect.stringMatching(/light|dark/) }), expect.anything()]);
  // What is loaded for the first time stays: code and libraries.
  await refuseAll();
  const [own, ofService] = [await commands.memory(), memoryOfService()];
  for (let round = 0; round < 2; round++) await refuseAll();
  expect((await commands.memory()) - own).toBeLessThan(ROOM);
  expect(memoryOfService() - ofService).toBeLessThan(ROOM);
  expect(await answerOfOld()).toEqual(answer);
}, 240_000);
