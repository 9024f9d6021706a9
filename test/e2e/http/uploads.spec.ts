import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { EXAMPLES, percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const image = readFileSync(join(EXAMPLES, 'crossing.jpg'));
let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_PROJECT_LIMITS: 'uploads_mb=1', PERCEPT_MAX_MEDIA_MB: '2' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const files = (): string[] => readdirSync(join(percept.dataDir, 'uploads'));

async function upload(body: NonNullable<RequestInit['body']>, { type, query = '', headers = {}, key }: any = {}): Promise<any> {
  const answer = await percept.fetch(`/v2/uploads${query}`, {
    method: 'POST',
    body,
    headers: { ...(type && { 'content-type': type }), ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
  return { status: answer.status, location: answer.headers.get('location'), ...((await answer.json()) as object) };
}
const uploadImage = (more: object = {}) => upload(new Uint8Array(image), { type: 'image/jpeg', ...more });
const detect = (body: object) => post('/v2/vision/detect', { min_confidence: 0.5, ...body });

test('a file is uploaded once, and its handle stands for it until it is deleted', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(image)], { type: 'text/plain' }), 'x.txt');
  form.set('expires_in', '600');
  const made = await upload(form);
  expect(made).toMatchObject({
    ...{ id: expect.stringMatching(/^upl_[0-9a-f]{32}$/), bytes: image.length, media_type: 'image/jpeg' },
    ...{ location: `/v2/uploads/${made.id}`, content_url: `/v2/uploads/${made.id}/content` },
  });
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(600_000);
  const { location, status, ...shown } = made;
  expect([status, (await send(location)).body]).toEqual([201, shown]);
  expect((await send('/v2/uploads')).body).toEqual({ uploads: [shown], next_cursor: null });
  const content = await percept.fetch(made.content_url);
  expect(content.headers.get('content-type')).toBe('image/jpeg');
  expect(image.equals(Buffer.from(await content.arrayBuffer()))).toBe(true);

  const direct = (await detect({ image_data: image.toString('base64') })).body.detections;
  expect(direct.length).toBeGreaterThan(0);
  for (const field of ['image', 'image_url']) expect((await detect({ [field]: made.id })).body.detections).toEqual(direct);
  expect((await detect({ image_data: made.id })).body.error.details.field).toBe('image_data');
  const later = (await post('/v2/vision/detect/async', { image_url: made.id, min_confidence: 0.5 })).body;
  const analysis = await waitFor(async () => {
    const { body } = await send(later.status_url);
    return body.ended_at && body;
  });
  expect(analysis.result.detections).toEqual(direct);

  expect((await send(location, { method: 'DELETE' })).status).toBe(204);
  expect([(await send(location)).status, existsSync(join(percept.dataDir, 'uploads', made.id))]).toEqual([404, false]);
});

test('a video is uploaded once and analyzed by its handle to the end, at once and for later', async () => {
  const video = readFileSync(join(EXAMPLES, '..', 'videos', 'harbour.mp4'));
  const made = await upload(new Uint8Array(video), { type: 'video/mp4' });
  expect([made.status, made.media_type]).toEqual([201, 'video/mp4']);
  const fields = { features: ['objects'], frame_interval: 5 };
  const ended = async (path: string, body: object): Promise<any> => {
    const answer = await post(path, { ...fields, ...body });
    if (answer.status === 200) return answer.body;
    expect(answer.status).toBe(202);
    const analysis = await waitFor(async () => {
      const { body: shown } = await send(answer.body.status_url);
      return shown.ended_at && shown;
    });
    return analysis.result;
  };
  const { video_info, tracks } = await ended('/v2/vision/video/analyze', { video_data: video.toString('base64') });
  expect([video_info.total_frames, tracks.length > 0]).toEqual([30, true]);
  for (const path of ['/v2/vision/video/analyze', '/v2/vision/video/analyze/async'])
    expect(await ended(path, { video: made.id })).toMatchObject({ video_info, tracks });
  await send(made.location, { method: 'DELETE' });
});

test('a raw body and an Idempotency-Key make one upload', async () => {
  const once = () => uploadImage({ headers: { 'idempotency-key': 'once' } });
  const [first, second] = [await once(), await once()];
  expect(second).toEqual(first);
  expect((await send('/v2/uploads')).body.uploads.map(({ id }: any) => id)).toEqual([first.id]);
  await send(first.location, { method: 'DELETE' });
});

test('the inputs of a pipeline may be a handle', async () => {
  const { id, location } = await uploadImage();
  const source = `version: 1
name: looks
inputs:
  picture: { type: string }
steps:
  - { id: look, uses: vision.detect, with: { image: '\${{ inputs.picture }}', min_confidence: 0.5 } }
`;
  expect((await send('/v2/pipelines/looks', { method: 'PUT', body: { source } })).status).toBe(201);
  const runOn = async (picture: string) => {
    const run = (await post('/v2/pipelines/looks/runs', { inputs: { picture } })).body;
    await waitFor(async () => (await send(`/v2/runs/${run.id}`)).body.ended_at !== null);
    return (await send(`/v2/runs/${run.id}/items`)).body.items[0];
  };
  const { state, results } = await runOn(id);
  expect([state, results.look.total_objects]).toEqual(['succeeded', (await detect({ image: id })).body.total_objects]);
  await send(location, { method: 'DELETE' });
  expect((await runOn(id)).error).toMatchObject({ code: 'INVALID_REQUEST', reason: expect.stringContaining('has expired') });
});

