import { Secret, TOTP } from 'otpauth';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending, type Answer } from '../../harness/sending';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_LOG_LEVEL: 'debug', PERCEPT_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post } = sending(() => percept);

const PASSWORD = 'correct horse battery';
/** Every token and cookie of the run. */
const seen: string[] = [];

describe('sessions', () => {
  const linkOf = async (): Promise<string> => {
    const { stdout } = await command(['admin', 'link', '--url', percept.url], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
    const token = new URL(stdout.trim()).hash.slice('#token='.length);
    seen.push(token);
    return token;
  };
  const signIn = async (body: object, headers: Record<string, string> = {}): Promise<Answer & { cookie: string }> => {
    const answer = await post('/v1/session', body, { key: '', headers });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
    if (cookie) seen.push(cookie.split('=')[1]!);
    return { ...answer, cookie };
  };
  const own = (cookie: string) => ({ cookie, origin: percept.url });

  test('the first start prints a link that signs in once; the cookie is HttpOnly and SameSite=Strict', async () => {
    const token = /\/sign-in#token=([\w-]{43})/.exec(percept.firstAccess)![1]!;
    const { status, body, headers, cookie } = await signIn({ token });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'administrator', name: 'admin', has_password: false });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toMatch(/^percept_session=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Strict$/);
    expect((await send('/v1/session', { key: '', headers: { cookie } })).body).toMatchObject({ kind: 'administrator' });
    expect((await signIn({ token })).status).toBe(401);
  });

  test('behind TLS the cookie is for this host alone, and the cookie without the prefix does not count', async () => {
    const tls = { 'x-forwarded-proto': 'https' };
    const { headers, cookie } = await signIn({ token: await linkOf() }, tls);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-percept_session=[\w-]{43}; Secure; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Strict$/,
    );
    const statusWith = async (sent: string) => (await send('/v1/session', { key: '', headers: { ...tls, cookie: sent } })).status;
    expect([await statusWith(cookie), await statusWith(cookie.replace('__Host-', ''))]).toEqual([200, 401]);
    const page = { ...tls, cookie, origin: percept.url.replace('http:', 'https:') };
    const signOut = (origin: string) => send('/v1/session', { method: 'DELETE', key: '', headers: { ...page, origin } });
    expect((await signOut(percept.url)).status).toBe(403);
    const signedOut = await signOut(page.origin);
    expect([signedOut.status, signedOut.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^__Host-percept_session=;/),
    ]);
  });

  test('of eight that use a link at once one is signed in', async () => {
    const token = await linkOf();
    const service = await startPercept({ dataDir: percept.dataDir, key: percept.key });
    const urls = [percept.url, service.url];
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) };
        return (await fetch(`${urls[index % 2]}/v1/session`, init)).status;
      }),
    );
    await service.stop();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });

  test('a session may do what an administrator may, over the public API', async () => {
    const { cookie } = await signIn({ token: await linkOf() });
    const made = await post('/v1/keys', { name: 'from the page' }, { key: '', headers: own(cookie) });
    expect(made.status).toBe(201);
    expect((await send('/v2/pipelines', { key: '', headers: { cookie } })).status).toBe(200);
  });

  test('what the pages ask for themselves is told apart in the usage; what is tried on them is not', async () => {
    const { cookie } = await signIn({ token: await linkOf() });
    const today = async () => (await send('/v1/usage')).body.days.at(-1);
    const before = await today();
    await send('/v1/keys', { key: '', headers: { cookie } });
    await send('/v2/runs/none', { key: '', headers: { cookie } });
    await post('/v2/text/sentiment', { text: 'Lovely.' }, { key: '', headers: own(cookie) });
    const { requests, dashboard } = await today();
    expect(requests - before.requests).toBeGreaterThanOrEqual(3);
    expect([dashboard.requests - before.dashboard.requests, dashboard.errors - before.dashboard.errors]).toEqual([2, 1]);
  });

  test('the cookie of the project switch counts for sessions, never for keys, and not once the project is gone', async () => {
    const { cookie } = await signIn({ token: await linkOf() });
    const { id } = (await post('/v2/projects', { name: 'switched' })).body;
    const keys = async (cookies: string, key?: string) =>
      (await send('/v1/keys', { key, headers: { cookie: cookies } })).body.keys.length;
    const switched = `${cookie}; percept_project=${id}`;
    expect(await keys(switched, '')).toBe(0);
    expect(await keys(switched)).toBeGreaterThan(0);
    await send(`/v2/projects/${id}`, { method: 'DELETE' });
    expect(await keys(switched, '')).toBeGreaterThan(0);
  });

  test('a request that changes something and comes from elsewhere is refused', async () => {
    const { cookie } = await signIn({ token: await linkOf() });
    for (const origin of [undefined, 'https://evil.example', 'http://127.0.0.1:1', 'null']) {
      const headers = { cookie, ...(origin && { origin }) };
      const refused = await post('/v1/keys', { name: 'x' }, { key: '', headers });
      expect([origin, refused.status]).toEqual([origin, 403]);
    }
    expect((await signIn({ token: await linkOf() }, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('signing out ends the session, signing out everywhere all of them', async () => {
    const [first, second, third] = [
      await signIn({ token: await linkOf() }),
      await signIn({ token: await linkOf() }),
      await signIn({ token: await linkOf() }),
    ];
    const alive = async ({ cookie }: { cookie: string }) => (await send('/v1/session', { key: '', headers: { cookie } })).status;
    expect((await send('/v1/session', { method: 'DELETE', key: '', headers: own(first.cookie) })).status).toBe(204);
    expect([await alive(first), await alive(second)]).toEqual([401, 200]);
    expect((await send('/v1/sessions', { method: 'DELETE', key: '', headers: own(second.cookie) })).status).toBe(204);
    expect([await alive(second), await alive(third)]).toEqual([401, 401]);
  });

  test('a password signs in; setting it ends the other sessions and needs the one before', async () => {
    const [first, second] = [await signIn({ token: await linkOf() }), await signIn({ token: await linkOf() })];
    const put = (body: object) => send('/v1/session/password', { method: 'PUT', key: '', body, headers: own(first.cookie) });
    for (const password of ['short', 'a'.repeat(1_001)])
      expect((await put({ password })).body.error.details.field).toBe('password');
    expect((await put({ password: PASSWORD })).status).toBe(204);
    expect((await send('/v1/session', { key: '', headers: { cookie: second.cookie } })).status).toBe(401);
    expect((await put({ password: 'another long one' })).status).toBe(403);
    expect((await signIn({ password: PASSWORD })).body).toMatchObject({ has_password: true });
    const wrong = await signIn({ password: 'wrong' });
    expect([wrong.status, wrong.cookie]).toEqual([401, '']);
  });

  test('the sessions are listed with where they come from, and one is ended alone', async () => {
    const agent = { 'user-agent': 'A browser of mine' };
    const [first, second] = [await signIn({ password: PASSWORD }, agent), await signIn({ password: PASSWORD })];
    const list = async () => (await send('/v1/sessions', { key: '', headers: { cookie: second.cookie } })).body.sessions;
    const [newest, before] = await list();
    expect(newest).toMatchObject({ current: true, address: '127.0.0.1', last_seen_at: expect.any(String) });
    expect(before).toMatchObject({ current: false, user_agent: 'A browser of mine' });
    const end = (id: string, more = {}) =>
      send(`/v1/sessions/${id}`, { method: 'DELETE', key: '', headers: own(second.cookie), ...more });
    expect([(await end('ses_none')).status, (await end(before.id)).status, (await end(before.id)).status]).toEqual([
      404, 204, 404,
    ]);
    expect((await send('/v1/session', { key: '', headers: { cookie: first.cookie } })).status).toBe(401);
    expect((await list())[0]).toMatchObject({ id: newest.id, current: true });
    expect((await end(newest.id, { key: percept.key, headers: {} })).status).toBe(401);
  });

  test('a password that is easy to guess is refused', async () => {
    const { cookie } = await signIn({ password: PASSWORD });
    const current_password = PASSWORD;
    for (const password of ['password1234', 'qwertyuiop12', 'Percept2026!', 'aaaaaaaaaaaaaaaa', '1234567890123']) {
      const body = { password, current_password };
      const refused = await send('/v1/session/password', { method: 'PUT', key: '', body, headers: own(cookie) });
      expect([password, refused.status]).toEqual([password, 400]);
      expect(refused.body.error.details).toMatchObject({ field: 'password', reason: expect.stringContaining('easy to guess') });
    }
  });

  test('with one-time codes on, the password signs in only with a code, and each code once', async () => {
    const { cookie } = await signIn({ password: PASSWORD });
    const other = await signIn({ password: PASSWORD });
    const headers = own(cookie);
    const totp = (path: string, method: string, body: object) =>
      send(`/v1/session/totp${path}`, { method, key: '', body, headers });
    expect((await totp('', 'PUT', { code: '123456' })).status).toBe(409);
    expect((await totp('', 'POST', { current_password: 'wrong' })).status).toBe(403);
    const { status, body } = await totp('', 'POST', { current_password: PASSWORD });
    expect([status, body.uri]).toEqual([201, expect.stringContaining(`secret=${body.secret}`)]);
    seen.push(body.secret);
    const app = new TOTP({ secret: Secret.fromBase32(body.secret) });
    const codeAt = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 });
    // Not on before a code proves that the app has the secret.
    expect((await signIn({ password: PASSWORD })).status).toBe(201);
    expect((await totp('', 'PUT', { code: codeAt(10) })).status).toBe(403);
    // Kept: the next step of 30 s may begin at any moment.
    const first = codeAt(-1);
    expect((await totp('', 'PUT', { code: first })).status).toBe(204);
    expect((await send('/v1/session', { key: '', headers: { cookie: other.cookie } })).status).toBe(401);
    expect((await send('/v1/session', { key: '', headers })).body).toMatchObject({ has_totp: true });
    expect((await signIn({ password: PASSWORD })).status).toBe(401);
    expect((await signIn({ password: PASSWORD, code: first })).status).toBe(401);
    const code = codeAt(0);
    expect((await signIn({ password: 'wrong', code })).status).toBe(401);
    expect((await signIn({ password: PASSWORD, code })).status).toBe(201);
    expect((await signIn({ password: PASSWORD, code })).status).toBe(401);
    expect((await totp('/disable', 'POST', { code })).status).toBe(403);
    const off = await command(['admin', 'totp-off'], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
    expect(off.stdout).toContain('One-time codes are off');
    expect((await signIn({ password: PASSWORD })).status).toBe(201);
  });

  test.each([[{}], [{ token: 'x', password: 'y' }], [{ token: 7 }]])('%j does not sign in', async (body) => {
    expect((await signIn(body)).status).toBe(400);
  });

  test('a key is not a session', async () => {
    expect((await send('/v1/session')).status).toBe(401);
    expect((await send('/v1/sessions', { method: 'DELETE' })).status).toBe(401);
  });
});

test('no secret of the whole run is in the log at its most talkative, nor in the database', async () => {
  const { body: hook } = await post('/v1/webhooks', { url: 'https://example.com/hook', secret: 'a webhook secret of ours' });
  expect(hook.secret).toBe('a webhook secret of ours');
  await fetch(`${percept.url}/v2/pipelines?key=${percept.key}`, { headers: { authorization: 'Bearer pk_live_guessed' } });
  const log = percept.output().split('Try it:')[1]!;
  expect(log).toContain('/v1/session');
  const printed = /token=([\w-]{43})/.exec(percept.firstAccess)![1]!;
  const secrets = [percept.key, printed, PASSWORD, hook.secret, 'pk_live_guessed', ...seen];
  const files = ['percept.sqlite', 'percept.sqlite-wal'].map((name) => readFileSync(join(percept.dataDir, name)));
  expect(secrets.length).toBeGreaterThan(15);
  for (const secret of secrets) {
    expect(log).not.toContain(secret);
    for (const file of files) expect(file.includes(secret)).toBe(false);
  }
});
