import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findSandbox, inSandbox, weakerSandbox, type Sandbox } from '../../../media/video/sandbox';

const run = promisify(execFile);
const TRIAL_LIMIT_MS = 30_000;
const PROGRAM = join(__dirname, 'model-process.js');
/** The folder of all compiled code. */
const CODE = join(__dirname, '../../../../../../..');
/**
 * Without this flag, Node 24 reserves 512 MB for code at its start. Also, a process that makes no code at run time is harder to
 * take over.
 */
const NODE = [process.execPath, '--jitless'];

let found: Promise<Sandbox> | undefined;

/**
 * The command for the process of one model. Where the machine has a sandbox, the process reads only the model's file, Node and our
 * code.
 */
export async function modelCommand(file: string): Promise<string[]> {
  const sandbox = await (found ??= findSandbox().then(firstThatLoads));
  return [...inSandbox(sandbox, [...ownCode(), resolve(file)]), ...NODE, PROGRAM];
}

const ownCode = (): string[] => [process.execPath, CODE, ...(require.resolve.paths('onnxruntime-node') ?? [])];

/** Tries the sandbox, since it may hide the places of Node or its packages. Without a task the program loads and ends. */
async function firstThatLoads(sandbox: Sandbox): Promise<Sandbox> {
  if (sandbox.name === 'none') return sandbox;
  const [command = '', ...args] = [...inSandbox(sandbox, ownCode()), ...NODE, PROGRAM];
  try {
    await run(command, args, { timeout: TRIAL_LIMIT_MS, killSignal: 'SIGKILL' });
    return sandbox;
  } catch (error) {
    return firstThatLoads(await weakerSandbox(sandbox, (error as Error).message));
  }
}
