import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRanges, json, openRegistry, whole, type Answer, type Registry } from '../../../test/harness/fixtures/model-sources';
import { zipFrom, type ZippedFile } from '../../../test/harness/fixtures/zip';
import { pullModel, readCatalogue, type CatalogueFile, type CatalogueModel } from '../../../test/harness/pulling';
import { readPipConfiguration } from './pip-configuration';

/** Cannot be packed: a wheel with them is larger than what is read of it at once. */
const NET = randomBytes(400_000);
const LABELS = Buffer.from('n01 tench\nn02 crane\n');
const PADDING = randomBytes(2_000_000);
const NETS: ZippedFile[] = [
  { name: 'nets/padding.bin', bytes: PADDING },
  { name: 'nets/net.onnx', bytes: NET },
  { name: 'nets/labels.txt', bytes: LABELS },
];
const WHEEL = zipFrom(NETS);
const NAME = 'small_nets-1.2.3-py3-none-any.whl';

let dir: string;
let registry: Registry;
beforeAll(async () => (registry = await openRegistry()));
afterAll(() => registry.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'percept-pypi-'));
  registry.asked.length = 0;
  registry.pages.clear();
  list([NAME]);
  registry.pages.set(`/files/${NAME}`, inRanges(WHEEL));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function list(names: readonly string[], sha256 = digest(WHEEL)): void {
  const files = names.map((filename) => ({ filename, url: `../../files/${filename}`, hashes: { sha256 } }));
  registry.pages.set('/simple/small-nets/', json({ files }, 'application/vnd.pypi.simple.v1+json'));
}

const file = (name: string, bytes: Buffer): CatalogueFile => ({
  url: `pypi:Small_Nets@1.2.3/nets/${name}`,
  path: `small/${name}`,
  bytes: bytes.length,
  sha256: digest(bytes),
});
const model = (): CatalogueModel => ({
  name: 'small',
  summary: 'A net of a wheel.',
  file: file('net.onnx', NET),
  synset: file('labels.txt', LABELS),
  manifest: {
    task: 'image-classification',
    source: 'tests',
    licence: 'MIT',
    input: { size: 224, resize: 'crop' },
    output: { decoder: 'logits' },
  },
});
const environment = () => ({ PIP_INDEX_URL: `${registry.url}/simple`, PIP_CONFIG_FILE: '/dev/null' });
const pull = (more = {}) => pullModel(model(), dir, { environment: environment(), ...more });

test('files of a wheel are read by range, from the index that pip is configured for, and the rest of it is not', async () => {
  const folder = await pull();
  expect(readFileSync(join(folder, 'net.onnx')).equals(NET)).toBe(true);
  expect(readFileSync(join(folder, 'labels.txt'), 'utf8')).toBe('tench\ncrane\n');
  const read = registry.asked.map(({ range }) => /bytes=(\d+)-(\d+)/.exec(range ?? '')).filter(Boolean);
  const bytes = read.reduce((sum, range) => sum + Number(range![2]) - Number(range![1]) + 1, 0);
  expect(read.length).toBe(registry.asked.length - 2);
  expect(bytes).toBeLessThan(PADDING.length);
});

test('a server without ranges gives the wheel whole, whose digest must be that of the index', async () => {
  registry.pages.set(`/files/${NAME}`, whole(WHEEL));
  expect(readFileSync(join(await pull(), 'net.onnx')).equals(NET)).toBe(true);
  rmSync(join(dir, 'small'), { recursive: true });
  list([NAME], digest(NET));
  await expect(pull()).rejects.toThrow(/wheel of Small_Nets@1\.2\.3: the wheel has the SHA-256 [0-9a-f]{64}, but the index says/);
  expect(existsSync(join(dir, 'small'))).toBe(false);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('percept-wheel-'))).toEqual([]);
});

