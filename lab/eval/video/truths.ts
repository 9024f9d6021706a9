import { wilson } from '../scoring/wilson';

/** What may be said of a video, judged by eye; some answers were known by then. `unknown` is never wrong. */
export interface VideoTruth {
  files: RegExp;
  what: string;
  /** Undefined if it cannot be told by eye either. */
  scenes?: readonly string[];
  /** What is done most of the time; undefined if nobody does anything. */
  activities?: readonly string[];
}

/**
 * The thresholds of `gesturing` were chosen on every second video of sign language, those of this list, after the speeds of the
 * hands in all twenty had been printed. Standing seen from above was chosen on the people at the table.
 */
const CHOSEN_ON = ['again', 'book', 'eat', 'hungry', 'milk', 'no', 'school', 'sorry', 'thanks', 'want'];

export const TRUTHS: readonly VideoTruth[] = [
  {
    files: new RegExp(`^(${CHOSEN_ON.join('|')})\\.`),
    what: 'sign language, chosen on',
    scenes: ['indoors', 'office'],
    activities: ['gesturing'],
  },
  {
    files: /^(bird|brother|help|learn|night|please|sister|student|walk|yes)\./,
    what: 'sign language, not chosen on',
    scenes: ['indoors', 'office'],
    activities: ['gesturing'],
  },
  { files: /^one-by-one/, what: 'people at a table', scenes: ['indoors', 'office'], activities: ['standing'] },
  { files: /^car-detection/, what: 'car park from above', scenes: ['outdoors', 'street'], activities: ['driving'] },
  { files: /^bottle-detection/, what: 'bottles on a table', scenes: ['indoors'] },
  { files: /^nasa_13013/, what: 'workers in a lift', scenes: ['indoors', 'industrial'], activities: ['standing'] },
  { files: /^test_non_zero_start/, what: 'a park', scenes: ['outdoors', 'forest'] },
];

/** What says nothing of a place or of people. */
const SILENT = ['unknown', 'no_motion', 'camera_moving'];

export type Verdict = 'right' | 'silent' | 'wrong';

/** @returns undefined if nobody has written down what is true. */
export function judge(said: string | undefined, truths: readonly string[] | undefined): Verdict | undefined {
  if (!truths) return undefined;
  if (said === undefined || SILENT.includes(said)) return 'silent';
  return truths.includes(said) ? 'right' : 'wrong';
}

interface Answered {
  file: string;
  scene: string;
  activity: string | undefined;
}

const VERDICTS = ['right', 'silent', 'wrong'] as const;
const KINDS = ['scene', 'main activity'] as const;

function verdictsOf(kind: (typeof KINDS)[number], { files, scenes, activities }: VideoTruth, answers: readonly Answered[]) {
  const answered = answers.filter(({ file }) => files.test(file));
  return answered.flatMap(({ scene, activity }) => {
    const verdict = kind === 'scene' ? judge(scene, scenes) : judge(activity, activities);
    return verdict ? [verdict] : [];
  });
}

const countsOf = (verdicts: readonly Verdict[]) => VERDICTS.map((which) => verdicts.filter((each) => each === which).length);

/** Right, silent and wrong of each kind of video that is there, then of all; of these the shares that are right, with their interval of 95 %. */
export function judgedRows(answers: readonly Answered[]): (string | number)[][] {
  const kinds = TRUTHS.flatMap((truth) =>
    KINDS.map((kind) => ({ what: truth.what, kind, verdicts: verdictsOf(kind, truth, answers) })),
  );
  const all = KINDS.map((kind) => ({
    what: 'all',
    kind,
    verdicts: kinds.filter((each) => each.kind === kind).flatMap(({ verdicts }) => verdicts),
  }));
  return [...kinds, ...all]
    .filter(({ verdicts }) => verdicts.length > 0)
    .map(({ what, kind, verdicts }) => {
      const [right, silent, wrong] = countsOf(verdicts) as [number, number, number];
      return [what, kind, verdicts.length, right, silent, wrong, ...wilson(right, verdicts.length)];
    });
}

/** Shares over all videos, such as `scene_right` and `main_activity_wrong`. */
export function judgedFigures(answers: readonly Answered[]): Record<string, number> {
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const verdicts = TRUTHS.flatMap((truth) => verdictsOf(kind, truth, answers));
      return countsOf(verdicts).map((count, i) => [`${kind.replace(' ', '_')}_${VERDICTS[i]!}`, count / verdicts.length]);
    }),
  );
}
