import readTags, { type Exif } from 'exif-reader';

/** More entries than cameras write. The reader takes as much time and memory as a directory claims. */
const MAX_ENTRIES = 256;

const MAX_VALUES = 2048;
const MAX_BYTES = 1024 * 1024;
const ENTRY_BYTES = 12;
const ASCII = 2;
const SHORT = 3;
const BYTES = 7;

const ORIENTATION = 0x112;

/** Tags of entries that point to another directory: photo, GPS, interoperability. */
const POINTERS = [0x8769, 0x8825, 0xa005];

/** The camera data of an image. Fields that the camera did not write are absent. */
export interface CameraData {
  camera_make?: string;
  camera_model?: string;
  lens_make?: string;
  lens_model?: string;
  /** Seconds. */
  exposure_time?: number;
  f_number?: number;
  iso?: number;
  /** EV. */
  exposure_bias?: number;
  /** Millimetres. */
  focal_length?: number;
  /** Millimetres on 35 mm film. */
  focal_length_35mm?: number;
  flash_fired?: boolean;
  /** `2024-05-31T18:04:59`, with the offset from UTC if the camera wrote it. */
  captured_at?: string;
  gps?: GpsCoordinates;
}

/** Where the camera was. */
export interface GpsCoordinates {
  /** Degrees, north is positive. */
  latitude: number;
  /** Degrees, east is positive. */
  longitude: number;
  /** Metres above the sea. */
  altitude?: number;
}

/** Camera texts are names; a longer text is something else. */
const LONGEST = 200;

/** Never throws: broken data counts as absent. @param withGps whether the result may tell where the image was taken. */
export function cameraData(exif: Buffer | undefined, withGps: boolean): CameraData {
  if (!exif || !isModest(exif)) return {};
  try {
    const tags = readTags(exif);
    const data = { ...cameraOf(tags), ...exposureOf(tags), ...(withGps ? { gps: gpsPosition(tags) } : {}) };
    return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  } catch {
    return {};
  }
}

function cameraOf({ Image: image, Photo: photo }: Exif): CameraData {
  return {
    camera_make: text(image?.Make),
    camera_model: text(image?.Model),
    lens_make: text(photo?.LensMake),
    lens_model: text(photo?.LensModel),
    captured_at: timeOf(photo?.DateTimeOriginal ?? image?.DateTime, photo?.OffsetTimeOriginal ?? photo?.OffsetTime),
  };
}

function exposureOf({ Photo: photo }: Exif): CameraData {
  const flash = number(photo?.Flash);
  return {
    exposure_time: positive(photo?.ExposureTime),
    f_number: positive(photo?.FNumber),
    iso: positive(Array.isArray(photo?.ISOSpeedRatings) ? photo.ISOSpeedRatings[0] : photo?.ISOSpeedRatings),
    exposure_bias: number(photo?.ExposureBiasValue),
    focal_length: positive(photo?.FocalLength),
    focal_length_35mm: positive(photo?.FocalLengthIn35mmFilm),
    flash_fired: flash === undefined ? undefined : (flash & 1) === 1,
  };
}

function gpsPosition({ GPSInfo: gps }: Exif): GpsCoordinates | undefined {
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef === 'S', 90);
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef === 'W', 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  const height = number(gps?.GPSAltitude);
  if (height === undefined) return { latitude, longitude };
  return { latitude, longitude, altitude: gps?.GPSAltitudeRef === 1 ? -height : height };
}

/** Degrees, minutes and seconds as one number; undefined if they are invalid. */
function degrees(parts: unknown, negative: boolean, max: number): number | undefined {
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > 3) return undefined;
  const [whole = NaN, minutes = 0, seconds = 0] = parts.map((part) => number(part) ?? NaN);
  const value = whole + minutes / 60 + seconds / 3600;
  if (!(value >= 0 && value <= max)) return undefined;
  return Number((negative ? -value : value).toFixed(6));
}

