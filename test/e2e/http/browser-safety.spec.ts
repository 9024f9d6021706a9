import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';

const ORIGIN = 'https://app.example.com';
let open: RunningPercept;
let closed: RunningPercept;
beforeAll(async () => {
  [open, closed] = await Promise.all([
    startPercept({ env: { PERCEPT_CORS_ORIGINS: `${ORIGIN}, https://b.example` } }),
    startPercept(),
  ]);
});
afterAll(async () => {
  for (const service of [open, closed]) {
    await service.stop();
    removeDir(service.dataDir);
  }
});

const preflight = (service: RunningPercept, origin: string) =>
  fetch(`${service.url}/v2/vision/detect`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

test('pages of other origins are kept out unless a setting lets them in', async () => {
  const refused = await preflight(closed, ORIGIN);
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  const allowed = await preflight(open, ORIGIN);
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  expect(allowed.headers.get('x-request-id')).not.toBeNull();
  expect((await preflight(open, 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('a page of an allowed origin reads answers, errors and limits', async () => {
  for (const path of ['/v2/pipelines', '/v2/nothing']) {
    const answer = await open.fetch(path, { headers: { origin: ORIGIN } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
  }
});

test.each(['/v2/pipelines', '/v2/nothing', '/docs', '/health/live'])('%s has the security headers', async (path) => {
  const { headers } = await closed.fetch(path);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'self';.*frame-ancestors 'none'/);
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('no cache keeps what depends on the caller; the documents are the same for everyone', async () => {
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"token":"x"}' };
  for (const [path, init] of [
    ['/v1/session', signIn],
    ['/v1/session', {}],
    ['/v2/nothing', {}],
    ['/v2/pipelines', {}],
  ] as const)
    expect([path, (await fetch(`${closed.url}${path}`, init)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  for (const path of ['/openapi.json', '/openapi.yaml'])
    expect(await (await closed.fetch(path)).text()).toBe(await (await fetch(`${closed.url}${path}`)).text());
});

test.each(['/', '/docs', '/guide/quick-start', '/runs/1', '/no-such-page'])(
  '%s takes no style without its own number',
  async (path) => {
    const ask = async () => {
      const answer = await fetch(`${closed.url}${path}`, { headers: { accept: 'text/html' } });
      const [, number] = /property="csp-nonce" nonce="([^"]{20,})"/.exec(await answer.text())!;
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${number}';`);
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      return number;
    };
    expect(await ask()).not.toBe(await ask());
    expect((await fetch(`${closed.url}/v2/pipelines`)).headers.get('content-security-policy')).toContain("style-src 'self';");
  },
);

test('the page at /docs needs nothing that the policy forbids', async () => {
  const page = await (await fetch(`${closed.url}/docs`)).text();
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>\s*\S/);
  for (const [, source] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect(source).not.toMatch(/^(https?:)?\/\//);
});
