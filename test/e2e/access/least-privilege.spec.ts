import { percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending } from '../../harness/sending';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const cli = (...args: string[]) => command(args, { env: { PERCEPT_DATA_DIR: percept.dataDir } });
const sentiment = (key: string) => post('/v2/text/sentiment', { text: 'good' }, { key });

test('a key made without scopes may predict only', async () => {
  const made = (await post('/v1/keys', { name: 'plain' })).body;
  expect(made.scopes).toEqual(['predict']);
  expect(JSON.parse((await cli('keys', 'create', '--name', 'cli', '--json')).stdout)).toMatchObject({ plan: 'free' });
  expect((await send('/v1/keys')).body.keys.find(({ name }: any) => name === 'cli').scopes).toEqual(['predict']);
  expect((await sentiment(made.key)).status).toBe(200);
  for (const path of ['/v2/pipelines', '/v1/webhooks', '/v1/keys', '/v2/projects', '/v1/audit'])
    expect([path, (await send(path, { key: made.key })).status]).toEqual([path, 403]);
});

test('no key raises itself: not its scopes, plan or limit, and not through another key', async () => {
  const own = await make({ plan: 'pro', scopes: ['predict', 'admin'] });
  const strong = await make({ plan: 'enterprise', scopes: ALL_SCOPES });
  const key = own.key as string;
  const tries: [string, string, object][] = [
    ['PATCH', `/v1/keys/${own.id}`, { scopes: ALL_SCOPES }],
    ['PATCH', `/v1/keys/${own.id}`, { plan: 'enterprise' }],
    ['PATCH', `/v1/keys/${own.id}`, { plan: 'enterprise', monthly_limit: 100_001 }],
    ['POST', '/v1/keys', { name: 'x', scopes: ['pipelines'] }],
    ['POST', '/v1/keys', { name: 'x', plan: 'enterprise' }],
    ['PATCH', `/v1/keys/${strong.id}`, { expires_at: 'never' }],
    ['POST', `/v1/keys/${strong.id}/rotate`, {}],
  ];
  const raised: string[] = [];
  for (const [method, path, body] of tries) {
    const { status, body: answer } = await send(path, { method, key, body });
    if (status !== 403 || answer.error.code !== 'FORBIDDEN') raised.push(`${method} ${path} ${JSON.stringify(body)}: ${status}`);
  }
  console.log(`${tries.length} ways to raise a key tried: ${raised.length} worked`);
  expect(raised).toEqual([]);
  expect((await send(`/v1/keys/${own.id}`)).body).toMatchObject({ plan: 'pro', scopes: ['predict', 'admin'] });
  const weaker = await post('/v1/keys', { name: 'weaker', scopes: ['predict'] }, { key });
  expect(weaker.status).toBe(201);
  expect((await send(`/v1/keys/${own.id}`, { method: 'PATCH', key, body: { name: 'renamed' } })).status).toBe(200);
});

test('a key that ends gives no access for longer, to itself or to another key', async () => {
  const own = await make({ scopes: ['predict', 'admin'], expires_at: '1d' });
  const as = { key: own.key as string };
  const long = await post('/v1/keys', { name: 'x' }, as);
  expect([long.status, long.body.error.message]).toEqual([403, expect.stringMatching(/ends at 20.*send 'expires_at'/)]);
  for (const expires_at of ['never', '2d'])
    expect((await send(`/v1/keys/${own.id}`, { method: 'PATCH', ...as, body: { expires_at } })).status).toBe(403);
  expect((await post('/v1/keys', { name: 'x', expires_at: '12h' }, as)).status).toBe(201);
  expect((await send(`/v1/keys/${own.id}`, { method: 'PATCH', ...as, body: { expires_at: '12h' } })).status).toBe(200);
  expect((await post(`/v1/keys/${own.id}/rotate`, {}, as)).status).toBe(201);
});