test('the command line takes a handle where it asks a service, and says so where it does not', async () => {
  const { id, location } = await uploadImage();
  const run = (...more: string[]) =>
    command(['run', 'vision.detect', '--image', id, ...more], { env: { PERCEPT_KEY: percept.key } });
  const { stdout } = await run('--url', percept.url);
  expect(JSON.parse(stdout).total_objects).toBe((await detect({ image: id, min_confidence: 0.6 })).body.total_objects);
  const { code, stderr } = await run();
  expect([code === 0, stderr]).toEqual([
    false,
    expect.stringMatching(/handle of an upload, which only a running service knows: add --url/),
  ]);
  await send(location, { method: 'DELETE' });
});

test('an expired, an unknown and a foreign handle are the same to a caller', async () => {
  const project = (await post('/v2/projects', { name: 'other' })).body;
  const theirs = (
    await send('/v1/keys', { method: 'POST', body: { name: 'theirs' }, headers: { 'percept-project': project.id } })
  ).body;
  const foreign = await uploadImage({ key: theirs.key });
  const short = await uploadImage({ query: '?expires_in=1' });
  await waitFor(async () => (await send(short.location)).status === 404);
  const says = async (id: string) => {
    const { status, body } = await detect({ image_url: id });
    return [status, body.error.code, body.error.details.field, body.error.message.replace(id, 'ID')];
  };
  const answers = await Promise.all([says(short.id), says(foreign.id), says('upl_none')]);
  expect(answers[0]).toEqual([400, 'INVALID_REQUEST', 'image_url', expect.stringContaining('does not exist, or has expired')]);
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  for (const path of [foreign.location, foreign.content_url]) expect((await send(path)).status).toBe(404);
  expect((await send(foreign.location, { method: 'DELETE' })).status).toBe(404);
  expect((await send(foreign.location, { key: theirs.key })).status).toBe(200);
});

test('a body that cannot be kept is refused with a reason, and leaves nothing behind', async () => {
  const before = files();
  const text = new Blob(['a,b\n1,2\n'], { type: 'image/png' });
  const twice = new FormData();
  twice.set('photo', text);
  expect(await upload(text)).toMatchObject({
    status: 400,
    error: { code: 'UNSUPPORTED_MEDIA', message: expect.stringMatching(/it is text; accepted are/) },
  });
  expect(await upload(new Blob([], { type: 'image/png' }))).toMatchObject({
    status: 400,
    error: { details: { field: 'file', reason: expect.stringMatching(/missing|empty/) } },
  });
  expect(await upload(twice)).toMatchObject({
    status: 400,
    error: { details: { field: 'photo', reason: expect.stringContaining("'file'") } },
  });
  expect(await upload('{}', { type: 'application/json' })).toMatchObject({ status: 400, error: { details: { field: 'file' } } });
  expect(await upload('x', { type: 'application/octet-stream' })).toMatchObject({ status: 400 });
  expect(await upload(new Uint8Array(2 * 1024 * 1024 + 1), { type: 'image/jpeg' })).toMatchObject({ status: 413 });
  for (const query of ['?expires_in=0', '?expires_in=soon', '?expires=5'])
    expect(await uploadImage({ query })).toMatchObject({
      status: 400,
      error: { details: { field: query.slice(1).split('=')[0] } },
    });
  const plain = await make({ scopes: ['webhooks'] });
  expect((await uploadImage({ key: plain.key })).status).toBe(403);
  // A body that never ends, whose caller hangs up.
  const { hostname, port } = new URL(percept.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v2/uploads HTTP/1.1',
    'host: x',
    `authorization: Bearer ${percept.key}`,
    'content-type: image/jpeg',
    'content-length: 900000',
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(70_000)}`, () => resolve()));
  socket.destroy();
  expect((await send('/v2/uploads/upl_none')).status).toBe(404);
  expect(files()).toEqual(before);
});

test('a project may not fill the disk, and others still have room', async () => {
  const large = Buffer.concat([image, Buffer.alloc(700_000 - image.length)]);
  const send700 = (more: object = {}) => upload(new Uint8Array(large), { type: 'image/jpeg', ...more });
  const ends = await Promise.all([send700(), send700(), send700()]);
  expect(ends.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
  const refused = ends.find(({ status }) => status === 429);
  expect(refused.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/uploads_mb.*Delete some/),
  });
  const kept = ends.find(({ status }) => status === 201);
  await send(kept.location, { method: 'DELETE' });
  const again = await send700();
  expect(again.status).toBe(201);
  await send(again.location, { method: 'DELETE' });
});

test('uploads and deletions count, and are in the audit log', async () => {
  const made = await make({ plan: 'free', scopes: ['predict'] });
  const { location, id } = await uploadImage({ key: made.key });
  await send(location, { method: 'DELETE', key: made.key });
  expect((await send('/v1/usage', { key: made.key })).body.quota.used).toBe(2);
  const { entries } = (await send('/v1/audit')).body;
  const of = entries.filter(({ actor_id }: any) => actor_id === made.id).map(({ action, target }: any) => `${action} ${target}`);
  expect(of).toEqual([`DELETE /v2/uploads/:id ${id}`, `POST /v2/uploads ${id}`]);
});
