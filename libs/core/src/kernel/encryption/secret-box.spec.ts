import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSecretBox } from './secret-box';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-box-'));
  file = join(folder, 'data', 'webhook.key');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('what was sealed opens, also after a restart', () => {
  const sealed = openSecretBox(file).seal('swordfish ü', 'whk_1');
  expect(sealed).not.toContain('swordfish');
  expect(openSecretBox(file).open(sealed, 'whk_1')).toBe('swordfish ü');
});

test('the same secret is never sealed to the same text', () => {
  const box = openSecretBox(file);
  expect(box.seal('swordfish', 'whk_1')).not.toBe(box.seal('swordfish', 'whk_1'));
});

test('the key is readable by its user alone', () => {
  openSecretBox(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('text that was changed, or moved to another row, does not open', () => {
  const box = openSecretBox(file);
  const sealed = box.seal('swordfish', 'whk_1');
  expect(() => box.open(sealed, 'whk_2')).toThrow();
  const at = sealed.length - 5;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => box.open(changed, 'whk_1')).toThrow();
  expect(() => box.open('plain', 'whk_1')).toThrow(/does not know/);
});

test('another key does not open it', () => {
  const sealed = openSecretBox(file).seal('swordfish', 'whk_1');
  const other = openSecretBox(join(folder, 'other.key'));
  expect(() => other.open(sealed, 'whk_1')).toThrow();
});

test('a file that is not a key is rejected and not changed', () => {
  openSecretBox(file);
  chmodSync(file, 0o600);
  writeFileSync(file, 'c2hvcnQ=');
  expect(() => openSecretBox(file)).toThrow(`${file} is not a key`);
  expect(readFileSync(file, 'utf8')).toBe('c2hvcnQ=');
});
