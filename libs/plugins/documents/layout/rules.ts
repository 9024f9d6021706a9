/** A drawn level or upright line with its thickness. */
export interface Rule {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface RulingLines {
  level: Rule[];
  upright: Rule[];
}

/** A line is this much darker than the paper on both sides of it, a few pixels away: forms have pale lines. */
const CONTRAST = 30;
const BESIDE = [3, 6] as const;
/** A pixel darker than this is always ink: a line at the edge of a coloured row. */
const DARK = 145;
/** A line shorter than this share of the picture's longer side is a stroke of a letter. */
const MIN_LENGTH = 0.022;
/** A line thicker than this many pixels is a bar. */
const MAX_THICKNESS = 5;
/** The longest gap in a line in pixels, and the minimum share of ink: a row of letters has less. */
const MAX_GAP = 3;
const MIN_COVER = 0.9;

/** The lines drawn on a picture. @param rgb height × width × 3 bytes. */
export function rulesIn(rgb: Uint8Array, { width, height }: { width: number; height: number }): RulingLines {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = (rgb[from]! + 2 * rgb[from + 1]! + rgb[from + 2]!) >> 2;
  const least = Math.max(24, MIN_LENGTH * Math.max(width, height));
  const levels = { length: width, step: 1, count: height, stepAcross: width };
  const uprights = { length: height, step: width, count: width, stepAcross: 1 };
  const [level, upright] = [levels, uprights].map((lines) => joined(runsIn(inkOf(grey, lines), lines, least)));
  return {
    level: level!.map(({ from, to, first, last }) => ({ left: from, right: to, top: first, bottom: last + 1 })),
    upright: upright!.map(({ from, to, first, last }) => ({ left: first, right: last + 1, top: from, bottom: to })),
  };
}

/** How to scan the pixels of a picture: `count` lines of `length` pixels, with the steps along and across them. */
interface Lines {
  length: number;
  step: number;
  count: number;
  stepAcross: number;
}

interface Ink {
  /** 1 for each pixel that is dark, or darker than the pixels on both sides across the lines. */
  ink: Uint8Array;
  /** How many ink pixels each line has. */
  sums: Int32Array;
}

/** Visits every pixel of a page in memory order, because most of them are paper. */
function inkOf(grey: Uint8Array, { length, step, count, stepAcross }: Lines): Ink {
  const ink = new Uint8Array(grey.length);
  const sums = new Int32Array(count);
  const [near, far] = BESIDE;
  const isLevel = step === 1;
  const [rows, columns] = isLevel ? [count, length] : [length, count];
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const own = grey[at]!;
      const paper = own + CONTRAST;
      if (paper > 255) continue;
      const across = isLevel ? row : column;
      if (own >= DARK) {
        const behind = count - 1 - across;
        if (grey[at - Math.min(near, across) * stepAcross]! < paper && grey[at - Math.min(far, across) * stepAcross]! < paper)
          continue;
        if (grey[at + Math.min(near, behind) * stepAcross]! < paper && grey[at + Math.min(far, behind) * stepAcross]! < paper)
          continue;
      }
      ink[at] = 1;
      sums[across]!++;
    }
  }
  return { ink, sums };
}

interface Run {
  from: number;
  to: number;
  /** The first row or column of pixels that the line takes. */
  first: number;
  last: number;
}

function runsIn({ ink, sums }: Ink, { length, step, count, stepAcross }: Lines, least: number): Run[] {
  const runs: Run[] = [];
  for (let across = 0; across < count; across++) {
    // Without that much ink in total there is no line.
    if (sums[across]! < MIN_COVER * least) continue;
    let [from, last, covered] = [-1, -1, 0];
    for (let along = 0; along <= length; along++) {
      if (along < length && ink[across * stepAcross + along * step] === 1) {
        if (from < 0) [from, covered] = [along, 0];
        last = along;
        covered++;
        continue;
      }
      if (from < 0 || (along < length && along - last <= MAX_GAP)) continue;
      const span = last + 1 - from;
      if (span >= least && covered >= MIN_COVER * span) runs.push({ from, to: last + 1, first: across, last: across });
      from = -1;
    }
  }
  return runs;
}

/** Merges adjacent runs into one line, unless it is a bar. */
function joined(runs: readonly Run[]): Run[] {
  const lines: Run[] = [];
  let open: Run[] = [];
  for (const run of runs) {
    open = open.filter(({ last }) => last >= run.first - 2);
    const near = open.find(({ from, to }) => Math.min(to, run.to) - Math.max(from, run.from) > 0);
    if (near) Object.assign(near, { from: Math.min(near.from, run.from), to: Math.max(near.to, run.to), last: run.last });
    else {
      const line = { ...run };
      open.push(line);
      lines.push(line);
    }
  }
  return lines.filter(({ first, last }) => last - first < MAX_THICKNESS);
}
