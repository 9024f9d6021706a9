import { randomUUID } from 'node:crypto';
import type { JsonString } from '../../../kernel';

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x1f]/;

/**
 * Gives the result of JSON.parse for a body with an image. The image is taken out before parsing and put back afterwards. Otherwise
 * memory would hold it both in the text and as a value: 53 megabytes each for an image of 40. Undefined if the long string is
 * broken or is not a value.
 */
export function parseAroundImage(json: Buffer, { from, to, hasEscapes }: JsonString): unknown {
  const written = json.toString('utf8', from, to);
  if (CONTROL.test(written)) return undefined;
  const mark = randomUUID();
  const rest = json.toString('utf8', 0, from) + mark + json.toString('utf8', to);
  let isValue = false;
  try {
    // PHP escapes the slashes of Base64 with a backslash.
    const image = hasEscapes ? (JSON.parse(`"${written}"`) as string) : written;
    const value: unknown = JSON.parse(rest.trim(), (_name, each: unknown) => {
      if (each !== mark) return each;
      isValue = true;
      return image;
    });
    return isValue ? value : undefined;
  } catch {
    return undefined;
  }
}
