import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { digestInTurns } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls, type Exchange } from '../compat-calls';
import { CompatFaces } from '../compat-faces';
import { CompatObjects } from '../compat-objects';
import { awsDoor, CONTENT_TYPE, targetOf } from './aws-door';
import { AwsError } from './aws-error';
import { readJson } from './aws-input';
import type { AwsCall, AwsService, CallFields } from './aws-service';
import { toCredential } from './signature/verify';

const ROUTE = { media: true, scope: 'predict', door: awsDoor };

/** All operations of all services share one path; the header X-Amz-Target names the operation. */
@Controller()
@ApiExcludeController()
export class AwsController {
  constructor(
    private readonly calls: CompatCalls,
    private readonly objects: CompatObjects,
    private readonly faces: CompatFaces,
  ) {}

  @Post()
  @HttpCode(200)
  @RouteConfig(ROUTE)
  async answer(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { service, operation } = targetOf(request);
    if (!service) throw unknown('The header X-Amz-Target must name an operation of Rekognition, Comprehend or Textract.');
    if (!request.caller) await this.admit({ request, reply }, service, body);
    if (!Object.hasOwn(service.operations, operation))
      throw unknown(`Percept does not answer ${operation.slice(0, 60)} of ${service.name}.`);
    const answer = await service.operations[operation]!(this.callOf({ request, reply }, service, body));
    void reply.headers({ 'content-type': CONTENT_TYPE, 'x-amzn-requestid': String(request.id) });
    return answer;
  }

  private async admit(exchange: Exchange, service: AwsService, body: Buffer): Promise<void> {
    const { method, url, rawHeaders } = exchange.request.raw;
    const bodyHash = await digestInTurns(body);
    const credential = toCredential({ method: method!, url: url!, rawHeaders, bodyHash }, service.name, Date.now());
    await this.calls.admitSigned(exchange, credential);
  }

  private callOf(exchange: Exchange, { errors }: AwsService, body: Buffer): AwsCall {
    return {
      input: readJson(body),
      call: async <T>(capability: string, { image, document, ...fields }: CallFields) => {
        // The bytes are copied because they move to the worker, and an operation may make several calls.
        const bytes = image ?? document;
        const field = image ? 'image' : 'document';
        const media = bytes instanceof Uint8Array ? { field, bytes: new Uint8Array(bytes) } : undefined;
        const { output } = await this.calls.call(capability, { fields, media }, exchange);
        return output as T;
      },
      faces: this.faces,
      request: exchange.request,
      objects: {
        read: (url, maxBytes) => this.objects.read(exchange, url, maxBytes),
        acceptVideo: (url, fields) => this.objects.acceptVideo(exchange, url, fields),
        later: (id) => this.calls.accepted(exchange.request, id),
      },
      errorCode: (error) => {
        if (!(error instanceof PerceptError)) throw error;
        return { ErrorCode: error instanceof AwsError ? error.type : errors[error.code], ErrorMessage: error.message };
      },
    };
  }
}

function unknown(message: string): AwsError {
  return new AwsError('UnknownOperationException', `${message} docs/compat/aws.md lists what answers.`, 'NOT_FOUND');
}
