import { loadExtensions } from '../../extensions';
import type { WeightSource } from './weight-source';

/** The sources of the plugins. */
export const weightSources = (extensions: readonly string[] = []): WeightSource[] =>
  loadExtensions(extensions).flatMap((plugin) => plugin.weightSources ?? []);

export const findWeightSource = (url: string, sources: readonly WeightSource[]): WeightSource | undefined =>
  sources.find(({ schemes }) => schemes.some((scheme) => url.startsWith(scheme)));

/** @throws Error that lists the known sources. */
export function sourceFor(url: string, sources: readonly WeightSource[]): WeightSource {
  const found = findWeightSource(url, sources);
  if (found) return found;
  const known = sources.flatMap(({ schemes }) => schemes).join(', ');
  throw new Error(`'${url.slice(0, 100)}' must begin with one of ${known}`);
}
