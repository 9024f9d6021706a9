import type { ServerResponse } from 'node:http';
import { suggest } from '@percept/sdk';

const DRIP_MS = 1_000;

/** A receiver's reaction to one request. */
export interface Behaviour {
  /** The name in the script. */
  name: string;
  run(response: ServerResponse): void;
}

const NAMED: Record<string, Behaviour['run']> = {
  /** Never answers. */
  timeout: () => undefined,
  /** Answers 200 and then never ends the body. */
  slowbody: (response) => {
    response.writeHead(200).write('.');
    const drip = setInterval(() => response.write('.'), DRIP_MS);
    response.on('close', () => clearInterval(drip));
  },
  /** Cuts the connection. */
  reset: (response) => void response.socket?.resetAndDestroy(),
};

/** Parses `500,timeout,200` to behaviours. @throws Error that names the invalid word. */
export function parseScript(script: string): Behaviour[] {
  return script.split(',').map((word) => {
    const name = word.trim();
    const named = NAMED[name];
    if (named) return { name, run: named };
    if (/^[2-5]\d\d$/.test(name)) return { name, run: (response) => void response.writeHead(Number(name)).end() };
    const known = Object.keys(NAMED);
    throw new Error(
      `'${name}' is not something that the receiver can do: give a status from 200 to 599, ${known.join(', ')}.${suggest(name, known)}`,
    );
  });
}
