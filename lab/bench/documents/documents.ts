import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { tesseractVersion } from '../../eval/documents/tesseract';
import { readReceiptFolder } from '../../eval/ocr/receipt-folder';
import { MemoryWatch } from '../probes/memory-watch';
import { withCleanup, type Later } from '../runner/cleanup';
import { folderOf, Skipped, type Measurement, type MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { bounds, interleave, median, ratios, spread } from '../runner/statistics';
import { ROOT, Service } from '../service';
import { bookOf } from './book';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'receipts');
const RECEIPTS = 10;
const ROUNDS = 3;
const POLL_MS = 200;
/** Pages of the two books. */
const BOOKS = { short: 10, long: 1_000 };
const QUICK_BOOKS = { short: 2, long: 25 };

/** Workers that read: one is left for short calls. */
const workersFor = (processes: number): Record<string, string> => ({ PERCEPT_WORKERS: String(processes + 1) });

/** Reads them, at most this many at a time. @returns pages a second. */
async function perSecond<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<number> {
  const left = [...all];
  const started = performance.now();
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return (all.length * 1000) / (performance.now() - started);
}

const tesseract = (path: string) =>
  promisify(execFile)('tesseract', [path, '-', '-l', 'eng'], { env: { ...process.env, OMP_THREAD_LIMIT: '1' } });

async function ask(service: Service, path: string, body?: Uint8Array, type = 'application/pdf'): Promise<Response> {
  const headers = { authorization: `Bearer ${service.key}`, ...(body && { 'content-type': type }) };
  const response = await fetch(`${service.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    body: body && new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return response;
}

async function readReceipt(service: Service, path: string): Promise<void> {
  const type = extname(path) === '.png' ? 'image/png' : 'image/jpeg';
  await (await ask(service, '/v2/documents/read', readFileSync(path), type)).arrayBuffer();
}

/** Reads a book in a service of its own. @returns the most memory that the service took, until its answer was fetched. */
async function memoryFor(book: Uint8Array): Promise<{ peakMb: number; seconds: number; answerMb: number }> {
  return withCleanup(async (later) => {
    const service = await Service.start(workersFor(1));
    later(() => service.stop());
    const started = performance.now();
    const { result: bytes, peakMb } = await new MemoryWatch(service.pid).during(async () => {
      const { status_url } = (await (await ask(service, '/v2/documents/read/async', book)).json()) as { status_url: string };
      for (;;) {
        const answer = Buffer.from(await (await ask(service, status_url)).arrayBuffer());
        const state = /"status":"(\w+)"/.exec(answer.toString('latin1', 0, 500))?.[1];
        if (state === 'succeeded') return answer.length;
        if (state !== 'queued' && state !== 'running')
          throw new Error(`The book was not read: ${answer.toString().slice(0, 500)}`);
        await sleep(POLL_MS);
      }
    });
    return { peakMb, seconds: (performance.now() - started) / 1000, answerMb: bytes / 1024 / 1024 };
  });
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const peer = tesseractVersion();
  if (!peer) throw new Skipped('tesseract is not here: apt-get install tesseract-ocr');
  const all = readReceiptFolder(data).map(({ path }) => path);
  const receipts = all
    .filter((_, index) => index % Math.max(1, Math.floor(all.length / RECEIPTS)) === 0)
    .slice(0, quick ? 2 : RECEIPTS);
  const processes = availableParallelism();
  const service = await Service.start(workersFor(processes));
  later(() => service.stop());
  say(`${receipts.length} receipts of ${data}, ${processes} at a time, in turns with ${peer} …`);
  const rates = await interleave(
    {
      tesseract: () => perSecond(receipts, processes, tesseract),
      ours: () => perSecond(receipts, processes, (path) => readReceipt(service, path)),
    },
    quick ? 1 : ROUNDS,
  );
  await service.stop();
  const { short, long } = quick ? QUICK_BOOKS : BOOKS;
  say(`Memory for ${short} and for ${long} pages …`);
  const scan = readFileSync(receipts.find((path) => extname(path) === '.jpg')!);
  const few = await memoryFor(await bookOf(short, scan));
  const many = await memoryFor(await bookOf(long, scan));
  const speed = spread(ratios(rates.ours, rates.tesseract));
  return {
    name: 'documents',
    against: [peer],
    on: data,
    ratios: { vs_tesseract: speed.median, peak_rss_long_vs_short: many.peakMb / few.peakMb },
    figures: {
      ...bounds('vs_tesseract', speed),
      pages_per_s: median(rates.ours),
      pages_per_s_tesseract: median(rates.tesseract),
      processes,
      peak_rss_mb: many.peakMb,
      peak_rss_mb_short: few.peakMb,
      pages: long,
      pages_short: short,
      book_pages_per_s: long / many.seconds,
      book_answer_mb: many.answerMb,
    },
    tables: [],
  };
}

export const documents: Measurement = {
  name: 'documents',
  summary:
    'Pages a second beside Tesseract with as many processes; memory for 10 and for 1,000 pages (apt-get install tesseract-ocr).',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
