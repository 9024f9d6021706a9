const CORE_HEADER = 12;
const RGB = 0;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;
const DEPTHS = [1, 4, 8, 16, 24, 32];

/** The header of a BMP. Sizes are in pixels, offsets in bytes from the start of the file. */
export interface BmpHeader {
  width: number;
  height: number;
  /** Whether rows are stored from the top; usually they are stored from the bottom. */
  topDown: boolean;
  bitsPerPixel: number;
  pixelsAt: number;
  /** Bit masks of red, green, blue and alpha in a pixel, if there is no palette. Alpha 0: opaque. */
  masks: [number, number, number, number];
  palette: { at: number; colours: number; bytesEach: 3 | 4 } | undefined;
}

/** @throws Error that names the fault in the header, or the unsupported kind of BMP. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  if (bytes.length < 26) throw new Error('the BMP ends inside its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(14, true);
  if (size !== CORE_HEADER && size < 40) throw new Error(`the BMP has a header of ${size} bytes, which is not a known kind`);
  if (bytes.length < 14 + size) throw new Error('the BMP ends inside its header');
  const core = size === CORE_HEADER;
  const rows = core ? view.getUint16(20, true) : view.getInt32(22, true);
  const header = {
    width: core ? view.getUint16(18, true) : view.getInt32(18, true),
    height: Math.abs(rows),
    topDown: rows < 0,
    bitsPerPixel: view.getUint16(core ? 24 : 28, true),
    pixelsAt: view.getUint32(10, true),
  };
  if (header.width <= 0 || header.height === 0)
    throw new Error(`the BMP says that it is ${header.width} × ${header.height} pixels`);
  if (!DEPTHS.includes(header.bitsPerPixel))
    throw new Error(`the BMP has ${header.bitsPerPixel} bits per pixel; 1, 4, 8, 16, 24 and 32 are read`);
  const compression = core ? RGB : view.getUint32(30, true);
  if (compression !== RGB && compression !== BITFIELDS && compression !== ALPHA_BITFIELDS)
    throw new Error('the BMP is compressed, which is not read: save it uncompressed or as PNG');
  return { ...header, masks: masksOf(view, size, compression, header.bitsPerPixel), palette: paletteOf(view, size, header) };
}

function masksOf(view: DataView, size: number, compression: number, bits: number): BmpHeader['masks'] {
  if (compression === RGB) return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
  const withAlpha = size >= 56 || compression === ALPHA_BITFIELDS;
  if (view.byteLength < (withAlpha ? 70 : 66)) throw new Error('the BMP ends inside its header');
  const mask = (at: number) => view.getUint32(at, true);
  return [mask(54), mask(58), mask(62), withAlpha ? mask(66) : 0];
}

function paletteOf(view: DataView, size: number, header: { bitsPerPixel: number; pixelsAt: number }): BmpHeader['palette'] {
  if (header.bitsPerPixel > 8) return undefined;
  const bytesEach = size === CORE_HEADER ? 3 : 4;
  const at = 14 + size;
  const stated = size === CORE_HEADER ? 0 : view.getUint32(46, true);
  const room = Math.floor((Math.min(header.pixelsAt, view.byteLength) - at) / bytesEach);
  const colours = Math.min(stated || 256, 2 ** header.bitsPerPixel, room);
  if (colours < 1) throw new Error('the BMP has no colour table');
  return { at, colours, bytesEach };
}
