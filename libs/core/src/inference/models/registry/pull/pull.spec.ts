import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readManifest } from '../../manifest/read';
import { openRepository } from '../add/repository';
import { ModelCatalogue } from './catalogue';
import { pullModel, readCatalogue, type CatalogueFile, type CatalogueModel } from '../../../../../../../test/harness/pulling';
import { readSynsetLabels } from './pull';

const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31 + (index >> 8)) % 251));
const SYNSET = Buffer.from('n01 tench, Tinca tinca\nn02 crane\nn03 crane\n');

let dir: string;
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: (string | undefined)[];
beforeAll(async () => {
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'percept-pull-'));
  ranges = [];
  answer = serveWhole;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const CONTENT: Record<string, Buffer> = { '/net/net.onnx': BYTES, '/net/synset.txt': SYNSET };

function serveWhole({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const bytes = CONTENT[url!]!;
  const start = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
  response.writeHead(start > 0 ? 206 : 200).end(bytes.subarray(start));
}

const mirror = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const file = (name: string, bytes: Buffer): CatalogueFile => ({
  url: 'http://127.0.0.1:1/unused',
  path: `net/${name}`,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const model = (): CatalogueModel => ({
  name: 'net',
  summary: 'A net.',
  file: file('net.onnx', BYTES),
  synset: file('synset.txt', SYNSET),
  manifest: {
    task: 'image-classification',
    source: 'tests',
    licence: 'MIT',
    input: { size: 224, resize: 'crop' },
    output: { decoder: 'logits' },
  },
});
const pull = (more = {}) => pullModel(model(), dir, { mirror: mirror(), ...more });

test('a model is fetched with its labels and a model.yaml that can be read', async () => {
  const seen: number[] = [];
  const folder = await pull({ onProgress: (done: number) => seen.push(done) });
  const { manifest } = readManifest(folder);
  expect(manifest).toMatchObject({
    file: 'net.onnx',
    sha256: model().file.sha256,
    labels: ['tench', 'crane (n02)', 'crane (n03)'],
  });
  expect(readFileSync(join(folder, 'net.onnx')).equals(BYTES)).toBe(true);
  expect(seen).toContain(BYTES.length);
  expect(await pull()).toBe(folder);
});

test('an interrupted download goes on from where it was', async () => {
  const size = () => statSync(join(dir, '.pulling/net/net.onnx.part'), { throwIfNoEntry: false })?.size ?? 0;
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': BYTES.length }).write(BYTES.subarray(0, 100_000));
    const looking = setInterval(() => {
      if (size() === 0) return;
      clearInterval(looking);
      response.destroy();
    }, 5);
  };
  await expect(pull()).rejects.toThrow(/goes on from where it was/);
  expect(existsSync(join(dir, 'net'))).toBe(false);
  const part = size();
  answer = serveWhole;
  const folder = await pull();
  expect(ranges).toContain(`bytes=${part}-`);
  expect(readFileSync(join(folder, 'net.onnx')).equals(BYTES)).toBe(true);
});

test('a registry that breaks off at ten places leaves nothing in place, and each pull goes on from there', async () => {
  for (const tenth of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    answer = ({ headers }, response) => {
      const start = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      response.writeHead(start > 0 ? 206 : 200, { 'content-length': BYTES.length - start });
      response.write(BYTES.subarray(start, Math.floor((BYTES.length * tenth) / 10)), () => response.socket!.destroySoon());
    };
    await expect(pull()).rejects.toThrow(/Cannot fetch net\/net\.onnx from .* Pull it again: it goes on from where it was/);
    expect(existsSync(join(dir, 'net'))).toBe(false);
  }
  answer = serveWhole;
  expect(readFileSync(join(await pull(), 'net.onnx')).equals(BYTES)).toBe(true);
});

test.each([
  ['does not answer', (_response: ServerResponse) => undefined],
  ['falls silent', (response: ServerResponse) => response.writeHead(200).write(BYTES.subarray(0, 1000))],
])('a registry that %s is given up, and what was there stays', async (_, silent) => {
  mkdirSync(join(dir, 'net'), { recursive: true });
  writeFileSync(join(dir, 'net', 'model.yaml'), 'the old one');
  answer = (_request, response) => void silent(response);
  await expect(pull({ silenceMs: 50 })).rejects.toThrow(/Cannot fetch net\/net\.onnx from .*Pull it again/);
  expect(readFileSync(join(dir, 'net', 'model.yaml'), 'utf8')).toBe('the old one');
});

test('a registry that answers slowly, but goes on, is waited for', async () => {
  const small = {
    ...file('net.onnx', BYTES),
    bytes: 20,
    sha256: createHash('sha256').update(BYTES.subarray(0, 20)).digest('hex'),
  };
  answer = (_request, response) => {
    response.writeHead(200);
    let at = 0;
    const drip = setInterval(() => {
      response.write(BYTES.subarray(at, at + 1));
      if (++at < small.bytes) return;
      clearInterval(drip);
      response.end();
    }, 10);
  };
  const folder = await pullModel({ ...model(), file: small, synset: undefined }, dir, { mirror: mirror(), silenceMs: 5000 });
  expect(readFileSync(join(folder, 'net.onnx')).equals(BYTES.subarray(0, 20))).toBe(true);
});

test('a server that knows no ranges is read from the start', async () => {
  mkdirSync(join(dir, '.pulling/net'), { recursive: true });
  writeFileSync(join(dir, '.pulling/net/net.onnx.part'), BYTES.subarray(0, 1000));
  answer = ({ url }, response) => response.writeHead(200).end(CONTENT[url!]);
  expect(readFileSync(join(await pull(), 'net.onnx')).equals(BYTES)).toBe(true);
});

test.each([
  ['other bytes', () => Buffer.alloc(BYTES.length, 7), /is not the file that was listed: .* SHA-256 [0-9a-f]{64}, not/],
  ['too many bytes', () => Buffer.concat([BYTES, BYTES]), /longer than the 300000 bytes that are expected/],
  ['too few bytes', () => BYTES.subarray(0, 10), /ended after 10 of 300000 bytes/],
])('%s are refused and nothing is put into place', async (_, bytes, message) => {
  answer = (_request, response) => response.writeHead(200).end(bytes());
  await expect(pull()).rejects.toThrow(message);
  expect(existsSync(join(dir, 'net'))).toBe(false);
});

test('a mirror may be a folder, by its path or its file address', async () => {
  const folder = join(dir, 'a mirror');
  for (const [path, content] of Object.entries(CONTENT)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  for (const place of [folder, pathToFileURL(folder).href])
    expect(readFileSync(join(await pull({ mirror: place }), 'net.onnx')).equals(BYTES)).toBe(true);
});

test('a status and an address where nobody listens are reported', async () => {
  answer = (_request, response) => response.writeHead(404).end('gone');
  await expect(pull()).rejects.toThrow(/Cannot fetch net\/net\.onnx from http.*: status 404\. .*PERCEPT_MODELS_MIRROR names/);
  await expect(pullModel(model(), dir)).rejects.toThrow(
    /Cannot fetch net\/net\.onnx from http:\/\/127\.0\.0\.1:1.*PERCEPT_MODELS_MIRROR names/s,
  );
});

test('a disk without space is named, and nothing is put into place', async () => {
  const own = join(dir, 'own');
  mkdirSync(join(own, '.pulling/net'), { recursive: true });
  // Writing to it is refused as on a full disk.
  const { symlinkSync } = await import('node:fs');
  symlinkSync('/dev/full', join(own, '.pulling/net/net.onnx.part'));
  await expect(pullModel(model(), own, { mirror: mirror() })).rejects.toThrow(/no space left on the disk/);
  expect(existsSync(join(own, 'net'))).toBe(false);
});

test('every model of the catalogue makes a model.yaml that is sound', async () => {
  const models = readCatalogue(resolve(__dirname, '../../../../../../../models')).models;
  expect(models.map(({ name }) => name)).toEqual(['emotion-ferplus', 'ultraface-rfb-320', 'yolox-nano']);
  for (const { name, manifest, synset, file: weights } of models) {
    const folder = join(dir, name);
    mkdirSync(folder);
    const { conversion } = manifest;
    const files = conversion ? { conversion: { ...conversion, file: 'net.json' } } : { file: 'net.onnx', sha256: weights.sha256 };
    const page = { ...manifest, ...files, labels: synset ? ['x'] : manifest.labels };
    writeFileSync(join(folder, 'model.yaml'), JSON.stringify(page));
    expect(readManifest(folder).manifest.task).toBe(manifest.task);
    expect(weights.url).toMatch(/^(https|npm|pypi|hf):/);
  }
});

test('what is recommended is in the catalogue or comes with Percept, a model for each task, under a known licence', () => {
  const folder = resolve(__dirname, '../../../../../../../models');
  const catalogue = new Map(readCatalogue(folder).models.map(({ name, manifest }) => [name, manifest]));
  const names = Object.keys(readCatalogue(folder).recommended);
  const models = names.map((name) => catalogue.get(name) ?? readManifest(join(folder, name)).manifest);
  const tasks = ['image-classification', 'face-detection', 'facial-expression', 'text-recognition'];
  expect(models.map(({ task }) => task)).toEqual(tasks);
  for (const { licence } of models) expect(licence).not.toMatch(/unknown/);
});

test('classes of one name are told apart by their ids', () => {
  expect(readSynsetLabels(SYNSET.toString())).toEqual(['tench', 'crane (n02)', 'crane (n03)']);
});

test('a plugin brings a source of its own, and an unknown scheme names all sources', async () => {
  const module = join(dir, 'vault.js');
  writeFileSync(
    module,
    `const { writeFileSync } = require('node:fs');
     const problem = (url) => (url === 'vault:net' ? undefined : 'it must be vault:net');
     const fetch = async (files) => files.forEach(({ part }) => writeFileSync(part, ${JSON.stringify(BYTES.toString('latin1'))}, 'latin1'));
     const open = async () => ({ address: 'vault:net@1', name: 'net', files: new Map([['net.onnx', 3]]), close: async () => {} });
     module.exports = { name: 'vault', version: '1.0.0', weightSources: [{ schemes: ['vault:'], problem, fetch, open }] };`,
  );
  const net = { ...file('net.onnx', BYTES), url: 'vault:net' };
  const page = { models: { net: { file: net, manifest: model().manifest } } };
  writeFileSync(join(dir, 'catalogue.yaml'), JSON.stringify(page));
  const catalogue = ModelCatalogue.read({ modelsDir: dir, extensions: [module] });
  const folder = await catalogue.pull('net', join(dir, 'own'), {});
  expect(readFileSync(join(folder, 'net.onnx'))).toEqual(BYTES);
  const opened = await openRepository('vault:net', { extensions: [module] });
  expect([opened.address, [...opened.files.keys()]]).toEqual(['vault:net@1', ['net.onnx']]);
  expect(() => ModelCatalogue.read({ modelsDir: dir, extensions: [] })).toThrow("'vault:net' must begin with one of");
});
