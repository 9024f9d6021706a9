import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Config } from '@percept/core';
import { refuseConnection, refusePath } from './refusals';
import { requestId } from './request-id';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no API key. */
    open?: boolean;
    /** The address is the credential: any query is accepted, and the address has its own limit. */
    hook?: boolean;
    /** Id of the capability that the route calls. */
    capability?: string;
    /** Does not count against the quota: a caller can always see and change their own limits. */
    uncounted?: boolean;
    /** The scope that a key must have. */
    scope?: string;
    /** Whether the audit log records the calls. The default depends on `capability` and `scope`. */
    audited?: boolean;
    /** The route manages what belongs to no project: for administrators of the installation only. */
    installation?: boolean;
    /** Accepts media: bodies up to the media limit, and JSON that a worker thread parses. */
    media?: boolean;
    /** The route takes documents, so a body that is an image counts as a document too. */
    takesDocuments?: boolean;
    /** Accepts a small body of any type, and gets its bytes as they were sent. */
    raw?: boolean;
    /** Answers with an event stream, which takes a place among the streams. */
    stream?: boolean;
    /** Accepts the call with 202 and executes it afterwards. */
    async?: boolean;
  }
}

/** How often connections are checked for late headers and late requests. */
const CHECK_MS = 5_000;

export function createAdapter({ trustedProxies, headerTimeoutMs, maxConnections }: Config): FastifyAdapter {
  const adapter = new FastifyAdapter({
    // Only trusted proxies count: any client can write X-Forwarded-For.
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: requestId,
    requestTimeout: 120_000,
    http: { headersTimeout: headerTimeoutMs, connectionsCheckingInterval: CHECK_MS },
    frameworkErrors: refusePath,
    clientErrorHandler: refuseConnection,
  });
  adapter.getInstance().server.maxConnections = maxConnections.all;
  return adapter;
}
