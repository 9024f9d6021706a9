import { PluginHost } from '@percept/core';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from '../../access/audit/audit-log';
import { ApiKeys } from '../../access/auth/keys/api-keys';
import { Administrators } from '../../access/auth/sessions/administrators';
import { printWelcome } from './welcome';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-welcome-'));
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** What the first start of an installation says. */
async function firstStart(isTerminal: boolean): Promise<string> {
  const services = new Map<unknown, object>([
    [PluginHost, { ready: Promise.resolve(), isReady: () => true }],
    [ApiKeys, { list: async () => [], isEmpty: async () => true, create: async () => ({ key: 'pk_live_first' }) }],
    [Administrators, { makeFirst: async () => true, link: async () => ({ token: 'link-token' }) }],
    [AuditLog, { record: async () => undefined }],
  ]);
  const app = { get: (token: unknown) => services.get(token) };
  const lines: string[] = [];
  const config = { PERCEPT_DATA_DIR: folder, PERCEPT_PIPELINES_DIR: folder, PERCEPT_DATA_ROOTS: '', PERCEPT_AUTH: 'on' };
  const greeting = {
    config,
    address: 'http://127.0.0.1:3000',
    say: (line: string) => void lines.push(line),
    isTerminal,
    roles: ['api'],
  };
  await printWelcome(app as never, greeting as never);
  return lines.join('\n');
}

const SECRETS = /PERCEPT_KEY=pk_live_first|#token=link-token/g;

test('a terminal shows the first key and the link, and no file has them', async () => {
  expect((await firstStart(true)).match(SECRETS)).toHaveLength(2);
  expect(readdirSync(folder)).toEqual([]);
});

test('a log is told where the file is that has them', async () => {
  const said = await firstStart(false);
  expect(said).not.toMatch(/pk_live_first|link-token/);
  expect(said).toContain(join(folder, 'first-access.txt'));
  expect(readFileSync(join(folder, 'first-access.txt'), 'utf8').match(SECRETS)).toHaveLength(2);
});
