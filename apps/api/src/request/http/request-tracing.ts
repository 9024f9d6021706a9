import { activeTracer, type Span } from '@percept/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Probes, which come every few seconds, would fill the traces. */
const UNTRACED = /^\/(health|metrics|assets)(\/|\?|$)/;

/** Records each request as a span in the trace that its `traceparent` names. Does nothing while tracing is off. */
export function traceRequests(fastify: FastifyInstance): void {
  const tracer = activeTracer();
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, Span>();

  fastify.addHook('onRequest', async (request) => {
    const { method, url, routeOptions, headers } = request;
    if (UNTRACED.test(url)) return;
    const route = request.is404 ? 'unknown' : (routeOptions.url ?? 'unknown');
    const parent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : null;
    const attributes = { 'http.request.method': method, 'http.route': route, 'percept.request_id': request.id };
    spans.set(request, tracer.start(`${method} ${route}`, { parent, kind: 'server', attributes }));
  });
  // The events of a body's stream belong to no request, so the active span is set after them.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) tracer.within(span, done);
    else done();
  });
  fastify.addHook('onResponse', async (request, { statusCode: status }) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': status });
    span?.end(status >= 500 ? { code: String(status) } : undefined);
  });
}
