import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { testImage } from '../../harness/fixtures/images';
import { inRanges, json, openRegistry, whole, type Answer, type Registry } from '../../harness/fixtures/model-sources';
import { brightness } from '../../harness/fixtures/tiny-models';
import { zipFrom, type ZippedFile } from '../../harness/fixtures/zip';
import { removeDir, tempDir, type Finished } from '../../harness/percept';

// Wheels that lie, and registries that are slow or gone: nothing of them stays, and the model that was there answers.

let dir: string;
let commands: Commands;
let registry: Registry;
let picture: string;
beforeAll(async () => {
  dir = tempDir();
  commands = openCommands();
  registry = await openRegistry();
  picture = join(dir, 'picture.png');
  writeFileSync(picture, await testImage({ format: 'png' }));
});
afterAll(async () => {
  await commands.close();
  registry.close();
  removeDir(dir);
});

const run = (args: string[], index = registry.url): Promise<Finished> =>
  commands.run(args, {
    env: {
      PERCEPT_DATA_DIR: join(dir, 'data'),
      PIP_INDEX_URL: `${index}/simple`,
      PIP_CONFIG_FILE: '/dev/null',
      HF_ENDPOINT: index,
    },
  });

const NET: ZippedFile = { name: 'nets/model.onnx', bytes: Buffer.from(brightness(['light', 'dark']).onnx) };
const LABELS: ZippedFile = { name: 'nets/labels.txt', bytes: Buffer.from('light\ndark\n') };
const FILE = 'nets-1.0-py3-none-any.whl';

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Serves a wheel, by default with its own digest, so that only what is in it is wrong. */
function serve(wheel: Buffer, answer: Answer = inRanges(wheel), sha256 = digest(wheel)): void {
  registry.pages.set('/simple/nets/', json({ files: [{ filename: FILE, url: `/f/${FILE}`, hashes: { sha256 } }] }));
  registry.pages.set(`/f/${FILE}`, answer);
}

const present = () =>
  readdirSync(join(dir, 'data', 'models'), { recursive: true })
    .map(String)
    .sort();

/** The model that was added first is the default, and still answers as it did. */
async function expectOldAnswer(): Promise<void> {
  const { stdout } = await run(['run', 'vision.classify', '--image', picture]);
  expect((JSON.parse(stdout) as Record<string, any>).classifications[0].label).toMatch(/^(light|dark)$/);
}

test('a server that sends a byte now and then is waited for, and its model answers as the default', async () => {
  const wheel = zipFrom([NET, LABELS]);
  serve(wheel, (_, response) => {
    response.writeHead(200, { 'content-length': wheel.length });
    let at = 0;
    const drip = setInterval(() => {
      response.write(wheel.subarray(at, (at += Math.ceil(wheel.length / 20))));
      if (at < wheel.length) return;
      clearInterval(drip);
      response.end();
    }, 10);
  });
  expect(await run(['models', 'add', 'pypi:nets@1.0/nets', '--name', 'old'])).toMatchObject({ code: 0 });
  expect(await run(['models', 'use', 'old'])).toMatchObject({ code: 0 });
  await expectOldAnswer();
});

const refused: [string, () => Buffer, RegExp][] = [
  [
    'whose path climbs out',
    () => zipFrom([NET, LABELS, { name: '../../escaped', bytes: LABELS.bytes }]),
    /not a sound ZIP: .*(\.\.|invalid)/,
  ],
  ['with two files of one name', () => zipFrom([NET, LABELS, NET]), /two files of the name nets\/model\.onnx/],
  [
    'whose network is a bomb',
    () => zipFrom([{ name: NET.name, bytes: Buffer.alloc(100_000_000), claimed: NET.bytes.length }, LABELS]),
    /too many bytes|more bytes|expected/i,
  ],
  ['of something else than a ZIP', () => Buffer.alloc(5000, 1), /not a sound ZIP/],
  ['without a network', () => zipFrom([LABELS]), /has no \.onnx file/],
];
test.each(refused)('a wheel %s is refused, and the old default answers', async (_, make, message) => {
  for (const answer of [inRanges, whole]) {
    serve(make(), answer(make()));
    const before = present();
    expect(await run(['models', 'add', 'pypi:nets@1.0/nets', '--name', 'new'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
    expect(present()).toEqual(before);
  }
  await expectOldAnswer();
});

test('a wheel with another digest than its index says is refused, and the old default answers', async () => {
  const wheel = zipFrom([NET, LABELS]);
  for (const answer of [inRanges, whole]) {
    serve(wheel, answer(wheel), digest(zipFrom([NET])));
    const before = present();
    expect(await run(['models', 'add', 'pypi:nets@1.0/nets', '--name', 'new'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /Cannot open the wheel of nets 1\.0: the wheel has the SHA-256 [0-9a-f]{64}, but the index says/,
      ),
    });
    expect(present()).toEqual(before);
  }
  await expectOldAnswer();
});

test('a wheel that breaks off at ten places leaves nothing, and the old default answers', async () => {
  const wheel = zipFrom([NET, LABELS]);
  const before = present();
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    serve(wheel, (_, response) => {
      const part = wheel.subarray(0, Math.floor((wheel.length * tenth) / 10));
      response.writeHead(200, { 'content-length': wheel.length }).write(part, () => response.socket!.destroySoon());
    });
    expect(await run(['models', 'add', 'pypi:nets@1.0/nets', '--name', 'new'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Cannot open the wheel of nets 1\.0: /),
    });
  }
  expect(present()).toEqual(before);
  await expectOldAnswer();
});

test.each(['pypi:nets@1.0/nets', 'hf:acme/nets'])(
  'where nobody answers, %s says so at once, and the old default answers',
  async (address) => {
    const before = present();
    const { code, stderr } = await run(['models', 'add', address, '--name', 'new'], 'http://127.0.0.1:1');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/127\.0\.0\.1/) });
    expect(present()).toEqual(before);
    await expectOldAnswer();
  },
);

test('an export that is not whole is refused, and the old default answers', async () => {
  const tar = join(dir, 'old.tar');
  expect(await run(['models', 'export', 'old', '--to', tar])).toMatchObject({ code: 0 });
  mkdirSync(join(dir, 'cut'));
  writeFileSync(join(dir, 'cut', 'old.tar'), readFileSync(tar).subarray(0, 700));
  const before = present();
  expect(await run(['models', 'import', join(dir, 'cut', 'old.tar'), '--name', 'new'])).toMatchObject({ code: 1 });
  expect(present()).toEqual(before);
  await expectOldAnswer();
});
