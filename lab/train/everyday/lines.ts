/** Patterns, a line each, with the names of slots in braces. */
export const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());
