import { basename, dirname, join, parse, resolve } from 'node:path';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { characterErrors, matchLines, plain, wordScores, type ReadLine, type ReadPage } from '../ocr/reading';
import { readReceiptFolder, type WrittenPage } from '../ocr/receipt-folder';
import { openPlugins, type EvalHost } from '../plugins';
import { isSameName, readKey, type Key } from './keys';
import { readWithTesseract, tesseractVersion } from './tesseract';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'receipts');
const QUICK_PAGES = 2;

/** A receipt: what is on it, and what was answered. */
export interface ReadReceipt {
  file: string;
  page: ReadPage;
  key: Key;
  fields: { merchant: string | null; date: string | null; total: number | null; review: boolean };
  /** Seconds of reading it. */
  seconds: number;
}

const errorsOf = (pages: readonly ReadPage[]): number =>
  characterErrors(pages.flatMap(matchLines).map(({ truth, line }) => ({ truth: plain(truth.text), read: plain(line.text) })));

interface Judgement {
  field: 'merchant' | 'date' | 'total';
  isRight: boolean;
  truth: string;
  read: string;
}

/** For each field that was written down, whether it was answered so. */
export function judged({ key: { merchant, date, total }, fields }: ReadReceipt): Judgement[] {
  const found: Judgement[] = [];
  const add = (field: Judgement['field'], isRight: boolean, truth: string | number) =>
    void found.push({ field, isRight, truth: String(truth), read: String(fields[field] ?? '') });
  if (merchant !== undefined) add('merchant', isSameName(merchant, fields.merchant ?? ''), merchant);
  if (date !== undefined) add('date', fields.date === date, date);
  if (total !== undefined) add('total', Math.abs((fields.total ?? NaN) - total) < 0.005, total);
  return found;
}

/** The scores of receipts that were read. @param peer the same pages, read by another. */
export function score(receipts: readonly ReadReceipt[], peer?: { pages: readonly ReadPage[]; seconds: number }): Report {
  const all = receipts.flatMap((receipt) => judged(receipt).map((each) => ({ ...each, receipt })));
  const accuracy = (field: string) => {
    const of = all.filter((each) => each.field === field);
    return of.filter(({ isRight }) => isRight).length / Math.max(1, of.length);
  };
  const wrong = all.filter(({ isRight }) => !isRight);
  const pages = receipts.map(({ page }) => page);
  const seconds = receipts.reduce((sum, each) => sum + each.seconds, 0) / Math.max(1, receipts.length);
  return {
    name: 'documents',
    ratios: peer ? { seconds_vs_tesseract: seconds / (peer.seconds / Math.max(1, peer.pages.length)) } : {},
    figures: {
      word_f1: wordScores(pages).f1,
      cer: errorsOf(pages),
      total_accuracy: accuracy('total'),
      date_accuracy: accuracy('date'),
      merchant_accuracy: accuracy('merchant'),
      wrong_without_review: wrong.filter(({ receipt }) => !receipt.fields.review).length,
      reviewed: receipts.filter(({ fields }) => fields.review).length / Math.max(1, receipts.length),
      seconds_a_page: seconds,
      ...(peer && {
        word_f1_tesseract: wordScores(peer.pages).f1,
        cer_tesseract: errorsOf(peer.pages),
        seconds_a_page_tesseract: peer.seconds / Math.max(1, peer.pages.length),
      }),
      pages: pages.length,
    },
    tables: [
      {
        title: 'Fields that differ from what people wrote down',
        head: ['file', 'field', 'written down', 'answered', 'review'],
        rows: wrong.map(({ field, truth, read, receipt }) => [
          receipt.file,
          field,
          truth,
          read,
          receipt.fields.review ? 'yes' : 'no',
        ]),
      },
    ],
  };
}

interface Answer {
  pages: { lines: { text: string; confidence: number; polygon: { x: number; y: number }[] }[] }[];
}
interface FieldsAnswer {
  review: boolean;
  fields: Record<string, { value: unknown } | null>;
}

async function readReceipt(host: EvalHost, { path, lines: truths }: WrittenPage, key: Key): Promise<ReadReceipt> {
  const started = performance.now();
  const { pages } = (await host.call('document.read', { document: path })) as unknown as Answer;
  const seconds = (performance.now() - started) / 1000;
  const { fields, review } = (await host.call('document.fields', { document: path, type: 'receipt' })) as unknown as FieldsAnswer;
  const lines = pages
    .flatMap((page) => page.lines)
    .map(({ text, confidence, polygon }): ReadLine => {
      const [xs, ys] = [polygon.map(({ x }) => x), polygon.map(({ y }) => y)];
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      return { text, confidence, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } };
    });
  const valueOf = <T>(name: string) => (fields[name]?.value ?? null) as T | null;
  return {
    file: basename(path),
    page: { truths, lines },
    key,
    seconds,
    fields: { merchant: valueOf('merchant'), date: valueOf('date'), total: valueOf('total'), review },
  };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const pages = readReceiptFolder(data).slice(0, quick ? QUICK_PAGES : Infinity);
  const host = await openPlugins();
  later(() => host.close());
  say(`Reading ${pages.length} receipts of ${data}, one at a time …`);
  const receipts: ReadReceipt[] = [];
  for (const page of pages) {
    const key = readKey(join(dirname(page.path), '..', 'key', `${parse(page.path).name}.json`));
    receipts.push(await readReceipt(host, page, key ?? {}));
  }
  const version = tesseractVersion();
  if (!version) {
    say('tesseract is not here (apt-get install tesseract-ocr): its columns are left out.');
    return { ...score(receipts), on: data };
  }
  say(`The same pages with ${version} …`);
  const started = performance.now();
  const read: ReadPage[] = [];
  for (const { path, lines: truths } of pages) read.push({ truths, lines: await readWithTesseract(path) });
  const peer = { pages: read, seconds: (performance.now() - started) / 1000 };
  return { ...score(receipts, peer), on: data, against: [version] };
}

export const documents: Measurement = {
  name: 'documents',
  summary: 'Text and fields of receipts (merchant, date, total) beside what people wrote down, and Tesseract on the same pages.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
