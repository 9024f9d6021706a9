import type { TextRegion } from '@percept/sdk/models';
import { sagAt } from './bent-line';
import type { ReadCharacter } from './ctc';
import type { ReadWord } from './words';

/** A part of a line, with its place. */
export interface PlacedPart {
  region: TextRegion;
  characters: ReadCharacter[];
}

export interface PlacedCharacter extends PlacedPart {
  /** Pixels from the beginning of the line to the part's middle, which may lie outside the line. */
  at: number;
}

/** A word of a line, with its place and those of its characters. */
export interface PlacedWord extends PlacedPart {
  text: string;
  parts: PlacedCharacter[];
}

interface Extent {
  from: number;
  to: number;
}

/**
 * Places the words of a line. A character reaches halfway to its neighbour in the word, and as far to the other side.
 * @param strip the strip that was read: its steps, and its length in pixels.
 * @param line the rectangle around the line, as found. It has the same middle as the strip.
 */
export function placeWords(words: readonly ReadWord[], strip: { steps: number; length: number }, line: TextRegion): PlacedWord[] {
  const before = (strip.length - line.length) / 2;
  const centre = ({ step, last }: ReadCharacter): number => ((step + last + 1) / 2 / strip.steps) * strip.length - before;
  const centres = words.map(({ characters }) => characters.map(centre));
  const typical = typicalDistance(centres) ?? line.height / 2;
  return words.map((word, index) => {
    const before = centres[index - 1]?.at(-1) ?? -Infinity;
    const after = centres[index + 1]?.[0] ?? Infinity;
    const extents = extentsOf(centres[index]!, { typical, before, after });
    const parts = word.characters.map((character, at) => ({
      region: part(line, extents[at]!),
      characters: [character],
      at: centres[index]![at]!,
    }));
    const region = part(line, { from: extents[0]!.from, to: extents.at(-1)!.to });
    return { ...word, region, parts };
  });
}

function extentsOf(centres: readonly number[], near: { typical: number; before: number; after: number }): Extent[] {
  return centres.map((at, index) => {
    const previous = centres[index - 1];
    const next = centres[index + 1];
    const half = Math.min(near.typical, (next ?? Infinity) - at, at - (previous ?? -Infinity)) / 2;
    return {
      from: previous === undefined ? Math.max(at - half, (near.before + at) / 2) : (previous + at) / 2,
      to: next === undefined ? Math.min(at + half, (at + near.after) / 2) : (at + next) / 2,
    };
  });
}

/** The median distance of neighbouring characters in a word. */
function typicalDistance(words: readonly (readonly number[])[]): number | undefined {
  const distances = words.flatMap((centres) => centres.slice(1).map((at, index) => at - centres[index]!));
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)];
}

/** The part of a line between two places, which count from the beginning of the line; it is cut to the line. */
function part(line: TextRegion, { from, to }: Extent): TextRegion {
  const { centre, direction, length, height } = line;
  const [start, end] = [from, to].map((at) => Math.min(length, Math.max(0, at))) as [number, number];
  if (line.bend) return bentPart(line, start - length / 2, end - length / 2);
  const offset = (start + end - length) / 2;
  return {
    centre: { x: centre.x + offset * direction.x, y: centre.y + offset * direction.y },
    direction,
    length: end - start,
    height,
  };
}

function bentPart({ centre, direction, height, bend }: TextRegion, from: number, to: number): TextRegion {
  const place = (u: number) => {
    const v = sagAt(bend!, u);
    return { x: centre.x + u * direction.x - v * direction.y, y: centre.y + u * direction.y + v * direction.x };
  };
  const [start, end] = [place(from), place(to)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  return {
    centre: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 },
    direction: length > 0 ? { x: (end.x - start.x) / length, y: (end.y - start.y) / length } : direction,
    length,
    height,
  };
}
