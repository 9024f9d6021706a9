import { distance } from 'fastest-levenshtein';
import { overlap } from '../scoring/boxes';
import type { WrittenLine } from './receipt-folder';

/** A line that was read. */
export interface ReadLine extends WrittenLine {
  confidence: number;
}

export interface ReadPage {
  truths: readonly WrittenLine[];
  lines: readonly ReadLine[];
}

/** From this overlap on (intersection over union) a line was found. */
const FOUND = 0.5;

/** Case says little on a receipt, and some labellers wrote capitals only. */
export const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The lines that were found, each with what was read there. */
export function matchLines({ truths, lines }: ReadPage): { truth: WrittenLine; line: ReadLine }[] {
  const free = new Set(lines);
  return truths.flatMap((truth) => {
    const ranked = [...free].map((line) => ({ line, shared: overlap(truth.box, line.box) })).sort((a, b) => b.shared - a.shared);
    if (!ranked[0] || ranked[0].shared < FOUND) return [];
    free.delete(ranked[0].line);
    return [{ truth, line: ranked[0].line }];
  });
}

/** Letters that must be changed, added or taken away, for each letter that is there; 1 if no line was found. */
export function characterErrors(pairs: readonly { truth: string; read: string }[]): number {
  if (pairs.length === 0) return 1;
  const wrong = pairs.reduce((sum, { truth, read }) => sum + distance(truth, read), 0);
  return wrong / pairs.reduce((sum, { truth }) => sum + truth.length, 0);
}

/** The share of a line's characters that were read right, 0..1. */
export const rightShare = (truth: string, read: string) => 1 - distance(truth, read) / Math.max(1, truth.length, read.length);

/** Lines of like confidence: what was said of them, and what share of their characters was right, both as means. */
export function confidenceBins(lines: readonly { confidence: number; right: number }[]) {
  return Array.from({ length: 10 }, (_, bin) => {
    const inside = lines.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
    const mean = (value: (line: { confidence: number; right: number }) => number) =>
      inside.reduce((total, line) => total + value(line), 0) / inside.length;
    return { from: bin / 10, lines: inside.length, said: mean((line) => line.confidence), right: mean((line) => line.right) };
  }).filter(({ lines: count }) => count > 0);
}

/** The mean distance between what was said and what was right, weighted by lines. */
export function confidenceError(bins: ReturnType<typeof confidenceBins>): number {
  const all = bins.reduce((total, { lines: count }) => total + count, 0);
  return bins.reduce((total, { lines: count, said, right }) => total + (count * Math.abs(said - right)) / all, 0);
}

/** Each sign is a word of its own: labellers write `tel : 5`, `tel: 5` and `tel:5`. */
export const signsApart = (text: string) => plain(text).replace(/[^\p{L}\p{N} ]/gu, ' $& ');

/** Words of the pages, wherever they stand: how many of those that were read are there, and how many of those there were read. */
export function wordScores(pages: readonly ReadPage[], prepared = plain): { precision: number; recall: number; f1: number } {
  let [hits, said, there] = [0, 0, 0];
  for (const { truths, lines } of pages) {
    const left = countWords(truths, prepared);
    const read = countWords(lines, prepared);
    for (const [word, count] of read) hits += Math.min(count, left.get(word) ?? 0);
    said += sum(read);
    there += sum(left);
  }
  const [precision, recall] = [hits / Math.max(1, said), hits / Math.max(1, there)];
  return { precision, recall, f1: (2 * hits) / Math.max(1, said + there) };
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

function countWords(lines: readonly WrittenLine[], prepared: (text: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of lines.flatMap(({ text }) => prepared(text).split(' ').filter(Boolean)))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
