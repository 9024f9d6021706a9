import { takenBy } from '../entities/find';
import { findNames, type TagWords } from '../entities/names';
import { findLinks } from '../entities/rules/links';
import { withoutOverlaps, type EntityType, type FoundSpan } from '../entities/found';
import { splitClauses } from '../reading/clauses';
import type { Readable } from '../reading/readable';
import type { Stretch } from '../reading/sentences';
import { likeliestSentiment, type Judge, type JudgedPart, type Scores, type Sentiment } from './scores';

interface JudgedName {
  text: string;
  type: EntityType;
  sentiment: Sentiment;
}

interface Named {
  name: FoundSpan;
  clause: JudgedPart;
}

/** The names in a text, each once, with the mean judgement of the clauses that contain it. */
export async function judgeNames(
  read: Readable,
  sentences: readonly Stretch[],
  { judge, tag }: { judge: Judge; tag: TagWords },
): Promise<JudgedName[]> {
  const found = await findNames(sentences, tag, takenBy(findLinks(read.text), read.text));
  const all = sentences.flatMap((sentence, i): Named[] => {
    const names = withoutOverlaps(found[i]!);
    if (names.length === 0) return [];
    const cut = splitClauses(sentence);
    // A clause may reverse the judgement of another, so clauses are read alone.
    const clauses = cut.map((clause): JudgedPart => ({ ...clause, inContext: cut.length === 1 }));
    return names.map((name) => ({ name, clause: clauses.find((clause) => name.start < clause.end) ?? clauses.at(-1)! }));
  });
  const clauses = [...new Set(all.map(({ clause }) => clause))];
  const judged = await judge(clauses);
  const scores = new Map(clauses.map((clause, i) => [clause, judged[i]!]));
  return meansOf(read, all, (clause) => scores.get(clause)!);
}

function meansOf(read: Readable, all: readonly Named[], scoresOf: (clause: JudgedPart) => Scores): JudgedName[] {
  const sums = new Map<string, { name: Omit<JudgedName, 'sentiment'>; scores: Scores }>();
  for (const { name, clause } of all) {
    const place = read.place(name.start, name.end);
    const text = read.original.slice(place.start, place.end);
    const known = sums.get(`${name.type} ${text}`)?.scores ?? { positive: 0, negative: 0, neutral: 0 };
    sums.set(`${name.type} ${text}`, { name: { text, type: name.type }, scores: added(known, scoresOf(clause)) });
  }
  return [...sums.values()].map(({ name, scores }) => ({ ...name, sentiment: likeliestSentiment(scores) }));
}

const added = (a: Scores, b: Scores): Scores => ({
  positive: a.positive + b.positive,
  negative: a.negative + b.negative,
  neutral: a.neutral + b.neutral,
});
