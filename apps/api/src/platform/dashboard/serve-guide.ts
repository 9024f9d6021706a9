import type { FastifyInstance } from 'fastify';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../config/version';

const DOCS = join(PACKAGE_ROOT, 'docs');

/** The files of the guide; no other files of the folder are sent. */
const SHOWN = /\.(md|png|svg)$/;

/**
 * Serves the Markdown files of docs/ and their images under `/guide-files/`, unchanged, and all texts in one document for the
 * search: `{ "guides/quick-start.md": "# Quick start …" }`. The dashboard shows them at `/guide`.
 */
export function serveGuide(scope: FastifyInstance, folder = DOCS): void {
  if (!existsSync(folder)) return;
  const open = { config: { open: true } };
  const files = filesOf(folder);
  /** Some pages are long, and they change only with the version. */
  const pages = new Map<string, Buffer>();
  scope.get<{ Params: { '*': string } }>('/guide-files/*', open, (request, reply) => {
    const path = request.params['*'];
    if (!files.includes(path)) return reply.callNotFound();
    if (!path.endsWith('.md') || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.sendFile(path, folder, { maxAge: 0 });
    const page = pages.get(path) ?? gzipSync(readFileSync(join(folder, path)), { level: 9 });
    pages.set(path, page);
    return reply.type('text/markdown; charset=utf-8').headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(page);
  });
  let texts: Buffer | undefined;
  scope.get('/guide-files/texts.json', open, (_, reply) => {
    texts ??= gzipSync(JSON.stringify(textsOf(folder, files)));
    return reply.type('application/json; charset=utf-8').header('content-encoding', 'gzip').send(texts);
  });
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => SHOWN.test(name))
    .map((name) => name.replaceAll(sep, '/'));

const textsOf = (folder: string, files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.filter((name) => name.endsWith('.md')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
