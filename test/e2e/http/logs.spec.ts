import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const SECRET = 'the-secret-of-the-orchard';
const requestId = ({ headers }: { headers: Headers }): string => headers.get('x-request-id')!;

test('a request is found by its id with key, capability, status, duration and error, without what was sent', async () => {
  const made = await make({ name: 'shop', scopes: ['predict'] });
  const good = await post('/v2/text/sentiment', { text: SECRET }, { key: made.key });
  const bad = await post('/v2/text/sentiment', { text: 'fine', langage: 'en' }, { key: made.key });
  const { body } = await send(`/v2/logs/${requestId(good)}`);
  expect(body).toEqual({
    ...{ id: expect.stringMatching(/^log_/), request_id: requestId(good), at: expect.any(String) },
    ...{ caller_kind: 'key', key_id: made.id, key_name: 'shop', method: 'POST', path: '/v2/text/sentiment' },
    ...{ operation: 'text.sentiment', status: 200, duration_ms: expect.any(Number), error: null },
    ...{ content_type: 'application/json', bytes: JSON.stringify({ text: SECRET }).length, shape: { text: 'text of 25' } },
    ...{ body: null, answer: null },
  });
  const failed = (await send(`/v2/logs/${requestId(bad)}`)).body;
  expect(failed).toMatchObject({ status: 400, shape: { text: 'text of 4', langage: 'text of 2' } });
  expect(failed.error).toMatchObject({ code: 'INVALID_REQUEST', field: 'langage', message: expect.stringContaining('language') });
  const all = (await send('/v2/logs?limit=500')).body;
  for (const text of [JSON.stringify(all), percept.output()]) expect(text).not.toContain(SECRET);
});

test('the log is searched and filtered, newest first, page by page', async () => {
  const { key, id } = await make({ name: 'filtered' });
  for (const text of ['one', 'two', 'three']) await post('/v2/text/sentiment', { text }, { key });
  await post('/v2/text/sentiment', {}, { key });
  await send('/v2/runs/run_x', { key });
  const operations = async (query: string): Promise<string[]> =>
    (await send(`/v2/logs?key_id=${id}&${query}`)).body.entries.map(({ operation, status }: any) => `${operation} ${status}`);
  expect(await operations('')).toEqual([
    'GET /v2/runs/:id 404',
    'text.sentiment 400',
    ...Array.from({ length: 3 }, () => 'text.sentiment 200'),
  ]);
  expect(await operations('status=4xx')).toHaveLength(2);
  expect(await operations('status=error')).toHaveLength(2);
  expect(await operations('status=404')).toEqual(['GET /v2/runs/:id 404']);
  expect(await operations('search=INVALID_re')).toEqual(['text.sentiment 400']);
  expect(await operations('search=%25')).toEqual([]);
  expect(await operations('operation=text.sentiment')).toHaveLength(4);
  expect(await operations('min_ms=600000')).toEqual([]);
  expect(await operations('to=2020-01-01T00:00:00Z')).toEqual([]);
  const first = (await send(`/v2/logs?key_id=${id}&limit=3`)).body;
  const second = (await send(`/v2/logs?key_id=${id}&limit=3&cursor=${first.next_cursor}`)).body;
  expect([first.entries.length, second.entries.length, second.next_cursor]).toEqual([3, 2, null]);
  expect(new Set([...first.entries, ...second.entries].map((entry) => entry.id)).size).toBe(5);
});

test('the requests that match are counted by hour, with the hours that had none', async () => {
  const { key, id } = await make({ name: 'counted' });
  await post('/v2/text/sentiment', { text: 'one' }, { key });
  await post('/v2/text/sentiment', { text: 'two' }, { key });
  await post('/v2/text/sentiment', {}, { key });
  const hoursOf = async (query: string): Promise<any[]> => (await send(`/v2/logs/hours?${query}`)).body.hours;
  const hours = await hoursOf(`key_id=${id}`);
  expect(hours).toHaveLength(24);
  const sum = (name: string): number => hours.reduce((all, hour) => all + hour[name], 0);
  expect([sum('requests'), sum('errors')]).toEqual([3, 1]);
  expect(hours.find(({ requests }) => requests > 0)).toMatchObject({ p50_ms: expect.any(Number), p95_ms: expect.any(Number) });
  expect(hours[0]).toEqual({ hour: expect.stringMatching(/:00:00\.000Z$/), requests: 0, errors: 0, p50_ms: null, p95_ms: null });
  expect(await hoursOf(`key_id=${id}&status=error&from=2026-01-01T00:30:00Z&to=2026-01-01T03:00:00Z`)).toHaveLength(4);
  // The home page has those of all keys of the project, without what it asks itself.
  expect((await send('/v2/overview')).body.hours).toHaveLength(24);
  expect((await send('/v2/logs/hours?from=2026-01-01T00:00:00Z')).body.error.details.field).toBe('from');
  const { key: own } = await make({ scopes: ['predict'] });
  const theirs = (await send('/v2/logs/hours', { key: own })).body.hours;
  expect(theirs.every(({ requests }: any) => requests === 0)).toBe(true);
});

