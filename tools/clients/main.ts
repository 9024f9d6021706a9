/**
 * Writes what is made from the interface of a service started for it: `npm run clients`. The answers that the OpenAPI document
 * shows, the types of the TypeScript client (the dashboard's too), and the types and methods of the Python client.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatConfig } from 'oxfmt';
import { PACKAGE_ROOT } from '../../apps/api/src/platform/config/version';
import { removeDir, startPercept } from '../../test/harness/percept';
import { capabilityAnswers } from './capability-answers';
import { pythonOperations, type Document } from './python-operations';
import { PythonTypes } from './python-types';

const TYPESCRIPT = '// Generated from /openapi.json by `npm run clients`; not edited by hand.\n\n';
const PYTHON = '"""Generated from /openapi.json by `npm run clients`; not edited by hand."""\n\n';
const ANSWERS = 'apps/api/src/service/openapi/capability-answers.ts';

/** Every generated file that follows from the document alone, by its path. */
export async function clientFiles(document: Document): Promise<Record<string, string>> {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const types = new PythonTypes(document.components.schemas);
  const operations = pythonOperations(document, types);
  const head = 'from __future__ import annotations\n\n';
  return {
    'clients/typescript/src/schema.ts':
      TYPESCRIPT + astToString(await openapiTS(whatTypesNeed(document) as never, { defaultNonNullable: false })),
    'clients/python/percept_client/_types.py': `${PYTHON}${head}from pathlib import Path\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n\n${types.text()}`,
    'clients/python/percept_client/_operations.py': `${PYTHON}${head}from typing import TYPE_CHECKING, Any, Literal, Unpack, cast
from urllib.parse import quote

if TYPE_CHECKING:
    from ._types import *


class Operations:
    """One method for each operation of the interface."""

    def request(self, method: str, path: str, *, query: Any = None, body: Any = None) -> Any:
        raise NotImplementedError

${operations}`,
  };
}

/** Omits examples, errors, which the clients throw as one class, and headers, which they read themselves. */
function whatTypesNeed(document: Document): Document {
  const copy = structuredClone(document);
  for (const operation of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === 'default') delete operation.responses[status];
      else delete (response as { headers?: unknown }).headers;
    }
  }
  // Examples are recorded; types do not show them.
  const schemas = Object.fromEntries(
    Object.entries(copy.components.schemas).map(([name, each]) => [name, { ...each, examples: undefined }]),
  );
  const { AcceptedAnalysis } = copy.components.responses;
  return { ...copy, components: { ...copy.components, schemas, responses: { AcceptedAnalysis }, headers: {} } } as Document;
}

async function main(): Promise<void> {
  // With everything that an operator may switch on: the example of each capability is called.
  const env = { PERCEPT_LOG_LEVEL: 'silent', PERCEPT_WORKERS: '1', PERCEPT_FACE_RECOGNITION: 'on' };
  const service = await startPercept({ root: PACKAGE_ROOT, env });
  const write = (path: string, text: string): Promise<void> => writeFile(join(PACKAGE_ROOT, path), text);
  try {
    const { format } = await import('oxfmt');
    const source = await capabilityAnswers(service, (path) => readFile(join(PACKAGE_ROOT, path)));
    const style = JSON.parse(await readFile(join(PACKAGE_ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
    await write(ANSWERS, (await format(ANSWERS, source, style)).code);
    const document = (await (await service.fetch('/openapi.json')).json()) as Document;
    for (const [path, text] of Object.entries(await clientFiles(document))) await write(path, text);
  } finally {
    await service.stop();
    removeDir(service.dataDir);
  }
}

if (require.main === module) void main();
