import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls } from '../compat-calls';
import { annotateImage } from './annotate-image';
import { googleDoor, googleError, toRpcStatus } from './google-door';
import { readJson } from './google-json';
import { readRequests } from './vision-request';

/** A colon in a path is written twice, because a single colon starts a parameter. */
const ANNOTATE = [
  'v1/images::annotate',
  'v1/projects/:project/images::annotate',
  'v1/projects/:project/locations/:location/images::annotate',
];
const REFUSED = ['v1/images::asyncBatchAnnotate', 'v1/files::annotate', 'v1/files::asyncBatchAnnotate'];
const ROUTE = { media: true, scope: 'predict', door: googleDoor };

/** Google Cloud Vision, v1. */
@Controller()
@ApiExcludeController()
export class GoogleVisionController {
  constructor(private readonly calls: CompatCalls) {}

  /** Answers one image after the other, so that a batch does not crowd out other callers. */
  @Post(ANNOTATE)
  @HttpCode(200)
  @RouteConfig(ROUTE)
  async annotate(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const responses: object[] = [];
    const errors: PerceptError[] = [];
    for (const each of readRequests(readJson(request))) {
      try {
        if (each instanceof PerceptError) throw each;
        responses.push(await annotateImage(this.calls, each, { request, reply }));
      } catch (error) {
        if (!(error instanceof PerceptError)) throw error;
        errors.push(error);
        responses.push({ error: toRpcStatus(error) });
      }
    }
    // Clients retry a batch that is refused as a whole. That is right if the service had no room for any image.
    if (errors.length === responses.length && errors[0]!.status >= 429) throw errors[0]!;
    return { responses };
  }

  @Post(REFUSED)
  @RouteConfig(ROUTE)
  refuse(@Res({ passthrough: true }) reply: FastifyReply): object {
    void reply.status(501);
    return googleError(501, 'UNIMPLEMENTED', 'Percept answers images:annotate; it has neither files nor Cloud Storage.');
  }
}
