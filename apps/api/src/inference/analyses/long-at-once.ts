import type { PluginHost } from '@percept/core';

/**
 * How many calls of a capability that takes minutes may run at once: one worker stays free for other calls. Undefined: any number.
 */
export function longAtOnce(host: PluginHost, capability: string): number | undefined {
  return host.capabilities.get(capability)?.long ? Math.max(1, host.stats().workers - 1) : undefined;
}
