import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ObjectStorage, ObjectStorageRules } from '../../libs/core/src/durable/object-storage';
import type { RunResponse } from '../../libs/core/src/pipelines/runs/entities';
import type { RunWorkerOrders } from '../harness/children/run-worker';
import { PrivatePostgres, withoutPostgres } from '../harness/postgres';
import { PrivateRedis, withoutRedis } from '../harness/redis';
import { PrivateS3, S3_CREDENTIALS, withoutS3 } from '../harness/s3';
import { waitFor } from '../harness/wait-for';
import { FaultHarness, ITEMS, kill, WORKER } from './harness/fault-harness';
import { HOSTS_NETWORK, NetworkHost, withoutHosts } from './harness/network-hosts';
import { compare, judge } from './harness/verdicts';

const LEASE_MS = 10_000;
const CUT_MS = Number(process.env['FAULT_CUT_MS'] ?? 30_000);
const timing = { leaseMs: LEASE_MS, renewMs: LEASE_MS / 5, pollIntervalMs: 500 };
const rules = { buckets: ['photos', 'results'], own: { bucket: 'percept', key: 'files/' } };

const PIPELINE = `version: 1
name: hosts
steps:
  - id: photos
    for_each: { files: "s3://photos/in/*.jpg", as: photo }
    steps:
      - { id: echo, uses: test.echo, with: { image: "\${{ photo.path }}", add: 1 } }
    collect: { name: "\${{ photo.name }}", by: "\${{ echo.seen }}" }
outputs:
  - jsonl: s3://results/\${{ run.id }}.jsonl
    rows: \${{ photos.rows }}
`;

const missing = withoutHosts ?? withoutPostgres ?? withoutRedis ?? withoutS3;
const name = 'three hosts without a shared disk, Bull on Redis, on PostgreSQL';

