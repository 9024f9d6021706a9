import type { Judge, JudgedPart, Scores } from './scores';

/** A judge that judges each text once: the sentences and clauses of a short text are often the same. */
export function remembered(judge: Judge): Judge {
  const known = new Map<string, Scores>();
  return async (parts) => {
    const fresh = new Map<string, JudgedPart>();
    for (const part of parts) if (!known.has(part.text)) fresh.set(part.text, part);
    const scores = fresh.size > 0 ? await judge([...fresh.values()]) : [];
    [...fresh.keys()].forEach((text, i) => known.set(text, scores[i]!));
    return parts.map(({ text }) => known.get(text)!);
  };
}
