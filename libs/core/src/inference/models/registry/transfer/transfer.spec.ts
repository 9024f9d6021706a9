import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create, replace } from 'tar';
import { ModelArchive } from './model-archive';
import { LIST } from './packing-list';

const PAGE = `task: image-classification
file: net.onnx
source: computed by the tests
licence: MIT
input: { size: 16, resize: stretch }
output: { decoder: logits }
labels: [a, b]
`;

let dir: string;
let own: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'percept-transfer-'));
  own = join(dir, 'own');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function folder(name: string, files: Record<string, string | Buffer>): string {
  const place = join(dir, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), content);
  }
  return place;
}
const model = () => folder('mine', { 'model.yaml': PAGE, 'net.onnx': Buffer.alloc(3000, 7), 'more/labels.txt': 'a' });
const tried: string[] = [];
const tryModel = async (place: string) => void tried.push(place);
const importing = (archive: string, more = {}) => new ModelArchive(archive).install(own, { tryModel, ...more });
/** What of the models folder is left. */
const left = () =>
  readdirSync(own, { recursive: true })
    .map(String)
    .filter((path) => path !== '.pulling');

test('a model arrives as it was, under the name that is wanted', async () => {
  const target = join(dir, 'mine.tar');
  const exported = await new ModelArchive(target).write(model());
  expect(exported).toMatchObject({ name: 'mine', file: target, files: 3 });
  await expect(new ModelArchive(target).write(model())).rejects.toThrow(/is there already: give another name with --to/);
  const imported = await importing(target);
  expect(imported).toEqual({ name: 'mine', folder: join(own, 'mine'), task: 'image-classification', licence: 'MIT' });
  expect(readFileSync(join(own, 'mine', 'net.onnx'))).toEqual(Buffer.alloc(3000, 7));
  expect(readFileSync(join(own, 'mine', 'more', 'labels.txt'), 'utf8')).toBe('a');
  expect(tried.at(-1)).toMatch(/models\/mine$/);
  await expect(importing(target)).rejects.toThrow(/'mine' is there already.*--replace/);
  await importing(target, { name: 'other' });
  await importing(target, { replace: true });
  expect(readdirSync(own).sort()).toEqual(['.pulling', 'mine', 'other']);
});

test('an archive that is cut off at any of ten places is refused, and nothing is left', async () => {
  const target = join(dir, 'mine.tar');
  const { bytes } = await new ModelArchive(target).write(model());
  const whole = readFileSync(target);
  for (let tenth = 9; tenth >= 0; tenth--) {
    writeFileSync(target, whole);
    // The last two blocks of a TAR are empty: without them it is whole.
    truncateSync(target, Math.floor(((bytes - 1024 - 512) * tenth) / 10));
    await expect(importing(target)).rejects.toThrow(/mine\.tar was not imported: /);
    expect(left()).toEqual([]);
  }
});

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const fileOf = (content: string | Buffer) => ({ bytes: content.length, sha256: sha256(content) });
const FILES = { 'model.yaml': PAGE, 'net.onnx': Buffer.alloc(3000, 7) };
const listOf = (files: Record<string, string | Buffer>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, fileOf(content)]));

/** An archive with a list and files that need not be what the list says. */
async function archive(list: unknown, files: Record<string, string | Buffer> = FILES): Promise<string> {
  const place = folder('hostile', { [LIST]: JSON.stringify(list), ...files });
  const target = join(dir, 'hostile.tar');
  await create({ file: target, cwd: place, portable: true }, [LIST, ...Object.keys(files)]);
  return target;
}
const listing = (files: unknown) => ({ format: 1, name: 'hostile', files });

