import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';

/** The request as the SDK of the protocol takes it, without its body. Its signal is aborted when the client hangs up. */
export function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  return new Request(new URL(request.url, 'http://percept'), { method: request.method, headers, signal: gone.signal });
}

export function sendWebResponse({ status, headers, body }: Response, reply: FastifyReply): void {
  void reply.status(status);
  for (const [name, value] of headers) void reply.header(name, value);
  void reply.send(body ? Readable.fromWeb(body) : undefined);
}
