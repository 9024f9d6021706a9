import { parseBody } from '../input/fields';
import type { CallInput } from '../host';
import { copied } from '../input/buffer-lease';
import type { WorkerTask } from './messages';
import { taken } from '../taken';

type Transferred = Pick<WorkerTask, 'input' | 'lease'>;

/**
 * Prepares a call's input for transfer to a thread. Its buffers move, and are empty on this side afterwards; other data is copied.
 * Leased memory stays in place, and the worker copies it.
 */
export function transferInput({ lease, ...input }: CallInput): { transferred: Transferred; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const move = (bytes: Uint8Array): Uint8Array => {
    if (lease && isShared(bytes)) return bytes;
    const own = (input.transferable && !isPooled(bytes)) || ownsItsMemory(bytes) ? taken(bytes) : Uint8Array.from(bytes);
    transfer.push(own.buffer as ArrayBuffer);
    return own;
  };
  const own = { ...input };
  if (input.json) own.json = move(input.json);
  if (input.media && 'bytes' in input.media) own.media = { ...input.media, bytes: move(input.media.bytes) };
  return { transferred: { input: own, lease: lease?.transfer() }, transfer };
}

/** Receives the input on the worker's side, in memory that belongs to this call alone. */
export function receiveInput({ input, lease }: Transferred): CallInput {
  if (!lease) return input;
  try {
    const own = { ...input, ...(input.json && parsed(input.json)) };
    if (input.media && 'bytes' in input.media) own.media = { ...input.media, bytes: copyOf(input.media.bytes) };
    return own;
  } finally {
    copied(lease);
  }
}

/** Parsing copies the data. JSON that cannot be parsed here is parsed again later, where the call is answered with the reason. */
function parsed(json: Uint8Array): Pick<CallInput, 'json' | 'fields'> {
  try {
    return { json: undefined, fields: parseBody(json) };
  } catch {
    return { json: copyOf(json) };
  }
}

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const isShared = ({ buffer }: Uint8Array): boolean => buffer instanceof SharedArrayBuffer;

const isPooled = ({ buffer }: Uint8Array): boolean => buffer.byteLength <= Buffer.poolSize;

/** A small Buffer is a window of a pool that others use too: moving it would take their memory away. */
function ownsItsMemory(bytes: Uint8Array): boolean {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
}
