import { InferenceSession, Tensor } from 'onnxruntime-node';
import { OPTIONS } from './open-session';

/** Runs a checked network once, on rows of numbers by input name. @returns one of its outputs. */
export async function runOnce(
  bytes: Uint8Array,
  rows: Readonly<Record<string, Float32Array>>,
  output: string,
): Promise<Float32Array> {
  const session = await InferenceSession.create(bytes, OPTIONS);
  try {
    const feeds = Object.entries(rows).map(([name, row]) => [name, new Tensor('float32', row, [1, row.length])] as const);
    return (await session.run(Object.fromEntries(feeds)))[output]!.data as Float32Array;
  } finally {
    await session.release();
  }
}
