import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { answerFrom, namesFrom } from '../../libs/core/src/inference/models/tasks/classification/answer';
import {
  boxFeatures,
  categoryFeatures,
  headFeatures,
  logit,
  sceneFeatures,
  type Evidence,
} from '../../libs/core/src/inference/models/tasks/classification/evidence';
import { readLabelledFolder } from '../../test/eval/scoring/labelled-folder';
import { halvesOf, isTrue, readOpenMix, type OpenMixImage } from '../../test/eval/open-mix/images';
import { fitLogistic, type LogisticExample } from './logistic';
import { evidenceOf } from './image-evidence';

const RIDGE = 2;
/** How much an image counts. The head has learned from Caltech's and the scenes, so that it is too sure of them. */
const WEIGHTS = { imagenet: 1, caltech: 0.35, scenes: 0.35, coco: 1 };
/** What an image counts whose subject no label fits: a wrong name does more harm than a missing one. */
const UNKNOWN = { box: 6, head: 1.5 };
/** Labels below this are not considered: they fit nearly every image. */
const MIN_HEAD = 0.02;
const MIN_SCENE = 0.05;
/** Part of the image from which an object of COCO's images is something that it shows. */
const MIN_AREA = 0.03;
/** Categories that held on classes that were not fitted on. */
const CATEGORIES = ['animal', 'vehicle'];
/** Parts of the classes, each of which is answered by weights of the others. */
const PARTS = 5;

type Section = Record<'box' | 'head' | 'scene' | 'category', Record<string, number>> & { categories: string[] };
interface Seen {
  image: OpenMixImage;
  evidence: Evidence;
  weight: number;
}

/** Fits `answer` of the classifier's manifest on one half of the open mix, by class, and on COCO's images. */
export async function trainClassifier(
  { data, model, cache }: { data: string; model: string; cache: string },
  say: (line: string) => void,
): Promise<void> {
  const file = join(model, 'model.yaml');
  const document = parseDocument(readFileSync(file, 'utf8'));
  const lists = (document.toJS() as { categories: Record<string, string[]> }).categories;
  const categories = new Map(Object.entries(lists).flatMap(([name, labels]) => labels.map((label) => [label, name] as const)));
  const { fitting } = halvesOf(readOpenMix(join(data, 'images', 'open-mix'), (label) => categories.get(label)));
  const coco = await cocoImages(join(data, 'images', 'coco128-train2017'));
  const images = [...fitting, ...coco.keys()];
  const found = await evidenceOf(
    images.map(({ path }) => path),
    { cache, say },
  );
  const seen = images.map((image): Seen => {
    const evidence = { ...found.get(image.path)!, categories };
    return { image, evidence, weight: WEIGHTS[coco.has(image) ? 'coco' : image.source] };
  });
  const mix = seen.filter(({ image }) => !coco.has(image));
  const small = (image: OpenMixImage, label: string) => coco.get(image)?.has(label) ?? false;
  const section = { ...fitSection(seen, mix, small), calibration: fitCalibration(seen, mix, small) };
  document.setIn(['answer'], document.createNode(section));
  writeFileSync(file, document.toString({ lineWidth: 128, flowCollectionPadding: true }));
  say(`Fitted on ${mix.length} images of the open mix and ${coco.size} of COCO.`);
}

/** COCO's images, each with the labels whose objects are too small to count either way. */
async function cocoImages(folder: string): Promise<Map<OpenMixImage, Set<string>>> {
  const images = await readLabelledFolder(folder);
  const { default: sharp } = await import('sharp');
  const found = new Map<OpenMixImage, Set<string>>();
  for (const { path, truths } of images) {
    const { width, height } = (await sharp(path).metadata()).autoOrient;
    const areas = new Map<string, number>();
    for (const { label, box } of truths)
      areas.set(label, Math.max(areas.get(label) ?? 0, (box.width * box.height) / width / height));
    const labels = [...areas.keys()];
    const image = { path, source: 'imagenet' as const, group: path, labels, also: [], categories: [], people: false };
    found.set(image, new Set(labels.filter((label) => areas.get(label)! < MIN_AREA)));
  }
  return found;
}

