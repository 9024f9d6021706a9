import type { Image, Size } from '../images';
import { sniffImageFormat } from '../sniff';

/** The formats of documents that Percept reads. It detects them from the bytes. */
const DOCUMENT_FORMATS = ['pdf', 'tiff', 'jpeg', 'png', 'webp', 'bmp'] as const;

/** The name of a document format. */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** A page of a document that consists of pictures. */
export interface DocumentPicture {
  /** Pixels of the upright page. */
  size: Size;
  /** The page, scaled down during decoding if it is larger than Percept's limit for images. */
  image: Image;
}

/** A document: its format is known and its size is within the limit. Nothing is decoded yet. */
export interface DocumentFile {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** Returns the number of pages of any format but PDF. @throws PerceptError UNSUPPORTED_MEDIA when the bytes are broken. */
  pictureCount(): Promise<number>;
  /**
   * Decodes a page of any format but PDF. @param index from 0.
   * @throws PerceptError UNSUPPORTED_MEDIA when the bytes are broken, or the page is too large.
   */
  picture(index: number): Promise<DocumentPicture>;
  /** Refuses the document. @throws PerceptError UNSUPPORTED_MEDIA that names the parameter of the caller. */
  refuse(reason: string): never;
}

/** A PDF may begin after some bytes of a mail or a printer. */
const PDF_HEAD = 1024;

/** Detects the document format from the bytes, regardless of the name or the declared type; undefined for any other format. */
export function sniffDocumentFormat(bytes: Uint8Array): DocumentFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_HEAD)).toString('latin1');
  if (/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/.test(head)) return 'tiff';
  return sniffImageFormat(bytes) ?? (head.includes('%PDF-') ? 'pdf' : undefined);
}
