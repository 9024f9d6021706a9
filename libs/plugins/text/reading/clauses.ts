import { trimmed, type Stretch } from './sentences';

/** Words and marks after which a new judgement begins, often the opposite one. */
const TURN =
  /[;:,–—]\s+|\s(?=(?:but|however|although|though|whereas|while|yet|unlike|except|pero|aunque|mas|porém|embora|mais|cependant|bien que|ma|però|sebbene|aber|obwohl|während|sondern|maar|hoewel|terwijl)\s)/gi;
/** A clause with fewer letters has no sentiment of its own: `Yes, `. */
const SHORT = 12;

/** The clauses of a sentence, in order and without gaps; offsets refer to the text around the sentence. */
export function splitClauses(sentence: Stretch): Stretch[] {
  const clauses: Stretch[] = [];
  let from = 0;
  const cut = (to: number): void => {
    const clause = trimmed(sentence.text, from, to);
    if (clause) clauses.push({ ...clause, start: clause.start + sentence.start, end: clause.end + sentence.start });
    from = to;
  };
  for (const turn of sentence.text.matchAll(TURN)) {
    const at = turn.index + turn[0].length;
    if (at - from >= SHORT && sentence.text.length - at >= SHORT) cut(at);
  }
  cut(sentence.text.length);
  return clauses;
}
