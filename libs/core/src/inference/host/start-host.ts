import type { PluginHost } from './host';
import type { HostOptions } from './host-options';
import { ThreadedHost } from './threaded-host';

/** Loads the plugins and starts the workers. Calls are accepted at once and wait for the first warm worker. */
export function startHost(options: HostOptions): PluginHost {
  return new ThreadedHost(options);
}
