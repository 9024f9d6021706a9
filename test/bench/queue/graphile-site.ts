import { Logger, makeWorkerUtils } from 'graphile-worker';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { HURRY_CONCURRENCY } from '../../harness/children/queue-children';
import { waitFor } from '../../harness/wait-for';

const LEFT = 'SELECT COUNT(*) AS left FROM graphile_worker._private_jobs';

/** The same jobs with Graphile Worker on an empty database. @returns jobs per second until the last was done. */
export async function graphileJobs(url: string, count: number, processes: number): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const utils = await makeWorkerUtils({ connectionString: url, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  await client.query('CREATE TABLE done (ref text NOT NULL, pid integer NOT NULL)');
  const command = [join(__dirname, 'graphile-process.js'), url, String(HURRY_CONCURRENCY)];
  const workers = Array.from({ length: processes }, () =>
    spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  try {
    await Promise.all(workers.map((child) => once(child.stdout, 'data')));
    const began = performance.now();
    await utils.addJobs(Array.from({ length: count }, (_, n) => ({ identifier: 'done', payload: { ref: `job-${n}` } })));
    const left = async () => Number((await client.query<{ left: string }>(LEFT)).rows[0]!.left);
    await waitFor(async () => (await left()) === 0, { interval: 10, timeout: Infinity });
    return (count * 1_000) / (performance.now() - began);
  } finally {
    for (const child of workers) if (child.kill('SIGKILL')) await once(child, 'exit');
    await utils.release();
    await client.end();
  }
}
