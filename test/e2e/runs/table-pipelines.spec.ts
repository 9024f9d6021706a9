import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startHost } from '../../../libs/core/src/inference/host/threaded-host';
import type { PluginHost } from '../../../libs/core/src/inference/host/host';
import { RunHarness } from '../../harness/run-harness';

const DIST = resolve(__dirname, '../../../dist');
const harness = new RunHarness();
let host: PluginHost;

beforeAll(async () => {
  host = startHost({
    plugins: [join(DIST, 'libs/plugins/table')],
    workers: 1,
    workerPath: join(DIST, 'libs/core/src/inference/host/worker.js'),
    limits: { maxBytes: 1e6, maxSide: 1e3 },
    models: { modelsDir: '', dataDir: '' },
    queue: { calls: 10, bytes: 1e7 },
    callTimeoutMs: 30_000,
  });
  await host.ready;
});
afterAll(() => host.close());

async function open(): Promise<void> {
  await harness.open(undefined, { working: false });
  harness.host = host as never;
  harness.pipelines = harness.service();
  harness.pipelines.work();
}

const SALES = (rows: string, then: string) => `version: 1
name: sales
steps:
  - id: sales
    for_each: { ${rows}, as: sale }
    steps:
      - { id: same, uses: table.sort, with: { rows: [{ n: 1 }], by: [n] } }
    collect: { product: "\${{ sale.product }}", amount: "\${{ sale.amount }}" }
${then}`;

const BY_PRODUCT = `  - id: totals
    uses: table.aggregate
    with: { rows: "\${{ sales.rows }}", by: [product], count: sold, sum: { amount: amount } }
  - id: best
    uses: table.sort
    with: { rows: "\${{ totals.rows }}", by: [amount desc] }
outputs:
  - csv: best.csv
    rows: \${{ best.rows }}
  - json: best.json
    rows: \${{ best.rows }}
  - jsonl: first.jsonl
    rows: "\${{ best.rows.map(r, {'product': r.product}) }}"
`;

