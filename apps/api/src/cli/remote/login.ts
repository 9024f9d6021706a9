import type { Command } from 'commander';
import { text } from 'node:stream/consumers';
import { CommandError } from '../output/command-error';
import { printJson, printTable } from '../output/print';
import { ServiceClient } from '../service/client';
import { findConnection, type ConnectionOptions } from '../service/connection';
import { DEFAULT_PROFILE, findProfile, readProfiles, writeProfiles } from '../service/profiles';

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('saves the address and the key of a service as a profile, after testing them')
    .option('--url <url>', 'the address of the service (default: PERCEPT_URL, or the service of the data folder)')
    .option('--key <key>', "an API key (default: PERCEPT_KEY); '-' reads it from standard input")
    .option('--profile <name>', 'its name; commands use the one named default if nothing else is said', DEFAULT_PROFILE)
    .addHelpText(
      'after',
      `
The file is profiles.json in $XDG_CONFIG_HOME/percept (~/.config/percept), readable by you alone.

Examples:
  $ percept login --url https://percept.example.com --key - < key.txt
  $ percept login --url http://127.0.0.1:3000 --key pk_live_… --profile local
  $ percept runs list --profile local`,
    )
    .action(login);
  program
    .command('logout')
    .description('forgets a profile; the key itself stays valid')
    .option('--profile <name>', 'its name', DEFAULT_PROFILE)
    .addHelpText('after', '\nExample:\n  $ percept logout --profile local')
    .action(logout);
  program
    .command('profiles')
    .description('lists the services that percept login keeps, without their keys')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  $ percept profiles')
    .action(list);
}

async function login({ profile, ...options }: ConnectionOptions & { profile: string }): Promise<void> {
  const key = options.key === '-' ? (await text(process.stdin)).trim() : options.key;
  const found = findConnection({ url: options.url, key });
  if (!found.key) throw new CommandError("There is no key. Give it with --key, in PERCEPT_KEY, or with '--key -' on stdin.", 2);
  const service = new ServiceClient(found);
  await service.ask('GET', '/v1/usage');
  const file = writeProfiles({ ...readProfiles(), [profile]: { url: found.url, key: found.key } });
  process.stdout.write(`Logged in to ${found.url}. The profile '${profile}' is in ${file}.\n`);
}

function logout({ profile }: { profile: string }): void {
  findProfile(profile);
  writeProfiles(Object.fromEntries(Object.entries(readProfiles()).filter(([name]) => name !== profile)));
  process.stdout.write(`Forgot the profile '${profile}'. Its key stays valid: percept keys revoke ends it.\n`);
}

function list({ json }: { json?: boolean }): void {
  const shown = Object.entries(readProfiles()).map(([name, { url, key }]) => ({ name, url, key: `${key.slice(0, 12)}…` }));
  if (json) return printJson(shown);
  if (shown.length === 0) return void process.stdout.write('No profiles yet. Make one: percept login --url URL --key KEY\n');
  printTable(
    ['NAME', 'URL', 'KEY'],
    shown.map(({ name, url, key }) => [name, url, key]),
  );
}
