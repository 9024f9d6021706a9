import type { NamedSpan } from '@percept/sdk/models';

export type Aggregation = 'simple' | 'first' | 'average' | 'max';

/** A token, or a word, with a probability for each label. */
export interface Scored {
  start: number;
  end: number;
  scores: readonly number[];
  /** Whether it continues the word before it. */
  isSubword: boolean;
}

interface Tagged {
  start: number;
  end: number;
  label: string;
  score: number;
}

const NOTHING = 'O';

/**
 * The spans that the labels of the tokens name, combined as the Transformers pipeline does.
 * @param labels with `B-` and `I-`, or plain ones.
 */
export function toSpans(tokens: readonly Scored[], labels: readonly string[], aggregation: Aggregation): NamedSpan[] {
  const tagged = aggregation === 'simple' ? tokens.map((token) => tag(token, labels)) : tagWords(tokens, labels, aggregation);
  return grouped(tagged)
    .filter((group) => group[0]!.label !== NOTHING)
    .map((group) => ({
      type: typeFrom(group[0]!.label),
      start: group[0]!.start,
      end: group.at(-1)!.end,
      confidence: mean(group.map(({ score }) => score)),
    }));
}

/** The type that a label names, without the prefix for the position in it. */
export const typeFrom = (label: string): string => label.slice(label.indexOf('-') + 1);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const highest = (scores: readonly number[]): number => scores.reduce((best, score, at) => (score > scores[best]! ? at : best), 0);

function tag({ start, end, scores }: Omit<Scored, 'isSubword'>, labels: readonly string[]): Tagged {
  const best = highest(scores);
  return { start, end, label: labels[best]!, score: scores[best]! };
}

/** Gives all tokens of a word one label. */
function tagWords(tokens: readonly Scored[], labels: readonly string[], aggregation: Exclude<Aggregation, 'simple'>): Tagged[] {
  const words: Scored[][] = [];
  for (const token of tokens)
    if (token.isSubword && words.length > 0) words.at(-1)!.push(token);
    else words.push([token]);
  return words.map((word) =>
    tag({ start: word[0]!.start, end: word.at(-1)!.end, scores: scoresOfWord(word, aggregation) }, labels),
  );
}

function scoresOfWord(word: readonly Scored[], aggregation: Exclude<Aggregation, 'simple'>): readonly number[] {
  if (aggregation === 'first') return word[0]!.scores;
  if (aggregation === 'average') return word[0]!.scores.map((_, at) => mean(word.map(({ scores }) => scores[at]!)));
  return word.reduce((best, each) => (Math.max(...each.scores) > Math.max(...best.scores) ? each : best)).scores;
}

/** Groups labels: a label continues the one before it unless it begins something. */
function grouped(tagged: readonly Tagged[]): Tagged[][] {
  const groups: Tagged[][] = [];
  for (const each of tagged) {
    const last = groups.at(-1)?.at(-1);
    const { begins, type } = partsOf(each.label);
    if (last && !begins && partsOf(last.label).type === type) groups.at(-1)!.push(each);
    else groups.push([each]);
  }
  return groups;
}

function partsOf(label: string): { begins: boolean; type: string } {
  const isTagged = /^[BI]-/.test(label);
  return { begins: isTagged && label.startsWith('B'), type: isTagged ? label.slice(2) : label };
}

/**
 * Converts labels that also mark an end or a single (`E-`, `S-`, or `L-`, `U-`) into the simpler form: an end continues what was
 * begun, and a single begins.
 */
export function simplerLabels(labels: readonly string[]): string[] {
  const letters = new Set(labels.filter((label) => label[1] === '-').map((label) => label[0]));
  const isFuller = letters.has('B') && (letters.has('S') || letters.has('U') || letters.has('E') || letters.has('L'));
  return isFuller ? labels.map((label) => label.replace(/^[EL]-/, 'I-').replace(/^[SU]-/, 'B-')) : [...labels];
}

/** Keeps the longer of two spans from overlapping windows, and the more certain of two equally long ones. */
export function longestSpans(spans: readonly NamedSpan[]): NamedSpan[] {
  const kept: NamedSpan[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) kept.push(span);
    else if (longer(span, last) || (asLong(span, last) && span.confidence > last.confidence)) kept[kept.length - 1] = span;
  }
  return kept;
}

const longer = (one: NamedSpan, other: NamedSpan): boolean => one.end - one.start > other.end - other.start;
const asLong = (one: NamedSpan, other: NamedSpan): boolean => one.end - one.start === other.end - other.start;
