import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '../config';
import { KeyFile } from './key-file';
import { SecretBox } from './secret-box';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-box-'));
  file = join(folder, 'data', 'webhook.key');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('what was sealed opens, also after a restart', () => {
  const sealed = SecretBox.openFile(file).seal('swordfish ü', 'whk_1');
  expect(sealed).not.toContain('swordfish');
  expect(SecretBox.openFile(file).open(sealed, 'whk_1')).toBe('swordfish ü');
});

test('the same secret is never sealed to the same text', () => {
  const box = SecretBox.openFile(file);
  expect(box.seal('swordfish', 'whk_1')).not.toBe(box.seal('swordfish', 'whk_1'));
});

test('the key is readable by its user alone', () => {
  SecretBox.openFile(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('text that was changed, or moved to another row, does not open', () => {
  const box = SecretBox.openFile(file);
  const sealed = box.seal('swordfish', 'whk_1');
  expect(() => box.open(sealed, 'whk_2')).toThrow();
  const at = sealed.length - 5;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => box.open(changed, 'whk_1')).toThrow();
  expect(() => box.open('plain', 'whk_1')).toThrow(/does not know/);
});

test('another key does not open it', () => {
  const sealed = SecretBox.openFile(file).seal('swordfish', 'whk_1');
  const other = SecretBox.openFile(join(folder, 'other.key'));
  expect(() => other.open(sealed, 'whk_1')).toThrow();
});

test('a file that is not a key is rejected and not changed', () => {
  SecretBox.openFile(file);
  chmodSync(file, 0o600);
  writeFileSync(file, 'c2hvcnQ=');
  expect(() => SecretBox.openFile(file)).toThrow(`${file} is not a key`);
  expect(readFileSync(file, 'utf8')).toBe('c2hvcnQ=');
});

describe('after a new key came', () => {
  const add = () => new KeyFile(file).write([Buffer.alloc(32, 9), ...new KeyFile(file).read()]);

  test('a box that is open seals with it at once, and both keys open what they sealed', () => {
    const box = SecretBox.openFile(file);
    const [before, id] = [box.seal('swordfish', 'whk_1'), box.keyId];
    add();
    const after = box.seal('swordfish', 'whk_1');
    expect([before, after].map((text) => text.split('.')[1])).toEqual([id, box.keyId]);
    expect(id).not.toBe(box.keyId);
    expect([box.isCurrent(before), box.isCurrent(after)]).toEqual([false, true]);
    for (const opener of [box, SecretBox.openFile(file)])
      expect([before, after].map((text) => opener.open(text, 'whk_1'))).toEqual(['swordfish', 'swordfish']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a process without it names the key that it lacks', () => {
    const copy = join(folder, 'copy.key');
    SecretBox.openFile(file);
    writeFileSync(copy, readFileSync(file));
    add();
    const box = SecretBox.openFile(file);
    expect(() => SecretBox.openFile(copy).open(box.seal('swordfish', 'whk_1'), 'whk_1')).toThrow(
      `with the key ${box.keyId}, which`,
    );
  });

  test('text that names no key, as older versions sealed it, opens with the key that it was sealed with', () => {
    const old = `v1.${SecretBox.openFile(file).seal('swordfish', 'whk_1').split('.')[2]}`;
    add();
    const box = SecretBox.openFile(file);
    expect([box.open(old, 'whk_1'), box.isCurrent(old)]).toEqual(['swordfish', false]);
    expect(() => box.open(old, 'whk_2')).toThrow();
  });

  test('a file that is away for a moment takes no key from a box that is open', () => {
    const box = SecretBox.openFile(file);
    const sealed = box.seal('swordfish', 'whk_1');
    rmSync(file);
    expect(box.open(sealed, 'whk_1')).toBe('swordfish');
  });
});

test('the setting has the key that seals first, and older ones after a comma', () => {
  const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const boxOf = (PERCEPT_WEBHOOK_KEY: string) => SecretBox.of(Config.load({ PERCEPT_WEBHOOK_KEY }));
  const sealed = boxOf(first!).seal('swordfish', 'whk_1');
  const both = boxOf(`${second},${first}`);
  expect([both.open(sealed, 'whk_1'), both.keyId]).toEqual(['swordfish', boxOf(second!).keyId]);
  expect(() => boxOf(second!).open(sealed, 'whk_1')).toThrow('PERCEPT_WEBHOOK_KEY');
  expect(() => boxOf(`${second},short`)).toThrow("PERCEPT_WEBHOOK_KEY is '…'");
});
