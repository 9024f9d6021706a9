import type { BoundingBox } from '@percept/sdk/models';
import { labelFor, percent, toBox, type Label, type Size } from './rekognition-answers';

export interface VideoOutput {
  video_info: { duration: number; fps: number; resolution: string };
  tracks: Track[];
}

interface Track {
  object: string;
  /** Seconds. */
  first: number;
  last: number;
  /** Confidence of the whole track, 0 to 1. */
  confidence: number;
  boxes: { timestamp: number; bounding_box: BoundingBox }[];
}

interface LabelAt {
  /** Milliseconds. */
  Timestamp: number;
  Label: Label;
}

/** Converts seconds to milliseconds. */
const toMs = (seconds: number): number => Math.round(seconds * 1000);

export function sizeOf({ resolution }: VideoOutput['video_info']): Size {
  const [width = 0, height = 0] = resolution.split('x').map(Number);
  return { width, height };
}

/** Describes the video, without its codec and container, which are no longer known. */
export function toVideoMetadata(info: VideoOutput['video_info']): object {
  const { width, height } = sizeOf(info);
  return { DurationMillis: toMs(info.duration), FrameRate: info.fps, FrameWidth: width, FrameHeight: height };
}

/** A label for each kind of object at each moment, with an instance for each individual. */
export function labelsByTime(tracks: readonly Track[], size: Size): LabelAt[] {
  const found = new Map<string, LabelAt>();
  for (const { object, confidence, boxes } of tracks) {
    for (const { timestamp, bounding_box } of boxes) {
      const [Timestamp, Confidence] = [toMs(timestamp), percent(confidence)];
      const key = `${Timestamp} ${object}`;
      const at = found.get(key) ?? { Timestamp, Label: labelFor(object) };
      found.set(key, at);
      at.Label.Confidence = Math.max(at.Label.Confidence, Confidence);
      at.Label.Instances.push({ BoundingBox: toBox(bounding_box, size), Confidence });
    }
  }
  return [...found.values()];
}

/** A label for each individual, with the time during which it is seen. */
export function labelsBySegment(tracks: readonly Track[]): object[] {
  return tracks.map(({ object, first, last, confidence }) => ({
    Timestamp: toMs(first),
    StartTimestampMillis: toMs(first),
    EndTimestampMillis: toMs(last),
    DurationMillis: toMs(last) - toMs(first),
    Label: labelFor(object, percent(confidence)),
  }));
}
