import type { BoundingBox } from '@percept/sdk/models';
import { findCentre, pointDistance, shared, measureBox, type FramePoint } from '../tracking/geometry';
import { measurePace, type TrackState } from './track-states';
import { THRESHOLDS } from './thresholds';

/** The confidence that an object beside a person adds; undefined if none. */
type ContextRule = (person: TrackState, object: TrackState) => number | undefined;

const FOOD = ['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake'];
const CUTLERY = ['fork', 'spoon', 'knife'];
const SPORTS = ['sports ball', 'frisbee'];
const ROAD_VEHICLES = ['car', 'truck', 'bus', 'train'];

const claim = (person: TrackState, object: TrackState, holds: boolean) =>
  holds ? Math.min(person.confidence, object.confidence) : undefined;

/** Whether the person is on the object: the lower half of the person and the object share this fraction of the smaller one. */
function isOn(person: TrackState, object: TrackState, min: number): boolean {
  const { x, y, width, height } = person.box;
  const lower: BoundingBox = { x, y: y + height / 2, width, height: height / 2 };
  const smaller = Math.min(lower.width * lower.height, object.box.width * object.box.height);
  const reachesUp = findCentre(person.box).y < findCentre(object.box).y;
  return reachesUp && shared(lower, object.box) / smaller >= min;
}

/** The distance from the object's middle to the nearest hand, in torsos; undefined if no hand is seen. */
function fromHand({ body }: TrackState, object: TrackState): number | undefined {
  const hands = [body?.wrists.left, body?.wrists.right].filter((hand): hand is FramePoint => hand !== undefined);
  if (!body || hands.length === 0) return undefined;
  return Math.min(...hands.map((hand) => pointDistance(hand, findCentre(object.box)))) / body.torso;
}

const inHand = (person: TrackState, object: TrackState, reach: number) => {
  const far = fromHand(person, object);
  return claim(person, object, far !== undefined && far <= reach + measureBox(object.box) / 2 / (person.body?.torso ?? 1));
};

const atFeet = (person: TrackState, object: TrackState, reach: number) => {
  const feet = { x: person.box.x + person.box.width / 2, y: person.box.y + person.box.height };
  const { x, y, width, height } = object.box;
  const nearest = { x: Math.min(x + width, Math.max(x, feet.x)), y: Math.min(y + height, Math.max(y, feet.y)) };
  return claim(person, object, pointDistance(feet, nearest) <= reach * person.height);
};

/** The activity that an object shows, and its rule, by kind of object. */
const BY_OBJECT: Readonly<Record<string, readonly [string, ContextRule]>> = {
  bicycle: [
    'cycling',
    (person, object) => {
      const { speed, onIt } = THRESHOLDS.cycling;
      return claim(person, object, isOn(person, object, onIt) && (measurePace(person) ?? 0) >= speed);
    },
  ],
  motorcycle: ['riding', (person, object) => claim(person, object, isOn(person, object, THRESHOLDS.riding.onIt))],
  horse: ['riding', (person, object) => claim(person, object, isOn(person, object, THRESHOLDS.riding.onIt))],
  skis: ['skiing', (person, object) => atFeet(person, object, THRESHOLDS.skiing.feet)],
  surfboard: ['surfing', (person, object) => atFeet(person, object, THRESHOLDS.surfing.feet)],
  'cell phone': ['using_phone', (person, object) => inHand(person, object, THRESHOLDS.using_phone.reach)],
  laptop: ['using_laptop', (person, object) => inHand(person, object, THRESHOLDS.using_laptop.reach)],
  ...Object.fromEntries(
    SPORTS.map((label) => [
      label,
      [
        'playing_ball',
        (person: TrackState, object: TrackState) => {
          const { reach, speed, step } = THRESHOLDS.playing_ball;
          const far = pointDistance(findCentre(person.box), findCentre(object.box)) / person.height;
          const pace = object.velocity && Math.hypot(object.velocity.x, object.velocity.y) / person.height;
          return claim(person, object, far <= reach && pace !== undefined && pace >= speed && object.step <= step);
        },
      ] as const,
    ]),
  ),
  ...Object.fromEntries(
    [...FOOD, ...CUTLERY].map((label) => [
      label,
      ['eating', (person: TrackState, object: TrackState) => inHand(person, object, THRESHOLDS.eating.reach)] as const,
    ]),
  ),
};

/** The activities that the objects around a person suggest. */
export function claimsFromContext(person: TrackState, objects: readonly TrackState[]): Map<string, number> {
  const claims = new Map<string, number>();
  for (const object of objects) {
    const [activity, rule] = BY_OBJECT[object.label] ?? [];
    const sure = rule?.(person, object);
    if (activity && sure !== undefined) claims.set(activity, Math.max(sure, claims.get(activity) ?? 0));
  }
  return claims;
}

/** Whether a vehicle moves by itself, apart from the camera's movement. */
export function isDriving(vehicle: TrackState): boolean {
  const { speed, step } = THRESHOLDS.driving;
  if (!ROAD_VEHICLES.includes(vehicle.label)) return false;
  if (!vehicle.velocity || vehicle.step > step) return false;
  const pace = Math.hypot(vehicle.velocity.x, vehicle.velocity.y) / measureBox(vehicle.box);
  return Math.max(pace, Math.abs(vehicle.growth ?? 0)) >= speed;
}
