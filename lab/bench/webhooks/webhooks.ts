import { fork, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite';
import { Pool } from 'undici';
import { signedHeaders, standardWebhook } from '../../../libs/webhooks/src/signature';
import { WebhookHarness } from '../../../test/harness/fixtures/webhook-harness';
import type { Arrival, Kind } from '../../../test/harness/children/webhook-receivers';
import { BareDeliveries } from './bare-deliveries';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { ROOT } from '../service';
import { bounds, interleave, quantile, ratios, spread } from '../runner/statistics';

const WELL = 3;
/** What the healthy receivers have beside them, and how many events come a second. */
const BESIDE_TWO = { kinds: [...Array<Kind>(WELL).fill('well'), 'hung', 'failing'] as Kind[], perSecond: 100 };
const BESIDE_MANY = { kinds: ['well', ...Array<Kind>(49).fill('hung')] as Kind[], perSecond: 20 };
const DATA = { run_id: 'run_bench', pipeline: 'bench', revision: 'rev_bench', inputs: { folder: 'photos' } };
const RECEIVERS = join(ROOT, 'dist', 'test', 'harness', 'children', 'webhook-receivers.js');
const SECRET = 'correct horse battery';
const now = () => performance.timeOrigin + performance.now();

/** Receivers in a process of their own, so that they do not share our thread. */
async function receivers(kinds: Kind[], later: Later): Promise<{ child: ChildProcess; urls: string[] }> {
  const child = fork(RECEIVERS, kinds);
  later(() => void child.kill());
  const [urls] = (await once(child, 'message')) as [string[]];
  return { child, urls };
}

async function arrivalsOf(child: ChildProcess): Promise<Arrival[]> {
  child.send('report');
  return ((await once(child, 'message')) as [Arrival[]])[0];
}

async function open(later: Later): Promise<WebhookHarness> {
  const bench = await new WebhookHarness().open({ pollIntervalMs: 1_000, leaseMs: 60_000, renewMs: 10_000 });
  later(() => bench.close());
  return bench;
}

const worker = { waitsMs: [5_000, 300_000, 1_800_000, 7_200_000], slowDownMs: 60_000 };

/** Milliseconds from the commit to the first byte at the healthy receivers. */
async function latency(
  { kinds, perSecond, events }: typeof BESIDE_TWO & { events: number },
  later: Later,
): Promise<{ waits: number[]; bytesPerDelivery: number }> {
  const { child, urls } = await receivers(kinds, later);
  const well = kinds.filter((kind) => kind === 'well').length;
  const bench = await open(later);
  for (const url of urls) await bench.endpoints.create({ url });
  bench.work(worker);
  const before = sizeOf(bench.file);
  const committed = new Map<string, number>();
  const started = now();
  const emitted: Promise<void>[] = [];
  for (let n = 0; n < events; n++) {
    await sleep(Math.max(0, started + (n * 1_000) / perSecond - now()));
    emitted.push(bench.emit('batch.started', DATA).then(({ id }) => void committed.set(id, now())));
  }
  await Promise.all(emitted);
  const arrivals: Arrival[] = [];
  for (let tries = 0; arrivals.length < events * well; tries++) {
    if (tries > 600) throw new Error(`Only ${arrivals.length} of ${events * well} deliveries arrived.`);
    await sleep(100);
    arrivals.push(...(await arrivalsOf(child)));
  }
  const deliveries = events * urls.length;
  const waits = arrivals.map(([id, at]) => Math.max(0, at - committed.get(id)!));
  return { waits, bytesPerDelivery: (sizeOf(bench.file) - before) / deliveries };
}

/** Bytes, after a checkpoint: the WAL has a separate size. */
function sizeOf(file: string): number {
  const database = openSqliteFile(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return statSync(file).size;
}

/** Deliveries per second when all wait already, stored and recorded. */
async function saturated(events: number, later: Later, send: (bench: WebhookHarness) => void): Promise<number> {
  const { child, urls } = await receivers(Array<Kind>(WELL).fill('well'), later);
  const bench = await open(later);
  for (const url of urls) await bench.endpoints.create({ url });
  for (let n = 0; n < events; n++) await bench.emit('batch.started', DATA);
  const started = now();
  send(bench);
  await drained(child, events * WELL);
  return (events * WELL * 1_000) / (now() - started);
}

/** The same rows written by hand. */
async function byHand(events: number, later: Later): Promise<number> {
  let sending: Promise<void> = Promise.resolve();
  const speed = await saturated(events, later, ({ file }) => {
    const deliveries = new BareDeliveries(file);
    sending = deliveries.send(events * WELL).then(() => deliveries.close());
  });
  await sending;
  return speed;
}

type Signing = (id: string, body: string) => Record<string, string>;

/** With the package that the specification names, as other senders do. */
const byPackage: Signing = (id, body) => {
  const at = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': standardWebhook(SECRET).sign(id, at, body),
    'x-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
  };
};
const asOurs: Signing = (id, body) => signedHeaders([SECRET], id, body, new Date());

/** Requests per second of undici alone with the same bodies, headers, signatures and number in flight. */
async function bare(events: number, sign: Signing, later: Later): Promise<number> {
  const { child, urls } = await receivers(Array<Kind>(WELL).fill('well'), later);
  const body = JSON.stringify({ id: 'evt', type: 'batch.started', created_at: new Date().toISOString(), data: DATA });
  const started = now();
  const lane = async (pool: Pool, share: number): Promise<void> => {
    for (let n = 0; n < share; n++) {
      const headers = { 'content-type': 'application/json', ...sign(`evt_${n}`, body) };
      const answer = await pool.request({ path: '/', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  const pools = urls.map((url) => new Pool(url));
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 8 }, () => lane(pool, Math.ceil(events / 8)))));
  await drained(child, Math.ceil(events / 8) * 8 * WELL);
  const speed = (events * WELL * 1_000) / (now() - started);
  await Promise.all(pools.map((pool) => pool.close()));
  return speed;
}

async function drained(child: ChildProcess, wanted: number): Promise<void> {
  for (let got = 0; got < wanted; await sleep(5)) got += (await arrivalsOf(child)).length;
}

/** Each part ends with its processes and workers: what one leaves waiting must not take time from the next. */
async function measure({ quick, say }: MeasureOptions): Promise<Report> {
  const events = quick ? 200 : 10_000;
  say(`${events} events at ${BESIDE_TWO.perSecond} a second to ${WELL} receivers, a hung and a failing one beside them …`);
  const { waits, bytesPerDelivery } = await withCleanup((later) => latency({ ...BESIDE_TWO, events }, later));
  say('One receiver beside 49 hung ones, as many as a project may have …');
  const besideMany = await withCleanup((later) => latency({ ...BESIDE_MANY, events: quick ? 40 : 300 }, later));
  say('Saturation, in turns with undici alone, and with undici and the same rows written by hand …');
  const count = quick ? 200 : 2_000;
  const rates = await interleave(
    {
      undici: () => withCleanup((later) => bare(count, byPackage, later)),
      signing: () => withCleanup((later) => bare(count, asOurs, later)),
      durable: () => withCleanup((later) => byHand(count, later)),
      ours: () => withCleanup((later) => saturated(count, later, (bench) => void bench.work(worker))),
    },
    quick ? 1 : 9,
  );
  const against = (peer: keyof typeof rates) => spread(ratios(rates.ours, rates[peer]));
  const [alone, signing, durable] = [against('undici'), against('signing'), against('durable')];
  const figures = {
    p50_ms: quantile(waits, 0.5),
    p99_ms: quantile(waits, 0.99),
    max_ms: Math.max(...waits),
    p99_beside_49_hung_ms: quantile(besideMany.waits, 0.99),
    deliveries_per_s: spread(rates.ours).median,
    undici_per_s: spread(rates.undici).median,
    durable_per_s: spread(rates.durable).median,
    bytes_per_delivery: bytesPerDelivery,
    ...bounds('vs_undici', alone),
    ...bounds('vs_undici_signing', signing),
    ...bounds('vs_durable', durable),
  };
  const medians = { vs_undici: alone.median, vs_undici_signing: signing.median, vs_durable: durable.median };
  return { name: 'webhooks', ratios: medians, figures, tables: [] };
}

export const webhooks: Measurement = {
  name: 'webhooks',
  summary: 'From the commit to the first byte, with a hung and a failing receiver; speed at saturation beside undici alone.',
  measure,
};
