const BE = String.raw`(?:is|are|was|were)`;
const NOT = String.raw`(?:n['’]t|\s+not)`;
const AND = String.raw`(?:but|and|while|whereas|though|yet)\s`;
const WORDS = String.raw`[^\s,;.!?—–]+(?:\s+[^\s,;.!?—–]+){0,5}?`;
/** `was lovely, the breakfast was not`: a judgement, and a clause that omits it and reverses it. */
const ELLIPSIS = new RegExp(
  String.raw`\b${BE}(?<first>${NOT})?\s+(?<judged>${WORDS})(?:\s*[,;—–]\s*|\s+(?=${AND}))` +
    String.raw`(?:${AND}\s*)?${WORDS}(?<=\b${BE}(?<second>${NOT})?)(?=\s*(?:[.,;!?]|$))`,
  'giu',
);

/** Repeats what a clause omits, so that each can be judged: `the breakfast was not` becomes `the breakfast was not lovely`. */
export function withoutEllipses(text: string): string {
  return text.replace(ELLIPSIS, (all, ...rest) => {
    const { first, second, judged } = rest.at(-1) as Record<string, string | undefined>;
    return Boolean(first) === Boolean(second) ? all : `${all} ${judged!}`;
  });
}
