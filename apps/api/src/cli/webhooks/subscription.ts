import { openService } from '../service/client';
import type { ConnectionOptions } from '../service/connection';

/**
 * Subscribes a receiver to the events of the service.
 * @returns a function that unsubscribes it.
 * @throws CommandError when there is no key, when no service answers, or when the service refuses.
 */
export async function subscribe(
  receiver: { url: string; secret: string },
  options: ConnectionOptions,
): Promise<() => Promise<void>> {
  const service = openService(options);
  const body = { ...receiver, description: 'percept webhooks listen' };
  const { id } = await service.ask<{ id: string }>('POST', '/v1/webhooks', { body });
  return () => service.ask('DELETE', `/v1/webhooks/${id}`);
}
