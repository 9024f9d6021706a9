import type { BoundingBox } from '@percept/sdk/models';
import { toBody, type Body } from './body';
import { centreOf, sizeOf, type Point } from '../tracking/geometry';
import type { TrackedDetection, Track } from '../tracking/tracker';

/** Something of which one kind of object or person is seen, with how it moves. */
export interface TrackState {
  label: string;
  entry: number;
  /** Seconds. */
  time: number;
  box: BoundingBox;
  /** The box where it would be if the camera had not moved. */
  steadyBox: BoundingBox;
  confidence: number;
  /** Pixels: the median height around this moment, which a raised arm or a hidden leg does not change. */
  height: number;
  /** Pixels a second, the camera's movement taken off; undefined if it is seen but once. */
  velocity?: Point;
  /** Change of its size a second, as a part of it. */
  growth?: number;
  /** Seconds to its nearest other sighting; Infinity if there is none. */
  step: number;
  /** The frame's lower border cuts it off: neither its legs nor its height can be told. */
  cutOff: boolean;
  body?: Body;
  /** All moments of the same individual, in order, and which of them this is. */
  path: readonly TrackState[];
  at: number;
}

/** Sightings before and after that are taken together for the height. */
const AROUND = 3;
/** Part of the frame's height below which a box ends at its border. */
const BORDER = 0.99;

/**
 * The moments of an individual.
 * @param drift where the camera has moved the image since the start, in pixels, by entry.
 * @param scenery of which the height of a frame and the names of a body's points count.
 */
export function trackStates(
  { label, detections }: Track,
  drift: readonly Point[],
  { labels, height }: { labels: readonly string[]; height: number },
): TrackState[] {
  const path: TrackState[] = [];
  for (const [at, detection] of detections.entries()) {
    const { entry, time, box, confidence, pose } = detection;
    const [before, after] = [detections[at - 1], detections[at + 1]];
    const around = detections.slice(Math.max(0, at - AROUND), at + AROUND + 1);
    path.push({
      label,
      entry,
      time,
      box,
      steadyBox: { ...box, x: box.x - drift[entry]!.x, y: box.y - drift[entry]!.y },
      confidence,
      height: median(around.map((each) => each.box.height)),
      ...movement(before ?? detection, after ?? detection, drift),
      step: Math.min(before ? time - before.time : Infinity, after ? after.time - time : Infinity),
      cutOff: box.y + box.height >= height * BORDER,
      body: pose && toBody(pose, labels),
      path,
      at,
    });
  }
  return path;
}

function movement(
  from: TrackedDetection,
  to: TrackedDetection,
  drift: readonly Point[],
): Pick<TrackState, 'velocity' | 'growth'> {
  const seconds = to.time - from.time;
  if (seconds <= 0) return {};
  const [start, end] = [centreOf(from.box), centreOf(to.box)];
  const [before, after] = [drift[from.entry]!, drift[to.entry]!];
  return {
    velocity: {
      x: (end.x - start.x - (after.x - before.x)) / seconds,
      y: (end.y - start.y - (after.y - before.y)) / seconds,
    },
    growth: Math.log(sizeOf(to.box) / sizeOf(from.box)) / seconds,
  };
}

/** Body heights a second; undefined if it cannot be told. */
export const paceOf = ({ velocity, height }: TrackState) => velocity && Math.hypot(velocity.x, velocity.y) / height;

/** The moments of the same individual within this many seconds, including this one. */
export const within = ({ path, time }: TrackState, seconds: number) =>
  path.filter((each) => Math.abs(each.time - time) <= seconds);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
