import { openCommands, type Commands } from '../../harness/cli/commands';
import { expectBlock, table } from './generated-block';

const UPDATE = 'UPDATE_COMMANDS=1 npx jest test/e2e/docs/commands-page';
/** The page says once what these do. */
const SHARED = ['--url', '--key', '--profile', '--json', '--help', '--project'];

let commands: Commands;
beforeAll(() => void (commands = openCommands()));
afterAll(() => commands.close());

/** A command and those below it, as their help describes them; a group is only its commands. */
async function rowsOf(words: string[]): Promise<string[][]> {
  const { stdout } = await commands.run([...words, '--help'], { env: { COLUMNS: '1000' } });
  const inner = [...(/^Commands:\n((?: .*\n)+)/m.exec(stdout)?.[1] ?? '').matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name!);
  const deeper = inner.filter((name) => name !== 'help').map((name) => rowsOf([...words, name]));
  if (deeper.length > 0) return (await Promise.all(deeper)).flat();
  const [, usage, does] = /^Usage: (.*)\n\n([^]*?)\n\n/.exec(stdout)!;
  const call = usage!.replace(' [options]', '').replaceAll(/(\w)\|\w+/g, '$1');
  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option!);
  const own = options.filter((option) => !SHARED.includes(option)).map((option) => `\`${option}\``);
  return [[`\`${call}\``, does!.replaceAll(/\s*\n\s*/g, ' '), own.join(' ')]];
}

test(`the page of the command line has every command (to update it: ${UPDATE})`, async () => {
  const rows = await rowsOf([]);
  expect(rows.length).toBeGreaterThan(50);
  const text = table(['command', 'does', 'options'], rows);
  expectBlock({ page: 'docs/reference/cli.md', name: 'commands', text, update: process.env['UPDATE_COMMANDS'] !== undefined });
});
