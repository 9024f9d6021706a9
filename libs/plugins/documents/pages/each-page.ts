import type { CallContext, DocumentFile, SetupContext } from '@percept/sdk';
import { openPages, type OcrMode, type SeenPage } from './pages';
import { selectPages } from './selection';

/** More pages than these are read when nobody waits. */
const LIVE_PAGES = 20;

export interface PagesAsked {
  document: DocumentFile;
  pages?: string;
  password?: string;
  ocr: OcrMode;
  model?: string;
}

/** Reads the pages that are asked for, one by one. @returns how many the document has, and what to know of the answer. */
export async function eachPage(
  { document, pages, password, ocr: mode, model: name }: PagesAsked,
  context: CallContext & Pick<SetupContext, 'model'>,
  use: (page: SeenPage) => Promise<void>,
): Promise<{ count: number; warnings: string[] }> {
  const { model, signal, timer, used, progress, later } = context;
  const warnings = new Set<string>();
  const warn = (message: string) => void warnings.add(message);
  const ocr = async () => ({ reader: await model('text-recognition', name), timer, used, warn });
  const opened = await openPages(document, password, { mode, ocr });
  const numbers = selectPages(pages, opened.count);
  if (numbers.length > LIVE_PAGES) later();
  const started = performance.now();
  for (const [done, number] of numbers.entries()) {
    signal.throwIfAborted();
    const page = await opened.read(number);
    try {
      await use(page);
    } finally {
      page.close();
    }
    const [processed, total] = [done + 1, numbers.length];
    const perPage = (performance.now() - started) / processed / 1000;
    progress({
      processed_frames: processed,
      total_frames: total,
      percent: (100 * processed) / total,
      eta_seconds: Math.round(perPage * (total - processed)),
    });
  }
  return { count: opened.count, warnings: [...warnings] };
}
