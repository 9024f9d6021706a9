import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

const SITE = 'https://app.example.com';
let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({
    env: {
      PERCEPT_CUSTOMER_PAGE: `Lens & Co,colour=#0b7285,frames=${SITE} https://*.example.org`,
      PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const endpoint = (description: string) => ({ url: 'http://127.0.0.1:9/hook', events: ['*'], description });

test('a link shows endpoints, deliveries and usage of its project, and nothing else', async () => {
  const { body: mine } = await post('/v1/webhooks', endpoint('Shop'));
  const { body: delivery } = await post(`/v1/webhooks/${mine.id}/test`, {});
  const { key } = await make({ scopes: ['customer'], expires_at: '1h' });
  const { status, body } = await send('/v2/customer', { key });
  expect([status, body.name, body.colour, body.webhooks]).toEqual([
    200,
    'Lens & Co',
    '#0b7285',
    [expect.objectContaining({ id: mine.id, description: 'Shop', active: true })],
  ]);
  expect(JSON.stringify(body)).not.toContain(mine.secret);
  expect(body.deliveries).toEqual([expect.objectContaining({ id: delivery.id, webhook_id: mine.id })]);
  expect(body.usage).toHaveLength(30);
  expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
  expect((await send(`/v2/customer/deliveries/${delivery.id}`, { key })).body.payload).toMatchObject({ id: expect.any(String) });
  for (const path of [
    '/v1/webhooks',
    '/v1/deliveries',
    `/v1/webhooks/${mine.id}`,
    '/v1/keys',
    '/v2/runs',
    '/v2/overview',
    '/v1/audit',
  ])
    expect([path, (await send(path, { key })).status]).toEqual([path, 403]);
  expect((await post(`/v1/webhooks/${mine.id}/rotate-secret`, {}, { key })).status).toBe(403);
  expect((await post('/v2/text/sentiment', { text: 'Lovely.' }, { key })).status).toBe(403);
  // Nor does a key that manages webhooks open the page of others.
  const { key: other } = await make({ scopes: ['webhooks'] });
  expect((await send('/v2/customer', { key: other })).status).toBe(403);
});

test('another project stays unseen, and a link ends with its time, its key and its project', async () => {
  const { body: project } = await post('/v2/projects', { name: 'theirs' });
  const inProject = { 'percept-project': project.id };
  const { body: theirs } = await post('/v1/webhooks', endpoint('Theirs'), { headers: inProject });
  const { body: sent } = await post(`/v1/webhooks/${theirs.id}/test`, {}, { headers: inProject });
  const { key: mine } = await make({ scopes: ['customer'] });
  expect((await send(`/v2/customer/deliveries/${sent.id}`, { key: mine })).status).toBe(404);
  expect((await send('/v2/customer', { key: mine, headers: inProject })).status).toBe(404);
  expect(JSON.stringify((await send('/v2/customer', { key: mine })).body)).not.toContain('Theirs');

  const terms = { name: 'page', scopes: ['customer'] };
  const { body: link } = await post('/v1/keys', terms, { headers: inProject });
  expect((await send('/v2/customer', { key: link.key })).body).toMatchObject({
    project: 'theirs',
    webhooks: [{ id: theirs.id }],
  });
  const { body: cut } = await post('/v1/keys', terms, { headers: inProject });
  expect((await send(`/v1/keys/${cut.id}`, { method: 'DELETE', headers: inProject })).status).toBe(204);
  expect((await send('/v2/customer', { key: cut.key })).status).toBe(401);
  const past = new Date(Date.now() + 1_500).toISOString();
  const { body: short } = await post('/v1/keys', { ...terms, expires_at: past }, { headers: inProject });
  while (Date.now() <= Date.parse(past)) await new Promise(setImmediate);
  expect((await send('/v2/customer', { key: short.key })).status).toBe(401);
  expect((await send('/v2/customer', { key: `${link.key.slice(0, -1)}${link.key.endsWith('a') ? 'b' : 'a'}` })).status).toBe(401);
  expect((await send(`/v2/projects/${project.id}`, { method: 'DELETE' })).status).toBeLessThan(300);
  expect((await send('/v2/customer', { key: link.key })).status).toBe(401);
});

test('the page may be framed by the sites of the operator alone; every other page by none', async () => {
  const page = await fetch(`${percept.url}/customer`);
  expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${SITE} https://*.example.org`);
  expect(page.headers.get('x-frame-options')).toBeNull();
  for (const path of ['/', '/webhooks', '/v2/customer']) {
    const { headers } = await fetch(percept.url + path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});
