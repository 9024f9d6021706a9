import type { TimingRecorder } from '@percept/sdk';
import {
  type ClassifiedText,
  type LoadedModel,
  type ModelSource,
  type TextClassifier,
  type TextEmbedder,
  untimed,
} from '@percept/sdk/models';
import { checkTrunk, CLASSIFIER_ACTIVATIONS, featureScores } from '../label-scores';

/**
 * Opens a taught model: a network that returns a number for each label from the vector of a text.
 * @throws Error if the manifest names no known decoder, or the trunk's version differs from the one that the model was taught with.
 */
export async function openTaughtClassifier(model: LoadedModel, others: ModelSource) {
  const { identity, manifest, session } = model;
  const { decoder } = manifest.output;
  const activation = Object.hasOwn(CLASSIFIER_ACTIVATIONS, decoder) ? CLASSIFIER_ACTIVATIONS[decoder] : undefined;
  if (!activation) {
    const known = Object.keys(CLASSIFIER_ACTIVATIONS).join(', ');
    throw new Error(`Model '${identity.name}': output.decoder is '${decoder}', but must be one of ${known}.`);
  }
  const trunk = await others.get('text-embedding', manifest.trunk);
  checkTrunk(model, trunk.identity);
  const runner = new ClassifierOnVectors(model, trunk, activation);
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

class ClassifierOnVectors implements TextClassifier {
  readonly identity;
  readonly uses;
  readonly labels: readonly string[];

  constructor(
    private readonly model: LoadedModel,
    private readonly trunk: TextEmbedder,
    private readonly activation: (values: Float32Array) => Float32Array,
  ) {
    this.identity = model.identity;
    this.uses = [trunk.identity];
    this.labels = model.manifest.labels;
  }

  async run(texts: readonly string[], { timer = untimed }: { timer?: TimingRecorder } = {}): Promise<ClassifiedText[]> {
    const embedded = await this.trunk.embed(texts, { timer });
    const answers: ClassifiedText[] = [];
    for (const { vector, known, unread } of embedded) {
      const scores = this.activation(await timer.time('inference', () => featureScores(this.model, vector)));
      const all = Array.from(scores, (confidence, index) => ({ label: this.labels[index]!, confidence }));
      answers.push({ known, unread, classifications: all.sort((one, other) => other.confidence - one.confidence) });
    }
    return answers;
  }

  async warm(): Promise<void> {
    await featureScores(this.model, new Float32Array(this.trunk.size));
  }
}
