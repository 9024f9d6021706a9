import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EXAMPLES, percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { connecting } from '../compat/mcp/connect';

const dir = tempDir();
const open = join(dir, 'open');
/** Nothing listens there: who is refused is refused before. */
const env = {
  PERCEPT_DATA_ROOTS: open,
  PERCEPT_S3_BUCKETS: 'photos',
  AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_REGION: 'eu-central-1',
};
let percept: RunningPercept;
let stranger: { project: string; key: string };

beforeAll(async () => {
  for (const folder of ['acme', 'owner']) {
    mkdirSync(join(open, folder), { recursive: true });
    copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(open, folder, 'a.jpg'));
    writeFileSync(join(open, folder, 'a.csv'), 'a\n1\n');
    writeFileSync(join(open, folder, 'a.jsonl'), '{"a":1}\n');
    writeFileSync(join(open, folder, 'a.txt'), 'https://example.com/a.jpg\n');
  }
  percept = await startPercept({ env });
  const { body } = await post('/v2/projects', { name: 'stranger' });
  const terms = { name: 'theirs', scopes: ['predict', 'pipelines', 'webhooks'] };
  const { key } = (await post('/v1/keys', terms, { headers: { 'percept-project': body.id } })).body;
  stranger = { project: body.id, key };
  expect((await send('/v2/secrets/ORCHARD', { method: 'PUT', body: { value: 'apples', hosts: ['example.com'] } })).status).toBe(
    201,
  );
  mkdirSync(join(percept.dataDir, 'files', 'prj_default'), { recursive: true });
  copyFileSync(join(open, 'owner', 'a.jpg'), join(percept.dataDir, 'files', 'prj_default', 'own.jpg'));
});
afterAll(async () => {
  await percept.stop();
  for (const each of [percept.dataDir, dir]) removeDir(each);
});

const { send, post } = sending(() => percept);
const connect = connecting(() => percept, '2025-11-25');

const pipeline = (name: string, lines: string): string => `version: 1\nname: ${name}\n${lines}`;
const each = (source: string): string =>
  `steps:\n  - id: all\n    for_each: { ${source}, as: it }\n    steps: [{ id: a, uses: text.sentiment, with: { text: "good" } }]\n`;
const one = (uses: string, parameters: object): string =>
  `steps:\n  - { id: a, uses: ${uses}, with: ${JSON.stringify(parameters)} }\n`;
const made = one('text.sentiment', { text: 'good' });

/** Every way in which a pipeline reaches a file below `at`. */
const ofFiles = (at: string): Record<string, string> => ({
  files: each(`files: "${at}/*.jpg"`),
  csv: each(`csv: "${at}/a.csv"`),
  jsonl: each(`jsonl: "${at}/a.jsonl"`),
  urls: each(`urls: "${at}/a.txt"`),
  image: one('vision.analyze', { image: `${at}/a.jpg` }),
  table: one('table.read', { file: `${at}/a.csv` }),
});
/** Every way in which it reaches an object. */
const ofObjects = (at: string): Record<string, string> => ({
  objects: each(`files: "${at}/*.jpg"`),
  'object-csv': each(`csv: "${at}/a.csv"`),
  'object-image': one('vision.analyze', { image: `${at}/a.jpg` }),
  'object-table': one('table.read', { file: `${at}/a.csv` }),
  'object-output': `${made}outputs: [{ jsonl: "${at}/out.jsonl", rows: "\${{ [a] }}" }]\n`,
});

/** Whether the pipeline found what it looked for; else the code of the error. */
async function outcome(key: string, name: string, lines: string): Promise<string> {
  const saved = await send(`/v2/pipelines/${name}`, { method: 'PUT', key, body: { source: pipeline(name, lines) } });
  if (saved.status > 201) throw new Error(`${name} is not saved: ${JSON.stringify(saved.body)}`);
  return runOf(key, name);
}

async function runOf(key: string, name: string): Promise<string> {
  const started = await post(`/v2/pipelines/${name}/runs`, {}, { key });
  if (started.status !== 202) return started.body.error.code;
  const run = await waitFor(async () => {
    const { body } = await send(`/v2/runs/${started.body.id}`, { key });
    return body.ended_at !== null && body;
  });
  if (run.status === 'succeeded' && run.counts.succeeded > 0) return 'found';
  const { items } = (await send(`/v2/runs/${run.id}/items`, { key })).body;
  return items[0]?.error?.code ?? run.error?.code ?? `${run.status}: ${JSON.stringify(run.error)}`;
}

