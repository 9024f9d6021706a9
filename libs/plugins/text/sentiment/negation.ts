import type { Token } from './tokens';

/** The reach of a negation, in words. */
const REACH = 4;
const CLAUSE_END = /^(?:[.,;:!?]|\.\.|!\+|\?\+|\?!\+?)$/;

/** For each token, whether a negation before it in its clause reverses it. @param negates a word, with the one before it. */
export function negated(
  tokens: readonly Token[],
  negates: (form: string, before: string) => boolean,
  turns: ReadonlySet<string>,
): boolean[] {
  let left = 0;
  return tokens.map(({ form, kind }, i) => {
    const under = left > 0;
    if (kind === 'word' && negates(form, tokens[i - 1]?.form ?? '')) left = REACH;
    else if (CLAUSE_END.test(form) || turns.has(form)) left = 0;
    else if (kind === 'word') left--;
    return under;
  });
}
