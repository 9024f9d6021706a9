import { PerceptError } from '@percept/sdk';

const MAX = 20;
const LENGTH = 1_000;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/;
/** Printable ASCII, so that a value cannot break the line or smuggle in a second header. */
const VALUE = /^[\x20-\x7e]*$/;
const OURS = /^(webhook-.*|x-signature-256|content-.*|user-agent|host|expect|accept-encoding|date)$/;
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings)$/;

/**
 * Checks the headers that an endpoint's owner wants with each delivery; names are in lower case.
 * @throws INVALID_REQUEST for `headers.<name>`.
 */
export function checkHeaders(headers: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > MAX) throw PerceptError.invalid('headers', `There are ${entries.length}; give ${MAX} at most.`);
  const checked = new Map<string, string>();
  for (const [header, value] of entries) {
    const refuse = (reason: string) => PerceptError.invalid(`headers.${header}`, reason);
    const name = header.toLowerCase();
    if (!NAME.test(name)) throw refuse('A name is 1 to 64 letters, digits and hyphens.');
    if (OURS.test(name)) throw refuse('This header is set by Percept; choose another name.');
    if (HOP_BY_HOP.test(name)) throw refuse('This header belongs to the connection; it cannot be set.');
    if (checked.has(name)) throw refuse('This name is given twice.');
    if (typeof value !== 'string') throw refuse('The value must be a string.');
    if (!VALUE.test(value)) throw refuse('The value must be printable ASCII, without line breaks.');
    if (value.length > LENGTH) throw refuse(`The value has ${value.length} characters; give ${LENGTH} at most.`);
    checked.set(name, value);
  }
  return Object.fromEntries(checked);
}
