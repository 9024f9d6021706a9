import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStorage, ObjectStorageRules } from '../../durable/object-storage';
import { FileAccess, type Grants } from './file-access';

let folder: string;
let dataDir: string;
let granted: Record<string, Grants>;
let access: FileAccess;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'percept-access-')));
  dataDir = join(folder, 'data');
  for (const name of ['open/acme', 'examples', 'data/files/prj_a', 'data/files/prj_b', 'etc'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['open/acme/1.txt', 'examples/1.txt', 'data/files/prj_a/1.txt', 'data/files/prj_b/1.txt', 'etc/1.txt'])
    writeFileSync(join(folder, name), '');
  granted = {};
  access = new FileAccess({
    dataDir,
    roots: [join(dataDir, 'files'), join(folder, 'open'), join(folder, 'examples')],
    shared: [join(folder, 'examples')],
    objects: new ObjectStorageRules(new ObjectStorage(), { buckets: ['photos', 'results/2026'] }),
    grantsOf: async (id) => granted[id] ?? { roots: null, buckets: null },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Which of the files a project may read. */
async function readable(projectId: string): Promise<string[]> {
  const paths = await access.paths(projectId);
  const all = ['open/acme/1.txt', 'examples/1.txt', 'data/files/prj_a/1.txt', 'data/files/prj_b/1.txt', 'etc/1.txt'];
  const found = await Promise.all(
    all.map((name) =>
      paths.resolve(join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return all.filter((_, index) => found[index]);
}

test('the first project reads what the operator opened, and no folder of another project', async () => {
  expect(await readable('prj_default')).toEqual(['open/acme/1.txt', 'examples/1.txt']);
});

test('another project reads its own folder and the examples; relative paths count from its own folder', async () => {
  expect(await readable('prj_a')).toEqual(['examples/1.txt', 'data/files/prj_a/1.txt']);
  expect(await (await access.paths('prj_a')).resolve('1.txt')).toBe(join(dataDir, 'files/prj_a/1.txt'));
  expect(await (await access.paths('prj_new')).resolve('.')).toBe(join(dataDir, 'files/prj_new'));
});

test('runs write into the folder of their project until it has what a project may keep', async () => {
  const small = new FileAccess({ dataDir, ownFolderBytes: 1024 * 1024 });
  const path = join(small.ownFolder('prj_a'), 'out.jsonl');
  writeFileSync(join(dataDir, 'files/prj_a/big.bin'), Buffer.alloc(1024 * 1024 - 1));
  await small.checkRoom('prj_a', path);
  writeFileSync(join(dataDir, 'files/prj_a/more.bin'), 'x');
  await expect(small.checkRoom('prj_a', path)).rejects.toThrow('prj_a has more than 1 MB (PERCEPT_RETENTION_MB)');
  await small.checkRoom('prj_b', join(small.ownFolder('prj_b'), 'out.jsonl'));
  await small.checkRoom('prj_a', join(dataDir, 'runs/run_1/out.jsonl'));
  await access.checkRoom('prj_a', path);
});

test('a grant opens a folder inside those of the operator, and nothing else', async () => {
  symlinkSync(join(folder, 'etc'), join(folder, 'open', 'link'));
  const roots = ['open/acme', 'etc', 'open/link', 'data/files/prj_b'].map((name) => join(folder, name));
  granted = { prj_a: { roots, buckets: null } };
  expect(await readable('prj_a')).toEqual(['open/acme/1.txt', 'examples/1.txt', 'data/files/prj_a/1.txt']);
});

test('the first project reads less if an operator says so', async () => {
  granted = { prj_default: { roots: [], buckets: [] } };
  expect(await readable('prj_default')).toEqual(['examples/1.txt']);
});

test('a run loses what its project lost since it started; one of the command line reads what its user may', async () => {
  const run = { project_id: 'prj_a', base: null, roots: [join(dataDir, 'files/prj_a'), join(folder, 'open/acme')] };
  const acme = join(folder, 'open/acme/1.txt');
  granted = { prj_a: { roots: [join(folder, 'open/acme')], buckets: null } };
  expect(await (await access.pathsOf(run)).resolve(acme)).toBe(acme);
  granted = {};
  await expect((await access.pathsOf(run)).resolve(acme)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const own = await access.pathsOf({ project_id: 'prj_default', base: folder, roots: null });
  expect(await own.resolve('data/files/prj_b/1.txt')).toContain('prj_b');
});

test('buckets belong to the first project unless granted', async () => {
  const at = { bucket: 'photos', key: 'acme/1.jpg' };
  const allowed = async (id: string): Promise<boolean> => (await access.objects(id, { bounded: true })).allows(at);
  expect([await allowed('prj_default'), await allowed('prj_a')]).toEqual([true, false]);
  granted = { prj_a: { roots: null, buckets: ['photos/acme'] }, prj_b: { roots: null, buckets: ['other', 'photos/ac'] } };
  expect([await allowed('prj_a'), await allowed('prj_b')]).toEqual([true, false]);
  const others = await access.objects('prj_b', { bounded: true });
  // What the operator did not open stays closed, whatever was granted. Buckets of other projects are not named.
  expect(others.allows({ bucket: 'other', key: 'x' })).toBe(false);
  expect(() => others.object('s3://results/2026/x')).toThrow(/may use \(other, photos\/ac\)/);
});

test('an error names no folder of the machine', async () => {
  const refused = (await access.paths('prj_a')).resolve(join(folder, 'etc/1.txt'));
  await expect(refused).rejects.toThrow(/^\S+1\.txt lies outside the folders that this project may read\.$/);
});

test('an operator may grant all that the settings open', async () => {
  granted = { prj_a: { roots: ['*'], buckets: ['*'] } };
  expect(await readable('prj_a')).toEqual(['open/acme/1.txt', 'examples/1.txt', 'data/files/prj_a/1.txt']);
  expect((await access.objects('prj_a', { bounded: true })).allows({ bucket: 'photos', key: 'x' })).toBe(true);
});
