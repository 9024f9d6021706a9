/** More entries than cameras write. The reader takes as much time and memory as a directory claims. */
const MAX_ENTRIES = 256;
const MAX_VALUES = 2048;
const MAX_BYTES = 1024 * 1024;

const ENTRY_BYTES = 12;
const ASCII = 2;
const BYTES = 7;
/** Tags of entries that point to another directory: photo, GPS, interoperability. */
const POINTERS = [0x8769, 0x8825, 0xa005];

/** Whether an EXIF block claims no more entries than cameras write, so that reading it is safe. */
export function isModest(exif: Uint8Array): boolean {
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
