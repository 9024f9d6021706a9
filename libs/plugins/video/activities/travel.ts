import { findCentre, pointDistance, measureBox } from '../tracking/geometry';
import { recentMoments, type TrackState } from './track-states';

/** A person's way is measured over this many seconds around a moment: a box trembles from frame to frame. */
const WINDOW = 1;

/** A person's movement around a moment, apart from the camera's movement. */
interface Travel {
  /**
   * The speed from the first to the last sighting, in body heights a second. If only one edge of the box moves, for example with an
   * arm, that does not count.
   */
  pace: number;
  /** Relative change of the size per second; height and area must agree. */
  growth: number;
  /** Net part of the way, 0..1: somebody who sways comes back. */
  straight: number;
}

/** @returns undefined if the person is seen only once. */
export function measureTravel(person: TrackState): Travel | undefined {
  const states = around(person);
  const [from, to] = [states[0]!, states.at(-1)!];
  const seconds = to.time - from.time;
  if (seconds <= 0) return undefined;
  const [one, other] = [from.steadyBox, to.steadyBox];
  const across = lesser(other.x - one.x, other.x + other.width - (one.x + one.width));
  const down = lesser(other.y - one.y, other.y + other.height - (one.y + one.height));
  const steps = states.slice(1).map((state, at) => pointDistance(findCentre(states[at]!.steadyBox), findCentre(state.steadyBox)));
  const way = steps.reduce((sum, step) => sum + step, 0);
  return {
    pace: Math.hypot(across, down) / person.height / seconds,
    growth: lesser(Math.log(other.height / one.height), Math.log(measureBox(other) / measureBox(one))) / seconds,
    straight: way > 0 ? pointDistance(findCentre(one), findCentre(other)) / way : 1,
  };
}

/** The sightings within the window, or the neighbouring ones where frames are further apart. */
function around(person: TrackState): readonly TrackState[] {
  const near = recentMoments(person, WINDOW / 2);
  return near.length > 1 ? near : person.path.slice(Math.max(0, person.at - 1), person.at + 2);
}

/** The smaller of two changes in the same direction; 0 if they contradict each other. */
const lesser = (one: number, other: number) => (one * other <= 0 ? 0 : Math.sign(one) * Math.min(Math.abs(one), Math.abs(other)));
