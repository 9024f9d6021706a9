import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { brightness } from '../../harness/fixtures/tiny-models';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending, type Answer } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { connecting } from '../compat/mcp/connect';

// Two projects have a model of the same name, which says something else in each; a third project and the first have none.

const NAME = 'orchard';
const pipelines = tempDir();
let percept: RunningPercept;
let white: Buffer;
const projects: Record<string, { id: string; key: string }> = {};

const { send, post } = sending(() => percept);
const connect = connecting(() => percept, '2025-11-25');

beforeAll(async () => {
  white = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  percept = await startPercept({ env: { PERCEPT_PIPELINES_DIR: pipelines, PERCEPT_PROJECT_LIMITS: 'models_mb=1' } });
  for (const name of ['apples', 'pears', 'nobody']) {
    const { id } = (await post('/v2/projects', { name })).body;
    const made = await post('/v1/keys', { name, plan: 'pro', scopes: ALL_SCOPES }, { headers: { 'percept-project': id } });
    projects[name] = { id, key: made.body.key };
  }
  for (const name of ['apples', 'pears']) expect((await put(name, NAME, brightness([name, 'dark']))).status).toBe(200);
});
afterAll(async () => {
  await percept.stop();
  for (const folder of [percept.dataDir, pipelines]) removeDir(folder);
});

const keyOf = (project: string): string => projects[project]?.key ?? percept.key;

/** Uploads a model with the key of a project. */
async function put(project: string, name: string, { page, onnx }: { page: string; onnx: Uint8Array }): Promise<Answer> {
  const form = new FormData();
  form.set('manifest', page);
  form.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
  const headers = { authorization: `Bearer ${keyOf(project)}` };
  const answer = await fetch(`${percept.url}/v2/models/${name}`, { method: 'PUT', headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}
const as = (project: string, more = {}) => ({ key: keyOf(project), ...more });
const names = async (project: string): Promise<string[]> =>
  (await send('/v2/models', as(project))).body.models.filter(({ own }: any) => own).map(({ name }: any) => name);
const classify = (project: string, model = NAME): Promise<Answer> =>
  post('/v2/vision/classify', { image: white.toString('base64'), model, confidence_threshold: 0 }, as(project));
const tensor = { name: 'image', shape: [1, 3, 16, 16], datatype: 'FP32', data: Array.from({ length: 768 }, () => 255) };

test('a model belongs to the project whose key uploaded it, under a name that another project uses too', async () => {
  for (const project of ['apples', 'pears']) {
    const listed = (await send('/v2/models', as(project))).body.models.filter(({ name }: any) => name === NAME);
    expect(listed).toEqual([expect.objectContaining({ own: true, shared: false, default: false, state: 'ready' })]);
    const { status, body, headers } = await classify(project);
    expect([status, body.classifications[0].label]).toEqual([200, project]);
    expect(headers.get('percept-models')).toBe(`${NAME}/1`);
    const { body: got } = await send(`/v2/models/${NAME}`, as(project));
    expect(got).toMatchObject({ platform: 'onnxruntime_onnx', inputs: [{ name: 'image' }] });
    const raw = await post(`/v2/models/${NAME}/infer`, { inputs: [tensor] }, as(project));
    expect([raw.status, raw.body.outputs[0].data[0]]).toEqual([200, 8]);
  }
  const shared = (await send('/v2/models', as('apples'))).body.models.filter(({ name }: any) => name === 'centernet');
  expect(shared).toEqual([expect.objectContaining({ shared: true })]);
});

test.each(['nobody', 'the first project'])(
  '%s sees nothing of it: not listed, read, used, changed or deleted',
  async (project) => {
    expect(await names(project)).toEqual([]);
    const routes: [string, string, unknown?][] = [
      ['GET', `/v2/models/${NAME}`],
      ['GET', `/v2/models/${NAME}/ready`],
      ['GET', `/v2/models/${NAME}/versions/1`],
      ['POST', `/v2/models/${NAME}/infer`, { inputs: [tensor] }],
      ['DELETE', `/v2/models/${NAME}`],
    ];
    for (const [method, path, body] of routes) {
      const answer = await send(path, { method, body, ...as(project) });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    const unknown = await classify(project, 'never-there');
    const { status, body } = await classify(project);
    expect([status, body.error.message]).toEqual([400, unknown.body.error.message.replace('never-there', NAME)]);
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(white)]), 'image.jpg');
    form.set('api_key', keyOf(project));
    const custom = await (await fetch(`${percept.url}/v1/vision/custom/list`, { method: 'POST', body: form })).json();
    expect(JSON.stringify(custom)).not.toContain(NAME);
    // Nor by a path to where it is.
    for (const path of [`.projects/${projects['apples']!.id}/${NAME}`, `${projects['apples']!.id}/${NAME}`])
      expect((await classify(project, path)).status).toBe(400);
  },
);

