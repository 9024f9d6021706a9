import type { ReadCharacter, ReadLine } from './ctc';

/*
 * P(a space stands between two characters) = sigmoid of the sum of: START, SURE × logit(the space's highest probability between
 * them), WIDE × their distance / the line's median distance, EMPTY × (the gap between their strokes − the line's median gap, in
 * steps), UNEVEN × the line's median deviation from its median distance, and what the signs say. Letters of one width stand at
 * even distances, with wide gaps beside the narrow ones. Fitted on 5,000 lines that we rendered: see models/ocr-european/CARD.md.
 * Taking only what the model itself calls a space glues every sixth word of a receipt to its neighbour.
 */
const START = -2.35;
const SURE = 1.37;
const WIDE = 4.3;
const EMPTY = 1.9;
const UNEVEN = 3.68;
const NO_SPACE = -6.22;
const IN_NUMBER = -2.13;
/** A gap that exceeds the median by more steps than this counts as this wide. */
const WIDEST = 2;

/** Chinese is written without spaces, and its commas leave gaps. */
const CHINESE = /^.(?:\p{Script=Han}[\p{Script=Han}\p{P}]|\p{P}\p{Script=Han})/u;
const BRACKET = /^.[([]|^..[)\]]/u;
const NUMBER = /^\d[.,:]\d|\d[.,:]\d$/u;

/** The log odds of a space before each of these characters. They are a line's characters in their order, without the spaces. */
export function oddsOfSpaces(characters: readonly ReadCharacter[], { spaces, strokes }: ReadLine): number[] {
  const perStep = strokes.length / spaces.length;
  const pairs = characters.slice(1).map((after, index) => {
    const before = characters[index]!;
    return {
      probability: Math.max(...spaces.subarray(before.step, after.step + 1)),
      distance: after.step - before.step,
      gap: widestGap(strokes, perStep * middle(before), perStep * middle(after)) / perStep,
      // Two characters before the place, and two after it.
      around: [index - 1, index, index + 1, index + 2].map((at) => characters[at]?.character ?? ' ').join(''),
    };
  });
  const distance = median(pairs.map((pair) => pair.distance));
  const gap = median(pairs.map((pair) => pair.gap));
  const uneven = Math.min(1, median(pairs.map((pair) => Math.abs(pair.distance - distance))) / distance);
  const odds = pairs.map(
    (pair) =>
      START +
      SURE * logit(pair.probability) +
      WIDE * (pair.distance / distance) +
      EMPTY * Math.min(WIDEST, pair.gap - gap) +
      UNEVEN * uneven +
      signsSay(pair.around),
  );
  return characters.map((_, index) => odds[index - 1] ?? Infinity);
}

function signsSay(around: string): number {
  if (BRACKET.test(around) || CHINESE.test(around)) return NO_SPACE;
  return NUMBER.test(around) ? IN_NUMBER : 0;
}

const middle = ({ step, last }: ReadCharacter): number => (step + last + 1) / 2;

/** The longest run of columns without strokes. */
function widestGap(strokes: readonly boolean[], from: number, to: number): number {
  let [widest, inRow] = [0, 0];
  for (let column = Math.floor(from); column <= to; column++) {
    inRow = strokes[column] ? 0 : inRow + 1;
    widest = Math.max(widest, inRow);
  }
  return widest;
}

function logit(probability: number): number {
  const inside = Math.min(1 - 1e-5, Math.max(1e-5, probability));
  return Math.log(inside / (1 - inside));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;
