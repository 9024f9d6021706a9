import type { Image, TimingRecorder } from '@percept/sdk';
import {
  type Classification,
  type Frame,
  type ImageClassifier,
  type LoadedModel,
  type ModelPorts,
  frameFor,
  framePixels,
  imageToTensor,
  portsFor,
  untimed,
} from '@percept/sdk/models';
import type { Activation } from '../../../text/models/label-scores';
import { calibrationFrom, type Calibration } from '../detection';

/** Box size at which the calibration's `size` has no effect: a classifier has no boxes. */
const NO_SIZE_PX = 64;

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
