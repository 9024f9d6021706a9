import type { CallContext, DocumentFile, SetupContext } from '@percept/sdk';
import { openPages, type OcrMode, type OpenedPages, type SeenPage } from './pages';
import { selectPages } from './selection';

/** A call for more pages than this runs later, when nobody waits for it. */
const LIVE_PAGES = 20;

export interface PagesAsked {
  document: DocumentFile;
  pages?: string;
  password?: string;
  ocr: OcrMode;
  model?: string;
}

/** The requested pages as they are read. The other fields are complete after the last page. */
export interface PagesRead {
  pages: AsyncGenerator<SeenPage>;
  /** How many pages the document has. */
  count: () => number;
  /** Warnings for the answer. */
  warnings: () => { warnings?: string[] };
}

type Context = CallContext & Pick<SetupContext, 'model'>;

/** Reads the requested pages one by one. Asking for the next page closes the one before it. */
export function readPages(asked: PagesAsked, context: Context): PagesRead {
  const warnings = new Set<string>();
  let count = 0;
  const opened = async () => {
    const { model, timer, used } = context;
    const warn = (message: string) => void warnings.add(message);
    const ocr = async () => ({ reader: await model('text-recognition', asked.model), timer, used, warn });
    const pages = await openPages(asked.document, asked.password, { mode: asked.ocr, ocr });
    count = pages.count;
    return pages;
  };
  return {
    pages: inTurns(asked, context, opened),
    count: () => count,
    warnings: () => (warnings.size > 0 ? { warnings: [...warnings] } : {}),
  };
}

async function* inTurns(
  { pages }: PagesAsked,
  { signal, progress, later }: Context,
  open: () => Promise<OpenedPages>,
): AsyncGenerator<SeenPage> {
  const opened = await open();
  const numbers = selectPages(pages, opened.count);
  if (numbers.length > LIVE_PAGES) later();
  const started = performance.now();
  for (const [done, number] of numbers.entries()) {
    signal.throwIfAborted();
    const page = await opened.read(number);
    try {
      yield page;
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
}
