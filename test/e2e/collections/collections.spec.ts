import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES, percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({});
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const picture = (file: string): Buffer => readFileSync(join(EXAMPLES, file));
const jpeg = (bytes: Buffer): Promise<Buffer> => sharp(bytes).jpeg().toBuffer();

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes
  body: any;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
  const response = await percept.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return answerOf(response);
}

async function form(path: string, bytes: Buffer, fields: Record<string, string> = {}): Promise<Answer> {
  const parts = new FormData();
  for (const [name, value] of Object.entries(fields)) parts.append(name, value);
  parts.append('image', new Blob([new Uint8Array(bytes)]), 'picture');
  return answerOf(await percept.fetch(path, { method: 'POST', body: parts }));
}

const entries = (name: string): string => `/v2/collections/${name}/entries`;

test('vision.embed answers 1,280 numbers with model and version, and refuses what it cannot describe', async () => {
  const { status, body } = await form('/v2/vision/embed', picture('fruit.jpg'));
  expect(status).toBe(200);
  expect(body).toMatchObject({ dimensions: 1280, model: { name: 'efficientnet-lite0', version: '1.0' } });
  expect(Math.hypot(...(body.embedding as number[]))).toBeCloseTo(1, 4);
  const cropped = await form('/v2/vision/embed', picture('fruit.jpg'), { crop: '{"x":0,"y":0,"width":60,"height":60}' });
  expect(cropped.status).toBe(200);
  expect(cropped.body.embedding).not.toEqual(body.embedding);
  expect((await form('/v2/vision/embed', Buffer.from('no image'))).status).toBe(400);
});

test('faces are off until the operator switches them on; the error says how, and why', async () => {
  const image = picture('fruit.jpg').toString('base64');
  for (const answer of [
    await send('POST', '/v2/vision/recognize', { image }),
    await send('POST', '/v2/collections', { name: 'people', kind: 'faces' }),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(answer.body.error.message).toMatch(/PERCEPT_FACE_RECOGNITION=on.*consent.*docs\/guides\/faces\.md/);
  }
});

test('the document has every field that a collection and an entry are answered with', async () => {
  const { schemas } = (
    (await (await percept.fetch('/openapi.json')).json()) as { components: { schemas: Record<string, Schema> } }
  ).components;
  await send('POST', '/v2/collections', { name: 'documented' });
  const entry = await form(entries('documented'), picture('fruit.jpg'));
  const collection = await send('GET', '/v2/collections/documented');
  const answers = { CollectionDetailResponse: collection.body, EntryResponse: entry.body, LabelCount: collection.body.labels[0] };
  for (const [name, answer] of Object.entries(answers)) {
    expect([name, ...Object.keys(schemas[name]!.properties).sort()]).toEqual([name, ...Object.keys(answer).sort()]);
    expect(schemas[name]!.required.sort()).toEqual(Object.keys(answer).sort());
  }
});

interface Schema {
  properties: object;
  required: string[];
}

test('a collection of texts finds what says the same, in another language too', async () => {
  expect(await send('POST', '/v2/collections', { name: 'tickets', kind: 'texts' })).toMatchObject({ status: 201 });
  const texts = {
    late: 'My parcel has still not arrived.',
    broken: 'The screen is cracked.',
    praise: 'Thank you, great service!',
  };
  for (const [label, text] of Object.entries(texts))
    expect(await send('POST', entries('tickets'), { text, label })).toMatchObject({ status: 201, body: { text, label } });
  for (const [label, text] of [
    ['late', 'Mein Paket ist noch immer nicht angekommen.'],
    ['broken', "L'écran est fissuré."],
    ['praise', 'Gracias, ¡un servicio estupendo!'],
  ]) {
    const { status, body } = await send('POST', '/v2/collections/tickets/search', { text, limit: 1 });
    expect([status, body.entries.map((each: { label: string }) => each.label)]).toEqual([200, [label]]);
  }
  expect((await form(entries('tickets'), picture('fruit.jpg'))).status).toBe(400);
  expect((await send('POST', '/v2/collections/tickets/train', {})).status).toBe(409);
  expect((await send('DELETE', '/v2/collections/tickets')).status).toBe(204);
});

test('entries are added as forms, bodies and JSON, listed, relabelled, looked at and deleted', async () => {
  const made = await send('POST', '/v2/collections', { name: 'album' });
  expect(made).toMatchObject({ status: 201, body: { name: 'album', kind: 'pictures', entries: 0, model: null } });
  const asForm = await form(entries('album'), picture('fruit.jpg'), { label: 'food', metadata: '{"camera":"yard"}' });
  expect(asForm).toMatchObject({ status: 201, body: { label: 'food', metadata: { camera: 'yard' } } });
  const asJson = await send('POST', entries('album'), {
    image: picture('desk.jpg').toString('base64'),
    metadata: { camera: 'hall' },
  });
  expect(asJson).toMatchObject({ status: 201, body: { label: null, metadata: { camera: 'hall' } } });
  const raw = await percept.fetch(`${entries('album')}?label=street`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture('crossing.jpg')),
  });
  expect([raw.status, await raw.text()]).toEqual([201, expect.stringContaining('street')]);
  const changed = await send('PATCH', `${entries('album')}/${asJson.body.id}`, { label: 'office' });
  expect(changed).toMatchObject({ status: 200, body: { label: 'office', metadata: { camera: 'hall' } } });
  const without = await send('PATCH', `${entries('album')}/${asJson.body.id}`, { label: '' });
  expect(without.body.label).toBe(null);
  await send('PATCH', `${entries('album')}/${asJson.body.id}`, { label: 'office' });
  const { body } = await send('GET', '/v2/collections/album');
  expect(body).toMatchObject({ entries: 3, model: 'efficientnet-lite0', model_version: '1.0' });
  expect(body.labels).toEqual(['food', 'office', 'street'].map((label) => ({ label, entries: 1 })));
  const kept = await percept.fetch(asForm.body.picture_url);
  const copy = await sharp(Buffer.from(await kept.arrayBuffer())).metadata();
  expect([copy.format, copy.exif, Math.max(copy.width, copy.height) <= 384]).toEqual(['jpeg', undefined, true]);
  const page = await send('GET', `${entries('album')}?limit=2`);
  expect(page.body.entries.map((each: { label: string }) => each.label)).toEqual(['street', 'office']);
  const next = await send('GET', `${entries('album')}?limit=2&cursor=${page.body.next_cursor}`);
  expect(next.body).toMatchObject({ entries: [{ label: 'food' }], next_cursor: null });
  expect((await send('DELETE', `${entries('album')}/${asForm.body.id}`)).status).toBe(204);
  expect((await send('GET', `${entries('album')}/${asForm.body.id}`)).status).toBe(404);
  expect(await send('DELETE', `${entries('album')}?label=street`)).toMatchObject({ status: 200, body: { deleted: 1 } });
  expect((await send('DELETE', '/v2/collections/album')).status).toBe(204);
  expect((await send('GET', '/v2/collections/album')).status).toBe(404);
});

