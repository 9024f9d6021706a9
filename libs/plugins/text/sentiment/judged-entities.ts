import { findNames } from '../entities/names';
import { withoutOverlaps, type EntityType } from '../entities/found';
import type { Tagger } from '../entities/tagger';
import { clausesOf } from '../reading/clauses';
import type { Readable } from '../reading/readable';
import type { Stretch } from '../reading/sentences';
import { likeliest, type Judge, type Scores, type Sentiment } from './scores';

export interface JudgedName {
  text: string;
  type: EntityType;
  sentiment: Sentiment;
}

/** The tagger knows English; in other languages only what it is sure of is reported. */
const MIN_SURE = { english: 0, other: 0.6 };

/** The names in a text, each once, with the mean judgement of the clauses that it stands in. */
export function judgeNames(
  read: Readable,
  sentences: readonly Stretch[],
  { judge, tagger, english }: { judge: Judge; tagger: Tagger; english: boolean },
): JudgedName[] {
  const sums = new Map<string, { name: Omit<JudgedName, 'sentiment'>; scores: Scores }>();
  for (const sentence of sentences) {
    const names = withoutOverlaps(findNames([sentence], tagger));
    const sure = names.filter(({ confidence }) => confidence >= (english ? MIN_SURE.english : MIN_SURE.other));
    if (sure.length === 0) continue;
    const clauses = clausesOf(sentence).map((clause) => ({ ...clause, scores: judge(clause.text) }));
    for (const { type, start, end } of sure) {
      const { scores } = clauses.find((clause) => start < clause.end) ?? clauses.at(-1)!;
      const place = read.place(start, end);
      const text = read.original.slice(place.start, place.end);
      const known = sums.get(`${type} ${text}`)?.scores ?? { positive: 0, negative: 0, neutral: 0 };
      sums.set(`${type} ${text}`, { name: { text, type }, scores: added(known, scores) });
    }
  }
  return [...sums.values()].map(({ name, scores }) => ({ ...name, sentiment: likeliest(scores) }));
}

const added = (a: Scores, b: Scores): Scores => ({
  positive: a.positive + b.positive,
  negative: a.negative + b.negative,
  neutral: a.neutral + b.neutral,
});