test('a key without the scope admin sees its own requests only', async () => {
  const other = await post('/v2/text/sentiment', { text: 'theirs' });
  const { key, id } = await make({ scopes: ['predict'] });
  await post('/v2/text/sentiment', { text: 'mine' }, { key });
  const { entries } = (await send('/v2/logs', { key })).body;
  expect(new Set(entries.map(({ key_id }: any) => key_id))).toEqual(new Set([id]));
  expect((await send(`/v2/logs/${requestId(other)}`, { key })).status).toBe(404);
});

test.each([
  ['status=bad', 'status'],
  ['status=9xx', 'status'],
  ['from=yesterday', 'from'],
  ['limit=0', 'limit'],
  ['serach=x', 'serach'],
])('%s is refused', async (query, field) => {
  expect((await send(`/v2/logs?${query}`)).body.error.details.field).toBe(field);
});

test('a line for each request is in the process log, and what is refused with 429 and 503 is not', () => {
  const lines = percept
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  expect(
    lines.some((line) => /"level":30.*"route":"\/v2\/text\/sentiment","status":400.*"error":"INVALID_REQUEST"/.test(line)),
  ).toBe(true);
});

test('what was sent and answered is kept if the operator says so, without secrets and media', async () => {
  const open = await startPercept({ env: { PERCEPT_REQUEST_LOG: 'all,bodies' } });
  const { send: ask, post: call, make: makeKey } = sending(() => open);
  const entryOf = async (answer: { headers: Headers }): Promise<any> => (await ask(`/v2/logs/${requestId(answer)}`)).body;
  try {
    const good = await entryOf(await call('/v2/text/sentiment', { text: 'Lovely, says pk_live_0123456789' }));
    expect(JSON.parse(good.body)).toEqual({ text: 'Lovely, says (hidden)' });
    expect(JSON.parse(good.answer)).toMatchObject({ sentiment: 'positive' });
    const bad = await entryOf(await call('/v2/text/sentiment', { text: 'fine', langage: 'en' }));
    expect([JSON.parse(bad.body).langage, JSON.parse(bad.answer).error.code]).toEqual(['en', 'INVALID_REQUEST']);
    const image = await entryOf(await call('/v2/vision/detect', { image: 'A'.repeat(9_000) }));
    expect(image.body).toBe('{"image":"… (9000 characters)"}');
    // Keys and secrets are for administrators: never what was sent or answered there.
    const made = await makeKey({ name: 'shown once' });
    await ask('/v2/secrets/SHOP', { method: 'PUT', body: { value: SECRET, hosts: ['shop.example'] } });
    const all = (await ask('/v2/logs?limit=500')).body;
    expect(
      all.entries.filter(({ path }: any) => /keys|secrets/.test(path)).map(({ body, answer }: any) => [body, answer]),
    ).toEqual([
      [null, null],
      [null, null],
    ]);
    for (const text of [SECRET, made.key]) expect(JSON.stringify(all)).not.toContain(text);
  } finally {
    await open.stop();
    removeDir(open.dataDir);
  }
});

test('both logs can be switched off', async () => {
  const quiet = await startPercept({ env: { PERCEPT_LOG_LEVEL: 'info,requests=debug', PERCEPT_REQUEST_LOG: 'errors' } });
  const { send: ask } = sending(() => quiet);
  try {
    await ask('/v2/models');
    const refused = await ask('/v2/models/none');
    const { entries } = (await ask('/v2/logs')).body;
    expect(entries.map(({ request_id }: any) => request_id)).toEqual([requestId(refused)]);
    expect(quiet.output()).not.toContain('"msg":"request"');
  } finally {
    await quiet.stop();
    removeDir(quiet.dataDir);
  }
});
