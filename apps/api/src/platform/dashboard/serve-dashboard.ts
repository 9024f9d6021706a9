import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync, type Dirent, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PACKAGE_ROOT } from '../config/version';
import type { Config } from '@percept/core';
import { serveGuide } from './serve-guide';
import { randomBytes } from 'node:crypto';

const FOLDER = join(PACKAGE_ROOT, 'apps', 'dashboard', 'dist');

/** Images and a video that anyone may try: they come with Percept. */
const SAMPLES = join(PACKAGE_ROOT, 'examples');

const samples = (): Dirent[] =>
  existsSync(SAMPLES) ? readdirSync(SAMPLES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];

/** Paths that the page routes itself. */
const PAGES = [
  '/',
  '/playground',
  '/logs',
  '/sign-in',
  '/docs',
  '/guide',
  '/guide/*',
  '/account',
  '/audit',
  '/keys',
  '/projects',
  '/secrets',
  '/usage',
  '/pipelines',
  '/pipelines/*',
  '/runs/*',
  '/webhooks',
  '/webhooks/*',
  '/models',
  '/collections',
  '/collections/*',
  '/plugins',
];

/** Serves the dashboard's files under `/` without a key: their data comes from the API, which requires one. */
export async function serveDashboard(
  fastify: FastifyInstance,
  { customerPage: { frames } }: Pick<Config, 'customerPage'>,
  folder = FOLDER,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await fastify.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
    const open = { config: { open: true } };
    const send = createPage(join(folder, 'index.html'));
    for (const page of PAGES) scope.get(page, open, (_, reply) => send(reply));
    // Customers see this page inside the operator's page, if that is allowed.
    scope.get('/customer', open, (_, reply) => send(allowFrames(reply, frames)));
    scope.get('/icon.svg', open, (_, reply) => reply.sendFile('icon.svg', { maxAge: '1d' }));
    for (const { parentPath, name } of samples()) {
      const path = relative(SAMPLES, join(parentPath, name)).replaceAll(sep, '/');
      scope.get(`/samples/${path}`, open, (_, reply) => reply.sendFile(path, SAMPLES, { maxAge: '1d' }));
    }
    serveGuide(scope);
    // The file names change with the contents.
    scope.get<{ Params: { '*': string } }>('/assets/*', open, (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true }),
    );
  });
}

/** Paths where a missing address is a program's mistake. Programs read JSON, even if they accept HTML. */
const PROGRAMS = /^\/(v\d|health|metrics|docs|openapi|schemas|assets|guide-files)(\/|\.|$)/;

/** If a person opens a missing address, answers with the dashboard, which says so. A program gets the usual error. */
export function addNotFoundPage(fastify: FastifyInstance, folder = FOLDER): void {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) return;
  const send = createPage(file);
  const isPerson = ({ is404, method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
    is404 && method === 'GET' && accept.startsWith('text/html') && !PROGRAMS.test(url);
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPerson(request)) return undefined;
    return send(reply.status(404));
  });
}

/** The built page contains this instead of a nonce: see `vite.config.mts`. */
const PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const POLICY = 'content-security-policy';
const NO_FRAMES = "frame-ancestors 'none'";
const STYLES = "style-src 'self'";

/**
 * Sends the page of the dashboard. Its component libraries add style elements, which the policy allows by a nonce of this response;
 * injected elements lack it.
 */
function createPage(file: string): (reply: FastifyReply) => FastifyReply {
  const page = readFileSync(file, 'utf8');
  return (reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const policy = String(reply.getHeader(POLICY)).replace(STYLES, `${STYLES} 'nonce-${nonce}'`);
    return reply
      .headers({ [POLICY]: policy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(PLACEHOLDER, nonce));
  };
}

/** Lets pages of these origins show the answer in a frame. Without origins, frames stay forbidden. */
function allowFrames(reply: FastifyReply, origins: readonly string[]): FastifyReply {
  if (origins.length === 0) return reply;
  const policy = String(reply.getHeader(POLICY)).replace(NO_FRAMES, `frame-ancestors ${origins.join(' ')}`);
  return reply.removeHeader('x-frame-options').header(POLICY, policy);
}
