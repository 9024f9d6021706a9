import { isTooDeep, TOO_DEEP } from '../../kernel';
import { value } from '../language/syntax';
import { checkFile, mustBePath, resolveFile } from './data-file';
import { invalidRecord, sortByNumber, type FoundItem, type ItemSource } from './item-source';
import { textLines } from './text-lines';

/** The values of a file with a JSON value on each line. */
export const jsonl: ItemSource<Record<never, never>> = {
  keyword: value('path', { type: 'string' }, 'A file with a JSON value on each line.'),
  options: {},
  item: {},
  documentation: { items: 'the values of the file', key: 'the number of the line' },
  validate: mustBePath,
  check: checkFile,

  async *list(settings, context) {
    for await (const { number, text } of textLines(await resolveFile(settings, context))) {
      yield { sort: sortByNumber(number), key: String(number), ...parseLine(number, text) };
    }
  },
};

/** A line that is not JSON, or too deep, is refused alone. */
function parseLine(number: number, text: string): Pick<FoundItem, 'item' | 'refused'> {
  if (isTooDeep(text)) return { item: null, refused: invalidRecord(`Line ${number} ${TOO_DEEP}.`) };
  try {
    return { item: JSON.parse(text) as unknown };
  } catch (error) {
    return { item: null, refused: invalidRecord(`Line ${number} is not JSON: ${(error as Error).message}`) };
  }
}
