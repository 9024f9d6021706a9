import type { Image, TimingRecorder } from '@percept/sdk';
import {
  type Classification,
  type ImageClassifier,
  type ImageEmbedder,
  type LoadedModel,
  type Manifest,
  type ModelSource,
  untimed,
} from '@percept/sdk/models';
import { sigmoid, withPeaks, type PeakDetector } from '../detection';
import { runHead } from './head';
import { NameTree } from './name-tree';
import { fuseScenes } from './scenes';
import { answerFrom, rank } from './answer';
import { keepLikely, supportingBoxes, type Evidence } from './evidence';
import { openClassifierOnFeatures } from './on-features';
import { CLASSIFIER_ACTIVATIONS } from '../../../text/models/label-scores';
import { categoriesByLabel, openPlainClassifier } from './plain';

/** Boxes with a lower confidence support no name. */
const MIN_SUPPORT = 0.15;

interface OpenClassifier {
  runner: ImageClassifier;
  warm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens either a network that returns a number for each label, from an image or from the features of a trunk; or (`decoder: head`)
 * a head that reads the features of a trunk, with the detector that the manifest names for `presence`.
 * @throws Error if the manifest names no known decoder, or objects that the detector does not know.
 */
export async function openImageClassifier(model: LoadedModel, others: ModelSource): Promise<OpenClassifier> {
  const { identity, manifest, session } = model;
  const { decoder } = manifest.output;
  const activation = Object.hasOwn(CLASSIFIER_ACTIVATIONS, decoder) ? CLASSIFIER_ACTIVATIONS[decoder] : undefined;
  if (activation && manifest.trunk === undefined) return openPlainClassifier(model, activation);
  if (activation) return openClassifierOnFeatures(model, await others.get('image-embedding', manifest.trunk), activation);
  if (decoder !== 'head') {
    const known = ['head', ...Object.keys(CLASSIFIER_ACTIVATIONS)].join(', ');
    throw new Error(`Model '${identity.name}': output.decoder is '${decoder}', but must be one of ${known}.`);
  }
  const { presence } = manifest;
  const detector = presence && withPeaks(await others.get('object-detection', presence.model));
  checkObjects(identity.name, manifest, detector?.labels ?? []);
  const trunk = await others.get('image-embedding', manifest.trunk);
  const runner = new HeadClassifier(model, trunk, detector);
  return { runner, warm: () => runner.warm(), close: () => session.release() };
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
    private readonly trunk: ImageEmbedder,
    private readonly detector: PeakDetector | undefined,
  ) {
    const { labels, scenes, categories, parents } = model.manifest;
    this.identity = model.identity;
    this.uses = [trunk, ...(detector ? [detector] : [])].map(({ identity }) => identity);
    this.tree = new NameTree(parents);
    const known = [...labels, ...Object.values(parents), ...(detector?.labels ?? []), ...scenes.map(({ label }) => label)];
    this.labels = [...new Set(known)];
    this.categories = categoriesByLabel(categories);
  }

  async run(image: Image, options: { minConfidence: number; timer?: TimingRecorder }): Promise<Classification[]> {
    const { minConfidence, timer = untimed } = options;
    const evidence = await this.evidence(image, timer);
    return timer.time('postprocess', async () => {
      const answer = answerFrom(evidence, this.model.manifest.answer!);
      return rank(answer, this.tree)
        .map((label) => this.classification(label, answer.get(label)!.confidence))
        .filter(({ confidence }) => confidence >= minConfidence);
    });
  }

  /** A name without a category takes that of its nearest wider name. */
  private classification(label: string, confidence: number): Classification {
    const parents = [...this.tree.ancestors(label)];
    const category = [label, ...parents].map((each) => this.categories.get(each)).find((each) => each !== undefined);
    return { label, confidence, category: category ?? 'general', ...(parents.length > 0 && { parents }) };
  }

  /** Collects what head and detector say. The detector runs once: boxes and presence come from the same heatmaps. */
  async evidence(image: Image, timer: TimingRecorder = untimed): Promise<Evidence & { presence: Map<string, number> }> {
    const { scenes, labels } = this.model.manifest;
    // Each network wants its own size; one decode serves both.
    const size = Math.max(this.trunk.inputSize, this.detector?.inputSize ?? 0);
    const copy = await timer.time('decode', () => image.decoded(size));
    const features = await this.trunk.run(copy, { timer });
    const head = await timer.time('inference', () => runHead(this.model.session, features, labels));
    const presence = await this.presence(copy, timer);
    const found = (await this.detector?.run(copy, { minConfidence: MIN_SUPPORT, timer })) ?? [];
    const boxes = supportingBoxes(found, image.properties);
    const names = this.tree.sums(head.objects);
    const fused = fuseScenes(head.scenes, names, presence, scenes);
    return { head: keepLikely(head), names, boxes, presence, scenes: fused, tree: this.tree };
  }

  async warm(): Promise<void> {
    await runHead(this.model.session, new Float32Array(this.trunk.dimensions), this.model.manifest.labels);
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
