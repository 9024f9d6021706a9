import type { TextRegion } from '@percept/sdk/models';

/** Maximum length of a region with one letter, as a share of its height. */
const ONE_LETTER = 1.6;
/** Maximum distance of a letter from its line, as a share of the line's height: the next column is farther. */
const NEAR = 0.25;
/**
 * A box lower than the line covers only the middle of its letter, so it may be farther away by this share of the missing height.
 */
const CUT_CLOSE = 0.25;
/** Maximum height of a letter, as a share of the line's height. */
const TALL = 1.2;
const SAME_DIRECTION = Math.cos(Math.PI / 30);

/**
 * Adds a letter that was found apart from its line (`O coração`) to the line: alone, its box is cut too close and nothing beside it
 * tells what it is. The lines keep their order.
 */
export function withLoneLetters(regions: readonly TextRegion[]): TextRegion[] {
  const lines = regions.filter((region) => !isOneLetter(region));
  const alone: TextRegion[] = [];
  for (const letter of regions.filter(isOneLetter)) {
    const index = lines.findIndex((line) => isBeside(line, letter));
    if (index < 0) alone.push(letter);
    else lines[index] = reaching(lines[index]!, letter);
  }
  return [...lines, ...alone];
}

const isOneLetter = ({ length, height }: TextRegion) => length < ONE_LETTER * height;

function isBeside(line: TextRegion, letter: TextRegion): boolean {
  const { u, v } = placeOf(letter, line);
  const gap = Math.abs(u) - (line.length + letter.length) / 2;
  const along = line.direction.x * letter.direction.x + line.direction.y * letter.direction.y;
  const near = NEAR * line.height + CUT_CLOSE * Math.max(0, line.height - letter.height);
  return along >= SAME_DIRECTION && letter.height <= TALL * line.height && Math.abs(v) < line.height / 4 && gap < near;
}

/** The distance from the middle of the line to that of the letter, along the line and across it. */
function placeOf({ centre }: TextRegion, { centre: from, direction }: TextRegion): { u: number; v: number } {
  const [dx, dy] = [centre.x - from.x, centre.y - from.y];
  return { u: dx * direction.x + dy * direction.y, v: dy * direction.x - dx * direction.y };
}

/** The line, extended to include the letter. */
function reaching(line: TextRegion, letter: TextRegion): TextRegion {
  const { u } = placeOf(letter, line);
  const start = Math.min(-line.length / 2, u - letter.length / 2);
  const end = Math.max(line.length / 2, u + letter.length / 2);
  const { centre, direction } = line;
  const middle = (start + end) / 2;
  return {
    ...line,
    centre: { x: centre.x + middle * direction.x, y: centre.y + middle * direction.y },
    length: end - start,
  };
}
