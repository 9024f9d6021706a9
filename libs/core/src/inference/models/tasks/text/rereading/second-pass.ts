import type { RereadLine, TextRegion, TextRereader } from '../../../runtime';
import { PRINT } from '../text-line';
import { cropTextLine, type Pixels } from '../text-line-crop';
import { textOf } from '../words';
import { confidenceOfSecond, isBetter, isOfNoKnownScript, stripAround, wordsOfSecond, type FirstReading } from './second-reading';

/** What was read in one place. */
export interface DoubtfulLine extends FirstReading {
  confidence: number;
  /** As it was found: from its beginning on. */
  region: TextRegion;
}

/** A line that is less sure than this, or whose print is lower, pixels, is read again. Chosen on thirty receipts: more costs time and gains nothing. */
const SURE = 0.94;
const SMALL = 16;
/** Signs that the first model often reads where another stands: small digits, fractions, and everything beyond ASCII but letters. */
const RARE = /(?!\p{ASCII})[^\p{L}]|[łŁ]|\p{Ll}[23]\b|\d\/\d/u;
/** Pixels of strips that are read again for one image, the least sure lines first: about two hundred lines of a receipt. */
const MOST = 60_000;
/** Single letters that stand upright and were read turned would be turned for the second model, too: it has not learned them. */
const SHORT = 3;

const isDoubtful = (line: DoubtfulLine): boolean =>
  line.unread ||
  line.confidence < SURE ||
  line.region.height * PRINT < SMALL ||
  RARE.test(line.words.map(({ characters }) => textOf(characters)).join(' '));

const isTurnedLetter = ({ region: { direction, length, height } }: DoubtfulLine): boolean =>
  Math.abs(direction.y) > Math.abs(direction.x) && length < SHORT * height;

export interface SecondPass<T> {
  lines: T[];
  /** Lines of which neither model knows the letters. */
  unknown: number;
}

/** The lines, those that are doubtful as the second model reads them if that reading is as good. They keep their order. */
export async function readAgain<T extends DoubtfulLine>(
  lines: readonly T[],
  pixels: Pixels,
  open: () => Promise<TextRereader | undefined>,
): Promise<SecondPass<T>> {
  const pass: SecondPass<T> = { lines: [...lines], unknown: 0 };
  const doubtful = [...lines.entries()].filter(([, line]) => isDoubtful(line) && !isTurnedLetter(line));
  const second = doubtful.length > 0 ? await open() : undefined;
  if (!second) return pass;
  let left = MOST;
  for (const [at, line] of doubtful.sort(([, a], [, b]) => a.confidence - b.confidence)) {
    const strip = stripAround(line.region, PRINT);
    const crop = cropTextLine(pixels, strip, second.height, 1);
    if ((left -= crop.width) < 0) break;
    const read = await second.read(crop);
    if (isOfNoKnownScript(read, line)) pass.unknown++;
    if (!isBetter(read, line)) continue;
    pass.lines[at] = { ...line, ...counted(read, line, strip.length) };
  }
  return pass;
}

function counted(read: RereadLine, line: DoubtfulLine, length: number) {
  const strip = { steps: read.spaces.length, length };
  const words = wordsOfSecond(read, strip, line);
  return { words, strip, confidence: confidenceOfSecond(read) };
}
