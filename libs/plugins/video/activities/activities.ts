import type { FramePoint } from '../tracking/geometry';
import { grouped } from '../group-by';
import { trackStates, type TrackState } from './track-states';
import { POSTURES } from './postures';
import { claimsFromContext, isDriving } from './scene-context';
import type { Track } from '../tracking/tracker';
import type { ViewChange } from '../tracking/view';

/** An activity at a moment of the video. */
export interface ActivityClaim {
  activity: string;
  confidence: number;
}

/** A person who sits on something that moves does not walk, regardless of the movement in the image. */
const CARRIED = ['cycling', 'riding', 'skiing', 'surfing'];
const ON_FOOT = ['standing', 'walking', 'running', 'sitting', 'jumping'];
/** Activities of the whole image. */
export const CAMERA_ACTIVITIES: readonly string[] = ['no_motion', 'camera_moving'];
const GESTURE_WITH = ['gesturing', 'standing', 'sitting'];
/** A single frame may be wrong about these, so most of its neighbours must agree. */
const LASTING = ['standing', 'walking', 'running', 'sitting', 'lying'];
/** If frames are at least this many seconds apart, each stands alone. */
const DENSE = 0.35;

interface Scenery {
  /** The changes of each entry since the one before. */
  changes: readonly ViewChange[];
  /** Pixels. */
  width: number;
  height: number;
  /** Names of a body's points. */
  labels: readonly string[];
}

/** The activities of each entry, those of most people first. */
export function recognizeActivities(tracks: readonly Track[], scenery: Scenery): ActivityClaim[][] {
  const drift = driftOf(scenery);
  const states = tracks.flatMap((track) => trackStates(track, drift, scenery));
  const byEntry = grouped(states, ({ entry }) => entry);
  const ofPerson = new Map<TrackState, Map<string, number>>();
  for (const person of states.filter(({ label }) => label === 'person')) {
    const others = byEntry.get(person.entry)!.filter(({ label }) => label !== 'person');
    ofPerson.set(person, personClaims(person, others));
  }
  return scenery.changes.map((change, entry) => {
    const present = byEntry.get(entry) ?? [];
    const claims = present.flatMap((state) => steady(state, ofPerson));
    claims.push(...present.filter(isDriving).map(({ confidence }) => ({ activity: 'driving', confidence })));
    return [...merged(claims), ...ofCamera(change)];
  });
}

function personClaims(person: TrackState, others: readonly TrackState[]): Map<string, number> {
  const claims = claimsFromContext(person, others);
  const carried = CARRIED.some((activity) => claims.has(activity));
  for (const [activity, rule] of Object.entries(POSTURES)) {
    if (carried && ON_FOOT.includes(activity)) continue;
    const sure = rule(person);
    if (sure !== undefined) claims.set(activity, sure);
  }
  // Hands that are busy with something else do not gesture.
  if ([...claims.keys()].some((activity) => !GESTURE_WITH.includes(activity))) claims.delete('gesturing');
  if (claims.has('falling')) for (const activity of ON_FOOT) claims.delete(activity);
  return claims;
}

function steady(person: TrackState, ofPerson: ReadonlyMap<TrackState, Map<string, number>>): ActivityClaim[] {
  const claims = [...(ofPerson.get(person) ?? [])].map(([activity, confidence]) => ({ activity, confidence }));
  if (person.step > DENSE) return claims;
  const neighbours = [person.path[person.at - 1], person.path[person.at + 1]].filter((each) => each !== undefined);
  const holds = (activity: string) => neighbours.some((each) => ofPerson.get(each)?.has(activity));
  return claims.filter(({ activity }) => !LASTING.includes(activity) || holds(activity));
}

/** Each activity once, with the best confidence, ordered by the number of people. */
function merged(claims: readonly ActivityClaim[]): ActivityClaim[] {
  const byName = [...grouped(claims, ({ activity }) => activity)];
  return byName
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([activity, all]) => ({ activity, confidence: Math.max(...all.map(({ confidence }) => confidence)) }));
}

function ofCamera({ camera, still }: ViewChange): ActivityClaim[] {
  if (still) return [{ activity: 'no_motion', confidence: 1 }];
  return camera ? [{ activity: 'camera_moving', confidence: 1 }] : [];
}

/** How far the camera has moved the image since the start, in pixels, by entry. */
function driftOf({ changes, width, height }: Scenery): FramePoint[] {
  let [x, y] = [0, 0];
  return changes.map(({ camera }) => ({ x: (x += (camera?.x ?? 0) * width), y: (y += (camera?.y ?? 0) * height) }));
}
