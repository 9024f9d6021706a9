import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { requireTool, toolPath, withoutTool } from '../../harness/programs';

const SUITE = '@modelcontextprotocol/conformance';
const CLIENT = '@modelcontextprotocol/client';
const suite = toolPath(`${SUITE}/dist/index.js`);

/** Scenarios that call tools, prompts or resources of the suite's own example server, or what Percept does not offer. */
const OF_ITS_EXAMPLE = [
  'logging-set-level',
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-with-logging',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
];

let percept: RunningPercept;
const folder = tempDir();
// The suite sends no key.
beforeAll(async () => (percept = await startPercept({ env: { PERCEPT_AUTH: 'off' } })));
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(folder);
});

describe('the conformance suite of MCP', () => {
  const isOld = Number(process.versions.node.split('.')[0]) < 22;
  const why = suite ? isOld && 'it needs Node 22.' : withoutTool(SUITE);
  const revisions = ['2025-06-18', '2025-11-25'];
  if (why) test.skip(`${revisions.join(', ')}: ${why}`, () => undefined);
  else
    test.each(revisions)('%s: only what belongs to its example server fails', async (revision) => {
      const baseline = join(folder, `${revision}.yaml`);
      writeFileSync(baseline, `server:\n${OF_ITS_EXAMPLE.map((name) => `  - ${name}\n`).join('')}`);
      const target = ['server', '--url', `${percept.url}/mcp`, '--spec-version', revision];
      const args = [suite!, ...target, '--expected-failures', baseline];
      // It ends with 1 where anything else fails, and where one of these passes.
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 1e8 });
      expect(stdout).toMatch(/tools-list/);
    });
});

describe('the second client of the official SDK', () => {
  if (!toolPath(CLIENT)) test.skip(withoutTool(CLIENT), () => undefined);
  else
    test.each(['legacy', 'auto'])('%s: lists, calls and reads', async (mode) => {
      const { Client, StreamableHTTPClientTransport } = requireTool(CLIENT) as any;
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${percept.url}/mcp`)));
      expect((await client.listTools()).tools.map(({ name }: any) => name)).toContain('text_sentiment');
      const { structuredContent } = await client.callTool({ name: 'text_sentiment', arguments: { text: 'A wonderful day!' } });
      expect(structuredContent.sentiment).toBe('positive');
      const { contents } = await client.readResource({ uri: 'percept://models/centernet' });
      expect(JSON.parse(contents[0].text).name).toBe('centernet');
      await client.close();
    });
});
