import type { BodyPoint, BoundingBox, DetectedObject } from '@percept/sdk/models';
import { findCentre, pointDistance, overlap, measureBox } from './geometry';

/** Thresholds of the tracker: confidences 0..1, seconds, sizes of the object. */
const TRACKING = {
  /** A detection with a lower confidence continues a track, but starts none. */
  start: 0.5,
  /** The minimum overlap of a detection with the predicted box. */
  overlap: 0.1,
  /** Without an overlap: the maximum movement in object sizes per second, within these bounds. */
  reach: { perSecond: 1.6, least: 0.5, most: 2 },
  /** The maximum factor by which the object grows or shrinks meanwhile. */
  growth: 2,
  /** A track ends after this many seconds without a detection; if frames are further apart, at the first frame without one. */
  patience: 1.2,
  /** A track counts with one detection of this confidence, or with this many of this average confidence. */
  believed: { once: 0.6, often: { times: 3, mean: 0.45 } },
} as const;

/** An object as seen on one of the analyzed frames. */
export interface TrackedDetection {
  /** Number of the entry in the timeline. */
  entry: number;
  /** Seconds. */
  time: number;
  box: BoundingBox;
  confidence: number;
  /** The points of a person's body, if it was found. */
  pose?: BodyPoint[];
}

export interface Track {
  label: string;
  /** The detections as they were found, without filled gaps. */
  detections: TrackedDetection[];
}

/** Follows objects from frame to frame: by overlap with the box that constant velocity predicts, else by nearness. */
export class Tracker {
  readonly tracks: Track[] = [];
  private active: Track[] = [];

  /** @returns the sighting of each object, in their order; undefined if it is too faint to start a track. */
  update(frame: { entry: number; time: number }, objects: readonly DetectedObject[]): (TrackedDetection | undefined)[] {
    const { entry, time } = frame;
    this.active = this.active.filter((track) => {
      const last = track.detections.at(-1)!;
      return entry - last.entry === 1 || time - last.time <= TRACKING.patience;
    });
    const owner = this.assign(time, objects);
    return objects.map(({ label, confidence, bounding_box }, index) => {
      let track = owner.get(index);
      if (!track && confidence < TRACKING.start) return undefined;
      if (!track) {
        track = { label, detections: [] };
        this.tracks.push(track);
        this.active.push(track);
      }
      const detection = { entry, time, box: bounding_box, confidence };
      track.detections.push(detection);
      return detection;
    });
  }

  /** Ends all tracks at a cut. */
  cut(): void {
    this.active = [];
  }

  /** Matches objects to tracks, the best pairs first. */
  private assign(time: number, objects: readonly DetectedObject[]): Map<number, Track> {
    const pairs = this.active.flatMap((track) => {
      const expected = predicted(track, time);
      const seconds = time - track.detections.at(-1)!.time;
      return objects.flatMap(({ label, bounding_box }, index) => {
        const likeness = label === track.label ? likenessOf(expected, bounding_box, seconds) : 0;
        return likeness > 0 ? [{ track, index, likeness }] : [];
      });
    });
    const owner = new Map<number, Track>();
    const matched = new Set<Track>();
    for (const { track, index } of pairs.sort((one, other) => other.likeness - one.likeness)) {
      if (matched.has(track) || owner.has(index)) continue;
      matched.add(track);
      owner.set(index, track);
    }
    return owner;
  }
}

/** The box at that time if the object keeps its velocity. */
function predicted({ detections }: Track, time: number): BoundingBox {
  const last = detections.at(-1)!;
  const before = detections.at(-2);
  if (!before) return last.box;
  const [from, to] = [findCentre(before.box), findCentre(last.box)];
  const steps = (time - last.time) / (last.time - before.time);
  return { ...last.box, x: last.box.x + (to.x - from.x) * steps, y: last.box.y + (to.y - from.y) * steps };
}

function likenessOf(expected: BoundingBox, seen: BoundingBox, seconds: number): number {
  const both = overlap(expected, seen);
  if (both >= TRACKING.overlap) return both;
  const [one, other] = [measureBox(expected), measureBox(seen)];
  if (Math.max(one, other) > Math.min(one, other) * TRACKING.growth) return 0;
  const { perSecond, least: min, most: max } = TRACKING.reach;
  const reach = Math.min(max, Math.max(min, perSecond * seconds)) * Math.max(one, other);
  return Math.max(0, TRACKING.overlap * (1 - pointDistance(findCentre(expected), findCentre(seen)) / reach));
}

export const computeTrackConfidence = ({ detections }: Track) =>
  detections.reduce((sum, { confidence }) => sum + confidence, 0) / detections.length;

/** Whether the track is more than a flicker. */
export function isBelieved(track: Track): boolean {
  const { once, often } = TRACKING.believed;
  if (track.detections.some(({ confidence }) => confidence >= once)) return true;
  return track.detections.length >= often.times && computeTrackConfidence(track) >= often.mean;
}
