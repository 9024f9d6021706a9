import { InferenceSession, Tensor } from 'onnxruntime-node';
import { OPTIONS, toPorts } from '../open-session';
import { sent, type ModelAnswer, type IsolatedWork, type SentTensors } from './messages';

// The entry of a process that runs one model. In a process of its own a model cannot harm others, and can be ended at any moment.

let session: InferenceSession | undefined;

async function answer(task: IsolatedWork): Promise<ModelAnswer> {
  if ('file' in task) {
    session = await InferenceSession.create(task.file, OPTIONS);
    return { inputs: toPorts(session.inputMetadata), outputs: toPorts(session.outputMetadata) };
  }
  return { result: sent(await session!.run(received(task.inputs))) };
}

const received = (tensors: SentTensors): Record<string, Tensor> =>
  Object.fromEntries(Object.entries(tensors).map(([name, { type, data, dims }]) => [name, new Tensor(type, data, dims)]));

process.on('message', (task: IsolatedWork) => {
  void answer(task)
    .catch((error: unknown): ModelAnswer => ({ error: (error as Error).message }))
    .then((message) => process.send!(message));
});
process.once('disconnect', () => process.exit());