const outcomes = async (key: string, ways: Record<string, string>): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const [name, lines] of Object.entries(ways)) found[name] = await outcome(key, name, lines);
  return found;
};
const all = (ways: object, value: unknown): object => Object.fromEntries(Object.keys(ways).map((name) => [name, value]));

/** What the door of AWS says of an object. */
const rekognition = async (key: string): Promise<string> => {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'RekognitionService.DetectLabels' };
  const body = { Image: { S3Object: { Bucket: 'photos', Name: 'owner/a.jpg' } } };
  return JSON.stringify((await post('/', body, { key, headers })).body);
};

/** What a tool of the door of MCP says of a file. */
const mcp = async (key: string, image: string): Promise<string> => {
  const client = await connect(key);
  const answer = await client.callTool({ name: 'vision_analyze', arguments: { image } });
  await client.close();
  return JSON.stringify(answer.content);
};

test('the first project reaches all of it: the ways are ways', async () => {
  expect(await outcomes(percept.key, ofFiles(join(open, 'owner')))).toEqual(all(ofFiles(''), 'found'));
  for (const code of Object.values(await outcomes(percept.key, ofObjects('s3://photos/owner'))))
    expect(code).not.toBe('FORBIDDEN');
  expect(await rekognition(percept.key)).not.toContain('lies outside');
  expect(await mcp(percept.key, join(open, 'owner', 'a.jpg'))).not.toContain('lies outside');
});

test('no way leads another project to a file, an object or a secret of the first one', async () => {
  const places = [join(open, 'owner'), join(percept.dataDir, 'files', 'prj_default'), '../prj_default'];
  let asked = 0;
  const found: string[] = [];
  const note = (way: string, isRefused: boolean): void => {
    asked++;
    if (!isRefused) found.push(way);
  };
  for (const place of places) {
    for (const [way, code] of Object.entries(await outcomes(stranger.key, ofFiles(place))))
      note(`${way} ${place}: ${code}`, ['FORBIDDEN', 'NOT_FOUND', 'INVALID_REQUEST'].includes(code));
    note(`MCP ${place}`, /lies outside|no such|There is no/.test(await mcp(stranger.key, join(place, 'own.jpg'))));
  }
  for (const [way, code] of Object.entries(await outcomes(stranger.key, ofObjects('s3://photos/owner'))))
    note(`${way}: ${code}`, code === 'FORBIDDEN');
  note('Rekognition', (await rekognition(stranger.key)).includes('lies outside'));
  for (const folder of [open, join(percept.dataDir, 'files', 'prj_default'), 's3://photos/owner']) {
    const source = pipeline('watch', `inputs: { file: { type: string } }\ntriggers: [{ watch: "${folder}" }]\n${made}`);
    await send('/v2/pipelines/watch', { method: 'PUT', key: stranger.key, body: { source } });
    const reason = await waitFor(async () => {
      const { schedules } = (await send('/v2/schedules', { key: stranger.key })).body;
      return schedules[0]?.paused_reason;
    });
    note(`watch ${folder}: ${reason}`, reason.includes('lies outside'));
    await send('/v2/pipelines/watch', { method: 'DELETE', key: stranger.key });
    await waitFor(async () => (await send('/v2/schedules', { key: stranger.key })).body.schedules.length === 0);
  }
  const secret = `secrets: [ORCHARD]\n${one('http.request', { url: 'https://example.com/${{ secrets.ORCHARD }}' })}`;
  note('secret', (await outcome(stranger.key, 'secret', secret)) === 'INVALID_REQUEST');
  console.log(`${asked} ways to files, buckets and secrets tried with a key of another project: ${found.length} found`);
  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(25);
});

test('it reads its own folder, relative too, and what comes into it', async () => {
  const own = join(percept.dataDir, 'files', stranger.project);
  for (const name of ['a.jpg', 'a.csv', 'a.jsonl', 'a.txt']) copyFileSync(join(open, 'acme', name), join(own, name));
  expect(await outcomes(stranger.key, ofFiles(own))).toEqual(all(ofFiles(''), 'found'));
  expect(await outcome(stranger.key, 'relative', each('files: "*.jpg"'))).toBe('found');
  // The first project does not read it in turn.
  for (const code of Object.values(await outcomes(percept.key, ofFiles(own)))) expect(code).toBe('FORBIDDEN');
});

