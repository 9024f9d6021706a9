import type { RereadLine, TextLineCrop, TextRegion, TextRereader } from '@percept/sdk/models';
import { computeLineConfidence } from '../confidence';
import { isCovered } from '../layout/covered';
import { chooseVocabulary } from '../letters/vocabulary';
import { PRINT } from '../text-line';
import { withRaisedDigits } from '../raised-digits';
import { cropTextLine, type CropPixels } from '../text-line-crop';
import { unreadSigns } from '../unread';
import { letterRuns, joinCharacters } from '../words';
import { withLettersOfFirst } from './letters-of-first';
import {
  hasOtherSigns,
  isBetter,
  isOfNoKnownScript,
  rareSigns,
  stripAround,
  wordsOfSecond,
  type FirstReading,
} from './second-reading';

/** The first reading of one place. */
export interface DoubtfulLine extends FirstReading {
  confidence: number;
  /** The region as found, from the beginning of the line. */
  region: TextRegion;
}

/**
 * A line below this confidence is read again. In plain English the first model is right more often than it says: on thirty
 * receipts, reading more lines gains nothing. In other languages' letters it makes mistakes up to the second limit (1,250 lines in
 * 18 languages that we rendered).
 */
const SURE = { plain: 0.94, other: 0.995 };
/**
 * Limit of the pixels of strips that are read again for one image, about two hundred lines of a receipt. The least sure lines come
 * first.
 */
const MOST = 60_000;
/**
 * Regions shorter than this many heights may be single upright letters. If turned, the second model would see them turned, too,
 * which it has not learned.
 */
const SHORT = 3;

/** Below this confidence, a line that lies in longer ones is a piece of them. */
const GUESS = 0.5;

/**
 * Plain English is not read again, either, if each of its characters is this likely: on thirty receipts the second reading then
 * changed one of twenty lines.
 */
const LIKELY = 0.8;
/** Lines before and after a line. Their words count for its language, because a price or a name alone does not show it. */
const NEIGHBOURS = 2;

function isSure(lines: readonly DoubtfulLine[], at: number): boolean {
  const { unread, confidence, characters } = lines[at]!;
  if (unread > 0 || confidence >= SURE.other) return unread === 0;
  const isLikely = confidence >= SURE.plain || characters.every(({ probability }) => probability >= LIKELY);
  return isLikely && isPlainEnglish(lines, at);
}

const ASCII_ONLY = /^[\p{ASCII}“”‘’–—…•€£©°]*$/u;

/** Whether a line is without marked letters and not in another language, whose words may have lost their marks. */
function isPlainEnglish(lines: readonly DoubtfulLine[], at: number): boolean {
  if (!lines[at]!.words.every(({ text }) => ASCII_ONLY.test(text))) return false;
  const words = lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).flatMap((line) => line.words);
  return chooseVocabulary(words.flatMap(letterRuns).map(joinCharacters)).language === 'en';
}

const isTurnedLetter = ({ region: { direction, length, height } }: DoubtfulLine): boolean =>
  Math.abs(direction.y) > Math.abs(direction.x) && length < SHORT * height;

interface SecondPass<T> {
  lines: T[];
  /** Number of lines whose letters neither model knows. */
  unknown: number;
}

/** Reads doubtful lines with the second model, and takes its reading if it is as good. The lines keep their order. */
export async function readAgain<T extends DoubtfulLine>(
  lines: readonly T[],
  pixels: CropPixels,
  open: () => Promise<TextRereader | undefined>,
): Promise<SecondPass<T>> {
  const pass: SecondPass<T> = { lines: [...lines], unknown: 0 };
  const regions = lines.map(({ region }) => region);
  const sure = lines.map((_, at) => isSure(lines, at));
  const doubtful = [...lines.entries()].filter(
    ([at, line]) =>
      (!sure[at] || rareSigns(line.words).length > 0) &&
      !isTurnedLetter(line) &&
      !(line.confidence < GUESS && isCovered(line.region, regions)),
  );
  const second = doubtful.length > 0 ? await open() : undefined;
  if (!second) return pass;
  let left = MOST;
  for (const [at, line] of doubtful.sort(([, a], [, b]) => a.confidence - b.confidence)) {
    const strip = stripAround(line.region, PRINT);
    const crop = cropTextLine(pixels, strip, second.height, 1);
    if ((left -= crop.width) < 0) break;
    const read = withLettersOfFirst(await second.read(crop), strip.length, line, second.characters);
    if (isOfNoKnownScript(read, line)) pass.unknown++;
    if (!isBetter(read, line) || (sure[at] && !hasOtherSigns(read, line))) continue;
    pass.lines[at] = { ...line, ...counted(read, line, { crop, length: strip.length }) };
  }
  return pass;
}

function counted(read: RereadLine, line: DoubtfulLine, { crop, length }: { crop: TextLineCrop; length: number }) {
  const strip = { steps: read.spaces.length, length };
  const characters = withRaisedDigits(read.characters, crop, strip.steps);
  const words = wordsOfSecond({ ...read, characters }, strip, line);
  const unread = unreadSigns(crop, read.characters, strip.steps);
  return { words, strip, unread, confidence: computeLineConfidence(read.characters, unread) };
}
