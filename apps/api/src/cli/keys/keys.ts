import { InvalidArgumentError, Option, type Command } from 'commander';
import { SCOPES, type Scope } from '../../access/auth/scopes';
import type { CreatedKeyResponse, KeyResponse } from '../../access/auth/keys/key-responses';
import { PLANS, type KeyPlan } from '../../access/auth/plan';
import { printJson, printTable } from '../output/print';
import { inEitherPlace, type ProjectPlaceOptions } from '../service/place';
import { withKeys } from './with-keys';

interface KeyOptions {
  name?: string;
  plan?: KeyPlan;
  monthlyLimit?: number;
  scopes?: Scope[];
  expires?: string;
}

type CreateOptions = ProjectPlaceOptions &
  KeyOptions & { name: string; plan: KeyPlan; test?: boolean; aws?: boolean; init?: boolean };

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys: create, list, update, rotate, revoke');
  const create = keys.command('create').description('creates an API key and shows it once');
  keyOptions(create.requiredOption('--name <name>', 'what the key is for'), { plan: 'free' })
    .option('--init', 'creates the database if there is none, before the first start of the service')
    .option('--test', 'begins with pk_test_ instead of pk_live_, with the same rights')
    .option('--aws', 'makes an access key id and a secret access key too, for clients of AWS')
    .action(createKey);
  inProject(create, 'the project that it belongs to, by id or name (default: the first, or that of the key that asks)')
    .option('--json', 'one JSON object: id, key, plan')
    .addHelpText('after', '\nExample:\n  $ export PERCEPT_KEY=$(percept keys create --name laptop --json | jq -r .key)');
  inProject(keys.command('list').description('lists the keys, never the secret part')).option('--json', 'as JSON').action(list);
  const update = keys
    .command('update')
    .description('changes a key; options that are absent change nothing')
    .argument('<key>', 'its id or name');
  inProject(keyOptions(update.option('--name <name>', 'its new name')))
    .option('--json', 'the key as JSON')
    .action(updateKey);
  const rotate = keys
    .command('rotate')
    .description('gives a key a new secret and shows it once; the old one stops working at once');
  inProject(rotate.argument('<key>', 'its id or name')).option('--json', 'one JSON object: id, key, plan').action(rotateKey);
  const revoke = keys.command('revoke').description('revokes a key at once, in every process');
  inProject(revoke.argument('<key>', 'its id or name')).option('--json', 'the key as JSON').action(revokeKey);
}

const inProject = (command: Command, what = 'only keys of this project, by id or name'): Command =>
  inEitherPlace(command.option('--project <project>', what));

function keyOptions(command: Command, { plan }: { plan?: KeyPlan } = {}): Command {
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

async function createKey({ name, plan, scopes, test, aws, json, monthlyLimit, expires, ...place }: CreateOptions): Promise<void> {
  const kind: 'test' | 'live' = test ? 'test' : 'live';
  const terms = { name, plan, scopes, kind, aws, monthly_limit: monthlyLimit, expires_at: expires };
  const made = await withKeys({ ...place, json }, (keys) => keys.create(terms));
  printKey(made, json, `Made '${name}' (${made.id}, plan ${made.plan}).`);
}

function printKey(made: CreatedKeyResponse, json: boolean | undefined, done: string): void {
  const { id, key, plan, aws_access_key_id, aws_secret_access_key } = made;
  if (json) return printJson({ id, key, plan, ...(aws_secret_access_key && { aws_access_key_id, aws_secret_access_key }) });
  process.stdout.write(`${key}\n`);
  if (aws_secret_access_key)
    process.stdout.write(`AWS_ACCESS_KEY_ID=${aws_access_key_id}\nAWS_SECRET_ACCESS_KEY=${aws_secret_access_key}\n`);
  process.stderr.write(`${done} Save it now: it is not shown again.\n`);
}

async function list(options: ProjectPlaceOptions): Promise<void> {
  const shown = await withKeys(options, (keys) => keys.list());
  if (options.json) return printJson(shown);
  if (shown.length === 0) return void process.stdout.write('No keys yet. Create one: percept keys create --name laptop\n');
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

async function updateKey(
  which: string,
  { name, plan, monthlyLimit, scopes, expires, ...place }: KeyOptions & ProjectPlaceOptions,
): Promise<void> {
  const changes = { name, plan, monthly_limit: monthlyLimit, scopes, expires_at: expires };
  const key = await withKeys(place, (keys) => keys.update(which, changes));
  if (place.json) return printJson(key);
  process.stdout.write(`Changed '${key.name}' (${key.id}, plan ${key.plan}, ${key.scopes.join(',')}).\n`);
}

async function rotateKey(which: string, options: ProjectPlaceOptions): Promise<void> {
  const made = await withKeys(options, (keys) => keys.rotate(which));
  printKey(made, options.json, `Rotated '${made.name}' (${made.id}); the old key has ended.`);
}

async function revokeKey(which: string, options: ProjectPlaceOptions): Promise<void> {
  const key = await withKeys(options, (keys) => keys.revoke(which));
  if (options.json) return printJson(key);
  process.stdout.write(`Revoked '${key.name}' (${key.id}).\n`);
}
