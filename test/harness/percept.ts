import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitFor } from './wait-for';

export const ROOT = join(__dirname, '../..');
export const EXAMPLES = join(ROOT, 'examples', 'images');

export const bin = (root = ROOT): string => join(root, 'bin', 'percept');

const START_LIMIT_MS = 240_000;
/**
 * Converted models are shared by all tests of a checkout: making them takes seconds and is tested elsewhere. Another checkout
 * would remove those that it does not know.
 */
export const CACHE_DIR = join(tmpdir(), `percept-test-cache-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);

export const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PERCEPT_CACHE_DIR: CACHE_DIR,
  NODE_COMPILE_CACHE: join(CACHE_DIR, 'compiled'),
  // Each worker takes seconds of CPU to become warm; what needs two says so.
  PERCEPT_WORKERS: '1',
  // A test asks again until something has happened, and more often where that takes long. Tests of the limits set their own.
  PERCEPT_RATE_PER_MINUTE: '1000000',
  // The developer's own profiles stay out of it.
  XDG_CONFIG_HOME: join(CACHE_DIR, 'no-profiles'),
  ...more,
});

export interface RunningPercept {
  url: string;
  key: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything that it printed. */
  output(): string;
  /** What the first start wrote for its user: the first key, and a link to sign in. */
  firstAccess: string;
  /** A request with the key. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export function tempDir(): string {
  return mkdtempSync(join(tmpdir(), 'percept-test-'));
}

export function removeDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}

/** Starts the service as a user would, in a process of its own, on a free port. */
export async function startPercept(
  options: {
    dataDir?: string;
    env?: Record<string, string>;
    args?: string[];
    key?: string;
    root?: string;
    /** The working folder; the root when absent. */
    cwd?: string;
    /** A program with its arguments that starts the service, such as `nice -n 10`. */
    through?: string[];
    /** Number of the user and group that the service runs as. */
    user?: number;
  } = {},
): Promise<RunningPercept> {
  const dataDir = options.dataDir ?? tempDir();
  const env = environment({ PORT: '0', PERCEPT_DATA_DIR: dataDir, ...options.env });
  const [program, ...args] = [...(options.through ?? []), process.execPath, bin(options.root), 'serve', ...(options.args ?? [])];
  const child = spawn(program!, args, {
    cwd: options.cwd ?? options.root ?? ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    uid: options.user,
    gid: options.user,
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = await untilPrinted(child, () => printed, /is ready on (http:\/\/\S+)/);
  if (options.env?.['PERCEPT_AUTH'] !== 'off' && !options.key)
    await untilPrinted(child, () => printed, /(first-access\.txt[^]*webhooks listen|keys create)/);
  const file = resolve(options.cwd ?? options.root ?? ROOT, dataDir, 'first-access.txt');
  const firstAccess = readIfThere(file);
  const key = options.key ?? /PERCEPT_KEY=(pk_live_\w+)/.exec(firstAccess)?.[1] ?? '';
  const exit = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    await once(child, 'exit');
    return child.exitCode;
  };
  return {
    url,
    key,
    dataDir,
    process: child,
    output: () => printed,
    firstAccess,
    fetch: (path, init) => fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init?.headers } }),
    stop: () => exit('SIGTERM'),
    kill: async () => void (await exit('SIGKILL')),
  };
}

/** The second start removes the file of the first one, perhaps at this moment. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function untilPrinted(child: ChildProcess, printed: () => string, pattern: RegExp): Promise<string> {
  const message = () => `percept serve did not start:\n${printed()}`;
  const find = () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(message());
    return pattern.exec(printed())?.[1];
  };
  try {
    return await waitFor(find, { timeout: START_LIMIT_MS, message });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the command line to its end, or kills it when its standard error matches. */
export async function percept(
  args: string[],
  options: { env?: Record<string, string>; stdin?: string; cwd?: string; killAt?: RegExp } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [bin(), ...args], { cwd: options.cwd ?? ROOT, env: environment(options.env) });
  const finished: Finished = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (finished.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    finished.stderr += chunk.toString();
    if (options.killAt?.test(finished.stderr)) child.kill('SIGKILL');
  });
  child.stdin.end(options.stdin ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...finished, code };
}

/** The two everyday ways to ask for objects. */
export function detecting(service: () => RunningPercept): {
  detect(body: unknown, headers?: Record<string, string>): Promise<Response>;
  upload(bytes: Uint8Array, fields?: Record<string, string>, name?: string): Promise<Response>;
} {
  const post = (init: RequestInit): Promise<Response> => service().fetch('/v2/vision/detect', { method: 'POST', ...init });
  return {
    detect: (body, headers = {}) =>
      post({
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    upload: (bytes, fields = {}, name = 'photo.jpg') => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('image', new Blob([bytes]), name);
      return post({ body: form });
    },
  };
}
