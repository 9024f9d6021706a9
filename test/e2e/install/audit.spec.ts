import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../../.ci/audit');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-audit-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The gate's question with an npm that answers so. */
function audit(answer: object, code: number): { status: number | null; stdout: string } {
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho '${JSON.stringify(answer)}'\nexit ${code}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  return spawnSync('bash', [SCRIPT], { encoding: 'utf8', env });
}

test.each([
  ['a known flaw fails', { auditReportVersion: 2, vulnerabilities: { a: {} } }, 1, 1, 'has a known flaw'],
  ['no flaw passes', { auditReportVersion: 2, vulnerabilities: {} }, 0, 0, 'No package has'],
  ['a registry that does not answer is named', { error: { code: 'E405' } }, 1, 0, 'Skipped: the registry'],
])('%s', (_, answer, code, status, words) =>
  expect(audit(answer, code)).toMatchObject({ status, stdout: expect.stringContaining(words) as string }),
);

test.each([
  ['a flaw that osv.dev knows fails', 1, 1, 'osv.dev knows a flaw'],
  ['no flaw passes', 0, 0, 'osv.dev knows no flaw'],
  ['a scanner without an answer is named', 127, 0, 'osv-scanner got no answer'],
])('osv-scanner: %s', (_, code, status, words) => {
  writeFileSync(join(folder, 'osv-scanner'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
  const answer = audit({ auditReportVersion: 2, vulnerabilities: {} }, 0);
  expect(answer).toMatchObject({ status, stdout: expect.stringContaining(words) as string });
});
