import type { CallInput } from './host';

/** A call's input as it crosses the thread: its buffers move, and are empty on this side afterwards. */
export function handOver(input: CallInput): { handed: CallInput; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const move = (bytes: Uint8Array): Uint8Array => {
    const own = (input.movable && !isPooled(bytes)) || ownsItsMemory(bytes) ? bytes : Uint8Array.from(bytes);
    transfer.push(own.buffer as ArrayBuffer);
    return own;
  };
  const handed = { ...input };
  if (input.json) handed.json = move(input.json);
  if (input.media && 'bytes' in input.media) handed.media = { ...input.media, bytes: move(input.media.bytes) };
  return { handed, transfer };
}

const isPooled = ({ buffer }: Uint8Array): boolean => buffer.byteLength <= Buffer.poolSize;

/** A small Buffer is a window of a pool that others use too: moving it would take their memory away. */
function ownsItsMemory(bytes: Uint8Array): boolean {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
}
