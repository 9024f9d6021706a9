import { matches } from '../patterns';
import type { CelFunction } from './function';
import { LIST_FUNCTIONS } from './lists';
import { NUMBER_FUNCTIONS } from './numbers';
import { STRING_FUNCTIONS } from './strings';

export { isOurName, rename, withWrittenNames } from './rename';

/** The functions that we add to the library's. */
export const FUNCTIONS: readonly CelFunction[] = [
  { signature: 'string.re2test(string): bool', handler: matches },
  ...LIST_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
];
