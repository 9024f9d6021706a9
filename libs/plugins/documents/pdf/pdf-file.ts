import type { DocumentFile } from '@percept/sdk';
import { PerceptError } from '@percept/sdk';
import { isCrash, openPdfium, type Pdfium } from './pdfium';
import { readTextLayer, type TextLayer } from './text-layer';

/** Codes of FPDF_GetLastError. */
const PASSWORD = 4;
const SECURITY = 5;
/** Three bytes per pixel; with `RGB_ORDER`, red first. */
const BGR = 2;
const FLAGS = { annotations: 0x01, rgbOrder: 0x10 };
/** Types of page objects. */
const IMAGE = 3;
/** Paths, and forms that may contain paths. */
const OUTLINED = [2, 5];
/** Merges the form fields into the page as they look on screen. */
const NORMAL_DISPLAY = 0;

interface RenderedPage {
  width: number;
  height: number;
  /** height × width × 3 bytes, R G B. */
  rgb: Uint8Array;
}

/** An opened PDF. */
export class PdfFile {
  private constructor(
    private readonly pdfium: Pdfium,
    private readonly handle: number,
    private readonly file: DocumentFile,
  ) {}

  /** @throws PerceptError UNSUPPORTED_MEDIA if it cannot be read; INVALID_REQUEST for `password`. */
  static async open(file: DocumentFile, password?: string): Promise<PdfFile> {
    const pdfium = await openPdfium();
    const { bytes } = file;
    const address = pdfium._malloc(bytes.length);
    if (address === 0) file.refuse('the PDF is larger than the memory for documents.');
    pdfium.HEAPU8.set(bytes, address);
    const secret = password === undefined ? 0 : textIn(pdfium, password);
    const handle = guarded(file, () => pdfium._FPDF_LoadMemDocument(address, bytes.length, secret));
    if (handle === 0) refuseUnopened(file, pdfium._FPDF_GetLastError(), password);
    const pdf = new PdfFile(pdfium, handle, file);
    return pdf.pageCount > 0 ? pdf : file.refuse('the PDF has no pages.');
  }

  get pageCount(): number {
    return this.pdfium._FPDF_GetPageCount(this.handle);
  }

  /** @param index from 0. @throws PerceptError UNSUPPORTED_MEDIA if the page is broken. */
  openPage(index: number): PdfPage {
    return guarded(this.file, () => {
      const { pdfium, handle } = this;
      const first = pdfium._FPDF_LoadPage(handle, index);
      if (first === 0) this.file.refuse(`page ${index + 1} of the PDF is broken.`);
      // The contents of form fields are text like any other.
      const isChanged = pdfium._FPDFPage_Flatten(first, NORMAL_DISPLAY) === 1;
      if (!isChanged) return new PdfPage(pdfium, first, this.file);
      pdfium._FPDF_ClosePage(first);
      return new PdfPage(pdfium, pdfium._FPDF_LoadPage(handle, index), this.file);
    });
  }
}

/** A page of a PDF. Sizes are points, 72 to an inch, of the upright page. */
export class PdfPage {
  readonly width: number;
  readonly height: number;

  constructor(
    private readonly pdfium: Pdfium,
    private readonly handle: number,
    private readonly file: DocumentFile,
  ) {
    this.width = pdfium._FPDF_GetPageWidthF(handle);
    this.height = pdfium._FPDF_GetPageHeightF(handle);
    if (!(this.width > 0 && this.height > 0)) file.refuse('a page of the PDF has no size.');
  }

  textLayer(): TextLayer {
    return guarded(this.file, () => readTextLayer(this.pdfium, this.handle, this));
  }

  /** Whether the page has drawn paths: without them it has no ruled table. */
  hasPaths(): boolean {
    const { pdfium, handle } = this;
    return guarded(this.file, () => {
      for (let index = 0, count = pdfium._FPDFPage_CountObjects(handle); index < count; index++)
        if (OUTLINED.includes(pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(handle, index)))) return true;
      return false;
    });
  }

  /** The share of the page that its pictures cover, at most 1. */
  pictureShare(): number {
    const { pdfium, handle } = this;
    return guarded(this.file, () => {
      const at = pdfium._malloc(16);
      let area = 0;
      for (let index = 0, count = pdfium._FPDFPage_CountObjects(handle); index < count; index++) {
        const object = pdfium._FPDFPage_GetObject(handle, index);
        if (pdfium._FPDFPageObj_GetType(object) !== IMAGE) continue;
        if (!pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) continue;
        const [left, bottom, right, top] = pdfium.HEAPF32.subarray(at / 4, at / 4 + 4);
        area += Math.abs((right! - left!) * (top! - bottom!));
      }
      pdfium._free(at);
      return Math.min(1, area / (this.width * this.height));
    });
  }

  /** Draws the page on white. @param scale pixels per point. */
  render(scale: number): RenderedPage {
    return guarded(this.file, () => {
      const { pdfium } = this;
      const width = Math.max(1, Math.round(this.width * scale));
      const height = Math.max(1, Math.round(this.height * scale));
      const address = pdfium._malloc(width * height * 3);
      const bitmap = address && pdfium._FPDFBitmap_CreateEx(width, height, BGR, address, width * 3);
      if (!bitmap) this.file.refuse(`a page of ${width} × ${height} pixels does not fit into the memory for documents.`);
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      pdfium._FPDF_RenderPageBitmap(bitmap, this.handle, 0, 0, width, height, 0, FLAGS.annotations | FLAGS.rgbOrder);
      const rgb = pdfium.HEAPU8.slice(address, address + width * height * 3);
      pdfium._FPDFBitmap_Destroy(bitmap);
      pdfium._free(address);
      return { width, height, rgb };
    });
  }

  close(): void {
    guarded(this.file, () => this.pdfium._FPDF_ClosePage(this.handle));
  }
}

/** A hostile document may crash PDFium: that harms only its own memory. */
function guarded<T>(file: DocumentFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isCrash(error) || error instanceof RangeError) return file.refuse(`the PDF is broken (${error.message}).`);
    throw error;
  }
}

function textIn(pdfium: Pdfium, text: string): number {
  const bytes = Buffer.from(`${text}\0`, 'utf8');
  const address = pdfium._malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, address);
  return address;
}

function refuseUnopened(file: DocumentFile, error: number, password: string | undefined): never {
  if (error === PASSWORD) {
    const reason =
      password === undefined ? 'is required: the PDF is encrypted.' : 'does not open the PDF: it is encrypted with another one.';
    throw PerceptError.invalid('password', reason);
  }
  if (error === SECURITY) file.refuse('the PDF is encrypted in a way that cannot be read: save it without.');
  return file.refuse('the PDF is broken or cut off.');
}