describe('rows on their way from step to step', () => {
  test('go from a CSV file through aggregate and sort into CSV, JSON and lines', async () => {
    await open();
    writeFileSync(join(harness.folder, 'sales.csv'), '\uFEFFproduct,amount\nA,1.5\n"B ""x"", y",4\nA,2\nbroken\nB,1\n');
    const view = await harness.run(SALES('csv: sales.csv', BY_PRODUCT));
    expect(view).toMatchObject({ status: 'partial', counts: { total: 7, succeeded: 6, failed: 1 } });
    expect(view.failures).toMatchObject([
      { item: '4', code: 'INVALID_REQUEST', reason: expect.stringMatching(/Invalid Record Length/) },
    ]);
    const read = (name: string) => readFileSync(join(harness.folder, name), 'utf8');
    expect(read('best.csv')).toBe('product,sold,amount\n"B ""x"", y",1,4\nA,2,3.5\nB,1,1\n');
    expect(JSON.parse(read('best.json'))).toEqual([
      { product: 'B "x", y', sold: 1, amount: 4 },
      { product: 'A', sold: 2, amount: 3.5 },
      { product: 'B', sold: 1, amount: 1 },
    ]);
    expect(read('first.jsonl')).toBe('{"product":"B \\"x\\", y"}\n{"product":"A"}\n{"product":"B"}\n');
    expect(existsSync(join(harness.folder, 'data/runs', view.id, 'handed-on'))).toBe(false);
  });

  test('read lines of JSON; a line that is not JSON fails alone', async () => {
    await open();
    writeFileSync(join(harness.folder, 'sales.jsonl'), '{"product": "A", "amount": 1}\n{oops\n\n{"product": "A", "amount": 2}');
    const view = await harness.run(SALES('jsonl: sales.jsonl', BY_PRODUCT));
    expect(view.failures).toMatchObject([{ item: '2', reason: expect.stringMatching(/Line 2: it is not JSON/) }]);
    expect(readFileSync(join(harness.folder, 'best.csv'), 'utf8')).toBe('product,sold,amount\nA,2,3\n');
  });

  test('a record that cannot be read, or has no key, does not replace another', async () => {
    await open();
    const keyed = (rows: string) => SALES(`${rows}, key: "\${{ sale.id }}"`, '');
    writeFileSync(join(harness.folder, 'sales.csv'), 'id,product,amount\n5,A,1\nbroken\n2,B,1\n7,C,1\nbroken\n');
    const csv = await harness.run(keyed('csv: sales.csv'));
    expect(csv).toMatchObject({ status: 'partial', counts: { total: 5, succeeded: 3, failed: 2 } });
    expect(csv.failures).toMatchObject([{ item: 'unnamed 2' }, { item: 'unnamed 5' }]);
    writeFileSync(join(harness.folder, 'sales.jsonl'), '{"id": "2", "product": "A", "amount": 1}\n{"product": "B"}\n');
    const lines = await harness.run(keyed('jsonl: sales.jsonl'));
    expect(lines).toMatchObject({ status: 'partial', counts: { total: 2, succeeded: 1, failed: 1 } });
    expect(lines.failures).toMatchObject([
      { item: 'unnamed 2', reason: expect.stringMatching(/^It has no key: No such key: id/) },
    ]);
  });

  test('stay on disk where there are many, and no expression looks into them', async () => {
    await open();
    const file = join(harness.folder, 'many.jsonl');
    for (let part = 0; part < 12; part++) {
      appendFileSync(file, Array.from({ length: 1_000 }, (_, n) => `{"n": ${part * 1_000 + n}}\n`).join(''));
    }
    const rows = JSON.stringify(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .slice(0, 20)
        .map((line) => JSON.parse(line) as object),
    );
    const many = (outputs: string) => `version: 1
name: many
steps:
  - { id: few, uses: table.join, with: { left: ${rows}, right: ${rows}, on: [n] } }
  - { id: all, uses: table.join, with: { left: "\${{ few.rows.map(r, {'k': 1, 'a': r.n}) }}", right: "\${{ few.rows.map(r, {'k': 1, 'b': r.n}) }}", on: [k] } }
  - { id: cubed, uses: table.join, with: { left: "\${{ all.rows }}", right: "\${{ few.rows.map(r, {'k': 1, 'c': r.n}) }}", on: [k] } }
  - { id: more, uses: table.join, with: { left: "\${{ cubed.rows }}", right: "\${{ [{'k': 1, 'd': 1}, {'k': 1, 'd': 2}] }}", on: [k] } }
  - { id: totals, uses: table.aggregate, with: { rows: "\${{ more.rows }}", by: [a], count: n } }
outputs:
${outputs}`;
    const view = await harness.run(
      many('  - { csv: more.csv, rows: "${{ more.rows }}" }\n  - { json: totals.json, rows: "${{ totals.rows }}" }\n'),
    );
    expect(view).toMatchObject({ status: 'succeeded', outputs: [{ rows: 16_000 }, { rows: 20 }] });
    expect(JSON.parse(readFileSync(join(harness.folder, 'totals.json'), 'utf8'))).toContainEqual({ a: 7, n: 800 });
    const looking = await harness.run(many('  - { json: totals.json, rows: "${{ more.rows.filter(r, r.a == 1) }}" }\n'));
    expect(looking).toMatchObject({ status: 'failed', error: expect.stringMatching(/'more.rows' has more than 10000 rows/) });
  });

  test('do not exist if their step was skipped: its output is not written', async () => {
    await open();
    const then = `  - { id: never, uses: table.sort, if: sales.total > 5, with: { rows: "\${{ sales.rows }}", by: [n] } }
outputs:
  - { csv: never.csv, rows: "\${{ never.rows }}" }
  - { csv: sales.csv, rows: "\${{ sales.rows }}" }
  - { csv: either.csv, rows: "\${{ never == null ? sales.rows : never.rows }}" }
`;
    const view = await harness.run(SALES('items: [{product: A, amount: 1}]', then));
    // An expression that asks for the null has rows all the same.
    const outputs = ['sales.csv', 'either.csv'].map((name) => expect.objectContaining({ name, rows: 1 }) as unknown);
    expect(view).toMatchObject({ status: 'succeeded', outputs });
  });

  test('of a missing or invalid CSV file are rejected with its path', async () => {
    await open();
    await expect(harness.start(SALES('csv: nowhere.csv', ''))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    writeFileSync(join(harness.folder, 'bad.csv'), 'a,b\n"never closed,1\n');
    expect(await harness.run(SALES('csv: bad.csv', ''))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/a quotation mark in line 2 is misplaced, or is not closed/),
    });
  });
});

