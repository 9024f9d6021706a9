import { centreOf, distance, sizeOf } from '../tracking/geometry';
import { within, type TrackState } from './track-states';

/** Seconds around a moment over which a person's way is measured: a box trembles from frame to frame. */
const WINDOW = 1;

/** How a person gets on around a moment, the camera's movement taken off. */
interface Travel {
  /** Body heights a second from the first to the last sighting; what moves only one edge of the box, as an arm does, is not counted. */
  pace: number;
  /** Change of the size a second, as a part of it; height and area must agree. */
  growth: number;
  /** Part of the way that leads on, 0..1: somebody who sways comes back. */
  straight: number;
}

/** @returns undefined if the person is seen but once. */
export function travelOf(person: TrackState): Travel | undefined {
  const states = around(person);
  const [from, to] = [states[0]!, states.at(-1)!];
  const seconds = to.time - from.time;
  if (seconds <= 0) return undefined;
  const [one, other] = [from.steadyBox, to.steadyBox];
  const across = lesser(other.x - one.x, other.x + other.width - (one.x + one.width));
  const down = lesser(other.y - one.y, other.y + other.height - (one.y + one.height));
  const steps = states.slice(1).map((state, at) => distance(centreOf(states[at]!.steadyBox), centreOf(state.steadyBox)));
  const way = steps.reduce((sum, step) => sum + step, 0);
  return {
    pace: Math.hypot(across, down) / person.height / seconds,
    growth: lesser(Math.log(other.height / one.height), Math.log(sizeOf(other) / sizeOf(one))) / seconds,
    straight: way > 0 ? distance(centreOf(one), centreOf(other)) / way : 1,
  };
}

/** The sightings within the window, or the neighbouring ones where frames are further apart than it. */
function around(person: TrackState): readonly TrackState[] {
  const near = within(person, WINDOW / 2);
  return near.length > 1 ? near : person.path.slice(Math.max(0, person.at - 1), person.at + 2);
}

/** The smaller of two changes in the same direction; 0 if they contradict each other. */
const lesser = (one: number, other: number) => (one * other <= 0 ? 0 : Math.sign(one) * Math.min(Math.abs(one), Math.abs(other)));
