import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { readBarcodes, ReadResult } from 'zxing-wasm/reader';

export type { ReadResult };

let opened: Promise<typeof readBarcodes> | undefined;

/** ZXing for this thread. It is compiled at the first call, since most calls of a service look for no codes. */
export function openZxing(): Promise<typeof readBarcodes> {
  return (opened ??= open());
}

async function open(): Promise<typeof readBarcodes> {
  const zxing = await import('zxing-wasm/reader');
  // By default it would fetch its code from a web address.
  const wasmBinary = readFileSync(createRequire(__filename).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await zxing.prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
  return zxing.readBarcodes;
}
