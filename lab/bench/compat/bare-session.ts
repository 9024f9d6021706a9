import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Pixels of each side of the tensor. */
export const SIDE = 512;

/** The detector that the service has prepared, in the runtime alone. */
export function bareSession(file: string): Promise<InferenceSession> {
  return InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** @param pixels SIDE × SIDE × 3 bytes. */
export function runBare(session: InferenceSession, pixels: Uint8Array): Promise<InferenceSession.OnnxValueMapType> {
  const [input] = session.inputNames as [string];
  return session.run({ [input]: new Tensor('uint8', pixels, [1, SIDE, SIDE, 3]) });
}
