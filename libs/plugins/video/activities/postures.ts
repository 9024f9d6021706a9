import { medianValue, recentMoments, type TrackState } from './track-states';
import type { Body } from './body';
import { isGesturing, isWaving } from './hands';
import { measureTravel } from './travel';
import { THRESHOLDS } from './thresholds';

/** The confidence that the person does it at that moment, 0..1; undefined if not. */
type PersonRule = (person: TrackState) => number | undefined;

const sure = ({ confidence, body }: TrackState) => (body ? Math.min(1, (confidence + body.confidence) / 2) : confidence);
const claim = (person: TrackState, holds: boolean | undefined) => (holds ? sure(person) : undefined);

/** Whether a person stands on both feet with straight legs; judged by the box alone if no body is found. */
function isUpright({ body, box, cutOff }: TrackState): boolean {
  if (!body) return !cutOff && box.height / box.width >= THRESHOLDS.tall;
  const { lean, room } = THRESHOLDS.upright;
  // The posture of somebody behind a desk is not visible: below the border of the image the model guesses the knees.
  if (body.knees === undefined || (cutOff && body.hips.y + (body.knees + room) * body.torso > box.y + box.height)) return false;
  return body.lean <= lean && hasStraightLegs(body, box.height);
}

/** Seen from above, the thigh and the shin both look short; if a person sits, only the thigh does. */
function hasStraightLegs({ knees = 0, ankles = 0, torso }: Body, height: number): boolean {
  const { legs, thigh, tall } = THRESHOLDS.upright.fromAbove;
  if (knees >= THRESHOLDS.upright.knees) return true;
  return ankles >= legs && knees >= thigh * (ankles - knees) && height >= tall * torso;
}

const lying: PersonRule = (person) => {
  const { lean, widerThanHigh } = THRESHOLDS.lying;
  const { body, box } = person;
  return claim(person, body && Math.abs(90 - body.lean) <= 90 - lean && box.width >= box.height * widerThanHigh);
};

const sitting: PersonRule = (person) => {
  const { lean, knees, shin, thigh, speed } = THRESHOLDS.sitting;
  // People who run, or crouch after a ball, bend their knees too.
  if ((measureTravel(person)?.pace ?? 0) > speed) return undefined;
  const { body } = person;
  // The model guesses the knees of legs behind a table, so without visible feet no sitting is claimed.
  if (body?.knees === undefined || body.ankles === undefined) return undefined;
  const below = body.ankles - body.knees;
  // Seen from above a leg looks short too, but in both parts.
  return claim(person, body.lean <= lean && body.knees < Math.min(knees, thigh * below) && below >= shin);
};

const standing: PersonRule = (person) => {
  const { speed, growth } = THRESHOLDS.standing;
  const travel = measureTravel(person);
  const stays = travel && travel.pace <= speed && Math.abs(travel.growth) <= growth;
  return claim(person, person.body && isUpright(person) && stays);
};

const walking: PersonRule = (person) => {
  const { speed, growth, straight, step } = THRESHOLDS.walking;
  const travel = measureTravel(person);
  if (!travel || person.step > step || travel.pace > THRESHOLDS.running.speed) return undefined;
  const leads = travel.straight >= straight && (travel.pace >= speed || Math.abs(travel.growth) >= growth);
  return claim(person, isUpright(person) && leads);
};

const running: PersonRule = (person) => {
  const { speed, lean, step } = THRESHOLDS.running;
  const travel = measureTravel(person);
  const { body } = person;
  return claim(person, travel && person.step <= step && travel.pace > speed && body && body.lean <= lean);
};

const raisingHands: PersonRule = (person) => {
  const { body } = person;
  if (!body?.head) return undefined;
  const highest = Math.min(body.wrists.left?.y ?? Infinity, body.wrists.right?.y ?? Infinity);
  return claim(person, (body.head.y - highest) / body.torso >= THRESHOLDS.raising_hands.aboveHead);
};

const waving: PersonRule = (person) => claim(person, isWaving(person));

const gesturing: PersonRule = (person) => {
  const stays = (measureTravel(person)?.pace ?? 0) <= THRESHOLDS.gesturing.pace;
  return claim(person, stays && isGesturing(person));
};

const jumping: PersonRule = (person) => {
  const { step, within: seconds, height } = THRESHOLDS.jumping;
  const { body, path, at } = person;
  if (!body || person.step > step) return undefined;
  const feet = (each: TrackState) => each.box.y + each.box.height;
  const near = (part: readonly TrackState[]) => part.filter((each) => Math.abs(each.time - person.time) <= seconds);
  const [before, after] = [near(path.slice(0, at)), near(path.slice(at + 1))];
  if (before.length === 0 || after.length === 0) return undefined;
  // In a jump the whole body leaves the ground and comes back down.
  const up = (from: readonly TrackState[], of: (each: TrackState) => number) => Math.max(...from.map(of)) - of(person);
  const rise = (part: readonly TrackState[]) =>
    Math.min(
      up(part, feet),
      up(part, (each) => each.body?.hips.y ?? -Infinity),
    );
  return claim(person, Math.min(rise(before), rise(after)) / person.height >= height);
};

const falling: PersonRule = (person) => {
  const { step, within: seconds, from, to, drop } = THRESHOLDS.falling;
  const { body } = person;
  if (!body || person.step > step || body.lean < from) return undefined;
  const around = recentMoments(person, seconds).filter((each) => each.body);
  const before = around.filter((each) => each.time < person.time && each.body!.lean <= from);
  const after = around.filter((each) => each.time >= person.time && each.body!.lean >= to);
  if (before.length === 0 || after.length === 0) return undefined;
  const hips = (part: readonly TrackState[]) => medianValue(part.map((each): number => each.body!.hips.y));
  return claim(person, (hips(after) - hips(before)) / medianValue(before.map(({ height }) => height)) >= drop);
};

/** The rules for a person's body, by activity. */
export const POSTURES: Readonly<Record<string, PersonRule>> = {
  standing,
  walking,
  running,
  sitting,
  lying,
  jumping,
  waving,
  raising_hands: raisingHands,
  gesturing,
  falling,
};
