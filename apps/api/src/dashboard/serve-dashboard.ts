import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../config/version';

const FOLDER = join(PACKAGE_ROOT, 'apps', 'dashboard', 'dist');

/** Paths that the page itself tells apart. */
const PAGES = [
  '/',
  '/sign-in',
  '/account',
  '/keys',
  '/usage',
  '/pipelines',
  '/pipelines/*',
  '/runs/*',
  '/webhooks',
  '/webhooks/*',
  '/models',
  '/plugins',
];

/** The dashboard's files under `/`, needing no key: what they show comes from the API, which does. */
export async function serveDashboard(fastify: FastifyInstance, folder = FOLDER): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await fastify.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
    const open = { config: { open: true } };
    for (const page of PAGES) scope.get(page, open, (_, reply) => reply.sendFile('index.html', { maxAge: 0 }));
    scope.get('/icon.svg', open, (_, reply) => reply.sendFile('icon.svg', { maxAge: '1d' }));
    // Their names change with their contents.
    scope.get<{ Params: { '*': string } }>('/assets/*', open, (request, reply) =>
      reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true }),
    );
  });
}