describe('expressions in a run', () => {
  const PRICES = `version: 1
name: prices
inputs:
  prices: { type: array, default: [2.25, 4, 1] }
steps:
  - id: summary
    uses: table.sort
    with:
      by: [name]
      rows:
        - { name: mean, value: "\${{ math.round(inputs.prices.avg(), 2) }}" }
        - { name: highest, value: "\${{ inputs.prices.max() }}" }
        - { name: order, value: "\${{ inputs.prices.sort().map(p, string(p)).join('<') }}" }
outputs:
  - json: summary.json
    rows: \${{ summary.rows }}
`;

  test('calculate with the functions of lists and numbers', async () => {
    await open();
    expect(await harness.run(PRICES)).toMatchObject({ status: 'succeeded' });
    expect(JSON.parse(readFileSync(join(harness.folder, 'summary.json'), 'utf8'))).toEqual([
      { name: 'highest', value: 4 },
      { name: 'mean', value: 2.42 },
      { name: 'order', value: '1<2.25<4' },
    ]);
  });

  test('that do not fit name the step, the key, the place in the file and the expression', async () => {
    await open();
    const view = await harness.run(PRICES.replace('default: [2.25, 4, 1]', 'default: [2.25, four]'));
    const place = /In 'with\.rows\[0\]\.value' of the step 'summary', \S+\.yaml:11:37: math\.round\(inputs\.prices\.avg\(\), 2\)/;
    expect(view).toMatchObject({ status: 'failed', failures: [{ step: 'summary', reason: expect.stringMatching(place) }] });
  });
});

describe('a table from a file', () => {
  const SHOP = (more = '') => `version: 1
name: shop
inputs:
  file: { type: string, default: shop.csv }
  least: { type: number, default: 10 }
steps:
  - id: sold
    uses: table.read
    with: { file: "\${{ inputs.file }}", types: { price: number, quantity: integer }, on_error: skip }
  - id: large
    uses: table.filter
    with: { rows: "\${{ sold.rows }}", where: row.price * row.quantity >= values.least, values: { least: "\${{ inputs.least }}" } }
  - id: priced
    uses: table.map
    with: { rows: "\${{ large.rows }}", columns: { product: row.product, total: "math.round(row.price * row.quantity, 2)" } }
  - id: totals
    uses: table.aggregate
    with: { rows: "\${{ priced.rows }}", by: [product], count: sold, sum: { total: total } }
outputs:
  - json: totals.json
    rows: \${{ totals.rows }}
${more}`;
  const totals = (): unknown => JSON.parse(readFileSync(join(harness.folder, 'totals.json'), 'utf8'));

  test('is read with types, filtered, computed and summed, however many rows it has', async () => {
    await open();
    const line = (index: number) => `${index % 2 ? 'ink' : 'pen'},${index % 2 ? '12.25' : '0.5'},${index % 2 ? 1 : 4}`;
    const lines = Array.from({ length: 30_000 }, (_, index) => line(index));
    writeFileSync(join(harness.folder, 'shop.csv'), ['product,price,quantity', ...lines, 'ink,free,1'].join('\n'));
    expect(await harness.run(SHOP())).toMatchObject({ status: 'succeeded' });
    expect(totals()).toEqual([{ product: 'ink', sold: 15_000, total: 183_750 }]);
    writeFileSync(join(harness.folder, 'shop.jsonl'), '{"product": "pen", "price": 20, "quantity": "2"}\n');
    expect(await harness.run(SHOP(), { inputs: { file: 'shop.jsonl' } })).toMatchObject({ status: 'succeeded' });
    expect(totals()).toEqual([{ product: 'pen', sold: 1, total: 40 }]);
  });

  test('is read only where the run may read', async () => {
    await open();
    writeFileSync(join(harness.folder, 'secret.csv'), 'product,price,quantity\n');
    const inside = join(harness.folder, 'photos');
    const view = await harness.run(SHOP(), { inputs: { file: '../secret.csv' }, roots: [inside] });
    expect(view).toMatchObject({
      status: 'failed',
      failures: [{ step: 'sold', reason: expect.stringMatching(/PERCEPT_DATA_ROOTS|outside|does not exist/) }],
    });
  });

  test('has expressions that are checked before anything runs', async () => {
    await open();
    const wrong = SHOP().replace('where: row.price', 'where: rows.price');
    await expect(harness.start(wrong)).rejects.toThrow(
      /:12:\d+: The expression of 'where' is not right: Nothing is called 'rows' here. Did you mean 'row'/,
    );
  });
});
