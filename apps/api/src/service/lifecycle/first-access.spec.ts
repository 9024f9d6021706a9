import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { ApiKeyEntity } from '../../access/auth/keys/api-key.entity';
import { FirstAccess } from './first-access';

const HOUR = 3_600_000;

let folder: string;
let stored: Partial<ApiKeyEntity>[];
let audited: unknown[];
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/percept-first-`);
  [stored, audited] = [[], []];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

function firstAccess(): FirstAccess {
  const keys = {
    create: async ({ name }: { name: string }) => {
      const record = { id: 'key_1', name, created_at: Date.now(), last_used_at: null, revoked_at: null };
      stored.push(record);
      return { key: 'pk_live_1', record };
    },
    list: async () => stored,
    revoke: async () => Object.assign(stored[0]!, { revoked_at: Date.now() }),
  };
  const audit = { record: async (...entry: unknown[]) => void audited.push(entry[1]) };
  return new FirstAccess({ PERCEPT_DATA_DIR: folder }, keys as never, audit);
}

test('the file is for this user only, and goes after a day', async () => {
  const access = firstAccess();
  access.write('text');
  expect(statSync(access.file).mode & 0o777).toBe(0o600);
  await jest.advanceTimersByTimeAsync(23 * HOUR);
  expect(existsSync(access.file)).toBe(true);
  await jest.advanceTimersByTimeAsync(2 * HOUR);
  expect(existsSync(access.file)).toBe(false);
});

test('a first key that nobody has used in a day is revoked, while the service runs and at its start', async () => {
  await firstAccess().makeKey();
  await jest.advanceTimersByTimeAsync(23 * HOUR);
  await firstAccess().endUnused();
  expect(stored[0]!.revoked_at).toBe(null);
  await jest.advanceTimersByTimeAsync(2 * HOUR);
  expect(stored[0]!.revoked_at).toBe(stored[0]!.created_at! + 24 * HOUR);
  expect(audited).toEqual([{ action: 'the first key was not used', target: 'key_1' }]);
  Object.assign(stored[0]!, { revoked_at: null });
  await firstAccess().endUnused();
  expect(stored[0]!.revoked_at).not.toBe(null);
});

test('one that was used stays, and so does another key of that age', async () => {
  await firstAccess().makeKey();
  Object.assign(stored[0]!, { last_used_at: Date.now() });
  await jest.advanceTimersByTimeAsync(25 * HOUR);
  expect(stored[0]!.revoked_at).toBe(null);
  Object.assign(stored[0]!, { name: 'mine', last_used_at: null });
  await firstAccess().endUnused();
  expect(stored[0]!.revoked_at).toBe(null);
});