function timeOf(time: unknown, offset: unknown): string | undefined {
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) return undefined;
  // The reader treats the camera's local time as UTC.
  const clock = time.toISOString().slice(0, 19);
  return typeof offset === 'string' && /^[+-]\d{2}:\d{2}$/.test(offset) ? clock + offset : clock;
}

/** Some cameras write UTF-8 in ASCII fields, which the reader leaves as bytes. */
function text(value: unknown): string | undefined {
  const words = Buffer.isBuffer(value) ? value.toString('utf8') : value;
  if (typeof words !== 'string') return undefined;
  // oxlint-disable-next-line no-control-regex
  const plain = words.replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/g, ' ').trim();
  return plain === '' ? undefined : plain.slice(0, LONGEST);
}

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const positive = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined);

/** Whether an EXIF block claims no more entries than cameras write, so that reading it is safe. */
function isModest(exif: Uint8Array): boolean {
  if (exif.length > MAX_BYTES || exif.length < 16) return false;
  const start = exif[0] === 0x45 ? 6 : 0;
  const view = new DataView(exif.buffer, exif.byteOffset + start, exif.length - start);
  const little = view.getUint8(0) === 0x49;
  const first = view.getUint32(4, little);
  const after = entriesAt(view, first, little);
  const next = first + 2 + (after ?? 0) * ENTRY_BYTES;
  const offsets = [first, ...(next + 4 <= view.byteLength ? [view.getUint32(next, little)] : [])];
  // Two steps: the first directory points to the photo's, and that to interoperability.
  const second = pointersIn(view, first, little);
  const all = [...offsets, ...second, ...second.flatMap((offset) => pointersIn(view, offset, little))];
  // Offset 0 ends the list.
  return all.filter((offset) => offset > 0).every((offset) => isModestDirectory(view, offset, little));
}

/** How the image is stored, 1 to 8; 1 where the block does not tell it. @returns undefined for a block that is broken or unusual. */
export function readOrientation(exif: Buffer): number | undefined {
  const [view, little] = [
    new DataView(exif.buffer, exif.byteOffset + 6, exif.length - 6),
    exif.toString('latin1', 6, 8) === 'II',
  ];
  if (view.byteLength < 8 || exif.toString('latin1', 6, 10) !== (little ? 'II*\0' : 'MM\0*')) return undefined;
  const first = view.getUint32(4, little);
  const all = entries(view, first, little);
  const found = all.filter((at) => view.getUint16(at, little) === ORIENTATION);
  if (all.length === 0 || all.length !== entriesAt(view, first, little) || found.length > 1) return undefined;
  if (found.length === 0) return 1;
  const isPlain = view.getUint16(found[0]! + 2, little) === SHORT && view.getUint32(found[0]! + 4, little) === 1;
  const orientation = view.getUint16(found[0]! + 8, little);
  return isPlain && orientation >= 1 && orientation <= 8 ? orientation : undefined;
}

function entriesAt(view: DataView, offset: number, little: boolean): number | undefined {
  return offset + 2 <= view.byteLength ? view.getUint16(offset, little) : undefined;
}

/** Where the entries are that lie inside the block. */
function entries(view: DataView, directory: number, little: boolean): number[] {
  const count = Math.min(entriesAt(view, directory, little) ?? 0, MAX_ENTRIES + 1);
  const offsets = Array.from({ length: count }, (_, index) => directory + 2 + index * ENTRY_BYTES);
  return offsets.filter((at) => at + ENTRY_BYTES <= view.byteLength);
}

function pointersIn(view: DataView, directory: number, little: boolean): number[] {
  return entries(view, directory, little)
    .filter((at) => POINTERS.includes(view.getUint16(at, little)))
    .map((at) => view.getUint32(at + 8, little));
}

function isModestDirectory(view: DataView, directory: number, little: boolean): boolean {
  if ((entriesAt(view, directory, little) ?? 0) > MAX_ENTRIES) return false;
  return entries(view, directory, little).every((at) => {
    const type = view.getUint16(at + 2, little);
    return type === ASCII || type === BYTES || view.getUint32(at + 4, little) <= MAX_VALUES;
  });
}
