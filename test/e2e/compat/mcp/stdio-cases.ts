import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { CACHE_DIR, EXAMPLES, percept, ROOT, type RunningPercept } from '../../../harness/percept';
import { freePort } from '../../../harness/postgres';
import { sending } from '../../../harness/sending';
import { waitFor } from '../../../harness/wait-for';
import { REVISIONS, type Revision } from './connect';

/** A client of `percept mcp`, which it starts. */
async function overStdio(
  args: string[],
  { env, dataDir, revision }: { env?: Record<string, string>; dataDir: string; revision: Revision },
): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'bin', 'percept'), 'mcp', ...args],
    env: { ...(process.env as Record<string, string>), PERCEPT_DATA_DIR: dataDir, PERCEPT_CACHE_DIR: CACHE_DIR, ...env },
    stderr: 'ignore',
  });
  const made = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: REVISIONS[revision] } });
  await made.connect(transport);
  return made;
}

/** Of each progress that arrives. The client's own `onprogress` forgets one that came in one chunk with the answer. */
function progressOnTheWire({ transport }: Client): number[] {
  const progress: number[] = [];
  const { onmessage } = transport!;
  transport!.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/progress') progress.push(message.params!['progress'] as number);
    onmessage!(message);
  };
  return progress;
}

/** The command `percept mcp`. */
export function stdioCases(service: () => RunningPercept, dataDir: string): void {
  const PICTURE = join(EXAMPLES, 'crossing.jpg');
  const detect = (client: Client, image: string): Promise<any> =>
    client.callTool({ name: 'vision_detect', arguments: { image } });

  describe('percept mcp over standard input and output', () => {
    test.each(Object.keys(REVISIONS) as Revision[])('serves the same tools, revision %s', async (revision) => {
      const local = await overStdio(['--toolset', 'vision'], { dataDir, revision });
      expect(local.getNegotiatedProtocolVersion()).toBe(revision);
      const { structuredContent } = await detect(local, PICTURE);
      expect(structuredContent.total_objects).toBeGreaterThan(0);
      await local.close();
    });

    test.each(Object.keys(REVISIONS) as Revision[])(
      'hands on to a service, with its pipelines, progress, resources and data folder, revision %s',
      async (revision) => {
        const args = ['--url', service().url, '--toolset', 'pipelines'];
        const remote = await overStdio(args, { env: { PERCEPT_KEY: service().key }, dataDir, revision });
        expect(remote.getNegotiatedProtocolVersion()).toBe(revision);
        expect((await remote.listTools()).tools.map(({ name }) => name)).toContain('run_reviews-of-day');
        const progress = progressOnTheWire(remote);
        const words = ['A wonderful day!', 'A horrible day.'];
        const asked = { name: 'run_reviews-of-day', arguments: { words } };
        const { structuredContent, content }: any = await remote.callTool(asked, { onprogress: () => undefined });
        expect([structuredContent.status, structuredContent.counts.succeeded, progress.at(-1)]).toEqual(['succeeded', 2, 2]);
        const { contents } = await remote.readResource({ uri: content.at(-1).uri });
        expect((contents[0] as { text: string }).text.trim().split('\n')).toHaveLength(2);
        expect((await detect(remote, 'crossing.jpg')).structuredContent.total_objects).toBeGreaterThan(0);
        await cancelsRun(remote, service);
        await remote.close();
      },
    );

    test('answers with the refusal of the service, and says that none answers', async () => {
      const how = { dataDir, revision: '2025-11-25' } as const;
      const wrong = overStdio(['--url', service().url], { ...how, env: { PERCEPT_KEY: 'pk_live_wrong' } });
      await expect(wrong).rejects.toThrow(/No access/);
      const nowhere = `http://127.0.0.1:${await freePort()}`;
      const nobody = overStdio(['--url', nowhere], { ...how, env: { PERCEPT_KEY: service().key } });
      await expect(nobody).rejects.toThrow(/does not answer: ECONNREFUSED/);
      const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
      const env = { PERCEPT_DATA_DIR: dataDir, PERCEPT_KEY: service().key };
      const left = await percept(['mcp', '--url', service().url], { env, stdin });
      expect(left).toMatchObject({ code: 0, stderr: '' });
    });
  });
}

/** A cancellation reaches the service. */
async function cancelsRun(client: Client, service: () => RunningPercept): Promise<void> {
  const newest = async () => (await sending(service).send('/v2/runs?limit=1')).body.runs[0];
  const cancel = new AbortController();
  const words = Array.from({ length: 3_000 }, (_, index) => `Text number ${index} of a long list.`);
  const call = client.callTool({ name: 'run_reviews-of-day', arguments: { words } }, { signal: cancel.signal });
  await waitFor(async () => (await newest())?.counts.total === 3_000);
  cancel.abort('enough');
  await expect(call).rejects.toThrow(/enough/);
  await waitFor(async () => (await newest()).status === 'cancelled');
}
