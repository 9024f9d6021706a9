import { answered, api, ApiError, type ErrorBody, type Shapes } from '../api/client';
import { InputError } from '../api/input-error';

const SAMPLE = '/samples/images/desk.jpg';
/** Measured inferences, after a first one that loads the model. */
const RUNS = 5;
/** The size to use if a network takes any size. */
const ANY = 320;
const BYTES_OF: Record<string, number> = {
  BOOL: 1,
  INT8: 1,
  UINT8: 1,
  INT16: 2,
  UINT16: 2,
  FP16: 2,
  INT64: 8,
  UINT64: 8,
  FP64: 8,
};
const WORD = 4;

/** The measured speed of a model on this machine. */
export interface Speed {
  /** Median milliseconds of one inference. */
  ms: number;
  /** ISO 8601. */
  at: string;
  /** The measured input. */
  on: 'a picture' | 'an empty input';
}

const keyOf = (digest: string): string => `speed-${digest}`;

/** The speed measured earlier in this browser. @param digest of the weights. */
export function speedBefore(digest: string | null | undefined): Speed | undefined {
  const kept = digest && localStorage.getItem(keyOf(digest));
  return kept ? (JSON.parse(kept) as Speed) : undefined;
}

/** Runs a model a few times on the service's machine. @throws ApiError, InputError */
export async function measureSpeed(name: string): Promise<Speed> {
  const model = await answered(api.GET('/v2/models/{name}', { params: { path: { name } } }));
  if (model.platform === null)
    throw new InputError('This model never runs alone. The page Usage shows the time of its capability.');
  const { times, on } = await onPicture(model).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 400) return onEmpty(model);
    throw error;
  });
  const speed: Speed = { ms: median(times), at: new Date().toISOString(), on };
  if (model.digest) localStorage.setItem(keyOf(model.digest), JSON.stringify(speed));
  return speed;
}

type Network = Pick<Shapes['ModelResponse'], 'name' | 'inputs'>;

/** Sends the picture as a file, which the service scales as the model's manifest says. */
async function onPicture({ name, inputs }: Network) {
  const picture = new Uint8Array(await (await fetch(SAMPLE)).arrayBuffer());
  const content = new Uint8Array(WORD + picture.length);
  new DataView(content.buffer).setUint32(0, picture.length, true);
  content.set(picture, WORD);
  const tensors = inputs.slice(0, 1).map((input) => ({ name: input.name, datatype: 'BYTES', shape: [1], bytes: content.length }));
  return { times: await run(name, tensors, content), on: 'a picture' as const };
}

async function onEmpty({ name, inputs }: Network) {
  const tensors = inputs.map(({ name: input, datatype, shape: any }) => {
    const shape = any.map((size, axis) => (size > 0 ? size : axis === 0 ? 1 : ANY));
    const bytes = shape.reduce((all, size) => all * size, BYTES_OF[datatype] ?? WORD);
    return { name: input, datatype, shape, bytes };
  });
  const content = new Uint8Array(tensors.reduce((sum, { bytes }) => sum + bytes, 0));
  return { times: await run(name, tensors, content), on: 'an empty input' as const };
}

interface Sent {
  name: string;
  datatype: string;
  shape: number[];
  bytes: number;
}

/** @returns the milliseconds of each inference except the first. */
async function run(name: string, tensors: Sent[], content: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const inputs = tensors.map(({ bytes, ...tensor }) => ({ ...tensor, parameters: { binary_data_size: bytes } }));
  const head = new TextEncoder().encode(JSON.stringify({ inputs, parameters: { binary_data_output: true } }));
  const path = `/v2/models/${encodeURIComponent(name)}/infer`;
  const times: number[] = [];
  for (let turn = 0; turn <= RUNS; turn++) {
    const headers = { 'content-type': 'application/octet-stream', 'inference-header-content-length': String(head.length) };
    const response = await fetch(path, { method: 'POST', headers, body: new Blob([head, content]) });
    if (!response.ok) throw new ApiError(response.status, (await response.json()) as ErrorBody);
    await response.arrayBuffer();
    times.push(Number(/inference;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? NaN));
  }
  return times.slice(1);
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;
