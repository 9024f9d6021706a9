import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostPlugin } from '../../../harness/compiled';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../../harness/percept';
import { requireTool, toolPath, withoutTool } from '../../../harness/programs';

const SUITE = '@modelcontextprotocol/conformance';
const INSPECTOR = '@modelcontextprotocol/inspector';
const SDK_1 = '@modelcontextprotocol/sdk';
const run = promisify(execFile);
const why = (name: string): string | undefined => {
  if (!toolPath(name)) return withoutTool(name);
  return Number(process.versions.node.split('.')[0]) < 22 ? `${name} needs Node 22.` : undefined;
};

/**
 * Why a check of the suite may fail: it calls a tool or reads a resource of its own example server, or a method of prompts,
 * completion, logging, sampling or subscriptions, which Percept does not offer. The plugin `conformance.js` has the rest of its tools.
 */
const NOT_OFFERED = [
  /There is no tool 'test_/,
  /There is no resource 'test:/,
  /Method not found/,
  /^Tool 'json_schema_2020_12_tool' not found/,
  /^Not testable: server (does not list the diagnostic tool|exposes no tool with x-mcp-header)/,
  /^(Expected|Prerequisite failed: could not get initial) InputRequiredResult with/,
];

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

let percept: RunningPercept;
const folder = tempDir();
// The suite sends no key.
const env = () => ({ PERCEPT_AUTH: 'off', PERCEPT_PLUGINS: hostPlugin('conformance'), PERCEPT_DATA_ROOTS: EXAMPLES });
beforeAll(async () => (percept = await startPercept({ env: env() })));
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(folder);
});

describe('the conformance suite of MCP', () => {
  const reason = why(SUITE);
  const revisions = ['2025-11-25', '2026-07-28'];
  if (reason) test.skip(`${revisions.join(', ')}: ${reason}`, () => undefined);
  else
    test.each(revisions)('%s: every check passes but those for what Percept does not offer', async (revision) => {
      const results = join(folder, revision);
      const options = ['--suite', 'all', '--spec-version', revision, '-o', results];
      const args = [toolPath(`${SUITE}/dist/index.js`)!, 'server', '--url', `${percept.url}/mcp`, ...options];
      // It ends with 1 where any check fails.
      await run(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }).catch(() => undefined);
      const checks = readdirSync(results).flatMap(
        (scenario) => JSON.parse(readFileSync(join(results, scenario, 'checks.json'), 'utf8')) as Check[],
      );
      const failed = checks.filter(({ status }) => status === 'FAILURE');
      expect(failed.filter(({ errorMessage = '' }) => !NOT_OFFERED.some((each) => each.test(errorMessage)))).toEqual([]);
      const passed = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining(['tools-list', 'tools-call-error', 'tools-call-with-progress']));
      expect(passed.length).toBeGreaterThan(35);
    });
});

describe('other clients', () => {
  const inspector = why(INSPECTOR);
  if (inspector) test.skip(`the inspector: ${inspector}`, () => undefined);
  else
    test("the inspector's command line lists tools, calls one and reads a resource", async () => {
      const inspect = async (...args: string[]): Promise<any> => {
        const program = toolPath(`${INSPECTOR}/clients/launcher/build/index.js`)!;
        const { stdout } = await run(process.execPath, [program, '--cli', `${percept.url}/mcp`, '--method', ...args], {
          env: { ...process.env, HOME: folder },
        });
        return JSON.parse(stdout);
      };
      expect((await inspect('tools/list')).tools.map(({ name }: any) => name)).toContain('vision_detect');
      const call = ['tools/call', '--tool-name', 'vision_detect', '--tool-arg', `image=${join(EXAMPLES, 'crossing.jpg')}`];
      expect((await inspect(...call)).structuredContent.total_objects).toBeGreaterThan(0);
      const { contents } = await inspect('resources/read', '--uri', 'percept://models/centernet');
      expect(JSON.parse(contents[0].text).name).toBe('centernet');
    });

  if (!toolPath(SDK_1)) test.skip(`the first SDK: ${withoutTool(SDK_1)}`, () => undefined);
  else
    test('the first version of the official SDK lists, calls and reads', async () => {
      const { Client } = requireTool(`${SDK_1}/client/index.js`) as any;
      const { StreamableHTTPClientTransport } = requireTool(`${SDK_1}/client/streamableHttp.js`) as any;
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${percept.url}/mcp`)));
      expect((await client.listTools()).tools.map(({ name }: any) => name)).toContain('text_sentiment');
      const { structuredContent } = await client.callTool({ name: 'text_sentiment', arguments: { text: 'A wonderful day!' } });
      expect(structuredContent.sentiment).toBe('positive');
      const { contents } = await client.readResource({ uri: 'percept://models/centernet' });
      expect(JSON.parse(contents[0].text).name).toBe('centernet');
      await client.close();
    });
});
