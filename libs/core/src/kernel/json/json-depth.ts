/** How many levels deep any JSON value may be: deeper ones cannot be written again. */
export const MAX_DEPTH = 64;

export const TOO_DEEP = `nests values deeper than ${MAX_DEPTH} levels`;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether the JSON text nests deeper than MAX_DEPTH. Check before parsing: the parser builds such a value without complaint. */
export function isTooDeep(json: string): boolean {
  for (let at = 0, depth = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    // The codes of the brackets differ from those of the braces by one bit: [ ] are 5B 5D, { } are 7B 7D.
    if ((sign | 0x20) === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if ((sign | 0x20) === 0x7d) depth--;
    else if (sign === QUOTE) at = endOfString(json, at + 1);
  }
  return false;
}

/** @param from the position after the opening quote. @returns the position of the closing quote. */
function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote;
    while (before > from && json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((quote - before) % 2 === 0) return quote;
  }
  return json.length;
}
