// Works Graphile Worker's jobs in a process of its own: `node graphile-process.js DATABASE_URL CONCURRENCY`. Prints `ready`.
import { requirePeer } from '../../peers';

interface TaskHelpers {
  query(text: string, values: unknown[]): Promise<unknown>;
}

const { Logger, run } = requirePeer('graphile-worker') as {
  Logger: new (factory: () => () => void) => object;
  run(options: {
    taskList: Record<string, (payload: unknown, helpers: TaskHelpers) => Promise<void>>;
    [option: string]: unknown;
  }): Promise<unknown>;
};

async function main(connectionString: string, concurrency: number): Promise<void> {
  await run({
    connectionString,
    concurrency,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    pollInterval: 1_000,
    // Its fastest settings: it claims many jobs at once, and completes together what ends together.
    preset: { worker: { localQueue: { size: concurrency }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: {
      done: async (payload, { query }) => {
        await query('INSERT INTO done (ref, pid) VALUES ($1, $2)', [(payload as { ref: string }).ref, process.pid]);
      },
    },
  });
  process.stdout.write('ready\n');
}

main(process.argv[2]!, Number(process.argv[3])).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
