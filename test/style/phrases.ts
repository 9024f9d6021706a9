export interface Phrase {
  pattern: RegExp;
  /** What to write instead. */
  instead: string;
}

/** Phrases that read like a translation. docs/glossary.md describes the style that they break. */
export const PHRASES: readonly Phrase[] = [
  {
    // "there is no …", "is no longer …" and "is no more than …" are fine.
    pattern:
      /(?<!\bthere )\b(is|are|was|were) no (?!(longer|more|less|fewer|later|earlier|older|better|worse|larger|smaller)\b)/i,
    instead: 'is not a …, must be a …, has no …',
  },
  { pattern: /(?<!\bthere )\b(is|are|was|were) none\b(?! of\b)/i, instead: 'does not exist, is empty, there is no …' },
  { pattern: /\bso (many|much)\b(?! (\w+ )?(that|as)\b)/i, instead: 'this many, at most …' },
  { pattern: /\b(tells?|told|telling) of\b/i, instead: 'reports, describes' },
  { pattern: /\bof its own accord\b/i, instead: 'by itself, automatically' },
  { pattern: /\bthat which\b/i, instead: 'what, the … that' },
  { pattern: /\bwho(ever|soever)\b/i, instead: 'anyone who, the process that, the caller' },
  { pattern: /\bwhatever (comes|happens|is|they are|lies)\b/i, instead: 'everything that, in any case' },
  {
    pattern: /\bwhat (comes|goes|lies|stands) (after|before|below|beyond|by|in|out|over|to|with)\b/i,
    instead: 'name the thing: input, output, the rest',
  },
  { pattern: /\b(stands?|stood|standing) in (for|its|the|their|front)\b/i, instead: 'replaces, is in' },
  { pattern: /\btakes? the place of\b/i, instead: 'replaces' },
  { pattern: /\b(in|out)side of\b/i, instead: 'inside, outside' },
  { pattern: /\bin (the )?place of\b/i, instead: 'instead of' },
  { pattern: /\bon hand\b/i, instead: 'installed, available' },
  { pattern: /\bin whatever\b/i, instead: 'in any' },
  { pattern: /\bcomes? twice\b/i, instead: 'occurs twice' },
  { pattern: /\bputs? right\b/i, instead: 'corrects, fixes' },
  { pattern: /\bso (they do|it does)\b(?! not)/i, instead: 'also, both … and …' },
  { pattern: /\bgo(es)? on where\b/i, instead: 'resumes, continues' },
  { pattern: /\b(un)?mend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(hears?|heard) (of|how|from|about)\b/i, instead: 'is notified of, receives' },
  { pattern: /\bone after (the other|another)\b/i, instead: 'one at a time, in sequence' },
  { pattern: /\bat (first )?sight\b|\bat (your |its )?leisure\b/i, instead: 'say when' },
  {
    pattern: /\bhand(s|ed|ing)? (it |them )?(back|over)\b|\b(handed|hands it|hands them) on\b/i,
    instead: 'return, pass, transfer',
  },
  { pattern: /\b(lend|lends|lent|lender|lending|borrow|borrows|borrowed)\b/i, instead: 'provide, lease' },
  { pattern: /\b(shelf|bell|doorbell|standstill|ledger)\b/i, instead: 'the word of docs/glossary.md' },
  { pattern: /\bin the same breath\b|\bby heart\b/i, instead: 'in the same tick, from memory' },
  { pattern: /\b(is|are|was|were) to be\b/i, instead: 'must be, will be' },
  { pattern: /\bnone of (its|their|the) own\b/i, instead: 'no … of its own' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bnothing but\b/i, instead: 'only' },
];

/** True uses that a pattern cannot tell from the others: a part of the line. */
const ALLOWED: readonly string[] = ['catch_up is none'];

/** The phrase that a line breaks, if any. */
export function quaint(text: string): Phrase | undefined {
  if (ALLOWED.some((use) => text.includes(use))) return undefined;
  return PHRASES.find(({ pattern }) => pattern.test(text));
}
