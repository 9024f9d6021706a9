import type { PluginHost } from '@percept/core';

/** How many calls of a capability that takes minutes may be executed at once: one worker stays for the others. Undefined: any number. */
export function longAtOnce(host: PluginHost, capability: string): number | undefined {
  return host.capabilities.get(capability)?.long ? Math.max(1, host.stats().workers - 1) : undefined;
}
