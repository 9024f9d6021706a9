import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { group, people } from '../../harness/fixtures/faces';
import { percept as command, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

let percept: RunningPercept;
let dir: string;
beforeAll(async () => {
  dir = tempDir();
  percept = await startPercept({ dataDir: join(dir, 'data'), env: { PERCEPT_FACE_RECOGNITION: 'on' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(dir);
});
const { post, send, make } = sending(() => percept);

const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).flatten().png().toBuffer();
/** The same person in another picture: smaller, turned, and a poor JPEG. */
const again = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten().resize(360).rotate(8, { background: '#b9c4c9' }).jpeg({ quality: 60 }).toBuffer();
const base64 = async (bytes: Promise<Buffer>): Promise<string> => (await bytes).toString('base64');

interface Face {
  name: string;
  similarity?: number;
  bounding_box: { x: number };
}

const recognize = async (image: Buffer, fields: object = {}): Promise<Face[]> => {
  const { status, body } = await post('/v2/vision/recognize', { image: image.toString('base64'), ...fields });
  expect([status, body]).toEqual([200, expect.anything()]);
  return (body as { faces: Face[] }).faces;
};

async function register(
  collection: string,
  label: string,
  svg: string,
  more: object = {},
): Promise<{ id: string; picture_url: string }> {
  const { status, body } = await post(`/v2/collections/${collection}/entries`, { image: await base64(png(svg)), label, ...more });
  expect([status, body]).toEqual([201, expect.objectContaining({ label })]);
  return body as { id: string; picture_url: string };
}

describe('two people who are registered', () => {
  beforeAll(async () => {
    expect((await post('/v2/collections', { name: 'people', kind: 'faces' })).status).toBe(201);
    await register('people', 'Ada', people.dark);
    await register('people', 'Ben', people.stern);
  });

  test('are named in other pictures, each in its place, and a stranger is unknown', async () => {
    for (const [name, svg] of [
      ['Ada', people.dark],
      ['Ben', people.stern],
    ] as const) {
      const [face] = await recognize(await again(svg));
      expect([face!.name, face!.similarity! > 0.9]).toEqual([name, true]);
    }
    const both = sharp({ create: { width: 960, height: 640, channels: 3, background: '#b9c4c9' } }).composite([
      { input: await png(people.stern), left: 0, top: 0 },
      { input: await png(people.dark), left: 480, top: 0 },
    ]);
    const faces = await recognize(await both.png().toBuffer());
    expect(faces.sort((one, other) => one.bounding_box.x - other.bounding_box.x).map(({ name }) => name)).toEqual(['Ben', 'Ada']);
    const [stranger] = await recognize(await again(people.fair));
    expect([stranger!.name, stranger!.similarity! < 0.7]).toEqual(['unknown', true]);
    expect((await recognize(await again(people.fair), { min_similarity: 0.3 }))[0]!.name).not.toBe('unknown');
  });

  test('are listed and searched as entries of every collection are; under two names, both are told', async () => {
    await register('people', 'Adele', people.dark);
    const { body } = await post('/v2/vision/recognize', { image: await base64(again(people.dark)) });
    const [{ candidates }] = (body as { faces: [{ candidates: { name: string }[] }] }).faces;
    expect(candidates.map(({ name }) => name).sort()).toEqual(['Ada', 'Adele']);
    expect((await send('/v2/collections/people/entries?label=Adele', { method: 'DELETE' })).body).toEqual({ deleted: 1 });
    const collection = await send('/v2/collections/people');
    expect(collection.body).toMatchObject({ kind: 'faces', model: 'face-descriptor', entries: 2 });
    const found = await post('/v2/collections/people/search', { image: await base64(again(people.stern)), limit: 1 });
    expect(found.body).toMatchObject({ entries: [{ label: 'Ben' }] });
  });

  test('a picture of nobody, of several people, or named unknown is refused with what to send', async () => {
    const entries = '/v2/collections/people/entries';
    const wall = await base64(
      png('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300"/></svg>'),
    );
    const answers = [
      await post(entries, { image: wall, label: 'Cleo' }),
      await post(entries, { image: await base64(png(group.svg)), label: 'Cleo' }),
      await post(entries, { image: await base64(png(people.fair)), label: 'Unknown' }),
      await post('/v2/vision/recognize', { image: await base64(png(people.fair)), collection: 'nowhere' }),
    ];
    const messages = answers.map(({ status, body }) => [status, (body as { error: { message: string } }).error.message]);
    expect(messages).toEqual([
      [400, expect.stringContaining('shows no face')],
      [400, expect.stringContaining('shows several faces')],
      [400, expect.stringContaining('name the person')],
      [404, expect.stringContaining('create it with POST /v2/collections')],
    ]);
    expect((await post('/v2/collections/people/train', {})).status).toBe(409);
  });

  test('leave as an export with the scope admin alone, and come back to another collection', async () => {
    const { key } = (await make({ scopes: ['predict'] })) as { key: string };
    expect((await send('/v2/collections/people/export', { key })).status).toBe(403);
    const lines = await (await percept.fetch('/v2/collections/people/export')).text();
    await post('/v2/collections', { name: 'copy', kind: 'faces' });
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await percept.fetch('/v2/collections/copy/import', { method: 'POST', headers, body: lines });
    expect(await imported.json()).toEqual({ added: 2 });
    expect((await recognize(await again(people.dark), { collection: 'copy' }))[0]!.name).toBe('Ada');
  });

  test('are named in a pipeline', async () => {
    const source = `version: 1
name: door
inputs: { image: { type: string } }
steps:
  - { id: who, uses: vision.recognize, with: { image: "\${{ inputs.image }}" } }
outputs:
  - { json: faces.json, rows: "\${{ who.faces }}" }
`;
    await send('/v2/pipelines/door', { method: 'PUT', body: { source } });
    const { body } = await post('/v2/pipelines/door/runs', {
      inputs: { image: `data:image/jpeg;base64,${await base64(again(people.stern))}` },
    });
    const { id } = body as { id: string };
    await (await percept.fetch(`/v2/runs/${id}/events`)).text();
    const run = await send(`/v2/runs/${id}`);
    expect([run.body.status, JSON.stringify(run.body)]).toEqual(['succeeded', expect.anything()]);
    expect(await (await percept.fetch(`/v2/runs/${id}/artifacts/faces.json`)).json()).toMatchObject([{ name: 'Ben' }]);
  });
});

test('events report how many faces there were and no names, also of a call that waited in the queue', async () => {
  await post('/v2/collections', { name: 'told', kind: 'faces' });
  const label = 'Quintilla Vireo';
  await register('told', label, people.dark);
  const image = await base64(again(people.dark));
  expect((await recognize(await again(people.dark), { collection: 'told' }))[0]!.name).toBe(label);
  const queued = await post('/v2/vision/recognize', { image, collection: 'told' }, { headers: { prefer: 'respond-async' } });
  expect(queued.status).toBe(202);
  await (await percept.fetch(`/v2/analyses/${(queued.body as { id: string }).id}/events`)).text();
  const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'), { readonly: true });
  const rows = database.prepare("SELECT data FROM events WHERE type = 'prediction.completed'").all() as { data: string }[];
  database.close();
  const sources = rows.map(({ data }) => (JSON.parse(data) as { source: string }).source);
  expect(sources).toEqual(expect.arrayContaining(['request', 'analysis']));
  expect(rows.filter(({ data }) => data.includes(label))).toEqual([]);
});

/** Every file below a folder that has one of the words. */
function filesWith(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return files.filter((file) => {
    if (!statSync(file).isFile()) return false;
    const bytes = readFileSync(file);
    return words.some((word) => bytes.includes(word));
  });
}

test('vectors and pictures are encrypted, and one call deletes a person from the database, its log, all files and later backups', async () => {
  await post('/v2/collections', { name: 'guests', kind: 'faces' });
  const [label, note] = ['Zerlina Quetzal', 'mockturtle-4711'];
  const { picture_url: kept } = await register('guests', label, people.dark, { metadata: { note } });
  await register('guests', label, people.fair);
  await register('guests', 'Ben', people.stern);
  expect((await percept.fetch(kept)).headers.get('content-type')).toBe('image/jpeg');
  expect((await recognize(await again(people.dark), { collection: 'guests' }))[0]!.name).toBe(label);
  const answered = await post('/v2/vision/recognize', { image: await base64(png(people.dark)), embeddings: true, names: false });
  const [{ embedding }] = (answered.body as { faces: [{ embedding: number[] }] }).faces;
  const bytes = Buffer.from(Float32Array.from(embedding).buffer);
  const clear = [bytes.toString('base64').slice(0, 60), '/9j/'];

  const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'), { readonly: true });
  const stored = database.prepare('SELECT vector, picture FROM collection_entries WHERE label = ?').all(label) as Record<
    string,
    string
  >[];
  database.close();
  const sealed = stored.flatMap(({ vector, picture }) => [vector!, picture!]);
  expect(sealed.map((text) => /^v2\.[0-9a-f]{8}\./.test(text) && !clear.some((part) => text.includes(part)))).toEqual(
    Array(4).fill(true),
  );
  const words = [label, note, ...sealed.map((text) => text.slice(20, 80))];
  expect(filesWith(percept.dataDir, words)).not.toEqual([]);

  const removed = await send(`/v2/collections/guests/entries?label=${encodeURIComponent(label)}`, { method: 'DELETE' });
  expect(removed.body).toEqual({ deleted: 2 });
  expect((await percept.fetch(kept)).status).toBe(404);
  expect((await recognize(await again(people.dark), { collection: 'guests' }))[0]!.name).toBe('unknown');
  expect(filesWith(percept.dataDir, words)).toEqual([]);
  const archive = join(dir, 'after.tar.gz');
  const env = { PERCEPT_DATA_DIR: percept.dataDir };
  expect(await command(['backup', archive], { env })).toMatchObject({ code: 0 });
  const open = tempDir();
  execFileSync('tar', ['-xzf', archive, '-C', open]);
  expect([readdirSync(open).length > 0, filesWith(open, words)]).toEqual([true, []]);
  removeDir(open);
});
