import type { TextLineCrop } from '@percept/sdk/models';
import type { ReadCharacter } from './ctc';

const RAISED: Readonly<Record<string, string>> = Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((raised, digit) => [digit, raised]));
const END = /^[ ,.;:)=%+]$/;
/** These signs before a digit belong to the number: `4,102.18`. */
const DECIMAL = /[.,]/;
/** Digits that are wide; a `1` is always narrow. */
const WIDE_DIGIT = /[02-9]/;
const DIGIT_OR_CAPITAL = /[\dA-Z]/;
/** What a raised zero behind another raised digit is misread as: `7¹⁰`. */
const ROUND = /^[°º]$/;
/** Characters that stand on the baseline, without a part below it. */
const ON_BASELINE = /^[\dA-IK-PR-Za-fhik-or-xz)]$/;
/**
 * The minimum height of a raised digit above the foot of the sign before it, as a share of a digit's height; drawn ones have .35 to
 * .5.
 */
const ABOVE = 0.25;
/** The height of a raised digit, as a share of a digit's height; drawn ones have .55 to .7. */
const TALL = { from: 0.4, to: 0.8 };
/** The sign before a raised digit may differ by this share in height and top from a whole digit: otherwise the print is too bad to tell. */
const EVEN = 0.15;
/**
 * The minimum width of a raised digit, as a share of other digits' width. Bad print loses the lower half of a digit, never its
 * width.
 */
const WIDE = 0.85;
/** The top of a raised digit may be above that of others by this share of their height. */
const HIGHER = 0.35;
/** Quantile of the heights of a line's digits and capitals that counts as the height of a digit. */
const HIGH = 0.8;
/** A pixel has ink if it differs from the paper by this share of the line's contrast. */
const INK = 0.45;
/** The share of the darkest and of the brightest pixels that may be specks. */
const SPECKS = 0.02;

interface Box {
  from: number;
  to: number;
  top: number;
  bottom: number;
}

/** The characters, with raised digits marked as such: to a network that reads letters, `5⁴` and `54` differ only by place. */
export function withRaisedDigits(characters: readonly ReadCharacter[], crop: TextLineCrop, steps: number): ReadCharacter[] {
  const found = withRaised(characters, crop, steps);
  for (const [index, { character }] of found.entries())
    if (ROUND.test(character) && isOneRaised(found[index - 1])) found[index] = { ...found[index]!, character: RAISED['0']! };
  return found;
}

const isOneRaised = (each: ReadCharacter | undefined): boolean =>
  each !== undefined && Object.values(RAISED).includes(each.character);

function withRaised(characters: readonly ReadCharacter[], crop: TextLineCrop, steps: number): ReadCharacter[] {
  if (!characters.some((each, index) => mayBeRaised(characters[index - 1], each))) return [...characters];
  const boxes = boxesOf(characters, inkRuns(crop), crop.width / steps);
  const boxesThatAre = (kind: RegExp) => [...boxes].flatMap(([{ character }, box]) => (kind.test(character) ? [box] : []));
  const whole = {
    height: highOf(boxesThatAre(DIGIT_OR_CAPITAL).map(({ top, bottom }) => bottom - top)),
    width: highOf(boxesThatAre(WIDE_DIGIT).map(({ from, to }) => to - from)),
  };
  const raised = new Set<ReadCharacter>();
  let foot: Box | undefined;
  for (const [index, each] of characters.entries()) {
    const box = boxes.get(each);
    if (each.character === ' ') foot = undefined;
    if (box && foot && mayBeRaised(characters[index - 1], each) && isRaised(box, foot, whole)) raised.add(each);
    else if (ON_BASELINE.test(each.character)) foot = box;
  }
  const isSure = [...raised].some(({ character }) => WIDE_DIGIT.test(character));
  return characters.map((each, index) =>
    isSure && raised.has(each) && isAtEnd(characters, index, raised) ? { ...each, character: RAISED[each.character]! } : each,
  );
}

