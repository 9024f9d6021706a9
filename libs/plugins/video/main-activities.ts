import { CAMERA_ACTIVITIES } from './activities/activities';
import type { TimelineEntry } from './analyze-output';
import { grouped } from './group-by';
import type { Track } from './tracking/tracker';
import { UNKNOWN } from './unknown';

const MAX = 5;
/** The minimum share of the time for an activity: a shorter one is more likely a mistake. */
const MIN_SHARE = 0.1;

/**
 * The activities in a video, longest first. `unknown` is first if people are seen and the time without a recognised activity is
 * longest. Activities of the camera are listed only if there are no others. Empty if activities were not requested.
 */
export function mainActivities(timeline: readonly TimelineEntry[], tracks: readonly Track[]): string[] {
  const people = new Set(
    tracks.filter(({ label }) => label === 'person').flatMap(({ detections }) => detections.map(({ entry }) => entry)),
  );
  const all = timeline.map(({ activities }) => activities ?? []);
  if (timeline.every(({ activities }) => activities === undefined)) return [];
  const done = all.map((activities, entry) => {
    const lively = activities.filter((activity) => !CAMERA_ACTIVITIES.includes(activity));
    return lively.length === 0 && people.has(entry) ? [UNKNOWN] : lively;
  });
  const lively = done.filter((activities) => activities.length > 0);
  if (lively.length === 0) return byTime(all);
  return byTime(lively).filter((activity, rank) => activity !== UNKNOWN || rank === 0);
}

function byTime(lists: readonly (readonly string[])[]): string[] {
  return [...grouped(lists.flat(), (name) => name)]
    .map(([name, times]) => ({ name, share: times.length / lists.length }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX)
    .map(({ name }) => name);
}
