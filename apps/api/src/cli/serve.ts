import { InvalidArgumentError, type Command } from 'commander';
import { ROLES, type Role } from '../platform/config/roles';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('runs the service')
    .option('--role <roles>', `what this process does, separated by commas: ${ROLES.join(', ')}`, readRoles, [...ROLES])
    .option('--port <port>', 'port to listen on (instead of PORT)')
    .addHelpText(
      'after',
      `
Roles: api answers requests, worker executes pipeline runs, scheduler fires the triggers of
pipelines and sends webhook deliveries and their retries.
Every role serves /health and /metrics.

Examples:
  $ percept serve
  $ PERCEPT_DATA_DIR=/var/lib/percept percept serve --port 8080`,
    )
    .action(async ({ role, port }: { role: Role[]; port?: string }) => {
      // Only this command loads the HTTP server: the others start faster without it.
      const { serve } = await import('../main.js');
      await serve({ roles: role, overrides: port === undefined ? {} : { PORT: port } });
    });
}

function readRoles(text: string): Role[] {
  const roles = text.split(',').map((role) => role.trim());
  const unknown = roles.find((role) => !ROLES.includes(role as Role));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is not a role. Roles are ${ROLES.join(', ')}.`);
  return roles as Role[];
}
