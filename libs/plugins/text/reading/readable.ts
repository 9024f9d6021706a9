import { decode } from 'html-entities';

/** A text as its reader sees it, without markup and control characters, and the origin of each character. */
export interface Readable {
  readonly text: string;
  readonly original: string;
  /** The stretch of the original that `text.slice(start, end)` came from; `end` is exclusive, offsets are UTF-16 units. */
  place(start: number, end: number): { start: number; end: number };
}

const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufffc';
const INVISIBLE = '\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
// Every repetition has a bound, or a class that excludes its end, so that the time stays linear.
const NOISE = new RegExp(
  `<!--|</?[a-z][a-z0-9]{0,15}(?:\\s[^<>]{0,2000})?/?>|&(?:#\\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,24});|[${CONTROL}]|[${INVISIBLE}]`,
  'gi',
);
const INVISIBLE_ALONE = new RegExp(`^[${INVISIBLE}]$`);
const CONTROL_ALONE = new RegExp(`^[${CONTROL}\\u00a0]$`);
const BREAKS = /^<\/?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|blockquote|section|article|pre|dd|dt)\b/i;
const HIDDEN = /^<(script|style)\b/i;

/** Prepares the whole original for reading. The time is linear for any text. */
export function readable(original: string): Readable {
  NOISE.lastIndex = 0;
  if (!NOISE.test(original)) return { text: original, original, place: (start, end) => ({ start, end }) };
  const from: number[] = [];
  const to: number[] = [];
  let text = '';
  let at = 0;
  const keep = (end: number): void => {
    text += original.slice(at, end);
    for (; at < end; at++) {
      from.push(at);
      to.push(at + 1);
    }
  };
  const put = (said: string, end: number): void => {
    text += said;
    for (let unit = 0; unit < said.length; unit++) {
      from.push(at);
      to.push(end);
    }
    at = end;
  };
  const hidden = new HiddenParts(original);
  NOISE.lastIndex = 0;
  for (let found = NOISE.exec(original); found; found = NOISE.exec(original)) {
    keep(found.index);
    const end = hidden.endOf(found[0], NOISE.lastIndex);
    put(wordsFor(found[0]), end);
    NOISE.lastIndex = end;
  }
  keep(original.length);
  return {
    text,
    original,
    place: (start, end) => ({ start: from[start] ?? at, end: end > start ? to[end - 1]! : (from[start] ?? at) }),
  };
}

/** The text that replaces a piece of markup. */
function wordsFor(noise: string): string {
  if (noise.startsWith('&')) {
    const meant = decode(noise);
    return meant.length === 1 ? seen(meant) : meant;
  }
  if (noise.startsWith('<')) return BREAKS.test(noise) ? '\n' : '';
  return seen(noise);
}

/** The visible form of a character. */
function seen(sign: string): string {
  if (INVISIBLE_ALONE.test(sign)) return '';
  return CONTROL_ALONE.test(sign) ? ' ' : sign;
}

/** Comments, scripts and styles, whose content nobody reads. */
class HiddenParts {
  /** Endings that do not occur again: the search for each fails once only. */
  private readonly absent = new Set<string>();

  constructor(private readonly original: string) {}

  /** The position after the hidden part that a tag begins; `end`, the end of the tag, if it begins none. */
  endOf(tag: string, end: number): number {
    const ending = tag === '<!--' ? '-->' : HIDDEN.exec(tag) ? `</${HIDDEN.exec(tag)![1]!.toLowerCase()}>` : undefined;
    if (ending === undefined || this.absent.has(ending)) return end;
    const found = this.lowered.indexOf(ending, end);
    if (found >= 0) return found + ending.length;
    this.absent.add(ending);
    return end;
  }

  private low?: string;
  /** Lower-case letters can be longer and would move the offsets, so only ASCII is changed. */
  private get lowered(): string {
    return (this.low ??= this.original.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  }
}
