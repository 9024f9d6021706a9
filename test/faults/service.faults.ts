import { openSqliteFile } from '../../libs/core/src/durable/database/sqlite';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CACHE_DIR, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../harness/percept';
import { freePort } from '../harness/postgres';
import { ITEMS, kill, onBothDrivers } from './harness/fault-harness';
import { KILLS, SEED, seeded } from './harness/seeded';
import { compare, judge } from './harness/verdicts';
import { waitFor } from '../harness/wait-for';

/** The whole service needs seconds to start: it is killed a tenth as often as the bare worker. */
const TURNS = Math.ceil(KILLS / 10);
const LONGEST_MS = 2_500;
/** How often it is asked to end instead of killed. */
const IN_ORDER = 0.25;

const PIPELINE = `version: 1
name: moods
inputs:
  file: { type: string }
  salt: { type: string }
steps:
  - id: lines
    for_each: { jsonl: "\${{ inputs.file }}", as: line }
    steps:
      - id: mood
        uses: text.sentiment
        with: { text: "\${{ inputs.salt }} says: line \${{ string(line.n) }} is lovely" }
    collect: { n: "\${{ line.n }}", mood: "\${{ mood.sentiment }}" }
outputs:
  - jsonl: moods.jsonl
    rows: \${{ lines.rows }}
`;

interface Run {
  id: string;
  status: string;
}

onBothDrivers((harness, parts) => {
  const json = { 'content-type': 'application/json' };
  let dataDir: string;
  let env: Record<string, string>;
  let service: RunningPercept;
  let worker: ChildProcess | undefined;

  const start = () => startPercept({ dataDir, env, args: harness.url ? ['--role', 'api,scheduler'] : [] });
  const startWorker = async (): Promise<ChildProcess> => {
    const args = [join(ROOT, 'bin', 'percept'), 'worker'];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };
  /** Asked again and again with the same key until it is answered. */
  const accepted = async (salt: string): Promise<Run> => {
    const body = JSON.stringify({ inputs: { file: join(dataDir, 'files', 'lines.jsonl'), salt } });
    return waitFor(
      async () => {
        const post = { method: 'POST', headers: { ...json, 'idempotency-key': salt }, body };
        const answer = await service.fetch('/v2/pipelines/moods/runs', post).catch(() => undefined);
        if (answer && ![202, 409].includes(answer.status) && answer.status < 500) throw new Error(await answer.text());
        return answer?.status === 202 && ((await answer.json()) as Run);
      },
      { interval: 50, timeout: Infinity },
    );
  };
  const ended = async (run: Run): Promise<Run> => {
    return waitFor(
      async () => {
        const view = (await (await service.fetch(`/v2/runs/${run.id}`)).json()) as Run;
        return !['queued', 'running'].includes(view.status) && view;
      },
      { interval: 50, timeout: Infinity },
    );
  };
  const query = async <Row>(text: string): Promise<Row[]> => {
    if (harness.url) return (await parts.postgres!.query(text, harness.url)) as Row[];
    const database = openSqliteFile(join(dataDir, 'percept.sqlite'), { readonly: true });
    try {
      return database.prepare(text).all() as Row[];
    } finally {
      database.close();
    }
  };

  beforeEach(async () => {
    dataDir = tempDir();
    for (const folder of ['files', 'pipelines']) mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, 'pipelines', 'moods.yaml'), PIPELINE);
    writeFileSync(join(dataDir, 'files', 'lines.jsonl'), Array.from({ length: ITEMS }, (_, n) => `{"n":${n}}\n`).join(''));
    env = {
      PORT: String(await freePort()),
      PERCEPT_DATA_DIR: dataDir,
      PERCEPT_CACHE_DIR: CACHE_DIR,
      PERCEPT_PIPELINES_DIR: join(dataDir, 'pipelines'),
      PERCEPT_DATA_ROOTS: join(dataDir, 'files'),
      PERCEPT_AUTH: 'off',
      PERCEPT_WORKERS: '1',
      PERCEPT_LOG_LEVEL: 'error',
      ...(harness.url && { PERCEPT_DATABASE_URL: harness.url }),
      ...(harness.redis && { PERCEPT_REDIS_URL: harness.redis.url() }),
    };
  });
  afterEach(async () => {
    await service.kill();
    if (worker) await kill(worker);
    removeDir(dataDir);
  });

  test(`kill -9, and now and then SIGTERM, of the service or its worker ${TURNS} times (seed ${SEED})`, async () => {
    const random = seeded();
    service = await start();
    if (harness.url) worker = await startWorker();
    const asked: Promise<Run>[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      asked.push(accepted(`run-${turn}`));
      await sleep(LONGEST_MS * random());
      const signal = random() < IN_ORDER ? 'SIGTERM' : 'SIGKILL';
      const victim = worker && random() < 0.5 ? worker : service.process;
      const code = await kill(victim, signal);
      if (signal === 'SIGTERM') expect(code).toBe(0);
      if (victim === worker) worker = await startWorker();
      else service = await start();
    }
    const runs: Run[] = [];
    for (const each of asked) runs.push(await ended(await each));
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    const numbers = Array.from({ length: ITEMS }, (_, n) => n);
    const expected = runs.flatMap(({ id }) => numbers.map((n) => `${id} ${n}`));
    const written: string[] = [];
    for (const { id } of runs) {
      const text = await (await service.fetch(`/v2/runs/${id}/artifacts/moods.jsonl`)).text();
      written.push(
        ...text
          .trim()
          .split('\n')
          .map((line) => `${id} ${(JSON.parse(line) as { n: number }).n}`),
      );
    }
    const rows = compare(expected, written);
    const told = await query<{ n: number }>("SELECT COUNT(*) AS n FROM events WHERE type = 'prediction.completed'");
    const begun = await query<{ id: string }>('SELECT id FROM runs');
    const twice = rows.twice + Number(told[0]!.n) - expected.length + begun.length - TURNS;
    judge(`kill -9 of the service or its worker, ${TURNS} times`, { of: rows.of, lost: rows.lost, twice });
  });
});
