import type { Command } from 'commander';
import { Option } from 'commander';
import { PLANS, SCOPES, type Plan, type Scope } from '../access/api-key.entity';
import { withKeys } from '../composition';
import { printJson, printTable } from './print';

interface CreateOptions {
  name: string;
  plan: Plan;
  scopes?: Scope[];
  json?: boolean;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys: create, list, revoke');
  keys
    .command('create')
    .description('makes an API key and shows it once')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(new Option('--plan <plan>', 'the plan that its requests count against').choices(PLANS).default('free'))
    .addOption(new Option('--scopes <scopes...>', 'what the key may do (default: everything)').choices(SCOPES))
    .option('--json', 'one JSON object: id, key, plan')
    .addHelpText('after', '\nExample:\n  $ export PERCEPT_KEY=$(percept keys create --name laptop --json | jq -r .key)')
    .action(create);
  keys.command('list').description('lists the keys, never the secret part').option('--json', 'as JSON').action(list);
  keys.command('revoke').description('ends a key at once, in every process').argument('<key>', 'its id or name').action(revoke);
}

async function create({ name, plan, scopes, json }: CreateOptions): Promise<void> {
  const { record, key } = await withKeys((keys) => keys.create({ name, plan, scopes }));
  if (json) return printJson({ id: record.id, key, plan: record.plan });
  process.stdout.write(`${key}\n`);
  process.stderr.write(`Made '${name}' (${record.id}, plan ${plan}). Keep it: it is shown only this once.\n`);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const keys = (await withKeys((service) => service.list())).map(({ hash: _, ...shown }) => shown);
  if (json) return printJson(keys);
  if (keys.length === 0) return void process.stdout.write('No keys yet. Make one: percept keys create --name laptop\n');
  printTable(
    ['ID', 'NAME', 'KEY', 'PLAN', 'SCOPES', 'LAST USED', 'STATE'],
    keys.map((key) => [
      key.id,
      key.name,
      `${key.prefix}…`,
      key.plan,
      key.scopes.join(','),
      shownTime(key.last_used_at) ?? 'never',
      stateOf(key),
    ]),
  );
}

const shownTime = (ms: number | null): string | undefined => (ms === null ? undefined : new Date(ms).toISOString());

function stateOf(key: { revoked_at: number | null; expires_at: number | null }): string {
  if (key.revoked_at) return `revoked ${shownTime(key.revoked_at)}`;
  return key.expires_at ? `until ${shownTime(key.expires_at)}` : 'active';
}

async function revoke(key: string): Promise<void> {
  const record = await withKeys((keys) => keys.revoke(key));
  process.stdout.write(`Revoked '${record.name}' (${record.id}).\n`);
}
