import { Config, type Store } from '@percept/core';
import { openStore } from '../../../../../../libs/core/src/durable/database';
import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authTables } from '../../../tables';
import { Administrators } from './administrators';
import { updateAdministrator } from './administrator.repository';
import { hashPassword, isPassword } from './password';
import { SecondFactor } from './second-factor';
import { SESSION_MS, Sessions } from './sessions';

const HOUR = 3_600_000;
const PASSWORD = 'correct horse battery';

let folder: string;
let store: Store;
let now: number;
let administrators: Administrators;
let sessions: Sessions;
const clock = { now: () => now };

beforeEach(async () => {
  now = Date.parse('2026-06-15T12:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'percept-sessions-'));
  store = await openStore({ file: join(folder, 'db'), ...authTables });
  const config = Object.assign(new Config(), { PERCEPT_DATA_DIR: folder });
  administrators = new Administrators(store, new SecondFactor(store, config, clock), clock);
  sessions = new Sessions(store, clock);
  await administrators.makeFirst();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const start = async () => {
  const administrator = (await administrators.get('adm_default'))!;
  return (await sessions.start(administrator, { address: '127.0.0.1' })).token;
};

test('a session ends after eight hours in which nobody used it; what a page asks by itself does not count', async () => {
  const [used, asked] = [await start(), await start()];
  for (let hours = 0; hours < 10; hours++) {
    now += HOUR;
    await sessions.find(used, { isUse: true });
    await sessions.find(asked);
  }
  expect(await sessions.find(used)).toBeDefined();
  expect(await sessions.find(asked)).toBeUndefined();
  expect(await sessions.list('adm_default', used)).toEqual([expect.objectContaining({ current: true })]);
  now += 8 * HOUR - 1;
  expect(await sessions.find(used)).toBeDefined();
  now += 1;
  expect(await sessions.find(used)).toBeUndefined();
});

test('a session that is used all the time ends after fourteen days', async () => {
  const token = await start();
  for (const end = now + SESSION_MS - HOUR; now < end; now += HOUR)
    expect(await sessions.find(token, { isUse: true })).toBeDefined();
  now += HOUR;
  expect(await sessions.find(token)).toBeUndefined();
});

test('a link signs in for fifteen minutes', async () => {
  const [early, late] = [await administrators.link(), await administrators.link()];
  now += 15 * 60_000 - 1;
  expect(await administrators.byLink(early.token, '10.0.0.1')).toMatchObject({ id: 'adm_default' });
  now += 1;
  await expect(administrators.byLink(late.token, '10.0.0.1')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

/** As older versions stored it: N = 2^15, which the text does not say. */
function cheapHash(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

test('a password takes scrypt with N = 2^17', async () => {
  const [, salt, key] = (await hashPassword(PASSWORD)).split('$');
  const options = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
  expect(scryptSync(PASSWORD, Buffer.from(salt!, 'base64url'), 32, options).toString('base64url')).toBe(key);
});

test('a password that an older version stored signs in, and is then stored at the full cost', async () => {
  const before = cheapHash(PASSWORD);
  await store.transaction(({ manager }) => updateAdministrator(manager, 'adm_default', { password_hash: before }));
  const stored = async () => (await administrators.get('adm_default'))!.password_hash!;
  const signIn = (password: string) => administrators.byPassword({ password, address: '10.0.0.1' });
  await expect(signIn('wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await stored()).toBe(before);
  expect(await signIn(PASSWORD)).toMatchObject({ id: 'adm_default' });
  const after = await stored();
  expect(after).toMatch(/\$17$/);
  expect([await isPassword(PASSWORD, after), await isPassword('wrong', after)]).toEqual([true, false]);
  await signIn(PASSWORD);
  expect(await stored()).toBe(after);
});

describe('guesses', () => {
  const keep = 'a token';
  beforeEach(() => administrators.setPassword('adm_default', { password: PASSWORD, address: '10.0.0.1', keep }));

  test('of the current password are limited like those of signing in', async () => {
    const change = () =>
      administrators.setPassword('adm_default', { password: `${PASSWORD} two`, current: 'wrong', address: '10.0.0.9', keep });
    for (let guess = 0; guess < 10; guess++) await expect(change()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(change()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const signIn = administrators.byPassword({ password: PASSWORD, address: '10.0.0.9' });
    await expect(signIn).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('from many addresses are a hundred an hour; a link signs in meanwhile', async () => {
    const signIn = () => administrators.byPassword({ password: PASSWORD, address: '10.0.2.9' });
    for (let from = 0; from < 100; from++)
      expect(await administrators.guess('adm_default', `10.0.1.${from}`, async () => false)).toBe(false);
    await expect(signIn()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const { token } = await administrators.link();
    expect(await administrators.byLink(token, '10.0.2.1')).toMatchObject({ id: 'adm_default' });
    now += HOUR;
    expect(await signIn()).toMatchObject({ id: 'adm_default' });
  });
});
