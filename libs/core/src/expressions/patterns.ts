import { RE2JS } from '@bufbuild/re2';
import { ExpressionError, toSentence } from './error';
import { spend } from './work';

const MAX_PATTERN = 200;
const MAX_MATCHED_TEXT = 10_000;
/** RE2 expands repetitions: `\\pL{500}` would take a fifth of a second to compile. */
const MAX_REPETITIONS = 100;

const patterns = new Map<string, RE2JS>();

/** @throws ExpressionError for a pattern that RE2 does not support or that is too large. */
export function pattern(source: string): RE2JS {
  const known = patterns.get(source);
  if (known) return known;
  const repetitions = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((sum, [, from, to]) => sum + Number(to || from), 0);
  if (source.length > MAX_PATTERN || repetitions > MAX_REPETITIONS) {
    const most = `at most ${MAX_PATTERN} characters, and repetitions of at most ${MAX_REPETITIONS} in all`;
    throw new ExpressionError(`A pattern of 'matches' has ${most}.`, 0);
  }
  if (patterns.size >= 100) patterns.clear();
  const compiled = compile(source);
  patterns.set(source, compiled);
  return compiled;
}

function compile(source: string): RE2JS {
  try {
    return new RE2JS(source);
  } catch (error) {
    throw new ExpressionError(toSentence((error as Error).message), 0);
  }
}

/** Replaces the library's function, which uses JavaScript's regular expressions. */
export function matches(text: string, source: string): boolean {
  if (text.length > MAX_MATCHED_TEXT) {
    throw new ExpressionError(`'matches' takes at most ${MAX_MATCHED_TEXT} characters, and this text has ${text.length}.`, 0);
  }
  // Counted here too, because a loop over few values may match a long text each time.
  spend(text.length, 'The expression does too much work: its texts are too long.');
  return pattern(source).test(text);
}
