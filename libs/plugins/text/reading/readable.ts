import { decode } from 'html-entities';

/** A text as its reader sees it, without markup and control characters, and where each of its characters came from. */
export interface Readable {
  readonly text: string;
  readonly original: string;
  /** The stretch of the original that `text.slice(start, end)` came from; `end` is exclusive, offsets are UTF-16 units. */
  place(start: number, end: number): { start: number; end: number };
}

const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufffc';
const INVISIBLE = '\\u00ad\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
// Every repetition has a bound or a class that its end is not part of, so that the time stays linear.
const NOISE = new RegExp(
  `<!--|</?[a-z][a-z0-9]{0,15}(?:\\s[^<>]{0,2000})?/?>|&(?:#\\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,24});|[${CONTROL}]|[${INVISIBLE}]`,
  'gi',
);
const INVISIBLE_ALONE = new RegExp(`^[${INVISIBLE}]$`);
const CONTROL_ALONE = new RegExp(`^[${CONTROL}\\u00a0]$`);
const BREAKS = /^<\/?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|blockquote|section|article|pre|dd|dt)\b/i;
const HIDDEN = /^<(script|style)\b/i;

/** Whole of the original, as it is read. Its time is linear in the length of any text. */
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

/** What is read in the place of a piece of markup. */
function wordsFor(noise: string): string {
  if (noise.startsWith('&')) {
    const meant = decode(noise);
    return meant.length === 1 ? seen(meant) : meant;
  }
  if (noise.startsWith('<')) return BREAKS.test(noise) ? '\n' : '';
  return seen(noise);
}

/** What is seen of a sign. */
function seen(sign: string): string {
  if (INVISIBLE_ALONE.test(sign)) return '';
  return CONTROL_ALONE.test(sign) ? ' ' : sign;
}

/** Comments, scripts and styles: nobody reads what is in them. */
class HiddenParts {
  /** Endings that are known not to come any more: they are looked for once. */
  private readonly absent = new Set<string>();

  constructor(private readonly original: string) {}

  /** Where the reading goes on behind a tag that ends at `end`. */
  endOf(tag: string, end: number): number {
    const ending = tag === '<!--' ? '-->' : HIDDEN.exec(tag) ? `</${HIDDEN.exec(tag)![1]!.toLowerCase()}>` : undefined;
    if (ending === undefined || this.absent.has(ending)) return end;
    const found = this.lowered.indexOf(ending, end);
    if (found >= 0) return found + ending.length;
    this.absent.add(ending);
    return end;
  }

  private low?: string;
  /** Letters whose small form is longer would move the offsets: only ASCII is made small. */
  private get lowered(): string {
    return (this.low ??= this.original.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  }
}
