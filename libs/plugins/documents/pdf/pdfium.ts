import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The PDFium functions that are used. Handles and addresses are numbers. Nothing runs the scripts of a document. */
export interface Pdfium {
  _PDFium_Init(): void;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _FPDF_LoadMemDocument(address: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDF_PageToDevice(
    ...of: [
      page: number,
      left: number,
      top: number,
      width: number,
      height: number,
      turn: number,
      x: number,
      y: number,
      toX: number,
      toY: number,
    ]
  ): number;
  _FPDFPage_GetRotation(page: number): number;
  _FPDFPage_SetRotation(page: number, quarters: number): void;
  _FPDFPage_Flatten(page: number, usage: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_HasUnicodeMapError(text: number, index: number): number;
  _FPDFText_GetCharAngle(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, address: number, stride: number): number;
  _FPDFBitmap_FillRect(...of: [bitmap: number, left: number, top: number, width: number, height: number, colour: number]): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    ...of: [bitmap: number, page: number, left: number, top: number, width: number, height: number, turn: number, flags: number]
  ): void;
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
}

/** Declarations that Node's types leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
  Memory: new (...of: never[]) => WasmMemory;
  RuntimeError: new () => Error;
};

interface WasmMemory {
  buffer: ArrayBuffer;
  /** Returns the previous number of pages; throws if the memory cannot grow. */
  grow(pages: number): number;
}

/** The memory limit of one document: twice what a colour A3 page at 600 dpi takes, and far less than a hostile document would. */
const MAX_MEGABYTES = 768;
const MEGABYTE = 2 ** 20;
const PAGE_BYTES = 65_536;

/** Lets the memory of an instance grow up to the limit. @returns a function that tells whether it tried to grow further. */
function limitMemory(exports: Record<string, unknown>): () => boolean {
  const memory = Object.values(exports).find((each) => each instanceof WebAssembly.Memory) as WasmMemory;
  const grow = memory.grow.bind(memory);
  let isFull = false;
  memory.grow = (pages) => {
    isFull = memory.buffer.byteLength + pages * PAGE_BYTES > MAX_MEGABYTES * MEGABYTE;
    if (isFull) throw new RangeError('The memory for a document is full.');
    return grow(pages);
  };
  return () => isFull;
}

/** Whether PDFium crashed: its memory must not be used any more. */
export const isCrash = (error: unknown): error is Error => error instanceof WebAssembly.RuntimeError;

interface Package {
  PDFiumModule: (options: object) => Promise<Pdfium>;
}

let compiled: object | undefined;

/**
 * Opens a PDFium with its own memory for one document: what the document takes or breaks goes with it. PDFium is compiled once in
 * each thread.
 */
export async function openPdfium(): Promise<Pdfium> {
  const load = createRequire(__filename);
  const { PDFiumModule } = load('@hyzyla/pdfium') as Package;
  compiled ??= new WebAssembly.Module(readFileSync(join(dirname(load.resolve('@hyzyla/pdfium')), 'pdfium.wasm')));
  const wasm = compiled;
  let isFull = () => false;
  const pdfium = await PDFiumModule({
    instantiateWasm: (imports: object, done: (instance: object) => void) => {
      const instance = new WebAssembly.Instance(wasm, imports);
      isFull = limitMemory(instance.exports);
      done(instance);
      return instance.exports;
    },
    printErr: () => undefined,
    // PDFium aborts when it gets no memory, and does not say so.
    onAbort: () => {
      if (isFull()) throw new RangeError(`reading it needs more than ${MAX_MEGABYTES} MB of memory`);
    },
  });
  pdfium._PDFium_Init();
  return pdfium;
}
