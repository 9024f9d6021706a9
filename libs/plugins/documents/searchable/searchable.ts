import { defineCapability, encodeImage, PerceptError, type DocumentFile } from '@percept/sdk';
import { IsArray, IsInt, IsOptional, IsString, Min, JSONSchema } from '@percept/sdk/decorators';
import type { LayoutPoint } from '../layout/geometry';
import { STALL_MS, readPages } from '../pages/read-pages';
import type { SeenPage } from '../pages/pages';
import { PagesInput } from '../read/read-input';
import { addInvisibleFont, writeInvisibly } from './invisible-text';

class SearchableInput extends PagesInput {}

export class SearchableOutput {
  @JSONSchema({ description: 'The PDF, in Base64.' })
  @IsString()
  pdf!: string;

  @IsInt() @Min(1) page_count!: number;

  @JSONSchema({ description: 'The pages that text was added to.' })
  @IsArray()
  @IsInt({ each: true })
  pages_read!: number[];

  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  warnings?: string[];
}

const POINTS = 72;
/** The resolution assumed for pictures, which do not tell their size on paper. */
const DPI = 200;

export const searchable = defineCapability({
  id: 'document.searchable',
  path: '/v2/documents/searchable',
  operation: 'makeDocumentSearchable',
  summary: 'Adds an invisible text layer to the pages of a PDF that have none; pictures become a PDF.',
  description:
    'Pages with a sound text layer do not change, and neither do the pixels of any page. Each recognized word is in its ' +
    'place, so you can search, select and copy the text. The PDF is in the answer as Base64.',
  input: SearchableInput,
  output: SearchableOutput,
  long: true,
  stallMs: STALL_MS,
  deterministic: true,
  tasks: ['text-recognition', 'text-detection', 'text-orientation', 'text-rereading'],
  examples: [{ document_url: 'https://example.com/scan.pdf' }],

  setup({ model }) {
    return async (asked, context) => {
      const lib = await import('@cantoo/pdf-lib');
      const { document, password } = asked;
      const isPdf = document.format === 'pdf';
      let writer: Awaited<ReturnType<typeof openWriter>> | undefined;
      const pagesRead: number[] = [];
      const { pages, count, warnings } = readPages(asked, { ...context, model });
      for await (const page of pages) {
        writer ??= await written(document, () => openWriter(lib, isPdf ? { bytes: document.bytes, password } : undefined));
        const { pdf, addPicture, font } = writer;
        const target = await written(document, () => (isPdf ? pdf.getPage(page.number - 1) : addPicture(document, page)));
        if (page.source !== 'ocr' || page.lines.length === 0) continue;
        const scale = page.unit === 'inch' ? POINTS : POINTS / DPI;
        const words = page.lines.flatMap((line) => (line.words.length > 0 ? line.words : [line]));
        await written(document, () => {
          const toPage = placingOn(target);
          writeInvisibly(target, words, { lib, font: font(), toPage: ({ x, y }) => toPage({ x: x * scale, y: y * scale }) });
        });
        pagesRead.push(page.number);
      }
      const pdf = writer ? await written(document, () => writer.pdf.save()) : document.bytes;
      return {
        pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('base64'),
        page_count: count(),
        pages_read: pagesRead,
        ...warnings(),
      };
    };
  },
});

/** Refuses a damaged PDF that PDFium reads and that cannot be written. @throws PerceptError UNSUPPORTED_MEDIA. */
async function written<T>(document: DocumentFile, write: () => T | Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof PerceptError || document.format !== 'pdf') throw error;
    return document.refuse('the file is damaged, and no text can be added to it: save it again in a viewer, and send that.');
  }
}

type PdfLib = typeof import('@cantoo/pdf-lib');
type Page = ReturnType<Awaited<ReturnType<PdfLib['PDFDocument']['create']>>['addPage']>;

async function openWriter(lib: PdfLib, source: { bytes: Uint8Array; password?: string } | undefined) {
  const { PDFDocument } = lib;
  const pdf = source
    ? // A PDF that only restricts copying or printing is encrypted with the empty password.
      await PDFDocument.load(source.bytes, { updateMetadata: false, password: source.password ?? '' })
    : await PDFDocument.create();
  let font: ReturnType<typeof addInvisibleFont> | undefined;
  return {
    pdf,
    font: () => (font ??= addInvisibleFont(pdf, lib)),
    addPicture: async (document: DocumentFile, { width, height, picture }: SeenPage): Promise<Page> => {
      const { image } = await picture();
      const { orientation } = await image.metadata();
      // Keeps the original JPEG data of a camera or scanner.
      const isAsWritten = document.format === 'jpeg' && orientation === 1 && image.bytes.length > 0;
      const embedded = isAsWritten ? await pdf.embedJpg(image.bytes) : await pdf.embedPng(await pngOf(image));
      const size: [number, number] = [(width * POINTS) / DPI, (height * POINTS) / DPI];
      const page = pdf.addPage(size);
      page.drawImage(embedded, { x: 0, y: 0, width: size[0], height: size[1] });
      return page;
    },
  };
}

async function pngOf(image: Awaited<ReturnType<SeenPage['picture']>>['image']): Promise<Uint8Array> {
  const { width, height } = image.properties;
  return encodeImage(await image.rgb({ width, height }), { width, height }, 'png');
}

/** Converts points of a page as displayed, from its upper left corner, to page coordinates. */
function placingOn(page: Page): (point: LayoutPoint) => LayoutPoint {
  const { x: left, y: bottom, width, height } = page.getCropBox();
  const turned = ((page.getRotation().angle % 360) + 360) % 360;
  return ({ x, y }) => {
    if (turned === 90) return { x: left + y, y: bottom + x };
    if (turned === 180) return { x: left + width - x, y: bottom + y };
    if (turned === 270) return { x: left + width - y, y: bottom + height - x };
    return { x: left + x, y: bottom + height - y };
  };
}
