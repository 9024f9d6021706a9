import type { Command } from 'commander';

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('executes pipeline runs for a service, on this or another machine')
    .option('--port <port>', 'port for /health and /metrics (instead of PORT; 0: any)', '0')
    .addHelpText(
      'after',
      `
A worker on another machine needs the service's PERCEPT_DATABASE_URL, its PERCEPT_REDIS_URL if it has one, and the
folders that its pipelines read and write under the same paths. On SIGTERM it finishes its work or returns it to the queue.

Example:
  $ PERCEPT_DATABASE_URL=postgres://percept@db/percept PERCEPT_REDIS_URL=redis://cache percept worker`,
    )
    .action(async ({ port }: { port: string }) => {
      const [{ serve }, { readEnvironment }, { checkWorkerPlace }] = await Promise.all([
        import('../main.js'),
        import('../platform/config/environment.js'),
        import('../service/lifecycle/worker-data-folder.js'),
      ]);
      const overrides = { PORT: port };
      checkWorkerPlace(readEnvironment(overrides));
      await serve({ roles: ['worker'], overrides });
    });
}
