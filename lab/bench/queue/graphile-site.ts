import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { JOBS_POLLING, warmUp } from './queue-site';
import { HURRY_CONCURRENCY } from '../../../test/harness/children/queue-children';
import { requirePeer } from '../../peers';
import { waitFor } from '../../../test/harness/wait-for';

export const GRAPHILE_WORKER = 'graphile-worker';

interface WorkerUtils {
  migrate(): Promise<void>;
  addJobs(jobs: { identifier: string; payload: object }[]): Promise<unknown>;
  release(): Promise<void>;
}

interface GraphileWorker {
  Logger: new (factory: () => () => void) => object;
  makeWorkerUtils(options: { connectionString: string; logger: object }): Promise<WorkerUtils>;
}

const ANY_LEFT = 'SELECT 1 FROM graphile_worker._private_jobs LIMIT 1';

/** The same jobs with Graphile Worker on an empty database. @returns jobs per second from their commit until the last was done. */
export async function graphileJobs(url: string, count: number, processes: number): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { Logger, makeWorkerUtils } = requirePeer(GRAPHILE_WORKER) as GraphileWorker;
  const utils = await makeWorkerUtils({ connectionString: url, logger: new Logger(() => () => undefined) });
  await utils.migrate();
  await client.query('CREATE TABLE done (ref text NOT NULL, pid integer NOT NULL)');
  const command = [join(__dirname, 'graphile-process.js'), url, String(HURRY_CONCURRENCY)];
  const workers = Array.from({ length: processes }, () =>
    spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  try {
    await Promise.all(workers.map((child) => once(child.stdout, 'data')));
    const rate = async (jobs: number) => {
      await utils.addJobs(Array.from({ length: jobs }, (_, n) => ({ identifier: 'done', payload: { ref: `job-${n}` } })));
      const began = performance.now();
      await waitFor(async () => (await client.query(ANY_LEFT)).rowCount === 0, JOBS_POLLING);
      return (jobs * 1_000) / (performance.now() - began);
    };
    await rate(warmUp(count, processes));
    return await rate(count);
  } finally {
    for (const child of workers) if (child.kill('SIGKILL')) await once(child, 'exit');
    await utils.release();
    await client.end();
  }
}
