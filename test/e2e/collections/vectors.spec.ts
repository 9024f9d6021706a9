import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending, type Answer } from '../../harness/sending';

/** Collections of vectors that come by import: many, of other versions, and while others search. */
let percept: RunningPercept;
let model: { name: string; version: string };
beforeAll(async () => {
  percept = await startPercept({});
  ({ model } = (await post('/v2/text/embed', { text: 'anything' })).body);
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});
const { post, send } = sending(() => percept);

const SIZE = 384;
/** Lines of one import. */
const STEP = 1_000;

/** A vector near to that of its class; the number makes each another one. */
function near(kind: number, number: number, size = SIZE): string {
  const vector = Float32Array.from(
    { length: size },
    (_, at) => Math.sin(at * (kind + 1)) + 0.8 * Math.sin((number + 2) * (at + 1) ** 1.5),
  );
  return Buffer.from(vector.buffer).toString('base64');
}

interface Lines {
  label: string;
  kind: number;
  from?: number;
  count: number;
  /** What the vectors are said to be of. */
  of?: { name: string; version: string };
  size?: number;
}

async function importLines(name: string, lines: string[]): Promise<Answer> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: lines.join('\n') };
  const response = await percept.fetch(`/v2/collections/${name}/import`, sent);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

async function bring(name: string, { label, kind, from = 0, count, of = model, size }: Lines): Promise<void> {
  for (let at = 0; at < count; at += STEP) {
    const lines = Array.from({ length: Math.min(STEP, count - at) }, (_, index) => {
      const number = from + at + index;
      const vector = near(kind, number, size);
      return JSON.stringify({
        label,
        vector,
        model: of.name,
        model_version: of.version,
        ...(size ? {} : { text: `text ${number}` }),
      });
    });
    expect((await importLines(name, lines)).status).toBe(200);
  }
}

test('thousands of entries in classes of very unequal size make a model, which says so', async () => {
  await post('/v2/collections', { name: 'many', kind: 'texts' });
  await bring('many', { label: 'common', kind: 1, count: 2_400 });
  await bring('many', { label: 'rare', kind: 2, count: 60 });
  const { status, body } = await post('/v2/collections/many/train');
  expect(status).toBe(200);
  expect(body.classes).toMatchObject([
    { label: 'common', entries: 2_400 },
    { label: 'rare', entries: 60 },
  ]);
  expect(body.warnings).toContainEqual(expect.stringMatching(/2400 entries and the smallest 60\..* the recall of each/));
  expect(Math.min(...body.classes.map(({ recall }: { recall: number }) => recall))).toBeGreaterThan(0.95);
});

test('more classes than a model may have are refused with both numbers', async () => {
  await post('/v2/collections', { name: 'wide', kind: 'texts' });
  for (let kind = 0; kind <= 200; kind++) await bring('wide', { label: `class ${kind}`, kind, count: 2 });
  const { status, body } = await post('/v2/collections/wide/train');
  expect([status, body.error.message]).toEqual([409, expect.stringMatching(/at most 200 classes .* there are 201 and 402/)]);
});

test('a model is not taught with vectors of another version, and vectors of two versions do not mix', async () => {
  await post('/v2/collections', { name: 'old', kind: 'pictures' });
  const of = { name: 'efficientnet-lite0', version: '0.1' };
  for (const [kind, label] of ['open', 'closed'].entries()) await bring('old', { label, kind, count: 6, of, size: 1280 });
  const taught = await post('/v2/collections/old/train');
  expect([taught.status, taught.body.error.message]).toEqual([409, expect.stringContaining('efficientnet-lite0 0.1')]);
  expect((await send('/v2/models/old')).status).toBe(404);
  const line = JSON.stringify({ label: 'open', vector: near(1, 9, 1280), model: of.name, model_version: '1.0' });
  const mixed = await importLines('old', [line]);
  expect([mixed.status, mixed.body.error.message]).toEqual([409, expect.stringMatching(/0\.1, and this one is of .* 1\.0/)]);
});

test('a collection is searched while it grows: each search finds what was there when it began', async () => {
  await post('/v2/collections', { name: 'growing', kind: 'texts' });
  await bring('growing', { label: 'first', kind: 1, count: 50 });
  let isGrowing = true;
  const growing = (async () => {
    for (let step = 0; step < 20; step++) await bring('growing', { label: 'later', kind: 3, from: 100 * step, count: 100 });
    isGrowing = false;
  })();
  const vector = [...new Float32Array(Uint8Array.from(Buffer.from(near(1, 7), 'base64')).buffer)];
  let searches = 0;
  while (isGrowing) {
    const { status, body } = await post('/v2/collections/growing/search', { vector, limit: 3 });
    expect([status, body.entries[0]]).toEqual([200, expect.objectContaining({ label: 'first', similarity: 1 })]);
    searches++;
  }
  await growing;
  expect(searches).toBeGreaterThan(0);
  expect((await send('/v2/collections/growing')).body.entries).toBe(2_050);
  const all = await post('/v2/collections/growing/search', { vector, limit: 1000, min_similarity: -1, labels: ['later'] });
  expect(all.body.entries).toHaveLength(1000);
});

test('entries that are deleted leave their places in the answer to the next nearest, however many they are', async () => {
  await post('/v2/collections', { name: 'thinned', kind: 'texts' });
  await bring('thinned', { label: 'near', kind: 1, count: 300 });
  await bring('thinned', { label: 'far', kind: 4, count: 20 });
  const vector = [...new Float32Array(Uint8Array.from(Buffer.from(near(1, 7), 'base64')).buffer)];
  const search = async (more: object): Promise<{ id: string; label: string }[]> =>
    (await post('/v2/collections/thinned/search', { vector, min_similarity: -1, ...more })).body.entries;
  const before = await search({ limit: 320 });
  expect(before.map(({ label }) => label)).toEqual([...Array(300).fill('near'), ...Array(20).fill('far')]);
  expect((await send(`/v2/collections/thinned/entries/${before[0]!.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await search({ limit: 2 })).map(({ id }) => id)).toEqual(before.slice(1, 3).map(({ id }) => id));
  expect((await send('/v2/collections/thinned/entries?label=near', { method: 'DELETE' })).body).toEqual({ deleted: 299 });
  for (const filter of [{}, { filter: "label != ''" }])
    expect((await search({ limit: 3, ...filter })).map(({ id }) => id)).toEqual(before.slice(300, 303).map(({ id }) => id));
  expect(
    (await post('/v2/collections/thinned/search', { entry: before[300]!.id, limit: 30, min_similarity: -1 })).body.entries,
  ).toHaveLength(19);
});
