/** The kinds of codes and their ZXing names. */
const NAMES = {
  aztec: ['Aztec', 'AztecCode', 'AztecRune'],
  codabar: ['Codabar'],
  code_32: ['Code32'],
  code_39: ['Code39', 'Code39Std', 'Code39Ext', 'PZN'],
  code_93: ['Code93'],
  code_128: ['Code128'],
  data_matrix: ['DataMatrix'],
  databar: ['DataBar', 'DataBarOmni', 'DataBarStk', 'DataBarStkOmni'],
  databar_expanded: ['DataBarExp', 'DataBarExpStk'],
  databar_limited: ['DataBarLtd'],
  dx_film_edge: ['DXFilmEdge'],
  ean_8: ['EAN8'],
  ean_13: ['EAN13', 'ISBN'],
  itf: ['ITF', 'ITF14'],
  maxicode: ['MaxiCode'],
  micro_pdf417: ['MicroPDF417'],
  micro_qr_code: ['MicroQRCode'],
  pdf417: ['PDF417', 'CompactPDF417'],
  qr_code: ['QRCode', 'QRCodeModel1', 'QRCodeModel2'],
  rm_qr_code: ['RMQRCode'],
  telepen: ['Telepen', 'TelepenAlpha', 'TelepenNumeric'],
  upc_a: ['UPCA'],
  upc_e: ['UPCE'],
} as const;

export type BarcodeFormat = keyof typeof NAMES;
type ZxingFormat = (typeof NAMES)[BarcodeFormat][number];

export const BARCODE_FORMATS = Object.keys(NAMES) as BarcodeFormat[];

const FORMATS = new Map<string, BarcodeFormat>(
  BARCODE_FORMATS.flatMap((format) => NAMES[format].map((name) => [name, format] as const)),
);

/** @returns undefined for a kind that is not in our list. */
export const barcodeFormatFrom = (name: string): BarcodeFormat | undefined => FORMATS.get(name);

/** The ZXing formats for the kinds that a caller wants. */
export const zxingFormats = (formats: readonly BarcodeFormat[]): ZxingFormat[] => formats.flatMap((format) => [...NAMES[format]]);
