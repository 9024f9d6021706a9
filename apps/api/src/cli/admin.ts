import type { Command } from 'commander';
import { readEnvironment } from '../platform/config/environment';
import { FIRST } from '../access/auth/sessions/administrators';
import { withAccess } from './context';
import { signInUrl } from '../access/auth/sessions/sign-in-url';
import { readServiceAddress } from '../platform/config/service-address';
import { COMMAND_LINE } from './command-line-caller';
import { tellDataFolder } from './service/place';

const PLACE = `
It works on the database of the data folder (PERCEPT_DATA_DIR, PERCEPT_DATABASE_URL), with no key: who may write there
may sign in. A key may not, so run it where the service runs.`;

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('the administrator of the dashboard');
  admin
    .command('link')
    .description('creates a link that signs in to the dashboard once, within 15 minutes')
    .option('--url <url>', 'the address of the service for browsers; absent, the address that it listens on')
    .addHelpText('after', `${PLACE}\n\nExample:\n  $ percept admin link --url https://percept.example.com`)
    .action(link);
  admin.command('totp-off').description('turns off one-time codes, for a lost phone').addHelpText('after', PLACE).action(totpOff);
}

async function link({ url }: { url?: string }): Promise<void> {
  const address = url?.replace(/\/+$/, '') ?? readServiceAddress(readEnvironment());
  tellDataFolder();
  const made = await withAccess(async ({ administrators, audit }) => {
    const { token } = await administrators.link();
    await audit.record(COMMAND_LINE, { action: 'percept admin link' });
    return token;
  });
  process.stdout.write(`${signInUrl(address, made)}\n`);
}

async function totpOff(): Promise<void> {
  tellDataFolder();
  await withAccess(async ({ secondFactor, audit }) => {
    await secondFactor.turnOff(FIRST);
    await audit.record(COMMAND_LINE, { action: 'percept admin totp-off' });
  });
  process.stdout.write('One-time codes are off: the password alone signs in.\n');
}
