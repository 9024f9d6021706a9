/** A part of a text: literal, or the expression in a `${{ }}`. Offsets count from the first character of the text. */
export type TemplatePart = { literal: string } | { expression: string; at: number };

export class UnclosedExpressionError extends Error {
  constructor(readonly offset: number) {
    super("This '${{' has no '}}'.");
  }
}

/** Splits text at its `${{ }}`. @throws UnclosedExpression */
export function splitText(text: string): TemplatePart[] {
  const pieces: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('${{', from);
    if (open < 0) break;
    if (open > from) pieces.push({ literal: text.slice(from, open) });
    const close = endOfExpression(text, open + 3);
    if (close < 0) throw new UnclosedExpressionError(open);
    const inner = text.slice(open + 3, close);
    const expression = inner.trim();
    pieces.push({ expression, at: open + 3 + (inner.length - inner.trimStart().length) });
    from = close + 2;
  }
  if (from < text.length) pieces.push({ literal: text.slice(from) });
  return pieces;
}

/** The offset of the closing `}}`, after texts in quotes and maps in braces; -1 if there is none. */
function endOfExpression(text: string, from: number): number {
  let quote = '';
  let braces = 0;
  for (let index = from; index < text.length; index++) {
    const char = text[index]!;
    if (quote) {
      if (char === '\\') index++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') braces++;
    else if (char === '}' && braces > 0) braces--;
    else if (char === '}' && text[index + 1] === '}') return index;
  }
  return -1;
}
