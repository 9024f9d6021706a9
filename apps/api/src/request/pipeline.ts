import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config, FairBudget } from '@percept/core';
import { PerceptError, toJson } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestAudit } from '../access/audit/request-audit';
import { Authenticator } from '../access/auth/authenticator';
import { RequestLog } from '../metering/logs/request-log';
import { addNotFoundPage } from '../platform/dashboard/serve-dashboard';
import { rateLimitHeaders, STRANGER, UNLIMITED } from '../metering/quota/rate-limit-headers';
import { RequestLimits } from '../metering/quota/request-limits';
import { RequestUsage } from '../metering/usage/request-usage';
import { AccessCheck, isPublicRoute } from './http/access-check';
import { addBodyParsers, limitUploadMemory } from './http/body/body-parsers';
import { SlowBodies } from './http/body/slow-bodies';
import { addBrowserSecurity } from './http/browser-security';
import { EventStreams } from './http/streams/event-streams';
import { discardUnreadBody, keepConnectionOpen } from './http/early-responses';
import { rememberRoutes } from './http/no-such-path';
import { RequestMetrics } from './http/request-metrics';
import { traceRequests } from './http/request-tracing';

/**
 * Adds every hook of a request in the order of execution. Nest's pipes, interceptors and filters run inside the handler, after the
 * body was read. docs/decisions/request-pipeline.md explains why access is checked here and not in a guard.
 */
export async function addRequestPipeline(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const config = app.get(Config);
  const [access, limits, audit] = [app.get(AccessCheck), app.get(RequestLimits), app.get(RequestAudit)];
  const [metrics, usage, log] = [app.get(RequestMetrics), app.get(RequestUsage), app.get(RequestLog)];

  rememberRoutes(fastify);

  // 1. Before the body is read.
  new SlowBodies(config.minUploadRate).watch(fastify);
  fastify.addHook('onRequest', async (request, reply) => addFirstHeaders(request, reply));
  traceRequests(fastify);
  await addBrowserSecurity(fastify, config);
  fastify.addHook('onRequest', async (request) => refuseContentEncoding(request));
  addNotFoundPage(fastify);
  fastify.addHook('onRequest', (request, reply) => access.check(request, reply));

  fastify.decorate('streams', streamsOf(config, app.get(Authenticator)));

  // 2. The body.
  fastify.addHook('preParsing', limitUploadMemory(config, app.get(FairBudget)));
  await addBodyParsers(fastify, config);

  fastify.addHook('preHandler', async (request) => log.beforeHandler(request));

  // JSON.stringify cannot write integers beyond the range of numbers.
  fastify.setReplySerializer((payload) => toJson(payload));

  // 3. The handler: Nest's interceptors (idempotency), pipes (validation), the controller, filters (errors).

  // 4. Before the response is sent.
  fastify.addHook('onSend', async (request, reply) => keepConnectionOpen(request, reply));
  fastify.addHook('onSend', (request, reply) => limits.refundFailed(request, reply));
  fastify.addHook('onSend', (request, reply, payload) => audit.record(request, reply, payload));
  fastify.addHook('onSend', async (request, _, payload) => log.beforeSend(request, payload));

  // 5. After the response was sent.
  fastify.addHook('onResponse', async (request) => discardUnreadBody(request));
  fastify.addHook('onResponse', async (request, reply) => metrics.observe(request, reply));
  fastify.addHook('onResponse', async (request, reply) => usage.record(request, reply));
  fastify.addHook('onResponse', async (request, reply) => log.observe(request, reply));
}

/** Long streams check access again and again, because the key may have been revoked. */
function streamsOf({ maxConnections }: Config, authenticator: Authenticator): EventStreams {
  return new EventStreams(maxConnections.streams, (request) => authenticator.authenticate(request));
}

/** Adds the request id, and limits unless the route is public. AccessCheck replaces the limits by those of a known caller. */
function addFirstHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  if (!isPublicRoute(request)) void reply.headers(rateLimitHeaders(STRANGER));
  else if (request.routeOptions.config.hook) void reply.headers(rateLimitHeaders(UNLIMITED));
}

function refuseContentEncoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'];
  if (coding && !/^(identity|(x-)?gzip)$/i.test(coding))
    throw new PerceptError(
      'INVALID_REQUEST',
      `The Content-Encoding '${coding}' is not supported: send gzip, or the body without it.`,
    );
}
