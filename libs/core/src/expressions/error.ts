/** A mistake in an expression; the offset counts from the expression's first character. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}

/** A message of a library as a sentence of ours. */
export function toSentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole.endsWith('.') ? whole : `${whole}.`;
}
