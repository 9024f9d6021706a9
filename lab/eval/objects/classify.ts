import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { isTaught } from '../scoring/labelled-folder';
import { plainLabel, readClassImages, type LabelledClassImage } from './class-folder';
import { OPEN_MIX } from '../open-mix/images';
import { measureOpenMix } from '../open-mix/open-mix';
import { openPlugins, type EvalHost } from '../plugins';

/** What `confidence_threshold` is when a caller leaves it out. */
const DEFAULT_CONFIDENCE = 0.5;
const QUICK_IMAGES = 4;
/** Images that wait in the host at once. */
const AT_ONCE = 32;

export interface Named {
  label: string;
  confidence: number;
}

/** What an image shows, and what was said of it, most likely first. */
export interface EvaluatedAttempt {
  truths: readonly string[];
  named: readonly Named[];
}

const share = (part: number, whole: number) => (whole === 0 ? NaN : part / whole);

/** The scores over labels of the vocabulary; what else was said is neither right nor wrong. */
export function score(images: readonly EvaluatedAttempt[], vocabulary: readonly string[]): Report {
  const known = new Set(vocabulary);
  const judged = images.map(({ truths, named }) => ({ truths, named: named.filter(({ label }) => known.has(label)) }));
  const labelled = judged.filter(({ truths }) => truths.length > 0);
  const right = labelled.filter(({ truths, named }) => named[0] !== undefined && truths.includes(named[0].label));
  const sure = judged.map(({ truths, named }) => ({
    truths,
    labels: named.filter(({ confidence }) => confidence >= DEFAULT_CONFIDENCE).map(({ label }) => label),
  }));
  const said = sure.reduce((sum, { labels }) => sum + labels.length, 0);
  const hits = sure.reduce((sum, { truths, labels }) => sum + labels.filter((label) => truths.includes(label)).length, 0);
  const shown = judged.reduce((sum, { truths }) => sum + truths.length, 0);
  const empty = sure.filter(({ truths }) => truths.length === 0);
  return {
    name: 'classify',
    ratios: {},
    figures: {
      top1: share(right.length, labelled.length),
      precision_at_half: share(hits, said),
      recall_at_half: share(hits, shown),
      named_at_half: said,
      images: images.length,
      labels: shown,
      images_of_nothing: empty.length,
      of_these_named_at_half: empty.filter(({ labels }) => labels.length > 0).length,
    },
    tables: [],
  };
}

async function look(host: EvalHost, { path, labels }: LabelledClassImage, threshold = 0): Promise<EvaluatedAttempt> {
  const output = await host.call('vision.classify', { image: path, confidence_threshold: threshold, max_results: 100 });
  const named = (output as unknown as { classifications: Named[] }).classifications;
  return { truths: labels, named: named.map(({ label, confidence }) => ({ label: plainLabel(label), confidence })) };
}

async function measure({ quick, data, open, say }: MeasureOptions, later: Later): Promise<Report> {
  const folder = open ?? data ?? folderOf(OPEN_MIX);
  const mixed = open !== undefined || data === undefined;
  say(`Looking at the images of ${folder} …`);
  const host = await openPlugins();
  later(() => host.close());
  if (mixed) return measureOpenMix(host, folder, quick);
  return existsSync(join(folder, 'labels.jsonl')) ? measureSubjects(host, folder, quick) : measureClasses(host, folder, quick);
}

/** An image, and the names that a person accepts for it. */
interface Subject {
  file: string;
  subject?: string;
  right?: string[];
}

/** Images of anything, each with the names that count as right: the first name that is shown is right or wrong, or none is. */
async function measureSubjects(host: EvalHost, folder: string, quick: boolean): Promise<Report> {
  const lines = readFileSync(join(folder, 'labels.jsonl'), 'utf8').trim().split('\n');
  const subjects = lines.map((line) => JSON.parse(line) as Subject).filter(({ right }) => right !== undefined);
  const rows = await Promise.all(
    subjects.slice(0, quick ? QUICK_IMAGES : Infinity).map(async ({ file, subject = '', right = [] }) => {
      const { named } = await look(host, { path: join(folder, file), labels: [] }, DEFAULT_CONFIDENCE);
      const shown = named.map(({ label }) => label);
      const outcome = shown.length === 0 ? 'silent' : right.includes(shown[0]!) ? 'right' : 'wrong';
      const anyRight = shown.some((label) => right.includes(label));
      return { file, subject, outcome, anyRight, shown: shown.join(', ') };
    }),
  );
  const part = (outcome: string) => rows.filter((row) => row.outcome === outcome).length / rows.length;
  return {
    name: 'classify',
    on: folder,
    ratios: {},
    figures: {
      first_right: part('right'),
      silent: part('silent'),
      first_wrong: part('wrong'),
      any_right: rows.filter(({ anyRight }) => anyRight).length / rows.length,
      images: rows.length,
    },
    tables: [
      {
        title: 'What is shown at 0.5',
        head: ['file', 'subject', 'first', 'names'],
        rows: rows.map(({ file, subject, outcome, shown }) => [file, subject, outcome, shown]),
      },
    ],
  };
}

async function measureClasses(host: EvalHost, data: string, quick: boolean): Promise<Report> {
  const { images, vocabulary } = await readClassImages(data);
  const judged: EvaluatedAttempt[] = [];
  const measured = images.slice(0, quick ? QUICK_IMAGES : Infinity);
  for (let at = 0; at < measured.length; at += AT_ONCE) {
    judged.push(...(await Promise.all(measured.slice(at, at + AT_ONCE).map((image) => look(host, image)))));
  }
  return {
    ...score(judged, vocabulary),
    on: data,
    ...(isTaught(data) && { unfit: 'images that the models were taught with' }),
  };
}

export const classify: Measurement = {
  name: 'classify',
  summary:
    'Wrong and right names of vision.classify on an open mix; top-1, precision and recall on a folder for each class, or on one with labels.jsonl (--data).',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
