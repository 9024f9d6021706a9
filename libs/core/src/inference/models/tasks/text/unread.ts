import type { TextLineCrop } from '../../runtime';
import type { ReadLine } from './ctc';
import { strokesOf } from './strokes';

/**
 * From this many steps on, about one Chinese character, strokes were not read. None of 120 rendered lines in twelve languages of
 * Europe reaches it, 10 of 579 lines of twenty receipts do, and all of 69 lines with Chinese. A Latin letter leaves at most five.
 */
const MIN_STEPS = 6;

/** Whether part of a line has strokes but was read as nothing: a script that the model does not know looks like this. */
export function hasUnread(crop: TextLineCrop, { characters, spaces }: ReadLine): boolean {
  const read = new Set<number>();
  for (const { character, step, last } of characters)
    if (character !== ' ') for (let each = step; each <= last; each++) read.add(each);
  let inRow = 0;
  return strokesOf(crop, spaces.length).some((hasStrokes, step) => {
    inRow = !read.has(step) && hasStrokes ? inRow + 1 : 0;
    return inRow >= MIN_STEPS;
  });
}
