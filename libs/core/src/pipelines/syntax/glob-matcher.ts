import picomatch from 'picomatch';
import { PerceptError } from '../../kernel';

const MAX_STARS = 5;

/** @throws PerceptError INVALID_REQUEST for a pattern that is too expensive to match. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const stars = pattern.split('/').map((segment) => segment.replaceAll('**', '').split('*').length - 1);
  if (Math.max(...stars) > MAX_STARS || pattern.length > 1_000) {
    throw PerceptError.invalid(
      'files',
      `the pattern ${pattern.slice(0, 80)} is too long, or has too many '*' in one path segment (at most ${MAX_STARS}).`,
    );
  }
  // Only the documented characters are special; others, such as parentheses in a name, match themselves.
  const literal = pattern.replace(/(?<!\\)[()|+@!^$]/g, '\\$&');
  return picomatch(literal, { nocase: true, noextglob: true, nonegate: true });
}
