import type { Judge, Scores } from './scores';

/** A judge that judges each text once: of a short text, its sentences and clauses are often the same. */
export function remembered(judge: Judge): Judge {
  const known = new Map<string, Scores>();
  return async (texts) => {
    const fresh = [...new Set(texts)].filter((text) => !known.has(text));
    const scores = fresh.length > 0 ? await judge(fresh) : [];
    fresh.forEach((text, i) => known.set(text, scores[i]!));
    return texts.map((text) => known.get(text)!);
  };
}
