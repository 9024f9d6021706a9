import { randomUUID } from 'node:crypto';

/** Bytes of a string from which on it is worth while. */
const LONG = 256 * 1024;
/** A picture is among the first parameters of its call. A list of rows has strings without end. */
const STRINGS = 64;
const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0)) as [number, number];
// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f]/;

/**
 * What JSON.parse gives for a body with a picture in it, which is taken out before and put back afterwards: parsed with the
 * rest it would be in memory as the text and as the value, 53 megabytes each for one of 40. Undefined for any other body.
 */
export function parseAroundImage(json: Buffer): unknown {
  const found = longString(json);
  if (!found) return undefined;
  const picture = json.toString('utf8', ...found);
  if (CONTROL.test(picture)) return undefined;
  const mark = randomUUID();
  const rest = json.toString('utf8', 0, found[0]) + mark + json.toString('utf8', found[1]);
  let isValue = false;
  try {
    const value: unknown = JSON.parse(rest.trim(), (_name, each: unknown) => {
      if (each !== mark) return each;
      isValue = true;
      return picture;
    });
    return isValue ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Where the first long string begins and ends, if it and all before it are written without escapes. */
function longString(json: Buffer): [from: number, to: number] | undefined {
  if (json.length < LONG) return undefined;
  const escape = json.indexOf(BACKSLASH);
  let from = json.indexOf(QUOTE) + 1;
  for (let strings = 0; from > 0 && strings < STRINGS; strings++) {
    const to = json.indexOf(QUOTE, from);
    if (to < 0 || (escape >= 0 && escape < to)) return undefined;
    if (to - from > LONG) return [from, to];
    from = json.indexOf(QUOTE, to + 1) + 1;
  }
  return undefined;
}
