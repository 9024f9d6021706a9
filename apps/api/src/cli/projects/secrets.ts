import type { Command } from 'commander';
import { text } from 'node:stream/consumers';
import { checkBody } from '@percept/core';
import { checkName, SetSecretRequest } from '../../secrets/secret-dtos';
import { printJson, printTable } from '../output/print';
import { inEitherPlace, type ProjectPlaceOptions } from '../service/place';
import { withSecrets } from './secret-store';

export function addSecretCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('what pipelines of a project use as ${{ secrets.NAME }}: set, list, delete');
  const set = secrets
    .command('set')
    .description('sets a secret to what is on the standard input, and says which hosts may receive it')
    .argument('<name>', 'what pipelines call it, as API_TOKEN');
  forProject(set)
    .option('--hosts <hosts...>', 'hosts that may receive it in a URL call, such as api.example.com (default: none)')
    .addHelpText('after', '\nExample:\n  $ percept secrets set API_TOKEN --hosts api.example.com < token.txt')
    .action(setSecret);
  forProject(secrets.command('list').description('lists the secrets, never their values'))
    .option('--json', 'as JSON')
    .action(list);
  forProject(secrets.command('delete').description('deletes a secret').argument('<name>', 'its name')).action(remove);
}

const forProject = (command: Command): Command =>
  inEitherPlace(
    command.option(
      '--project <project>',
      'the project that it belongs to, by id or name (default: the first, or that of the key that asks)',
    ),
  );

async function setSecret(name: string, { hosts, ...place }: ProjectPlaceOptions & { hosts?: string[] }): Promise<void> {
  checkName(name);
  if (process.stdin.isTTY) process.stderr.write('Type the secret, then press Enter and Ctrl-D:\n');
  // A file that an editor wrote ends with a line break, which the secret does not have.
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
