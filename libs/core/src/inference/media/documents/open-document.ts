import { PerceptError } from '../../../kernel';
import { checkBytes, decodePage, imageFromPixels, countPages, openImage, fitWithin, type Size } from '../images';
import type { MediaLimits } from '../limits';
import { describeBytes } from '../sniff';
import { sniffDocumentFormat, type DocumentFile, type DocumentFormat, type DocumentPicture } from './document';

/** A scan of a large sheet has 10,000 × 14,000 pixels. More than this is a mistake or a bomb. */
const MAX_SIDE = 20_000;
const MAX_PIXELS = 200_000_000;

/** @throws PerceptError PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA naming what was found instead of a document. */
export function openDocument(bytes: Uint8Array, limits: MediaLimits, field = 'document'): DocumentFile {
  checkBytes(bytes.length, limits.maxBytes, field);
  const format = sniffDocumentFormat(bytes);
  if (!format) {
    const claim = `what was sent is ${describeBytes(bytes)}`;
    throw PerceptError.unsupportedMedia(field, `${claim}; PDF, TIFF, JPEG, PNG, WebP and BMP documents are read.`);
  }
  return new OpenedDocument(format, bytes, { limits, field });
}

class OpenedDocument implements DocumentFile {
  constructor(
    readonly format: DocumentFormat,
    readonly bytes: Uint8Array,
    private readonly how: { limits: MediaLimits; field: string },
  ) {}

  async pictureCount(): Promise<number> {
    return this.format === 'tiff' ? this.reading(() => countPages(this.bytes)) : 1;
  }

  async picture(index: number): Promise<DocumentPicture> {
    const { limits, field } = this.how;
    if (this.format === 'pdf') throw new Error('a PDF has no picture for each page');
    if (this.format !== 'tiff') {
      const image = await openImage(this.bytes, { ...limits, maxSide: MAX_SIDE }, field);
      const { width, height } = image.properties;
      this.checkSize({ width, height });
      if (Math.max(width, height) <= limits.maxSide) return { size: { width, height }, image };
      const size = fitWithin(image.properties, limits.maxSide);
      return { size: { width, height }, image: imageFromPixels({ ...size, rgb: await image.rgb(size) }) };
    }
    const { size, pixels } = await this.reading(() =>
      decodePage(this.bytes, index, (whole) => {
        this.checkSize(whole);
        return fitWithin(whole, limits.maxSide);
      }),
    );
    return { size, image: imageFromPixels(pixels) };
  }

  refuse(reason: string): never {
    throw PerceptError.unsupportedMedia(this.how.field, reason);
  }

  private checkSize({ width, height }: Size): void {
    if (Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS) return;
    this.refuse(
      `a page is ${width} × ${height} pixels, and at most ${MAX_SIDE} on a side and ${MAX_PIXELS / 1e6} million in all are read: scan it with fewer dots per inch.`,
    );
  }

  private async reading<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof PerceptError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      return this.refuse(`the ${this.format.toUpperCase()} is broken or cut off (${message.split('\n')[0]!.trim()}).`);
    }
  }
}
