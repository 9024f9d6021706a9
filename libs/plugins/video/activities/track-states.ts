import type { BoundingBox } from '@percept/sdk/models';
import { toBody, type Body } from './body';
import { findCentre, measureBox, type FramePoint } from '../tracking/geometry';
import type { TrackedDetection, Track } from '../tracking/tracker';

/** A sighting of an object or person, with its movement. */
export interface TrackState {
  label: string;
  entry: number;
  /** Seconds. */
  time: number;
  box: BoundingBox;
  /** The position of the box if the camera had not moved. */
  steadyBox: BoundingBox;
  confidence: number;
  /** Pixels: the median height around this moment, unaffected by a raised arm or a hidden leg. */
  height: number;
  /** Pixels a second, apart from the camera's movement; undefined for a single sighting. */
  velocity?: FramePoint;
  /** Relative change of the size per second. */
  growth?: number;
  /** Seconds to the nearest other sighting; Infinity if there is none. */
  step: number;
  /** Whether the frame's lower border cuts it off, so that its legs and its height are unknown. */
  cutOff: boolean;
  body?: Body;
  /** All moments of the same individual, in order, and the index of this one. */
  path: readonly TrackState[];
  at: number;
}

/** The number of sightings before and after that count for the median height. */
const AROUND = 3;
/** A box that reaches below this part of the frame's height ends at its border. */
const BORDER = 0.99;

/**
 * The moments of an individual.
 * @param drift how far the camera has moved the image since the start, in pixels, by entry.
 * @param scenery gives the height of a frame and the names of a body's points.
 */
export function trackStates(
  { label, detections }: Track,
  drift: readonly FramePoint[],
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
      height: medianValue(around.map((each) => each.box.height)),
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
  drift: readonly FramePoint[],
): Pick<TrackState, 'velocity' | 'growth'> {
  const seconds = to.time - from.time;
  if (seconds <= 0) return {};
  const [start, end] = [findCentre(from.box), findCentre(to.box)];
  const [before, after] = [drift[from.entry]!, drift[to.entry]!];
  return {
    velocity: {
      x: (end.x - start.x - (after.x - before.x)) / seconds,
      y: (end.y - start.y - (after.y - before.y)) / seconds,
    },
    growth: Math.log(measureBox(to.box) / measureBox(from.box)) / seconds,
  };
}

/** Body heights a second; undefined if unknown. */
export const measurePace = ({ velocity, height }: TrackState) => velocity && Math.hypot(velocity.x, velocity.y) / height;

/** The moments of the same individual within this many seconds, including this one. */
export const recentMoments = ({ path, time }: TrackState, seconds: number) =>
  path.filter((each) => Math.abs(each.time - time) <= seconds);

export function medianValue(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
