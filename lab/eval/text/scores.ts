/** Of `size` classes, from rows of [truth, said]. */
export function classScores(pairs: readonly (readonly [number, number])[], size: number): { macroF1: number; accuracy: number } {
  const classes = Array.from({ length: size }, (_, k) => k);
  const f1 = classes.map((k) => {
    const right = pairs.filter(([truth, said]) => truth === k && said === k).length;
    const claims = pairs.filter(([, said]) => said === k).length;
    return f1Of({ right, claims, truths: pairs.filter(([truth]) => truth === k).length });
  });
  const right = pairs.filter(([truth, said]) => truth === said).length;
  return { macroF1: f1.reduce((sum, each) => sum + each, 0) / size, accuracy: right / pairs.length };
}

export interface Counts {
  right: number;
  claims: number;
  truths: number;
}

export const f1Of = ({ right, claims, truths }: Counts): number => (claims + truths === 0 ? 0 : (2 * right) / (claims + truths));

export interface Span {
  start: number;
  end: number;
  type: string;
}

const key = ({ start, end, type }: Span) => `${start} ${end} ${type}`;

/** The counts of several sentences together. */
export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, { right, claims, truths }) => ({
      right: sum.right + right,
      claims: sum.claims + claims,
      truths: sum.truths + truths,
    }),
    { right: 0, claims: 0, truths: 0 },
  );

/** Spans are right where both borders and the type are. @returns counts by type, and of all under 'all'. */
export function spanCounts(sentences: readonly { truths: readonly Span[]; claims: readonly Span[] }[]): Record<string, Counts> {
  const counts: Record<string, Counts> = { all: { right: 0, claims: 0, truths: 0 } };
  const count = (type: string, what: keyof Counts) => {
    counts[type] ??= { right: 0, claims: 0, truths: 0 };
    counts[type][what]++;
    counts.all![what]++;
  };
  for (const { truths, claims } of sentences) {
    const true_ = new Set(truths.map(key));
    for (const { type } of truths) count(type, 'truths');
    for (const claim of claims) {
      count(claim.type, 'claims');
      if (true_.has(key(claim))) count(claim.type, 'right');
    }
  }
  return counts;
}
