import type { Tensor } from 'onnxruntime-node';
import { PerceptError } from '../../../kernel';
import type { MediaLimits } from '../../media';
import type { LoadedModel, ModelIdentity, Session } from '../../models/runtime';
import { ServerTiming } from '../server-timing';
import { checkOutputs, encodeAnswer, refuseTwice, type EncodedAnswer } from './answer';
import { BYTES } from './datatypes';
import { freeElements, inputTensor, pictureElements } from './input-tensors';
import { pictureTensor, takesPicture } from './picture-tensor';
import { readTensorRequest, type RequestTensor } from './request';

const PREFIX = 'model.infer ';

/** The id under which a worker is prepared for a model's raw tensors, and its calls are timed. */
export const inferenceId = (model: string): string => `${PREFIX}${model}`;

/** The model's name in an inference id; undefined for a capability's id. */
export const modelOfInference = (id: string): string | undefined => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined);

/** The inference id for all models of projects, which a worker loads when they are called. */
export const PROJECT_INFERENCE = 'model.infer';

export const isOfProject = (id: string): boolean => id === PROJECT_INFERENCE;

/** The answer of a worker. */
export interface TensorAnswer extends EncodedAnswer {
  kind: 'tensors';
  model: ModelIdentity;
  timings: Record<string, number>;
}

interface InferenceRequest {
  body: Uint8Array;
  headLength?: number;
  apart: () => Promise<Session>;
}

/**
 * Runs a network on the tensors of an inference request, in the current thread.
 * @param body the request; if tensors follow its JSON, the JSON has `headLength` bytes.
 * @param apart runs the network in its own process with little memory: for tensors larger than those that Percept itself gives the
 * model.
 * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE.
 */
export async function infer(
  model: LoadedModel,
  { body, headLength, apart }: InferenceRequest,
  limits: MediaLimits,
): Promise<TensorAnswer> {
  const { identity, session } = model;
  const stages = new ServerTiming();
  const request = readTensorRequest(body, headLength);
  checkOutputs(request, session.outputNames);
  checkNames(request.inputs, session.inputNames);
  const tensors: Record<string, Tensor> = {};
  const picture = pictureElements(model.manifest);
  let free = 0;
  for (const sent of request.inputs) {
    const port = session.inputs.find(({ name }) => name === sent.name)!;
    const isPicture = sent.datatype === BYTES && takesPicture(model, port);
    tensors[sent.name] = await stages.time('decode', async () =>
      isPicture ? pictureTensor(sent, model, limits) : inputTensor(sent, port, picture),
    );
    if (!isPicture) free += freeElements(sent, port);
  }
  const outputs = await stages.time('inference', async () => {
    const network = free > picture ? await apart() : session;
    return network.run(tensors).catch(refuse);
  });
  const answer = await stages.time('postprocess', async () => encodeAnswer(request, outputs, identity));
  return { kind: 'tensors', ...answer, model: identity, timings: stages.ms };
}

function checkNames(inputs: readonly RequestTensor[], known: readonly string[]): void {
  const names = inputs.map(({ name }) => name);
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined)
    throw PerceptError.invalid('inputs', `the model has no input '${strange.slice(0, 60)}': it has ${known.join(', ')}.`);
  refuseTwice('inputs', names);
  const missing = known.find((name) => !names.includes(name));
  if (missing !== undefined) throw PerceptError.invalid('inputs', `'${missing}' is missing.`);
}

/** The tensors fit the inputs, but not each other or the layers behind them. */
function refuse(error: Error): never {
  if (error instanceof PerceptError) throw error;
  const why = error.message.split('\n')[0]!.slice(0, 300);
  throw new PerceptError('INVALID_REQUEST', `The model cannot be run on these tensors: ${why}`, { cause: error });
}
