import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { removeDir, startPercept, tempDir, type Finished, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const LONG = 300_000;

let commands: Commands;
let dir: string;
beforeAll(() => {
  commands = openCommands();
  dir = tempDir();
});
afterAll(async () => {
  await commands.close();
  removeDir(dir);
});

const on = (dataDir: string, args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  commands.run(args, { cwd: dir, env: { PERCEPT_DATA_DIR: dataDir, PERCEPT_KEY: '', ...env } });

const start = (dataDir: string): Promise<RunningPercept> =>
  startPercept({ dataDir, env: { PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true', PERCEPT_FETCH_ALLOW: '127.0.0.0/8' } });

/** What the step of a run fetched: a text so long that it is in a file of the run. */
const fetched = async (service: RunningPercept, key: string, run: string): Promise<string> => {
  const get = (path: string): Promise<Response> =>
    service.fetch(`/v2/runs/${run}/${path}`, { headers: { authorization: `Bearer ${key}` } });
  const { items } = (await (await get('items')).json()) as { items: { results: { get: { body_file: string } } }[] };
  return (await get(`artifacts/${items[0]!.results.get.body_file}`)).text();
};

test('a backup of a running service, restored elsewhere, has its keys, pipelines, webhooks and files', async () => {
  const [first, second] = [join(dir, 'first'), join(dir, 'second')];
  const archive = join(dir, 'percept.tar.gz');
  const got: { headers: Record<string, string>; body: string }[] = [];
  const receiver = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('x'.repeat(LONG));
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const service = await start(first);
  const access = { PERCEPT_URL: service.url, PERCEPT_KEY: service.key };
  const made = await on(first, ['webhooks', 'create', url, '--events', 'system.notification', '--json'], access);
  const { secret } = JSON.parse(made.stdout) as { secret: string };
  const large = join(dir, 'large.yaml');
  writeFileSync(large, `version: 1\nname: large\nsteps:\n  - { id: get, uses: http.request, with: { url: "${url}" } }\n`);
  expect(await on(first, ['pipelines', 'push', large], access)).toMatchObject({ code: 0 });
  const ran = await on(first, ['pipelines', 'start', 'large', '--wait', '--json'], access);
  const { id: run } = JSON.parse(ran.stdout) as { id: string };
  expect((await fetched(service, service.key, run)).length).toBe(LONG);
  const file = join(dir, 'own.yaml');
  writeFileSync(file, 'version: 1\nname: own\nsteps:\n  - { id: mood, uses: text.sentiment, with: { text: good } }\n');
  expect(await on(first, ['pipelines', 'push', file], access)).toMatchObject({ code: 0 });
  writeFileSync(join(first, 'files', 'receipt.txt'), 'bread 2.10');
  expect(await on(first, ['backup', archive])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/percept\.sqlite.*webhook-secrets\.key/),
  });
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(readdirSync(first).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await on(first, ['backup', archive])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is there already.*--force/),
  });
  for (const apart of [[], ['--key-apart', join(dir, 'nowhere', 'own.key')]])
    expect(
      await on(first, ['backup', join(apart.length > 0 ? dir : join(dir, 'nowhere'), 'more.tar.gz'), ...apart]),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/there is no folder .*nowhere: make it first/),
    });
  const used = await on(first, ['restore', archive, '--force']);
  expect(used).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/a service or a command uses .*percept\.sqlite\. Stop it/),
  });
  await service.stop();
  const restored = await on(second, ['restore', archive, '--json'], { PERCEPT_CACHE_DIR: '' });
  expect(statSync(join(second, 'cache')).mode & 0o777).toBe(0o700);
  expect({ code: restored.code, report: JSON.parse(restored.stdout) as object }).toMatchObject({
    code: 0,
    report: { folder: second, database: 'sqlite' },
  });
  const again = await start(second);
  const there = { PERCEPT_URL: again.url, PERCEPT_KEY: service.key };
  expect(JSON.parse((await on(second, ['pipelines', 'list', '--json'], there)).stdout)).toContainEqual(
    expect.objectContaining({ name: 'own' }),
  );
  expect(readFileSync(join(second, 'files', 'receipt.txt'), 'utf8')).toBe('bread 2.10');
  expect(await fetched(again, service.key, run)).toBe('x'.repeat(LONG));
  expect(await on(second, ['webhooks', 'trigger', 'system.notification'], there)).toMatchObject({ code: 0 });
  const [{ headers, body }] = (await waitFor(() => got.length > 0 && got)) as [(typeof got)[0]];
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  await again.stop();
  receiver.close();
});

test('restore moves what is there aside, and leaves it alone if the archive is damaged', async () => {
  const [folder, archive] = [join(dir, 'third'), join(dir, 'third.tar.gz')];
  expect(await on(folder, ['keys', 'create', '--init', '--name', 'before'])).toMatchObject({ code: 0 });
  expect(await on(folder, ['backup', archive, '--json'])).toMatchObject({ code: 0 });
  expect(await on(folder, ['keys', 'create', '--name', 'after'])).toMatchObject({ code: 0 });
  const names = async (): Promise<string[]> =>
    (JSON.parse((await on(folder, ['keys', 'list', '--json'])).stdout) as { name: string }[]).map(({ name }) => name).sort();
  const refused = await on(folder, ['restore', archive]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/has data\. Give --force/) });
  const whole = readFileSync(archive);
  const damaged: [name: string, bytes: Buffer][] = [
    ['half.tar.gz', whole.subarray(0, whole.length / 2)],
    ['text.tar.gz', Buffer.from('no archive at all')],
    ['empty.tar.gz', Buffer.alloc(0)],
  ];
  for (const [name, bytes] of damaged) {
    writeFileSync(join(dir, name), bytes);
    const { code, stderr } = await on(folder, ['restore', join(dir, name), '--force']);
    expect({ name, code, stderr }).toEqual({ name, code: 2, stderr: expect.stringMatching(/is not a backup|damaged/) });
  }
  expect(await names()).toEqual(['after', 'before']);
  expect(await on(folder, ['restore', archive, '--force'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('What was there is in'),
  });
  expect(await names()).toEqual(['before']);
  const saved = readdirSync(folder).filter((name) => name.startsWith('before-restore-'));
  expect(saved).toHaveLength(1);
  expect(readdirSync(join(folder, saved[0]!))).toContain('percept.sqlite');
});

test('where there is no database, or it is in PostgreSQL, backup says what to do', async () => {
  const none = await on(join(dir, 'none'), ['backup', 'none.tar.gz']);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/there is no database .*none\/percept\.sqlite\. Run this in/),
  });
  const folder = join(dir, 'fourth');
  mkdirSync(join(folder, 'runs', 'run_1'), { recursive: true });
  writeFileSync(join(folder, 'runs', 'run_1', 'rows.csv'), 'a\n1\n');
  const env = { PERCEPT_DATABASE_URL: 'postgres://percept:hidden@127.0.0.1:1/percept' };
  const told = await on(folder, ['backup', 'fourth.tar.gz'], { ...env, PATH: folder });
  expect(told).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/pg_dump is not on.*postgresql-client.*--without-database/),
  });
  expect(await on(folder, ['backup', 'fourth.tar.gz', '--without-database'], env)).toMatchObject({ code: 0 });
  expect(await on(join(dir, 'fifth'), ['restore', 'fourth.tar.gz'], env)).toMatchObject({ code: 0 });
  expect(readFileSync(join(dir, 'fifth', 'runs', 'run_1', 'rows.csv'), 'utf8')).toBe('a\n1\n');
});