test('agents see the models of their project alone', async () => {
  const uris = async (project: string): Promise<string[]> => {
    const client = await connect(keyOf(project));
    try {
      return (await client.listResources()).resources.map(({ uri }) => uri);
    } finally {
      await client.close();
    }
  };
  expect(await uris('pears')).toContain(`percept://models/${NAME}`);
  expect(await uris('nobody')).not.toContain(`percept://models/${NAME}`);
});

test('a pipeline uses the model of its project, and what it cached of the model before is not used', async () => {
  const source = `version: 1
name: looks
steps:
  - { id: look, uses: vision.classify, with: { image: ${JSON.stringify(`data:image/png;base64,${white.toString('base64')}`)}, model: ${NAME}, confidence_threshold: 0 }, cache: 1d }
`;
  const labelOf = async (project: string): Promise<string> => {
    const saved = await send('/v2/pipelines/looks', { method: 'PUT', body: { source }, ...as(project) });
    expect([200, 201, saved.body]).toContain(saved.status);
    const { id } = (await post('/v2/pipelines/looks/runs', {}, as(project))).body;
    const run = await waitFor(async () => {
      const { body } = await send(`/v2/runs/${id}`, as(project));
      return body.ended_at !== null && body;
    });
    expect([run.status, run.error]).toEqual([run.status, null]);
    const { items } = (await send(`/v2/runs/${id}/items`, as(project))).body;
    return items[0].results.look.classifications[0].label;
  };
  expect(await labelOf('apples')).toBe('apples');
  expect(await labelOf('pears')).toBe('pears');
  expect((await put('pears', NAME, brightness(['quinces', 'dark'], '2'))).status).toBe(200);
  expect(await labelOf('pears')).toBe('quinces');
  expect(await labelOf('apples')).toBe('apples');
});

test('what a project may not send is refused, and what was there before stays', async () => {
  const good = brightness(['light', 'dark']);
  const refused = async (name: string, model: { page: string; onnx: Uint8Array }): Promise<[number, string]> => {
    const { status, body } = await put('apples', name, model);
    return [status, body.error.message];
  };
  expect(await refused('centernet', good)).toEqual([409, expect.stringContaining("All projects have a model 'centernet'")]);
  expect(await refused('..', good)).not.toEqual([200, expect.anything()]);
  expect(await refused('mine', { ...good, page: `${good.page}default: true\n` })).toEqual([
    400,
    expect.stringContaining('default: true'),
  ]);
  expect(await refused(NAME, { ...good, onnx: Buffer.from('no network') })).toEqual([
    400,
    expect.stringContaining("model 'orchard' failed"),
  ]);
  expect(await refused('large', { ...good, onnx: Buffer.concat([good.onnx, Buffer.alloc(1024 * 1024)]) })).toEqual([
    409,
    expect.stringContaining('models_mb'),
  ]);
  const weak = (await post('/v1/keys', { name: 'weak', scopes: ['predict', 'pipelines'] }, as('apples'))).body.key;
  expect((await send(`/v2/models/${NAME}`, { method: 'DELETE', key: weak })).status).toBe(403);
  expect((await send('/v2/models/centernet', { method: 'DELETE', ...as('apples') })).status).toBe(403);
  expect((await post(`/v2/models/${NAME}/default`, {}, as('apples'))).status).toBe(403);
  expect(await names('apples')).toEqual([NAME]);
  expect((await classify('apples')).body.classifications[0].label).toBe('apples');
});

const SECRET = 'the line of a file that no model is';
const quoted = (page: string, file: string): string =>
  page.replace(/^labels: .*$/m, `"labels": ${file}`).replace(/^categories.*$/m, '');
