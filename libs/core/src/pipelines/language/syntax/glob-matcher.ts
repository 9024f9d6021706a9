import picomatch from 'picomatch';
import { PerceptError } from '../../../kernel';

const MAX_STARS = 5;

/** @throws PerceptError INVALID_REQUEST for a pattern that would take for ever. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const stars = pattern.split('/').map((segment) => segment.replaceAll('**', '').split('*').length - 1);
  if (Math.max(...stars) > MAX_STARS || pattern.length > 1_000) {
    throw PerceptError.invalid('files', `the pattern ${pattern.slice(0, 80)} has too many '*' in a name.`);
  }
  // Only the signs that are promised mean something; brackets and the like in names are themselves.
  const literal = pattern.replace(/(?<!\\)[()|+@!^$]/g, '\\$&');
  return picomatch(literal, { nocase: true, noextglob: true, nonegate: true });
}
