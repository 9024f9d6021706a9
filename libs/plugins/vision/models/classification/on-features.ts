import type { Image, Region, TimingRecorder } from '@percept/sdk';
import { type Classification, type ImageClassifier, type ImageEmbedder, type LoadedModel, untimed } from '@percept/sdk/models';
import { checkTrunk, featureScores } from '../../../text/models/label-scores';
import { categoriesByLabel } from './plain';

/**
 * Opens a taught model: a network that returns a number for each label from the features of a trunk.
 * @throws Error if the trunk's version differs from the one that the model was taught with.
 */
export function openClassifierOnFeatures(
  model: LoadedModel,
  trunk: ImageEmbedder,
  activation: (values: Float32Array) => Float32Array,
) {
  checkTrunk(model, trunk.identity);
  const runner = new ClassifierOnFeatures(model, trunk, activation);
  return { runner, warm: () => runner.warm(), close: () => model.session.release() };
}

class ClassifierOnFeatures implements ImageClassifier {
  readonly identity;
  readonly uses;
  readonly labels: readonly string[];
  private readonly categories: ReadonlyMap<string, string>;

  constructor(
    private readonly model: LoadedModel,
    private readonly trunk: ImageEmbedder,
    private readonly activation: (values: Float32Array) => Float32Array,
  ) {
    const { labels, categories } = model.manifest;
    this.identity = model.identity;
    this.uses = [trunk.identity];
    this.labels = labels;
    this.categories = categoriesByLabel(categories);
  }

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]> {
    const { minConfidence, timer = untimed } = options;
    const features = await this.trunk.run(image, { region: this.regionOf(image), timer });
    const scores = await timer.time('inference', () => this.infer(features));
    return Array.from(scores, (confidence, index) => {
      const label = this.labels[index]!;
      return { label, confidence, category: this.categories.get(label) ?? 'general' };
    })
      .filter(({ confidence }) => confidence >= minConfidence)
      .sort((one, other) => other.confidence - one.confidence);
  }

  async warm(): Promise<void> {
    await this.infer(new Float32Array(this.trunk.dimensions));
  }

  /** The part of the image that the model looks at, in pixels; undefined for all of it. */
  private regionOf({ properties: { width, height } }: Image): Region | undefined {
    const { region } = this.model.manifest;
    if (!region) return undefined;
    const [left, top, across, down] = region;
    const x = Math.min(width - 1, Math.round(left! * width));
    const y = Math.min(height - 1, Math.round(top! * height));
    return {
      x,
      y,
      width: Math.max(1, Math.min(width - x, Math.round(across! * width))),
      height: Math.max(1, Math.min(height - y, Math.round(down! * height))),
    };
  }

  private async infer(features: Float32Array): Promise<Float32Array> {
    return this.activation(await featureScores(this.model, features));
  }
}
