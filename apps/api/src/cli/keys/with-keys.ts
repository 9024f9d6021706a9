import { CommandError } from '../output/command-error';
import { namedServiceIn, type ProjectPlaceOptions } from '../service/place';
import type { KeyStore } from './key-store';
import { ServedKeys } from './served-keys';
import { withStoredKeys } from './stored-keys';

/** Uses the keys of the service that the options name, else of the data folder. @param init creates the database if there is none. */
export async function withKeys<T>(
  { init, ...options }: ProjectPlaceOptions & { init?: boolean },
  use: (keys: KeyStore) => Promise<T>,
): Promise<T> {
  const service = await namedServiceIn(options);
  if (!service) return withStoredKeys({ project: options.project, init }, use);
  if (init) throw new CommandError('--init goes with a data folder: a service has its database already.', 2);
  return use(new ServedKeys(service));
}
