import { Tensor } from 'onnxruntime-node';
import type { LoadedModel, ModelIdentity } from '@percept/sdk/models';

/** @throws Error if the trunk's version differs from the one that the model was taught with. */
export function checkTrunk({ identity, manifest: { trunk_version: version } }: LoadedModel, trunk: ModelIdentity): void {
  if (version === undefined || version === trunk.version) return;
  throw new Error(
    `Model '${identity.name}' reads features of ${trunk.name} ${version}, but ${trunk.version} is installed: teach it again.`,
  );
}

/** Runs a network on the features of a trunk; it returns a number for each label. @throws Error if it has more or fewer. */
export async function featureScores({ session, identity, manifest }: LoadedModel, features: Float32Array): Promise<Float32Array> {
  const tensor = new Tensor('float32', features, [1, features.length]);
  const outputs = await session.run({ [session.inputNames[0]!]: tensor });
  const { data } = outputs[session.outputNames[0]!]!;
  const count = manifest.labels.length;
  if (data instanceof Float32Array && data.length === count) return data;
  throw new Error(
    `Model '${identity.name}' answers ${data.length} numbers, but its manifest has ${count} labels: one for each is needed.`,
  );
}

export type Activation = (values: Float32Array) => Float32Array;

/** How a classifier's output becomes confidences, by the manifest's `output.decoder`. */
export const CLASSIFIER_ACTIVATIONS: Readonly<Record<string, Activation>> = {
  /** Exactly one label applies. */
  logits: softmaxScores,
  probabilities: (values) => values,
  /** Any number of labels applies. */
  sigmoid: (values) => values.map((value) => 1 / (1 + Math.exp(-value))),
};

export function softmaxScores(logits: Float32Array): Float32Array {
  const highest = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const powers = logits.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}
