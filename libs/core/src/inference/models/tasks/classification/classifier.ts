import type { Image } from '../../../media/images';
import { sigmoid, withPeaks, type PeakDetector } from '../detection';
import type { Manifest } from '../../registry/manifest';
import { frameFor, type Frame } from '../../runtime';
import type { LoadedModel } from '../../runtime';
import { framePixels, imageToTensor } from '../../runtime';
import type { Session } from '../../runtime';
import { untimed, type Classification, type ImageClassifier, type ModelSource, type TimingRecorder } from '../../runtime';
import { readHead, type HeadAnswer } from './head';
import { NameTree } from './name-tree';
import { fuseScenes } from './scenes';
import { answerFrom, rank } from './answer';
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
  private readonly tree: NameTree;
  private readonly categories: ReadonlyMap<string, string>;

  constructor(
    private readonly model: LoadedModel,
    private readonly head: Session,
    private readonly detector: PeakDetector | undefined,
  ) {
    const { labels, scenes, categories, parents } = model.manifest;
    this.identity = model.identity;
    this.uses = detector ? [detector.identity] : [];
    this.tree = new NameTree(parents);
    const known = [...labels, ...Object.values(parents), ...(detector?.labels ?? []), ...scenes.map(({ label }) => label)];
    this.labels = [...new Set(known)];
    this.categories = categoriesByLabel(categories);
  }

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]> {
    const { minConfidence, timer = untimed } = options;
    const evidence = await this.evidence(image, timer);
    return timer.time('postprocess', async () =>
      rank(answerFrom(evidence, this.model.manifest.answer!), this.tree)
        .filter(([, confidence]) => confidence >= minConfidence)
        .map(([label, confidence]) => this.classification(label, confidence)),
    );
  }

  /** A name without a category has that of its nearest wider name. */
  private classification(label: string, confidence: number): Classification {
    const parents = [...this.tree.ancestors(label)];
    const category = [label, ...parents].map((each) => this.categories.get(each)).find((each) => each !== undefined);
    return { label, confidence, category: category ?? 'general', ...(parents.length > 0 && { parents }) };
  }

  /** What head and detector say. The detector looks once: its boxes come from the heatmaps that presence is read from. */
  async evidence(image: Image, timer: TimingRecorder = untimed): Promise<Evidence & { presence: Map<string, number> }> {
    const { input, scenes } = this.model.manifest;
    const frame = frameFor(input, image.properties);
    // Each network wants its own size; one decode serves both.
    const copy = await timer.time('decode', () => image.decoded(Math.max(input.size, this.detector?.inputSize ?? 0)));
    const pixels = await timer.time('decode', () => framePixels(copy, frame));
    const head = await timer.time('inference', () => this.infer(pixels, frame));
    const presence = await this.presence(copy, timer);
    const found = (await this.detector?.run(copy, { minConfidence: MIN_SUPPORT, timer })) ?? [];
    const boxes = supportingBoxes(found, image.properties);
    const names = this.tree.sums(head.objects);
    return { head, names, boxes, presence, scenes: fuseScenes(head.scenes, names, presence, scenes), tree: this.tree };
  }

  async warm(): Promise<void> {
    const { size } = this.model.manifest.input;
    const frame = frameFor(this.model.manifest.input, { width: size, height: size });
    await this.infer(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  private async infer(pixels: Uint8Array, frame: Frame): Promise<HeadAnswer> {
    const { session, manifest } = this.model;
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    const features = outputs[session.outputNames[0]!]!.data as Float32Array;
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
