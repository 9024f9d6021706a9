import { describeFileName } from './file-name';
import type { VideoContainer, ImageFormat } from './formats';

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** The first bytes of other formats, so that an error can say what was sent instead of an image. Longer marks come first. */
const OTHERS: readonly [offset: number, mark: string, name: string][] = [
  [0, 'GIF8', 'a GIF'],
  [0, 'II*\0', 'a TIFF'],
  [0, 'MM\0*', 'a TIFF'],
  [0, 'II+\0', 'a BigTIFF'],
  [0, 'MM\0+', 'a BigTIFF'],
  [4, 'ftypavi', 'an AVIF'],
  [4, 'ftyphei', 'a HEIC'],
  [4, 'ftyphev', 'a HEIC'],
  [4, 'ftypmif1', 'a HEIF'],
  [4, 'ftypmsf1', 'a HEIF'],
  [4, 'ftypM4A', 'an MP4 of sound alone'],
  [4, 'ftypM4B', 'an MP4 of sound alone'],
  [4, 'ftypqt', 'a QuickTime video'],
  [4, 'ftyp', 'an MP4 video'],
  [0, '\0\0\0\x0cjP  ', 'a JPEG 2000'],
  [0, '\xffO\xffQ', 'a JPEG 2000'],
  [0, '\0\0\0\x0cJXL ', 'a JPEG XL'],
  [0, '\xff\x0a', 'a JPEG XL'],
  [0, '\0\0\x01\0', 'an icon (ICO)'],
  [0, '8BPS', 'a Photoshop file'],
  [0, 'qoif', 'a QOI'],
  [0, '%PDF', 'a PDF'],
  [0, '%!PS', 'a PostScript file'],
  [0, 'PK\x03\x04', 'a ZIP archive'],
  [0, '\x1f\x8b', 'a gzip archive'],
  [0, '7z\xbc\xaf', 'a 7z archive'],
  [8, 'AVI ', 'an AVI video'],
  [8, 'WAVE', 'a WAV file'],
  [0, '#EXTM3U', 'a playlist (HLS)'],
  [0, 'ffconcat version', 'an ffmpeg script'],
  [0, 'FLV\x01', 'a Flash video'],
  [0, '\0\0\x01\xba', 'an MPEG video'],
  [0, '\0\0\x01\xb3', 'an MPEG video'],
  [0, '0&\xb2u\x8ef\xcf\x11', 'a Windows Media video'],
  [0, 'ID3', 'an MP3'],
  [0, 'OggS', 'an Ogg file'],
  [0, '\x7fELF', 'a program'],
  [0, 'MZ', 'a program'],
  [0, 'SQLite format 3', 'an SQLite database'],
];

/** Detects the image format from the bytes, regardless of the name or the declared type; undefined for any other format. */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 0, 2) === 'BM' && looksLikeBmp(bytes)) return 'bmp';
  return undefined;
}

/** Brands of ISO files that are not videos. */
const STILL_BRANDS = /^(avi[fs]|hei|hev|mif1|msf1|M4[AB] |crx )/;
/** The first bytes of Matroska, which includes WebM. */
const EBML = '\x1aE\xdf\xa3';
/** The first atoms of old QuickTime files, which have no brand. */
const QUICKTIME_ATOMS = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Detects the video container from the bytes, regardless of the name or the declared type; undefined for any other container. */
export function sniffVideoContainer(bytes: Uint8Array): VideoContainer | undefined {
  const atom = ascii(bytes, 4, 8);
  const brand = ascii(bytes, 8, 12);
  if (atom === 'ftyp') return STILL_BRANDS.test(brand) ? undefined : brand === 'qt  ' ? 'mov' : 'mp4';
  if (bytes[0] === 0 && QUICKTIME_ATOMS.includes(atom)) return 'mov';
  if (ascii(bytes, 0, 4) === 'RIFF' && brand === 'AVI ') return 'avi';
  if (ascii(bytes, 0, 4) === EBML && ascii(bytes, 0, 128).includes('webm')) return 'webm';
  return undefined;
}

/** Two letters prove little: a text may begin with BM. So the size of the second header must be a small number, too. */
function looksLikeBmp(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return isBinary(bytes);
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(14, true);
  return size >= 12 && size <= 256;
}

/** What the bytes are instead of an image, in words that fit into a sentence: `a GIF`, `text`, `empty`. */
export function describeBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'empty';
  if (ascii(bytes, 0, 4) === EBML) return sniffVideoContainer(bytes) ? 'a WebM video' : 'a Matroska video';
  const known = OTHERS.find(([offset, mark]) => ascii(bytes, offset, offset + mark.length) === mark);
  if (known) return known[2];
  if (isBinary(bytes)) return 'binary data of an unknown kind';
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  if (/^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/.test(start)) return 'an SVG';
  if (/^(<!doctype html|<html|<head|<body)/.test(start)) return 'a web page (HTML)';
  return describeFileName(new TextDecoder().decode(bytes.subarray(0, 512)))
    ? 'the name of a file (with curl, write @ before it)'
    : 'text';
}

function isBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 512);
  return start.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}