(missing ? describe.skip : describe)(missing ? `${name}: ${missing}` : name, () => {
  const harness = new FaultHarness();
  const names = Array.from({ length: ITEMS }, (_, n) => `p${String(n).padStart(4, '0')}.jpg`);
  let hosts: NetworkHost[] = [];
  let [postgres, redis, s3]: [PrivatePostgres?, PrivateRedis?, PrivateS3?] = [];
  let storage: ObjectStorage;
  let children: ChildProcess[];

  beforeAll(async () => {
    Object.assign(process.env, S3_CREDENTIALS);
    postgres = await PrivatePostgres.start(HOSTS_NETWORK);
    redis = await PrivateRedis.start('noeviction', '0.0.0.0');
    s3 = await PrivateS3.listenOn('0.0.0.0', 'photos', 'results', 'percept');
    hosts = [1, 2, 3].map((number) => new NetworkHost(number));
    storage = new ObjectStorage({ endpoint: s3.url });
    for (const [index, each] of names.entries()) {
      const colour = { r: index % 256, g: (index >> 2) % 256, b: 128 };
      const image = sharp({ create: { width: 32, height: 32, channels: 3, background: colour } });
      await storage.write({ bucket: 'photos', key: `in/${each}` }, [await image.jpeg().toBuffer()]);
    }
  });
  afterAll(async () => {
    for (const host of hosts) host.remove();
    await storage?.close();
    await s3?.stop();
    await redis?.stop();
    await postgres?.stop();
  });

  /** A worker on the host: it knows the addresses of the services and has an empty data folder of its own. */
  const workOn = async (host: NetworkHost): Promise<ChildProcess> => {
    const folder = join(harness.folder, host.name);
    mkdirSync(folder, { recursive: true });
    const [url, queue] = [postgres!.url(basename(harness.url!), host.gateway), redis!.url(0, host.gateway)];
    const endpoint = s3!.url.replace('127.0.0.1', host.gateway);
    const orders: RunWorkerOrders = { timing, objects: { endpoint, ...rules }, name: host.name };
    return harness.spawn(host.command(process.execPath, WORKER, folder, url, queue, JSON.stringify(orders)));
  };
  beforeEach(async () => {
    harness.url = await postgres!.database();
    await harness.open(undefined, { working: false });
    await harness.pipelines.close();
    harness.pipelines = harness.service({ objects: new ObjectStorageRules(storage, rules) });
    children = await Promise.all(hosts.map(workOn));
  });

  const rowsOf = async (run: RunResponse): Promise<{ name: string; by: string }[]> => {
    const text = await s3!.text(`s3://results/${run.id}.jsonl`);
    return text!
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { name: string; by: string });
  };
  /** Each picture is in the output once and in order; the pictures have one event each, and so has the end of the run. */
  const judgeRun = async (fault: string, run: RunResponse): Promise<void> => {
    const rows = await rowsOf(run);
    expect(rows.map((row) => row.name)).toEqual(names);
    const told = (await harness.eventsOf('prediction.completed')).filter(({ run_id }) => run_id === run.id);
    const ends = [...(await harness.eventsOf('batch.completed')), ...(await harness.eventsOf('batch.failed'))];
    const parts = [
      compare(
        names,
        rows.map((row) => row.name),
      ),
      compare(
        names,
        told.map(({ item }) => basename(String(item))),
      ),
      compare(
        [run.id],
        ends.map(({ run_id }) => String(run_id)).filter((id) => id === run.id),
      ),
    ];
    const sum = (of: 'lost' | 'twice') => parts.reduce((all, each) => all + each[of], 0);
    judge(`three hosts: ${fault}`, { of: names.length, lost: sum('lost'), twice: sum('twice') });
  };
  /** Starts a run and waits until every host works on it. */
  const startOnAll = async (): Promise<RunResponse> => {
    const run = await harness.start(PIPELINE);
    const { status } = await harness.until(run, (view) => view.counts.succeeded > 100 || view.ended_at !== null);
    expect(status).toBe('running');
    return run;
  };
  /** The host of the process that coordinates the run, or of one that does not. */
  const find = async (run: RunResponse, coordinates: boolean): Promise<number> => {
    const process = await waitFor(() => harness.coordinator(run));
    return children.findIndex((child) => (child === process) === coordinates);
  };

  test('one run uses all three', async () => {
    const run = await harness.until(await harness.start(PIPELINE));
    expect(run).toMatchObject({ status: 'succeeded', error: null });
    expect(new Set((await rowsOf(run)).map(({ by }) => by))).toEqual(new Set(hosts.map((host) => host.name)));
    for (const host of hosts) expect(readdirSync(join(harness.folder, host.name))).not.toContain('percept.db');
    await judgeRun('nothing happens', run);
  });

  test.each([
    ['kill -9 of a host', false],
    ['kill -9 of the host that coordinates', true],
  ])('%s', async (fault, coordinates) => {
    const run = await startOnAll();
    await kill(children[await find(run, coordinates)]!);
    await judgeRun(fault, await harness.until(run));
  });

  test.each([
    ['the network of a host cut', false],
    ['the network of the host that coordinates cut', true],
  ])(`%s for ${CUT_MS / 1_000} s`, async (fault, coordinates) => {
    const run = await startOnAll();
    const index = await find(run, coordinates);
    hosts[index]!.cut();
    try {
      await sleep(CUT_MS);
    } finally {
      hosts[index]!.mend();
    }
    await judgeRun(`${fault} for ${CUT_MS / 1_000} s`, await harness.until(run));
    // The host works on, when its connections are back.
    await waitFor(
      async () => {
        const next = await harness.until(await harness.start(PIPELINE));
        await judgeRun(`${fault}: the next run`, next);
        return (await rowsOf(next)).some(({ by }) => by === hosts[index]!.name);
      },
      { interval: 10, timeout: Infinity },
    );
    expect(children.map(({ exitCode }) => exitCode)).toEqual([null, null, null]);
  });

  test.each([
    ['a host frozen past its lease', false],
    ['the host that coordinates frozen past its lease', true],
  ])('%s, then on again', async (fault, coordinates) => {
    const run = await startOnAll();
    const frozen = children[await find(run, coordinates)]!;
    frozen.kill('SIGSTOP');
    const ended = await harness.until(run);
    frozen.kill('SIGCONT');
    const next = await harness.until(await harness.start(PIPELINE));
    await judgeRun(fault, ended);
    await judgeRun(`${fault}: the next run`, next);
    expect(children.map(({ exitCode }) => exitCode)).toEqual([null, null, null]);
  });
});
