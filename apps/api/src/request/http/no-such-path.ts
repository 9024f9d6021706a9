import { PerceptError, suggest } from '@percept/sdk';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Route {
  method: string;
  /** The segments of the path. One that begins with a colon matches anything. */
  segments: string[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The API's routes, from which to suggest one for a mistyped path. */
    knownRoutes: Route[];
  }
}

/** Paths of the API. The dashboard's pages are for people. */
const INTERFACE = /^\/(v\d|health|metrics|mcp|openapi)/;
/** Percept's own paths are shorter. Longer paths are not compared. */
const MAX_LENGTH = 200;

/** Remembers all routes that are added later. */
export function rememberRoutes(fastify: FastifyInstance): void {
  fastify.decorate('knownRoutes', []);
  fastify.addHook('onRoute', ({ method, url }) => {
    if (!INTERFACE.test(url) || url.includes('*')) return;
    for (const each of [method].flat()) {
      if (each === 'HEAD' || each === 'OPTIONS') continue;
      fastify.knownRoutes.push({ method: each, segments: url.split('/') });
    }
  });
}

export function noSuchPath({ method, url, server }: Pick<FastifyRequest, 'method' | 'url' | 'server'>): PerceptError {
  const path = url.split('?')[0]!;
  const hint = path.length <= MAX_LENGTH ? hintFor(method, path, server.knownRoutes) : '';
  return new PerceptError('NOT_FOUND', `There is no ${method} ${path}.${hint} /docs lists what there is.`);
}

function hintFor(method: string, path: string, routes: readonly Route[]): string {
  const asked = path.split('/');
  // Parameters are as they were asked for: only the rest of the path can be mistyped.
  const near = routes
    .filter(({ segments }) => segments.length === asked.length)
    .map((route) => ({
      ...route,
      path: route.segments.map((each, at) => (each.startsWith(':') ? asked[at]! || each : each)).join('/'),
    }));
  const methods = near.filter((route) => route.path === path).map((route) => route.method);
  if (methods.length > 0) return ` The path takes ${methods.join(', ')}.`;
  const same = near.filter((route) => route.method === method).map((route) => route.path);
  const all = near.map((route) => route.path);
  return suggest(path, same) || suggest(path, all);
}