/**
 * How likely the first name is, by what classes answer that the weights were not fitted on: each fifth of the classes by weights
 * of the others. Of ImageNet's images, because the head learned from the rest.
 */
function fitCalibration(seen: readonly Seen[], mix: readonly Seen[], small: (image: OpenMixImage, label: string) => boolean) {
  const groups = [...new Set(mix.map(({ image }) => image.group))].sort();
  const parts = new Map(groups.map((group, index) => [group, index % PARTS]));
  const examples = Array.from({ length: PARTS }, (_, part) => {
    const others = (all: readonly Seen[]) => all.filter(({ image }) => parts.get(image.group) !== part);
    const section = fitSection(others(seen), others(mix), small);
    const held = mix.filter(({ image }) => image.source === 'imagenet' && parts.get(image.group) === part);
    return held.flatMap((one) => firstName(one, section));
  }).flat();
  const { intercept = 0, confidence: slope = 1 } = fitLogistic(examples, 0);
  return { intercept, slope };
}

function firstName({ image, evidence }: Seen, section: Section): LogisticExample[] {
  const answer = answerFrom(evidence, section, [...evidence.head.objects.keys()]);
  const names = [...answer].filter(([name]) => !evidence.scenes.has(name));
  const [name, confidence] = names.reduce((best, each) => (each[1] > best[1] ? each : best));
  const label = isTrue(name, image);
  return label === undefined ? [] : [{ features: { confidence: logit(confidence) }, label, weight: 1 }];
}

type Ask = (one: Seen) => [string, LogisticExample['features']][];

function fitSection(
  seen: readonly Seen[],
  mix: readonly Seen[],
  small: (image: OpenMixImage, label: string) => boolean,
): Section {
  const fit = (from: readonly Seen[], unknown: number, ask: Ask) => {
    const examples = from.flatMap((one) =>
      ask(one).flatMap(([name, features]): LogisticExample[] => {
        const label = isFirst(name, one.image);
        const weight = one.weight * (one.image.labels.length === 0 ? unknown : 1);
        return label === undefined || small(one.image, name) ? [] : [{ features, label, weight }];
      }),
    );
    return fitLogistic(examples, RIDGE);
  };
  const boxes: Ask = ({ evidence }) => [...evidence.boxes].map(([label, box]) => [label, boxFeatures(label, box, evidence)]);
  const objects: Ask = ({ evidence }) =>
    above(evidence.head.objects, MIN_HEAD).map((label) => [label, headFeatures(label, evidence)]);
  const scenes: Ask = ({ evidence }) => above(evidence.scenes, MIN_SCENE).map((label) => [label, sceneFeatures(label, evidence)]);
  const names = {
    box: fit(seen, UNKNOWN.box, boxes),
    head: fit(mix, UNKNOWN.head, objects),
    scene: fit(mix, 1, scenes),
    category: {},
    categories: CATEGORIES,
  };
  const kinds: Ask = ({ evidence }) => {
    const named = namesFrom(evidence, names, []);
    const all = [...new Set(evidence.categories.values())].filter((kind) => kind !== 'scene' && kind !== 'general');
    return all.map((kind) => [kind, categoryFeatures(kind, named, evidence)]);
  };
  const judged = mix.filter(({ image }) => image.source !== 'caltech' || image.labels.length > 0);
  return { ...names, category: fit(judged, 1, kinds) };
}

/** Whether a name is what an image mostly shows: small people and cars of a street are not. */
const isFirst = (name: string, image: OpenMixImage) => isTrue(name, image) ?? (image.source === 'scenes' ? false : undefined);

const above = (confidences: ReadonlyMap<string, number>, least: number) =>
  [...confidences].filter(([, confidence]) => confidence >= least).map(([label]) => label);
