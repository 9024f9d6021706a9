import { resolve } from 'node:path';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins, type EvalHost } from '../plugins';
import { bootstrap } from '../scoring/bootstrap';
import {
  characterErrors,
  confidenceBins,
  confidenceError,
  matchLines,
  plain,
  rightShare,
  signsApart,
  wordScores,
  type ReadPage,
} from './reading';
import { drawnPageTable } from './drawn-pages';
import { readPosts } from './posts';
import { missingChineseFonts, missingFonts, renderedLineFigures } from './rendered-lines';
import { readReceiptFolder, type WrittenPage } from './receipt-folder';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'receipts');
const POSTS_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'sentiment', 'multilingual-val');
const QUICK_IMAGES = 2;
/** Images that wait in the host at once. */
const AT_ONCE = 8;

interface Analysis {
  text: { text: string; confidence: number; bounding_box: ReadPage['lines'][number]['box'] }[];
}

const pairsOf = (pages: readonly ReadPage[]) =>
  pages.flatMap(matchLines).map(({ truth, line }) => ({ truth: plain(truth.text), read: plain(line.text) }));

/** The scores of pages that were read. */
export function score(pages: readonly ReadPage[]): Report {
  const found = pages.flatMap(matchLines);
  const pairs = pairsOf(pages);
  const unspaced = pairs.map(({ truth, read }) => ({ truth: truth.replaceAll(' ', ''), read: read.replaceAll(' ', '') }));
  const judged = found.map(({ truth, line }) => ({
    confidence: line.confidence,
    right: rightShare(plain(truth.text), plain(line.text)),
  }));
  const lines = pages.reduce((sum, { truths }) => sum + truths.length, 0);
  const words = wordScores(pages);
  const [cerLow, cerHigh] = bootstrap(pages, (sample) => characterErrors(pairsOf(sample)));
  const [f1Low, f1High] = bootstrap(pages, (sample) => wordScores(sample).f1);
  const bins = confidenceBins(judged);
  return {
    name: 'ocr',
    ratios: {},
    figures: {
      cer: characterErrors(pairs),
      cer_low: cerLow,
      cer_high: cerHigh,
      cer_without_spaces: characterErrors(unspaced),
      word_f1: words.f1,
      word_f1_low: f1Low,
      word_f1_high: f1High,
      word_f1_signs_apart: wordScores(pages, signsApart).f1,
      word_precision: words.precision,
      word_recall: words.recall,
      line_recall: found.length / lines,
      lines_exactly_right: judged.filter(({ right }) => right === 1).length / Math.max(1, found.length),
      confidence_error: confidenceError(bins),
      lines,
      images: pages.length,
    },
    tables: [
      {
        title: 'What was said of lines, and what share of their characters was right',
        head: ['confidence', 'lines', 'mean', 'right'],
        rows: bins.map(({ from, lines: count, said, right }) => [`from ${from.toFixed(1)}`, count, said, right]),
      },
    ],
  };
}

async function read(host: EvalHost, { path, lines: truths }: WrittenPage): Promise<ReadPage> {
  const { text } = (await host.call('vision.analyze', { image: path, features: ['text'] })) as unknown as Analysis;
  return { truths, lines: text.map(({ bounding_box, ...line }) => ({ ...line, box: bounding_box })) };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  say(`Reading the images of ${data} …`);
  const pages = readReceiptFolder(data).slice(0, quick ? QUICK_IMAGES : Infinity);
  const host = await openPlugins();
  later(() => host.close());
  const readPages: ReadPage[] = [];
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    readPages.push(...(await Promise.all(pages.slice(at, at + AT_ONCE).map((page) => read(host, page)))));
    say(`${readPages.length} of ${pages.length} images read`);
  }
  const report = { ...score(readPages), on: data };
  if (quick) return report;
  const missing = missingFonts();
  if (missing.length > 0) say(`Rendered lines are left out: ${missing.join(', ')} is missing.`);
  else {
    const chinese = missingChineseFonts();
    if (chinese.length > 0) say(`Lines in Chinese are left out: ${chinese.join(', ')} is missing.`);
    say('Reading lines rendered in twelve languages of Europe, and in Chinese …');
    Object.assign(report.figures, await renderedLineFigures(host, readPosts(POSTS_FOLDER)));
    say('Reading pages that we draw: long ones, small print, grids …');
    report.tables.push(await drawnPageTable(host));
  }
  return report;
}

export const ocr: Measurement = {
  name: 'ocr',
  summary: 'Character errors, words and lines that vision.analyze reads on labelled images, such as receipts.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
