import { resolve } from 'node:path';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { meanAveragePrecision } from '../scoring/average-precision';
import type { EvaluatedAttempt } from '../scoring/boxes';
import { openDetector, type Detector } from './detector';
import { readLabelledFolder } from '../scoring/labelled-folder';
import { allVerdicts } from '../scoring/matching';
import { calibrationError, precisionAndRecall, reliability, type Bin } from '../scoring/reliability';

/** Of COCO's training set: they show that images are read rightly, and nothing of how good the models are. */
const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'coco128-train2017');
/** What `min_confidence` is when a caller leaves it out. */
const DEFAULT_CONFIDENCE = 0.6;
/** Below this nobody asks for objects; the crowd of faint claims would hide the error of the others. */
const FAINT = 0.1;
const QUICK_IMAGES = 4;

/** The scores of a set of images: overlaps of 0.5 count as found, except in map50_95. */
export function score(images: readonly EvaluatedAttempt[]): Report {
  const verdicts = allVerdicts(images, 0.5);
  const objects = images.reduce((sum, { truths }) => sum + truths.length, 0);
  const audible = verdicts.filter(({ confidence }) => confidence >= FAINT);
  const kept = precisionAndRecall(verdicts, objects, DEFAULT_CONFIDENCE);
  const bins = reliability(verdicts);
  const row = (bin: Bin) => [`${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`, bin.claims, bin.confidence, bin.precision];
  return {
    name: 'detect',
    ratios: {},
    figures: {
      map50_95: meanAveragePrecision(images),
      map50: meanAveragePrecision(images, [0.5]),
      ece: calibrationError(bins),
      ece_from_0_1: calibrationError(reliability(audible)),
      precision_at_0_6: kept.precision,
      recall_at_0_6: kept.recall,
      claims_at_0_6: kept.claims,
      images: images.length,
      objects,
    },
    tables: [
      {
        title: 'Of the objects that were reported with a confidence, how many are there (overlap 0.5)',
        head: ['confidence', 'reported', 'mean', 'right'],
        rows: bins.map(row),
      },
    ],
  };
}

async function judge(detector: Detector, folder: string, most: number): Promise<EvaluatedAttempt[]> {
  const images = (await readLabelledFolder(folder)).slice(0, most);
  return Promise.all(images.map(async ({ path, truths }) => ({ truths, claims: await detector.look(path) })));
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  say(`Looking at the images of ${data} …`);
  const detector = await openDetector();
  later(() => detector.close());
  return {
    ...score(await judge(detector, data, quick ? QUICK_IMAGES : Infinity)),
    on: data,
    ...(data === DEFAULT_FOLDER && { unfit: 'images that the detector was taught with' }),
  };
}

export const detect: Measurement = {
  name: 'detect',
  summary: 'Mean average precision and reliability of vision.detect on a labelled folder.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
