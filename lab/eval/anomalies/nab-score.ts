/** A half-open stretch of rows in which an anomaly lies. */
export interface Window {
  from: number;
  to: number;
}

export interface JudgedFile {
  scores: readonly number[];
  windows: readonly Window[];
}

/** Rows at the start that are not scored: 15 %, and at most 15 % of 5,000. */
export const probation = (rows: number): number => Math.floor(Math.min(rows, 5000) * 0.15);
const FALSE_POSITIVE = 0.11;

const sigmoid = (place: number): number => (place > 3 ? -1 : 2 / (1 + Math.exp(5 * place)) - 1);

/** What each row would earn as a detection, and the window that it lies in; the standard profile (arXiv 1510.03336). */
function worthOf({ scores, windows }: JudgedFile): { worth: Float64Array; window: Int32Array } {
  const worth = new Float64Array(scores.length).fill(-FALSE_POSITIVE);
  const window = new Int32Array(scores.length).fill(-1);
  windows.forEach(({ from, to }, w) => {
    const width = to - from;
    for (let t = from; t < to; t++) {
      worth[t] = sigmoid(-(to - t) / width) / sigmoid(-1);
      window[t] = w;
    }
    const next = windows[w + 1]?.from ?? scores.length;
    for (let t = to; t < next; t++) worth[t] = FALSE_POSITIVE * sigmoid((t - to + 1) / (width - 1));
  });
  return { worth, window };
}

export interface NabScore {
  /** 0 no detections, 100 perfect. */
  score: number;
  threshold: number;
  /** Windows with a detection, and all. */
  found: number;
  windows: number;
  /** Detections outside windows. */
  outside: number;
}

/** NAB's score with the one threshold that is best for all files. */
export function nabScore(files: readonly JudgedFile[]): NabScore {
  const rows: { score: number; file: number; worth: number; window: number }[] = [];
  let windows = 0;
  files.forEach((each, file) => {
    const { worth, window } = worthOf(each);
    windows += each.windows.length;
    for (let t = probation(each.scores.length); t < each.scores.length; t++)
      rows.push({ score: each.scores[t]!, file, worth: worth[t]!, window: window[t]! });
  });
  rows.sort((a, b) => b.score - a.score);
  const best = new Map<string, number>();
  let [raw, outside] = [-windows, 0];
  let found: NabScore = { score: 0, threshold: Infinity, found: 0, windows, outside: 0 };
  rows.forEach(({ score, file, worth, window }, i) => {
    if (window < 0) {
      raw += worth;
      outside++;
    } else {
      const key = `${file}/${window}`;
      const earned = best.get(key) ?? -1;
      if (worth > earned) {
        raw += worth - earned;
        best.set(key, worth);
      }
    }
    const total = (100 * (raw + windows)) / (2 * windows);
    if (rows[i + 1]?.score !== score && total > found.score)
      found = { score: total, threshold: score, found: best.size, windows, outside };
  });
  return found;
}
