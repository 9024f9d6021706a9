import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { removeDir, tempDir } from '../../harness/percept';

let commands: Commands;
let dir: string;
beforeAll(() => {
  commands = openCommands();
  dir = tempDir();
});
afterAll(async () => {
  await commands.close();
  removeDir(dir);
});

/** Every command with its subcommands, as the completion knows them: what may follow it. */
async function allCommands(): Promise<Map<string, string[]>> {
  const { stdout } = await commands.run(['completion', 'bash']);
  const lines = [...stdout.matchAll(/^ {4}'([^']*)'\) choices='([^']*)' ;;$/gm)];
  return new Map(lines.map(([, words, choices]) => [words!, choices!.split(' ')]));
}

test('every command teaches by an example, and every list is there as JSON', async () => {
  const places = await allCommands();
  expect([...places.keys()]).toEqual(
    expect.arrayContaining(['', 'runs', 'runs list', 'keys create', 'webhooks listen', 'backup']),
  );
  const groups = [...places.keys()].filter((words) => [...places.keys()].some((other) => other.startsWith(`${words} `)));
  const silent: string[] = [];
  for (const words of places.keys()) {
    const { code, stdout, stderr } = await commands.run([...words.split(' ').filter(Boolean), '--help']);
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    if (!groups.includes(words) && !/Examples?\b[^]*\$ .*percept/.test(stdout)) silent.push(words);
  }
  expect(silent).toEqual([]);
  const lists = [...places].filter(([words]) => / list$/.test(words) || ['profiles', 'status', 'logs'].includes(words));
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.filter(([, choices]) => !choices.includes('--json')).map(([words]) => words)).toEqual([]);
});

interface Shell {
  name: string;
  /** What prints the completions of a line whose words are given; the script is the file `$1`. */
  ask: (words: string[]) => string;
}

const SHELLS: Shell[] = [
  {
    name: 'bash',
    ask: (words) =>
      `source "$1"; COMP_WORDS=(percept ${words.join(' ')}); COMP_CWORD=\${#COMP_WORDS[@]}; COMP_CWORD=$((COMP_CWORD - 1)); _percept; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  {
    name: 'zsh',
    ask: (words) =>
      `compdef() { :; }; _files() { :; }; _describe() { print -l -- $choices; }; source "$1"; words=(percept ${words.join(' ')}); CURRENT=$#words; _percept`,
  },
  { name: 'fish', ask: (words) => `source $argv[1]; complete -C 'percept ${words.join(' ').replaceAll("''", '')}'` },
];

const isInstalled = ({ name }: Shell): boolean => spawnSync(name, ['-c', 'exit 0']).status === 0;
const installed = SHELLS.filter(isInstalled);
for (const { name } of SHELLS.filter((shell) => !installed.includes(shell)))
  process.stdout.write(`${name} is not installed here: its completion is not tried.\n`);

test.each(installed)('$name completes commands, subcommands and options', async ({ name, ask }) => {
  const script = await commands.run(['completion', name]);
  const file = join(dir, `percept.${name}`);
  writeFileSync(file, script.stdout);
  const offers = (...words: string[]): string[] => {
    const args = name === 'fish' ? ['-c', ask(words), file] : ['-c', ask(words), name, file];
    const { stdout, stderr, status } = spawnSync(name, args, { encoding: 'utf8', env: { ...process.env, HOME: dir } });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.split('\n').map((line) => line.split(/[\t:]/)[0]!);
  };
  const first = offers("''");
  expect(first).toEqual(expect.arrayContaining(['run', 'runs', 'serve', 'webhooks']));
  expect(first).not.toContain('list');
  expect(offers('runs', "''")).toEqual(expect.arrayContaining(['list', 'show', 'cancel']));
  expect(offers('runs', "''")).not.toContain('serve');
  expect(offers('runs', 'list', '--')).toEqual(expect.arrayContaining(['--status', '--json', '--url']));
  expect(offers('runs', 'show', 'run_1', '--')).not.toContain('--status');
});

test('a shell that is not known is refused with those that are', async () => {
  const { code, stderr } = await commands.run(['completion', 'tcsh']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/tcsh.*bash, zsh, fish/) });
});
