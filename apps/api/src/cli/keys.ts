import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ShownKey } from '../auth/keys/api-keys';
import { SCOPES, type Scope } from '../auth/scopes';
import { checkLimit, readExpiry } from '../auth/keys/key-terms';
import { showKey, type KeyResponse } from '../auth/keys/key-responses';
import { PLANS, type Plan } from '../auth/plan';
import { withAccess, type AccessServices } from './context';
import { inProject } from './command-line-caller';
import { printJson, printTable } from './output/print';

interface KeyOptions {
  name?: string;
  plan?: Plan;
  monthlyLimit?: number;
  scopes?: Scope[];
  expires?: string;
  project?: string;
}

type CreateOptions = KeyOptions & { name: string; plan: Plan; test?: boolean; aws?: boolean; json?: boolean; init?: boolean };

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys: create, list, update, rotate, revoke');
  const create = keys.command('create').description('creates an API key and shows it once');
  keyOptions(create.requiredOption('--name <name>', 'what the key is for'), { plan: 'free' })
    .option('--project <project>', 'the project that it belongs to, by id or name (default: the first)')
    .option('--init', 'creates the database if there is none, before the first start of the service')
    .option('--test', 'begins with pk_test_ instead of pk_live_, with the same rights')
    .option('--aws', 'makes an access key id and a secret access key too, for clients of AWS')
    .option('--json', 'one JSON object: id, key, plan')
    .addHelpText('after', '\nExample:\n  $ export PERCEPT_KEY=$(percept keys create --name laptop --json | jq -r .key)')
    .action(createKey);
  keys.command('list').description('lists the keys, never the secret part').option('--json', 'as JSON').action(list);
  const update = keys
    .command('update')
    .description('changes a key; options that are absent change nothing')
    .argument('<key>', 'its id or name');
  keyOptions(update.option('--name <name>', 'its new name')).action(updateKey);
  keys
    .command('rotate')
    .description('gives a key a new secret and shows it once; the old one stops working at once')
    .argument('<key>', 'its id or name')
    .option('--json', 'one JSON object: id, key, plan')
    .action(rotate);
  keys
    .command('revoke')
    .description('revokes a key at once, in every process')
    .argument('<key>', 'its id or name')
    .action(revoke);
}

function keyOptions(command: Command, { plan }: { plan?: Plan } = {}): Command {
  return command
    .addOption(
      new Option('--plan <plan>', 'requests a month: free 1,000, pro 100,000, enterprise as set').choices(PLANS).default(plan),
    )
    .option('--monthly-limit <requests>', 'requests a month, with the plan enterprise', readCount)
    .addOption(new Option('--scopes <scopes...>', 'what the key may do (default: predict)').choices(SCOPES))
    .option('--expires <when>', 'a duration such as 90d, a date-time, or never');
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of requests.');
  return Number(text);
}

async function createKey({ name, plan, scopes, test, aws, json, init, project, ...terms }: CreateOptions): Promise<void> {
  checkLimit(plan, terms.monthlyLimit);
  const expiresAt = terms.expires === undefined ? null : readExpiry(terms.expires, Date.now());
  const kind: 'test' | 'live' = test ? 'test' : 'live';
  const make = async ({ keys, projects, audit }: AccessServices) => {
    const projectId = project === undefined ? undefined : (await projects.find(project)).id;
    const wanted = { projectId, name, plan, scopes, kind, expiresAt, monthlyLimit: terms.monthlyLimit };
    const created = await keys.create({ ...wanted, aws });
    await audit.record(inProject(created.record.project_id), { action: 'percept keys create', target: created.record.id });
    return created;
  };
  const made = await withAccess(make, { init });
  printKey(made, json, `Made '${name}' (${made.record.id}, plan ${plan}).`);
}

function printKey({ record, key, aws }: ShownKey, json: boolean | undefined, done: string): void {
  const pair = aws && { aws_access_key_id: aws.accessKeyId, aws_secret_access_key: aws.secretAccessKey };
  if (json) return printJson({ id: record.id, key, plan: record.plan, ...pair });
  process.stdout.write(`${key}\n`);
  if (aws) process.stdout.write(`AWS_ACCESS_KEY_ID=${aws.accessKeyId}\nAWS_SECRET_ACCESS_KEY=${aws.secretAccessKey}\n`);
  process.stderr.write(`${done} Keep it: it is shown only this once.\n`);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const shown = (await withAccess(({ keys }) => keys.list())).map(showKey);
  if (json) return printJson(shown);
  if (shown.length === 0) return void process.stdout.write('No keys yet. Make one: percept keys create --name laptop\n');
  printTable(
    ['ID', 'NAME', 'KEY', 'PLAN', 'SCOPES', 'LAST USED', 'STATE'],
    shown.map((key) => [
      ...[key.id, key.name, `${key.prefix}…`, key.plan, key.scopes.join(',')],
      key.last_used_at ?? 'never',
      stateOf(key),
    ]),
  );
}

function stateOf({ revoked_at, expires_at }: KeyResponse): string {
  if (revoked_at) return `revoked ${revoked_at}`;
  if (!expires_at) return 'active';
  return Date.parse(expires_at) <= Date.now() ? `expired ${expires_at}` : `until ${expires_at}`;
}

async function updateKey(which: string, { name, plan, monthlyLimit, scopes, expires }: KeyOptions): Promise<void> {
  const record = await withAccess(async ({ keys, audit }) => {
    const before = await keys.find(which);
    const next = plan ?? before.plan;
    checkLimit(next, monthlyLimit);
    const given = { name, plan, monthly_limit: next === 'enterprise' ? monthlyLimit : null, scopes };
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (expires !== undefined) changes.expires_at = readExpiry(expires, Date.now());
    const changed = await keys.update(before.id, before.project_id, changes);
    await audit.record(inProject(changed.project_id), { action: 'percept keys update', target: changed.id });
    return changed;
  });
  process.stdout.write(`Changed '${record.name}' (${record.id}, plan ${record.plan}, ${record.scopes.join(',')}).\n`);
}

async function rotate(which: string, { json }: { json?: boolean }): Promise<void> {
  const made = await withAccess(async ({ keys, audit }) => {
    const { id, project_id } = await keys.find(which);
    const rotated = await keys.rotate(id, project_id);
    await audit.record(inProject(project_id), { action: 'percept keys rotate', target: id });
    return rotated;
  });
  printKey(made, json, `Rotated '${made.record.name}' (${made.record.id}); the old key has ended.`);
}

async function revoke(which: string): Promise<void> {
  const record = await withAccess(async ({ keys, audit }) => {
    const { id, project_id } = await keys.find(which);
    await audit.record(inProject(project_id), { action: 'percept keys revoke', target: id });
    return keys.revoke(id, project_id);
  });
  process.stdout.write(`Revoked '${record.name}' (${record.id}).\n`);
}
