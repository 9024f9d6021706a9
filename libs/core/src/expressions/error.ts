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

/** Messages of the library that its users cannot read, and ours. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^No such overload: (\S+) (\S+) (\S+)$/i, "'$2' does not take $1 and $3"],
  [/^No such overload: ([!-])(\S+)$/i, "'$1' does not take $2"],
  [/^Found no matching overload for '(.*)'$/i, "There is no function '$1'"],
  [/^Unknown variable: (\S+)$/i, "There is no variable '$1'"],
  [
    /^No such key: index out of bounds, index (\S+) >= size undefined$/,
    'The list is empty. Ask first, such as: xs.size() > 0 ? xs[$1] : null',
  ],
  [
    /^No such key: index out of bounds, index (\S+) >= size (\d+)$/,
    'Index $1 is too large: the list has $2, and the first has index 0',
  ],
  [/^No such key: index out of bounds, index (\S+) < 0$/, 'Index $1 is negative: xs[xs.size() - 1] is the last element'],
  [/^(\w+)\(\) type error: cannot convert to \w+$/, '$1() cannot convert this value'],
  [/^Unexpected token: EOF$/i, 'The expression ends too early'],
];

/** Rewrites a library's message as a sentence in our style. */
export function toSentence(text: string): string {
  const bare = text.replace(/\bdyn<(\w+)>/g, '$1');
  const plain = PLAIN.reduce((message, [pattern, words]) => message.replace(pattern, words), bare);
  // A function keeps its name.
  const whole = /^[\w.]+\(/.test(plain) ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  return whole.endsWith('.') ? whole : `${whole}.`;
}
