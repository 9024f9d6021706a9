import { mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHA256_OF = { a: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb' };
const FALSE = 'f'.repeat(64);

let folder: string;
let model: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-digests-'));
  writeFileSync((model = join(folder, 'net.onnx')), 'a');
  // As if the file was written long ago: its ctime is what the test cannot set.
  jest.useFakeTimers({ now: Date.now() + 60_000, doNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'model-digests.json');
const kept = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, { version: string; digest: string }>;

/** The module as another process has it. */
function inNewProcess(): typeof import('./file-digests') {
  jest.resetModules();
  // oxlint-disable-next-line typescript/no-require-imports
  return require('./file-digests') as typeof import('./file-digests');
}

/** A first process reads the file, and leaves its digest changed, so that one sees who reads the file again. */
function leaveFalseDigest(): void {
  const first = inNewProcess();
  expect(first.digestOfFile(model)).toBe(SHA256_OF.a);
  first.keepDigests(folder);
  expect(kept()[model]!.digest).toBe(SHA256_OF.a);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(SHA256_OF.a, FALSE));
}

test('the next process does not read a file that has not changed', () => {
  leaveFalseDigest();
  const next = inNewProcess();
  next.recallDigests(folder);
  expect(next.digestOfFile(model)).toBe(FALSE);
});

test('a digest of a file that this user cannot look at keeps nobody from leaving others', () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  writeFileSync(file(), JSON.stringify({ [loop]: { version: '1', digest: FALSE } }));
  const next = inNewProcess();
  next.recallDigests(folder);
  next.digestOfFile(model);
  next.keepDigests(folder);
  expect(Object.keys(kept())).toEqual([model]);
});

test('a file that has changed is read again, of the same size and time too', () => {
  leaveFalseDigest();
  const before = new Date(1_000_000);
  utimesSync(model, before, before);
  const next = inNewProcess();
  next.recallDigests(folder);
  expect(next.digestOfFile(model)).toBe(SHA256_OF.a);
});

test.each(['', '{', 'null', '{"x": null}', '[1]', '{"net.onnx": {"version": 1, "digest": "../"}}'])(
  'what is left damaged is not used: %s',
  (text) => {
    writeFileSync(file(), text);
    const next = inNewProcess();
    next.recallDigests(folder);
    expect(next.digestOfFile(model)).toBe(SHA256_OF.a);
    next.keepDigests(folder);
    expect(kept()[model]!.digest).toBe(SHA256_OF.a);
  },
);

test('a file that was just written is read by the next process too, and one that is gone is forgotten', () => {
  const first = inNewProcess();
  first.digestOfFile(model);
  jest.setSystemTime(Date.now() - 60_000);
  first.keepDigests(folder);
  expect(kept()).toEqual({});
});

test('a file that Percept made is not intact once its bytes differ, until it is made again', () => {
  const first = inNewProcess();
  expect(first.isIntact(join(folder, 'none.onnx'))).toBe(false);
  expect(first.isIntact(model)).toBe(true);
  first.keepDigests(folder);
  writeFileSync(model, 'b');
  const next = inNewProcess();
  next.recallDigests(folder);
  expect([next.isIntact(model), next.isIntact(model)]).toEqual([false, false]);
  next.digestOfFile(model);
  expect(next.isIntact(model)).toBe(true);
});

test('a folder that cannot be written does no harm', () => {
  const first = inNewProcess();
  first.digestOfFile(model);
  first.keepDigests(join(model, 'no-folder'));
  expect(first.digestOfFile(model)).toBe(SHA256_OF.a);
});
