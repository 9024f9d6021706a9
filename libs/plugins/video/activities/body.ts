import type { BodyPoint } from '@percept/sdk/models';
import { pointDistance, type FramePoint } from '../tracking/geometry';

/** Points below this score count as not seen. */
const SEEN = 0.3;

/** The visible body in the image: y grows downwards, lengths are in torsos. */
export interface Body {
  /** Pixels from the middle of the shoulders to the middle of the hips. */
  torso: number;
  /** Degrees between torso and vertical, 0 (upright) to 180. */
  lean: number;
  /** The distance of the knees and the ankles below the hips; undefined if they are not seen. */
  knees?: number;
  ankles?: number;
  hips: FramePoint;
  shoulders: FramePoint;
  head?: FramePoint;
  wrists: { left?: FramePoint; right?: FramePoint };
  elbows: { left?: FramePoint; right?: FramePoint };
  /** Lowest score of the shoulders and hips. */
  confidence: number;
}

/** @param points by their names; undefined if shoulders or hips are not seen. */
export function toBody(points: readonly BodyPoint[], labels: readonly string[]): Body | undefined {
  const find = (name: string) => {
    const point = points[labels.indexOf(name)];
    return point && point.score >= SEEN ? point : undefined;
  };
  const pair = (name: string) => middle([find(`left ${name}`), find(`right ${name}`)]);
  const [shoulders, hips] = [pair('shoulder'), pair('hip')];
  if (!shoulders || !hips) return undefined;
  const torso = pointDistance(shoulders, hips);
  if (torso < 1) return undefined;
  const below = (point: FramePoint | undefined) => point && (point.y - hips.y) / torso;
  const sides = (name: string) => ({ left: find(`left ${name}`), right: find(`right ${name}`) });
  return {
    torso,
    lean: (Math.acos(Math.max(-1, Math.min(1, (hips.y - shoulders.y) / torso))) * 180) / Math.PI,
    knees: below(pair('knee')),
    ankles: below(pair('ankle')),
    hips,
    shoulders,
    head: middle([find('nose'), find('left eye'), find('right eye')]),
    wrists: sides('wrist'),
    elbows: sides('elbow'),
    confidence: Math.min(shoulders.score, hips.score),
  };
}

/** The middle of the visible points; its score is the lowest of theirs. */
function middle(points: readonly (BodyPoint | undefined)[]): BodyPoint | undefined {
  const seen = points.filter((point) => point !== undefined);
  if (seen.length === 0) return undefined;
  const sum = (pick: (point: BodyPoint) => number) => seen.reduce((total, point) => total + pick(point), 0) / seen.length;
  return { x: sum(({ x }) => x), y: sum(({ y }) => y), score: Math.min(...seen.map(({ score }) => score)) };
}
