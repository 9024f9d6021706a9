import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({});
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});
const { post, send } = sending(() => percept);

const SOURCE = `version: 1
name: keep
steps:
  - id: texts
    for_each: { items: ["The boat is late.", "The ferry is delayed.", "I like plums."], as: text, concurrency: 1 }
    steps:
      - { id: look, uses: text.embed, with: { text: "\${{ text }}" } }
      - id: keep
        uses: collection.add
        with: { collection: notes, embedded: "\${{ look }}", text: "\${{ text }}", label: note, metadata: { from: run } }
    collect: { id: "\${{ keep.id }}" }
  - { id: asked, uses: text.embed, needs: texts, with: { text: "The ship comes too late." } }
  - id: near
    uses: collection.search
    with: { collection: notes, vector: "\${{ asked.embedding }}", limit: 2, filter: "metadata.from == 'run'" }
outputs:
  - json: near.json
    rows: \${{ near.entries }}
`;

async function run(source: string): Promise<{ id: string; status: string; body: unknown }> {
  const name = /^name: (.*)$/m.exec(source)![1]!;
  await send(`/v2/pipelines/${name}`, { method: 'PUT', body: { source } });
  const started = await post(`/v2/pipelines/${name}/runs`, {});
  const { id } = started.body as { id: string };
  await (await percept.fetch(`/v2/runs/${id}/events`)).text();
  const { body } = await send(`/v2/runs/${id}`);
  return { id, status: body.status as string, body };
}

test('steps add to a collection, and a later one finds what is near', async () => {
  await post('/v2/collections', { name: 'notes', kind: 'texts' });
  const { id, status, body } = await run(SOURCE);
  expect([status, JSON.stringify(body)]).toEqual(['succeeded', expect.any(String)]);
  const near = (await (await percept.fetch(`/v2/runs/${id}/artifacts/near.json`)).json()) as Record<string, unknown>[];
  expect(near).toMatchObject([{ label: 'note', metadata: { from: 'run' } }, {}]);
  const { entries } = (await send('/v2/collections/notes/entries')).body as { entries: { id: string; text: string }[] };
  expect(entries).toHaveLength(3);
  const found = near.map((each) => entries.find((entry) => entry.id === each.id)!.text).sort();
  expect(found).toEqual(['The boat is late.', 'The ferry is delayed.']);
});

test('a collection that is missing, and one of another kind, are told by their step', async () => {
  const missing = await run(SOURCE.replaceAll('collection: notes', 'collection: other'));
  expect([missing.status, JSON.stringify(missing.body)]).toEqual(['failed', expect.stringContaining("The collection 'other'")]);
  await post('/v2/collections', { name: 'pictures' });
  const pictures = await run(SOURCE.replaceAll('collection: notes', 'collection: pictures'));
  expect([pictures.status, JSON.stringify(pictures.body)]).toEqual([
    'failed',
    expect.stringContaining('the collection has pictures'),
  ]);
});
