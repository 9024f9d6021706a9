import type { Image } from '../../../media/images';
import { calibrationFrom, type Calibration } from '../detection';
import { frameFor, type Frame } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import { portsFor, type ModelPorts } from '../../runtime';
import { untimed, type Classification, type ImageClassifier, type TimingRecorder } from '../../runtime';

/** Box size at which the calibration's `size` has no effect: a classifier has no boxes. */
const NO_SIZE_PX = 64;

type Activation = (values: Float32Array) => Float32Array;

/** How a classifier's output becomes confidences, by the manifest's `output.decoder`. */
export const CLASSIFIER_ACTIVATIONS: Readonly<Record<string, Activation>> = {
  /** Exactly one label applies. */
  logits: softmax,
  probabilities: (values) => values,
  /** Any number of labels applies. */
  sigmoid: (values) => values.map((value) => 1 / (1 + Math.exp(-value))),
};

/** Opens a network that returns a number for each label. @throws Error if the model takes no image as the manifest describes it. */
export function openPlainClassifier(model: LoadedModel, activation: Activation) {
  const runner = new PlainClassifier(model, portsFor(model, { scores: 'output' }), activation);
  return { runner, warm: () => runner.warm(), close: () => model.session.release() };
}

class PlainClassifier implements ImageClassifier {
  readonly identity;
  readonly uses = [];
  readonly labels: readonly string[];
  private readonly calibration: Calibration;
  private readonly categories: ReadonlyMap<string, string>;

  constructor(
    private readonly model: LoadedModel,
    private readonly ports: ModelPorts,
    private readonly activation: Activation,
  ) {
    const { labels, categories, calibration } = model.manifest;
    this.identity = model.identity;
    this.labels = labels;
    this.calibration = calibrationFrom(calibration);
    this.categories = categoriesByLabel(categories);
  }

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]> {
    const { minConfidence, timer = untimed } = options;
    const { input } = this.model.manifest;
    const frame = frameFor(input, image.properties);
    const pixels = await timer.time('decode', () => framePixels(image, frame, input));
    const scores = await timer.time('inference', () => this.infer(pixels, frame));
    return timer.time('postprocess', async () =>
      Array.from(scores, (score, index) => this.classification(score, index))
        .filter(({ confidence }) => confidence >= minConfidence)
        .sort((left, right) => right.confidence - left.confidence),
    );
  }

  async warm(): Promise<void> {
    const { size, height = size } = this.model.manifest.input;
    const frame = frameFor(this.model.manifest.input, { width: size, height });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  private async infer(pixels: Uint8Array | Float32Array, frame: Frame): Promise<Float32Array> {
    const { session, manifest, identity } = this.model;
    const outputs = await session.run({ [this.ports.image]: imageToTensor(pixels, frame, manifest.input) });
    const { data } = this.ports.read(outputs).scores!;
    if (!(data instanceof Float32Array) || data.length !== this.labels.length)
      throw new Error(
        `Model '${identity.name}' answers ${data.length} numbers, but its manifest has ${this.labels.length} labels: one for each is needed.`,
      );
    return this.activation(data);
  }

  private classification(score: number, index: number): Classification {
    const label = this.labels[index]!;
    const confidence = Math.min(1, Math.max(0, this.calibration.confidence(score, NO_SIZE_PX, label)));
    return { label, confidence, category: this.categories.get(label) ?? 'general' };
  }
}

/** The category of each label. */
export function categoriesByLabel(categories: Readonly<Record<string, string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(categories).flatMap(([category, labels]) => labels.map((label) => [label, category])));
}

export function softmax(logits: Float32Array): Float32Array {
  const highest = logits.reduce((max, value) => Math.max(max, value), -Infinity);
  const powers = logits.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}
