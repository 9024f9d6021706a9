import type { BmpHeader } from './bmp-header';

/** Where a row's pixels are read and written. */
interface Row {
  /** Byte offset of the row in the file. */
  from: number;
  /** Byte offset of the row in the result. */
  to: number;
}

/**
 * Decodes an uncompressed BMP into width × height × 4 bytes, R G B A, from the top left.
 * @throws Error if the file ends before its last row.
 */
export function readBmpPixels(bytes: Uint8Array, header: BmpHeader): Uint8Array {
  const stride = Math.ceil((header.width * header.bitsPerPixel) / 32) * 4;
  const lastRow = Math.ceil((header.width * header.bitsPerPixel) / 8);
  const end = header.pixelsAt + stride * (header.height - 1) + lastRow;
  if (bytes.length < end) throw new Error(`the BMP is cut off: ${end} bytes are needed, ${bytes.length} are there`);
  const rgba = new Uint8Array(header.width * header.height * 4);
  const readRow = header.palette ? paletteReader(bytes, header, rgba) : colourReader(bytes, header, rgba);
  for (let y = 0; y < header.height; y++) {
    const stored = header.topDown ? y : header.height - 1 - y;
    readRow({ from: header.pixelsAt + stored * stride, to: y * header.width * 4 });
  }
  return rgba;
}

function paletteReader(bytes: Uint8Array, { width, bitsPerPixel, palette }: BmpHeader, rgba: Uint8Array): (row: Row) => void {
  const { at, colours, bytesEach } = palette!;
  const perByte = 8 / bitsPerPixel;
  const mask = 2 ** bitsPerPixel - 1;
  return ({ from, to }) => {
    for (let x = 0; x < width; x++) {
      const byte = bytes[from + Math.floor(x / perByte)]!;
      const index = (byte >> (8 - bitsPerPixel * ((x % perByte) + 1))) & mask;
      // An index outside the table is black, as browsers have it.
      const colour = index < colours ? at + index * bytesEach : -1;
      const pixel = to + x * 4;
      rgba[pixel + 3] = 255;
      if (colour < 0) continue;
      rgba[pixel] = bytes[colour + 2]!;
      rgba[pixel + 1] = bytes[colour + 1]!;
      rgba[pixel + 2] = bytes[colour]!;
    }
  };
}

function colourReader(bytes: Uint8Array, { width, bitsPerPixel, masks }: BmpHeader, rgba: Uint8Array): (row: Row) => void {
  const step = bitsPerPixel / 8;
  const channels = masks.map(channelOf);
  return ({ from, to }) => {
    for (let x = 0; x < width; x++) {
      const at = from + x * step;
      let pixel = 0;
      for (let i = step - 1; i >= 0; i--) pixel = (pixel << 8) | bytes[at + i]!;
      for (let c = 0; c < 4; c++) {
        const { mask, shift, max } = channels[c]!;
        const value = (pixel & mask) >>> shift;
        // Without a mask, a colour is 0 and alpha is full.
        if (mask === 0) rgba[to + x * 4 + c] = c === 3 ? 255 : 0;
        else rgba[to + x * 4 + c] = max === 255 ? value : Math.round((value * 255) / max);
      }
    }
  };
}

interface Channel {
  mask: number;
  /** Bits to the right of the mask. */
  shift: number;
  /** The largest value that the channel can have. */
  max: number;
}

function channelOf(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { mask, shift, max: mask >>> shift };
}
