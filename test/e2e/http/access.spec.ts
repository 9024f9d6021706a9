import { percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);

describe('keys', () => {
  test('one is made with 201, shown once, and works', async () => {
    const { status, body } = await post('/v1/keys', { name: 'phone', plan: 'pro', scopes: ['pipelines'], expires_at: '90d' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'phone', plan: 'pro', monthly_limit: 100_000, scopes: ['pipelines'], revoked_at: null });
    expect(body.key).toMatch(/^pk_live_\w{49}$/);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBeGreaterThan(89 * 86_400_000);
    expect((await send('/v2/pipelines', { key: body.key })).status).toBe(200);
    expect((await send('/v1/keys', { key: body.key })).body.error).toMatchObject({ code: 'FORBIDDEN' });
    const shown = await send(`/v1/keys/${body.id}`);
    expect(JSON.stringify(shown.body)).not.toContain(body.key);
    expect(shown.body.last_used_at).not.toBeNull();
    const { keys } = (await send('/v1/keys')).body;
    expect(keys.map((key: any) => key.id)).toContain(body.id);
  });

  test('one for tests begins with pk_test_, before and after its rotation', async () => {
    const made = await make({ kind: 'test' });
    expect(made.key).toMatch(/^pk_test_\w{49}$/);
    expect((await post(`/v1/keys/${made.id}/rotate`)).body.key).toMatch(/^pk_test_\w{49}$/);
  });

  test('the rotated key is refused, the new one has the same id', async () => {
    const made = await make({});
    const { status, body } = await post(`/v1/keys/${made.id}/rotate`);
    expect([status, body.id]).toEqual([201, made.id]);
    expect((await send('/v2/pipelines', { key: made.key })).status).toBe(401);
    expect((await send('/v2/pipelines', { key: body.key })).status).toBe(200);
  });

  test('a change of name, scopes and expiry holds at once', async () => {
    const made = await make({});
    const { body } = await send(`/v1/keys/${made.id}`, { method: 'PATCH', body: { name: 'new', scopes: ['predict'] } });
    expect(body).toMatchObject({ name: 'new', scopes: ['predict'], plan: 'free', expires_at: null });
    expect((await send('/v2/pipelines', { key: made.key })).status).toBe(403);
    await send(`/v1/keys/${made.id}`, { method: 'PATCH', body: { expires_at: '1ms' } });
    const refused = await waitFor(async () => {
      const answer = await send('/v2/pipelines', { key: made.key });
      return answer.status !== 403 && answer;
    });
    expect([refused.status, refused.body.error.message]).toEqual([401, expect.stringContaining('expired')]);
  });

  test('a revoked key is refused, stays in the list, and is not to be changed', async () => {
    const made = await make({});
    expect((await send(`/v1/keys/${made.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await send('/v2/pipelines', { key: made.key })).body.error.message).toContain('revoked');
    expect((await send(`/v1/keys/${made.id}`)).body.revoked_at).not.toBeNull();
    expect((await post(`/v1/keys/${made.id}/rotate`)).status).toBe(409);
    expect((await send(`/v1/keys/${made.id}`, { method: 'PATCH', body: { name: 'x' } })).status).toBe(409);
  });

  test('enterprise takes a limit of its own, the other plans do not', async () => {
    expect(await make({ plan: 'enterprise', monthly_limit: 5_000_000 })).toMatchObject({ monthly_limit: 5_000_000 });
    const refused = await post('/v1/keys', { name: 'x', plan: 'pro', monthly_limit: 5 });
    expect(refused.body.error.details.field).toBe('monthly_limit');
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x', plan: 'gold' }, 'plan'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['root'] }, 'scopes'],
    [{ name: 'x', expires_at: 'soon' }, 'expires_at'],
    [{ name: 'x', expires_at: '2001-01-01' }, 'expires_at'],
    [{ name: 'x', expires_at: 'Infinityd' }, 'expires_at'],
    [{ name: 'x', expires_at: '2999-02-30' }, 'expires_at'],
    [{ name: 'x', expires_at: '9999999d' }, 'expires_at'],
    [{ name: 'x', nmae: 'x' }, 'nmae'],
    [{ name: 7 }, 'name'],
    [['x'], 'body'],
  ])('%j is refused with the field at fault', async (body, field) => {
    const { status, body: answer } = await post('/v1/keys', body);
    expect([status, answer.error.details.field]).toEqual([400, expect.stringContaining(field)]);
  });

  test('a key of nobody is not found', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const)
      expect((await send(`/v1/keys/key_none${path}`, { method, body: method === 'PATCH' ? {} : undefined })).status).toBe(404);
  });

  test('the command line does the same to the same keys', async () => {
    const env = { PERCEPT_DATA_DIR: percept.dataDir };
    const made = await command(
      [
        'keys',
        'create',
        '--name',
        'cli',
        '--plan',
        'enterprise',
        '--monthly-limit',
        '7',
        '--json',
        '--scopes',
        'predict',
        'pipelines',
        'webhooks',
        'admin',
      ],
      {
        env,
      },
    );
    const { id, key } = JSON.parse(made.stdout) as { id: string; key: string };
    expect((await send(`/v1/keys/${id}`)).body).toMatchObject({ plan: 'enterprise', monthly_limit: 7 });
    const updated = await command(['keys', 'update', 'cli', '--plan', 'pro', '--scopes', 'predict', '--expires', '30d'], { env });
    expect(updated).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Uses the data folder .*\n$/) });
    expect((await send(`/v1/keys/${id}`)).body).toMatchObject({ plan: 'pro', monthly_limit: 100_000, scopes: ['predict'] });
    const rotated = await command(['keys', 'rotate', id, '--json'], { env });
    expect(JSON.parse(rotated.stdout)).toMatchObject({ id });
    expect((await send('/v2/pipelines', { key })).status).toBe(401);
  });
});

describe('the audit log', () => {
  test('has what administrators did, with who, to what and from where, newest first', async () => {
    const made = await make({ name: 'audited' });
    await send(`/v1/keys/${made.id}`, { method: 'DELETE' });
    const { entries } = (await send('/v1/audit?limit=2')).body;
    expect(entries).toEqual([
      expect.objectContaining({ action: 'DELETE /v1/keys/:id', target: made.id, actor_kind: 'key', actor_name: 'first' }),
      expect.objectContaining({ action: 'POST /v1/keys', target: made.id, address: '127.0.0.1' }),
    ]);
    const older = (await send(`/v1/audit?limit=1&before=${entries[0].id}`)).body.entries;
    expect(older).toEqual([entries[1]]);
    const found = (await send(`/v1/audit?search=${made.id.toUpperCase()}`)).body.entries;
    expect(found).toEqual(entries);
    expect((await send('/v1/audit?search=%25%25')).body.entries).toEqual([]);
  });

  test('has the command line too, and nothing of a refused request', async () => {
    const actions = (await send('/v1/audit?limit=500')).body.entries.map((entry: any) => `${entry.actor_kind} ${entry.action}`);
    expect(actions).toEqual(expect.arrayContaining(['command_line percept keys rotate', 'key POST /v1/keys/:id/rotate']));
    const before = actions.length;
    await post('/v1/keys', {});
    expect((await send('/v1/audit?limit=500')).body.entries).toHaveLength(before);
  });

  test('is for administrators', async () => {
    const { key } = await make({ scopes: ['predict'] });
    expect((await send('/v1/audit', { key })).status).toBe(403);
  });
});

describe('guessing', () => {
  test('is refused after some attempts, for keys and passwords, while a known key goes on working', async () => {
    const guess = () => fetch(`${percept.url}/v2/pipelines`, { headers: { authorization: `Bearer pk_live_${'0'.repeat(49)}` } });
    const login = () =>
      fetch(`${percept.url}/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"password":"guess"}',
      });
    expect((await percept.fetch('/v2/pipelines')).status).toBe(200);
    for (const attempt of [guess, login]) {
      let answer = await attempt();
      for (let tries = 1; answer.status === 401 && tries < 600; tries++) answer = await attempt();
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    }
    expect((await percept.fetch('/v2/pipelines')).status).toBe(200);
  });
});