test('an index of links is read too, with the wheel for every platform first', async () => {
  const other = 'small_nets-1.2.3-cp311-cp311-linux_x86_64.whl';
  const link = (name: string) =>
    `<a data-requires-python="&gt;=3" href="../../files/${name}#sha256=${digest(WHEEL)}">${name}</a><br/>`;
  const page = ['small_nets-1.2.4-py3-none-any.whl', other, NAME].map(link).join('\n');
  registry.pages.set('/simple/small-nets/', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  await pull();
  expect(registry.asked.map(({ url }) => url).filter((url) => url.startsWith('/files'))).toContain(`/files/${NAME}`);
});

test('name and password of the index go to its host alone', async () => {
  const files = await openRegistry();
  files.pages.set(`/${NAME}`, inRanges(WHEEL));
  const listed = [{ filename: NAME, url: `${files.url}/${NAME}`, hashes: {} }];
  registry.pages.set('/simple/small-nets/', json({ files: listed }, 'application/vnd.pypi.simple.v1+json'));
  await pull({
    environment: { PIP_CONFIG_FILE: '/dev/null', PIP_INDEX_URL: registry.url.replace('//', '//me:se%40cret@') + '/simple' },
  });
  expect(registry.asked[0]!.authorization).toBe(`Basic ${Buffer.from('me:se@cret').toString('base64')}`);
  expect(files.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  expect(files.asked.length).toBeGreaterThan(2);
  files.close();
});

test("pip's files are read as pip reads them, and its variables win", () => {
  const conf = join(dir, 'pip.conf');
  const text =
    '[global]\nindex-url = https://a.example/simple\n[install]\nextra_index_url =\n    https://b.example/simple\n    https://c.example/simple\n# x\n';
  writeFileSync(conf, text);
  expect(readPipConfiguration({ PIP_CONFIG_FILE: conf, HOME: dir }).indexes).toEqual([
    'https://a.example/simple',
    'https://b.example/simple',
    'https://c.example/simple',
  ]);
  const set = {
    PIP_CONFIG_FILE: conf,
    HOME: dir,
    PIP_INDEX_URL: 'https://d.example/simple',
    PIP_EXTRA_INDEX_URL: 'https://e.example',
  };
  expect(readPipConfiguration(set).indexes).toEqual(['https://d.example/simple', 'https://e.example']);
  expect(() => readPipConfiguration({ PIP_CONFIG_FILE: '/dev/null', PIP_NO_INDEX: '1' })).toThrow(/ask no index/);
});

test('the offline copy of a mirror holds files of wheels too', async () => {
  registry.pages.set('/mirror/small/net.onnx', inRanges(NET));
  registry.pages.set('/mirror/small/labels.txt', inRanges(LABELS));
  expect(readFileSync(join(await pull({ mirror: `${registry.url}/mirror` }), 'net.onnx')).equals(NET)).toBe(true);
});

test('a pull that broke off keeps the files that came whole', async () => {
  let left = WHEEL.length / 2;
  // Breaks off while the second file is read.
  const net = WHEEL.indexOf(Buffer.from('nets/labels.txt'));
  const cut: Answer = (request, response) => {
    const first = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
    if (first >= net && left-- < WHEEL.length / 2 - 3) return void response.destroy();
    return inRanges(WHEEL)(request, response);
  };
  registry.pages.set(`/files/${NAME}`, cut);
  await pull().catch(() => undefined);
  registry.pages.set(`/files/${NAME}`, inRanges(WHEEL));
  expect(readFileSync(join(await pull(), 'net.onnx')).equals(NET)).toBe(true);
});

const refused: [string, () => Buffer, RegExp][] = [
  ['of something else than a ZIP', () => randomBytes(5000), /the wheel is not a sound ZIP/],
  [
    'whose path climbs out',
    () => zipFrom([...NETS, { name: '../../etc/passwd', bytes: LABELS }]),
    /not a sound ZIP: .*(\.\.|invalid)/,
  ],
  ['with two files of one name', () => zipFrom([...NETS, ...NETS]), /two files of the name nets\/padding\.bin/],
  [
    'whose file is a bomb',
    () => zipFrom([{ name: 'nets/net.onnx', bytes: Buffer.alloc(50_000_000), claimed: NET.length }, NETS[2]!]),
    /too many bytes|more bytes|expected/i,
  ],
  [
    'with a file of another size',
    () => zipFrom([{ name: 'nets/net.onnx', bytes: LABELS }, NETS[2]!]),
    /nets\/net\.onnx has 20 bytes, not the 400000 of the catalogue/,
  ],
  [
    'with other content',
    () => zipFrom([{ name: 'nets/net.onnx', bytes: Buffer.alloc(NET.length, 1) }, NETS[2]!]),
    /is not the file that was listed: .*SHA-256/,
  ],
  [
    'without the file',
    () => zipFrom([{ name: 'other/net.onnx', bytes: NET }]),
    /the wheel has no file nets\/net\.onnx\. It has other\/net\.onnx/,
  ],
];
test.each(refused)('a wheel %s is refused, and nothing is put into place', async (_, bytes, message) => {
  registry.pages.set(`/files/${NAME}`, inRanges(bytes()));
  await expect(pull()).rejects.toThrow(message);
  expect(existsSync(join(dir, 'small'))).toBe(false);
});

test('a wheel that breaks off at ten places leaves nothing in place, and the next pull succeeds', async () => {
  for (const tenth of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const most = Math.floor((WHEEL.length * tenth) / 10);
    registry.pages.set(`/files/${NAME}`, (_request, response) => {
      response
        .writeHead(200, { 'content-length': WHEEL.length })
        .write(WHEEL.subarray(0, most), () => response.socket!.destroySoon());
    });
    await expect(pull()).rejects.toThrow(/Cannot fetch the wheel of Small_Nets@1\.2\.3: .+\./);
    expect(existsSync(join(dir, 'small'))).toBe(false);
  }
  registry.pages.set(`/files/${NAME}`, inRanges(WHEEL));
  expect(existsSync(join(await pull(), 'model.yaml'))).toBe(true);
});

test('a version that no index has is named, with what to do', async () => {
  list(['small_nets-1.2.4-py3-none-any.whl', 'small_nets-1.2.3.tar.gz']);
  await expect(pull()).rejects.toThrow(/has no wheel of Small_Nets 1\.2\.3\. Compare name and version, or see 'pip config list'/);
});

test('an address of a catalogue that is not of a known form is named', () => {
  const page = { models: { small: { ...model(), file: { ...model().file, url: 'pypi:small-nets/net.onnx' } } } };
  writeFileSync(join(dir, 'catalogue.yaml'), JSON.stringify(page));
  expect(() => readCatalogue(dir)).toThrow(/must be pypi:NAME@VERSION\/PATH-IN-WHEEL in 'small'/);
  page.models.small.file.url = 'ftp://nets.example/net.onnx';
  writeFileSync(join(dir, 'catalogue.yaml'), JSON.stringify(page));
  expect(() => readCatalogue(dir)).toThrow(/must begin with one of https:, http:, npm:, pypi:, hf: in 'small'/);
});
