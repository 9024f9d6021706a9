import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { toDoorRequest } from '@percept/compat';
import { isDisconnect, type Log } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import { LOG } from '../../platform/config/service.module';
import { isDiskFull } from '../../platform/health/write-probe';
import { ClientDisconnected } from './client-disconnected';
import { errorBody } from './error-response';
import { noSuchPath } from './no-such-path';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface FastifyFault {
  code?: string;
  statusCode?: number;
  message: string;
}

const CODE_BY_STATUS: Record<number, PerceptError['code']> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'INVALID_REQUEST',
};

const DATABASE_RETRY_S = 5;
/** Room comes by an operator, or by the hourly retention. */
const FULL_DISK_RETRY_S = 60;

/** Sends every error in the same format. An error that is not a PerceptError is logged and answered without its details. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // nginx's status for a disconnected client, seen only in the metrics.
    if (error instanceof ClientDisconnected) return void reply.status(499).send();
    const answer = toPerceptError(error, request);
    request.failure = answer;
    // Metrics count refusals: logging each would make overload worse.
    if (answer.status >= 500 && (answer.code !== 'OVERLOADED' || answer.cause))
      this.log.error({ request_id: request.id, path: request.url.split('?')[0], err: answer.cause ?? error }, answer.message);
    if (answer.code === 'UNAUTHORIZED') void reply.header('www-authenticate', 'Bearer');
    if (answer.retryAfterS !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(answer.retryAfterS))));
    const door = request.routeOptions?.config?.door;
    if (!door) return void reply.status(answer.status).send(errorBody(answer, request.id));
    const { status, body, headers = {} } = door.error(answer, toDoorRequest(request));
    void reply.status(status).headers(headers).send(body);
  }
}

function toPerceptError(error: unknown, request: FastifyRequest): PerceptError {
  if (error instanceof PerceptError) return error;
  if (error instanceof HttpException && error.getStatus() === 404) return noSuchPath(request);
  if (isDisconnect(error))
    return new PerceptError('OVERLOADED', 'The database does not answer. Try again later.', {
      retryAfterS: DATABASE_RETRY_S,
      cause: error,
    });
  if (isDiskFull(error))
    return new PerceptError('OVERLOADED', 'The disk of the service is full, so nothing was kept. Try again later.', {
      retryAfterS: FULL_DISK_RETRY_S,
      cause: error,
    });
  const fault = error as FastifyFault;
  const status = error instanceof HttpException ? error.getStatus() : fault.statusCode;
  const code = status === undefined ? undefined : CODE_BY_STATUS[status];
  if (!code)
    return new PerceptError('INTERNAL', 'Something went wrong on our side; the log has it under the request id.', {
      cause: error,
    });
  if (status === 415) {
    const { 'content-type': type = '' } = request.headers;
    const fault = type ? `is '${type}', which is not known here` : 'is missing';
    return PerceptError.invalid('Content-Type', `${fault}: send application/json, multipart/form-data, image/* or video/*.`);
  }
  return new PerceptError(code, fault.message);
}
