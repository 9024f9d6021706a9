import type { Classification } from '@percept/sdk/models';
import { resolve } from 'node:path';
import { NameTree } from '../../../libs/plugins/vision/models/classification/name-tree';
import { readManifest } from '../../../libs/core/src/inference/models/manifest/read';
import { ROOT } from '../../bench/service';
import type { Report } from '../../bench/runner/report';
import type { EvalHost } from '../plugins';
import { isTrue, readOpenMix, type OpenMixImage, type Source } from './images';
import { wilson } from '../scoring/wilson';

/** What `confidence_threshold` is when a caller leaves it out. */
const DEFAULT_CONFIDENCE = 0.5;
const QUICK_IMAGES = 6;
const AT_ONCE = 32;

/** An image and all that was answered, most likely first. */
export interface Answered {
  image: OpenMixImage;
  answers: readonly Classification[];
}

/** What a caller sees who asks for nothing in particular. */
const shown = ({ answers }: Answered) => answers.filter(({ confidence }) => confidence >= DEFAULT_CONFIDENCE);
/** Without kinds of scene: nobody has written down which of them an image of an object shows. */
const objects = (each: Answered) => shown(each).filter(({ category }) => category !== 'scene');
const isWrong = (image: OpenMixImage, { label }: Classification) => isTrue(label, image) === false;

const COUNTS = {
  /** The first object or category that is shown is wrong. */
  wrong: (each: Answered) =>
    objects(each)
      .slice(0, 1)
      .some((first) => isWrong(each.image, first)),
  /** Any of them is wrong. */
  anyWrong: (each: Answered) => objects(each).some((one) => isWrong(each.image, one)),
  right: (each: Answered) =>
    shown(each)
      .slice(0, 1)
      .some((first) => isTrue(first.label, each.image) === true),
  silent: (each: Answered) => shown(each).length === 0,
  /** The first of the whole answer is the label that the image was chosen for. */
  top1: ({ image, answers }: Answered) => answers[0] !== undefined && image.labels.includes(answers[0].label),
};

/** The scores of the whole answer; names at 0.5 are those of Caltech's objects. */
export function scoreOpenMix(all: readonly Answered[]): Pick<Report, 'figures' | 'tables'> {
  const of = (source: Source) => all.filter(({ image }) => image.source === source && image.labels.length > 0);
  const rows = (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).flatMap((name) =>
    (['caltech', 'scenes'] as const).map((source) => {
      const judged = of(source);
      const hits = judged.filter(COUNTS[name]).length;
      const [low, high] = wilson(hits, judged.length);
      return { name, source, n: judged.length, share: hits / judged.length, low, high };
    }),
  );
  const share = (name: keyof typeof COUNTS, source: Source) =>
    rows.find((row) => row.name === name && row.source === source)!.share;
  const known = [...of('caltech'), ...of('scenes')];
  return {
    figures: {
      wrong_names_at_half: share('wrong', 'caltech'),
      any_wrong_name_at_half: share('anyWrong', 'caltech'),
      right_names_at_half: share('right', 'caltech'),
      silent_at_half: share('silent', 'caltech'),
      top1_whole_answer: known.filter(COUNTS.top1).length / known.length,
      top1_objects: share('top1', 'caltech'),
      top1_scenes: share('top1', 'scenes'),
    },
    tables: [
      {
        title: 'Caltech and scenes',
        head: ['what', 'images of', 'n', 'share', '95 % from', 'to'],
        rows: rows.map(({ name, source, n, share: part, low, high }) => [name, source, n, part, low, high]),
      },
    ],
  };
}

/**
 * Measures Caltech's objects and the scenes. Without ImageNet: the network learned its names from it. The rest was fitted on too,
 * so that the figures only show that nothing broke; those of images apart are in the model's card.
 */
export async function measureOpenMix(host: EvalHost, folder: string, quick: boolean): Promise<Report> {
  const { categories, parents } = readManifest(resolve(ROOT, 'models', 'classifier')).manifest;
  const categoryOf = new Map(
    Object.entries(categories).flatMap(([name, labels]) => labels.map((label) => [label, name] as const)),
  );
  const tree = new NameTree(parents);
  const judged = readOpenMix(folder, (label) => categoryOf.get(label)).filter(({ source }) => source !== 'imagenet');
  const images = judged.map((image) => ({
    ...image,
    also: [...image.also, ...image.labels.flatMap((label) => tree.ancestors(label))],
  }));
  const measured = quick ? images.filter((_, index) => index % Math.ceil(images.length / QUICK_IMAGES) === 0) : images;
  const answered: Answered[] = [];
  for (let at = 0; at < measured.length; at += AT_ONCE)
    answered.push(...(await Promise.all(measured.slice(at, at + AT_ONCE).map((image) => ask(host, image)))));
  return {
    name: 'classify',
    on: folder,
    ratios: {},
    ...scoreOpenMix(answered),
    unfit: 'images that names and scenes were fitted on',
  };
}

async function ask(host: EvalHost, image: OpenMixImage): Promise<Answered> {
  const output = await host.call('vision.classify', { image: image.path, confidence_threshold: 0, max_results: 100 });
  return { image, answers: output.classifications as Classification[] };
}
