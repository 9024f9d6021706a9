// Receivers in a process of their own. Answers `{urls}` at once, and for each 'report' what arrived since the last one.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Kind = 'well' | 'hung' | 'failing';

/** Event id and ms since the epoch of the request's first bytes. */
export type Arrival = [id: string, at: number];

const ANSWERS: Record<Kind, (response: ServerResponse) => unknown> = {
  well: (response) => response.writeHead(204).end(),
  hung: () => undefined,
  failing: (response) => response.writeHead(500).end(),
};

let arrivals: Arrival[] = [];

function start(kind: Kind): Promise<string> {
  const server = createServer((request, response) => {
    const at = performance.timeOrigin + performance.now();
    if (kind === 'well') arrivals.push([String(request.headers['webhook-id']), at]);
    request.resume().once('end', () => ANSWERS[kind](response));
  });
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  });
}

process.on('message', () => {
  process.send!(arrivals);
  arrivals = [];
});

void Promise.all(process.argv.slice(2).map((kind) => start(kind as Kind))).then((urls) => process.send!(urls));
