import { existsSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PIPELINE, RunHarness, rowsOf } from '../../../../../../test/harness/run-harness';
import { safeAgent } from '../../../kernel/net';
import { sql } from '../../../durable/database';
import type { RunItemResponse } from '../entities';

const harness = new RunHarness();
const BY = { kind: 'key', id: 'key_1', name: 'night' };

/** All pages of the items of a run. */
async function pages(runId: string, limit = 1_000): Promise<RunItemResponse[][]> {
  const found: RunItemResponse[][] = [];
  for (let cursor: string | undefined, isOver = false; !isOver;) {
    const { rows, next_cursor } = await harness.pipelines.items(runId, { limit, cursor });
    found.push(rows);
    isOver = next_cursor === null;
    cursor = next_cursor ?? undefined;
  }
  return found;
}

test('items fail when the results of their run would take more than it may keep, and call nothing any more', async () => {
  harness.photos(40);
  await harness.open(() => ({ text: 'x'.repeat(1_000), total: 1 }), { working: false });
  const bounded = harness.service({ maxResultBytes: 12_000 });
  bounded.work();
  const run = await harness.run(PIPELINE.replace('as: photo\n', 'as: photo\n      concurrency: 1\n'));
  await bounded.close();
  expect(run.status).toBe('partial');
  expect(run.counts.succeeded).toBeGreaterThan(5);
  expect(run.counts.succeeded).toBeLessThan(12);
  expect(run.failures[0]).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    reason: expect.stringContaining('run_results_mb'),
  });
  expect(harness.host.calls.length).toBeLessThanOrEqual(run.counts.succeeded + 1);
  const [row] = await sql<{ bytes: number }>(harness.store.reader, 'SELECT result_bytes AS bytes FROM runs', []);
  expect(row!.bytes).toBeLessThanOrEqual(12_000);
  expect(row!.bytes).toBeGreaterThan(5_000);
});

test('a page of items ends after a megabyte of results, and the pages have every item once', async () => {
  harness.photos(9);
  await harness.open(() => ({ text: 'x'.repeat(300_000), total: 1 }));
  const { id } = await harness.run();
  const found = await pages(id);
  expect(found.map((page) => page.length)).toEqual([3, 3, 3]);
  expect(new Set(found.flat().map(({ key }) => key)).size).toBe(9);
  expect((await pages(id, 2)).map((page) => page.length)).toEqual([2, 2, 2, 2, 1]);
});

describe('a large answer of http.request', () => {
  let web: Server;
  let asked = 0;
  const answer = JSON.stringify({ items: Array.from({ length: 20_000 }, (_, n) => ({ n, name: `number ${n}` })) });

  beforeAll(async () => {
    web = createServer((_, response) => {
      asked++;
      response.setHeader('content-type', 'application/json').end(answer);
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
  });
  beforeEach(() => (asked = 0));
  afterAll(() => web.close());

  const get = (): string => `uses: http.request, with: { url: "http://127.0.0.1:${(web.address() as AddressInfo).port}/" }`;
  const collect = '{ last: "${{ get.json.items[19999].name }}", size: "${{ get.body.size() }}" }';
  const block = (more = ''): string => `version: 1
name: large
steps:
  - id: all
    for_each: { items: [1, 2], as: each }
    on_error: continue
    steps:
      - { id: get, ${get()} }
${more}    collect: ${collect}
outputs:
  - jsonl: out/\${{ run.id }}.jsonl
    rows: \${{ all.rows }}
`;

  async function open(): Promise<void> {
    await harness.open(undefined, { working: false });
    const agent = safeAgent({ allowLoopback: true });
    harness.pipelines = harness.service({ outbound: () => agent });
    harness.pipelines.work();
  }

  test('is kept in a file: expressions see it, the database does not, and it goes with the run', async () => {
    await open();
    const run = await harness.run(block());
    expect(rowsOf(run)).toEqual([1, 2].map(() => ({ last: 'number 19999', size: answer.length })));
    const [page] = await pages(run.id);
    const result = page![0]!.results!['get'] as { body_file: string };
    expect(Object.keys(result).sort()).toEqual(['body_file', 'headers', 'status']);
    const { bytes, size } = await harness.pipelines.artifact(run.id, result.body_file);
    let text = '';
    for await (const piece of bytes) text += String(piece);
    expect([text, size]).toEqual([answer, answer.length]);
    const [kept] = await sql<{ chars: number }>(
      harness.store.reader,
      'SELECT SUM(length(results) + length(row)) AS chars FROM run_items',
      [],
    );
    expect(kept!.chars).toBeLessThan(2_000);
    const [counted] = await sql<{ bytes: number }>(harness.store.reader, 'SELECT result_bytes AS bytes FROM runs', []);
    expect(counted!.bytes).toBeGreaterThan(2 * answer.length);
    const folder = join(harness.folder, 'data', 'runs', run.id, 'texts');
    expect(readdirSync(folder)).toHaveLength(2);
    await harness.pipelines.delete(run.id);
    expect(existsSync(folder)).toBe(false);
  });

  test('is read from its file when the item goes on later, and is not asked for again', async () => {
    await open();
    harness.photos(1);
    let isBroken = true;
    harness.host.answer = () => {
      if (isBroken) throw new Error('not yet');
      return { total: 1 };
    };
    const echo = `      - { id: echo, uses: test.echo, with: { image: photos/p0000.jpg, add: "\${{ get.json.items[1].n }}" }, retry: { attempts: 1 } }\n`;
    const run = await harness.run(block(echo), { roots: [harness.folder] });
    expect(run.counts).toMatchObject({ failed: 2 });
    isBroken = false;
    await harness.pipelines.retry(run.id, BY);
    const again = await harness.until(run);
    expect(again.failures).toEqual([]);
    expect(rowsOf(again)).toEqual([1, 2].map(() => ({ last: 'number 19999', size: answer.length })));
    expect(asked).toBe(2);
  });

  test('of a step outside blocks is seen by the steps after it', async () => {
    await open();
    const source = `version: 1
name: large
steps:
  - { id: get, ${get()} }
  - id: first
    for_each: { items: "\${{ get.json.items.slice(0, 3) }}", as: each }
    steps:
      - { id: again, uses: notify, with: { title: x }, if: each.n < 0 }
    collect: { n: "\${{ each.n }}" }
outputs:
  - jsonl: out/\${{ run.id }}.jsonl
    rows: \${{ first.rows }}
`;
    expect(rowsOf(await harness.run(source))).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });
});
