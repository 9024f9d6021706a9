import { type CallContext, type DocumentFile, type SetupContext, PerceptError } from '@percept/sdk';
import { openPages, type OcrMode, type OpenedPages, type SeenPage } from './pages';

/** How many pages one call reads at most. */
const MAX_PAGES = 2000;

const PART = /^(\d{1,6})?(?:(-)(\d{1,6})?)?$/;

/** A call for more pages than this runs later, when nobody waits for it. */
const LIVE_PAGES = 20;
/** A page may draw for ever, and others wait for its worker. The slowest page of our documents and receipts takes 1.3 s. */
export const STALL_MS = 120_000;

interface PagesAsked {
  document: DocumentFile;
  pages?: string;
  password?: string;
  ocr: OcrMode;
  model?: string;
}

/** The requested pages as they are read. The other fields are complete after the last page. */
interface PagesRead {
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

/**
 * The requested pages such as `1-3,8`, sorted and without repeats; all pages without a selection.
 * @param count pages of the document.
 * @throws PerceptError INVALID_REQUEST for `pages`.
 */
function selectPages(selection: string | undefined, count: number): number[] {
  const pages = selection === undefined ? range(1, count) : listed(selection, count);
  if (pages.length <= MAX_PAGES) return pages;
  throw PerceptError.invalid(
    'pages',
    `are ${pages.length.toLocaleString('en')}, and one call reads at most ${MAX_PAGES.toLocaleString('en')}: name some, such as 1-${MAX_PAGES}.`,
  );
}

function listed(selection: string, count: number): number[] {
  const pages = new Set<number>();
  for (const part of selection.split(',')) {
    const [, from, dash, to] = PART.exec(part.trim()) ?? [];
    if (from === undefined && to === undefined)
      throw PerceptError.invalid('pages', `must be numbers and ranges, such as 1-3,8, not '${selection.slice(0, 60)}'.`);
    const [first, last] = [Number(from ?? 1), dash ? Number(to ?? count) : Number(from)];
    if (first < 1 || last < first)
      throw PerceptError.invalid(
        'pages',
        `contains '${part.trim()}', but pages are numbered from 1, and a range must not run backwards.`,
      );
    if (first > count) throw PerceptError.invalid('pages', `has page ${first}, and the document has ${count}.`);
    for (const page of range(first, Math.min(last, count))) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
