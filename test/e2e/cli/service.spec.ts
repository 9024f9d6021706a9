import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { freePort } from '../../harness/postgres';
import { percept, removeDir, ROOT, startPercept, tempDir, type Finished, type RunningPercept } from '../../harness/percept';

const PIPELINE = `version: 1
name: moods
inputs:
  texts: { type: array, default: [good, bad] }
steps:
  - id: each
    for_each: { items: "\${{ inputs.texts }}", as: text }
    steps:
      - id: mood
        uses: text.sentiment
        with: { text: "\${{ text }}" }
`;

let service: RunningPercept;
let commands: Commands;
let dir: string;
beforeAll(async () => {
  commands = openCommands();
  dir = tempDir();
  service = await startPercept();
});
afterAll(async () => {
  await commands.close();
  await service.stop();
  removeDir(service.dataDir);
  removeDir(dir);
});

/** A command in a folder without a service of its own, as on another machine. */
function far(args: string[], { stdin, ...more }: { env?: Record<string, string>; stdin?: string } = {}): Promise<Finished> {
  const env = { PERCEPT_DATA_DIR: join(dir, 'none'), XDG_CONFIG_HOME: join(dir, 'config'), PERCEPT_KEY: '', ...more.env };
  return stdin === undefined ? commands.run(args, { cwd: dir, env }) : percept(args, { cwd: dir, env, stdin });
}

/** The same, with a success and an answer in JSON. */
async function json<T>(args: string[]): Promise<T> {
  const { code, stdout, stderr } = await far([...args, '--json']);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

describe('a service elsewhere', () => {
  test('is found by --url and a key, and each refusal says how to fix it', async () => {
    const { url } = service;
    expect(await far(['runs', 'list', '--url', url])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no API key.*keys create/),
    });
    const wrong = await far(['runs', 'list', '--url', url, '--key', 'pk_live_wrong']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/answers 401: .*percept login/) });
    const nobody = await far(['runs', 'list', '--url', `http://127.0.0.1:${await freePort()}`, '--key', 'k']);
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringMatching(/No service answers.*ECONNREFUSED.*percept serve/) });
    const keyless = await far(['runs', 'list', '--url', 'http://127.0.0.1:1']);
    expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining('No service answers on http://127.0.0.1:1') });
    const none = await far(['runs', 'list', '--url', 'ftp://x', '--key', 'k']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/--url is 'ftp:\/\/x'/) });
    const own = await far(['status'], { env: { PORT: '1' } });
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining(`the data folder ${join(dir, 'none')}`) });
    const env = { PERCEPT_URL: url, PERCEPT_KEY: service.key };
    expect(await far(['runs', 'list'], { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('No runs') });
  });

  test('has a certificate that this machine trusts, or the refusal says how to name its authority', async () => {
    const tls = join(ROOT, 'test', 'harness', 'fixtures', 'tls');
    const options = { key: readFileSync(join(tls, 'localhost.key.pem')), cert: readFileSync(join(tls, 'localhost.crt.pem')) };
    const proxy = createServer(options, (_, response) => response.end('{"status": "ok"}')).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = `https://localhost:${(proxy.address() as AddressInfo).port}`;
    expect(await far(['status', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/certificate of https:.* is not accepted \(.*CERT.*NODE_EXTRA_CA_CERTS\.\n$/),
    });
    proxy.close();
  });

  test('is kept by login as a profile that only its user reads, and whose key goes nowhere else', async () => {
    const refused = await far(['login', '--url', service.url, '--key', 'pk_live_wrong']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('401') });
    expect(await far(['login', '--url', service.url, '--key', '-'], { stdin: `${service.key}\n` })).toMatchObject({ code: 0 });
    const file = join(dir, 'config', 'percept', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const listed = await json<{ name: string; url: string }[]>(['profiles']);
    expect(listed).toEqual([{ name: 'default', url: service.url, key: expect.not.stringContaining(service.key) }]);
    const elsewhere = await far(['runs', 'list', '--url', service.url.replace('127.0.0.1', 'localhost')]);
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('no API key') });
    const unknown = await far(['runs', 'list', '--profile', 'work']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/no profile 'work'. There are default/) });
    expect(await json(['status'])).toMatchObject({
      url: service.url,
      from: "the profile 'default'",
      status: 'ok',
      database: 'ready',
    });
    expect((await far(['status'])).stdout).toMatch(/^service .*default.*\nstate +ok\n/);
  });

  test('gets, shows and gives pipelines back', async () => {
    const file = join(dir, 'moods.yaml');
    writeFileSync(file, PIPELINE.replace('text.sentiment', 'text.sentimant'));
    const wrong = await far(['pipelines', 'push', file]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/moods\.yaml:10:\d+: .*text\.sentiment/) });
    writeFileSync(file, PIPELINE);
    expect(await far(['pipelines', 'diff', file])).toMatchObject({ code: 1, stdout: expect.stringContaining('+name: moods') });
    expect(await far(['pipelines', 'push', file])).toMatchObject({ code: 0, stdout: expect.stringContaining('revision 1') });
    expect(await far(['pipelines', 'diff', file])).toEqual({ code: 0, stdout: '', stderr: '' });
    const listed = await json<{ name: string }[]>(['pipelines', 'list']);
    expect(listed.map(({ name }) => name)).toContain('moods');
    writeFileSync(file, PIPELINE.replace('good', 'great'));
    const changed = await far(['pipelines', 'diff', file]);
    expect(changed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^-.*good[^]*^\+.*great/m) });
    expect(await far(['pipelines', 'pull', 'moods'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect(await far(['pipelines', 'pull', 'moods', '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(PIPELINE);
  });

  test('runs pipelines, whose runs are listed, shown, repeated and removed', async () => {
    const good = await far(['pipelines', 'start', 'moods', '--wait']);
    expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/succeeded: 2 succeeded, 0 failed/) });
    const bad = await far(['pipelines', 'start', 'moods', '--input', 'texts=["fine", 7]', '--wait']);
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 succeeded, 1 failed/) });
    const runs = await json<{ id: string; status: string }[]>(['runs', 'list', '--pipeline', 'moods']);
    expect(runs).toHaveLength(2);
    const { id } = runs[0]!;
    expect(await json(['runs', 'show', id])).toMatchObject({ id, counts: { succeeded: 1, failed: 1 } });
    expect((await far(['runs', 'show', id])).stdout).toMatch(/1 succeeded, 1 failed, 2 in all[^]*INVALID_REQUEST/);
    expect((await far(['runs', 'retry', id, '--wait'])).stdout).toContain(`${id} `);
    expect((await far(['runs', 'show', id])).stdout).toMatch(
      /^worked +\S+ s\nattempt +1: \w+ \S+, retried \S+ by \S+: .*INVALID_REQUEST/m,
    );
    expect(await far(['runs', 'cancel', 'run_none'])).toMatchObject({ code: 2, stderr: expect.stringContaining('404') });
    expect(await far(['runs', 'rm', id])).toMatchObject({ code: 0, stdout: `Deleted ${id}.\n` });
    expect(await json<unknown[]>(['runs', 'list'])).toHaveLength(1);
  });
});

