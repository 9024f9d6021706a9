import { createServer, request, type ClientRequest, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';
import type { Tenant } from './tenants';

/** Ends an attack. */
export type End = () => Promise<void>;

const MEGABYTE = 1024 * 1024;
const JPEG = { 'content-type': 'image/jpeg' };

/** A request that is written by hand; its answer is read and forgotten. */
function open(service: RunningPercept, tenant: Tenant, path: string, options: RequestOptions = {}): ClientRequest {
  const headers = { authorization: `Bearer ${tenant.key}`, ...options.headers };
  const sent = request(`${service.url}${path}`, { method: 'POST', agent: false, ...options, headers });
  sent.on('error', () => undefined).on('response', (answer) => answer.resume());
  return sent;
}

/** Bodies that arrive a byte each five seconds, sent again when they are ended. @param length as it is claimed; absent: in chunks. */
export function trickle(service: RunningPercept, tenant: Tenant, { bodies, length }: { bodies: number; length?: number }): End {
  let isOver = false;
  const under = new Set<ClientRequest>();
  const begin = (): void => {
    if (isOver) return;
    const headers = length === undefined ? JPEG : { ...JPEG, 'content-length': length };
    const sent = open(service, tenant, '/v2/digest/of', { headers });
    sent.write(Buffer.alloc(MEGABYTE + 1));
    const drip = setInterval(() => sent.write('x'), 5_000);
    under.add(sent);
    sent.on('close', () => {
      clearInterval(drip);
      under.delete(sent);
      setTimeout(begin, 100);
    });
  };
  for (let body = 0; body < bodies; body++) begin();
  return async () => {
    isOver = true;
    for (const sent of under) sent.destroy();
  };
}

/** Calls that fetch from a server which sends `sent` bytes of each image, and never the rest. */
export async function slowUrls(
  service: RunningPercept,
  tenant: Tenant,
  { calls, sent, length }: { calls: number; sent: number; length: number },
): Promise<End> {
  const server = createServer((_, response) => {
    response.writeHead(200, { ...JPEG, 'content-length': length });
    response.write(Buffer.alloc(Math.max(1, sent)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const end = repeat(calls, (signal) => callWith(service, tenant, { url: `http://127.0.0.1:${port}/image.jpg`, signal }));
  return async () => {
    await end();
    server.closeAllConnections();
    server.close();
  };
}

/** Calls in this many loops, each for a new name whose DNS never answers. */
export function silentNames(service: RunningPercept, tenant: Tenant, { calls }: { calls: number }): End {
  let name = 0;
  return repeat(calls, (signal) => callWith(service, tenant, { url: `http://n${name++}.silent/image.jpg`, signal }));
}

export function callWith(
  service: RunningPercept,
  tenant: Tenant,
  { url, signal }: { url: string; signal?: AbortSignal },
): Promise<number> {
  return service
    .fetch('/v2/digest/of', {
      method: 'POST',
      signal,
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ image_url: url }),
    })
    .then(async (answer) => (await answer.arrayBuffer(), answer.status));
}

/** Does something again and again, in this many loops at once. */
export function repeat(loops: number, work: (signal: AbortSignal) => Promise<unknown>): End {
  const over = new AbortController();
  const all = Array.from({ length: loops }, async () => {
    // One that is refused at once comes back a little later, as a client that hammers does.
    while (!over.signal.aborted) {
      // A signal of its own: fetch leaves listeners behind.
      await work(AbortSignal.any([over.signal])).catch(() => undefined);
      await new Promise((next) => setTimeout(next, 20));
    }
  });
  return async () => {
    over.abort();
    await Promise.all(all);
  };
}

/** Streams of the events of a run, opened again when they end. Resolves when half of them are open. */
export async function watchers(
  service: RunningPercept,
  tenant: Tenant,
  { run, streams }: { run: string; streams: number },
): Promise<End> {
  let open = 0;
  const end = repeat(streams, async (signal) => {
    const headers = { authorization: `Bearer ${tenant.key}` };
    const answer = await service.fetch(`/v2/runs/${run}/events`, { headers, signal });
    if (answer.ok) open++;
    await answer.body?.pipeTo(new WritableStream()).finally(() => answer.ok && open--);
    // One that is refused asks again after a while: the streams are the attack, not the requests.
    await new Promise((next) => setTimeout(next, 1_000));
  });
  await waitFor(() => open >= streams / 2);
  return end;
}

/** The most webhooks that a project may have, each with as much work in its filter as a filter takes, and calls that make events. */
export async function heavyFilters(service: RunningPercept, tenant: Tenant, webhooks: number): Promise<End> {
  const list = `[${Array.from({ length: 100 }, (_, n) => n).join(',')}]`;
  const loop = (value: number): string => `${list}.exists(a, ${list}.exists(b, a + b == ${value}))`;
  for (let n = 0; n < webhooks; n++) {
    const { status, body } = await tenant.post('/v1/webhooks', {
      url: `https://example.com/${n}`,
      filter: `${loop(-1 - n)} || ${loop(-100 - n)}`,
    });
    if (status !== 201) throw new Error(`The webhook is not made: ${status} ${JSON.stringify(body)}`);
  }
  return repeat(8, () => tenant.post('/v2/rogue/answer', {}));
}

/** Videos that are accepted with 202 and cancelled at once, in four loops. */
export function cancelledClips(
  service: RunningPercept,
  tenant: Tenant,
  clip: Uint8Array<ArrayBuffer>,
  onAccepted: () => void,
): End {
  const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'video/mp4', prefer: 'respond-async' };
  return repeat(4, async (signal) => {
    const answer = await service.fetch('/v2/vision/video/analyze', { method: 'POST', headers, body: clip, signal });
    const { id } = (await answer.json()) as { id?: string };
    if (!id) return;
    onAccepted();
    await tenant.post(`/v2/analyses/${id}/cancel`, {});
  });
}

/** The same request again and again, whatever its answer. @param onAnswer gets the status. */
export function hammer(
  service: RunningPercept,
  tenant: Tenant,
  sent: { path: string; type: string; body: Uint8Array<ArrayBuffer>; loops: number },
  onAnswer: (status: number) => void,
): End {
  const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': sent.type };
  return repeat(sent.loops, async (signal) => {
    const answer = await service.fetch(sent.path, { method: 'POST', headers, body: sent.body, signal });
    await answer.arrayBuffer();
    onAnswer(answer.status);
  });
}
