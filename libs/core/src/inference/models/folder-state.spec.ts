import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateOfFolder } from './folder-state';

const root = mkdtempSync(join(tmpdir(), 'percept-state-'));
const folder = join(root, 'models');
afterAll(() => rmSync(root, { recursive: true }));

const NOON = new Date('2026-01-01T12:00:00Z');
/** A model of these bytes, as old as all others. */
function model(at: string, bytes: string): string {
  mkdirSync(at, { recursive: true });
  const file = join(at, 'net.onnx');
  writeFileSync(file, bytes);
  utimesSync(file, NOON, NOON);
  return at;
}

test('a missing folder holds no models; a file in its place is an error', async () => {
  expect(await stateOfFolder(join(root, 'none'))).toBe('');
  const file = join(model(join(root, 'apart'), 'x'), 'net.onnx');
  await expect(stateOfFolder(file)).rejects.toThrow('ENOTDIR');
});

const own = join(folder, 'mine');
const ofProject = join(folder, '.projects', 'prj_1', 'theirs');
test.each([
  ['a model is added', () => model(own, 'abc')],
  ['a project has its first', () => model(ofProject, 'abc')],
  [
    'another takes its place that has as many bytes and the same time',
    () => {
      const next = model(join(root, 'next'), 'xyz');
      renameSync(ofProject, join(root, 'old'));
      renameSync(next, ofProject);
    },
  ],
  ['bytes change and the time is set back', () => model(own, 'xyz')],
  ['a default is chosen', () => writeFileSync(join(folder, 'defaults.json'), '{}')],
  ['a link to a model elsewhere appears', () => symlinkSync(model(join(root, 'elsewhere'), 'abc'), join(folder, 'linked'))],
  ['the model behind the link changes', () => model(join(root, 'elsewhere'), 'abcd')],
  ['a link that leads nowhere appears', () => symlinkSync(join(root, 'none'), join(folder, 'dangling'))],
  ['a model is removed', () => rmSync(own, { recursive: true })],
])('it is another one when %s', async (_name, change) => {
  const before = await stateOfFolder(folder);
  expect(await stateOfFolder(folder)).toBe(before);
  change();
  expect(await stateOfFolder(folder)).not.toBe(before);
});

test('what is on its way counts only when it is there', async () => {
  const before = await stateOfFolder(folder);
  model(join(folder, '.pulling', 'draft'), 'abc');
  writeFileSync(join(folder, 'net.onnx.part'), 'abc');
  expect(await stateOfFolder(folder)).toBe(before);
});

test('a link back to the folder ends', async () => {
  symlinkSync(folder, join(folder, 'again'));
  expect(await stateOfFolder(folder)).toContain('linked/net.onnx');
});
