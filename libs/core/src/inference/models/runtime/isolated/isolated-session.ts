import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { Tensor } from 'onnxruntime-node';
import { PerceptError } from '../../../../kernel';
import { keepOnly } from '../../../media/video/sandbox';
import type { Port, Session } from '../session';
import { callSignal } from './call-signal';
import { modelCommand } from './model-command';
import { sent, type ModelAnswer, type IsolatedWork, type SentTensors } from './messages';
import { watchOwnTime } from './own-time';

/** Bytes that a model's process may allocate, besides its code. */
const MODEL_MEMORY = 512 * 1024 * 1024;
/** Processor time for loading the model, or for one run. */
const MODEL_LIMIT_MS = 10_000;

/**
 * The process ends when this shell's standard input does, even if the starting thread was ended or the model hangs. Systems that
 * cannot limit memory refuse `ulimit -d`, and the script goes on.
 */
const SCRIPT = `
${keepOnly('NODE_CHANNEL_*|ORT_DISABLE_TELEMETRY')}
ulimit -c 0; ulimit -f 0 2>/dev/null; ulimit -d "$1" 2>/dev/null; shift
"$@" </dev/null & model=$!
exec 3>&-
cat >/dev/null; kill -9 $model 2>/dev/null; wait $model 2>/dev/null`;

/**
 * Loads a user's model in its own process: with little memory, no network where the system has a sandbox, and ten seconds of
 * processor time for one run. Damage is limited to its caller.
 * @param limitMs of a run.
 * @throws PerceptError INVALID_REQUEST if it cannot be loaded.
 */
export async function openIsolated(file: string, model: string, limitMs = MODEL_LIMIT_MS): Promise<Session> {
  const network = new ModelProcess(model, await start(file));
  try {
    const ports = await network.ask({ file }, MODEL_LIMIT_MS);
    if (!('inputs' in ports)) throw new Error('a model answers its file with its ports');
    return new IsolatedSession(network, ports, limitMs);
  } catch (error) {
    network.end();
    throw error;
  }
}

async function start(file: string): Promise<ChildProcess> {
  const kilobytes = String(MODEL_MEMORY / 1024);
  return spawn('/bin/sh', ['-c', SCRIPT, 'sh', kilobytes, ...(await modelCommand(file))], {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

type Answered = Exclude<ModelAnswer, { error: string }>;

interface Waiting {
  resolve: (answer: Answered) => void;
  reject: (error: Error) => void;
}

/** One model in its own process. It does one task at a time. */
class ModelProcess {
  private waiting: Waiting | undefined;
  private ended: Error | undefined;
  /** The end of the queue: settles when all earlier tasks are done. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly model: string,
    private readonly child: ChildProcess,
  ) {
    child.on('message', (answer: ModelAnswer) => this.settle(answer));
    for (const event of ['disconnect', 'error', 'exit'] as const)
      child.on(event, () => this.fail('ended its process: it may need more than the memory that a model of a project may have.'));
    child.stdin!.on('error', () => undefined);
    // Neither the process nor its pipes keep an otherwise idle thread alive.
    child.unref();
    child.channel?.unref();
    (child.stdin as Socket).unref();
  }

  get isOver(): boolean {
    return this.ended !== undefined;
  }

  ask(task: IsolatedWork, limitMs: number): Promise<Answered> {
    const answer = this.line.then(() => this.askNow(task, limitMs));
    this.line = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the process, even during a task. */
  end(): void {
    this.fail('was ended.');
  }

  private async askNow(task: IsolatedWork, limitMs: number): Promise<Answered> {
    if (this.ended) throw this.ended;
    const stopWatch = watchOwnTime(this.child.pid!, limitMs, (reason) => this.fail(reason));
    const signal = callSignal.getStore();
    const stop = (): void => this.fail('was ended at the time limit of the call.');
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.waiting = { resolve, reject };
        this.child.send(task, (error) => error && this.fail('ended its process.'));
      });
    } finally {
      stopWatch();
      signal?.removeEventListener('abort', stop);
    }
  }

  private settle(answer: ModelAnswer): void {
    const { waiting } = this;
    this.waiting = undefined;
    if ('error' in answer) waiting?.reject(this.refusal(`failed: ${answer.error}`));
    else waiting?.resolve(answer);
  }

  private fail(reason: string): void {
    if (this.ended) return;
    this.ended = this.refusal(reason);
    this.waiting?.reject(this.ended);
    this.waiting = undefined;
    this.child.stdin!.destroy();
    if (this.child.connected) this.child.disconnect();
  }

  private refusal(reason: string): PerceptError {
    return PerceptError.invalid('model', `the model '${this.model}' ${reason}`);
  }
}

class IsolatedSession implements Session {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];

  constructor(
    private readonly network: ModelProcess,
    ports: { inputs: readonly Port[]; outputs: readonly Port[] },
    private readonly limitMs: number,
  ) {
    this.inputs = ports.inputs;
    this.outputs = ports.outputs;
    this.inputNames = this.inputs.map(({ name }) => name);
    this.outputNames = this.outputs.map(({ name }) => name);
  }

  get isOver(): boolean {
    return this.network.isOver;
  }

  async run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>> {
    const answer = await this.network.ask({ inputs: sent(inputs) }, this.limitMs);
    if (!('result' in answer)) throw new Error('a model answers inputs with outputs');
    return received(answer.result);
  }

  async release(): Promise<void> {
    this.network.end();
  }
}

const received = (tensors: SentTensors): Record<string, Tensor> =>
  Object.fromEntries(Object.entries(tensors).map(([name, { type, data, dims }]) => [name, new Tensor(type, data, dims)]));
