import { pointDistance, type FramePoint } from '../tracking/geometry';
import { THRESHOLDS } from './thresholds';
import { recentMoments, type TrackState } from './track-states';

const SIDES = ['left', 'right'] as const;
type Side = (typeof SIDES)[number];

/** Whether a hand above its elbow goes to and fro around this moment. */
export function isWaving(person: TrackState): boolean {
  const { step, within: seconds, turns, swing } = THRESHOLDS.waving;
  if (person.step > step) return false;
  const around = recentMoments(person, seconds / 2);
  return SIDES.some((side) => {
    const points = around.flatMap(({ body }) => {
      const [wrist, elbow] = [body?.wrists[side], body?.elbows[side]];
      return body && wrist && elbow && wrist.y < elbow.y ? [(wrist.x - body.shoulders.x) / body.torso] : [];
    });
    return countTurns(points, swing) >= turns;
  });
}

/** How often a value reverses its direction, ignoring swings smaller than `min`. */
export function countTurns(values: readonly number[], min: number): number {
  let [turns, extreme, direction] = [0, values[0] ?? 0, 0];
  for (const value of values) {
    if (Math.sign(value - extreme) === direction) extreme = value;
    else if (Math.abs(value - extreme) >= min) {
      if (direction !== 0) turns++;
      direction = Math.sign(value - extreme);
      extreme = value;
    }
  }
  return turns;
}

/** Whether a hand above the hips keeps moving around this moment. */
export function isGesturing(person: TrackState): boolean {
  const { speed, times } = THRESHOLDS.gesturing;
  return SIDES.some((side) => {
    const speeds = handSpeeds(person, side);
    return speeds.length >= times && speeds.reduce((sum, each) => sum + each, 0) / speeds.length >= speed;
  });
}

/**
 * The hand's speeds from one sighting to the next, in torsos a second relative to the shoulders. Only pairs with the hand above the
 * hips count.
 */
function handSpeeds(person: TrackState, side: Side): number[] {
  const { step, within: seconds } = THRESHOLDS.gesturing;
  const seen = recentMoments(person, seconds / 2).filter(({ body }) => body);
  return seen.slice(1).flatMap((state, before) => {
    const elapsed = state.time - seen[before]!.time;
    const [from, to] = [seen[before]!, state].map((each) => raisedHand(each, side));
    return from && to && elapsed <= step ? [pointDistance(from, to) / elapsed] : [];
  });
}

function raisedHand({ body }: TrackState, side: Side): FramePoint | undefined {
  const wrist = body?.wrists[side];
  if (!wrist || (body.hips.y - wrist.y) / body.torso < THRESHOLDS.gesturing.raised) return undefined;
  return { x: (wrist.x - body.shoulders.x) / body.torso, y: (wrist.y - body.shoulders.y) / body.torso };
}
