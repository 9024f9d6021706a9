import type { Config } from '@percept/core';
import { once } from 'node:events';
import { createServer } from 'node:net';

type Address = Pick<Config, 'PORT' | 'PERCEPT_HOST'>;

/** Listens for a moment, so that a start that must fail does so before the models are loaded. @throws Error with a sentence. */
export async function checkAddress({ PORT, PERCEPT_HOST }: Address): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(PORT, PERCEPT_HOST), 'listening');
  } catch (error) {
    throw explainListening(error, { PORT, PERCEPT_HOST });
  }
  server.close();
  await once(server, 'close');
}

/** Says why the service cannot listen and how to fix it. */
export function explainListening(error: unknown, { PORT, PERCEPT_HOST }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const address = `port ${PORT} on ${PERCEPT_HOST}`;
  const cause = { cause: error };
  if (code === 'EADDRINUSE')
    return new Error(`Another process listens on ${address}. End that process, or choose another port: PORT=3001.`, cause);
  if (code === 'EACCES')
    return new Error(`This user may not listen on ${address}. Choose a port from 1024 on: PORT=3000.`, cause);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${PERCEPT_HOST} is not an address of this machine. Set PERCEPT_HOST to 127.0.0.1 or 0.0.0.0.`, cause);
  return error;
}
