import type { Size } from '../images';

export interface ProbedStream extends Size {
  index: number;
  codec: string;
  /** Width of a pixel divided by its height. */
  aspect: number;
  /** The clockwise rotation in degrees that the stored video needs. */
  rotation: number;
  /** Average frames per second; 0 if the container tells none. */
  fps: number;
  /** Seconds, if the container tells how long each frame is shown. */
  duration?: number;
  /** Frames by the container's own index, if it has one. */
  listed?: number;
  /** Display times of packets, in seconds, in order, without those that an edit list cuts off. */
  times: number[];
  /** Number of packets, cut off or not. */
  packets: number;
}

export interface Probed {
  /** Seconds, as the container states; undefined if it does not. A WebM states the time at which it ends. */
  duration?: number;
  /** Seconds at which the first track begins. Times of frames are counted from there. */
  start?: number;
  /** The first image track; undefined if there is none. */
  stream?: ProbedStream;
  /** Codecs of the sound tracks and others. */
  others: string[];
}

/** The largest rounding error: ffmpeg rounds to a hundredth what it writes for people. */
const ROUNDED = 0.0051;
const DISCARDED = 4;
const NO_TIME = '-9223372036854775808';

/** A packet with times in seconds. */
interface Packet {
  time: number;
  length: number;
  isShown: boolean;
}

interface Track {
  index: number;
  type: string;
  codec: string;
  /** ffmpeg's description after the codec. */
  rest: string;
}

/**
 * Reads ffmpeg's description of its input (`stderr`), and the packets of its images that the muxer `framecrc` lists (`stdout`),
 * with times to the tick.
 * @param listed number of frames in the container's own index, which ffmpeg does not tell.
 */
export function readProbe({ stdout, stderr }: { stdout: string; stderr: string }, listed?: number): Probed {
  const input = /^Input #0/m.test(stderr) ? stderr.split(/^Input #0/m)[1]!.split(/^(?:Stream mapping:|Output #0)/m)[0]! : '';
  const [head = '', ...parts] = input.split(/^ {2,4}Stream #0:/m);
  const tracks = parts.flatMap(readTrack);
  const images = tracks.find(isImages);
  const packets = readPackets(stdout);
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(head) ?? [];
  const told = number(seconds) === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const end = packets.reduce((last, { time, length }) => Math.max(last, time + length), 0);
  return {
    duration: told !== undefined && Math.abs(end - told) < ROUNDED ? end : told,
    start: number(/ start: (-?[\d.]+)/.exec(head)?.[1]),
    stream: images && readStream(images, packets, listed),
    others: tracks.filter((track) => !isImages(track)).map(({ codec, type }) => (codec === 'none' ? type : codec)),
  };
}

const isImages = ({ type, rest }: Track) => type === 'video' && !/^.*\(attached pic\)/.test(rest);

function readTrack(text: string): Track[] {
  const found = /^(\d+)[^\n]*?: (Video|Audio|Subtitle|Data|Attachment|Unknown): ([^\s,]+)([^]*)/.exec(text);
  return found ? [{ index: Number(found[1]), type: found[2]!.toLowerCase(), codec: found[3]!, rest: found[4]! }] : [];
}

function readStream({ index, codec, rest }: Track, packets: Packet[], listed?: number): ProbedStream {
  const [line = ''] = rest.split('\n', 1);
  const [, width, height] = /, (\d+)x(\d+)/.exec(line) ?? [];
  const [, across, down] = /\bSAR (\d+):(\d+)/.exec(line) ?? [];
  const turned = number(/displaymatrix: rotation of (-?[\d.]+)/.exec(rest)?.[1]) ?? 0;
  const toldRate = number(/, ([\d.]+) fps/.exec(line)?.[1]) ?? 0;
  const total = packets.reduce((sum, { length }) => sum + length, 0);
  const rate = Math.round((packets.length / total) * 1e6) / 1e6;
  const isTimed = Math.abs(rate - toldRate) < ROUNDED;
  const shown = packets.filter(({ isShown }) => isShown);
  return {
    index,
    codec: codec === 'none' ? 'unknown' : codec,
    width: Number(width ?? 0),
    height: Number(height ?? 0),
    aspect: Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1,
    rotation: ((Math.round(-turned) % 360) + 360) % 360,
    fps: isTimed ? rate : toldRate,
    duration: isTimed ? shown.reduce((sum, { length }) => sum + length, 0) : undefined,
    listed,
    times: shown.map(({ time }) => time).sort((left, right) => left - right),
    packets: packets.length,
  };
}

/**
 * Lines such as `0, -512, 1024, 512, 321, 0x344fa5ab, F=0x0`: stream, decoding time, display time, duration, bytes, checksum,
 * flags.
 */
function readPackets(text: string): Packet[] {
  const [, over = 1, under = 1] = /^#tb 0: (\d+)\/(\d+)/m.exec(text)?.map(Number) ?? [];
  const seconds = (ticks: string) => Math.round((Number(ticks) * over * 1e6) / under) / 1e6;
  return Array.from(text.matchAll(/^0, *(-?\d+), *(-?\d+), *(\d+),.*$/gm), ([line, decoded, shown, length]) => ({
    time: seconds(shown === NO_TIME ? decoded! : shown!),
    length: (Number(length) * over) / under,
    isShown: (Number(/F=(0x[\dA-F]+)/.exec(line)?.[1] ?? 0) & DISCARDED) === 0,
  }));
}

const number = (text: string | undefined) => (text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text));
