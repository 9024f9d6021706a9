/** A line that is drawn level or upright, with its thickness. */
export interface Rule {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Rules {
  level: Rule[];
  upright: Rule[];
}

/** How much darker a line is than the paper on both sides of it, that many pixels away: forms have pale lines. */
const CONTRAST = 30;
const BESIDE = [3, 6] as const;
/** A darker pixel is ink in any case: a line at the edge of a coloured row. */
const DARK = 145;
/** What is shorter, in shares of the picture's longer side, is a stroke of a letter. */
const MIN_LENGTH = 0.022;
/** What is thicker, in pixels, is a bar. */
const MAX_THICKNESS = 5;
/** Pixels that a line may miss at a time, and the share of it that is ink at least: a row of letters has less. */
const MAX_GAP = 3;
const MIN_COVER = 0.9;

/** The lines that are drawn on a picture. @param rgb height × width × 3 bytes. */
export function rulesIn(rgb: Uint8Array, { width, height }: { width: number; height: number }): Rules {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) grey[at] = (rgb[at * 3]! + 2 * rgb[at * 3 + 1]! + rgb[at * 3 + 2]!) / 4;
  const upwards = inkAlong(grey, width, { count: height, size: width });
  const sidewards = inkAlong(grey, 1, { count: width, size: width });
  const least = Math.max(24, MIN_LENGTH * Math.max(width, height));
  const level = runsIn({
    length: width,
    count: height,
    least,
    at: (along, across) => upwards[across * width + along]!,
  });
  const upright = runsIn({
    length: height,
    count: width,
    least,
    at: (along, across) => sidewards[along * width + across]!,
  });
  return {
    level: joined(level).map(({ from, to, first, last }) => ({ left: from, right: to, top: first, bottom: last + 1 })),
    upright: joined(upright).map(({ from, to, first, last }) => ({ left: first, right: last + 1, top: from, bottom: to })),
  };
}

/** 1 for each pixel that is dark, or darker than those before and behind it. @param step to the next pixel across a line. */
function inkAlong(grey: Uint8Array, step: number, { count, size }: { count: number; size: number }): Uint8Array {
  const ink = new Uint8Array(grey.length);
  const [near, far] = BESIDE;
  // This runs for each pixel of a page: most are paper.
  for (let at = 0, last = grey.length; at < last; at++) {
    const paper = grey[at]! + CONTRAST;
    if (paper > 255) continue;
    const across = step === 1 ? at % size : Math.floor(at / size);
    const [before, behind] = [across, count - 1 - across];
    const isBetween =
      (grey[at - Math.min(near, before) * step]! >= paper || grey[at - Math.min(far, before) * step]! >= paper) &&
      (grey[at + Math.min(near, behind) * step]! >= paper || grey[at + Math.min(far, behind) * step]! >= paper);
    if (!isBetween && grey[at]! >= DARK) continue;
    ink[at] = 1;
  }
  return ink;
}

interface Run {
  from: number;
  to: number;
  /** Of the rows or columns of pixels that it takes. */
  first: number;
  last: number;
}

interface Scan {
  length: number;
  count: number;
  least: number;
  /** 1 for ink. */
  at: (along: number, across: number) => number;
}

function runsIn({ length, count, least, at }: Scan): Run[] {
  const runs: Run[] = [];
  for (let across = 0; across < count; across++) {
    let [from, last, covered] = [-1, -1, 0];
    for (let along = 0; along <= length; along++) {
      if (along < length && at(along, across)) {
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

/** Runs side by side are one line, if it is not a bar. */
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
