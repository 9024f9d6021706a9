/** An object as the reference says it: corners in pixels of the picture, which they may leave. */
export interface ExpectedObject {
  label: string;
  score: number;
  box: [left: number, top: number, right: number, bottom: number];
}

/** An object of `vision.detect`. */
export interface FoundObject {
  object: string;
  confidence: number;
  bounding_box: { x: number; y: number; width: number; height: number };
}

export interface Difference {
  /** The largest of all scores. */
  score: number;
  /** The largest of all sides of boxes, in pixels, besides the half that rounding to whole pixels takes. */
  box: number;
  /** Objects that only one of them has. */
  alone: number;
}

/** As far as scores may differ. */
export const MAX_SCORE = 1e-3;
/** As far as sides of boxes may differ, in pixels. */
export const MAX_BOX = 0.5;

const MAX_OBJECTS = 100;

export const NO_DIFFERENCE: Difference = { score: 0, box: 0, alone: 0 };

export const worse = (one: Difference, other: Difference): Difference => ({
  score: Math.max(one.score, other.score),
  box: Math.max(one.box, other.box),
  alone: one.alone + other.alone,
});

/**
 * Compares the objects of a picture, each with the nearest of its label.
 * @param least score from which on both tell objects; one that is as near to it as scores may differ need not be there.
 */
export function compareObjects(
  expected: readonly ExpectedObject[],
  found: readonly FoundObject[],
  { width, height, least }: { width: number; height: number; least: number },
): Difference {
  const rest = [...found];
  // An answer has the first hundred.
  const last = [...expected].sort((one, other) => other.score - one.score)[MAX_OBJECTS];
  const from = Math.max(least, last?.score ?? 0);
  let difference = NO_DIFFERENCE;
  for (const { label, score, box } of expected.filter((each) => each.score >= from - MAX_SCORE)) {
    const sides = onPicture(box, width, height);
    const [nearest] = rest
      .map((each, at) => ({ at, score: Math.abs(each.confidence - score), box: apart(each, sides), label: each.object }))
      .filter((each) => each.label === label)
      .sort((one, other) => one.box + 1e3 * one.score - (other.box + 1e3 * other.score));
    if (nearest) rest.splice(nearest.at, 1);
    const missing = score < from + MAX_SCORE ? NO_DIFFERENCE : { ...NO_DIFFERENCE, alone: 1 };
    difference = worse(difference, nearest ? { score: nearest.score, box: nearest.box, alone: 0 } : missing);
  }
  return { ...difference, alone: difference.alone + rest.filter(({ confidence }) => confidence >= from + MAX_SCORE).length };
}

type Sides = [left: number, top: number, right: number, bottom: number];

/** Cut at the edges, and at least a pixel wide and high, as an answer is. */
function onPicture([left, top, right, bottom]: Sides, width: number, height: number): Sides {
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  const [x, y] = [clamp(left, 0, width - 1), clamp(top, 0, height - 1)];
  return [x, y, clamp(right, x + 1, width), clamp(bottom, y + 1, height)];
}

function apart({ bounding_box: { x, y, width, height } }: FoundObject, sides: Sides): number {
  const own = [x, y, x + width, y + height];
  return Math.max(...own.map((side, at) => Math.max(0, Math.abs(side - sides[at]!) - 0.5)));
}

/** Compares the score of each label. */
export function compareScores(expected: Readonly<Record<string, number>>, found: ReadonlyMap<string, number>): Difference {
  const scores = Object.entries(expected).map(([label, score]) => Math.abs((found.get(label) ?? 0) - score));
  return { ...NO_DIFFERENCE, score: Math.max(0, ...scores) };
}

/** A part of a text, with UTF-16 offsets. */
export interface Span {
  type: string;
  start: number;
  end: number;
  score: number;
}

/** Compares the spans of a text: each must begin and end at the same character. Those without a character name nothing. */
export function compareSpans(expected: readonly Span[], found: readonly Span[]): Difference {
  const rest = [...found];
  let difference = NO_DIFFERENCE;
  for (const span of expected.filter(({ start, end }) => end > start)) {
    // Bytes of one character may name the same twice.
    const at = rest.findIndex(({ type, start, end }) => type === span.type && start === span.start && end === span.end);
    const [same] = at < 0 ? [] : rest.splice(at, 1);
    difference = worse(difference, { ...NO_DIFFERENCE, ...(same ? { score: Math.abs(same.score - span.score) } : { alone: 1 }) });
  }
  return { ...difference, alone: difference.alone + rest.length };
}
