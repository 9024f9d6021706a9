import { median, paceOf, within, type TrackState } from './track-states';
import { THRESHOLDS } from './thresholds';

/** How sure it is that the person does it at that moment, 0..1; undefined if it is not claimed. */
export type PersonRule = (person: TrackState) => number | undefined;

const sure = ({ confidence, body }: TrackState) => (body ? Math.min(1, (confidence + body.confidence) / 2) : confidence);
const claim = (person: TrackState, holds: boolean | undefined) => (holds ? sure(person) : undefined);

/** On both feet, legs straight; by the box alone if no body is made out. */
function isUpright({ body, box, cutOff }: TrackState): boolean {
  if (!body) return !cutOff && box.height / box.width >= THRESHOLDS.tall;
  const { lean, knees } = THRESHOLDS.upright;
  // Of somebody behind a desk it cannot be told.
  return body.lean <= lean && body.knees !== undefined && body.knees >= knees;
}

const lying: PersonRule = (person) => {
  const { lean, widerThanHigh } = THRESHOLDS.lying;
  const { body, box } = person;
  return claim(person, body && Math.abs(90 - body.lean) <= 90 - lean && box.width >= box.height * widerThanHigh);
};

const sitting: PersonRule = (person) => {
  const { lean, knees, shin, thigh } = THRESHOLDS.sitting;
  const { body } = person;
  // Of legs behind a table the model guesses the knees: without feet below them it is not claimed.
  if (body?.knees === undefined || body.ankles === undefined) return undefined;
  const below = body.ankles - body.knees;
  // Seen from above a leg is short too, but in both of its parts.
  return claim(person, body.lean <= lean && body.knees < Math.min(knees, thigh * below) && below >= shin);
};

const standing: PersonRule = (person) => {
  const { speed, growth } = THRESHOLDS.standing;
  const pace = paceOf(person);
  return claim(
    person,
    person.body && isUpright(person) && pace !== undefined && pace <= speed && Math.abs(person.growth!) <= growth,
  );
};

const walking: PersonRule = (person) => {
  const { speed, growth, step } = THRESHOLDS.walking;
  const pace = paceOf(person);
  if (pace === undefined || person.step > step || pace > THRESHOLDS.running.speed) return undefined;
  return claim(person, isUpright(person) && (pace >= speed || Math.abs(person.growth!) >= growth));
};

const running: PersonRule = (person) => {
  const { speed, lean, step } = THRESHOLDS.running;
  const pace = paceOf(person);
  const { body } = person;
  return claim(person, pace !== undefined && person.step <= step && pace > speed && body && body.lean <= lean);
};

const raisingHands: PersonRule = (person) => {
  const { body } = person;
  if (!body?.head) return undefined;
  const highest = Math.min(body.wrists.left?.y ?? Infinity, body.wrists.right?.y ?? Infinity);
  return claim(person, (body.head.y - highest) / body.torso >= THRESHOLDS.raising_hands.aboveHead);
};

const waving: PersonRule = (person) => {
  const { step, within: seconds } = THRESHOLDS.waving;
  if (person.step > step) return undefined;
  const around = within(person, seconds / 2);
  return claim(person, waves(around, 'left') || waves(around, 'right'));
};

/** A hand above its elbow that goes to and fro. */
function waves(around: readonly TrackState[], side: 'left' | 'right'): boolean {
  const { turns, swing } = THRESHOLDS.waving;
  const points = around.flatMap(({ body }) => {
    const [wrist, elbow] = [body?.wrists[side], body?.elbows[side]];
    return body && wrist && elbow && wrist.y < elbow.y ? [(wrist.x - body.shoulders.x) / body.torso] : [];
  });
  return turnsOf(points, swing) >= turns;
}

/** How often a value turns back, swings smaller than `least` left out. */
export function turnsOf(values: readonly number[], min: number): number {
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

const jumping: PersonRule = (person) => {
  const { step, within: seconds, height } = THRESHOLDS.jumping;
  const { body, path, at } = person;
  if (!body || person.step > step) return undefined;
  const feet = (each: TrackState) => each.box.y + each.box.height;
  const near = (part: readonly TrackState[]) => part.filter((each) => Math.abs(each.time - person.time) <= seconds);
  const [before, after] = [near(path.slice(0, at)), near(path.slice(at + 1))];
  if (before.length === 0 || after.length === 0) return undefined;
  // Off the ground with everything, and back down.
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
  const around = within(person, seconds).filter((each) => each.body);
  const before = around.filter((each) => each.time < person.time && each.body!.lean <= from);
  const after = around.filter((each) => each.time >= person.time && each.body!.lean >= to);
  if (before.length === 0 || after.length === 0) return undefined;
  const hips = (part: readonly TrackState[]) => median(part.map((each): number => each.body!.hips.y));
  return claim(person, (hips(after) - hips(before)) / median(before.map(({ height }) => height)) >= drop);
};

/** What a person's body says, by name. */
export const POSTURES: Readonly<Record<string, PersonRule>> = {
  standing,
  walking,
  running,
  sitting,
  lying,
  jumping,
  waving,
  raising_hands: raisingHands,
  falling,
};
