import type { Detail } from '@percept/sdk/models';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { meanAveragePrecision } from '../scoring/average-precision';
import type { Claim, EvaluatedAttempt, Truth } from '../scoring/boxes';
import { measureDetections } from '../open-mix/detections';
import { OPEN_MIX } from '../open-mix/images';
import { openDetector, type Detector } from './detector';
import { isTaught, readLabelledFolder, type LabelledImage } from '../scoring/labelled-folder';
import { allVerdicts, labelsOf, unmatched } from '../scoring/matching';
import { wilson } from '../scoring/wilson';
import { calibrationError, precisionAndRecall, reliability, type Bin } from '../scoring/reliability';

/** What `min_confidence` is when a caller leaves it out. */
const DEFAULT_CONFIDENCE = 0.6;
/** Below this nobody asks for objects; the crowd of faint claims would hide the error of the others. */
const FAINT = 0.1;
const QUICK_IMAGES = 4;

/** COCO's small objects: fewer square pixels of the image. */
const SMALL = 32 * 32;

/** How many of the small objects were found with at least the default confidence, in any size of box. */
export function smallRecall(images: readonly EvaluatedAttempt[]): { found: number; objects: number; recall: number } {
  const isSmall = ({ box }: Truth) => box.width * box.height < SMALL;
  const small = images.flatMap(({ truths, claims }) => {
    const kept = claims.filter(({ confidence }) => confidence >= DEFAULT_CONFIDENCE);
    const missed = new Set(labelsOf([{ truths, claims }]).flatMap((label) => missedOf(label, truths, kept)));
    return truths.filter(isSmall).map((truth) => !missed.has(truth));
  });
  const found = small.filter(Boolean).length;
  return { found, objects: small.length, recall: found / small.length };
}

function missedOf(label: string, truths: readonly Truth[], claims: readonly Claim[]): Truth[] {
  const ofLabel = <T extends Truth>(boxes: readonly T[]) => boxes.filter((each) => each.label === label);
  return unmatched(ofLabel(truths), ofLabel(claims), 0.5);
}

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

/** Small objects and precision with a detail. */
function scoreDetail(detail: Detail, images: readonly EvaluatedAttempt[]): Report['figures'] {
  const small = smallRecall(images);
  if (small.objects === 0) return {};
  const [low, high] = wilson(small.found, small.objects);
  const objects = images.reduce((sum, { truths }) => sum + truths.length, 0);
  const verdicts = allVerdicts(images, 0.5);
  const kept = precisionAndRecall(verdicts, objects, DEFAULT_CONFIDENCE);
  return {
    [`small_recall_at_0_6_${detail}`]: small.recall,
    [`small_recall_at_0_6_${detail}_low`]: low,
    [`small_recall_at_0_6_${detail}_high`]: high,
    [`precision_at_0_6_${detail}`]: kept.precision,
    [`recall_at_0_6_${detail}`]: kept.recall,
    [`ece_from_0_1_${detail}`]: calibrationError(reliability(verdicts.filter(({ confidence }) => confidence >= FAINT))),
    small_objects: small.objects,
  };
}

async function judge(detector: Detector, images: readonly LabelledImage[], detail: Detail): Promise<EvaluatedAttempt[]> {
  return Promise.all(images.map(async ({ path, truths }) => ({ truths, claims: await detector.look(path, detail) })));
}

async function measure({ quick, data, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = data ?? folderOf(OPEN_MIX);
  say(`Looking at the images of ${folder} …`);
  const detector = await openDetector();
  later(() => detector.close());
  return data === undefined ? measureDetections(detector, folder, quick) : measureBoxes(detector, data, { quick, say });
}

type BoxOptions = Pick<MeasureOptions, 'quick' | 'say'>;

async function measureBoxes(detector: Detector, data: string, { quick, say }: BoxOptions): Promise<Report> {
  const images = (await readLabelledFolder(data)).slice(0, quick ? QUICK_IMAGES : Infinity);
  const normal = await judge(detector, images, 'normal');
  say('The same with more and less detail …');
  const [low, high] = [await judge(detector, images, 'low'), await judge(detector, images, 'high')];
  const report = score(normal);
  const details = { ...scoreDetail('low', low), ...scoreDetail('normal', normal), ...scoreDetail('high', high) };
  return {
    ...report,
    figures: { ...report.figures, ...details },
    on: data,
    ...(isTaught(data) && { unfit: 'images that the detector was taught with' }),
  };
}

export const detect: Measurement = {
  name: 'detect',
  summary: 'Names of vision.detect on an open mix; mean average precision and reliability on a labelled folder (--data).',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
