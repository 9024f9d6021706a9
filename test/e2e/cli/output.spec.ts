import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { environment, ROOT } from '../../harness/percept';
import { testWith } from '../../harness/programs';

const PERCEPT = join(ROOT, 'bin', 'percept');
const LIST = ['plugins', 'list'];

test('a reader that has enough ends a command without a word, as head does', async () => {
  const child = spawn(process.execPath, [PERCEPT, ...LIST], { cwd: ROOT, env: environment() });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
});

test('an output that cannot be written is an error of one line', async () => {
  const child = spawn(process.execPath, [PERCEPT, ...LIST], {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^percept: the output cannot be written: ENOSPC.*\n$/),
  });
});

// `script` gives the command a terminal.
testWith('script')('a terminal shows colours, unless NO_COLOR is set', async () => {
  const onTerminal = async (env: Record<string, string>): Promise<string> => {
    const args = ['-qec', `'${process.execPath}' '${PERCEPT}' doctor`, '/dev/null'];
    // Node shows no colours where CI is set.
    const all = { ...environment({ PERCEPT_DATA_DIR: '/dev/null/data', TERM: 'xterm-256color', ...env }), CI: undefined };
    const failed = promisify(execFile)('script', args, { cwd: ROOT, env: all });
    return (await failed.catch((error: { stdout: string }) => error)).stdout;
  };
  const RED_CROSS = '\u001b[31m✗\u001b[39m data folder';
  expect(await onTerminal({})).toContain(RED_CROSS);
  expect(await onTerminal({ NO_COLOR: '1' })).toContain('✗ data folder');
});
