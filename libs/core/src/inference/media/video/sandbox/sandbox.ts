import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { limitedCommand } from './bounded';

const run = promisify(execFile);

/** Isolates a child process from the rest of the machine. */
export interface Sandbox {
  name: 'bwrap' | 'unshare' | 'none';
  /** Whether the process sees only system programs and the files given to `inSandbox`. */
  hidesFiles: boolean;
  /** Command that goes in front of another; empty without a sandbox. */
  command: readonly string[];
  /** Why a better one is not used. */
  rejected: string[];
}

const PROBE_LIMIT_MS = 10_000;
const NETWORK = '/proc/self/ns/net';
/** A file that every system has and no program needs here. */
const HIDDEN = '/etc/passwd';

/** Folders of system programs, and what ONNX Runtime reads about the processor. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc/alternatives', '/etc/ld.so.cache', '/nix/store', '/gnu/store'],
  '/sys/devices/system/cpu',
];
/** No network, no devices but null, zero and random, no other processes, no capabilities; ends with us. */
const APART = [
  ...['--dev', '/dev', '--unshare-all', '--proc', '/proc', '--remount-ro', '/'],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--'],
];
const readable = (files: readonly string[]): string[] => files.flatMap((file) => ['--ro-bind-try', file, file]);
const BWRAP = ['bwrap', ...readable(SYSTEM), ...APART];
/** For programs that need more of the machine: every file, read-only. */
const BWRAP_WITH_FILES = ['bwrap', '--ro-bind', '/', '/', ...APART];
/** No network and no shared memory. Root needs no user namespace, which would make other users' files inaccessible. */
const UNSHARE = ['unshare', '--net', '--ipc', '--'];
const UNSHARE_USER = ['unshare', '--user', '--map-current-user', '--net', '--ipc', '--'];

const commands = (): (readonly string[])[] =>
  process.getuid?.() === 0 ? [BWRAP, BWRAP_WITH_FILES, UNSHARE, UNSHARE_USER] : [BWRAP, BWRAP_WITH_FILES, UNSHARE_USER];

let found: Promise<Sandbox> | undefined;

/** Finds the best sandbox that this system has and its kernel allows. Searches once, on Linux only. */
export function findSandbox(): Promise<Sandbox> {
  return (found ??= firstThatWorks(commands()));
}

/** Finds the next best sandbox for a program that does not run in this one. @param why the program does not run. */
export async function weakerSandbox({ name, command, rejected }: Sandbox, why: string): Promise<Sandbox> {
  const all = commands();
  const next = await firstThatWorks(all.slice(all.findIndex((each) => each === command) + 1));
  return { ...next, rejected: [...rejected, `${name}: ${why}`, ...next.rejected] };
}

/** How a child process runs, as part of a sentence: in this sandbox, or in the best one. */
export async function describeSandbox(sandbox?: Sandbox): Promise<string> {
  const { name, hidesFiles, rejected } = sandbox ?? (await findSandbox());
  const why = rejected.length > 0 ? ` (${rejected.join('; ')})` : '';
  if (name === 'none') return `without a sandbox${why}`;
  if (name === 'unshare') return `in a sandbox of unshare without network${why}`;
  return `in a sandbox of bwrap without network, devices, processes of others${hidesFiles ? ' and files but their own' : ''}${why}`;
}

/** The command that goes in front of a program which reads these files and folders (absolute paths) besides system programs. */
export function inSandbox({ command, hidesFiles }: Sandbox, files: readonly string[]): string[] {
  if (!hidesFiles) return [...command];
  const [program, ...rest] = command;
  return [program!, ...readable(files), ...rest];
}

/** @internal For the test. */
export async function firstThatWorks(commands: readonly (readonly string[])[]): Promise<Sandbox> {
  const rejected: string[] = [];
  const none = { name: 'none' as const, hidesFiles: false, command: [] };
  if (process.platform !== 'linux') return { ...none, rejected: ['only Linux has one'] };
  for (const command of commands) {
    const [name, ...rest] = command;
    const hidesFiles = command === BWRAP;
    const problem = await problemOf(command, hidesFiles);
    if (problem === undefined) return { name: name as Sandbox['name'], hidesFiles, command, rejected };
    rejected.push(`${name}${rest.includes('--user') ? ' --user' : ''}: ${problem}`);
  }
  return { ...none, rejected: [...new Set(rejected)] };
}

/** Explains why a command does not block the network or hide files; undefined if it does. */
async function problemOf(sandbox: readonly string[], hidesFiles: boolean): Promise<string | undefined> {
  try {
    const look = `readlink ${NETWORK}; test -e ${HIDDEN} && echo open || echo hidden`;
    const { stdout } = await run(...limitedCommand('/bin/sh', ['-c', look], sandbox), {
      timeout: PROBE_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const [network, files] = stdout.trim().split('\n');
    if (network === readlinkSync(NETWORK)) return 'it keeps the network';
    return hidesFiles && files !== 'hidden' ? 'it keeps the files' : undefined;
  } catch (error) {
    const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT') return 'is not installed';
    return (stderr.trim().split('\n').at(-1) || message).slice(0, 200);
  }
}
