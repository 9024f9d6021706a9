import { readFileSync } from 'node:fs';
import { InferenceSession, type Tensor } from 'onnxruntime-node';
import { unpackWeights } from '../onnx';
import type { NativeGate } from './native-gate';
import { RestingSession } from './resting-session';
import type { Port, Session } from './session';
import { disableTelemetry } from './telemetry';

disableTelemetry();

/**
 * @internal For a process that runs one model. One thread for each session, because every worker thread has its own session; idle
 * threads must not spin on a shared core.
 */
export const OPTIONS: InferenceSession.SessionOptions = {
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // The arena never shrinks after a large image: see KEEPS_MEMORY.
  enableCpuMemArena: false,
  // With a memory pattern, the runtime would keep a block of memory for each size of image.
  enableMemPattern: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/** Longer side of an image, in pixels, from which on a network keeps its memory. */
const LARGE = 640;
/** Without the arena, each run maps and zeroes the memory of large layers again: five times the CPU time. See docs/decisions/workers.md. */
const KEEPS_MEMORY: InferenceSession.SessionOptions = { enableCpuMemArena: true };

/** A session in this thread: a run blocks it. */
export class SessionHere implements Session {
  constructor(
    private readonly session: InferenceSession,
    private readonly gate: NativeGate,
  ) {}

  get inputNames(): readonly string[] {
    return this.session.inputNames;
  }

  get outputNames(): readonly string[] {
    return this.session.outputNames;
  }

  get inputs(): readonly Port[] {
    return toPorts(this.session.inputMetadata);
  }

  get outputs(): readonly Port[] {
    return toPorts(this.session.outputMetadata);
  }

  run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>> {
    return this.gate.pass(() => this.session.run(inputs));
  }

  release(): Promise<void> {
    return this.gate.pass(() => this.session.release());
  }
}

interface Use {
  /** Pixels of the longer side of the largest image that the network gets. */
  longestSide?: number;
  /** How long a network for large images keeps their memory: see RestingSession. */
  restsAfterMs?: number;
  /** Whether the file may have weights in 4 bits: see `unpackWeights`. */
  isPacked?: boolean;
}

/** @throws Error if ONNX Runtime cannot load the file. */
export async function openSession(
  file: string,
  model: string,
  gate: NativeGate,
  { longestSide = 0, restsAfterMs, isPacked = false }: Use = {},
): Promise<Session> {
  const isLarge = longestSide >= LARGE;
  const options = isLarge ? { ...OPTIONS, ...KEEPS_MEMORY } : OPTIONS;
  const create = (): Promise<InferenceSession> =>
    isPacked ? InferenceSession.create(unpackWeights(readFileSync(file)), options) : InferenceSession.create(file, options);
  const open = async (): Promise<Session> => new SessionHere(await gate.pass(create), gate);
  try {
    const session = await open();
    return isLarge ? new RestingSession(session, open, restsAfterMs) : session;
  } catch (error) {
    throw new Error(`Model '${model}': ONNX Runtime cannot load ${file}: ${whyNot(error as Error)}`, { cause: error });
  }
}

/** @internal */
export const toPorts = (metadata: readonly InferenceSession.ValueMetadata[]): Port[] =>
  metadata.map((each) => ({
    name: each.name,
    type: each.isTensor ? each.type : 'no tensor',
    shape: each.isTensor ? each.shape : [],
  }));

/** Puts the commonest reasons into words that say what to do; keeps the runtime's message for others. */
function whyNot({ message }: Error): string {
  const [, domain, operator] = /([\w.]+):(\w+)\(-?\d+\) is not a registered function\/op/.exec(message) ?? [];
  if (domain)
    return `it needs the operator ${operator} of the domain '${domain}', which ONNX Runtime does not have. Export the model without it: Percept reads and scales the image itself.`;
  if (/external data|external_data/i.test(message))
    return `it keeps its weights in a second file. Save it as one file (${message}).`;
  const reason = message.replace(/^Load model from .+ failed:\s*/, '').replace(/\.$/, '');
  return `${reason}. If Percept prepared this file, remove it and run 'percept models prepare'.`;
}

/** Loads a model once, so that a faulty model is found when it is prepared, not when it is called. */
export async function checkModel(bytes: Uint8Array, model: string): Promise<void> {
  try {
    const session = await InferenceSession.create(bytes, OPTIONS);
    await session.release();
  } catch (error) {
    throw new Error(`Model '${model}': ONNX Runtime refuses the converted graph: ${(error as Error).message}`, { cause: error });
  }
}
