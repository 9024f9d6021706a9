import { EXAMPLES, percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { ALL_SCOPES, sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyFor, fill, MARK, OF_THE_INSTALLATION, parametersOf, PIPELINE, type Route } from './project-routes';

const TIMEOUT_MS = 5_000;

const pipelinesDir = tempDir();
let percept: RunningPercept;
/** A key of another project with every scope. */
let stranger: string;
/** What stands for each parameter of a path, by the beginning of the path. */
let ids: Record<string, Record<string, string>>;

beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_PIPELINES_DIR: pipelinesDir } });
  const env = { PERCEPT_DATA_DIR: percept.dataDir };
  expect((await command(['projects', 'create', '--name', 'stranger'], { env })).stdout).toContain("Created 'stranger' (prj_");
  const scopes = ['--scopes', 'predict', 'pipelines', 'webhooks', 'admin', 'customer'];
  const made = await command(['keys', 'create', '--project', 'stranger', '--name', 'theirs', '--json', ...scopes], { env });
  stranger = JSON.parse(made.stdout).key;
  ids = await belongings();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(pipelinesDir);
});

const { send, post, make } = sending(() => percept);

/** Makes one of everything in the first project. */
async function belongings(): Promise<typeof ids> {
  const kept = await percept.fetch(`/v2/pipelines/${MARK}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/yaml' },
    body: PIPELINE,
  });
  expect([kept.status, await kept.text()]).toEqual([201, expect.anything()]);
  const webhook = (await post('/v1/webhooks', { url: 'https://example.com/', description: MARK })).body;
  const run = (await post(`/v2/pipelines/${MARK}/runs`, {})).body;
  await waitFor(async () => (await send(`/v2/runs/${run.id}`)).body.ended_at !== null);
  const event = (await send(`/v1/deliveries?webhook_id=${webhook.id}`)).body.deliveries[0];
  const delivery = (await post(`/v1/webhooks/${webhook.id}/test`, { type: 'batch.completed' })).body;
  await post(`/v1/webhooks/${webhook.id}/disable`);
  await post(`/v1/webhooks/${webhook.id}/enable`);
  const recovery = (await post(`/v1/webhooks/${webhook.id}/recover`, { since: '2020-01-01T00:00:00Z', states: ['exhausted'] }))
    .body;
  const key = await make({ name: MARK });
  const request_id = (await send('/v2/pipelines')).headers.get('x-request-id')!;
  const analysis = await percept.fetch('/v2/vision/detect', {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', prefer: 'respond-async' },
    body: readFileSync(join(EXAMPLES, 'crossing.jpg')),
  });
  expect(analysis.status).toBe(202);
  const upload = await percept.fetch('/v2/uploads', {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: readFileSync(join(EXAMPLES, 'crossing.jpg')),
  });
  expect(upload.status).toBe(201);
  const collection = (await post('/v2/collections', { name: MARK })).body;
  const image = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');
  const entry = (await post(`/v2/collections/${MARK}/entries`, { image, label: MARK })).body;
  const token = /#token=([\w-]+)/.exec(percept.firstAccess)![1];
  const signedIn = await post('/v1/session', { token }, { key: '' });
  const headers = { cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! };
  const { sessions } = (await send('/v1/sessions', { key: '', headers })).body;
  expect((await send('/v2/secrets/ORCHARD', { method: 'PUT', body: { value: MARK } })).status).toBe(201);
  const trigger = await waitFor(async () => (await send('/v2/schedules')).body.schedules[0]);
  return {
    '/v2/pipelines': { name: MARK },
    '/v2/schedules': { pipeline: MARK, trigger: trigger.id.split('/')[1] },
    '/v2/runs': { id: run.id, name: 'none' },
    '/v2/analyses': { id: ((await analysis.json()) as { id: string }).id },
    '/v2/uploads': { id: ((await upload.json()) as { id: string }).id },
    '/v2/collections': { id: collection.id, entry: entry.id },
    '/v1/webhooks': { id: webhook.id, recovery: recovery.id },
    '/v1/deliveries': { id: delivery.id },
    '/v2/customer/deliveries': { id: delivery.id },
    '/v1/events': { id: event.event_id },
    '/v1/keys': { id: key.id },
    '/v2/projects': { id: 'prj_default' },
    '/v2/logs': { request_id },
    '/v2/secrets': { name: 'ORCHARD' },
    '/v1/sessions': { id: sessions[0].id },
  };
}

/** The routes of the document whose paths have parameters that we have something for. */
async function routes(): Promise<Route[]> {
  const { paths } = (await send('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

const owned = ({ path }: Route): Record<string, string> | undefined =>
  Object.entries(ids).find(([start]) => path.startsWith(`${start}/{`))?.[1];
async function ask(key: string, { method, path }: Route, body = '{}'): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${percept.url}${path}`, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: `Bearer ${key}`,
      ...(method !== 'GET' && method !== 'DELETE' && { 'content-type': 'application/json' }),
    },
    body: method === 'GET' || method === 'DELETE' ? undefined : body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Projects are for administrators of the installation, sessions for who is signed in: there is nothing to hide. */
const REFUSED: [string, number][] = [
  ['/v2/projects', 403],
  ['/v1/sessions', 401],
];

/** These take a name that each project may use for something of its own. */
const OWN_NAMES = ['PUT /v2/secrets/{name}', 'PUT /v2/pipelines/{name}', 'POST /v2/pipelines/{name}/validate'];

test('no route of the document shows or changes anything of another project', async () => {
  const before = await snapshot();
  const asked: string[] = [];
  const leaks: string[] = [];
  for (const route of await routes()) {
    const name = `${route.method} ${route.path}`;
    const values = owned(route);
    if (!values || OWN_NAMES.includes(name)) continue;
    const { status, text } = await ask(stranger, { ...route, path: fill(route.path, values) }, bodyFor(route.path));
    asked.push(name);
    const expected = REFUSED.find(([start]) => route.path.startsWith(start))?.[1] ?? 404;
    if (status !== expected || text.includes(MARK + '@')) leaks.push(`${name}: ${status} ${text.slice(0, 200)}`);
  }
  console.log(`${asked.length} routes asked with a key of another project: ${leaks.length} leaks`);
  expect(leaks).toEqual([]);
  expect(asked.length).toBeGreaterThan(35);
  expect(await snapshot()).toEqual(before);
});

test('a route whose path has a parameter is asked, or names nothing that a project owns', async () => {
  const all = (await routes()).filter(({ path }) => path.includes('{'));
  const others = all.filter((route) => !owned(route)).map(({ method, path }) => `${method} ${path}`);
  expect(others.sort()).toEqual(OF_THE_INSTALLATION);
  // The administrator of one project changes nothing that all of them use.
  const changes = others.filter((route) => /^(DELETE|POST) \/v2\/models\/\{name\}(\/default|\/pull)?$/.test(route));
  const asked = changes.map(async (route) => {
    const [method, path] = route.split(' ') as [string, string];
    return ask(stranger, { method, path: fill(path, { name: 'centernet' }) });
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403]);
  // A parameter that nothing stands for would be answered with 404 whatever it names.
  const unfilled = all.filter((route) => parametersOf(route.path).some((name) => !(name in (owned(route) ?? { [name]: '' }))));
  expect(unfilled).toEqual([]);
});

test('the same addresses answer their own project: they were the right ones', async () => {
  const missing: string[] = [];
  for (const route of await routes()) {
    const values = owned(route);
    // No collection of this test was taught.
    if (!values || route.method !== 'GET' || /artifacts|items\/file|events$|\/train$/.test(route.path)) continue;
    const { status } = await ask(percept.key, { ...route, path: fill(route.path, values) });
    if (status !== 200) missing.push(`${route.method} ${route.path}: ${status}`);
  }
  expect(missing).toEqual([]);
});

test('the lists of another project have nothing of this one', async () => {
  const found: string[] = [];
  const wanted = Object.values(ids).flatMap((values) => Object.values(values));
  const told = wanted.filter((id) => id === MARK || /^\w{3}_\w{10}/.test(id));
  for (const route of await routes()) {
    if (route.method !== 'GET' || route.path.includes('{') || /catalogue|projects|health|metrics/.test(route.path)) continue;
    // Their own requests, with the ids that they tried.
    if (route.path === '/v2/logs') continue;
    const { text } = await ask(stranger, route);
    found.push(...told.filter((id) => text.includes(id)).map((id) => `${route.path} shows ${id}`));
  }
  const ticks = await ask(stranger, { method: 'GET', path: `/v1/deliveries?webhook_id=${ids['/v1/webhooks']!['id']}` });
  expect(JSON.parse(ticks.text).deliveries).toEqual([]);
  const { entries } = (await send('/v2/logs?limit=500', { key: stranger })).body;
  expect(new Set(entries.map((entry: any) => entry.key_name))).toEqual(new Set(['theirs']));
  expect(found).toEqual([]);
});

test('both projects use the same name for pipelines of their own', async () => {
  const theirs = PIPELINE.replace('webhook: words', 'every: 1h').replace('default: good', 'default: theirs');
  const kept = await send(`/v2/pipelines/${MARK}`, { method: 'PUT', key: stranger, body: { source: theirs } });
  expect([kept.status, kept.body.number]).toEqual([201, 1]);
  expect((await send(`/v2/pipelines/${MARK}`)).body.source).toBe(PIPELINE);
  expect((await send(`/v2/pipelines/${MARK}`, { key: stranger })).body.source).toBe(theirs);
  const schedule = await waitFor(async () => (await send('/v2/schedules', { key: stranger })).body.schedules[0]);
  expect(schedule).toMatchObject({ pipeline: MARK, kind: 'every' });
  const paused = await post(`/v2/schedules/${schedule.id}/pause`, undefined, { key: stranger });
  expect([paused.status, paused.body.id]).toEqual([200, schedule.id]);
  // An encoded slash does not reach into the other project.
  const project = (await send('/v2/projects')).body.projects[1].id as string;
  expect((await post(`/v2/schedules/${project}%2F${MARK}/${schedule.id.split('/')[1]}/resume`)).status).toBe(404);
  expect((await send(`/v2/pipelines/${MARK}`, { method: 'DELETE', key: stranger })).status).toBe(204);
  expect((await send(`/v2/pipelines/${MARK}`)).status).toBe(200);
});

test('events go to the webhooks of their project alone', async () => {
  const theirs = (await post('/v1/webhooks', { url: 'https://example.com/theirs' }, { key: stranger })).body;
  await percept.fetch('/v2/text/sentiment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'good' }),
  });
  const own = ids['/v1/webhooks']!['id']!;
  await waitFor(async () => (await send(`/v1/webhooks/${own}/deliveries`)).body.deliveries.length > 1);
  expect((await send(`/v1/webhooks/${theirs.id}/deliveries`, { key: stranger })).body.deliveries).toEqual([]);
});

test('an administrator creates projects and acts in any of them; nobody else can', async () => {
  const { status, body: project } = await post('/v2/projects', { name: 'third', plan: 'pro' });
  expect([status, project.plan]).toEqual([201, 'pro']);
  expect((await post('/v2/projects', { name: 'third' })).status).toBe(409);
  const headers = { 'percept-project': project.id };
  const key = (await post('/v1/keys', { name: 'theirs' }, { headers })).body;
  expect(key.project_id).toBe(project.id);
  expect((await send('/v1/keys', { headers })).body.keys.map(({ id }: any) => id)).toEqual([key.id]);
  const changed = await send(`/v2/projects/${project.id}`, { method: 'PATCH', body: { plan: 'enterprise', monthly_limit: 7 } });
  expect(changed.body).toMatchObject({ name: 'third', plan: 'enterprise', monthly_limit: 7 });
  expect((await send('/v1/keys', { key: stranger, headers })).status).toBe(404);
  expect((await send('/v1/keys', { headers: { 'percept-project': 'prj_none' } })).status).toBe(404);
  expect((await send('/v2/projects', { key: stranger })).status).toBe(403);
  const listed = await command(['projects', 'list', '--json'], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
  expect(JSON.parse(listed.stdout).map(({ name }: any) => name)).toEqual(['default', 'stranger', 'third']);
});

test('a deleted project is gone for good, with its rows and its files', async () => {
  const { body: project } = await post('/v2/projects', { name: 'leaving' });
  const headers = { 'percept-project': project.id };
  const { key } = (await post('/v1/keys', { name: 'leaver', scopes: ALL_SCOPES }, { headers })).body;
  await send('/v2/pipelines/leaving', {
    method: 'PUT',
    key,
    body: { source: PIPELINE.replace(`name: ${MARK}`, 'name: leaving') },
  });
  await post('/v1/webhooks', { url: 'https://example.com/' }, { key });
  const run = (await post('/v2/pipelines/leaving/runs', {}, { key })).body;
  await waitFor(async () => (await send(`/v2/runs/${run.id}`, { key })).body.ended_at !== null);
  await waitFor(async () => (await send('/v2/schedules', { key })).body.schedules.length > 0);
  // Usage and the request log are written a moment later.
  await waitFor(() => Object.keys(mentions(project.id)).length >= 9);
  expect((await send(`/v2/projects/${project.id}`, { method: 'DELETE', key: stranger })).status).toBe(403);
  const deleted = await send(`/v2/projects/${project.id}`, { method: 'DELETE' });
  expect([deleted.status, deleted.body]).toEqual([202, { ...project, deleted_at: expect.any(String) }]);
  expect((await send('/v2/pipelines', { key })).status).toBe(401);
  expect((await send('/v1/keys', { headers })).status).toBe(404);
  await waitFor(async () => (await send(`/v2/projects/${project.id}`)).status === 404);
  // What says that it was deleted: its row, what the administrator asked, and what a stranger tried, each in the log of who asked.
  const left = await waitFor(() => {
    const { projects: rows = [], audit_log = [], request_log = [], ...others } = mentions(project.id);
    return Object.keys(others).length === 0 && { rows, entries: [...audit_log, ...request_log] as { project_id: string }[] };
  });
  expect(left.rows).toHaveLength(1);
  expect(left.entries.filter(({ project_id }) => project_id === project.id)).toEqual([]);
  expect((await post('/v2/projects', { name: 'leaving' })).status).toBe(201);
  const gone = await command(['projects', 'delete', 'leaving', '--yes'], { env: { PERCEPT_DATA_DIR: percept.dataDir } });
  expect(gone.stdout).toContain("Deleted 'leaving' (prj_");
  expect((await send('/v2/projects/prj_default', { method: 'DELETE' })).status).toBe(409);
});

/** The rows of the database that name an id, by table. */
function mentions(id: string): Record<string, unknown[]> {
  const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'));
  try {
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const found = names.map(({ name }): [string, unknown[]] => {
      const rows = database.prepare(`SELECT * FROM ${name}`).all();
      return [name, rows.filter((row) => JSON.stringify(row).includes(id))];
    });
    return Object.fromEntries(found.filter(([, rows]) => rows.length > 0));
  } finally {
    database.close();
  }
}

/** What the first project has. */
async function snapshot(): Promise<unknown> {
  const { '/v1/webhooks': webhook, '/v1/keys': key, '/v2/runs': run } = ids;
  const schedules = (await send('/v2/schedules')).body;
  const { body: pipeline } = await send(`/v2/pipelines/${MARK}`);
  const { body: endpoint } = await send(`/v1/webhooks/${webhook!['id']}`);
  const { body: shown } = await send(`/v1/keys/${key!['id']}`);
  return [schedules, pipeline, endpoint.description, endpoint.active, shown, (await send(`/v2/runs/${run!['id']}`)).body.status];
}
