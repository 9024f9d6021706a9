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

/** Right, silent and wrong of each kind of video that is there. */
export function judgedRows(answers: readonly { file: string; scene: string; activity: string | undefined }[]) {
  return TRUTHS.flatMap(({ files, what, scenes, activities }) => {
    const answered = answers.filter(({ file }) => files.test(file));
    const rows = [
      ['scene', answered.map(({ scene }) => judge(scene, scenes))],
      ['main activity', answered.map(({ activity }) => judge(activity, activities))],
    ] as const;
    return rows.flatMap(([of, verdicts]): (string | number)[][] => {
      const count = (which: Verdict) => verdicts.filter((verdict) => verdict === which).length;
      const counts = [count('right'), count('silent'), count('wrong')] as const;
      return counts.some((each) => each > 0) ? [[what, of, ...counts]] : [];
    });
  });
}
