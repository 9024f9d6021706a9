import type { Normalizer } from './tokenizer';

/** A changed text. Each of its UTF-16 units has its place in the original text. */
export interface AlignedText {
  text: string;
  starts: number[];
  ends: number[];
}

/** The text unchanged: each character keeps its place. */
export function unchangedText(text: string, from = 0): AlignedText {
  const aligned: AlignedText = { text, starts: [], ends: [] };
  for (const character of text) {
    const start = from + aligned.starts.length;
    for (let unit = 0; unit < character.length; unit++) {
      aligned.starts.push(start);
      aligned.ends.push(start + character.length);
    }
  }
  return aligned;
}

export const sliceText = ({ text, starts, ends }: AlignedText, from: number, to = text.length): AlignedText => ({
  text: text.slice(from, to),
  starts: starts.slice(from, to),
  ends: ends.slice(from, to),
});

/** Normalizes the text, with the places that the Hub's tokenizers library gives. */
export function normalized(text: AlignedText, normalizer: Normalizer | null): AlignedText {
  if (!normalizer) return text;
  switch (normalizer.config.type) {
    case 'Sequence':
      return (normalizer.normalizers ?? []).reduce(normalized, text);
    case 'Replace':
      return replaced(text, normalizer);
    case 'Prepend':
      return prepended(text, normalizer.config.prepend ?? '');
    case 'Strip': {
      const kept = normalizer.normalize(text.text);
      const from = text.text.indexOf(kept);
      return sliceText(text, from, from + kept.length);
    }
    default:
      return characterwise(text, normalizer);
  }
}

/** A prefix gets the place of the first character. */
function prepended({ text, starts, ends }: AlignedText, prefix: string): AlignedText {
  if (text === '') return { text, starts, ends };
  const first = <T>(places: T[]) => Array.from(prefix, () => places[0]!);
  return { text: prefix + text, starts: [...first(starts), ...starts], ends: [...first(ends), ...ends] };
}

/** A replacement gets the place of the last character that it replaces. */
function replaced(all: AlignedText, { pattern, config: { content = '' } }: Normalizer): AlignedText {
  if (pattern === null || pattern === undefined) return all;
  const built: AlignedText = { text: '', starts: [], ends: [] };
  let at = 0;
  const keep = (to: number) => append(built, sliceText(all, at, to));
  all.text.replaceAll(pattern, (found: string, ...more: unknown[]) => {
    const place = more.find((each) => typeof each === 'number')!;
    keep(place);
    at = place + found.length;
    const last = Math.max(0, at - 1);
    const units = Array.from({ length: content.length }, () => last);
    append(built, { text: content, starts: units.map((unit) => all.starts[unit]!), ends: units.map((unit) => all.ends[unit]!) });
    return '';
  });
  keep(all.text.length);
  return built;
}

function append(built: AlignedText, { text, starts, ends }: AlignedText): void {
  built.text += text;
  for (const start of starts) built.starts.push(start);
  for (const end of ends) built.ends.push(end);
}

const CLUSTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });
const MAX_REMEMBERED = 10_000;
/** Plain characters, or other characters up to the last mark, with the character before them, to which their marks may belong. */
const BLOCKS = /[\0-\x7f]+(?![^\0-\x7f])|[\0-\x7f]?[^\0-\x7f]{1,64}[\p{M}\u1160-\u11ff]*/gu;

/** Letters with their marks. The segmenter's time grows with the square of the length, so a long text is split. */
function* clustersIn(text: string): Generator<string> {
  for (const [block] of text.matchAll(BLOCKS))
    if (block.charCodeAt(block.length - 1) < 128) yield* block;
    else for (const { segment } of CLUSTERS.segment(block)) yield segment;
}

/**
 * Applies a normalizer that changes each character, or letter with its marks, by itself: the n-th character of a result gets the
 * place of the n-th original one.
 */
function characterwise(all: AlignedText, normalizer: Normalizer): AlignedText {
  const built: AlignedText = { text: '', starts: [], ends: [] };
  const known = new Map<string, string>();
  const change = (cluster: string) => {
    const before = known.get(cluster);
    if (before !== undefined) return before;
    const after = normalizer.normalize(cluster);
    if (known.size < MAX_REMEMBERED) known.set(cluster, after);
    return after;
  };
  let at = 0;
  for (const cluster of clustersIn(all.text)) {
    const places: number[] = [];
    for (const character of cluster) {
      places.push(at);
      at += character.length;
    }
    let number = 0;
    for (const character of change(cluster)) {
      const place = places[Math.min(number++, places.length - 1)]!;
      built.text += character;
      for (let unit = 0; unit < character.length; unit++) {
        built.starts.push(all.starts[place]!);
        built.ends.push(all.ends[place]!);
      }
    }
  }
  return built;
}
