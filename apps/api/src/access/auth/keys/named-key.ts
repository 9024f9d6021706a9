import { PerceptError } from '@percept/sdk';

interface Named {
  id: string;
  name: string;
  revoked_at: unknown;
}

/** Finds a key by its id, or by its name if that is unique among the live keys. @throws NOT_FOUND, CONFLICT. */
export function namedKey<K extends Named>(keys: readonly K[], idOrName: string): K {
  const found = keys.filter((key) => key.id === idOrName || (key.name === idOrName && !key.revoked_at));
  if (found.length === 0) throw noSuchKey(idOrName);
  if (found.length > 1) throw new PerceptError('CONFLICT', `${found.length} keys are named '${idOrName}'; say which by its id.`);
  return found[0]!;
}

export const noSuchKey = (id: string): PerceptError => PerceptError.notFound(`The API key '${id}'`);