describe('a collection of the examples', () => {
  const files = ['fruit.jpg', 'desk.jpg', 'crossing.jpg', 'harbour.webp', 'clock-tower.png'];

  beforeAll(async () => {
    await send('POST', '/v2/collections', { name: 'samples', keep_pictures: false });
    for (const file of files)
      await form(entries('samples'), picture(file), { label: file, metadata: `{"size":${picture(file).length}}` });
  });

  const labels = ({ body }: Answer): string[] => body.entries.map((each: { label: string }) => each.label);
  const search = (body: object): Promise<Answer> => send('POST', '/v2/collections/samples/search', body);

  test('a picture finds itself first, also smaller, mirrored or as a poorer JPEG', async () => {
    const same = await form('/v2/collections/samples/search', picture('desk.jpg'), { limit: '2' });
    expect([labels(same)[0], same.body.entries[0].similarity, same.body.entries.length]).toEqual(['desk.jpg', 1, 2]);
    for (const change of [sharp(picture('desk.jpg')).resize(160), sharp(picture('desk.jpg')).flop()]) {
      const found = await form('/v2/collections/samples/search', await change.jpeg({ quality: 40 }).toBuffer());
      expect(labels(found)[0]).toBe('desk.jpg');
      expect(found.body.entries[0].similarity).toBeGreaterThan(0.7);
    }
  });

  test('what is added, relabelled or deleted counts in the very next search', async () => {
    const added = await form(entries('samples'), await jpeg(picture('clock-tower.png')), { label: 'again' });
    const vector = (await form('/v2/vision/embed', picture('clock-tower.png'))).body.embedding as number[];
    expect(labels(await search({ vector, limit: 2 })).sort()).toEqual(['again', 'clock-tower.png']);
    await send('PATCH', `${entries('samples')}/${added.body.id}`, { label: 'twice' });
    expect(labels(await search({ vector, labels: ['twice'] }))).toEqual(['twice']);
    const near = await search({ entry: added.body.id, limit: 1 });
    expect(labels(near)).toEqual(['clock-tower.png']);
    const { body } = await send('POST', '/v2/collections/samples/duplicates', {});
    expect(body.groups.map((group: { entries: { label: string }[] }) => group.entries.map(({ label }) => label).sort())).toEqual([
      ['clock-tower.png', 'twice'],
    ]);
    // A mirrored, smaller and poorer copy is the same picture, if nothing else is asked for.
    const poor = await sharp(picture('fruit.jpg')).flop().resize(200).jpeg({ quality: 40 }).toBuffer();
    const copied = await form(entries('samples'), poor, { label: 'copy' });
    const more = await send('POST', '/v2/collections/samples/duplicates', {});
    expect(more.body.groups.map((group: { entries: object[] }) => group.entries.length)).toEqual([2, 2]);
    expect(JSON.stringify(more.body.groups)).toContain('"copy"');
    const strict = await send('POST', '/v2/collections/samples/duplicates', { min_similarity: 0.98 });
    expect(strict.body.groups).toHaveLength(1);
    await send('DELETE', `${entries('samples')}/${copied.body.id}`);
    await send('DELETE', `${entries('samples')}/${added.body.id}`);
    expect(labels(await search({ vector, limit: 2 }))).not.toContain('twice');
  });

  test('filters see label and metadata; a mistake in one is told with its place', async () => {
    const vector = (await form('/v2/vision/embed', picture('fruit.jpg'))).body.embedding as number[];
    const small = picture('harbour.webp').length + 1;
    const found = await search({ vector, filter: `metadata.size < ${small} && label != 'fruit.jpg'` });
    const expected = files.filter((file) => file !== 'fruit.jpg' && picture(file).length < small);
    expect(labels(found).sort()).toEqual(expected.sort());
    expect(labels(await search({ vector, filter: 'metadata.nothing == 1' }))).toEqual([]);
    const wrong = await search({ vector, filter: 'labl == 1' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { details: { field: 'filter' } } } });
    expect(labels(await search({ vector, min_similarity: 0.999 }))).toEqual(['fruit.jpg']);
  });

  test('an export comes back the same in another collection', async () => {
    const lines = await (await percept.fetch('/v2/collections/samples/export')).text();
    expect(lines.trim().split('\n')).toHaveLength(files.length);
    await send('POST', '/v2/collections', { name: 'copy' });
    const post = (body: string): Promise<Response> =>
      percept.fetch('/v2/collections/copy/import', { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body });
    expect(await answerOf(await post(lines))).toEqual({ status: 200, body: { added: files.length } });
    expect(await (await percept.fetch('/v2/collections/copy/export')).text()).toBe(lines);
    const vector = (await form('/v2/vision/embed', picture('fruit.jpg'))).body.embedding as number[];
    const [one, other] = [await search({ vector }), await send('POST', '/v2/collections/copy/search', { vector })];
    const shown = ({ body }: Answer) =>
      body.entries.map((each: { label: string; similarity: number }) => [each.label, each.similarity]);
    expect(shown(other)).toEqual(shown(one));
    const broken = await answerOf(await post(`${lines}{"vector":"AAA"}\n`));
    expect(broken).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('line 6') } } });
    const strange = lines.split('\n')[0]!.replace('"model_version":"1.0"', '"model_version":"0.9"');
    expect(await answerOf(await post(strange))).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('efficientnet-lite0 0.9') } },
    });
    expect((await send('GET', '/v2/collections/copy')).body.entries).toBe(files.length);
  });

  test.each([
    ['search', {}, 'body'],
    ['search', { vector: [1, 2] }, 'vector'],
    ['search', { vector: [1], entry: 'x' }, 'body'],
    ['search', { entry: 'ent_none' }, 'entry'],
    // The model of the collection reads no texts.
    ['search', { text: 'a harbour' }, 'model'],
    ['search', { vector: [1], min_similarity: 2 }, 'min_similarity'],
    ['duplicates', { min_similarity: 0.1 }, 'min_similarity'],
    ['entries', { label: 'x' }, 'image_url'],
    ['entries', { image: picture('fruit.jpg').toString('base64'), label: '' }, 'label'],
    ['entries', { image: picture('fruit.jpg').toString('base64'), metadata: { long: 'x'.repeat(5000) } }, 'metadata'],
    ['entries', { image: picture('fruit.jpg').toString('base64'), lable: 'x' }, 'lable'],
  ])('%s with a mistake is refused, naming the field', async (route, body, field) => {
    const { status, body: answer } = await send('POST', `/v2/collections/samples/${route}`, body);
    expect([status, answer.error.details.field]).toEqual([400, field]);
  });

  test.each([
    [{ name: 'samples' }, 409],
    [{ name: 'No Spaces' }, 400],
    [{ name: 'things', kind: 'things' }, 400],
    [{ name: 'short', keep_days: -1 }, 400],
  ])('a collection %j is refused with %i', async (body, status) => {
    expect((await send('POST', '/v2/collections', body)).status).toBe(status);
  });

  test('another project sees none of it', async () => {
    const env = { PERCEPT_DATA_DIR: percept.dataDir };
    await command(['projects', 'create', '--name', 'strangers'], { env });
    const made = await command(['keys', 'create', '--project', 'strangers', '--name', 'theirs', '--json'], { env });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const theirs = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${percept.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
    const { id } = (await send('GET', '/v2/collections/samples')).body;
    expect(await (await theirs('/v2/collections')).json()).toEqual({ collections: [] });
    for (const path of [id, 'samples', `${id}/entries`, `${id}/export`])
      expect([path, (await theirs(`/v2/collections/${path}`)).status]).toEqual([path, 404]);
    const found = await theirs(`/v2/collections/${id}/search`, { method: 'POST', body: '{"vector":[1]}' });
    expect(found.status).toBe(404);
    expect((await theirs(`/v2/collections/${id}`, { method: 'DELETE' })).status).toBe(404);
  });
});
