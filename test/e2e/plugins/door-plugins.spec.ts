import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

/** A door outside the repository, of values only. */
const door = (name: string, path: string) => `{
  name: '${name}', description: 'Moods.',
  credential: ({ headers }) => headers['acme-key'],
  error: ({ status, message, code }) => ({ status, body: { failed: message, code }, headers: { 'acme-error': code } }),
  routes: [
    { method: 'POST', path: '${path}/moods/:kind', capability: 'text.sentiment', async answer({ body, call, params, query, origin }) {
      const { output } = await call('text.sentiment', { fields: { text: JSON.parse(body).text } });
      return { status: 201, headers: { 'acme-kind': params.kind }, body: { mood: output.sentiment, at: query.at, origin } };
    } },
    { method: 'POST', path: '${path}/later', async answer({ body, accept }) {
      return { status: 202, body: { id: await accept('text.sentiment', { fields: { text: JSON.parse(body).text } }) } };
    } },
    { method: 'GET', path: '${path}/later/:id', async answer({ params, accepted }) {
      return { body: await accepted(params.id) };
    } },
    { method: 'GET', path: '${path}/ping', open: true, answer: () => ({ headers: { 'content-type': 'text/plain' }, body: 'pong' }) },
  ],
}`;
const plugin = (name: string, path: string) =>
  `module.exports = { name: '${name}', version: '1.0.0', doors: [${door(name, path)}] };`;

const folder = tempDir();
let percept: RunningPercept;
beforeAll(async () => {
  writeFileSync(join(folder, 'acme.js'), plugin('acme', '/acme/v1'));
  writeFileSync(join(folder, 'wrong.js'), plugin('wrong', '/v2/wrong'));
  const PERCEPT_PLUGINS = [join(folder, 'acme.js'), join(folder, 'wrong.js')].join(',');
  percept = await startPercept({ env: { PERCEPT_PLUGINS } });
});
afterAll(async () => {
  await percept.stop();
  for (const each of [folder, percept.dataDir]) removeDir(each);
});
const { send, post, make } = sending(() => percept);
const said = (key: string, path: string, body?: object) =>
  send(`/acme/v1${path}`, { key: '', headers: { 'acme-key': key }, ...(body && { method: 'POST', body }) });

test('a door of a plugin answers with its own key, path, status, headers and body, and the call counts', async () => {
  const { key } = await make({ plan: 'free', scopes: ['predict'] });
  const { status, body, headers } = await said(key, '/moods/own?at=now', { text: 'What a wonderful day!' });
  expect([status, body]).toEqual([201, { mood: 'positive', at: 'now', origin: percept.url }]);
  expect(headers.get('acme-kind')).toBe('own');
  expect(headers.get('x-ratelimit-remaining')).toBe('999');
});

test('errors have its shape: an unknown key, a missing scope, what the capability refuses', async () => {
  const unknown = await said('pk_live_none', '/moods/own', { text: 'x' });
  expect([unknown.status, unknown.body.code, unknown.headers.get('acme-error')]).toEqual([401, 'UNAUTHORIZED', 'UNAUTHORIZED']);
  const { key } = await make({ scopes: ['webhooks'] });
  expect((await said(key, '/moods/own', { text: 'x' })).body).toMatchObject({ code: 'FORBIDDEN' });
  expect((await said(percept.key, '/moods/own', { text: '' })).body).toMatchObject({
    ...{ code: 'INVALID_REQUEST', failed: expect.stringContaining("'text'") },
  });
});

test('a call that was accepted is an analysis of the project, and its result is the output', async () => {
  const { body } = await said(percept.key, '/later', { text: 'What a wonderful day!' });
  await waitFor(async () => (await send(`/v2/analyses/${body.id}`)).body.status === 'succeeded');
  expect((await said(percept.key, `/later/${body.id}`)).body).toMatchObject({
    ...{ status: 'succeeded', capability: 'text.sentiment', error: null, result: { sentiment: 'positive' } },
  });
  const stranger = await post('/v2/projects', { name: 'other' });
  const { body: theirs } = await post(
    '/v1/keys',
    { name: 'theirs', scopes: ['predict'] },
    { headers: { 'percept-project': stranger.body.id } },
  );
  expect((await said(theirs.key, `/later/${body.id}`)).body.code).toBe('NOT_FOUND');
});

test('an open route answers anybody', async () => {
  const answer = await fetch(`${percept.url}/acme/v1/ping`);
  expect([answer.status, await answer.text()]).toEqual([200, 'pong']);
});

test('a plugin whose door takes a path of Percept is left out with the reason, and the service starts', async () => {
  expect(percept.output()).toContain("its door 'wrong' has the path '/v2/wrong/moods/:kind', which belongs to Percept");
  expect((await said(percept.key, '/../../v2/wrong/ping')).status).toBe(404);
});
