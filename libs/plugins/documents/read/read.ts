import { defineCapability, type TimingRecorder } from '@percept/sdk';
import { findBarcodes } from '../../vision/barcodes/find-barcodes';
import { Content } from '../content/content';
import { STALL_MS, readPages } from '../pages/read-pages';
import type { SeenPage } from '../pages/pages';
import { DocumentReadInput } from './read-input';
import { ReadOutput, type DocumentBarcode, type DocumentPage } from './read-output';
import { rounding, toDocumentPage } from './to-answer';

export const documentRead = defineCapability({
  id: 'document.read',
  path: '/v2/documents/read',
  operation: 'readDocument',
  summary: 'Reads a PDF, a TIFF or an image page by page: text, rows, paragraphs, tables, labels with their values, codes.',
  description:
    'Uses the text layer of each page, or reads the picture of a page without one. `content` is the text in reading order, ' +
    'plain or as Markdown. Each page has its lines and words with their corners, the printed rows, paragraphs, tables, and ' +
    'labels with their values. A document of more than 20 pages gets a 202; `/v2/analyses` has the progress by pages and ' +
    'the result.',
  input: DocumentReadInput,
  output: ReadOutput,
  long: true,
  stallMs: STALL_MS,
  deterministic: true,
  tasks: ['text-recognition', 'text-detection', 'text-orientation', 'text-rereading'],
  examples: [{ document_url: 'https://example.com/scan.pdf', pages: '1-3', format: 'markdown' }],

  setup({ model }) {
    return async (asked, context) => {
      const content = new Content(asked.format);
      const { pages, count, warnings } = readPages(asked, { ...context, model });
      const toPage = async (page: SeenPage): Promise<DocumentPage> => ({
        ...toDocumentPage(page, content, asked.level),
        ...(asked.barcodes && { barcodes: await codesOf(page, context.timer) }),
      });
      return {
        pages: each(pages, toPage),
        get content() {
          return content.text;
        },
        get page_count() {
          return count();
        },
        get warnings() {
          return warnings().warnings;
        },
      } as unknown as ReadOutput;
    };
  },
});

async function* each<A, B>(all: AsyncIterable<A>, to: (one: A) => Promise<B>): AsyncGenerator<B> {
  for await (const one of all) yield await to(one);
}

async function codesOf({ picture, unit }: SeenPage, timer: TimingRecorder): Promise<DocumentBarcode[]> {
  const { image, perPixel } = await picture();
  const found = await findBarcodes(image, { timer });
  const round = rounding(unit);
  return found.map(({ format, text, bytes, polygon }) => ({
    format,
    text,
    bytes,
    polygon: polygon.map(({ x, y }) => round({ x: x * perPixel, y: y * perPixel })),
  }));
}