test('the keys of a project share the requests of its plan, below which each has its own limit', async () => {
  await cli('projects', 'create', '--name', 'small', '--plan', 'enterprise', '--monthly-limit', '3');
  const create = async (...more: string[]): Promise<string> => {
    const { stdout } = await cli('keys', 'create', '--project', 'small', '--name', 'one', '--json', ...more);
    return JSON.parse(stdout).key;
  };
  const narrow = await create('--plan', 'enterprise', '--monthly-limit', '1');
  const wide = await create();
  expect([(await sentiment(narrow)).status, (await sentiment(narrow)).status]).toEqual([200, 429]);
  expect([(await sentiment(wide)).status, (await sentiment(wide)).status]).toEqual([200, 200]);
  const { status, body, headers } = await sentiment(wide);
  expect([status, body.error.code]).toEqual([429, 'QUOTA_EXCEEDED']);
  expect(body.error.message).toContain('together have used the 3 requests');
  expect(headers.get('x-ratelimit-remaining')).toBe('0');
  expect((await sentiment(percept.key)).status).toBe(200);
});

test('a webhook that moves to another host takes neither secret nor headers along', async () => {
  const made = (await post('/v1/webhooks', { url: 'https://example.com/a', headers: { 'x-token': 'mine' } })).body;
  const path = `/v1/webhooks/${made.id}`;
  const patch = async (body: object) => (await send(path, { method: 'PATCH', body })).body;
  const same = await patch({ url: 'https://example.com/b' });
  expect([same.secret, same.header_names]).toEqual([undefined, ['x-token']]);
  const moved = await patch({ url: 'https://example.org/b' });
  expect(moved.secret).toMatch(/^whsec_/);
  expect(moved.secret).not.toBe(made.secret);
  expect(moved.header_names).toEqual([]);
  const own = await patch({ url: 'https://example.net/b', headers: { 'x-token': 'theirs' } });
  expect(own.header_names).toEqual(['x-token']);
});

test('refused keys, failed sign-ins and every change by a key are in the audit log; secrets are not, and are not to be stored', async () => {
  const author = await make({ name: 'author', scopes: ['pipelines'] });
  const unknown = `pk_live_${'x'.repeat(49)}`;
  await send('/v2/pipelines', { key: unknown });
  await post('/v1/session', { password: 'a wrong password' }, { key: '' });
  const kept = await send('/v2/pipelines/kept', {
    method: 'PUT',
    key: author.key,
    body: { source: 'version: 1\nname: kept\nsteps:\n  - { id: a, uses: text.sentiment, with: { text: good } }\n' },
  });
  expect(kept.status).toBe(201);
  await send(`/v1/keys/${author.id}`, { method: 'PATCH', body: { name: 'innocent' } });
  const { body, headers } = await send('/v1/audit?limit=20');
  expect(headers.get('cache-control')).toBe('no-store');
  const actions = body.entries.map(({ action, target, actor_id, address }: any) => ({ action, target, actor_id, address }));
  expect(actions).toEqual(
    expect.arrayContaining([
      { action: 'key refused', target: 'pk_live_xxxx', actor_id: 'anyone', address: '127.0.0.1' },
      { action: 'sign-in refused', target: null, actor_id: 'anyone', address: '127.0.0.1' },
      { action: 'PUT /v2/pipelines/:name', target: 'kept', actor_id: author.id, address: '127.0.0.1' },
    ]),
  );
  for (const secret of [author.key, unknown, 'a wrong password']) {
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(percept.output()).not.toContain(secret);
  }
});

test("without authentication only this machine and the service's own pages are let in", async () => {
  const open = await startPercept({ env: { PERCEPT_AUTH: 'off' } });
  try {
    const { port } = new URL(open.url);
    const ask = async (host: string, origin?: string): Promise<number> => {
      const { request } = await import('node:http');
      return new Promise((resolve, reject) => {
        const headers = { host, ...(origin && { origin }) };
        request({ port, host: '127.0.0.1', path: '/v2/models', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        })
          .on('error', reject)
          .end();
      });
    };
    expect(await ask(`localhost:${port}`)).toBe(200);
    expect(await ask(`127.0.0.1:${port}`, `http://127.0.0.1:${port}`)).toBe(200);
    expect(await ask(`evil.example:${port}`)).toBe(403);
    expect(await ask(`127.0.0.1.evil.example:${port}`)).toBe(403);
    expect(await ask(`127.0.0.1:${port}`, 'https://evil.example')).toBe(403);
    expect(await ask(`127.0.0.1:${port}`, 'null')).toBe(403);
  } finally {
    await open.stop();
    removeDir(open.dataDir);
  }
});
