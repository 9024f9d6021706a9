import { PerceptError } from '@percept/core';
import type { IncomingHttpHeaders } from 'node:http';

const TAG = /^(?:W\/)?"(?<revision>[^"]+)"$/;

/** The header `ETag` of a revision. */
export const entityTag = (revision: string): string => `"${revision}"`;

/**
 * The revision that changes began from: what `If-Match` names, or null for `If-None-Match: *`, a pipeline that is not there yet.
 * Undefined without these headers.
 * @throws PerceptError INVALID_REQUEST.
 */
export function begunFrom(headers: IncomingHttpHeaders): string | null | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() !== '*' || ifMatch !== undefined)
      throw PerceptError.invalid('If-None-Match', "must be '*', without If-Match: the pipeline is not there yet.");
    return null;
  }
  if (ifMatch === undefined) return undefined;
  const revision = TAG.exec(ifMatch.trim())?.groups!['revision'];
  if (revision === undefined)
    throw PerceptError.invalid('If-Match', 'must be one revision in double quotes, as the header ETag has it.');
  return revision;
}
