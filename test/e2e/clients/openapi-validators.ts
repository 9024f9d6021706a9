import { execFileSync } from 'node:child_process';
import { ROOT } from '../../harness/percept';

/** In a process of its own: the validators are modules that Jest cannot import. */
const VALIDATE = `let text = '';
process.stdin.on('data', (chunk) => (text += chunk));
process.stdin.on('end', async () => {
  const document = JSON.parse(text);
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { lintFromString, createConfig } = await import('@redocly/openapi-core');
  const { errors } = await new Validator().validate(structuredClone(document));
  const config = await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error', 'operation-operationId-unique': 'error', 'path-parameters-defined': 'error' } });
  const problems = await lintFromString({ source: text, config });
  const found = [
    ...[errors ?? []].flat().map((each) => 'seriousme: ' + (each.message ?? each) + ' ' + (each.instancePath ?? '')),
    ...problems.filter(({ severity }) => severity === 'error').map(({ message, location }) => 'redocly: ' + message + ' ' + location[0]?.pointer),
  ];
  process.stdout.write(JSON.stringify(found));
});`;

/** What two independent validators of OpenAPI find wrong with a document. */
export async function validateDocument(document: object): Promise<string[]> {
  const found = execFileSync(process.execPath, ['-e', VALIDATE], {
    ...{ cwd: ROOT, input: JSON.stringify(document), encoding: 'utf8' },
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(found) as string[];
}
