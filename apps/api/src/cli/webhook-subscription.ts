import { callersKey, readEnvironment } from '../config/environment';
import { readServiceAddress } from '../config/service-address';

/**
 * Subscribes a receiver to the events of the service. @returns what unsubscribes it.
 * @throws Error when there is no key, when no service answers, or when the service refuses.
 */
export async function subscribe(receiver: { url: string; secret: string }): Promise<() => Promise<void>> {
  const { id } = (await ask('POST', '/v1/webhooks', { ...receiver, description: 'percept webhooks listen' })) as { id: string };
  return async () => void (await ask('DELETE', `/v1/webhooks/${id}`));
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const service = readServiceAddress(readEnvironment());
  const key = callersKey();
  if (!key) throw new Error('There is no API key in PERCEPT_KEY: export PERCEPT_KEY=pk_live_….');
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${service}${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(
    (error: unknown) => {
      const cure = "Run this in the service's folder, or with its PERCEPT_DATA_DIR.";
      throw new Error(`No service answers on ${service}. ${cure}`, { cause: error });
    },
  );
  const text = await answer.text();
  if (answer.ok) return text === '' ? undefined : JSON.parse(text);
  throw new Error(`The service on ${service} answers ${answer.status}: ${messageOf(text)}`);
}

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return text.slice(0, 200);
  }
}
