import type { Command } from 'commander';
import { COMMAND_LINE } from '../command-line-caller';
import { withAccess } from '../context';
import { text } from 'node:stream/consumers';
import { checkBody } from '@percept/core';
import { checkSecretName, SetSecretRequest } from '../../access/secrets/secret-dtos';
import { printJson, printTable } from '../output/print';
import { inEitherPlace, type ProjectPlaceOptions } from '../service/place';
import { withSecrets } from './secret-store';

export function addSecretCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('what pipelines of a project use as ${{ secrets.NAME }}: set, list, delete; and the key that seals them: rekey');
  const set = secrets
    .command('set')
    .description('sets a secret from standard input, and the hosts that may receive it')
    .argument('<name>', 'what pipelines call it, as API_TOKEN');
  forProject(set)
    .option('--hosts <hosts...>', 'hosts that may receive it in a URL call, such as api.example.com (default: none)')
    .addHelpText('after', '\nExample:\n  $ percept secrets set API_TOKEN --hosts api.example.com < token.txt')
    .action(setSecret);
  forProject(secrets.command('list').description('lists the secrets, never their values'))
    .option('--json', 'as JSON')
    .action(list);
  forProject(secrets.command('delete').description('deletes a secret').argument('<name>', 'its name')).action(remove);
  secrets
    .command('rekey')
    .description('makes a new key that encrypts all secrets of the installation, and encrypts them again; services may run')
    .option('--json', 'what was done, as JSON')
    .addHelpText(
      'after',
      `
It covers secrets of projects, secrets and headers of webhook endpoints, AWS secrets of keys and secrets of one-time codes.
The old key stays in webhook-secrets.key and only decrypts: backups need it. If this is killed, nothing is lost: run it again.
Where PERCEPT_WEBHOOK_KEY is set, it makes no key: set NEW,OLD for every process first, and OLD may go afterwards.

Exit code: 0, 1 if no key decrypts some of them, which stay as they are, or 2 if PERCEPT_WEBHOOK_KEY has one key.

Examples:
  $ percept secrets rekey && percept backup /backups/percept.tar.gz --key-apart /safe/percept.key
  $ PERCEPT_DATA_DIR=/var/lib/percept percept secrets rekey --json`,
    )
    .action(rekeySecrets);
}

const forProject = (command: Command): Command =>
  inEitherPlace(
    command.option(
      '--project <project>',
      'the project that it belongs to, by id or name (default: the first, or that of the key that asks)',
    ),
  );

async function setSecret(name: string, { hosts, ...place }: ProjectPlaceOptions & { hosts?: string[] }): Promise<void> {
  checkSecretName(name);
  if (process.stdin.isTTY) process.stderr.write('Type the secret, then press Enter and Ctrl-D:\n');
  // Editors end a file with a line break, which is not part of the secret.
  const value = (await text(process.stdin)).replace(/\r?\n$/, '');
  const request = checkBody(SetSecretRequest, { value, hosts });
  const isNew = await withSecrets(place, (secrets) => secrets.set(name, request));
  const goes = request.hosts.length > 0 ? `may go to ${request.hosts.join(', ')}` : 'goes into no call with a URL';
  process.stdout.write(`${isNew ? 'Set' : 'Changed'} ${name}; it ${goes}.\n`);
}

async function list(options: ProjectPlaceOptions): Promise<void> {
  const shown = await withSecrets(options, (secrets) => secrets.list());
  if (options.json) return printJson(shown);
  if (shown.length === 0)
    return void process.stdout.write('No secrets yet. Set one: percept secrets set API_TOKEN < token.txt\n');
  printTable(
    ['NAME', 'HOSTS', 'SET'],
    shown.map(({ name, hosts, updated_at }) => [name, hosts.join(', ') || 'none', updated_at]),
  );
}

async function remove(name: string, place: ProjectPlaceOptions): Promise<void> {
  await withSecrets(place, (secrets) => secrets.delete(name));
  process.stdout.write(`Deleted ${name}.\n`);
}

async function rekeySecrets({ json }: { json?: boolean }): Promise<void> {
  const report = await withAccess(async (services) => {
    const done = await services.rekey();
    await services.audit.record(COMMAND_LINE, { action: 'percept secrets rekey', target: done.key });
    return done;
  });
  if (Object.keys(report.unreadable).length > 0) process.exitCode = 1;
  if (json) return printJson(report);
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ') || 'nothing';
  const key = report.made ? `Made the key ${report.key}` : `The key ${report.key} of PERCEPT_WEBHOOK_KEY is in use`;
  process.stdout.write(`${key}; encrypted with it: ${list(report.resealed)}.\n`);
  if (process.exitCode)
    process.stderr.write(`No key decrypts ${list(report.unreadable)}: set them again, or restore their key.\n`);
  else if (report.made)
    process.stdout.write(
      'Make a new backup. Older backups need the key of their time, which webhook-secrets.key has until the next rekey.\n',
    );
}