const mayBeRaised = (before: ReadCharacter | undefined, { character }: ReadCharacter): boolean =>
  character in RAISED && before !== undefined && /[\p{L}\p{N})]/u.test(before.character);

/** Whether the word ends after this and other raised digits: in bad print any digit of a number can look raised. */
function isAtEnd(characters: readonly ReadCharacter[], index: number, raised: ReadonlySet<ReadCharacter>): boolean {
  const rest = characters.slice(index + 1).filter((each) => !raised.has(each));
  const [after, next] = rest.map(({ character }) => character);
  if (after === undefined) return true;
  const isDecimal = DECIMAL.test(after) && next !== undefined && /\d/.test(next);
  return END.test(after) && !isDecimal;
}

const highOf = (sizes: readonly number[]): number => sizes.toSorted((a, b) => a - b)[Math.ceil(HIGH * (sizes.length - 1))] ?? 0;

function isRaised(box: Box, foot: Box, { width, height }: { width: number; height: number }): boolean {
  const share = (from: number, to: number) => (to - from) / height;
  const [tall, lower] = [share(box.top, box.bottom), share(foot.top, box.top)];
  return (
    Math.abs(share(foot.top, foot.bottom) - 1) <= EVEN &&
    lower <= EVEN &&
    lower >= -HIGHER &&
    share(box.bottom, foot.bottom) >= ABOVE &&
    tall >= TALL.from &&
    tall <= TALL.to &&
    box.to - box.from <= WIDE * width
  );
}

/** The box of each character whose ink touches no other character's. */
function boxesOf(characters: readonly ReadCharacter[], runs: readonly Box[], perStep: number): Map<ReadCharacter, Box> {
  const owners = new Map<Box, ReadCharacter[]>();
  for (const each of characters) {
    if (each.character === ' ') continue;
    const centre = ((each.step + each.last + 1) / 2) * perStep;
    const away = ({ from, to }: Box) => Math.max(from - centre, centre - to, 0);
    const nearest = runs.reduce<Box | undefined>((best, run) => (!best || away(run) < away(best) ? run : best), undefined);
    if (nearest && away(nearest) <= perStep) owners.set(nearest, [...(owners.get(nearest) ?? []), each]);
  }
  return new Map([...owners].flatMap(([box, [owner, ...others]]) => (others.length === 0 ? [[owner!, box] as const] : [])));
}

/** Runs of neighbouring columns with ink, each with its vertical extent. */
function inkRuns(crop: TextLineCrop): Box[] {
  const { pixels, width, height } = crop;
  const { paper, contrast } = levelsOf(crop);
  const runs: Box[] = [];
  for (let column = 0; column < width; column++) {
    let [top, bottom] = [height, 0];
    for (let row = 0; row < height; row++) {
      if (Math.abs(pixels[(row * width + column) * 3 + 1]! - paper) <= INK * contrast) continue;
      top = Math.min(top, row);
      bottom = row + 1;
    }
    if (bottom === 0) continue;
    const last = runs.at(-1);
    if (last?.to !== column) runs.push({ from: column, to: column + 1, top, bottom });
    else Object.assign(last, { to: column + 1, top: Math.min(last.top, top), bottom: Math.max(last.bottom, bottom) });
  }
  return runs;
}

/** The green value of most pixels, and how far the print's differs from it. */
function levelsOf({ pixels }: TextLineCrop): { paper: number; contrast: number } {
  const counts = new Uint32Array(256);
  for (let at = 1; at < pixels.length; at += 3) counts[pixels[at]!]!++;
  const levelAt = (share: number): number => {
    let left = Math.floor((pixels.length / 3 - 1) * share);
    return counts.findIndex((count) => (left -= count) < 0);
  };
  const paper = levelAt(0.5);
  return { paper, contrast: Math.max(paper - levelAt(SPECKS), levelAt(1 - SPECKS) - paper) };
}