test.each<[string, (page: string, file: string) => string, RegExp]>([
  ['in quotes', quoted, /labels must be the list itself/],
  [
    'as an explicit key',
    (page, file) => quoted(page, file).replace('"labels":', '? labels\n:'),
    /labels must be the list itself/,
  ],
  [
    'by an anchor',
    (page, file) =>
      quoted(page, '*there')
        .replace('version:', `licence: &there ${file}\nversion:`)
        .replace(/^licence: A.*$/m, ''),
    /labels must be the list itself/,
  ],
  [
    'in braces',
    (page, file) => `{ ${quoted(page, file).trim().split('\n').filter(Boolean).join(', ')} }`,
    /labels must be the list itself/,
  ],
  ['that never ends', (page) => quoted(page, '../../../../../../../../../dev/zero'), /labels must be the list itself/],
  ['as its network', (page) => page.replace('file: net.onnx', 'file: ../other/net.onnx'), /one ONNX file/],
  [
    'as its network, with an end in it',
    (page) => page.replace('file: net.onnx', String.raw`file: "net\0.onnx"`),
    /one ONNX file/,
  ],
  [
    'as its network, with a long name',
    (page) => page.replace('file: net.onnx', `file: ${'n'.repeat(300)}.onnx`),
    /one ONNX file/,
  ],
])(
  'a manifest that names a file of the machine %s is refused, by validation too, and nothing is read',
  async (_, write, reason) => {
    const hidden = join(percept.dataDir, 'hidden.txt');
    writeFileSync(hidden, `${SECRET}\n${SECRET} too\n`);
    const { page, onnx } = brightness(['light', 'dark']);
    const written = write(page, relative(join(percept.dataDir, 'models', '.pulling', 'upload-x', 'spy'), hidden));
    for (const project of ['apples', 'the first project']) {
      const sent = await put(project, 'spy', { page: written, onnx });
      const validated = await post('/v2/models/spy/validate', { manifest: written }, as(project));
      for (const { status, body } of [sent, validated]) {
        expect([status, body.error.message]).toEqual([400, expect.stringMatching(reason)]);
        expect(JSON.stringify(body)).not.toContain(SECRET);
      }
    }
  },
);

test.each([
  ['is larger than 64 KB', `${'# long\n'.repeat(10_000)}`, /larger than 64 KB/],
  [
    'repeats itself without end',
    `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'.replaceAll(
      /./g,
      (name) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${String.fromCodePoint(name.codePointAt(0)! - 1)}`)
          .join()}]\n`,
    )}`,
    /alias/,
  ],
  ['nests without end', '['.repeat(60_000), /call stack/],
  ['has a field twice', 'version: 1\nversion: 2\n', /'version' is there twice/],
  ['has thousands of fields', Array.from({ length: 6_000 }, (_, n) => `k${n}: 1`).join('\n'), /mistakes/],
])('a manifest that %s is refused', async (_, manifest, reason) => {
  const { status, body } = await post('/v2/models/heavy/validate', { manifest }, as('apples'));
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(reason)]);
  expect(body.error.details.findings?.length ?? 0).toBeLessThanOrEqual(50);
});

test('an administrator who visits a project sees its models, and installs for everyone in the first one', async () => {
  const visiting = { headers: { 'percept-project': projects['apples']!.id } };
  expect((await send(`/v2/models/${NAME}`, visiting)).status).toBe(200);
  expect((await put('the first project', 'everyones', brightness(['all', 'dark']))).body).toMatchObject({
    shared: true,
    own: true,
  });
  for (const project of ['apples', 'nobody'])
    expect((await classify(project, 'everyones')).body.classifications[0].label).toBe('all');
  // The name was the project's before: its own goes before the new one, for it alone.
  expect((await put('the first project', NAME, brightness(['all', 'dark']))).status).toBe(200);
  expect((await classify('apples')).body.classifications[0].label).toBe('apples');
  expect((await classify('nobody')).body.classifications[0].label).toBe('all');
  for (const name of [NAME, 'everyones']) expect((await send(`/v2/models/${name}`, { method: 'DELETE' })).status).toBe(204);
  expect((await send('/v2/models/centernet', { method: 'DELETE' })).status).toBe(409);
  expect(await names('nobody')).toEqual([]);
});

test('a deleted model is gone for its project alone; a deleted project takes its models along, with their files', async () => {
  const folder = (project: string): string => join(percept.dataDir, 'models', '.projects', projects[project]!.id);
  expect(readdirSync(folder('apples'))).toEqual([NAME]);
  expect((await send(`/v2/models/${NAME}`, { method: 'DELETE', ...as('apples') })).status).toBe(204);
  expect((await classify('apples')).status).toBe(400);
  expect((await classify('pears')).body.classifications[0].label).toBe('quinces');
  expect(readdirSync(folder('apples'))).toEqual([]);
  expect((await send(`/v2/projects/${projects['pears']!.id}`, { method: 'DELETE' })).status).toBe(202);
  await waitFor(() => !existsSync(folder('pears')));
});
