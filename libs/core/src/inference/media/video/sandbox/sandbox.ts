import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { bounded } from './bounded';

const run = promisify(execFile);

/** What keeps ffmpeg from the rest of the machine. */
export interface Sandbox {
  name: 'bwrap' | 'unshare' | 'none';
  /** Goes before a command; empty: none. */
  command: readonly string[];
  /** Why a better one is not used. */
  rejected: string[];
}

const PROBE_LIMIT_MS = 10_000;
const NETWORK = '/proc/self/ns/net';

/** No network, no device but null, zero and random, no process of others, every file read-only, no capability; ends with us. */
const BWRAP = [
  ...['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--unshare-all', '--proc', '/proc'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--'],
];
/** No network, no memory that processes share. Root needs no users of its own, which would take files of others away. */
const UNSHARE = ['unshare', '--net', '--ipc', '--'];
const UNSHARE_USER = ['unshare', '--user', '--map-current-user', '--net', '--ipc', '--'];

let found: Promise<Sandbox> | undefined;

/** The best sandbox that this system has and this kernel allows. Looks once; it is Linux's. */
export function findSandbox(): Promise<Sandbox> {
  return (found ??= firstThatWorks(process.getuid?.() === 0 ? [BWRAP, UNSHARE, UNSHARE_USER] : [BWRAP, UNSHARE_USER]));
}

/** @internal For the test. */
export async function firstThatWorks(commands: readonly (readonly string[])[]): Promise<Sandbox> {
  const rejected: string[] = [];
  if (process.platform !== 'linux') return { name: 'none', command: [], rejected: ['only Linux has one'] };
  for (const command of commands) {
    const [name, ...rest] = command;
    const problem = await problemOf(command);
    if (problem === undefined) return { name: name as Sandbox['name'], command, rejected };
    rejected.push(`${name}${rest.includes('--user') ? ' --user' : ''}: ${problem}`);
  }
  return { name: 'none', command: [], rejected };
}

/** Why a command does not keep the network away; undefined if it does. */
async function problemOf(sandbox: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run(...bounded('readlink', [NETWORK], sandbox), { timeout: PROBE_LIMIT_MS, killSignal: 'SIGKILL' });
    return stdout.trim() === readlinkSync(NETWORK) ? 'it keeps the network' : undefined;
  } catch (error) {
    const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') return 'is not installed';
    return (stderr.trim().split('\n').at(-1) || message).slice(0, 200);
  }
}
