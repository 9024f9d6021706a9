import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { PerceptError, type ErrorCode, type Log } from '@percept/core';
import { CallerGone } from './caller-gone';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface FastifyFault {
  code?: string;
  statusCode?: number;
  message: string;
}

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'INVALID_REQUEST',
};

/** Every error leaves in the one shape; what is not a PerceptError is logged and answered without its insides. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // nginx's status for it; it is only seen in the metrics.
    if (error instanceof CallerGone) return void reply.status(499).send();
    const answer = toPerceptError(error, request);
    if (answer.status >= 500)
      this.log.error({ request_id: request.id, url: request.url, err: answer.cause ?? error }, answer.message);
    if (answer.code === 'UNAUTHORIZED') void reply.header('www-authenticate', 'Bearer');
    if (answer.retryAfterS !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(answer.retryAfterS))));
    const { code, message, details } = answer;
    void reply.status(answer.status).send({ error: { code, message, ...(details ? { details } : {}), request_id: request.id } });
  }
}

function toPerceptError(error: unknown, request: FastifyRequest): PerceptError {
  if (error instanceof PerceptError) return error;
  if (error instanceof HttpException && error.getStatus() === 404) {
    return new PerceptError(
      'NOT_FOUND',
      `There is no ${request.method} ${request.url.split('?')[0]}; /docs lists what there is.`,
    );
  }
  const fault = error as FastifyFault;
  const status = error instanceof HttpException ? error.getStatus() : fault.statusCode;
  const code = status === undefined ? undefined : CODE_BY_STATUS[status];
  if (!code)
    return new PerceptError('INTERNAL', 'Something went wrong on our side; the log has it under the request id.', {
      cause: error,
    });
  if (code === 'PAYLOAD_TOO_LARGE') return new PerceptError(code, 'The body is larger than the limit.');
  if (status === 415) {
    return new PerceptError(
      code,
      'Send application/json, multipart/form-data, image/* or video/*: this Content-Type is not known here.',
    );
  }
  return new PerceptError(code, fault.message);
}
