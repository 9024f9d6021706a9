import type { Size } from '../images';

export interface ProbedStream extends Size {
  index: number;
  codec: string;
  /** How many times as wide as high a pixel is. */
  aspect: number;
  /** The clockwise rotation in degrees that the stored video needs. */
  rotation: number;
  /** Average frames per second as a fraction, such as `30000/1001`; `0/0` if the container tells none. */
  rate: string;
  /** Seconds, if the container tells it of the stream. */
  duration?: number;
  /** Frames by the container's own index, if it has one. */
  listed?: number;
  /** Moments at which packets are shown, in seconds, in order; those that an edit list cuts off left out. */
  times: number[];
  /** How many packets are there, cut off or not. */
  packets: number;
}

export interface Probed {
  /** Seconds, as the container tells it; undefined if it does not. A WebM tells the time at which it ends. */
  duration?: number;
  /** Seconds at which the first of its tracks begins; times of frames are counted from there. */
  start?: number;
  /** The first image track; undefined if there is none. */
  stream?: ProbedStream;
  /** Codecs of the sound tracks and others. */
  others: string[];
}

interface RawStream {
  index: number;
  codec_type: string;
  codec_name?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  duration?: string;
  nb_frames?: string;
  disposition?: { attached_pic?: number };
  tags?: { rotate?: string };
  side_data_list?: { rotation?: number }[];
}

interface RawPacket {
  stream_index: number;
  pts_time?: string;
  dts_time?: string;
  flags: string;
}

/** What ffprobe is to tell, as JSON. */
export const PROBE_ENTRIES =
  'format=duration,start_time:stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,avg_frame_rate,duration,nb_frames' +
  ':stream_disposition=attached_pic:stream_tags=rotate:stream_side_data=rotation:packet=stream_index,pts_time,dts_time,flags';

/** Reads ffprobe's JSON. */
export function readProbe(json: string): Probed {
  const {
    format = {},
    streams = [],
    packets = [],
  } = JSON.parse(json) as {
    format?: { duration?: string; start_time?: string };
    streams?: RawStream[];
    packets?: RawPacket[];
  };
  const isVideoTrack = ({ codec_type, disposition }: RawStream) => codec_type === 'video' && !disposition?.attached_pic;
  const raw = streams.find(isVideoTrack);
  return {
    duration: number(format.duration),
    start: number(format.start_time),
    stream: raw && readStream(raw, packets),
    others: streams.filter((stream) => !isVideoTrack(stream)).map((stream) => stream.codec_name ?? stream.codec_type),
  };
}

function readStream(raw: RawStream, all: RawPacket[]): ProbedStream {
  const packets = all.filter(({ stream_index }) => stream_index === raw.index);
  const turned = raw.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? -Number(raw.tags?.rotate ?? 0);
  return {
    index: raw.index,
    codec: raw.codec_name ?? 'unknown',
    width: raw.width ?? 0,
    height: raw.height ?? 0,
    aspect: aspectFrom(raw.sample_aspect_ratio),
    rotation: ((Math.round(-turned) % 360) + 360) % 360,
    rate: raw.avg_frame_rate ?? '0/0',
    duration: number(raw.duration),
    listed: number(raw.nb_frames),
    times: packets
      .filter(({ flags }) => !flags.includes('D'))
      .map(({ pts_time, dts_time }) => Number(pts_time ?? dts_time))
      .sort((left, right) => left - right),
    packets: packets.length,
  };
}

/** @param ratio such as `4:3`; `0:1` or `N/A` if the video tells none. */
function aspectFrom(ratio = ''): number {
  const [across = 0, down = 0] = ratio.split(':').map(Number);
  return across > 0 && down > 0 ? across / down : 1;
}

const number = (text: string | undefined) => (text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text));
