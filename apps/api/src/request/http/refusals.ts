import { PerceptError } from '@percept/sdk';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { rateLimitHeaders, STRANGER } from '../../metering/quota/rate-limit-headers';
import { errorBody } from './error-response';
import { requestId } from './request-id';

/** Answers a path that the router cannot take apart; no hook has run by then. */
export function refusePath(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer =
    error.code === 'FST_ERR_BAD_URL'
      ? new PerceptError('INVALID_REQUEST', `The path '${request.url}' is badly encoded: write a percent sign as %25.`)
      : new PerceptError('NOT_FOUND', 'A part of the path is longer than any name or id here.');
  void reply
    .headers(rateLimitHeaders(STRANGER))
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8');
  void reply.status(answer.status).send(JSON.stringify(errorBody(answer, request.id)));
}

const REASONS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'The request did not arrive in time. Send it again over a faster connection, or a smaller one.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'Path and headers together are larger than 16 KiB. Put long parameters into the body.'],
};
const BROKEN: [number, string] = [400, 'This is not an HTTP request, or its Content-Length does not match its body.'];

/** Answers bytes that are not a request and closes the connection, because the start of the next request is unknown. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = REASONS[error.code ?? ''] ?? BROKEN;
  const id = requestId({ headers: {} });
  const body = JSON.stringify(errorBody(new PerceptError('INVALID_REQUEST', message), id));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${id}`,
    ...Object.entries(rateLimitHeaders(STRANGER)).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
