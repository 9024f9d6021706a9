import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Detail } from '@percept/sdk/models';
import { readManifest } from '../../../libs/core/src/inference/models/manifest/read';
import { ROOT } from '../../bench/service';
import type { Report } from '../../bench/runner/report';
import { wilson } from '../scoring/wilson';
import { isTrue, readOpenMix, type OpenMixImage } from './images';

/** The first is what `min_confidence` is when a caller leaves it out; the others show what a higher one brings and costs. */
const CONFIDENCES = [0.6, 0.8, 0.9] as const;
const QUICK_IMAGES = 6;
const AT_ONCE = 32;

interface Claim {
  label: string;
  confidence: number;
}

/** An image of the open mix, and what was detected on it. */
export interface DetectedImage {
  image: OpenMixImage;
  claims: readonly Claim[];
}

/** What a caller sees who asks for at least `least`, surest first. */
const shown = ({ claims }: DetectedImage, least: number) =>
  claims.filter(({ confidence }) => confidence >= least).sort((left, right) => right.confidence - left.confidence);
const found = (each: DetectedImage, least: number) => shown(each, least).some(({ label }) => each.image.labels.includes(label));
const wrongFirst = (each: DetectedImage, least: number) =>
  shown(each, least)
    .slice(0, 1)
    .some(({ label }) => isTrue(label, each.image) === false);

/** Whether the detector has a class for what an image shows. */
const isKnown = (labels: ReadonlySet<string>) => (each: DetectedImage) => each.image.labels.some((label) => labels.has(label));

/** The scores by names only: nobody has drawn boxes on the open mix. `labels` are the classes of the detector. */
export function scoreDetections(all: readonly DetectedImage[], labels: ReadonlySet<string>): Pick<Report, 'figures' | 'tables'> {
  const of = (source: string) => all.filter(({ image }) => image.source === source);
  const known = isKnown(labels);
  const imagenet = of('imagenet');
  const counts = [
    {
      what: 'subject found',
      of: 'ImageNet, of its classes',
      name: 'subjects_found_imagenet',
      judged: imagenet.filter(known),
      hit: found,
    },
    {
      what: 'subject found',
      of: 'Caltech, of its classes',
      name: 'subjects_found_caltech',
      judged: of('caltech').filter(known),
      hit: found,
    },
    {
      what: 'surest name wrong',
      of: 'ImageNet, of its classes',
      name: 'wrong_of_known',
      judged: imagenet.filter(known),
      hit: wrongFirst,
    },
    {
      what: 'surest name wrong',
      of: 'ImageNet, other subjects',
      name: 'wrong_of_unknown',
      judged: imagenet.filter((each) => !known(each)),
      hit: wrongFirst,
    },
  ].flatMap(({ judged, hit, name, ...rest }) =>
    CONFIDENCES.map((least, index) => ({
      ...rest,
      least,
      name: index === 0 ? name : `${name}_at_${String(least).replace('.', '_')}`,
      n: judged.length,
      hits: judged.filter((each) => hit(each, least)).length,
    })),
  );
  const share = ({ hits, n }: { hits: number; n: number }) => hits / n;
  return {
    figures: { ...Object.fromEntries(counts.map((count) => [count.name, share(count)])), images: all.length },
    tables: [
      {
        title: 'Names on images that nothing of the detector was fitted on',
        head: ['what', 'images of', 'min_confidence', 'n', 'share', '95 % from', 'to'],
        rows: counts.map((count) => [count.what, count.of, count.least, count.n, share(count), ...wilson(count.hits, count.n)]),
      },
    ],
  };
}

/** Something that names what is on an image. */
interface Looks {
  look(path: string, detail?: Detail): Promise<Claim[]>;
}

/** Measures the names of detections on an open mix: both halves, for the detector was fitted on neither. */
export async function measureDetections(detector: Looks, folder: string, quick: boolean): Promise<Report> {
  const centernet = resolve(ROOT, 'models', 'centernet');
  const labels = new Set(readFileSync(resolve(centernet, 'labels.txt'), 'utf8').trim().split('\n'));
  const { categories } = readManifest(resolve(ROOT, 'models', 'classifier')).manifest;
  const categoryOf = new Map(
    Object.entries(categories).flatMap(([name, members]) => members.map((label) => [label, name] as const)),
  );
  const images = readOpenMix(folder, (label) => categoryOf.get(label)).filter(({ source }) => source !== 'scenes');
  const measured = quick ? images.filter((_, index) => index % Math.ceil(images.length / QUICK_IMAGES) === 0) : images;
  const all: DetectedImage[] = [];
  for (let at = 0; at < measured.length; at += AT_ONCE)
    all.push(
      ...(await Promise.all(
        measured.slice(at, at + AT_ONCE).map(async (image) => ({ image, claims: await detector.look(image.path) })),
      )),
    );
  return { name: 'detect', on: folder, ratios: {}, ...scoreDetections(all, labels) };
}