const hostile: [string, () => Promise<string>, RegExp][] = [
  [
    'has another file than its list says',
    () => archive(listing({ ...listOf(FILES), 'net.onnx': fileOf(Buffer.alloc(3000, 8)) })),
    /'net\.onnx' has the SHA-256 [0-9a-f]{64}, but percept-model\.json says/,
  ],
  [
    'has a longer file',
    () => archive(listing({ ...listOf(FILES), 'net.onnx': fileOf(Buffer.alloc(2000, 7)) })),
    /has 3000 bytes, but .* says 2000/,
  ],
  ['has a file besides', () => archive(listing(listOf({ 'model.yaml': PAGE }))), /'net\.onnx' is not in its percept-model\.json/],
  ['lacks a file', () => archive(listing({ ...listOf(FILES), 'labels.txt': fileOf('a') })), /it ends before 'labels\.txt'/],
  [
    'climbs out',
    () => archive(listing({ ...listOf(FILES), '../../evil.sh': fileOf('a') })),
    /the path '\.\.\/\.\.\/evil\.sh' may not be/,
  ],
  [
    'begins at the root',
    () => archive(listing({ ...listOf(FILES), '/etc/evil': fileOf('a') })),
    /the path '\/etc\/evil' may not be/,
  ],
  ['hides a file', () => archive(listing({ ...listOf(FILES), '.bashrc': fileOf('a') })), /the path '\.bashrc' may not be/],
  [
    'says that it is larger than it is',
    () => archive(listing({ ...listOf(FILES), 'net.onnx': { bytes: 9e12, sha256: sha256('') } })),
    /says that its files have 9000/,
  ],
  ['has no model.yaml', () => archive(listing(listOf({ 'net.onnx': FILES['net.onnx'] }))), /it has no model\.yaml/],
  ['is of a later format', () => archive({ ...listing(listOf(FILES)), format: 2 }), /of a format that is not known/],
  [
    'names its model so that it climbs',
    () => archive({ ...listing(listOf(FILES)), name: '../up' }),
    /'\.\.\/up' cannot be the name of a model/,
  ],
  [
    'has a manifest that is wrong',
    () => archive(listing(listOf({ ...FILES, 'model.yaml': 'task: dancing' })), { ...FILES, 'model.yaml': 'task: dancing' }),
    /model\.yaml:1:1: task must be one of/,
  ],
  [
    'has a file twice',
    async () => {
      const target = await archive(listing(listOf(FILES)));
      await replace({ file: target, cwd: join(dir, 'hostile'), portable: true }, ['net.onnx']);
      return target;
    },
    /it has 'net\.onnx' twice/,
  ],
  [
    'has a link instead of a file',
    async () => {
      const place = folder('hostile', { [LIST]: JSON.stringify(listing(listOf(FILES))), 'model.yaml': PAGE });
      symlinkSync('/etc/passwd', join(place, 'net.onnx'));
      await create({ file: join(dir, 'hostile.tar'), cwd: place, portable: true }, [LIST, 'model.yaml', 'net.onnx']);
      return join(dir, 'hostile.tar');
    },
    /'net\.onnx' must be a plain file/,
  ],
  [
    'is compressed, as a bomb is',
    async () => {
      const target = await archive(listing(listOf(FILES)));
      writeFileSync(target, gzipSync(readFileSync(target)));
      return target;
    },
    /must be a file of 'percept models export', which is not compressed/,
  ],
  [
    'does not begin with its list',
    async () => {
      const place = folder('hostile', FILES);
      await create({ file: join(dir, 'hostile.tar'), cwd: place, portable: true }, ['net.onnx', 'model.yaml']);
      return join(dir, 'hostile.tar');
    },
    /it must begin with percept-model\.json/,
  ],
  ['does not exist', async () => join(dir, 'nothing.tar'), /the file does not exist/],
  [
    'is empty',
    async () => (writeFileSync(join(dir, 'empty.tar'), ''), join(dir, 'empty.tar')),
    /must be a file of 'percept models export'/,
  ],
];
test.each(hostile)('an archive that %s is refused, and nothing is left', async (_, make, message) => {
  const target = await make();
  await expect(importing(target)).rejects.toThrow(message);
  expect(left()).toEqual([]);
});

test('a model that does not run is refused', async () => {
  const target = await archive(listing(listOf(FILES)));
  const failing = async (place: string) => `Model 'hostile': ${place}/net.onnx cannot be read.`;
  await expect(importing(target, { tryModel: failing })).rejects.toThrow(
    /it cannot be used: Model 'hostile': hostile\/net\.onnx cannot be read\.$/,
  );
  expect(left()).toEqual([]);
});
