import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EXAMPLES, removeDir, type RunningPercept } from '../harness/percept';
import { repeat, type End } from './harness/attacks';
import { coreOf, diskMb, figuresOf, keepFigures, printFigures, watchMemory } from './harness/tenant-figures';
import { startWithTenants, type Tenant } from './harness/tenants';

/** How many times as long the other project's calls may take under an attack as alone. */
const MAX_RATIO = 3;
const PROMISED_MB = 700 + 2 * 256 + 2 * 5 * 67 + 2 * 2 * (512 + 100);
const CALL_MS = 100;
const SIDE = 1664;

/** Attacks 16, 17 and 19 to 22: work in the thread that serves requests, tensors, answers that cannot be written, and large ones. */
describe('one project has work done, another one is served', () => {
  let service: RunningPercept;
  let attacker: Tenant;
  let victim: Tenant;
  let web: Server;

  beforeAll(async () => {
    const nested = '['.repeat(400_000) + ']'.repeat(400_000);
    web = createServer((_, response) => response.setHeader('content-type', 'application/json').end(nested));
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    const started = await startWithTenants({
      PERCEPT_WORKERS: '2',
      PERCEPT_CALL_TIMEOUT: '30s',
      PERCEPT_FETCH_ALLOW: '127.0.0.0/8',
    });
    service = started.service;
    [attacker, victim] = started.tenants;
  });
  afterAll(async () => {
    printFigures();
    const { exitCode, signalCode } = service?.process ?? {};
    if (exitCode !== null || signalCode !== null || process.env['SHOW'])
      process.stderr.write(`The service ended: ${exitCode} ${signalCode}\n${service?.output()}`);
    await service?.kill();
    web?.closeAllConnections();
    web?.close();
    if (service) removeDir(service.dataDir);
  });

  const run = async (tenant: Tenant): Promise<number> => {
    const { status } = await tenant.until(await tenant.start({ items: 2, ms: CALL_MS }));
    return status === 'succeeded' ? 200 : 500;
  };
  const lagMs = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Math.round(1_000 * Number(/^percept_main_thread_lag_seconds\{statistic="p99"\} (\S+)$/m.exec(text)![1]));
  };
  const restarts = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^percept_worker_restarts_total (\d+)$/m.exec(text)![1]);
  };

  async function withstand(name: string, begin: () => Promise<End>, call: () => Promise<number>): Promise<void> {
    await call();
    const memory = watchMemory(service);
    try {
      const alone = { ...(await figuresOf(service, call)), memory: memory.take() };
      const before = coreOf(service);
      const end = await begin();
      // Until the attack has taken what it can get.
      await new Promise((begun) => setTimeout(begun, 2_000));
      const seen = await figuresOf(service, call);
      const lag = await lagMs();
      const core = coreOf(service);
      const [on, waited] = [core.onMs - before.onMs, core.waitedMs - before.waitedMs];
      const thread = `main thread p99 ${lag} ms late; it waited for a core ${Math.round((100 * waited) / (on + waited))} % of the time that it had work`;
      await end();
      const under = { ...seen, memory: memory.take() };
      await call();
      const after = { memory: memory.take(), disk: await diskMb(service.dataDir) };
      keepFigures(`${name} (${thread})`, alone, under, after);
      expect([alone.refused, under.refused]).toEqual([0, 0]);
      expect(Math.max(alone.memory, under.memory, after.memory)).toBeLessThan(PROMISED_MB);
      expect(under.p50 / alone.p50).toBeLessThan(MAX_RATIO);
    } finally {
      memory.end();
    }
  }

  /** Saves a pipeline and starts it again and again. @returns the ids of the runs. */
  async function keepRunning(name: string, source: string): Promise<{ runs: string[]; end: End }> {
    const saved = await service.fetch(`/v2/pipelines/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${attacker.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source }),
    });
    if (!saved.ok) throw new Error(`The pipeline is not taken: ${saved.status} ${await saved.text()}`);
    const runs: string[] = [];
    const end = repeat(1, async () => {
      const { status, body } = await attacker.post(`/v2/pipelines/${name}/runs`, {});
      if (status === 202) runs.push((body as { id: string }).id);
      await new Promise((waited) => setTimeout(waited, 1_000));
    });
    return {
      runs,
      end: async () => {
        await end();
        await Promise.all(runs.map((id) => attacker.post(`/v2/runs/${id}/cancel`, {})));
      },
    };
  }

  test('16: 100 skipped steps for each of 9,000 items, started every second', async () => {
    const file = join(service.dataDir, 'files', 'many.jsonl');
    writeFileSync(file, Array.from({ length: 9_000 }, (_, n) => `{"n":${n}}\n`).join(''));
    const skipped = Array.from(
      { length: 100 },
      (_, n) => `      - { id: s${n}, uses: rogue.sleep, if: line.n < 0, with: { n: 1 } }\n`,
    );
    const source = `version: 1\nname: skipped\nsteps:\n  - id: all\n    for_each: { jsonl: ${file}, as: line }\n    steps:\n${skipped.join('')}`;
    const begin = async (): Promise<End> => (await keepRunning('skipped', source)).end;
    await withstand('100 skipped steps for 9,000 items a second', begin, () => run(victim));
  });

  test(`17: raw tensors of ${SIDE} x ${SIDE} pixels, four in flight`, async () => {
    const head = Buffer.from(
      JSON.stringify({
        inputs: [
          { name: 'input', shape: [1, SIDE, SIDE, 3], datatype: 'UINT8', parameters: { binary_data_size: SIDE * SIDE * 3 } },
        ],
        outputs: [{ name: 'logits', parameters: { binary_data: true } }],
      }),
    );
    const { inputs, outputs } = (await (await service.fetch('/v2/models/centernet')).json()) as Record<
      'inputs' | 'outputs',
      { name: string }[]
    >;
    const text = head.toString().replace('"input"', `"${inputs[0]!.name}"`).replace('"logits"', `"${outputs[0]!.name}"`);
    const body = Buffer.concat([Buffer.from(text), Buffer.alloc(SIDE * SIDE * 3)]);
    const headers = { authorization: `Bearer ${attacker.key}`, 'inference-header-content-length': String(text.length) };
    const statuses = new Set<number>();
    const before = await restarts();
    const begin = async (): Promise<End> =>
      repeat(4, async () => {
        const answer = await service.fetch('/v2/models/centernet/infer', { method: 'POST', headers, body: new Uint8Array(body) });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      });
    const sleep = async (): Promise<number> => (await victim.post('/v2/rogue/sleep', { n: CALL_MS })).status;
    await withstand('4 raw tensors of 8.3 MB in flight', begin, sleep);
    for (const status of statuses) expect([200, 400, 503, 504]).toContain(status);
    expect(await restarts()).toBe(before);
  });

  test('19: answers and lines of 400,000 nested brackets', async () => {
    const port = (web.address() as AddressInfo).port;
    const file = join(service.dataDir, 'files', 'nested.jsonl');
    writeFileSync(file, `1\n${'['.repeat(400_000)}${']'.repeat(400_000)}\n`);
    const block = (id: string, from: string): string =>
      `  - id: ${id}\n    for_each: { ${from}, as: each }\n    on_error: continue\n    steps:\n      - { id: get, uses: http.request, with: { url: "http://127.0.0.1:${port}/" } }\n`;
    const source = `version: 1\nname: nested\nsteps:\n${block('lines', `jsonl: ${file}`)}${block('answers', 'items: [1, 2]')}`;
    let first = '';
    const begin = async (): Promise<End> => {
      const { runs, end } = await keepRunning('nested', source);
      return async () => {
        first = runs[0]!;
        await end();
      };
    };
    await withstand('answers and lines of 400,000 brackets', begin, () => run(victim));
    const { counts } = await attacker.until(first);
    expect(counts).toMatchObject({ total: 4, failed: 4 });
  });

  test('21: answers of 3 MB, expressions over all of them, and pages of their items', async () => {
    const records = Array.from({ length: 25_000 }, (_, n) => ({
      id: `${n}`,
      name: `the record number ${n}`,
      list: [n, n + 1, n + 2],
    }));
    const answer = JSON.stringify({ items: records.map((each) => ({ ...each, more: 'x'.repeat(30) })) });
    const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(answer));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const fields = Array.from(
      { length: 10 },
      (_, n) => `      f${n}: \${{ get.json.items.filter(x, x.id.size() > ${n}).size() }}\n`,
    );
    const source = `version: 1
name: heavy
steps:
  - id: all
    for_each: { items: [${Array.from({ length: 20 }, (_, n) => n).join()}], as: each }
    on_error: continue
    steps:
      - { id: get, uses: http.request, with: { url: "http://127.0.0.1:${port}/", max_bytes: 4194304 } }
    collect:
${fields.join('')}      rows: \${{ get.json.items.slice(0, 5000) }}
`;
    const begin = async (): Promise<End> => {
      const { runs, end } = await keepRunning('heavy', source);
      let page = '';
      const pages = repeat(4, async () => void (runs[0] && (page = await attacker.text(`/v2/runs/${runs[0]}/items?limit=500`))));
      return async () => {
        await pages();
        await end();
        expect(JSON.parse(page)).toHaveProperty('items');
      };
    };
    await withstand('answers of 3 MB and expressions over them', begin, () => run(victim));
    server.closeAllConnections();
    server.close();
  });

  test('22: answers of a million lists in a single row, two in flight', async () => {
    const row = { a: Array.from({ length: 1_000_000 }, (_, n) => [n]) };
    const body = JSON.stringify({ rows: [row], columns: { b: '1' }, keep: true });
    const headers = { authorization: `Bearer ${attacker.key}`, 'content-type': 'application/json' };
    const statuses = new Set<number>();
    const begin = async (): Promise<End> =>
      repeat(2, async () => {
        const answer = await service.fetch('/v2/table/map', { method: 'POST', headers, body });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      });
    const sleep = async (): Promise<number> => (await victim.post('/v2/rogue/sleep', { n: CALL_MS })).status;
    await withstand('2 answers of a million lists in flight', begin, sleep);
    expect(statuses).toContain(200);
  });

  test('20: 60 analyses of large pictures in flight: short calls of the other project are answered', async () => {
    const image = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');
    const begin = async (): Promise<End> =>
      repeat(60, async () => void (await attacker.post('/v2/vision/analyze', { image, detail: 'high' })));
    const sleep = async (): Promise<number> => (await victim.post('/v2/rogue/sleep', { n: CALL_MS })).status;
    await withstand('60 analyses in flight', begin, sleep);
  });
});
