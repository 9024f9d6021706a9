import { execFile, execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readReceiptFolder } from '../../eval/ocr/receipt-folder';
import { openPlugins } from '../../eval/plugins';
import { cpuOfEndedChildren } from '../probes/cpu-time';
import { withCleanup, type Later } from '../runner/cleanup';
import { folderOf, Skipped, type Measurement, type MeasureOptions } from '../runner/command';
import type { Report } from '../runner/report';
import { bounds, interleave, median, ratios, spread } from '../runner/statistics';
import { ROOT } from '../service';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'receipts');
const PAGES = 10;
const ROUNDS = 3;

/** `tesseract 5.3.0`. @throws Skipped */
function installedTesseract(): string {
  try {
    const [version] = execFileSync('tesseract', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    );
    return version!;
  } catch {
    throw new Skipped('tesseract is not here: apt-get install tesseract-ocr');
  }
}

/** CPU milliseconds for a page, with the English model and on one thread: with more threads it needs more CPU. */
async function tesseract(pages: readonly string[]): Promise<number> {
  const before = cpuOfEndedChildren();
  for (const page of pages)
    await promisify(execFile)('tesseract', [page, '-', '-l', 'eng'], { env: { ...process.env, OMP_THREAD_LIMIT: '1' } });
  return (cpuOfEndedChildren() - before) / pages.length;
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  const peer = installedTesseract();
  const all = readReceiptFolder(data).map(({ path }) => path);
  const step = Math.max(1, Math.floor(all.length / PAGES));
  const pages = all.filter((_, index) => index % step === 0).slice(0, quick ? 1 : PAGES);
  const host = await openPlugins();
  later(() => host.close());
  const ours = async (): Promise<number> => {
    const before = process.cpuUsage();
    for (const image of pages) await host.call('vision.analyze', { image, features: ['text'] });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / pages.length;
  };
  say(`${pages.length} pages of ${data}, one at a time, in turns with ${peer} …`);
  const ms = await interleave({ tesseract: () => tesseract(pages), ours }, quick ? 1 : ROUNDS);
  const cpu = spread(ratios(ms.ours, ms.tesseract));
  return {
    name: 'ocr',
    against: [peer],
    on: data,
    ratios: { cpu_vs_tesseract: cpu.median },
    figures: {
      ...bounds('cpu_vs_tesseract', cpu),
      cpu_ms: median(ms.ours),
      cpu_ms_tesseract: median(ms.tesseract),
      pages: pages.length,
    },
    tables: [],
  };
}

export const ocr: Measurement = {
  name: 'ocr',
  summary: 'CPU time of reading a page of text, compared with Tesseract on one thread (apt-get install tesseract-ocr).',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
