import type { TextLineCrop } from '../../runtime';
import type { ReadCharacter } from './ctc';
import { strokesOf } from './strokes';

/**
 * From this many steps on, about one Chinese character, strokes were not read. None of 120 rendered lines in twelve languages of
 * Europe reaches it, 10 of 579 lines of twenty receipts do, and all of 69 lines with Chinese. A Latin letter leaves at most five.
 */
const MIN_STEPS = 6;
/** From this many steps on, strokes that touch nothing to the left and right are a sign of their own. A full stop has fewer. */
const MIN_SIGN = 1.5;
/** Steps by which a letter may stand beside the strokes that it was read from. */
const ASIDE = 1;

/** The bars of an `E` and an `Æ` are in this part of the height of a strip, which the strokes of one sign hang together by. */
const WITH_BARS = { top: 0.12, bottom: 0.88 };

/** Columns or steps from, to (exclusive). */
type Run = [from: number, to: number];

/**
 * How many signs were left out of a line: strokes that were read as nothing. A sign or a script that the model does not know looks
 * like this.
 */
export function unreadSigns(crop: TextLineCrop, characters: readonly ReadCharacter[], steps: number): number {
  const perStep = crop.width / steps;
  const seen = characters.filter(({ character }) => character !== ' ');
  const isRead = ([from, to]: Run, aside: number): boolean =>
    seen.some(({ step, last }) => (step - aside) * perStep < to && (last + 1 + aside) * perStep > from);
  const signs = runsOf(strokesOf(crop, crop.width, WITH_BARS)).filter(
    (run) => run[1] - run[0] >= MIN_SIGN * perStep && !isRead(run, ASIDE),
  );
  const unread = strokesOf(crop, steps).map((has, step) => has && !isRead([step * perStep, (step + 1) * perStep], 0));
  return signs.length || (runsOf(unread).some(([from, to]) => to - from >= MIN_STEPS) ? 1 : 0);
}

function runsOf(strokes: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  for (const [column, has] of strokes.entries()) {
    if (!has) continue;
    if (runs.at(-1)?.[1] === column) runs.at(-1)![1]++;
    else runs.push([column, column + 1]);
  }
  return runs;
}