test('its runs write into its own folder, by the full path or by its id, and into no other', async () => {
  const [own, files] = [join(percept.dataDir, 'files', stranger.project), join(percept.dataDir, 'files')];
  const output = (path: string) => `${made}outputs: [{ jsonl: ${JSON.stringify(path)}, rows: "\${{ [a] }}" }]\n`;
  for (const path of [join(own, 'out', 'full.jsonl'), `${stranger.project}/out/short.jsonl`]) {
    expect(await outcome(stranger.key, 'own-output', output(path))).toBe('found');
    const [run] = (await send('/v2/runs?pipeline=own-output&limit=1', { key: stranger.key })).body.runs;
    const name = encodeURIComponent(basename(path));
    expect((await send(`/v2/runs/${run.id}/artifacts/${name}`, { key: stranger.key })).status).toBe(200);
  }
  expect(readdirSync(join(own, 'out')).sort()).toEqual(['full.jsonl', 'short.jsonl']);
  expect(await outcome(stranger.key, 'reads-own-output', each('jsonl: "out/short.jsonl"'))).toBe('found');
  symlinkSync(join(files, 'prj_default'), join(own, 'link'));
  for (const path of [
    join(files, 'prj_default', 'x.jsonl'),
    'prj_default/../../../x.jsonl',
    `${stranger.project}/../prj_default/x.jsonl`,
    `${stranger.project}/link/x.jsonl`,
    join(own, '..', 'prj_default', 'x.jsonl'),
    join(open, 'acme', 'x.jsonl'),
    join(files, 'x.jsonl'),
    `${own}x.jsonl`,
    own,
  ])
    expect([path, await outcome(stranger.key, 'no-output', output(path))]).toEqual([path, 'INVALID_REQUEST']);
  // The id of another project is a folder of the run, like any other name.
  expect(await outcome(stranger.key, 'their-id', output('prj_default/x.jsonl'))).toBe('found');
  expect(readdirSync(join(files, 'prj_default'))).toEqual(['own.jpg']);
});

test('an operator grants folders and buckets that the settings open, by the command line and the API', async () => {
  const update = ['projects', 'update', 'stranger', '--roots', join(open, 'acme'), '--buckets', 'photos/acme'];
  expect((await command(update, { env: { ...env, PERCEPT_DATA_DIR: percept.dataDir } })).stdout).toContain('stranger');
  expect(await outcomes(stranger.key, ofFiles(join(open, 'acme')))).toEqual(all(ofFiles(''), 'found'));
  expect(await outcome(stranger.key, 'files', ofFiles(join(open, 'owner'))['files']!)).toBe('FORBIDDEN');
  for (const code of Object.values(await outcomes(stranger.key, ofObjects('s3://photos/acme'))))
    expect(code).not.toBe('FORBIDDEN');
  for (const code of Object.values(await outcomes(stranger.key, ofObjects('s3://photos/acmes')))) expect(code).toBe('FORBIDDEN');
  const patch = (body: object, key?: string) => send(`/v2/projects/${stranger.project}`, { method: 'PATCH', body, key });
  for (const roots of [['/etc'], [join(open, '..')], ['acme']])
    expect(await patch({ roots })).toMatchObject({ status: 400, body: { error: { details: { field: 'roots' } } } });
  expect(await patch({ buckets: ['other'] })).toMatchObject({ status: 400, body: { error: { details: { field: 'buckets' } } } });
  expect((await patch({ roots: [open] }, stranger.key)).status).toBe(403);
  expect((await patch({ roots: ['*'], buckets: [] })).body).toMatchObject({ roots: ['*'], buckets: [] });
  expect(await outcome(stranger.key, 'files', ofFiles(join(open, 'owner'))['files']!)).toBe('found');
  expect((await patch({ roots: [] })).status).toBe(200);
  expect(await outcome(stranger.key, 'files', ofFiles(join(open, 'acme'))['files']!)).toBe('FORBIDDEN');
});

test('the start says which projects were granted nothing', async () => {
  expect((await post('/v2/projects', { name: 'second' })).status).toBe(201);
  await percept.stop();
  const { key, dataDir } = percept;
  percept = { ...(await startPercept({ env, dataDir })), key };
  expect(percept.output()).toMatch(/"projects":\["second"\].*belong to the first project.*percept projects update NAME/);
});
