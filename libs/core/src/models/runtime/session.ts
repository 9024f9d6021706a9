import { InferenceSession } from 'onnxruntime-node';

/** One thread for each session, because every worker thread has its own; idle threads must not spin on a shared core. */
const OPTIONS: InferenceSession.SessionOptions = {
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/** @throws Error where the file is no model that ONNX Runtime can load. */
export async function openSession(file: string, model: string): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(file, OPTIONS);
  } catch (error) {
    throw new Error(`Model '${model}': ONNX Runtime cannot load ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Loads a model once, so that a faulty one is found when it is prepared and not when it is called. */
export async function checkModel(bytes: Uint8Array, model: string): Promise<void> {
  try {
    const session = await InferenceSession.create(bytes, OPTIONS);
    await session.release();
  } catch (error) {
    throw new Error(`Model '${model}': ONNX Runtime refuses the converted graph: ${(error as Error).message}`, { cause: error });
  }
}
