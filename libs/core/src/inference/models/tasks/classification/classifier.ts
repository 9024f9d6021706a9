import type { Image } from '../../../media/images';
import { sigmoid, withPeaks, type PeakDetector } from '../detection';
import type { Manifest } from '../../registry/manifest';
import { frameFor, type Frame } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import type { Session } from '../../runtime';
import { untimed, type Classification, type ImageClassifier, type ModelSource, type TimingRecorder } from '../../runtime';
import { joined, readHead, type HeadAnswer } from './head';
import { fuseScenes, mergeLabels } from './merge';
import { answerFrom } from './answer';
import { supportingBoxes, type Evidence } from './evidence';
import { categoriesByLabel, CLASSIFIER_ACTIVATIONS, openPlainClassifier } from './plain';

/** Fainter boxes support no name. */
const MIN_SUPPORT = 0.15;

interface OpenClassifier {
  runner: ImageClassifier;
  warm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Either a network that answers a number for each label, or (`decoder: head`) a backbone, a head that reads its features, and the detector that the manifest names for `presence`.
 * @throws Error if the manifest names no known decoder, or objects that the detector does not know.
 */
export async function openImageClassifier(model: LoadedModel, others: ModelSource): Promise<OpenClassifier> {
  const { identity, manifest, session, head } = model;
  const { decoder } = manifest.output;
  const activation = Object.hasOwn(CLASSIFIER_ACTIVATIONS, decoder) ? CLASSIFIER_ACTIVATIONS[decoder] : undefined;
  if (activation) return openPlainClassifier(model, activation);
  if (!head) {
    const known = ['head', ...Object.keys(CLASSIFIER_ACTIVATIONS)].join(', ');
    throw new Error(`Model '${identity.name}': output.decoder is '${decoder}', but must be one of ${known}.`);
  }
  const { presence } = manifest;
  const detector = presence && withPeaks(await others.get('object-detection', presence.model));
  checkObjects(identity.name, manifest, detector?.labels ?? []);
  const runner = new HeadClassifier(model, head, detector);
  const close = async () => {
    await session.release();
    await head.release();
  };
  return { runner, warm: () => runner.warm(), close };
}

function checkObjects(name: string, { scenes }: Manifest, known: readonly string[]): void {
  const objects = scenes.flatMap((scene) => Object.keys({ ...scene.objects, ...scene.against }));
  const stranger = objects.find((label) => !known.includes(label));
  if (stranger !== undefined)
    throw new Error(`Model '${name}': scenes name the object '${stranger}', which its detector does not know.`);
}

class HeadClassifier implements ImageClassifier {
  readonly identity;
  readonly uses;
  readonly labels: readonly string[];
  /** The labels that are not categories. */
  private readonly names: readonly string[];
  private readonly categories: ReadonlyMap<string, string>;

  constructor(
    private readonly model: LoadedModel,
    private readonly head: Session,
    private readonly detector: PeakDetector | undefined,
  ) {
    const { labels, scenes, categories, answer } = model.manifest;
    this.identity = model.identity;
    this.uses = detector ? [detector.identity] : [];
    this.names = [...new Set([...labels, ...(detector?.labels ?? []), ...scenes.map(({ label }) => label)])];
    this.labels = [...this.names, ...(answer?.categories ?? [])];
    this.categories = new Map([
      ...categoriesByLabel(categories),
      ...(answer?.categories ?? []).map((each): [string, string] => [each, each]),
    ]);
  }

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]> {
    const { minConfidence, timer = untimed } = options;
    const { presence, ...evidence } = await this.evidence(image, timer);
    return timer.time('postprocess', async () => {
      const { answer } = this.model.manifest;
      const confidences = answer
        ? answerFrom(evidence, answer, this.names)
        : mergeLabels(evidence.head, presence, evidence.scenes);
      return Array.from(confidences, ([label, confidence]) => ({
        label,
        confidence,
        category: this.categories.get(label) ?? 'general',
      }))
        .filter(({ confidence }) => confidence >= minConfidence)
        .sort((left, right) => right.confidence - left.confidence);
    });
  }

  /** What head and detector say; the trainer of `answer` learns from it. */
  async evidence(image: Image, timer: TimingRecorder = untimed): Promise<Evidence & { presence: Map<string, number> }> {
    const { input, scenes } = this.model.manifest;
    const frame = frameFor(input, image.properties);
    // The detector wants its own size: on the head's the small things are gone, on the detector's the head knows little.
    // One decode serves both.
    const copy = await timer.time('decode', () => image.decoded(Math.max(input.size, this.detector?.inputSize ?? 0)));
    const pixels = await timer.time('decode', () => framePixels(copy, frame));
    const head = await timer.time('inference', () => this.infer(pixels, frame));
    const presence = await this.presence(copy, timer);
    // The detector looks once: its boxes come from the heatmaps that presence was read from.
    const found = (await this.detector?.run(copy, { minConfidence: MIN_SUPPORT, timer })) ?? [];
    const boxes = supportingBoxes(found, image.properties);
    return { head, boxes, presence, scenes: fuseScenes(head, presence, scenes), categories: this.categories };
  }

  async warm(): Promise<void> {
    const { size } = this.model.manifest.input;
    const frame = frameFor(this.model.manifest.input, { width: size, height: size });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  private async infer(pixels: Uint8Array, frame: Frame): Promise<HeadAnswer> {
    const { session, manifest } = this.model;
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    const features = joined(session.outputNames.map((name) => outputs[name]!));
    return readHead(this.head, features, manifest.labels);
  }

  private async presence(image: Image, timer: TimingRecorder): Promise<Map<string, number>> {
    const section = this.model.manifest.presence;
    if (!this.detector || !section) return new Map();
    const peaks = await this.detector.peaks(image, timer);
    return new Map(
      this.detector.labels.map((label, index) => [label, sigmoid(section.intercept + section.slope * peaks[index]!)]),
    );
  }
}
