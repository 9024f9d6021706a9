/**
 * Writes the types of the dashboard's client from the OpenAPI document of a service started for it:
 * `npm run dashboard:types`. A test compares the file with the document.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../apps/api/src/config/version';
import { removeDir, startPercept } from '../test/harness/percept';

export const TYPES_FILE = join(PACKAGE_ROOT, 'apps', 'dashboard', 'src', 'api', 'schema.d.ts');
const HEAD = '// Generated from /openapi.json by `npm run dashboard:types`; not edited by hand.\n\n';

interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, { headers?: unknown }> }>>;
}

/** Omits errors (the client throws one class for all) and headers (the client does not read them): they are most of the document. */
function withoutErrors(document: Document): Document {
  const paths = structuredClone(document.paths);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (Number(status) >= 400) delete operation.responses![status];
      else delete response.headers;
    }
  }
  return { ...document, paths };
}

/** Returns TypeScript source with the types of an OpenAPI document. */
export async function typesOf(document: object): Promise<string> {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  return HEAD + astToString(await openapiTS(withoutErrors(document as Document) as never));
}

async function main(): Promise<void> {
  const service = await startPercept({ root: PACKAGE_ROOT, env: { PERCEPT_LOG_LEVEL: 'silent', PERCEPT_WORKERS: '1' } });
  try {
    const document = (await (await service.fetch('/openapi.json')).json()) as object;
    await writeFile(TYPES_FILE, await typesOf(document));
  } finally {
    await service.stop();
    removeDir(service.dataDir);
  }
}

if (require.main === module) void main();
