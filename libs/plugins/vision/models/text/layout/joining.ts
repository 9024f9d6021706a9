import type { TextRegion } from '@percept/sdk/models';
import type { PlacedWord } from '../word-places';
import { joinCharacters } from '../words';

/** A line that was read, with its place. */
export interface PositionedText {
  text: string;
  confidence: number;
  region: TextRegion;
  words: PlacedWord[];
}

/** Maximum distance between parts of one line, as a share of their height; columns are farther apart. */
const APART = 0.5;
const LIKE_HEIGHT = 1.4;
/** Two letters on both sides of a cut are the same letter if their middles are nearer than this share of the height. */
const SAME = 0.45;
const SAME_DIRECTION = Math.cos(Math.PI / 30);

/** Joins neighbours that the detector has cut at a wide space into one line. Expects the lines in the order of reading. */
export function joinParts(lines: readonly PositionedText[]): PositionedText[] {
  const joined: PositionedText[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    if (!before || !goesOn(before.region, line.region)) joined.push(line);
    else joined[joined.length - 1] = withoutRepeated(before, line).reduce(join);
  }
  return joined;
}

function goesOn(a: TextRegion, b: TextRegion): boolean {
  const along = a.direction.x * b.direction.x + a.direction.y * b.direction.y;
  const [low, high] = [Math.min(a.height, b.height), Math.max(a.height, b.height)];
  if (along < SAME_DIRECTION || high > low * LIKE_HEIGHT) return false;
  const { u, v } = offset(a, b);
  return u > 0 && Math.abs(v) < low / 3 && u - (a.length + b.length) / 2 < low * APART;
}

/** The distance from the centre of `a` to that of `b`, along `a` and across it. */
function offset(a: TextRegion, b: TextRegion): { u: number; v: number } {
  const [dx, dy] = [b.centre.x - a.centre.x, b.centre.y - a.centre.y];
  return { u: dx * a.direction.x + dy * a.direction.y, v: dy * a.direction.x - dx * a.direction.y };
}

/**
 * Joins both parts. Strips overlap a little, so the letter at the cut may be in both: the reading that is farther from the end of
 * its strip saw the whole letter and stays. A part without any other letter is left out.
 */
function withoutRepeated(before: PositionedText, after: PositionedText): PositionedText[] {
  const last = before.words.at(-1)!.parts.at(-1)!;
  const first = after.words[0]!.parts[0]!;
  const shift = beginningOf(after.region, before.region);
  const isSame = first.at + shift - last.at < SAME * before.region.height;
  const isFirstWhole = first.at > before.region.length - last.at;
  if (isFirstWhole) return isSame || last.at > shift ? [...cut(before, -1), after] : [before, after];
  return isSame || first.at + shift < before.region.length ? [before, ...cut(after, 1)] : [before, after];
}

/** Leaves out a part's first letter (1) or its last one (-1). The result is empty if the part has no other letter. */
function cut(line: PositionedText, side: 1 | -1): PositionedText[] {
  const index = side === 1 ? 0 : line.words.length - 1;
  const rest = <T>(all: readonly T[]): T[] => (side === 1 ? all.slice(1) : all.slice(0, -1));
  const [characters, parts] = [rest(line.words[index]!.characters), rest(line.words[index]!.parts)];
  const words = rest(line.words);
  if (parts.length > 0)
    words[side === 1 ? 'unshift' : 'push']({
      text: joinCharacters(characters),
      characters,
      parts,
      region: around(parts[0]!.region, parts.at(-1)!.region),
    });
  return words.length === 0 ? [] : [{ ...line, text: words.map(({ text }) => text).join(' '), words }];
}

/** Where `after` begins, in pixels from the beginning of `before`. */
const beginningOf = (after: TextRegion, before: TextRegion): number =>
  offset(before, after).u + (before.length - after.length) / 2;

function join(a: PositionedText, b: PositionedText): PositionedText {
  const letters = a.text.length + b.text.length;
  const confidence = (a.confidence * a.text.length + b.confidence * b.text.length) / letters;
  const shift = beginningOf(b.region, a.region);
  const moved = b.words.map((word) => ({ ...word, parts: word.parts.map((part) => ({ ...part, at: part.at + shift })) }));
  return { text: `${a.text} ${b.text}`, confidence, region: around(a.region, b.region), words: [...a.words, ...moved] };
}

/** The region from the beginning of `a` to the end of `b`. */
function around(a: TextRegion, b: TextRegion): TextRegion {
  const { u, v } = offset(a, b);
  const start = -a.length / 2;
  const end = Math.max(a.length / 2, u + b.length / 2);
  const [middle, across] = [(start + end) / 2, v / 2];
  const { centre, direction } = a;
  return {
    centre: {
      x: centre.x + middle * direction.x - across * direction.y,
      y: centre.y + middle * direction.y + across * direction.x,
    },
    direction,
    length: end - start,
    height: Math.max(a.height, b.height),
    bend: a.bend ?? b.bend,
  };
}
