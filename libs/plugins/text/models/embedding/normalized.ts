/** A text as the tokenizer reads it: UTF-8 with `▁` for blanks, and the part of the original text that each byte stands for. */
export interface NormalizedText {
  bytes: readonly number[];
  /** UTF-16 offsets in the text. */
  from: readonly number[];
  to: readonly number[];
}

/** SentencePiece's sign for a blank. */
const BLANK = 0x2581;
const REPLACEMENT = 0xfffd;
const SPACE = 0x20;
const COMBINED = /\P{M}\p{M}+/gu;

/** The code points that replace a code point. */
export type Replacements = ReadonlyMap<number, readonly number[]>;

/** Reads rows of `Vocabulary.replacements`. */
export function readReplacements(numbers: Uint32Array): Replacements {
  const found = new Map<number, readonly number[]>();
  for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1]!) {
    found.set(numbers[at]!, [...numbers.subarray(at + 2, at + 2 + numbers[at + 1]!)]);
  }
  return found;
}

/** Composes letters with their accents, replaces code points, merges runs of blanks into one, and puts a blank in front. */
export function normalize(text: string, replacements: Replacements): NormalizedText {
  const writer = new Writer();
  const combined = /\p{M}/u.test(text) ? composed(text) : undefined;
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at)!;
    const whole = combined?.get(at);
    const end = at + (whole?.length ?? (point > 0xffff ? 2 : 1));
    for (const each of whole?.points ?? [point]) {
      const others = replacements.get(each);
      if (!others) writer.write(each, at, end);
      else for (const other of others) writer.write(other, at, end);
    }
    at = end;
  }
  return writer.finish();
}

/** The letters with accents that compose to one code point, by their place in the text. */
function composed(text: string): Map<number, { length: number; points: number[] }> {
  const found = new Map<number, { length: number; points: number[] }>();
  for (const { 0: cluster, index } of text.matchAll(COMBINED)) {
    const whole = cluster.normalize('NFC');
    if (whole.length < cluster.length)
      found.set(index, { length: cluster.length, points: Array.from(whole, (each) => each.codePointAt(0)!) });
  }
  return found;
}

class Writer implements NormalizedText {
  readonly bytes: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  private wasSpace = false;

  write(point: number, from: number, to: number): void {
    const isSpace = point === SPACE;
    if (isSpace && this.wasSpace) return;
    if (this.bytes.length === 0 && !isSpace) this.put(BLANK, from, from);
    this.wasSpace = isSpace;
    this.put(isSpace ? BLANK : point, from, to);
  }

  finish(): NormalizedText {
    if (this.bytes.length === 0) this.put(BLANK, 0, 0);
    return this;
  }

  /** A lone surrogate is not a character. */
  private put(point: number, from: number, to: number): void {
    if (point >= 0xd800 && point <= 0xdfff) point = REPLACEMENT;
    const more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    this.bytes.push([0, 0xc0, 0xe0, 0xf0][more]! | (point >> (6 * more)));
    for (let i = more - 1; i >= 0; i--) this.bytes.push(0x80 | ((point >> (6 * i)) & 0x3f));
    for (let i = 0; i <= more; i++) {
      this.from.push(from);
      this.to.push(to);
    }
  }
}
