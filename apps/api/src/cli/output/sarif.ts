import type { checkPipeline } from '@percept/core';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VERSION } from '../../platform/config/version';

/** Formats findings as SARIF 2.1.0, which code hosts show beside the lines. */
export function asSarif(findings: ReturnType<typeof checkPipeline>): object {
  const results = findings.map(({ file, line, column, message }) => ({
    ruleId: 'pipeline',
    level: 'error',
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }));
  const rules = [{ id: 'pipeline', shortDescription: { text: 'A pipeline that cannot run as it is written.' } }];
  const driver = { name: 'percept', version: VERSION, rules };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}

/** Relative paths stay relative: a code host resolves them against the repository. */
function uriOf(file: string): string {
  return isAbsolute(file) ? pathToFileURL(file).href : file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
