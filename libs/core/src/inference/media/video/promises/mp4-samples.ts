import { fstatSync, readSync } from 'node:fs';
import { UnreadableVideoError } from '../ffmpeg-fault';

/** Boxes that contain boxes. */
const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf'];
/** Boxes that say a number of samples or entries at this byte of their content. */
const COUNTS: Record<string, number> = { stsz: 8, stz2: 8, trun: 4, elst: 4 };
const HEADER = 8;
const LONG_HEADER = 16;
/** A file with more boxes than this has been made to be slow. */
const MAX_BOXES = 100_000;
/** The deepest boxes that count are seven levels down; ffmpeg reads ten. */
const MAX_DEPTH = 10;

/** The sample counts that the headers of an MP4 or MOV state. */
interface SampleCounts {
  tracks: number;
  /** Number of samples in all tracks. An edit list repeats its track's samples. */
  samples: number;
  /** Number of images in the first image track; undefined if there is none. */
  images?: number;
  /** Whether the header is compressed, so that its size is not known before it is read. */
  isCompressed: boolean;
}

/**
 * Adds up the samples that the boxes of an MP4 or MOV promise, without reading their tables: ffmpeg allocates memory for each
 * promised sample. Uncompressed sound, whose samples have one size and one length and fit into the file, is not counted: ffmpeg
 * reads it in larger pieces. Reads synchronously, a few bytes of each box: videos are opened in worker threads.
 * @param file descriptor.
 */
export function countSamples(file: number): SampleCounts {
  const { size } = fstatSync(file);
  const walk: Walk = { file, size, boxes: 0, counts: { tracks: 0, samples: 0, isCompressed: false }, track: newTrack() };
  walkBoxes(walk, { from: 0, end: size }, 1);
  endTrack(walk);
  return walk.counts;
}

interface Track {
  samples: number;
  edits: number;
  isSound: boolean;
  isImages: boolean;
  sampleSize: number;
  isRegular: boolean;
}

interface Walk {
  file: number;
  size: number;
  boxes: number;
  counts: SampleCounts;
  track: Track;
}

const newTrack = (): Track => ({ samples: 0, edits: 1, isSound: false, isImages: false, sampleSize: 0, isRegular: false });

function endTrack({ counts, track, size }: Walk): void {
  const isPlainSound = track.isSound && track.isRegular && track.sampleSize > 0 && track.samples * track.sampleSize <= size;
  if (track.isImages) counts.images ??= track.samples;
  if (!isPlainSound) counts.samples += track.samples * Math.max(1, track.edits);
}

interface Span {
  from: number;
  end: number;
}

function walkBoxes(walk: Walk, { from, end }: Span, depth: number): void {
  if (depth > MAX_DEPTH) throw new UnreadableVideoError('its boxes are nested too deep');
  for (let at = from; at + HEADER <= end;) {
    if (++walk.boxes > MAX_BOXES) throw new UnreadableVideoError('it has too many boxes');
    const head = read(walk.file, at, LONG_HEADER);
    if (head.length < HEADER) return;
    const short = head.readUInt32BE(0);
    const header = short === 1 ? LONG_HEADER : HEADER;
    if (head.length < header) return;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (length < header) return;
    const type = head.toString('latin1', 4, 8);
    readBox(walk, type, { from: at + header, end: Math.min(end, at + length) }, depth);
    at += length;
  }
}

function readBox(walk: Walk, type: string, span: Span, depth: number): void {
  if (type === 'cmov') walk.counts.isCompressed = true;
  if (type === 'trak' || type === 'traf') {
    endTrack(walk);
    walk.track = newTrack();
    if (type === 'trak') walk.counts.tracks++;
  }
  if (CONTAINERS.includes(type)) return walkBoxes(walk, span, depth + 1);
  const { track } = walk;
  const content = read(walk.file, span.from, 20);
  const number = (at: number): number => (content.length >= at + 4 ? content.readUInt32BE(at) : 0);
  if (type === 'hdlr') {
    const kind = content.toString('latin1', 8, 12);
    track.isSound ||= kind === 'soun';
    track.isImages ||= kind === 'vide';
  }
  if (type === 'stts') track.isRegular = number(4) === 1 && number(12) === 1;
  if (type === 'stsz') track.sampleSize = number(4);
  const count = COUNTS[type] === undefined ? 0 : number(COUNTS[type]);
  if (type === 'elst') track.edits = Math.max(track.edits, count);
  else track.samples += count;
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}
