import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDnsServer, type DnsServer } from '../../../../../test/harness/fixtures/dns-server';
import { NameResolver } from './name-resolver';

let dns: DnsServer;
let now = 0;
const folder = mkdtempSync(join(tmpdir(), 'percept-hosts-'));
const hostsFile = join(folder, 'hosts');
const resolverOf = (timeoutMs = 5_000): NameResolver =>
  new NameResolver({ servers: [dns.address], timeoutMs, hostsFile, now: () => now });

beforeAll(async () => {
  writeFileSync(hostsFile, '10.1.2.3 Cameras.lan cam # the attic\n::1 cam\n');
  dns = await startDnsServer({ 'example.test': '192.0.2.7' }, 60);
});
afterAll(() => {
  dns.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => void (dns.asked.length = 0));

test('a name is asked for once as long as its answer holds, also by lookups at the same time', async () => {
  const { resolve } = resolverOf();
  const expected = [{ address: '192.0.2.7', family: 4 }];
  expect(await Promise.all([resolve('example.test'), resolve('Example.test.')])).toEqual([expected, expected]);
  expect(dns.asked.sort()).toEqual(['1 example.test', '28 example.test']);
  now += 59_000;
  await resolve('example.test');
  expect(dns.asked.length).toBe(2);
  now += 2_000;
  await resolve('example.test');
  expect(dns.asked.length).toBe(4);
});

test('a name that does not exist says so, and is not asked for again at once', async () => {
  const { resolve } = resolverOf();
  for (let time = 0; time < 2; time++) await expect(resolve('nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(dns.asked.length).toBe(2);
});

test('names whose server stays silent end at their limit, and keep no other name waiting', async () => {
  const { resolve } = resolverOf(300);
  const silent = Array.from({ length: 40 }, (_, n) => resolve(`n${n}.silent`).catch(({ code }: { code: string }) => code));
  let isOver = false;
  const all = Promise.all(silent).then((codes) => ((isOver = true), codes));
  expect(await resolve('example.test')).toHaveLength(1);
  expect(isOver).toBe(false);
  expect(new Set(await all)).toEqual(new Set(['ETIMEOUT']));
});

test('the hosts file comes first, and names that no server must know are not asked for', async () => {
  const { resolve } = resolverOf();
  expect(await resolve('cameras.lan')).toEqual([{ address: '10.1.2.3', family: 4 }]);
  expect(await resolve('cam')).toHaveLength(2);
  expect((await resolve('localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
  await expect(resolve('a.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(dns.asked).toEqual([]);
});
