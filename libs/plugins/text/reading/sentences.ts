/** A stretch of a text; offsets are UTF-16 units, `end` exclusive. */
export interface Stretch {
  text: string;
  start: number;
  end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A dot behind these does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s("'])(?:mr|mrs|ms|dr|prof|rev|gen|sen|rep|gov|lt|col|sgt|capt|cmdr|hon|st|mt|ft|jr|sr|vs|etc|approx|dept|est|fig|no|nos|vol|e\.g|i\.e|cf|ca|bzw|z\.b|d\.h|u\.a|sra|srta|dra|mme|mlle|[a-z])\.\s*$/i;
/** A dot behind these does: `no.` and `I.` end many sentences. */
const ENDING = /(?:^|\s)(?:i|no)\.\s*$/;
/** A German day: the month behind its dot has a capital, as every noun. */
const DAY = /(?:^|\s)[0-3]?\d\.\s*$/;
const MONTH = /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;
const WORD = /[\p{L}\p{N}]/u;

/** The maximum length for the segmenter at once: its time grows faster than the length. */
const WINDOW = 4_000;

/** The sentences of a text, without the space around them. The end of a line ends a sentence, and a part without a word belongs to the sentence before it. */
export function splitSentences(text: string): Stretch[] {
  const sentences: Stretch[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n\r]+/g)) {
    for (let from = 0; from < line.length; from += WINDOW) {
      const start = index + from;
      sentences.push(...sentencesIn(text, start, Math.min(start + WINDOW, index + line.length)));
    }
  }
  return sentences;
}

function sentencesIn(text: string, from: number, to: number): Stretch[] {
  const bounds: { start: number; end: number }[] = [];
  for (const { segment, index } of segmenter.segment(text.slice(from, to))) {
    const last = bounds.at(-1);
    const start = from + index;
    if (last && goesOn(text.slice(Math.max(last.start, start - 12), start), segment)) last.end = start + segment.length;
    else bounds.push({ start, end: start + segment.length });
  }
  return bounds.flatMap((each) => trimmed(text, each.start, each.end) ?? []);
}

function goesOn(before: string, segment: string): boolean {
  if (!WORD.test(segment) || (DAY.test(before) && MONTH.test(segment))) return true;
  return ABBREVIATION.test(before) && !(ENDING.test(before) && /^\p{Lu}\p{Ll}/u.test(segment));
}

/** The stretch without the space at its ends; undefined if it holds nothing else. */
export function trimmed(text: string, start: number, end: number): Stretch | undefined {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return to > from ? { text: text.slice(from, to), start: from, end: to } : undefined;
}
