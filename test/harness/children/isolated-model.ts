/** Runs a model as one of a project: in a process of its own below this one. Prints what came of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Tensor } from 'onnxruntime-node';
import { openIsolated } from '../../../libs/core/src/inference/models/runtime/isolated/isolated-session';
import { modelProcesses } from './model-processes';
import { waitFor } from '../wait-for';

export interface IsolatedRuns {
  /** Names of the inputs, and of the outputs. */
  ports?: readonly (readonly string[])[];
  /** The scores for each image, or why there are none. */
  answers?: (number[] | string)[];
  isOver?: boolean;
  /** Processes of the model while it was open, and after it was closed. */
  processes?: number;
  left: number;
  /** Why it could not be opened. */
  refused?: string;
}

async function gone(): Promise<number> {
  let left = 0;
  await waitFor(() => (left = modelProcesses(process.pid).length) === 0, { timeout: 60_000 }).catch(() => undefined);
  return left;
}

/** Gives the processes of the model no time for three times its limit. */
async function starve(limitMs: number): Promise<void> {
  const pids = modelProcesses(process.pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(3 * limitMs);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

interface Trial {
  file: string;
  lights: number[];
  limitMs: number;
  starved?: boolean;
}

async function main({ file, lights, limitMs, starved }: Trial): Promise<IsolatedRuns> {
  const session = await openIsolated(file, 'theirs', limitMs).catch((error: Error) => error);
  if (session instanceof Error) return { refused: session.message, left: await gone() };
  const answers = lights.map(async (light) => {
    const image = new Tensor('float32', new Float32Array(768).fill(light), [1, 3, 16, 16]);
    const answer = await session.run({ image }).catch((error: Error) => error.message);
    return typeof answer === 'string' ? answer : [...(answer['scores']!.data as Float32Array)];
  });
  if (starved) await starve(limitMs);
  const { inputNames, outputNames } = session;
  const runs = { ports: [inputNames, outputNames], answers: await Promise.all(answers) };
  const [isOver, processes] = [session.isOver, modelProcesses(process.pid).length];
  await session.release();
  return { ...runs, isOver, processes, left: await gone() };
}

void main(JSON.parse(process.argv[2]!) as Parameters<typeof main>[0]).then((runs) => process.stdout.write(JSON.stringify(runs)));