describe('what administrators of a service keep', () => {
  const there = (args: string[]): Promise<Finished> => far([...args, '--profile', 'default']);
  const named = <T>(args: string[]): Promise<T> => json<T>([...args, '--profile', 'default']);

  test('keys are made, changed, rotated and revoked, in other projects too', async () => {
    const project = await named<{ id: string }>(['projects', 'create', '--name', 'acme', '--plan', 'pro']);
    const made = await named<{ id: string; key: string; plan: string }>(['keys', 'create', '--name', 'app', '--project', 'acme']);
    expect(made).toEqual({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^pk_live_/), plan: 'free' });
    expect(await named(['keys', 'list', '--project', 'acme'])).toMatchObject([{ id: made.id, project_id: project.id }]);
    expect((await there(['keys', 'list'])).stdout).not.toContain(made.id);
    const changed = await named(['keys', 'update', 'app', '--project', project.id, '--plan', 'pro', '--expires', '30d']);
    expect(changed).toMatchObject({ id: made.id, plan: 'pro', monthly_limit: 100_000, expires_at: expect.any(String) });
    const { key } = await named<{ key: string }>(['keys', 'rotate', 'app', '--project', 'acme']);
    expect(key).not.toBe(made.key);
    const narrow = await far(['keys', 'list', '--url', service.url, '--key', key]);
    expect(narrow).toMatchObject({ code: 2, stderr: expect.stringMatching(/answers 403: .*admin/) });
    expect(await named(['keys', 'revoke', 'app', '--project', 'acme'])).toMatchObject({ revoked_at: expect.any(String) });
    const unknown = await there(['keys', 'revoke', 'app', '--project', 'acme']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("'app' does not exist") });
    expect((await there(['keys', 'create', '--name', 'x', '--project', 'acma'])).stderr).toContain("Did you mean 'acme'");
    expect((await there(['keys', 'create', '--name', 'x', '--init'])).stderr).toContain('--init goes with a data folder');
  });

  test('projects and secrets are changed and deleted, and the key of a project reaches no other', async () => {
    const create = ['keys', 'create', '--name', 'boss', '--project', 'acme', '--scopes', 'admin'];
    const { key } = await named<{ key: string }>(create);
    expect(await named(['projects', 'update', 'acme', '--name', 'acorn'])).toMatchObject({ name: 'acorn', plan: 'pro' });
    const set = ['secrets', 'set', 'API_TOKEN', '--hosts', 'api.example.com'];
    const theirs = { PERCEPT_URL: service.url, PERCEPT_KEY: key };
    const done = await far(set, { env: theirs, stdin: 'one\n' });
    expect(done).toEqual({ code: 0, stdout: 'Set API_TOKEN; it may go to api.example.com.\n', stderr: '' });
    expect((await far(['projects', 'list'], { env: theirs })).stderr).toMatch(/answers 403/);
    expect(await named(['secrets', 'list'])).toEqual([]);
    expect(await named(['secrets', 'list', '--project', 'acorn'])).toMatchObject([
      { name: 'API_TOKEN', hosts: ['api.example.com'] },
    ]);
    expect(await far(['secrets', 'delete', 'API_TOKEN'], { env: theirs })).toMatchObject({
      code: 0,
      stdout: 'Deleted API_TOKEN.\n',
    });
    const gone = await far(['projects', 'delete', 'acorn', '--yes', '--url', service.url]);
    expect(gone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Deleted 'acorn'.*the service now removes/) });
    expect((await far(['secrets', 'list'], { env: theirs })).stderr).toContain('answers 401');
  });

  test('without a service that is named, the data folder is meant, and the command says so', async () => {
    const env = { PERCEPT_DATA_DIR: service.dataDir };
    expect(await far(['keys', 'list'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('first'),
      stderr: `Uses the data folder ${resolve(ROOT, service.dataDir)}.\n`,
    });
  });
});
